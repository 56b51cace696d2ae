"""Bodies that were uniform solids until the mass or the length of their link was changed: said, and made anew."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from denoc.arm.known_solids import ROUNDED, SEGMENTS, KnownSolid, known_solid, rod_of_another_mass
from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc_studio.project.entry.numbers import shown


@dataclass(frozen=True)
class Outgrown:
    """The body of link `index`, from 0, is still that of another mass or length; `robot` would put it right."""

    index: int
    was: KnownSolid
    mass: float
    length: float  # m, of the piece of the link that the solid fills; 0 where it fills none
    robot: Robot

    @property
    def words(self) -> str:
        """What does not fit any more."""
        was, what = self.was, f"Link {self.index + 1} is no longer a uniform {self.was.name}"
        heavier = not _alike(self.mass, was.mass)
        if _alike(self.length, was.length) and heavier:
            return f"{what}: its moments are those of {_kg(was.mass)}"
        if _alike(self.length, was.length) or not was.whole:
            return f"{what} in the middle of its link"
        return f"{what}: its body is that of {_m(was.length)}{f' and {_kg(was.mass)}' if heavier else ''}"

    @property
    def offer(self) -> str:
        """What can be done about it."""
        size = f"{_m(self.length)} and " if self.was.whole else ""
        where = " in the middle" if self.was.place is not None and not self.was.whole else ""
        return f"Make it a {self.was.name} of {size}{_kg(self.mass)}{where}"


def outgrown(robots: Iterable[Robot], index: int) -> Outgrown | None:
    """What the body of link `index`, from 0, was; `robots` are the arm now and as it was before, the newest first.

    Centre and moments were put in once, perhaps several steps ago. If the body was a solid since then, that one counts.
    Where they are as they came with the arm, its numbers alone tell a rod too.
    """
    earlier = iter(robots)
    now = after = next(earlier)
    was = known_solid(now, index)
    for robot in earlier:
        if robot.n != now.n or robot.convention != now.convention or not _same_body(robot, now, index):
            break
        if not _same_place(robot, after, index):  # most edits have nothing to do with this link
            was = known_solid(robot, index) or was
        after = robot
    else:
        was = was or rod_of_another_mass(now, index)
    return None if was is None else _against(was, now, index)


def _same_body(robot: Robot, other: Robot, index: int) -> bool:
    """But for the mass."""
    one, two = robot.links[index], other.links[index]
    return one is two or (one.com == two.com and one.inertia == two.inertia)


def _same_place(robot: Robot, other: Robot, index: int) -> bool:
    """Mass and lengths too; those of a modified table stand in the row behind, or in the tool."""
    return robot.tool == other.tool and robot.links[index : index + 2] == other.links[index : index + 2]


def _against(was: KnownSolid, robot: Robot, index: int) -> Outgrown | None:
    """The solid that was there against the link as it is; None where it still fits."""
    link = robot.links[index]
    found = was.on(robot, index)
    if found is None or not link.mass:
        return None
    length = SEGMENTS[was.place](robot, index).length if was.place is not None else 0.0
    centred = math.dist(found[0], link.com) <= ROUNDED * max(length, was.length)
    if centred and _alike(link.mass, was.mass) and _alike(length, was.length):
        return None
    try:
        return Outgrown(index, was, link.mass, length, robot.with_link(index, com=found[0], inertia=found[1]))
    except DynamicsError:  # longer or heavier than any body may be
        return None


def _alike(one: float, two: float) -> bool:
    return math.isclose(one, two, rel_tol=ROUNDED)


def _m(length: float) -> str:
    return f"{shown(length, digits=4)} m"


def _kg(mass: float) -> str:
    return f"{shown(mass, digits=4)} kg"
