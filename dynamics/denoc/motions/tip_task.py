"""What the tip must do, component by component, and which joint rates do it.

A component of the tip's twist (omega x, y, z, v x, y, z in world axes) that weighs 1 must be met, one that weighs 0 is
free, and one between them is met as well as the others allow: Nakamura, Hanafusa & Yoshikawa 1987, task priority.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.arm.rotations import rotation_vector, vector_rate
from denoc.basics.checks import check_tuple
from denoc.basics.errors import DynamicsError
from denoc.functions.evaluation import evaluate_states
from denoc.kernels.dispatch import SHARED, Kernels

WHOLE_POSE = (1.0,) * 6
NOT_THERE = 1e-9  # a singular value below this share of the largest one


class Task(NamedTuple):
    """`must` and `wish` are row numbers of the twist, `weights` those of the wishes, `rank` how many of the musts are
    independent for this arm in a general state (a planar arm cannot lift its tip in any state), `coupled` as
    `linearise` takes it."""

    must: np.ndarray
    wish: np.ndarray
    weights: np.ndarray
    rank: int
    coupled: bool


class Resolution(NamedTuple):
    """Joint rates for a twist of the tip, over a batch of k states."""

    rates: np.ndarray  # (k, n), the smallest ones
    used: np.ndarray  # (k, m, n), orthonormal rows, or zeros: joint rates that the task does not leave free
    regularity: np.ndarray  # (k,), smallest over largest singular value of what must be met

    @property
    def idle(self) -> np.ndarray:
        """(k, n, n), projects onto joint rates that the task leaves free."""
        return np.eye(self.used.shape[2]) - np.swapaxes(self.used, 1, 2) @ self.used


def make_task(robot: Robot, weights: object, *, kernels: Kernels = SHARED) -> Task:
    numbers = check_task(weights)
    must, wish = np.flatnonzero(numbers == 1), np.flatnonzero((numbers > 0) & (numbers < 1))
    states = np.random.default_rng(0).uniform(-1, 1, (8, robot.n))
    values = np.linalg.svd(tip_and_jacobian(robot, states, kernels=kernels)[1][:, must], compute_uv=False)
    rank = int((values > NOT_THERE * values[:, :1]).sum(axis=1).max())
    if rank == 0:
        raise DynamicsError("no joint of this arm moves what the task asks for", field="task", value=weights)
    return Task(must, wish, numbers[wish], rank, is_coupled(numbers))


def check_task(weights: object) -> np.ndarray:
    """Six weights between 0 and 1, (6,), one of which is 1."""
    numbers = check_weights(weights)
    if max(numbers) != 1:
        raise DynamicsError("the weights of a task lie between 0 and 1, and one is 1", field="task", value=weights)
    return np.array(numbers)


def check_weights(weights: object, name: str = "task") -> tuple[float, ...]:
    """Six weights, none below zero, not all of them zero."""
    numbers = check_tuple(weights, 6, name)
    if min(numbers) < 0 or max(numbers) == 0:
        raise DynamicsError("weights are not below zero, and one is above", field=name, value=weights)
    return numbers


def tip_and_jacobian(robot: Robot, q: np.ndarray, *, kernels: Kernels = SHARED) -> tuple[np.ndarray, np.ndarray]:
    """The tip's pose (k, 4, 4) and Jacobian (k, 6, n) of k states in one pass."""
    one = len(q) == 1  # which takes a shorter way
    found, _ = evaluate_states(robot, "pose and jacobian", [q[0] if one else q], kernels=kernels)
    rows = found[None] if one else found
    return rows[:, -16:].reshape(len(q), 4, 4), rows[:, :-16].reshape(len(q), 6, robot.n)


def pose_error(actual: np.ndarray, target: np.ndarray) -> np.ndarray:
    """(..., 6): the rotation vector and the shift that take `actual` to `target`, (..., 4, 4), world axes."""
    turn = target[..., :3, :3] @ np.swapaxes(actual[..., :3, :3], -1, -2)
    return np.concatenate([rotation_vector(turn), target[..., :3, 3] - actual[..., :3, 3]], axis=-1)


class Linearised(NamedTuple):
    """The error of k states against their targets, and how it changes: its rate is twist - jacobian qd."""

    error: np.ndarray  # (k, 6), as of `pose_error`
    jacobian: np.ndarray  # (k, 6, n)
    twist: np.ndarray  # (k, 6), of the targets


AT_REST = np.zeros((1, 6))


def linearise(
    robot: Robot, q: np.ndarray, targets: np.ndarray, twist: np.ndarray = AT_REST, *, coupled: bool
) -> Linearised:
    """Errors and their rates at the states q (k, n), against targets (k, 4, 4) that move with `twist` (k, 6).

    Angular velocities are the rates of a rotation vector only where that is small. `coupled` takes it in where it
    may not be: when some of its components weigh and others do not.
    """
    tip, jacobian = tip_and_jacobian(robot, q)
    error = pose_error(tip, targets)
    if coupled:
        jacobian[:, :3] = vector_rate(-error[:, :3]) @ jacobian[:, :3]
        if twist is not AT_REST:
            turned = (vector_rate(error[:, :3]) @ twist[:, :3, None])[..., 0]
            twist = np.concatenate([turned, twist[:, 3:]], axis=1)
    return Linearised(error, jacobian, twist)


def is_coupled(weights: np.ndarray) -> bool:
    """Whether the three components of the rotation weigh differently."""
    return len(set(weights[:3].tolist())) > 1


def resolve(task: Task, jacobian: np.ndarray, twist: np.ndarray) -> Resolution:
    """The smallest joint rates that do what must be done, and within them the best for what is wished.

    jacobian (k, 6, n), twist (k, 6).
    """
    u, values, vt = np.linalg.svd(jacobian[:, task.must], full_matrices=False)
    u, s, vt = u[..., : task.rank], values[:, : task.rank], vt[:, : task.rank]
    with np.errstate(divide="ignore", invalid="ignore"):
        regularity = s[:, -1] / values[:, 0]
        rates = _apply(np.swapaxes(vt, 1, 2), _apply(np.swapaxes(u, 1, 2), twist[:, task.must]) / s)
    found = Resolution(rates, vt, regularity)
    if len(task.wish):
        wished = jacobian[:, task.wish] * task.weights[:, None]
        missing = twist[:, task.wish] * task.weights - _apply(wished, rates)
        u, s, vt = np.linalg.svd(wished @ found.idle, full_matrices=False)
        used = s > 1e-6 * np.abs(wished).max(axis=(1, 2), initial=0.0)[:, None]
        vt = vt * used[..., None]
        rates = rates + _apply(np.swapaxes(vt, 1, 2), _apply(np.swapaxes(u, 1, 2), missing) / np.where(used, s, 1.0))
        found = Resolution(rates, np.concatenate([found.used, vt], axis=1), regularity)
    return found


def _apply(matrix: np.ndarray, vector: np.ndarray) -> np.ndarray:
    return (matrix @ vector[..., None])[..., 0]
