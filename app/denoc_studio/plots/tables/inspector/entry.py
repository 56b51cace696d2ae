"""Something to look at, and what is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from denoc.arm.robot import Robot
from denoc.playing.play import Step
from denoc_studio.plots.moment import Moment
from denoc_studio.plots.tables.number_grid import NumberGrid

IN_NO_AXES = "the same in all axes"


class Inspected(NamedTuple):
    """The numbers with their units, in which axes and at which point they are, and the selected link's equation."""

    grid: NumberGrid
    place: str
    step: Step | None = None


class Entry(NamedTuple):
    """A quantity: its name in the text, its letter and what else is written of it in TeX, and where it is printed.

    `look` is given the moment, the selected link from 0, and whether world axes are wanted instead of link axes.
    """

    group: str
    name: str
    tex: str  # the letter with i for the link; empty where there is none
    meaning: str
    source: str  # paper and equation
    look: Callable[[Moment, int, bool], Inspected]
    per_link: bool = False  # shown of one link at a time
    equation: str = ""  # in TeX, where no step has it


def joint_names(robot: Robot) -> tuple[str, ...]:
    """Their numbers; a slide, whose entries have other units, is marked."""
    return tuple(f"{i}" if link.revolute else f"{i} (P)" for i, link in enumerate(robot.links, 1))


def joint_kinds(robot: Robot) -> list[bool]:
    """Whether each joint is revolute."""
    return [link.revolute for link in robot.links]
