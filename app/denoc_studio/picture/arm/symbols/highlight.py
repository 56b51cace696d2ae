"""From a symbol of a played equation to its marks on the arm."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.playing.notation import MASS
from denoc.playing.play import Played, Step
from denoc.playing.writing import Tex
from denoc_studio.picture.arm.symbols.letters import letters
from denoc_studio.picture.arm.symbols.marks import Highlight, Mark
from denoc_studio.picture.arm.symbols.places import Places
from denoc_studio.picture.arm.symbols.sketches import Sketch, Sketcher, point
from denoc_studio.picture.arm.symbols.values import Value, value_of

NOTHING = 1e-12  # of the largest entry: what is smaller is not drawn

INSTEAD = {"Omega": "t", "M_dot": "t", "delta": "qd", "root": "m_hat"}  # the quantity that they are made of
AXES = ("p", "e", "armature", "m_hat", "root", "D_dot")  # shown by their joint's axis
SHIFTS = ("B", "B_next", "B_dot")
OWN_BODIES = ("M", "inertia", "mass")
# Quantities of articulated bodies whose first joint holds, of those whose first joint is loose too, and wrenches that
# act on all links from one on.
BODIES = (
    *("M_hat", "psi_hat", "psi", "m_hat", "root", "wrench", "wrench_before"),
    *("lam_dot", "D_dot", "P_dot_axis", "G_dot"),
)
REMAINS = ("rest", "rest_next", "lam_dot_next", "lam_dot_before")
PASSED_ON = (
    *("gamma", "gamma_next", "eta", "eta_before", "eta_next", "z", "z_before", "y", "y_before", "y_next"),
    *("w_next", "v", "v_next", "M_tilde", "M_tilde_next", "column"),
)
KANES_MOMENT = ("w", "vector")  # one of them too, but not Saha's wrench of that letter
AT_ORIGIN = ("k", "w", "w_next", "v", "v_next")  # Kane's vectors that are not at the mass centre


def highlight(robot: Robot, played: Played, step: Step, name: str) -> Highlight:
    """The symbol `name` of the notation ("t", "gamma_next", "B") in the equation of `step`, at the pose of `played`.

    Values may be in link axes or in the world's; `played` is of that robot. KeyError for a name that is no symbol.
    """
    return _Subject(robot, played, step, name).highlight()


class _Half(NamedTuple):
    """A vector of three, how it is drawn, the largest of its kind, and its unit."""

    vector: np.ndarray
    turns: bool
    heads: int
    largest: float
    unit: str


class _Subject:
    """One symbol in one step."""

    def __init__(self, robot: Robot, played: Played, step: Step, name: str) -> None:
        self._symbol = played.notation.symbols[name]
        self._places = Places(robot, played.frames)
        self._sketcher = Sketcher(self._places)
        self._played, self._step, self._name = played, step, name
        self._number = step.link + self._symbol.of

    def highlight(self) -> Highlight:
        sketch, links, loose = self._geometry(), self._neighbours(), list[int]()
        if sketch is None or self._name in BODIES:
            found = value_of(self._places, self._played, self._step, INSTEAD.get(self._name, self._name))
            sketch = sketch or self._valued(found)
            outer = list(range(found.body, self._places.n + 1))
            if self._is_of_many():
                links = outer
            loose = outer if self._name in REMAINS else outer[1:] if self._name in BODIES else []
        rings = [mark for number in loose for mark in self._sketcher.loose(number)]
        words = sketch.words if self._name not in INSTEAD else ""
        text = letters(self._step.place.writer(Tex()).name(self._name))
        return Highlight(
            text=f"{text} {words if sketch.marks else '= 0'}".strip(),
            at=point(sketch.at),
            marks=(*sketch.marks, *rings),
            matter=frozenset(number - 1 for number in links if 0 <= number <= self._places.n),
            loose=frozenset(number - 1 for number in loose),
        )

    def _neighbours(self) -> list[int]:
        two = self._name in (*SHIFTS, "a", "a_next")
        return [self._number - 1, self._number] if two else [self._number]

    def _is_of_many(self) -> bool:
        kanes = (self._name, self._symbol.kind) == KANES_MOMENT
        return kanes or self._name in (*BODIES, *REMAINS, *PASSED_ON)

    def _geometry(self) -> Sketch | None:
        """What is known of the pose and the table alone."""
        name, number, places, draw = self._name, self._number, self._places, self._sketcher
        if name in AXES:
            return draw.axis(number)
        if name in SHIFTS:
            letter = self._played.notation.point
            return draw.shift(places.point(f"{letter}{number - 1}"), places.point(f"{letter}{number}"))
        if name in ("a", "a_next"):
            return draw.distance(places.origin(number - 1), places.origin(number))
        if name in ("com", "parent_com"):
            return draw.distance(places.origin(number), places.centre(number))
        if name in OWN_BODIES:
            return draw.body(places.centre(number), *places.body(number))
        if name == "g" and any(places.robot.gravity):
            return draw.arrow(np.array(places.robot.gravity), places.origin(number), 1.0)
        return None

    def _valued(self, found: Value) -> Sketch:
        if self._symbol.kind == "scalar" or self._name == "delta":
            return self._at_joint(found)
        at = self._places.centre if self._name not in AT_ORIGIN else self._places.origin
        where = self._places.point(found.point) if found.point else at(self._number)
        if found.value is None or not np.any(found.value) or not np.isfinite(found.value).all():
            return Sketch([], where)
        return self._body(found, where) if self._symbol.kind == "mass" else self._vectors(found, where)

    def _at_joint(self, found: Value) -> Sketch:
        value = 0.0 if found.value is None else float(found.value)
        if abs(value) <= NOTHING * found.largest[0] or not math.isfinite(value):
            return Sketch([], self._places.joint(self._number)[0])
        sketch = self._sketcher.effort(self._number, value, abs(value) / found.largest[0])
        return sketch._replace(words=_quantity(value, found.units))

    def _body(self, found: Value, where: np.ndarray) -> Sketch:
        """An ellipsoid, where the matrix is one of inertia and not its rate."""
        if self._symbol.units != MASS:
            return Sketch([self._sketcher.dot(where)], where)
        mass, centre, inertia = body_of(found.value)
        return self._sketcher.body(where + centre, mass, inertia)

    def _vectors(self, found: Value, where: np.ndarray) -> Sketch:
        """A twist, a wrench or a vector: a turn for what is angular, two heads for a moment; no part that is zero."""
        marks, at, words = list[Mark](), where, list[str]()
        for half in self._halves(found):
            size = float(np.linalg.norm(half.vector))
            if size > NOTHING * float(np.abs(found.value).max()):
                draw, share = self._sketcher, size / half.largest
                seen = (
                    draw.turn(half.vector, where, share)
                    if half.turns
                    else draw.arrow(half.vector, where, share, half.heads)
                )
                marks, at = marks + seen.marks, seen.at
                words.append(_quantity(size, half.unit))
        return Sketch([*marks, self._sketcher.dot(where)] if marks else [], at, ", ".join(words))

    def _halves(self, found: Value) -> list[_Half]:
        value, units, kind = found.value, found.units.split("; "), self._symbol.kind
        if kind == "matrix":  # an angular acceleration, and the square of a velocity, which is symmetric
            axial = np.array([value[2, 1] - value[1, 2], value[0, 2] - value[2, 0], value[1, 0] - value[0, 1]]) / 2
            return [_Half(axial, True, 1, float(np.linalg.norm(axial)), units[0])]
        if len(value) == 6:
            moment = kind == "wrench"
            angular = _Half(value[:3], not moment, 2 if moment else 1, found.largest[0], units[0])
            linear = _Half(value[3:], False, 1, found.largest[1], units[1])
            return [angular] if kind == "operator" else [angular, linear]
        turns, moment = units[0].startswith("rad"), units[0] == "N m"
        return [_Half(value, turns, 2 if moment else 1, found.largest[0], units[0])]


def body_of(matrix: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Mass, the mass centre from the matrix' point, and the inertia there, of a mass matrix (6, 6).

    One of an articulated body has a mass for each direction: then their mean, and the inertia about the point.
    """
    inertia, mixed, masses = matrix[:3, :3], matrix[:3, 3:], matrix[3:, 3:]
    mass = float(np.trace(masses)) / 3
    if mass <= 0 or not np.allclose(masses, mass * np.eye(3), rtol=0, atol=1e-9 * mass):
        return mass, np.zeros(3), inertia
    x, y, z = centre = np.array([mixed[2, 1], mixed[0, 2], mixed[1, 0]]) / mass
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return mass, centre, inertia + mass * cross @ cross


def _quantity(value: float, unit: str) -> str:
    number = f"{value:.3g}".replace("-", "\u2212")
    return number if unit in ("", "1") else f"{number} {unit.replace('^2', '²')}"
