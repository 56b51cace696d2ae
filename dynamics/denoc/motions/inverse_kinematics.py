"""Numerical inverse kinematics: damped least squares with joint limits and restarts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from denoc.arm.batch import check_one_state
from denoc.arm.robot import Robot, check_transform
from denoc.arm.search_ranges import search_ranges
from denoc.basics.checks import check_count, check_number
from denoc.basics.errors import DynamicsError
from denoc.motions.tip_task import WHOLE_POSE, check_weights, is_coupled, linearise

STUCK = 1e8  # of the damping: no step, however small, makes the error smaller
WORTHWHILE = 1e-3  # of the squared error, that a step must take away; at less the descent ends in a dead end
MOST = 10_000  # iterations of a descent, restarts: more take hours
CROWD = 20  # starts that descend at the same time


class InverseKinematicsResult(NamedTuple):
    """What `inverse_kinematics` found: q (n,) in rad and m, whether it `converged`, the `error` (m, rad) left."""

    q: np.ndarray  # (n,)
    converged: bool
    error: float  # what is left in the components that weigh: the larger of metres and radians
    iterations: int  # over all restarts


def inverse_kinematics(
    robot: Robot,
    pose: object,
    q0: object,
    *,
    weights: object = None,
    tolerance: float = 1e-10,
    max_iterations: int = 100,
    restarts: int = 100,
) -> InverseKinematicsResult:
    """Joint coordinates that put the tip at a pose: a result with q (n,) in rad and m, converged, error, iterations.

    `pose` is a 4x4 transform (m) in world axes, `q0` (n,) the start. `weights` weigh the six components of the error:
    rotation about x, y, z, shift along x, y, z, world axes; one of weight 0 is left free, so (0, 0, 0, 1, 1, 1) asks
    for the position only. Damped least squares within the joint limits, from q0 and then from up to `restarts` other
    states, always the same ones, until no weighed component is further off than `tolerance` (rad, m). The best state
    found comes back, converged or not; `error` is what is left in it, the largest of rad and m. DynamicsError for a
    wrong shape or a pose that is not rigid.

    >>> puma = dn.load("puma560").robot
    >>> pose = dn.forward_kinematics(puma, [0, np.pi / 4, -np.pi / 4, 0, np.pi / 4, 0])[-1]
    >>> found = dn.inverse_kinematics(puma, pose, q0=[0.1] * 6)
    >>> found.converged, bool(np.allclose(dn.forward_kinematics(puma, found.q)[-1], pose))
    (True, True)
    """
    start = check_one_state(robot, q0=q0)
    if pose is None:
        raise DynamicsError("a 4x4 matrix is needed", field="pose", value=pose)
    target = np.array(check_transform(pose, "pose"))
    if not np.isfinite(start).all():
        raise DynamicsError("one finite state is needed", field="q0", value=q0)
    tolerance = check_number(tolerance, "tolerance", minimum=0.0)
    most = check_count(max_iterations, "max_iterations", 0, MOST)
    others = check_count(restarts, "restarts", 0, MOST)
    numbers = np.array(check_weights(WHOLE_POSE if weights is None else weights, "weights"))
    return search(robot, target, start, numbers, joint_limits(robot), tolerance, most, others)


def search(
    robot: Robot,
    target: np.ndarray,
    start: np.ndarray,
    weights: np.ndarray,
    limits: np.ndarray,
    tolerance: float = 1e-10,
    max_iterations: int = 100,
    restarts: int = 100,
) -> InverseKinematicsResult:
    """The same for checked arguments and any limits (2, n)."""
    best = _descend(robot, target, start[None], weights, limits, tolerance, max_iterations)
    for others in _random_states(robot, start, limits, restarts):
        if best.converged:
            break
        found = _descend(robot, target, others, weights, limits, tolerance, max_iterations)
        iterations = best.iterations + found.iterations
        best = min(best, found, key=lambda result: result.error)._replace(iterations=iterations)
    return best


def joint_limits(robot: Robot) -> np.ndarray:
    """Lower and upper limits, (2, n)."""
    return np.array([[link.lower for link in robot.links], [link.upper for link in robot.links]])


def _descend(
    robot: Robot,
    target: np.ndarray,
    starts: np.ndarray,
    weights: np.ndarray,
    limits: np.ndarray,
    tolerance: float,
    max_iterations: int,
) -> InverseKinematicsResult:
    """Levenberg-Marquardt from all of the starts (k, n) at once, until the first one is there.

    Joints pressed against a limit are taken out of the step.
    """
    weighs = weights > 0
    q = np.clip(starts, *limits)
    damping, hopeless = np.full(len(q), 1e-3), np.zeros(len(q), dtype=bool)
    coupled = is_coupled(weights)
    error, jacobian, _ = linearise(robot, q, target, coupled=coupled)
    used = 0
    while True:
        left = np.abs(error[:, weighs]).max(axis=1)
        best = int(np.argmin(left))
        if left[best] <= tolerance or used >= max_iterations * len(q) or (hopeless | (damping > STUCK)).all():
            return InverseKinematicsResult(q[best], bool(left[best] <= tolerance), float(left[best]), used)
        candidate = np.clip(q + _step(jacobian, error, weights, damping, q, limits), *limits)
        new_error, new_jacobian, _ = linearise(robot, candidate, target, coupled=coupled)
        size, new_size = ((weights * error) ** 2).sum(axis=1), ((weights * new_error) ** 2).sum(axis=1)
        closer = new_size < size
        q, error = np.where(closer[:, None], candidate, q), np.where(closer[:, None], new_error, error)
        jacobian = np.where(closer[:, None, None], new_jacobian, jacobian)
        damping = np.where(closer, np.maximum(damping / 10, 1e-15), damping * 5)
        hopeless |= closer & (new_size > (1 - WORTHWHILE) * size)
        used += len(q)


def _step(
    jacobian: np.ndarray,
    error: np.ndarray,
    weights: np.ndarray,
    damping: np.ndarray,
    q: np.ndarray,
    limits: np.ndarray,
) -> np.ndarray:
    """Damped least-squares steps (k, n) that end within the limits.

    A joint that would leave its limits goes as far as they let it; the others are then asked for what is left.
    """
    weighted, wanted = jacobian * weights[:, None], weights * error
    gradient = (np.swapaxes(weighted, 1, 2) @ wanted[..., None])[..., 0]
    free = ~(((q <= limits[0]) & (gradient < 0)) | ((q >= limits[1]) & (gradient > 0)))
    step = _damped(weighted * free[:, None, :], wanted, damping)
    stopped = (q + step < limits[0]) | (q + step > limits[1])
    if not stopped.any():
        return step
    bounded = np.clip(q + step, *limits) - q
    rest = wanted - (weighted @ (bounded * stopped)[..., None])[..., 0]
    return bounded * stopped + _damped(weighted * (free & ~stopped)[:, None, :], rest, damping)


def _damped(jacobian: np.ndarray, wanted: np.ndarray, damping: np.ndarray) -> np.ndarray:
    """Joint steps (k, n) for the errors (k, 6); a joint whose column is zero does not move."""
    transposed = np.swapaxes(jacobian, 1, 2)
    least = 1e-13 * (jacobian**2).sum(axis=(1, 2))  # keeps the equations regular where the Jacobian is not
    normal = transposed @ jacobian + (damping + least)[:, None, None] * np.eye(jacobian.shape[2])
    return np.linalg.solve(normal, transposed @ wanted[..., None])[..., 0]


def _random_states(robot: Robot, around: np.ndarray, limits: np.ndarray, count: int) -> Iterator[np.ndarray]:
    """States within the limits, `count` in all, up to CROWD at a time, (k, n); where there are no limits, within a turn
    or a metre of `around`."""
    reach = np.array([math.pi if link.revolute else 1.0 for link in robot.links])
    low, high = search_ranges(limits, around, reach)
    rng = np.random.default_rng(0)
    for first in range(0, count, CROWD):
        yield rng.uniform(low, high, (min(CROWD, count - first), robot.n))
