"""Robotics Toolbox for Python, which takes Denavit-Hartenberg tables like ours."""

from __future__ import annotations

import numpy as np
from roboticstoolbox import DHRobot, PrismaticMDH, RevoluteMDH
from spatialmath import SE3

import denoc
from denoc.arm.robot import inertia_matrix


class Arm:
    def __init__(self, robot: denoc.Robot) -> None:
        modified = denoc.to_convention(robot, "modified")
        base = SE3() if modified.base is None else SE3(np.array(modified.base))
        self.robot = DHRobot([_link(link) for link in modified.links], base=base, gravity=robot.gravity)

    def inverse(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        return self.robot.rne(q, qd, qdd)

    def forward(self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        return self.robot.accel(q, qd, tau)


def _link(link: denoc.Link) -> RevoluteMDH | PrismaticMDH:
    body = {"m": link.mass, "r": link.com, "I": inertia_matrix(link.inertia)}
    if link.revolute:
        return RevoluteMDH(a=link.a, alpha=link.alpha, d=link.b, offset=link.theta, **body)
    return PrismaticMDH(a=link.a, alpha=link.alpha, theta=link.theta, offset=link.b, **body)
