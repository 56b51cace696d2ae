"""A robot as an arm of symbols: each entry of its tables that is not zero is one, right angles are exact.

The inertial parameters are regrouped by the very text that regroups numbers (`recursions.bodies`). What a link is left
with becomes a symbol of its own, with its definition; a definition that is one product of entries stays that product.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from denoc.algebra.algebra import NULL, JointRotation, Sym3, Vec3
from denoc.algebra.scalars import ONE, ZERO, Scalar, exact_cos_sin, lift
from denoc.algebra.screws import RigidBody, Screws
from denoc.algebra.spatial import Vec6
from denoc.arm.conventions import as_matrix, modified_ends, twist_transform
from denoc.arm.friction import Friction
from denoc.arm.rigid_body import Body
from denoc.arm.robot import Link as Row
from denoc.arm.robot import Robot, inertia_entries
from denoc.arm.robot_arrays import pack
from denoc.recursions import denoc
from denoc.recursions.bodies import EPSILON, Link, regroup
from denoc.recursions.joints import NO_BODY, Arm, Ends, Joint
from denoc.recursions.sweeps import run
from denoc.symbolic import symbols
from denoc.symbolic.ring import Angle, Key, Ring, Sum
from denoc.symbolic.symbols import AXES, PAIRS, Symbol

NOISE = 8 * EPSILON  # of the sum of sizes: what rounding leaves of numbers that cancel


class Place(NamedTuple):
    """An angle of a ring: its group, and its place there."""

    group: int
    place: int


class Model:
    """The arm over the scalars of a ring, its inputs, and what the ring's symbols and angles stand for."""

    def __init__(self, robot: Robot, most_terms: int, most_products: int, *, wrench: bool = False) -> None:
        self.robot = robot
        self.first_twist = np.eye(3)  # what turns before the first joint and is no row of a standard table
        if robot.convention == "standard":
            self.first_twist = twist_transform(0.0, modified_ends(robot).first[1])[:3, :3]
        self.symbols: dict[int, Symbol] = {}  # by their numbers
        self.definitions: dict[int, Sum] = {}  # of the regrouped ones
        self.constants = [_constants(row, number, robot) for number, row in enumerate(robot.links, 1)]
        self.states = [symbols.state(number, revolute=row.revolute) for number, row in enumerate(robot.links, 1)]
        self.angles: list[list[Symbol]] = []  # by groups
        self._joint_places: list[Place | None] = []
        self._twist_places: list[Place | None] = []
        self._group_angles()
        self.ring = Ring([len(group) for group in self.angles], most_terms, most_products)
        self.inputs = [list(column) for column in zip(*map(self._input, range(robot.n)), strict=True)]
        arm = self._arm()
        made = list(map(self.scalar, symbols.wrench())) if wrench else []
        self.arm = arm.with_wrench(Vec6(Vec3(*made[:3]), Vec3(*made[3:]))) if wrench else arm

    def torques(self) -> list[Scalar]:
        """tau of every joint, by the text of Saha 1999, section 5.1."""
        found = run(denoc.inverse(wrench=bool(self.arm.ends.wrench)), self.arm, self.inputs)
        for number, function in self.ring.functions.items():
            rates = {self.symbols[x].link or 0 for monomial, _ in function.of.terms for x in monomial}
            named = symbols.direction if function.name == "sign" else symbols.stribeck
            self.symbols[number] = named(max(rates))
        return found

    # angles

    def _group_angles(self) -> None:
        """Joints whose axes are parallel share a group; so does the constant angle of a slide between them."""
        rows = self.robot.links
        for index, row in enumerate(rows):
            twist = self._twist_row(index)
            if index == 0 or twist is None or not _parallel(rows[twist]):
                self.angles.append([])
            self._joint_places.append(None)
            angle = self._variable(index) if row.revolute else self.constants[index]["theta"]
            if row.revolute or quarters(row.theta) is None:
                self._joint_places[index] = Place(len(self.angles) - 1, len(self.angles[-1]))
                self.angles[-1].append(angle)
        for row, constant in zip(rows, self.constants, strict=True):
            turned = quarters(row.alpha) is None
            self._twist_places.append(Place(len(self.angles), 0) if turned else None)
            self.angles += [[constant["alpha"]]] if turned else []

    def _twist_row(self, index: int) -> int | None:
        """The row whose a and alpha stand before a joint: in a standard table the one before it."""
        if self.robot.convention == "modified":
            return index
        return index - 1 if index else None

    def _variable(self, index: int) -> Symbol:
        """What q is with the table's constant in it: q itself where that is zero, or a right angle."""
        row, constant = self.robot.links[index], self.constants[index]
        if row.revolute:
            plain, offset = quarters(row.theta) is not None, constant["theta"]
        else:
            plain, offset = row.b == 0, constant["b"]
        return self.states[index][0] if plain else symbols.shifted(offset, index + 1)

    def _input(self, index: int) -> tuple[Scalar, Scalar, Scalar]:
        row, (_, qd, qdd), place = self.robot.links[index], self.states[index], self._joint_places[index]
        if row.revolute and place is not None:
            q: Scalar = Angle(self.ring, *place, quarters(row.theta) or 0)
        else:
            q = self.scalar(self._variable(index))
        return q, self.scalar(qd), self.scalar(qdd)

    def _cos_sin(self, angle: float, place: Place | None) -> tuple[Scalar, Scalar]:
        if place is None:
            cos, sin = exact_cos_sin(angle)
            return lift(cos), lift(sin)
        return self.ring.harmonic(*place, sine=False), self.ring.harmonic(*place, sine=True)

    # numbers

    def scalar(self, symbol: Symbol) -> Sum:
        """The symbol as a scalar of the ring."""
        self.symbols[self.ring.size] = symbol
        return self.ring.symbol()

    def _entries(self, made: Iterable[Symbol]) -> list[Scalar]:
        return [self.scalar(symbol) if symbol.value else ZERO for symbol in made]

    def _constant(self, key: Key) -> float:
        """The product of the symbols and harmonics of a term in which all are constants."""
        monomial, wave = key
        product = math.prod(self.symbols[number].value or 0.0 for number in monomial)
        for harmonic, angles in zip(self.ring.waves[wave], self.angles, strict=True):
            if harmonic is not None:
                argument = sum(k * (angle.value or 0.0) for k, angle in zip(harmonic.multiples, angles, strict=True))
                product *= math.sin(argument) if harmonic.sine else math.cos(argument)
        return product

    # the arm

    def _arm(self) -> Arm:
        rows = self.robot.links
        lengths = self._entries(constant["a"] for constant in self.constants)
        twists = [self._cos_sin(row.alpha, place) for row, place in zip(rows, self._twist_places, strict=True)]
        links = []
        for index, row in enumerate(rows):
            twist = self._twist_row(index)
            before = (ZERO, ONE, ZERO) if twist is None else (lengths[twist], *twists[twist])
            body = self._body(index)
            if self.robot.convention == "standard":  # its frame is at the far end
                end = Screws(lengths[index], *twists[index], ONE, ZERO, ZERO)
                body = end.T @ body @ end
            links.append(Link(self._joint(index, row, *before), body))
        tool = as_matrix(self.robot.tool)[:3, 3].tolist()
        tip = Vec3(*self._entries(map(symbols.tool, AXES, tool)))
        if self.robot.convention == "standard":
            tip = JointRotation(*twists[-1], ONE, ZERO).to_parent(tip) + Vec3(lengths[-1], ZERO, ZERO)
        ends = Ends(self._gravity(), tip, NULL, NO_BODY)
        return Arm(tuple(self._regrouped(links)), ends)

    def _joint(self, index: int, row: Row, a: Scalar, cos_alpha: Scalar, sin_alpha: Scalar) -> Joint:
        b: Scalar = ZERO
        cos_theta, sin_theta = self._cos_sin(0.0, None)
        if row.revolute:
            (b,) = self._entries([self.constants[index]["b"]])
        else:
            cos_theta, sin_theta = self._cos_sin(row.theta, self._joint_places[index])
        number, law = index + 1, row.friction
        named = (symbols.friction(x, number, getattr(law, x), revolute=row.revolute) for x in Friction._fields)
        armature: Scalar = ZERO
        if row.armature:
            armature = self.scalar(symbols.rotor(number, row.rotor_inertia, revolute=row.revolute))
            if row.gear_ratio != 1:
                ratio = self.scalar(symbols.gear(number, row.gear_ratio))
                armature = ratio * ratio * armature
        placed = (a, b, cos_alpha, sin_alpha, ZERO, cos_theta, sin_theta)
        return Joint._make([row.revolute, *placed, *self._entries(named), armature])

    def _body(self, index: int) -> RigidBody:
        """The link about the origin of its own frame, with the payload where it is the last one."""
        row, payload = self.robot.links[index], self.robot.payload
        body = self._described(index + 1, row.mass, row.com, row.inertia)
        if payload is None or index + 1 < self.robot.n:
            return body
        moved = Body.of(payload).moved(as_matrix(self.robot.tool))
        com, inertia = without_noise(moved.com), without_noise(np.array(inertia_entries(moved.inertia)))
        return body + self._described(None, moved.mass, com, inertia)

    def _described(self, number: int | None, mass: float, com: Sequence[float], inertia: Sequence[float]) -> RigidBody:
        (m,) = self._entries([symbols.inertial("m", "", number, mass)])
        c = Vec3(*self._entries(symbols.inertial("c", *each) for each in _numbered(AXES, number, com)))
        tensor = Sym3(*self._entries(symbols.inertial("I", *each) for each in _numbered(PAIRS, number, inertia)))
        return RigidBody.about_origin(m, c, tensor)

    def _gravity(self) -> Vec3:
        values = without_noise(pack(self.robot).gravity @ self.first_twist)
        if np.count_nonzero(values) == 1:
            size = self.scalar(symbols.gravity("", max(map(abs, values))))
            return Vec3(*(ZERO if not x else size if x > 0 else -size for x in values))
        return Vec3(*self._entries(map(symbols.gravity, AXES, values)))

    def _regrouped(self, links: list[Link]) -> list[Link]:
        def named(link: Link, kept: RigidBody, whole: RigidBody) -> RigidBody:
            number = 1 + next(i for i, each in enumerate(links) if each is link)
            moment = (self._parameter("h", axis, number, x) for axis, x in zip(AXES, kept.moment, strict=True))
            inertia = (self._parameter("J", pair, number, x) for pair, x in zip(PAIRS, kept.inertia, strict=True))
            return RigidBody(self._parameter("m", "", number, kept.mass), Vec3(*moment), Sym3(*inertia))

        return regroup(links, named)

    def _parameter(self, letter: str, axes: str, number: int, definition: Scalar) -> Scalar:
        """A symbol for a sum of entries, nothing where its value is zero, one product of entries as it is."""
        if not isinstance(definition, Sum):
            return definition
        values = [value * self._constant(key) for key, value in definition.terms.items()]
        value = math.fsum(values)
        if abs(value) <= NOISE * sum(map(abs, values)):
            return ZERO
        ((_, wave), *others) = definition.terms
        if not others and wave == 0:
            return definition
        self.definitions[self.ring.size] = definition
        return self.scalar(symbols.regrouped(letter, axes, number, value))


def quarters(angle: float) -> int | None:
    """How many right angles an angle is, 0 to 3; None where it is no multiple of one."""
    right = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    found = exact_cos_sin(angle)
    return right.index(found) if found in right else None


def without_noise(values: np.ndarray) -> list[float]:
    """With zeros for what is only rounding beside the largest one."""
    size = np.abs(values).max()
    return [x if abs(x) > NOISE * size else 0.0 for x in values.tolist()]


def _parallel(row: Row) -> bool:
    return quarters(row.alpha) in (0, 2)


def _constants(row: Row, number: int, robot: Robot) -> dict[str, Symbol]:
    """The entries of a row of the table, by the fields of a Link."""
    modified, fields = robot.convention == "modified", ("a", "b", "alpha", "theta")
    return {field: symbols.table_entry(field, number, getattr(row, field), modified=modified) for field in fields}


def _numbered(axes: Sequence[str], number: int | None, values: Sequence[float]) -> list[tuple[str, int | None, float]]:
    return [(axis, number, value) for axis, value in zip(axes, values, strict=True)]
