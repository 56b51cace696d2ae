"""What each recursion computes on its way, by the letters of its paper: the steps that are played."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from denoc.arm.robot import Link, Robot
from denoc.playing.play import Played, Step, play
from denoc_studio.look.plain_text import in_signs
from denoc_studio.plots.moment import Moment, played_at
from denoc_studio.plots.tables.inspector.components import cell_units, column_names, plain, row_names
from denoc_studio.plots.tables.inspector.entry import IN_NO_AXES, Entry, Inspected, joint_kinds, joint_names
from denoc_studio.plots.tables.number_grid import NumberGrid
from denoc_studio.project.run_words import RECURSIONS

_FREE = Link(mass=1.0, inertia=(1.0, 1.0, 1.0, 0.0, 0.0, 0.0))
_HALVES = {"twist": "angular part, then linear part", "wrench": "moment, then force"}


def recursions() -> tuple[Entry, ...]:
    """In the order in which they are computed, as they are of a hinge and a slide."""
    return tuple(entry for recursion in RECURSIONS for entry in _quantities(recursion))


def _quantities(recursion: str) -> list[Entry]:
    played = play(Robot("", (_FREE, replace(_FREE, joint="P"))), recursion, np.zeros(2))
    notation, found = played.notation, []
    for name in dict.fromkeys(step.name for step in played.steps):
        steps = played.of(name)
        symbol, citations = notation.symbols[name], dict.fromkeys(step.citation for step in steps)
        found.append(
            Entry(
                group=f"{RECURSIONS[recursion]} ({notation.paper})",
                name=name,
                tex=symbol.tex,
                meaning=". ".join(filter(None, (symbol.meaning, symbol.elsewhere, notation.remark))),
                source=f"{notation.paper}, {', '.join(citations)}",
                look=partial(_look, recursion, name),
                per_link=_is_of_one_link(steps[0]),
            )
        )
    return found


def _is_of_one_link(step: Step) -> bool:
    """Whether its numbers fill the table; of an entry (i, k) of a matrix the link is k."""
    return np.ndim(step.value) == 2 or (bool(step.place.column) and np.ndim(step.value) == 1)


def _look(recursion: str, name: str, moment: Moment, link: int, world: bool) -> Inspected:
    played = played_at(moment, recursion)
    steps = sorted((played.in_world() if world else played).of(name), key=lambda step: step.link)
    if not steps:  # an arm of one link has no entries beside the diagonal
        return Inspected(NumberGrid("", (), (), np.empty((0, 0))), "")
    joints = joint_names(moment.robot)
    if steps[0].place.column and steps[0].symbol.kind == "scalar":
        return _entries(moment.robot, played, steps, link)
    if steps[0].place.column:
        steps = [step for step in steps if step.place.column == link + 1]
    elif _is_of_one_link(steps[0]):
        step = steps[link]
        grid = NumberGrid(
            "", row_names(step), plain(column_names(step)), step.value, units=cell_units(step), size=_size([step])
        )
        return Inspected(grid, _place(step, str(step.link)), step)
    values = np.array([np.atleast_1d(step.value) for step in steps])
    units = np.array([np.atleast_1d(cell_units(step)) for step in steps])
    columns = plain(row_names(steps[0])) or ("value",)
    rows = tuple(joints[step.link - 1] for step in steps)
    shown = next((step for step in steps if step.link == link + 1), steps[0])
    grid = NumberGrid("", rows, columns, values, units=units, size=_size(steps))
    return Inspected(grid, _place(steps[0], "i"), shown)


def _entries(robot: Robot, played: Played, steps: list[Step], link: int) -> Inspected:
    """Of a matrix of joints by joints."""
    joints, symbol = joint_names(robot), steps[0].symbol
    kinds = joint_kinds(robot)
    units = np.array([[in_signs(symbol.unit(row, column)) for column in kinds] for row in kinds])
    grid = NumberGrid("", joints, joints, played.result, units=units, size=float(np.abs(played.result).max()))
    shown = next((step for step in steps if step.place.column == link + 1), steps[0])
    return Inspected(grid, f"row i, column k: {IN_NO_AXES}", shown)


def _size(steps: list[Step]) -> float:
    """Of the largest number that a term of any link has: what is rounding beside it is shown as zero."""
    return max((float(np.abs(term.value).max()) for step in steps for term in step.terms), default=0.0)


def _place(step: Step, number: str) -> str:
    if step.symbol.kind == "scalar":
        return IN_NO_AXES
    offset = step.symbol.axes
    if number == "i":
        number += {0: "", -1: "−1", 1: "+1"}[offset]
    else:
        number = str(step.link + offset)
    axes = "world axes" if step.axes == "world" else "axes of the base" if number == "0" else f"axes of link {number}"
    point = f"at {step.place.notation.point}{number}" if step.point else ""
    return ", ".join(filter(None, (_HALVES.get(step.symbol.kind, ""), point, axes)))
