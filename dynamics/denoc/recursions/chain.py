"""The arm as the papers see it: every link's twist is taken at its mass centre (Saha 1999, sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from denoc.algebra.algebra import NULL, Sym3, Vec3
from denoc.algebra.centres import CentredBody, CentreShift
from denoc.algebra.scalars import ZERO, Scalar, lift
from denoc.algebra.screws import RigidBody
from denoc.algebra.spatial import NULL66, Vec6
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.recursions.joints import E_Z, Arm, Joint, joint_columns, joints, vector
from denoc.recursions.table import table_ends


class ChainLink(NamedTuple):
    """One link in its own axes: z on the joint axis, origin travelling with the link."""

    joint: Joint
    mass: Scalar
    com: Vec3
    inertia: Sym3  # about the mass centre
    parent_com: Vec3  # mass centre of the link before it, in that link's axes

    def B(self, q: Scalar) -> CentreShift:
        """B_{i,i-1}, (13)."""
        screws = self.joint.screws(q)
        return CentreShift(screws, screws.rotation.to_child(screws.origin - self.parent_com) + self.com)

    @property
    def p(self) -> Vec6:
        """p_i: (13), e x d with e = (0, 0, 1), or (15)."""
        return Vec6(E_Z, Vec3(-self.com.y, self.com.x, ZERO)) if self.joint.revolute else Vec6(NULL, E_Z)

    @property
    def M(self) -> CentredBody:
        """M_i, (2)."""
        return CentredBody(self.inertia, self.mass)

    @property
    def body(self) -> RigidBody:
        """The link about its joint's origin."""
        return RigidBody.about_origin(self.mass, self.com, self.inertia)

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """All scalars, in the order of `leaves`, which takes ten times as long to find them."""
        return (*self.joint, self.mass, *self.com, *self.inertia, *self.parent_com)


@PerRobot
def chain(robot: Robot) -> Arm:
    """The chain of `robot` over floats, zeros and ones visible; made once per robot."""
    return _build(robot, lift)


def general_chain(robot: Robot, number: Callable[[float], Scalar]) -> Arm:
    """A chain with this robot's joints and `number(value)` for each of its numbers, as papers count one:
    without friction, rotors and the constant part of the joint variable."""
    built = _build(robot, number)
    return built._replace(links=tuple(link._replace(joint=link.joint.general()) for link in built.links))


def chain_columns(robot: Robot) -> ChainLink:
    """All links of the chain as one, with an array (n,) in the place of each number."""
    arrays = pack(robot)
    com = Vec3(*arrays.com.T)
    parent_com = Vec3(*np.vstack([np.zeros(3), arrays.com[:-1]]).T)
    return ChainLink(joint_columns(arrays), arrays.mass, com, Sym3(*arrays.inertia.T), parent_com)


def _build(robot: Robot, number: Callable[[float], Scalar]) -> Arm:
    arrays = pack(robot)
    coms = [vector(com, number) for com in arrays.com]
    rows = zip(
        joints(arrays, number),
        map(number, arrays.mass.tolist()),
        coms,
        (Sym3(*map(number, inertia)) for inertia in arrays.inertia.tolist()),
        [NULL, *coms[:-1]],
        strict=True,
    )
    ends = table_ends(robot)._replace(
        gravity=vector(arrays.gravity, number),
        tip=vector(arrays.tool[:3, 3], number),
        point=coms[-1],
        no_body=NULL66,
    )
    return Arm(tuple(ChainLink(*row) for row in rows), ends)
