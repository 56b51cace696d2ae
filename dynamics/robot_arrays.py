"""pack(robot): the robot's numbers as read-only arrays, in the one form that every recursion uses.

That form is the modified table: link i's frame has its z axis on joint i and travels with the
link, so the joint axis is always (0, 0, 1) and both conventions run through the same recursion.
The payload is merged into the last link.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from dynamics.conventions import as_matrix, to_convention
from dynamics.rigid_body import Body
from dynamics.robot import Robot
from dynamics.scalars import exact_cos_sin


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
    viscous: np.ndarray
    coulomb: np.ndarray
    armature: np.ndarray  # gear_ratio**2 * rotor_inertia
    gravity: np.ndarray  # (3,), in the axes of `base`
    base: np.ndarray  # (4, 4), world to the first frame
    tool: np.ndarray  # (4, 4), last link's frame to the tip

    @property
    def n(self) -> int:
        return len(self.a)

    def friction(self, qd: np.ndarray) -> np.ndarray:
        """What friction takes from the joint torques, (..., n)."""
        return self.viscous * qd + self.coulomb * np.sign(qd)


def pack(robot: Robot) -> RobotArrays:
    """The arrays of `robot`; made once per robot."""
    cached = robot._cache.get("arrays")
    if cached is None:
        cached = robot._cache["arrays"] = _pack(robot)
    return cached


def _pack(robot: Robot) -> RobotArrays:
    modified = to_convention(robot, "modified")
    links = modified.links
    tool = as_matrix(modified.tool)
    base = as_matrix(modified.base)
    body = [(link.mass, link.com, link.inertia) for link in links]
    if robot.payload is not None:
        body[-1] = Body.of(links[-1]).joined(Body.of(robot.payload).moved(tool)).entries
    alpha = np.array([exact_cos_sin(link.alpha) for link in links])
    arrays = RobotArrays(
        revolute=np.array([link.revolute for link in links]),
        a=np.array([link.a for link in links]),
        b=np.array([link.b for link in links]),
        cos_alpha=alpha[:, 0].copy(),
        sin_alpha=alpha[:, 1].copy(),
        theta=np.array([link.theta for link in links]),
        mass=np.array([mass for mass, _, _ in body]),
        com=np.array([com for _, com, _ in body]),
        inertia=np.array([inertia for _, _, inertia in body]),
        viscous=np.array([link.viscous for link in links]),
        coulomb=np.array([link.coulomb for link in links]),
        armature=np.array([link.armature for link in links]),
        gravity=base[:3, :3].T @ np.array(robot.gravity),
        base=base,
        tool=tool,
    )
    for item in fields(arrays):
        getattr(arrays, item.name).setflags(write=False)
    return arrays
