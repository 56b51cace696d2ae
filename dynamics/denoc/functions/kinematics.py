"""Frames, Jacobian and its rate, tip twist and acceleration. World axes throughout."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from denoc.arm.batch import check_states
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.functions.evaluation import evaluate_given, evaluate_states
from denoc.kernels.dispatch import BEST, SHARED, Kernels

RANK = 1e-9  # of the largest singular value: less is rounding


def link_frames(robot: Robot, q: np.ndarray, *, kernels: Kernels) -> np.ndarray:
    """World frames with z on each joint, (..., n, 4, 4), whatever the table's convention."""
    local, _ = evaluate_states(robot, "frames", [q], kernels=kernels)
    return local if _at_origin(robot) else pack(robot).base @ local


@PerRobot
def _at_origin(robot: Robot) -> bool:
    """Whether the first frame is the world's; found out once per robot."""
    return np.array_equal(pack(robot).base, np.eye(4))


def forward_kinematics(robot: Robot, q: object, *, kernels: Kernels = BEST) -> np.ndarray:
    """Frames of the arm, (n+1, 4, 4) or (k, n+1, 4, 4): the first frame, each link's frame, the last one at the tip.

    q (rad, m) is (n,) or (k, n). Each frame is a transform into world axes: columns x, y, z and the origin (m). The
    links' frames are those of the table's convention; the last one has the tool in it. DynamicsError for a wrong shape.

    >>> tip = dn.forward_kinematics(dn.rod_chain(2).robot, [0.0, np.pi / 2])[-1]
    >>> tip[:3, 3].round(6).tolist()
    [0.5, 0.5, 0.0]
    """
    return evaluate_given(robot, "table frames", kernels, q)


def tip_frames(robot: Robot, q: object, *, kernels: Kernels) -> np.ndarray:
    """The last of the frames of `forward_kinematics`, (4, 4), without the others."""
    (array,) = check_states(robot, q=q)
    return link_frames(robot, array, kernels=kernels)[..., -1, :, :] @ pack(robot).tool


def skeleton(robot: Robot, q: np.ndarray) -> np.ndarray:
    """Corners of the arm from base to tip, along the b and a segments of the table, (m, 3)."""
    frames = link_frames(robot, q, kernels=SHARED)
    arrays = pack(robot)
    b = arrays.b + np.where(arrays.revolute, 0.0, q)
    points = [arrays.base[:3, 3]]
    for frame, offset in zip(frames, b, strict=True):
        points += [frame[:3, 3] - offset * frame[:3, 2], frame[:3, 3]]
    points.append((frames[-1] @ arrays.tool)[:3, 3])
    return np.array(points)


def jacobian(robot: Robot, q: object, *, kernels: Kernels = BEST) -> np.ndarray:
    """J(q), (6, n) or (k, 6, n): the tip's twist is J qd, three rows of omega over three rows of v.

    q (rad, m) is (n,) or (k, n). World axes; v is the velocity of the tip frame's origin. Columns of revolute joints
    are in 1 and m, of prismatic ones in 0 and 1. J^T takes a wrench (moment, force) at the tip to joint torques.
    DynamicsError for a wrong shape.

    >>> dn.jacobian(dn.rod_chain(2).robot, [0.0, 0.0])[[2, 4]].round(6).tolist()  # omega z, v y
    [[1.0, 1.0], [1.0, 0.5]]
    """
    return evaluate_given(robot, "jacobian", kernels, q)


def jacobian_rate(robot: Robot, q: object, qd: object, *, kernels: Kernels = BEST) -> np.ndarray:
    """dJ/dt, (6, n) or (k, 6, n), while the arm moves: the tip's acceleration is J qdd + dJ/dt qd.

    q (rad, m) and qd (per s) are (n,) or (k, n); rows and axes are those of `jacobian`, entries per s. DynamicsError
    for a wrong shape.

    >>> dn.jacobian_rate(dn.rod_chain(2).robot, [0.0, 0.0], [1.0, 0.0])[3].round(6).tolist()  # v x
    [-1.0, -0.5]
    """
    return evaluate_given(robot, "jacobian rate", kernels, q, qd)


