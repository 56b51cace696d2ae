"""Frames, Jacobian and its rate, tip twist and acceleration. World axes throughout."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from denoc.arm.batch import check_states
from denoc.arm.conventions import as_matrix
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.functions.evaluation import evaluate_states
from denoc.kernels.dispatch import BEST, SHARED, Kernels

RANK = 1e-9  # of the largest singular value: less is rounding


def link_frames(robot: Robot, q: np.ndarray, *, kernels: Kernels) -> np.ndarray:
    """World frames with z on each joint, (..., n, 4, 4), whatever the table's convention."""
    rows, _ = evaluate_states(robot, "frames", [q], kernels=kernels)
    local = rows.reshape(*q.shape, 4, 4)
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
    (array,) = check_states(robot, q=q)
    joints, arrays = link_frames(robot, array, kernels=kernels), pack(robot)
    frames = np.empty((*joints.shape[:-3], robot.n + 1, 4, 4))
    frames[..., 0, :, :] = as_matrix(robot.base)
    frames[..., 1:, :, :] = joints
    if robot.convention == "standard" and robot.n > 1:
        frames[..., 1:-1, :, :] = frames[..., 1:-1, :, :] @ _twists(robot)
    frames[..., robot.n, :, :] = frames[..., robot.n, :, :] @ arrays.tool
    return frames


def tip_frames(robot: Robot, q: object, *, kernels: Kernels) -> np.ndarray:
    """The last of the frames of `forward_kinematics`, (4, 4), without the others."""
    (array,) = check_states(robot, q=q)
    return link_frames(robot, array, kernels=kernels)[..., -1, :, :] @ pack(robot).tool


@PerRobot
def _twists(robot: Robot) -> np.ndarray:
    """From each joint's frame to the link's frame of the standard table, (n-1, 4, 4); made once per robot."""
    arrays = pack(robot)  # the same twists, each in the row of the joint after it
    twists = np.tile(np.eye(4), (robot.n - 1, 1, 1))
    twists[:, 0, 3] = arrays.a[1:]
    twists[:, 1, 1] = twists[:, 2, 2] = arrays.cos_alpha[1:]
    twists[:, 2, 1] = arrays.sin_alpha[1:]
    twists[:, 1, 2] = -arrays.sin_alpha[1:]
    return twists


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
    (array,) = check_states(robot, q=q)
    axes, arms = _axes_and_arms(robot, array, kernels)
    return _columns(robot, axes, np.cross(axes, arms))


def jacobian_rate(robot: Robot, q: object, qd: object, *, kernels: Kernels = BEST) -> np.ndarray:
    """dJ/dt, (6, n) or (k, 6, n), while the arm moves: the tip's acceleration is J qdd + dJ/dt qd.

    q (rad, m) and qd (per s) are (n,) or (k, n); rows and axes are those of `jacobian`, entries per s. DynamicsError
    for a wrong shape.
    """
    q_array, qd_array = check_states(robot, q=q, qd=qd)
    axes, arms = _axes_and_arms(robot, q_array, kernels)
    omega_before, origin_velocity, tip_velocity = _velocities(robot, axes, arms, qd_array)
    axes_rate = np.cross(omega_before, axes)
    arms_rate = tip_velocity[..., None, :] - origin_velocity
    linear = np.cross(axes_rate, arms) + np.cross(axes, arms_rate)
    return _columns(robot, axes_rate, linear)


def tip_twist(robot: Robot, q: object, qd: object, *, kernels: Kernels = BEST) -> np.ndarray:
    """The tip's twist (omega, v), (6,) or (k, 6), in rad/s and m/s: world axes, at the tip frame's origin.

    q (rad, m) and qd (per s) are (n,) or (k, n). DynamicsError for a wrong shape.

    >>> dn.tip_twist(dn.rod_chain(2).robot, [0.0, 0.0], [1.0, 0.0]).round(6).tolist()
    [0.0, 0.0, 1.0, 0.0, 1.0, 0.0]
    """
    q_array, qd_array = check_states(robot, q=q, qd=qd)
    return np.einsum("...ij,...j->...i", jacobian(robot, q_array, kernels=kernels), qd_array)


def tip_acceleration(robot: Robot, q: object, qd: object, qdd: object, *, kernels: Kernels = BEST) -> np.ndarray:
    """The tip's angular and linear acceleration, (6,) or (k, 6), in rad/s^2 and m/s^2: world axes, at its origin.

    q (rad, m), qd and qdd (per s, s^2) are (n,) or (k, n). The rate of `tip_twist`. DynamicsError for a wrong shape.

    A rod of 1 m that turns at 2 rad/s: the centripetal acceleration w^2 l points to the hinge.

    >>> dn.tip_acceleration(dn.rod_chain(1).robot, [0.0], [2.0], [0.0]).round(6).tolist()
    [0.0, 0.0, 0.0, -4.0, 0.0, 0.0]
    """
    q_array, qd_array, qdd_array = check_states(robot, q=q, qd=qd, qdd=qdd)
    rate = jacobian_rate(robot, q_array, qd_array, kernels=kernels)
    return np.einsum("...ij,...j->...i", jacobian(robot, q_array, kernels=kernels), qdd_array) + np.einsum(
        "...ij,...j->...i", rate, qd_array
    )


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


def _axes_and_arms(robot: Robot, q: np.ndarray, kernels: Kernels) -> tuple[np.ndarray, np.ndarray]:
    """Joint axes and vectors from the joint origins to the tip, each (..., n, 3)."""
    frames = link_frames(robot, q, kernels=kernels)
    tip = (frames[..., -1, :, :] @ pack(robot).tool)[..., :3, 3]
    return frames[..., :3, 2], tip[..., None, :] - frames[..., :3, 3]


def _columns(robot: Robot, axes: np.ndarray, moments: np.ndarray) -> np.ndarray:
    """(6, n) of a revolute joint's axis and moment, or a prismatic one's zero and axis."""
    revolute = pack(robot).revolute[:, None]
    angular = np.where(revolute, axes, 0.0)
    return np.swapaxes(np.concatenate([angular, np.where(revolute, moments, axes)], axis=-1), -1, -2)


def _velocities(
    robot: Robot, axes: np.ndarray, arms: np.ndarray, qd: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Angular velocity before each joint, velocity of each joint origin, velocity of the tip."""
    revolute = pack(robot).revolute[:, None]
    spin = np.where(revolute, axes, 0.0) * qd[..., None]
    slide = np.where(revolute, 0.0, axes) * qd[..., None]
    omega = np.cumsum(spin, axis=-2)
    omega_before = omega - spin
    origin_velocity = np.zeros_like(axes)
    velocity = slide[..., 0, :]
    origin_velocity[..., 0, :] = velocity
    steps = arms[..., :-1, :] - arms[..., 1:, :]  # from each joint origin to the next
    for i in range(1, robot.n):
        velocity = velocity + np.cross(omega[..., i - 1, :], steps[..., i - 1, :]) + slide[..., i, :]
        origin_velocity[..., i, :] = velocity
    tip_velocity = velocity + np.cross(omega[..., -1, :], arms[..., -1, :])
    return omega_before, origin_velocity, tip_velocity
