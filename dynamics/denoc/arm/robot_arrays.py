"""pack(robot): the robot's numbers as read-only arrays, in the one form that every recursion uses.

That form is the modified table: link i's frame has its z axis on joint i and travels with the
link, so the joint axis is always (0, 0, 1) and both conventions run through the same recursion.
The payload is merged into the last link.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from denoc.algebra.scalars import exact_cos_sin
from denoc.arm.conventions import as_matrix, modified_ends
from denoc.arm.friction import Friction
from denoc.arm.per_robot import PerRobot
from denoc.arm.rigid_body import Body
from denoc.arm.robot import Robot, inertia_matrix


@dataclass(frozen=True)
class RobotArrays:
    """n links; lengths in m, masses in kg, everything in link axes unless said otherwise."""

    revolute: np.ndarray  # (n,) bool
    a: np.ndarray  # (n,)
    b: np.ndarray  # (n,) Craig's d
    cos_alpha: np.ndarray
    sin_alpha: np.ndarray
    theta: np.ndarray
    mass: np.ndarray
    com: np.ndarray  # (n, 3)
    inertia: np.ndarray  # (n, 6): xx yy zz xy yz xz, about the mass centre
    friction: Friction  # of arrays; `friction(qd)` is what it takes from the joint torques, (..., n)
    breakaway: np.ndarray  # (2, n): largest friction at rest against positive and against negative torques
    armature: np.ndarray  # gear_ratio**2 * rotor_inertia
    gravity: np.ndarray  # (3,), in the axes of `base`
    base: np.ndarray  # (4, 4), world to the first frame
    tool: np.ndarray  # (4, 4), last link's frame to the tip

    @property
    def n(self) -> int:
        return len(self.a)

    @property
    def dry(self) -> np.ndarray:
        """(n,) bool: the joints that stick."""
        return self.breakaway.max(axis=0) > 0


@PerRobot
def pack(robot: Robot) -> RobotArrays:
    """The arrays of `robot`; made once per robot."""
    links = robot.links
    a, b, theta, mass, armature = np.array([(x.a, x.b, x.theta, x.mass, x.armature) for x in links]).T.copy()
    viscous, coulomb, breakaway = np.array([link.both_ways for link in links]).transpose(1, 2, 0).copy()
    alpha = np.array([exact_cos_sin(link.alpha) for link in links])
    com, inertia = np.array([link.com for link in links]), np.array([link.inertia for link in links])
    base, tool = robot.base, robot.tool
    if robot.convention == "standard":
        com, inertia = _twisted(a, alpha, com, inertia)
        base, first, tool, _ = modified_ends(robot)
        a, alpha = np.r_[first[0], a[:-1]], np.vstack([exact_cos_sin(first[1]), alpha[:-1]])
    if robot.payload is not None:
        last = Body(mass[-1], com[-1], inertia_matrix(inertia[-1]))
        mass[-1], com[-1], inertia[-1] = last.joined(Body.of(robot.payload).moved(as_matrix(tool))).entries
    arrays = RobotArrays(
        revolute=np.array([link.revolute for link in links]),
        a=a,
        b=b,
        cos_alpha=alpha[:, 0].copy(),
        sin_alpha=alpha[:, 1].copy(),
        theta=theta,
        mass=mass,
        com=com,
        inertia=inertia,
        friction=Friction.of(viscous, coulomb, breakaway, np.array([link.stribeck_speed for link in links])),
        breakaway=breakaway,
        armature=armature,
        gravity=as_matrix(base)[:3, :3].T @ np.array(robot.gravity),
        base=as_matrix(base),
        tool=as_matrix(tool),
    )
    for item in fields(arrays):
        value = getattr(arrays, item.name)
        for array in value if isinstance(value, Friction) else (value,):
            array.setflags(write=False)
    return arrays


def _twisted(a: np.ndarray, alpha: np.ndarray, com: np.ndarray, inertia: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mass centres and inertias of all links seen from before their twists Tr_x(a) Rot_x(alpha): all at once, since
    the moving of bodies one by one takes a long arm a tenth of a second."""
    c, s = alpha.T
    x, y, z = com.T
    xx, yy, zz, xy, yz, xz = inertia.T
    both, across = 2 * c * s * yz, (yy - zz) * c * s + yz * (c * c - s * s)
    moments = xx, c * c * yy - both + s * s * zz, s * s * yy + both + c * c * zz
    products = c * xy - s * xz, across, s * xy + c * xz
    return np.column_stack([x + a, c * y - s * z, s * y + c * z]), np.column_stack([*moments, *products])
