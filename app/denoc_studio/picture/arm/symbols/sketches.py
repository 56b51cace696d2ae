"""Single quantities as marks: sizes that read well, and where the letters stand beside them."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc_studio.picture.arm.markers import THINNEST, half_axes
from denoc_studio.picture.arm.symbols.marks import Arrow, Ball, Ellipsoid, Line, Mark, Point, Ring, Turn
from denoc_studio.picture.arm.symbols.places import Places
from denoc_studio.picture.meshes.primitives import rotation_to

# In radii of a link. The largest quantity of its kind is the longest, and none is shorter than can be read.
SHORTEST, LONGEST, SECOND_HEAD = 5.5, 13.0, 4.0  # a moment of a planar arm is seen almost end on
ROUND, JOINT_ROUND = 4.4, 3.9
LEAST_TURN, MOST_TURN = math.radians(110.0), math.radians(300.0)
AXIS_BEHIND, AXIS_BEFORE, AXIS_ARROW = 7.0, 8.0, 3.0  # of a joint's axis, from the joint, and its arrow
DOT = 0.75
LARGEST = 0.4  # of the arm's reach: articulated bodies can be as inert as no body of their mass and size
LOOSE_ROUND, LOOSE_ASIDE, LOOSE_HALF = 2.9, 2.6, 3.2
WORDS, WORDS_ROUND, WORDS_BESIDE = 2.0, 1.6, 3.6  # from an arrow's end, above a turn in its radii, from a line


class Sketch(NamedTuple):
    marks: list[Mark]
    at: np.ndarray  # where the letters stand
    words: str = ""  # after the letters


class Sketcher:
    """Marks at the scale of one arm in one pose."""

    def __init__(self, places: Places) -> None:
        self._places, self._radius = places, places.size.radius
        gravity = np.array(places.robot.gravity, dtype=float)
        self._up = -gravity / np.linalg.norm(gravity) if gravity.any() else np.array([0.0, 0.0, 1.0])

    def turn(self, vector: np.ndarray, centre: np.ndarray, share: float, wide: float = ROUND) -> Sketch:
        """Around a vector, by the right-hand rule."""
        axis = vector / np.linalg.norm(vector)
        angle, radius = LEAST_TURN + min(share, 1.0) * (MOST_TURN - LEAST_TURN), wide * self._radius
        return Sketch([Turn(point(centre), point(axis), angle, radius)], centre + WORDS_ROUND * radius * self._up)

    def arrow(self, vector: np.ndarray, start: np.ndarray, share: float, heads: int = 1) -> Sketch:
        direction = vector / np.linalg.norm(vector)
        shortest = SHORTEST + SECOND_HEAD * (heads - 1)
        end = start + (shortest + min(share, 1.0) * (LONGEST - shortest)) * self._radius * direction
        return Sketch([Arrow(point(start), point(end), heads)], end + WORDS * self._radius * direction)

    def distance(self, start: np.ndarray, end: np.ndarray) -> Sketch:
        """An arrow from one point to another; a dot where there is no room for one."""
        if np.linalg.norm(end - start) < AXIS_ARROW * self._radius:
            return Sketch([self.dot(end)], end)
        return Sketch([Arrow(point(start), point(end))], self._beside(start, end))

    def shift(self, start: np.ndarray, end: np.ndarray) -> Sketch:
        """A broken line from one point to another."""
        dots = [self.dot(start), self.dot(end)]
        if np.linalg.norm(end - start) <= self._radius:
            return Sketch(dots, end)
        return Sketch([Line(point(start), point(end), "dashed"), *dots], self._beside(start, end))

    def axis(self, number: int) -> Sketch:
        """Of a joint."""
        place, axis = self._places.joint(number)
        ends = (-AXIS_BEHIND, AXIS_BEFORE, AXIS_BEFORE + AXIS_ARROW)
        low, neck, end = (place + size * self._radius * axis for size in ends)
        line = Line(point(low), point(neck), "dash-dotted")
        return Sketch([line, Arrow(point(neck), point(end))], end + WORDS * self._radius * self._up)

    def effort(self, number: int, value: float, share: float) -> Sketch:
        """A number at a joint: around a hinge, along a slide."""
        place, axis = self._places.joint(number)
        directed = math.copysign(1.0, value) * axis
        if self._places.revolute(number):
            return self.turn(directed, place, share, JOINT_ROUND)
        return self.arrow(directed, place, share)

    def loose(self, number: int) -> list[Mark]:
        """A joint that does not hold: a broken ring about a hinge, broken lines on both sides of a slide."""
        place, axis = self._places.joint(number)
        if self._places.revolute(number):
            return [Ring(point(place), point(axis), LOOSE_ROUND * self._radius)]
        along, aside = LOOSE_HALF * self._radius * axis, LOOSE_ASIDE * self._radius * rotation_to(axis)[:, 0]
        sides = (place + aside, place - aside)
        return [Line(point(side - along), point(side + along), "dashed") for side in sides]

    def body(self, centre: np.ndarray, mass: float, inertia: np.ndarray) -> Sketch:
        """The solid ellipsoid of this mass and inertia; a dot for what has no size."""
        if mass <= 0 or not inertia.any():
            return Sketch([self.dot(centre)], centre)
        halves, axes = half_axes(mass, inertia)
        halves *= min(1.0, LARGEST * self._places.size.reach / max(float(halves.max()), 1e-300))
        halves = np.maximum(halves, THINNEST * self._radius)
        x, y, z = (point(axis) for axis in axes.T)
        longest = int(np.argmax(halves))
        top = centre + self._upward(halves[longest] * axes[:, longest])
        return Sketch([Ellipsoid(point(centre), point(halves), (x, y, z)), self.dot(centre)], top)

    def dot(self, centre: np.ndarray) -> Mark:
        return Ball(point(centre), DOT * self._radius)

    def _beside(self, start: np.ndarray, end: np.ndarray) -> np.ndarray:
        """Above the middle of a line, so that letters do not lie on it."""
        along = (end - start) / np.linalg.norm(end - start)
        across = self._up - (self._up @ along) * along
        if np.linalg.norm(across) < 1e-6:
            across = rotation_to(along)[:, 0]
        return (start + end) / 2 + WORDS_BESIDE * self._radius * across / np.linalg.norm(across)

    def _upward(self, vector: np.ndarray) -> np.ndarray:
        """The vector or its opposite, whichever does not point down."""
        return -vector if vector @ self._up < 0 else vector


def point(values: np.ndarray) -> Point:
    x, y, z = np.asarray(values, dtype=float).tolist()
    return x, y, z
