"""What a symbol of an equation looks like on the arm: a few marks in world axes, in m."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Point = tuple[float, float, float]
BASE = -1  # among links that are counted from 0


class Arrow(NamedTuple):
    """Straight: velocities and forces, with two heads moments."""

    start: Point
    end: Point
    heads: int = 1


class Turn(NamedTuple):
    """An arrow around an axis, of length 1, by the right-hand rule through an angle in rad."""

    centre: Point
    axis: Point
    angle: float
    radius: float


class Line(NamedTuple):
    start: Point
    end: Point
    pattern: Literal["dashed", "dash-dotted"]


class Ring(NamedTuple):
    """A broken circle about an axis of length 1: a joint that is loose."""

    centre: Point
    axis: Point
    radius: float


class Ball(NamedTuple):
    centre: Point
    radius: float


class Ellipsoid(NamedTuple):
    centre: Point
    halves: Point  # half axes
    axes: tuple[Point, Point, Point]  # their directions


Mark = Arrow | Turn | Line | Ring | Ball | Ellipsoid


@dataclass(frozen=True)
class Highlight:
    """A symbol on the arm: its letters and where they stand, its marks, and what is lit.

    `matter` are the links that the symbol is about, counted from 0, BASE for the base; the others are to be faded.
    `loose` are joints, counted from 0, that do not hold in the articulated body that is meant.
    """

    text: str
    at: Point
    marks: tuple[Mark, ...]
    matter: frozenset[int]
    loose: frozenset[int] = frozenset()
