"""Which energy it takes to turn a joint over, at the least: below it no motion can.

In each revolute joint's angle alone the potential energy is a + b cos q + c sin q, whose least value has a closed form;
over a second joint it is sought on a grid, less what it can change between the grid's points.
"""

from __future__ import annotations

import math

import numpy as np

from denoc.arm.robot import Robot
from denoc.functions.api import potential_energy
from denoc.kernels.dispatch import SHARED

THIRDS = 2 * math.pi * np.arange(3) / 3
GRID = 4096  # angles of a joint
MOST_JOINTS = 3


def least_energy(robot: Robot, joint: int, angle: float) -> float:
    """A bound (J) that the potential energy of no pose with this joint, from 0, at this angle (rad) is below.

    Exact for one and two joints; -inf, which bounds nothing, for more than three and where one slides.
    """
    if robot.n > MOST_JOINTS or any(not link.revolute for link in robot.links):
        return -math.inf
    others = [each for each in range(robot.n) if each != joint]
    if len(others) < 2:
        return float(_least_over(robot, others, np.full((1, robot.n), angle))[0])
    poses = np.full((GRID, robot.n), angle)
    poses[:, others[0]] = 2 * math.pi * np.arange(GRID) / GRID
    lowest = _least_over(robot, others[1:], poses)
    return float(lowest.min()) - steepest(robot) * math.pi / GRID


def steepest(robot: Robot) -> float:
    """A bound (N m) of the torque that gravity has about any joint of an arm of revolute joints."""
    g, reach, most = float(np.linalg.norm(robot.gravity)), 0.0, 0.0
    for link in robot.links:
        reach += math.hypot(link.a, link.b)
        most += link.mass * (reach + math.hypot(*link.com))
    if robot.payload is not None:
        tool = 0.0 if robot.tool is None else math.hypot(*(row[3] for row in robot.tool[:3]))
        most += robot.payload.mass * (reach + tool + math.hypot(*robot.payload.com))
    return g * most


def _least_over(robot: Robot, joints: list[int], poses: np.ndarray) -> np.ndarray:
    """The least potential energy (k,) over at most one joint's angle, the others as in the poses (k, n)."""
    if not joints:
        return potential_energy(robot, poses, kernels=SHARED)
    three = np.repeat(poses[None], 3, axis=0)
    three[:, :, joints[0]] = THIRDS[:, None]
    values = potential_energy(robot, three.reshape(-1, robot.n), kernels=SHARED).reshape(3, -1)
    waves = np.hypot(np.cos(THIRDS) @ values, np.sin(THIRDS) @ values) * 2 / 3
    return values.mean(axis=0) - waves
