"""Bodies that are uniform solids: told from their numbers, and made anew for another mass or a longer link."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from denoc.arm.robot import Inertia, Link, Robot, Triple, inertia_entries, inertia_matrix
from denoc.arm.solids import AXES, Segment, a_segment, b_segment

ROUNDED = 1e-3  # of a length: numbers in tables are rounded
THIN = 1e-6  # of the longest square: what rounded numbers leave of a rod's thickness
SAME = 1e-9  # of a size that was typed, after the way through the tensor and back
DIGITS = 4  # of a typed size

Place = Literal["a", "b"]
SEGMENTS = {"a": a_segment, "b": b_segment}


@dataclass(frozen=True)
class KnownSolid:
    """A uniform solid on a link: its name, its mass (kg), and its extents.

    `squares` are twelve times the variances of its points along three axes, m^2: the squared edges of the box that has
    the same moments. They are along the axes of the link, or of its piece `place`, in whose middle the solid sits and
    which is `length` (m) long; `whole` says that the solid is as long as that.
    """

    name: str
    mass: float
    squares: Triple
    place: Place | None = None
    length: float = 0.0
    whole: bool = False

    def on(self, robot: Robot, index: int) -> tuple[Triple, Inertia] | None:
        """Mass centre and inertia of the same solid with the mass of the link and the length of its piece.

        None where the link has no such piece any more.
        """
        link, squares, turn, com = robot.links[index], list(self.squares), np.eye(3), robot.links[index].com
        if self.place is not None:
            segment = SEGMENTS[self.place](robot, index)
            if not segment.length:
                return None
            turn, com = segment.turn, segment.middle()
            if self.whole:
                squares[AXES.index(segment.axis)] = segment.length**2
        moments = link.mass / 12 * (sum(squares) - np.array(squares))
        return com, inertia_entries(turn.T @ np.diag(moments) @ turn)


def known_solid(robot: Robot, index: int) -> KnownSolid | None:
    """The solid that the body of link `index`, from 0, is by its numbers; None for any other body.

    A solid as long as the piece of the link that it is centred on may have any thickness: rod, cylinder or tube, box.
    So may a rod that begins where the piece does be of another length: it was made for that. A rod from the frame's
    origin on is one wherever it leads. Of other solids the sizes must be such as are typed, for every tensor along the
    axes is that of some box.
    """
    link = robot.links[index]
    if not (link.mass and any(link.inertia)):
        return None
    for place, segment in _segments(robot, index):
        squares = _squares(link, segment.turn)
        if squares is None:
            continue
        along = AXES.index(segment.axis)
        length, name = math.sqrt(squares[along]), _name_along(squares, along)
        centred = _near(link.com, segment.middle(), segment.length)
        if centred and abs(length - segment.length) <= ROUNDED * segment.length:
            return KnownSolid(name, link.mass, squares, place, segment.length, whole=True)
        if name == "rod" and any(_near(link.com, segment.middle(end), length) for end in (length, -length)):
            return KnownSolid(name, link.mass, squares, place, length, whole=True)
        if centred and (name := _name(squares)):
            return KnownSolid(name, link.mass, squares, place, segment.length)
    squares = _squares(link, np.eye(3))
    if squares is None:
        return None
    name = "rod" if _begins_at_origin(link.com, squares) else _name(squares)
    return KnownSolid(name, link.mass, squares) if name else None


def rod_of_another_mass(robot: Robot, index: int) -> KnownSolid | None:
    """The uniform rod that the body of link `index`, from 0, would be with another mass.

    By its numbers alone: it is thin, in the middle of its link and along it.
    """
    link = robot.links[index]
    if not (link.mass and any(link.inertia)):
        return None
    for place, segment in _segments(robot, index):
        squares, along = _squares(link, segment.turn), AXES.index(segment.axis)
        if squares is None or _name_along(squares, along) != "rod":
            continue
        if _near(link.com, segment.middle(), segment.length):
            mass = link.mass * squares[along] / segment.length**2
            x, y, z = (segment.length**2 if k == along else 0.0 for k in range(3))
            return KnownSolid("rod", mass, (x, y, z), place, segment.length, whole=True)
    return None


def _segments(robot: Robot, index: int) -> Iterator[tuple[Place, Segment]]:
    found: tuple[tuple[Place, Segment], ...] = (("a", a_segment(robot, index)), ("b", b_segment(robot, index)))
    return ((place, segment) for place, segment in found if segment.length)


def _near(point: Triple, other: Triple, length: float) -> bool:
    return math.dist(point, other) <= ROUNDED * length


def _squares(link: Link, turn: np.ndarray) -> Triple | None:
    """Squared edges of the box with the link's moments along its turned axes; None where it lies askew to them."""
    tensor = turn @ inertia_matrix(link.inertia) @ turn.T / link.mass
    moments = np.diag(tensor)
    if np.abs(tensor - np.diag(moments)).max() > SAME * moments.max():
        return None
    squares = 6 * (moments.sum() - 2 * moments)
    if squares.min() < -ROUNDED * squares.max():
        return None
    x, y, z = np.where(squares <= THIN * squares.max(), 0.0, squares).tolist()
    return (x, y, z)


def _begins_at_origin(com: Triple, squares: Triple) -> bool:
    """Whether a body is a rod from its frame's origin along an axis: centre and moments agree on its length."""
    ends = [math.sqrt(square) for square in squares]
    halves = [math.copysign(end / 2, x) for end, x in zip(ends, com, strict=True)]
    return sum(map(bool, ends)) == 1 and math.dist(halves, com) <= ROUNDED * max(ends)


def _name_along(squares: Triple, along: int) -> str:
    """Of a solid whose length is known: what it is across says the rest."""
    across = [square for k, square in enumerate(squares) if k != along]
    if not any(across) and squares[along]:
        return "rod"
    return "cylinder" if _same(*across) and not _typed(across[0]) else "box"


def _name(squares: Triple) -> str:
    """Of a solid by its sizes alone; empty where nobody would have typed them."""
    if _same(*squares) and _typed(5 * squares[0] / 12):
        return "sphere"
    if sum(square > 0 for square in squares) == 1:
        return "rod" if _typed(max(squares)) else ""
    if all(_typed(square) for square in squares):
        return "box"
    for along, square in enumerate(squares):
        across = [other for k, other in enumerate(squares) if k != along]
        if _same(*across) and _typed(square if square else across[0] / 3):  # of a tube only the length can be told
            return "cylinder"
    return ""


def _same(first: float, *others: float) -> bool:
    return all(abs(other - first) <= SAME * max(first, other) for other in others)


def _typed(square: float) -> bool:
    """Whether a size, given squared, has but a few digits."""
    size = math.sqrt(square)
    return abs(float(f"{size:.{DIGITS}g}") - size) <= SAME * size
