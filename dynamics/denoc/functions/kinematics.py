"""Frames, Jacobian and its rate, tip twist and acceleration. World axes throughout."""

from __future__ import annotations

import numpy as np

from dynamics.batch import check_states
from dynamics.conventions import as_matrix, twist_transform
from dynamics.evaluation import evaluate_states
from dynamics.robot import Robot
from dynamics.robot_arrays import pack


def link_frames(robot: Robot, q: np.ndarray) -> np.ndarray:
    """World frames with z on each joint, (..., n, 4, 4), whatever the table's convention."""
    rows, _ = evaluate_states(robot, "frames", [q])
    local = rows.reshape(*q.shape, 4, 4)
    return local if _at_origin(robot) else pack(robot).base @ local


def _at_origin(robot: Robot) -> bool:
    """Whether the first frame is the world's; found out once per robot."""
    if "at origin" not in robot._cache:
        robot._cache["at origin"] = np.array_equal(pack(robot).base, np.eye(4))
    return robot._cache["at origin"]


def forward_kinematics(robot: Robot, q: object) -> np.ndarray:
    """(n+1, 4, 4): the first frame, each link's frame in the table's convention, the last with the tool."""
    (array,) = check_states(robot, q=q)
    joints, arrays = link_frames(robot, array), pack(robot)
    frames = np.empty((*joints.shape[:-3], robot.n + 1, 4, 4))
    frames[..., 0, :, :] = as_matrix(robot.base)
    frames[..., 1:, :, :] = joints
    if robot.convention == "standard" and robot.n > 1:
        frames[..., 1:-1, :, :] = frames[..., 1:-1, :, :] @ _twists(robot)
    frames[..., robot.n, :, :] = frames[..., robot.n, :, :] @ arrays.tool
    return frames


def tip_frames(robot: Robot, q: object) -> np.ndarray:
    """The last of the frames of `forward_kinematics`, (4, 4), without the others."""
    (array,) = check_states(robot, q=q)
    return link_frames(robot, array)[..., -1, :, :] @ pack(robot).tool


def _twists(robot: Robot) -> np.ndarray:
    """From each joint's frame to the link's frame of the standard table, (n-1, 4, 4); made once per robot."""
    if "twists" not in robot._cache:
        robot._cache["twists"] = np.array([twist_transform(link.a, link.alpha) for link in robot.links[:-1]])
    return robot._cache["twists"]


def skeleton(robot: Robot, q: np.ndarray) -> np.ndarray:
    """Corners of the arm from base to tip, along the b and a segments of the table, (m, 3)."""
    frames = link_frames(robot, q)
    arrays = pack(robot)
    b = arrays.b + np.where(arrays.revolute, 0.0, q)
    points = [arrays.base[:3, 3]]
    for frame, offset in zip(frames, b, strict=True):
        points += [frame[:3, 3] - offset * frame[:3, 2], frame[:3, 3]]
    points.append((frames[-1] @ arrays.tool)[:3, 3])
    return np.array(points)


def jacobian(robot: Robot, q: object) -> np.ndarray:
    """(6, n), rows omega then v of the tip."""
    (array,) = check_states(robot, q=q)
    axes, arms = _axes_and_arms(robot, array)
    return _columns(robot, axes, np.cross(axes, arms))


def jacobian_rate(robot: Robot, q: object, qd: object) -> np.ndarray:
    """The time derivative of the Jacobian, (6, n)."""
    q_array, qd_array = check_states(robot, q=q, qd=qd)
    axes, arms = _axes_and_arms(robot, q_array)
    omega_before, origin_velocity, tip_velocity = _velocities(robot, axes, arms, qd_array)
    axes_rate = np.cross(omega_before, axes)
    arms_rate = tip_velocity[..., None, :] - origin_velocity
    linear = np.cross(axes_rate, arms) + np.cross(axes, arms_rate)
    return _columns(robot, axes_rate, linear)


def tip_twist(robot: Robot, q: object, qd: object) -> np.ndarray:
    """(omega, v) of the tip, (6,)."""
    q_array, qd_array = check_states(robot, q=q, qd=qd)
    return np.einsum("...ij,...j->...i", jacobian(robot, q_array), qd_array)


def tip_acceleration(robot: Robot, q: object, qd: object, qdd: object) -> np.ndarray:
    """(omega-dot, v-dot) of the tip, (6,)."""
    q_array, qd_array, qdd_array = check_states(robot, q=q, qd=qd, qdd=qdd)
    rate = jacobian_rate(robot, q_array, qd_array)
    return np.einsum("...ij,...j->...i", jacobian(robot, q_array), qdd_array) + np.einsum(
        "...ij,...j->...i", rate, qd_array
    )


def _axes_and_arms(robot: Robot, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Joint axes and vectors from the joint origins to the tip, each (..., n, 3)."""
    frames = link_frames(robot, q)
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
