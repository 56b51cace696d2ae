"""A worksheet to a lesson, and its key: the arm, a state of its own for each seed, equations with blanks."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import matplotlib
import numpy as np

import denoc as dn
from denoc.basics.errors import DynamicsError
from denoc.playing.play import RECURSIONS, Played, Step
from denoc_studio.lessons import step_nodes
from denoc_studio.lessons.lesson import Lesson
from denoc_studio.look.plain_text import in_signs
from denoc_studio.paper.binding import bound
from denoc_studio.paper.drawing import STYLE
from denoc_studio.paper.figures import program
from denoc_studio.paper.page import SMALL
from denoc_studio.paper.report import tables
from denoc_studio.paper.report.document import bodies
from denoc_studio.paper.report.flow import Flow
from denoc_studio.paper.report.tables import Table
from denoc_studio.picture.film.frames import Camerawork, FilmLook
from denoc_studio.picture.film.recorded_run import RecordedRun
from denoc_studio.plots.moment import Moment, played_at
from denoc_studio.project.entry.joint_units import position_unit, rate_unit
from denoc_studio.project.entry.numbers import with_unit
from denoc_studio.typesetting import numbers

MOST_JOINTS = 12
MOST_STEPS = 60
TITLE, EQUATION, VALUES = 16.0, 13.0, 9.0  # points
PICTURE = 1200  # pixels across
BLANK = "." * 18
LOW, HIGH = 3.0, 9.0  # lines that an equation needs below it, for blanks or for a column of numbers
RESULTS = ("tau", "qdd", "entry", "m_hat")
ENTRY = {"m": 0.2, "rad": 1.2}  # how far a joint goes at most, from zero or from the limit that is nearest to it


class Worksheet(NamedTuple):
    """Two files of PDF, and the moment that they are of."""

    sheet: bytes
    key: bytes
    moment: Moment


def worksheet(lesson: Lesson, robot: dn.Robot, seed: int) -> Worksheet:
    """Of the lesson's recursion on this arm; another seed gives other numbers. DynamicsError for too long an arm."""
    if robot.n > MOST_JOINTS:
        raise DynamicsError(f"a worksheet has room for {MOST_JOINTS} joints", field="robot", value=robot.n)
    moment = _state(robot, seed)
    played = played_at(moment, lesson.recursion)
    matplotlib.use("Agg")
    with matplotlib.rc_context({**STYLE, "font.size": 8.0}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a name in a script that the font lacks
        made = [
            bound(
                _pages(lesson, moment, played, seed, solved).pages(),
                f"{lesson.title}: {'key' if solved else 'worksheet'}",
                f"{lesson.title}, {robot.name}, seed {seed}",
            )
            for solved in (False, True)
        ]
    sheet, key = made
    return Worksheet(sheet, key, moment)


def _state(robot: dn.Robot, seed: int) -> Moment:
    """Numbers that one can calculate with, within the joints' limits."""
    rng = np.random.default_rng(seed)
    far = np.array([ENTRY["rad"] if link.revolute else ENTRY["m"] for link in robot.links])
    lower, upper = np.array([(link.lower, link.upper) for link in robot.links]).T
    middle = np.clip(0.0, lower, upper)
    q = rng.uniform(np.maximum(lower, middle - far), np.minimum(upper, middle + far))
    q = np.clip(np.round(q, 2), lower, upper)
    qd, qdd = (np.round(rng.uniform(-1.0, 1.0, robot.n) * size, 1) for size in (1.5, 3.0))
    tau = np.round(dn.inverse_dynamics(robot, q, qd, qdd), 1) + 0.0  # no negative zero
    return Moment(robot, q, qd, qdd, tau)


def _pages(lesson: Lesson, moment: Moment, played: Played, seed: int, solved: bool) -> Flow:
    robot, flow = moment.robot, Flow()
    flow.text(f"{lesson.title}: {'key' if solved else 'worksheet'}", TITLE, weight="bold")
    flow.gap(0.3)
    flow.text(f"{robot.name or 'An arm'}, seed {seed}. Made by {program()}.", color="0.3")
    flow.gap(0.8)
    if not solved:
        flow.text("Name ................................................    Date .......................")
        flow.gap(0.8)
    flow.picture(partial(_picture, moment), 0.9)
    flow.heading(f"The arm: {robot.convention} Denavit-Hartenberg table")
    flow.table(tables.geometry(robot))
    bodies(flow, robot)
    flow.pairs(tables.carried(robot), most=4)
    gravity = ", ".join(f"{x:g}" for x in robot.gravity)
    flow.heading("Its state")
    flow.text(f"Gravity ({gravity}) m/s².", SMALL, color="0.3")
    flow.table(_state_table(moment, RECURSIONS[lesson.recursion].third))
    flow.heading(f"{played.notation.paper}, link by link")
    flow.text(
        "All vectors in the axes of the link, with z on its joint"
        f"{'; twists and wrenches at the mass centre' if played.notation.point == 'C' else ''}.", SMALL, color="0.3",
    )  # fmt: skip
    for step in _asked(lesson, played):
        flow.gap(0.5)
        below = HIGH if solved and np.ndim(step.value) else LOW
        flow.text(f"Link {step.link}: {step.meaning}, {step.citation}", keep=below + 2)
        flow.equation(step_nodes.equation(step), EQUATION, robot.n, keep=below)
        if solved:
            flow.equation(step_nodes.values(step), VALUES, robot.n)
            flow.text(_in_words(step), SMALL, color="0.3")
        else:
            for line in _blanks(step):
                flow.text(line)
    return flow


def _asked(lesson: Lesson, played: Played) -> list[Step]:
    """The steps of the symbols that the lesson shows, and of the results; all where they are few."""
    if len(played.steps) <= MOST_STEPS // 2:
        return list(played.steps)
    names = {card.show.partition(" ")[0] for card in lesson.cards} | set(RESULTS)
    return [step for step in played.steps if step.name in names][:MOST_STEPS]


def _state_table(moment: Moment, third: str) -> Table:
    heads, rows = ["joint", "q", "rate"], []
    for number, link in enumerate(moment.robot.links):
        row = [
            str(number + 1),
            with_unit(float(moment.q[number]), position_unit(link, False)),
            with_unit(float(moment.qd[number]), rate_unit(link, False)),
        ]
        if third == "qdd":
            row.append(f"{moment.qdd[number]:g} {'rad/s²' if link.revolute else 'm/s²'}")
        elif third == "tau":
            row.append(f"{moment.tau[number]:g} {'N m' if link.revolute else 'N'}")
        rows.append(row)
    named = {"qdd": "acceleration", "tau": "torque or force"}
    return Table([*heads, named[third]] if third else heads, rows)


def _blanks(step: Step) -> Iterator[str]:
    units = in_signs(step.units).split("; ")
    if np.ndim(step.value) == 0:
        yield f"= {BLANK} {units[0] if units[0] != '1' else ''}"
    elif np.ndim(step.value) == 1:
        halves = [units[0]] if len(step.value) == 3 else [units[0], units[-1]]
        for unit in halves:
            yield f"= ( {BLANK} , {BLANK} , {BLANK} ) {unit}"
    else:
        for _ in step.value:
            yield "  ".join(["." * 10] * len(step.value))


def _in_words(step: Step) -> str:
    """The same as plain text, to be copied and searched for."""
    size = float(np.abs(step.value).max()) or 1.0
    found = [numbers.decimal(float(x), size) for x in np.ravel(step.value)]
    digits = [text if power is None else f"{text}e{power}" for text, power in found]
    return f"{step.name} {step.link} = {', '.join(digits)}"


def _picture(moment: Moment, aspect: float) -> np.ndarray:
    """The arm in its pose; of this width over height."""
    robot, still = moment.robot, np.zeros(moment.robot.n)
    times = np.array([0.0, 1.0])
    q, zero = np.vstack([moment.q] * 2), np.vstack([still] * 2)
    recording = dn.Recording(t=times, q=q, qd=zero, qdd=zero, tau=zero, kinetic=times, potential=times)
    project = dn.Project(robot.name or "arm", robot, tuple(moment.q.tolist()), tuple(still.tolist()))
    look = FilmLook(PICTURE, round(PICTURE / aspect), caption=False)
    return np.asarray(Camerawork(RecordedRun(project, recording), look).image(0.0))
