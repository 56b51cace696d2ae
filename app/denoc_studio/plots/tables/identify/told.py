"""What torques can tell of an arm at all, and what the motion of the run would show of it."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.runs.recording import Recording
from denoc.studies.identification.base import BaseParameters, base_parameters
from denoc.studies.identification.excitation import Excitation, excitation_of_states, motion_states
from denoc.torques.torque_laws import follows_motion
from denoc_studio.plots.readout import MINUS, four_digits
from denoc_studio.plots.tables.identify.words import readable, unit
from denoc_studio.plots.tables.text_sheet import TextSheet

HEADINGS = ("combination", "model", "± expected", "± %", "unit")
NOT_EXCITED = "not excited"
NO_MOTION = "The run has no motion yet: give it one, or compute it."
MOST_SHARE = 0.995  # that is written in two digits
NAMED = 8  # parameters that are listed in a sentence


class Unknowns(NamedTuple):
    """Which parameters of the joints are looked for besides those of the bodies."""

    friction: bool = True
    rotors: bool = True


class Told(NamedTuple):
    """`excitation` is None where there is no motion to be judged, and `why` says it."""

    robot: Robot
    base: BaseParameters
    excitation: Excitation | None
    why: str


class KnownBase:
    """The base parameters of the arm asked about last: they are of its geometry, which most edits leave as it is."""

    def __init__(self) -> None:
        self._kept: tuple[Hashable, BaseParameters] | None = None

    def of(self, robot: Robot, unknowns: Unknowns) -> BaseParameters:
        """DynamicsError for an arm of too many joints."""
        key = (geometry(robot), unknowns)
        kept = self._kept
        if kept is None or kept[0] != key:
            kept = self._kept = key, base_parameters(robot, friction=unknowns.friction, rotors=unknowns.rotors)
        return kept[1]


def geometry(robot: Robot) -> Hashable:
    """All that base parameters depend on: what two arms have to share to be one arm with other bodies."""
    rows = tuple((link.joint, link.a, link.b, link.alpha, link.theta) for link in robot.links)
    return rows, robot.convention, robot.gravity, robot.base, robot.tool, robot.payload is None


def told(
    project: Project,
    recording: Recording | None,
    unknowns: Unknowns,
    noise: float,
    rate: float,
    known: KnownBase,
) -> Told:
    """Of the motion that the run is to follow, else of the `recording`, logged at `rate` (Hz) with torques that have
    this `noise` (N m, N). DynamicsError for an arm of too many joints."""
    robot = project.robot
    base = known.of(robot, unknowns)
    try:
        judged = run_states(project, recording, rate)
        if judged is None:
            return Told(robot, base, None, NO_MOTION)
        states, logged = judged
        found = excitation_of_states(base, robot, states, np.full(robot.n, noise / math.sqrt(logged)))
    except DynamicsError as error:
        return Told(robot, base, None, f"The motion cannot be judged: {error}")
    return Told(robot, base, found, "")


def run_states(project: Project, recording: Recording | None, rate: float) -> tuple[list[np.ndarray], float] | None:
    """q, qd and qdd (k, n) of the run's motion, or of what was computed, and for how many samples of a log at `rate`
    (Hz) each of them stands; None where there is neither.

    What was computed is judged at its own samples: between them positions, rates and accelerations would not belong
    together, and would seem to tell parameters that the motion does not.
    """
    run = project.run
    if run.motion is not None and (run.mode == "inverse" or follows_motion(run.torque)):
        return motion_states(project.robot, run.motion, run.duration, rate), 1.0
    if recording is None or len(recording.t) < 2 or recording.q.shape[1] != project.robot.n:
        return None
    apart = float(recording.t[-1] - recording.t[0]) / (len(recording.t) - 1)
    every = max(1, int(1 / (rate * apart)))
    states = tuple(part[::every] for part in (recording.q, recording.qd, recording.qdd))
    return motion_states(project.robot, states, None, rate), rate * apart * every


def summary(found: Told) -> str:
    """How much torques can tell, in a sentence or two."""
    base = found.base
    words = f"Torques can tell {base.rank} combinations of the arm's {len(base.parameters)} parameters."
    if base.unseen:
        more = f" and {len(base.unseen) - NAMED} more" if len(base.unseen) > NAMED else ""
        words += f" No torque depends on {', '.join(base.unseen[:NAMED])}{more}."
    return words


def judgement(found: Told) -> tuple[bool, str]:
    """Whether the motion tells everything, and what it tells, in words."""
    excitation = found.excitation
    if excitation is None:
        return False, found.why
    told_of, rank = int(excitation.excited.sum()), found.base.rank
    if told_of == rank:
        return True, f"This motion tells all {rank}; condition {condition(excitation.condition)}."
    if told_of == 0:
        return False, "This motion excites none of them on its own."
    return False, f"This motion tells {told_of} of {rank}; the others are not excited. Condition: infinite."


def condition(value: float) -> str:
    """Of a regressor, in words."""
    return f"{value:.3g}" if np.isfinite(value) else "infinite"


def sheet(found: Told) -> TextSheet:
    """One row a combination: the model's value, and the deviation that a log of this motion would leave."""
    base, values = found.base, found.base.values(found.robot)
    rows, pale = [], set()
    for place, (name, words) in enumerate(zip(base.names, base.words, strict=True)):
        deviation, share = "", ""
        if found.excitation is not None:
            deviation, share = _expected(found.excitation, place)
            if not found.excitation.excited[place]:
                pale.add(place)
        rows.append((readable(words), four_digits(values[place]), deviation, share, unit(name, found.robot)))
    return TextSheet(HEADINGS, tuple(rows), frozenset({0, 4}), tuple(map(readable, base.words)), frozenset(pale))


def _expected(excitation: Excitation, place: int) -> tuple[str, str]:
    if not excitation.excited[place]:
        return NOT_EXCITED, ""
    share = excitation.relative[place]
    return two_digits(excitation.deviations[place]), percent(share)


def two_digits(value: float) -> str:
    """Of a deviation: more would say more than is known."""
    if not np.isfinite(value):
        return "-"
    digits, _, power = f"{value:.2g}".partition("e")
    return f"{digits}e{int(power)}".replace("-", MINUS) if power else digits


def percent(share: float) -> str:
    """Two digits of a share in percent; nothing where that would say nothing."""
    return f"{100 * share:.2g}" if share < MOST_SHARE else "" if np.isinf(share) else "> 100"
