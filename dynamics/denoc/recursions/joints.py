"""What every arm is made of, wherever the twists of its links are taken: joints, and two ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from denoc.algebra.algebra import NULL, NULL_SYM, Vec3
from denoc.algebra.scalars import ONE, ZERO, Scalar, cos, exact_cos_sin, sin
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
        return Friction(*(getattr(self, name) for name in Friction._fields))(qd)

    def general(self) -> Joint:
        """As papers count one: without friction, rotor and the constant part of the joint variable."""
        nothing: dict[str, Any] = dict.fromkeys(Friction._fields, ZERO)
        bare = self._replace(**nothing, armature=ZERO)
        return bare._replace(theta=ZERO) if self.revolute else bare._replace(b=ZERO)


class Ends(NamedTuple):
    """What meets the arm at its two ends, in the axes of the first frame and of the last link."""

    gravity: Vec3
    tip: Vec3  # from the origin of the last link
    point: Vec3  # where the last link's twist is taken, from its origin
    no_body: RigidBody | Sym6  # what stands outboard of the last link when bodies are composed
    wrench: Vec6 | tuple[()] = ()  # on the last link at the tip, in base axes

    @property
    def t_dot(self) -> Vec6:
        """The base accelerates against gravity: Saha 1999, (32)."""
        return Vec6(NULL, -self.gravity)


NO_BODY = RigidBody(ZERO, NULL, NULL_SYM)


class Arm(NamedTuple):
    """Links from the base to the tip: all `ChainLink` or all `bodies.Link`."""

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