def tip_twist(robot: Robot, q: object, qd: object, *, kernels: Kernels = BEST) -> np.ndarray:
    """The tip's twist (omega, v), (6,) or (k, 6), in rad/s and m/s: world axes, at the tip frame's origin.

    q (rad, m) and qd (per s) are (n,) or (k, n). DynamicsError for a wrong shape.

    >>> dn.tip_twist(dn.rod_chain(2).robot, [0.0, 0.0], [1.0, 0.0]).round(6).tolist()
    [0.0, 0.0, 1.0, 0.0, 1.0, 0.0]
    """
    return evaluate_given(robot, "tip twist", kernels, q, qd)


def tip_acceleration(robot: Robot, q: object, qd: object, qdd: object, *, kernels: Kernels = BEST) -> np.ndarray:
    """The tip's angular and linear acceleration, (6,) or (k, 6), in rad/s^2 and m/s^2: world axes, at its origin.

    q (rad, m), qd and qdd (per s, s^2) are (n,) or (k, n). The rate of `tip_twist`. DynamicsError for a wrong shape.

    A rod of 1 m that turns at 2 rad/s: the centripetal acceleration w^2 l points to the hinge.

    >>> dn.tip_acceleration(dn.rod_chain(1).robot, [0.0], [2.0], [0.0]).round(6).tolist()
    [0.0, 0.0, 0.0, -4.0, 0.0, 0.0]
    """
    return evaluate_given(robot, "tip acceleration", kernels, q, qd, qdd)


def manipulability(robot: Robot, q: object, *, kernels: Kernels = BEST) -> Any:
    """Yoshikawa's measure of how well the tip can be moved: a float of one state, (k,) of a batch; 0 where singular.

    q (rad, m) is (n,) or (k, n). It is the product of the singular values of the tip's velocity, the rows v of
    `jacobian`: the volume of the ellipsoid of velocities that joint rates of size 1 give, but for a constant. Of an arm
    whose tip can only move in a plane or along a line, two or one of them: m^3, m^2 or m, with 1 instead of m for what
    only slides give. DynamicsError for a wrong shape.

    Of two rods in a plane it is l1 l2 |sin q2|:

    >>> dn.manipulability(dn.rod_chain(2).robot, [[0.3, np.pi / 6], [0.3, 0.0]]).round(6).tolist()
    [0.125, 0.0]
    """
    rows = jacobian(robot, q, kernels=kernels)[..., 3:, :]
    # The rank is no larger than r, so that the product of r eigenvalues of J J^T is the sum of its r-rowed principal
    # minors: squares of volumes, and by Gram and Schmidt these lose no digits near a singularity.
    volumes = [_volume([rows[..., i, :] for i in chosen]) for chosen in combinations(range(3), freedoms(robot))]
    found = np.sqrt(sum(volume**2 for volume in volumes))
    return float(found) if found.ndim == 0 else found


def _volume(rows: list[np.ndarray]) -> np.ndarray:
    """Of the bodies that rows (..., n) span, (...)."""
    volume, sides = np.ones(rows[0].shape[:-1]), list[np.ndarray]()
    for row in rows:
        for side in sides:
            row = row - (row * side).sum(axis=-1, keepdims=True) * side
        length = np.sqrt((row * row).sum(axis=-1, keepdims=True))
        sides.append(row / np.where(length == 0, 1.0, length))
        volume = volume * length[..., 0]
    return volume


@PerRobot
def freedoms(robot: Robot) -> int:
    """In how many directions at once the tip can move in some pose, 1 to 3: the rank that nearly all poses have."""
    poses = np.random.default_rng(0).uniform(-np.pi, np.pi, (8, robot.n))
    sizes = np.linalg.svd(jacobian(robot, poses, kernels=SHARED)[:, 3:], compute_uv=False)
    return max(int((sizes > RANK * sizes.max()).sum(axis=-1).max()), 1)
