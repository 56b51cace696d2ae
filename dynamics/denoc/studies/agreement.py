"""Do the formulations agree along a motion?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from denoc.arm.robot import Robot
from denoc.functions.api import FORWARD, INVERSE, forward_dynamics, inverse_dynamics
from denoc.functions.kinematics import jacobian
from denoc.functions.spatial_operators import standard_equations
from denoc.kernels.dispatch import SHARED
from denoc.runs.pushed import push_torques
from denoc.runs.recording import Recording

LIMIT = 1e-8
STATES = 50
TINY = 1e-12  # N m, rad/s^2: a result no larger is nothing but rounding


def disagreements(robot: Robot, recording: Recording) -> list[tuple[str, float]]:
    """(what was compared, largest difference relative to the largest value), along the recording; nothing where
    it has no samples."""
    if not len(recording.t):
        return []
    rows = np.unique(np.linspace(0, len(recording.t) - 1, STATES).astype(int))
    q, qd, qdd, tau = (array[rows] for array in (recording.q, recording.qd, recording.qdd, recording.tau))
    tau = tau + push_torques(recording, rows)  # pushes act at the joints as torques do
    inverse, forward = (
        partial(f, robot, tip_wrench=recording.tip_wrench, kernels=SHARED) for f in (inverse_dynamics, forward_dynamics)
    )
    torques = inverse(q, qd, qdd)
    size = size_of(inverse, q, qd, qdd)
    found = []
    for method in list(INVERSE)[1:]:
        other = inverse(q, qd, qdd, method=method)
        found.append((f"inverse dynamics: {method} and denoc", _relative(other, torques, size)))
    standard = standard_equations(robot, q, qd, qdd)
    if recording.tip_wrench is not None:  # which the paper leaves to the Jacobian
        standard -= np.swapaxes(jacobian(robot, q, kernels=SHARED), 1, 2) @ np.array(recording.tip_wrench)
    found.append(("inverse dynamics: spatial operators and denoc", _relative(standard, torques, size)))
    accelerations = forward(q, qd, tau)
    largest = size_of(forward, q, qd, tau)
    for solver in list(FORWARD)[1:]:
        other = forward(q, qd, tau, method=solver)
        found.append((f"forward dynamics: {solver} and denoc", _relative(other, accelerations, largest)))
    back = inverse(q, qd, accelerations)
    found.append(("inverse of forward dynamics", _relative(back, tau, size)))
    return found


def size_of(dynamics: Callable[..., np.ndarray], q: np.ndarray, qd: np.ndarray, third: np.ndarray) -> float:
    """Of what adds up to the result of `dynamics(q, qd, third)`: differences are small or large beside this.

    In free fall the torques themselves are zero, in an arm that is held the accelerations are: parts of them cancel. So
    it is the largest of the result, of what it is without `third`, and of what it is at rest besides.
    """
    still = np.zeros_like(q)
    states = ((q, qd, third), (q, qd, still), (q, still, still))
    return max(float(np.abs(dynamics(*state)).max()) for state in states)


def _relative(a: np.ndarray, b: np.ndarray, size: float) -> float:
    return float(np.abs(a - b).max()) / max(size, TINY)
