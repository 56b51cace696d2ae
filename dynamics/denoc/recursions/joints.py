"""What every arm is made of, wherever the twists of its links are taken: joints, and two ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from denoc.algebra.algebra import NULL, NULL_SYM, Vec3
from denoc.algebra.scalars import ONE, ZERO, Scalar, cos, exact_cos_sin, lift, sin
from denoc.algebra.screws import RigidBody, Screws
from denoc.algebra.spatial import Sym6, Vec6
from denoc.arm.friction import Friction
from denoc.arm.robot_arrays import RobotArrays

E_Z = Vec3(ZERO, ZERO, ONE)


class Joint(NamedTuple):
    """One row of the modified table, with z on the joint axis, and what the joint takes from its torque: the numbers
    of its `Friction`, and its rotor."""

    revolute: bool
    a: Scalar
    b: Scalar
    cos_alpha: Scalar
    sin_alpha: Scalar
    theta: Scalar
    cos_theta: Scalar  # of the table's theta: all there is to know for a prismatic joint
    sin_theta: Scalar
    viscous: Scalar
    coulomb: Scalar
    extra: Scalar
    viscous_skew: Scalar
    coulomb_skew: Scalar
    extra_skew: Scalar
    sharpness: Scalar
    armature: Scalar

    def screws(self, q: Scalar) -> Screws:
        """Rot_x(alpha) Tr_x(a) Rot_z(theta) Tr_z(b): where the frame stands at the joint coordinate q."""
        if self.revolute:
            theta = self.theta + q
            return Screws(self.a, self.cos_alpha, self.sin_alpha, cos(theta), sin(theta), self.b)
        return Screws(self.a, self.cos_alpha, self.sin_alpha, self.cos_theta, self.sin_theta, self.b + q)

    @property
    def axis(self) -> Vec6:
        """The unit twist of the joint at the link's origin."""
        return Vec6(E_Z, NULL) if self.revolute else Vec6(NULL, E_Z)

    def friction(self, qd: Scalar) -> Scalar:
        """What friction takes from the joint torque."""
        return self._law(qd)

    def friction_slope(self, qd: Scalar) -> Scalar:
        """How that changes with the rate."""
        return self._law.slope(qd)

    @property
    def _law(self) -> Friction:
        return Friction(*(getattr(self, name) for name in Friction._fields))

    def general(self) -> Joint:
        """As papers count one: without friction, rotor and the constant part of the joint variable."""
        nothing: dict[str, Any] = dict.fromkeys(Friction._fields, ZERO)
        bare = self._replace(**nothing, armature=ZERO)
        return bare._replace(theta=ZERO) if self.revolute else bare._replace(b=ZERO)


class Frame(NamedTuple):
    """Axes (as columns) and origin of a frame."""

    x: Vec3
    y: Vec3
    z: Vec3
    origin: Vec3

    @classmethod
    def of(cls, transform: np.ndarray) -> Frame:
        """Of a 4x4 matrix, zeros and ones visible."""
        return cls(*(vector(column, lift) for column in transform[:3].T))

    @property
    def rows(self) -> tuple[tuple[Scalar, ...], ...]:
        """The 4x4 matrix."""
        return (*zip(*self, strict=True), (ZERO, ZERO, ZERO, ONE))

    def along_x(self, a: Scalar, cos: Scalar, sin: Scalar) -> Frame:
        """After a screw along x: advanced by a, turned by an angle of this cosine and sine."""
        x, y, z, origin = self
        return Frame(x, y * cos + z * sin, z * cos - y * sin, origin + x * a)

    def along_z(self, b: Scalar, cos: Scalar, sin: Scalar) -> Frame:
        """After a screw along z."""
        x, y, z, origin = self
        return Frame(x * cos + y * sin, y * cos - x * sin, z, origin + z * b)

    def after(self, screws: Screws) -> Frame:
        """After the two screws of a row of the table."""
        turned = self.along_x(screws.a, screws.cos_alpha, screws.sin_alpha)
        return turned.along_z(screws.b, screws.cos_theta, screws.sin_theta)

    def turn(self, v: Vec3) -> Vec3:
        """A vector of this frame in the axes that the frame itself is given in."""
        return self.x * v.x + self.y * v.y + self.z * v.z

    def before(self, other: Frame) -> Frame:
        """Where a frame given in this one stands."""
        x, y, z, origin = map(self.turn, other)
        return Frame(x, y, z, self.origin + origin)


BASE_FRAME = Frame(Vec3(ONE, ZERO, ZERO), Vec3(ZERO, ONE, ZERO), Vec3(ZERO, ZERO, ONE), NULL)


class Ends(NamedTuple):
    """What meets the arm at its two ends, in the axes of the first frame and of the last link."""

    gravity: Vec3
    tip: Vec3  # from the origin of the last link
    point: Vec3  # where the last link's twist is taken, from its origin
    no_body: RigidBody | Sym6  # what stands outboard of the last link when bodies are composed
    wrench: Vec6 | tuple[()] = ()  # on the last link at the tip, in base axes
    base: Frame = BASE_FRAME  # of the recursion's first link, in the world
    first: Frame = BASE_FRAME  # of the robot's own table, in the world
    tool: Frame = BASE_FRAME  # the tip's frame in the last link's

    @property
    def t_dot(self) -> Vec6:
        """The base accelerates against gravity: Saha 1999, (32)."""
        return Vec6(NULL, -self.gravity)


NO_BODY = RigidBody(ZERO, NULL, NULL_SYM)


class Arm(NamedTuple):
    """Links from the base to the tip: all `ChainLink`, all `bodies.Link` or all `TableLink`."""

    links: tuple[Any, ...]
    ends: Ends

    @property
    def n(self) -> int:
        return len(self.links)

    def with_wrench(self, wrench: Vec6 | tuple[()]) -> Arm:
        """The same arm with a wrench on the last link at the tip, in base axes."""
        return self._replace(ends=self.ends._replace(wrench=wrench))


def joints(arrays: RobotArrays, number: Callable[[float], Scalar]) -> list[Joint]:
    """The joints of an arm, with `number(value)` for each of their numbers."""
    rows = np.column_stack(joint_columns(arrays)[1:]).tolist()
    return [Joint(revolute, *map(number, row)) for revolute, row in zip(arrays.revolute.tolist(), rows, strict=True)]


def joint_columns(arrays: RobotArrays) -> Joint:
    """All joints of an arm as one, with an array (n,) in the place of each number."""
    turned = np.array([exact_cos_sin(theta) for theta in arrays.theta.tolist()])
    placed = (arrays.a, arrays.b, arrays.cos_alpha, arrays.sin_alpha, arrays.theta, turned[:, 0], turned[:, 1])
    return Joint(arrays.revolute, *placed, *arrays.friction, arrays.armature)  # type: ignore[arg-type]


def vector(values: np.ndarray, number: Callable[[float], Scalar]) -> Vec3:
    return Vec3(*map(number, values.tolist()))
