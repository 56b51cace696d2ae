"""Inertia of common solids of uniform density, about their mass centre, and where such a solid sits on a link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from denoc.arm.conventions import as_matrix, twist_transform
from denoc.arm.robot import Inertia, Robot, Triple
from denoc.basics.checks import check_number
from denoc.basics.errors import DynamicsError

Axis = Literal["x", "y", "z"]
AXES: tuple[Axis, ...] = ("x", "y", "z")


def rod(mass: float, length: float, axis: Axis = "x") -> Inertia:
    """A thin rod along the axis."""
    return about_axis(0.0, mass * length**2 / 12, axis)


def cylinder(mass: float, radius: float, length: float, axis: Axis = "z") -> Inertia:
    """A full cylinder; of length zero it is a disc."""
    return hollow_cylinder(mass, radius, 0.0, length, axis)


def hollow_cylinder(mass: float, outer: float, inner: float, length: float, axis: Axis = "z") -> Inertia:
    """A tube between two radii."""
    if inner > outer:
        raise DynamicsError("the inner radius is above the outer one", field="inner radius", value=inner)
    square = outer**2 + inner**2
    return about_axis(mass * square / 2, mass * (3 * square + length**2) / 12, axis)


def sphere(mass: float, radius: float) -> Inertia:
    """A full ball."""
    moment = 2 * mass * radius**2 / 5
    return (moment, moment, moment, 0.0, 0.0, 0.0)


def box(mass: float, x: float, y: float, z: float) -> Inertia:
    """A cuboid with its edges along the axes."""
    return (mass * (y**2 + z**2) / 12, mass * (z**2 + x**2) / 12, mass * (x**2 + y**2) / 12, 0.0, 0.0, 0.0)


def about_axis(along: float, across: float, axis: Axis) -> Inertia:
    """A body of revolution: its moments about its axis and about any line across it."""
    xx, yy, zz = (along if axis == each else across for each in AXES)
    return (xx, yy, zz, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Shape:
    """A kind of solid: its name, what its sizes are called, and whether it has an axis of its own."""

    name: str
    sizes: tuple[str, ...]
    has_axis: bool
    moments: Callable[..., Inertia]

    def inertia(self, mass: float, sizes: tuple[float, ...], axis: Axis) -> Inertia:
        """Refuses negative sizes by their names."""
        for name, size in zip(self.sizes, sizes, strict=True):
            check_number(size, name, minimum=0.0)
        return self.moments(mass, *sizes, axis) if self.has_axis else self.moments(mass, *sizes)


SHAPES = (
    Shape("thin rod", ("length",), True, rod),
    Shape("cylinder", ("radius", "length"), True, cylinder),
    Shape("hollow cylinder", ("outer radius", "inner radius", "length"), True, hollow_cylinder),
    Shape("box", ("size along x", "size along y", "size along z"), False, box),
    Shape("sphere", ("radius",), False, sphere),
)


@dataclass(frozen=True, eq=False)
class Segment:
    """A straight piece of a link that its table gives the length of, in the link's own frame.

    It begins at `start` (3,), m, and goes `length` (m, not negative) along the unit vector `direction` (3,). Turned by
    `turn` (3, 3) the link's axes have the piece along their `axis`.
    """

    start: np.ndarray
    direction: np.ndarray
    length: float
    turn: np.ndarray
    axis: Axis

    def middle(self, length: float | None = None) -> Triple:
        """Its mid-point, m; or that of a piece of another length, which begins where this one does."""
        half = (self.length if length is None else length) / 2
        x, y, z = (self.start + half * self.direction + 0.0).tolist()
        return (x, y, z)


def a_segment(robot: Robot, index: int) -> Segment:
    """The piece of link `index`, from 0, along the common normal; of length zero where the table has none.

    A standard table's frame sits at the segment's far end. A modified one's sits at its near end, and the segment's
    length stands in the next row, or in the tool for the last link.
    """
    if robot.convention == "standard":
        signed = -robot.links[index].a
    else:
        last = index + 1 == robot.n
        signed = float(as_matrix(robot.tool)[0, 3]) if last else robot.links[index + 1].a
    direction = np.array([-1.0 if signed < 0 else 1.0, 0.0, 0.0])
    return Segment(np.zeros(3), direction, abs(signed), np.eye(3), "x")


def b_segment(robot: Robot, index: int) -> Segment:
    """The piece of link `index`, from 0, along its joint's axis; of length zero where that is prismatic and slides."""
    link = robot.links[index]
    b = link.b if link.revolute else 0.0
    start, turn = np.zeros(3), np.eye(3)
    if robot.convention == "standard":
        start, turn = np.array([-link.a, 0.0, 0.0]), twist_transform(0.0, link.alpha)[:3, :3]
    return Segment(start, (1.0 if b < 0 else -1.0) * turn[2], abs(b), turn, "z")
