"""Numerical inverse kinematics: damped least squares with joint limits and restarts."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from dynamics.batch import check_one_state
from dynamics.errors import DynamicsError
from dynamics.kinematics import forward_kinematics, jacobian
from dynamics.robot import Robot, check_number, check_transform


class InverseKinematicsResult(NamedTuple):
    q: np.ndarray  # (n,)
    converged: bool
    error: float  # what is left: the larger of metres and radians
    iterations: int  # over all restarts


def inverse_kinematics(
    robot: Robot,
    pose: object,
    q0: object,
    *,
    tolerance: float = 1e-10,
    max_iterations: int = 100,
    restarts: int = 20,
) -> InverseKinematicsResult:
    """Joint coordinates that put the tip at `pose`, a 4x4 matrix in world axes.

    Starts at q0, then at up to `restarts` other states within the joint limits, always the same ones; the best
    state found is returned, converged or not.
    """
    target = np.array(check_transform(pose, "pose"))
    start = check_one_state(robot, q0=q0)
    if target.shape != (4, 4):
        raise DynamicsError("a 4x4 matrix is needed", field="pose", value=pose)
    if not np.isfinite(start).all():
        raise DynamicsError("one finite state is needed", field="q0", value=q0)
    for name, number in (("tolerance", tolerance), ("max_iterations", max_iterations), ("restarts", restarts)):
        check_number(number, name, minimum=0)
    rng = np.random.default_rng(0)
    best: tuple[float, np.ndarray] = (math.inf, start)
    iterations = 0
    for attempt in range(restarts + 1):
        guess = start if attempt == 0 else _random_state(robot, rng, start)
        q, error, used = _descend(robot, target, guess, tolerance, max_iterations)
        iterations += used
        if error < best[0]:
            best = (error, q)
        if error <= tolerance:
            break
    return InverseKinematicsResult(best[1], best[0] <= tolerance, best[0], iterations)


def pose_error(actual: np.ndarray, target: np.ndarray) -> np.ndarray:
    """(6,): the rotation vector and the shift that take `actual` to `target`, world axes."""
    return np.concatenate([rotation_vector(target[:3, :3] @ actual[:3, :3].T), target[:3, 3] - actual[:3, 3]])


def rotation_vector(rotation: np.ndarray) -> np.ndarray:
    """Axis times angle, for any angle up to pi."""
    skew = np.array([rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1]])
    sine, cosine = np.linalg.norm(skew) / 2, (np.trace(rotation) - 1) / 2
    angle = math.atan2(sine, cosine)
    if sine > 1e-7:
        return skew * (angle / (2 * sine))
    if cosine > 0:
        return skew / 2
    # A half turn: the axis is the eigenvector of eigenvalue 1, read off the largest column of R + I.
    columns = rotation + np.eye(3)
    axis = columns[:, np.argmax(np.linalg.norm(columns, axis=0))]
    return axis / np.linalg.norm(axis) * angle


def _descend(
    robot: Robot, target: np.ndarray, q: np.ndarray, tolerance: float, max_iterations: int
) -> tuple[np.ndarray, float, int]:
    """Levenberg-Marquardt from q; joints pressed against a limit are taken out of the step."""
    lower = np.array([link.lower for link in robot.links])
    upper = np.array([link.upper for link in robot.links])
    q = np.clip(q, lower, upper)
    error = pose_error(forward_kinematics(robot, q)[-1], target)
    damping = 1e-3
    used = 0
    for used in range(1, max_iterations + 1):
        if np.abs(error).max() <= tolerance:
            return q, float(np.abs(error).max()), used - 1
        j = jacobian(robot, q)
        gradient = j.T @ error
        free = ~(((q <= lower) & (gradient < 0)) | ((q >= upper) & (gradient > 0)))
        while damping < 1e8:
            step = np.zeros(robot.n)
            normal = j[:, free].T @ j[:, free] + damping * np.eye(int(free.sum()))
            step[free] = np.linalg.solve(normal, gradient[free])
            candidate = np.clip(q + step, lower, upper)
            new = pose_error(forward_kinematics(robot, candidate)[-1], target)
            if new @ new < error @ error:
                q, error, damping = candidate, new, max(damping / 10, 1e-15)
                break
            damping *= 5
        else:
            break
    return q, float(np.abs(error).max()), used


def _random_state(robot: Robot, rng: np.random.Generator, around: np.ndarray) -> np.ndarray:
    """A state within the limits; where there are none, within a turn or a metre of `around`."""
    reach = np.array([math.pi if link.revolute else 1.0 for link in robot.links])
    lower = np.array([link.lower for link in robot.links])
    upper = np.array([link.upper for link in robot.links])
    low = np.where(np.isfinite(lower), lower, around - reach)
    high = np.where(np.isfinite(upper), upper, around + reach)
    return rng.uniform(np.minimum(low, high), np.maximum(low, high))
