"""The arm without its masses: its joints, and where the frames of the robot's own table stand on its links."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.algebra.algebra import NULL
from denoc.algebra.scalars import ONE, ZERO, Scalar, exact_cos_sin, lift
from denoc.algebra.screws import RigidBody, Screws
from denoc.algebra.spatial import Vec6
from denoc.arm.conventions import as_matrix
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.recursions.joints import NO_BODY, Arm, Ends, Frame, Joint, joint_columns, joints, vector


class TableLink(NamedTuple):
    """A joint, and the screw along x from the frame with z on it to the link's frame of the robot's own table: none
    where the table is a modified one, a and alpha of the row where it is a standard one."""

    joint: Joint
    a: Scalar
    cos_alpha: Scalar
    sin_alpha: Scalar

    def B(self, q: Scalar) -> Screws:
        """B_{i,i-1} between the joints' origins."""
        return self.joint.screws(q)

    @property
    def p(self) -> Vec6:
        """p_i at the joint's origin."""
        return self.joint.axis

    @property
    def M(self) -> RigidBody:
        """No mass."""
        return NO_BODY

    @property
    def own(self) -> Screws:
        """From the joint's origin to the origin of the link's frame in the table."""
        return Screws(self.a, self.cos_alpha, self.sin_alpha, ONE, ZERO, ZERO)

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """All scalars, in the order of `leaves`."""
        return (*self.joint, self.a, self.cos_alpha, self.sin_alpha)


@PerRobot
def table(robot: Robot) -> Arm:
    """The robot's numbers, zeros and ones visible; made once per robot."""
    screws = zip(joints(pack(robot), lift), own_screws(robot).tolist(), strict=True)
    return Arm(tuple(TableLink(joint, *map(lift, own)) for joint, own in screws), table_ends(robot))


def table_columns(robot: Robot) -> TableLink:
    """All links as one, with an array (n,) in the place of each number."""
    return TableLink(joint_columns(pack(robot)), *own_screws(robot).T)


def own_screws(robot: Robot) -> np.ndarray:
    """a, cos(alpha) and sin(alpha) from each joint's frame to the link's own, (n, 3)."""
    if robot.convention == "modified":
        return np.tile([0.0, 1.0, 0.0], (robot.n, 1))
    return np.array([(link.a, *exact_cos_sin(link.alpha)) for link in robot.links])


def table_ends(robot: Robot) -> Ends:
    """Of links with their twists at the joints' origins."""
    arrays = pack(robot)
    frames = (arrays.base, as_matrix(robot.base), arrays.tool)
    gravity, tip = vector(arrays.gravity, lift), vector(arrays.tool[:3, 3], lift)
    return Ends(gravity, tip, NULL, NO_BODY, (), *map(Frame.of, frames))
