"""Do the formulations agree along a motion?"""

from __future__ import annotations

from functools import partial

import numpy as np

from dynamics.api import FORWARD, INVERSE, forward_dynamics, inverse_dynamics
from dynamics.kinematics import jacobian
from dynamics.recording import Recording
from dynamics.robot import Robot
from dynamics.spatial_operators import standard_equations

LIMIT = 1e-8
STATES = 50


def disagreements(robot: Robot, recording: Recording) -> list[tuple[str, float]]:
    """(what was compared, largest difference relative to the largest value), along the recording."""
    rows = np.unique(np.linspace(0, len(recording.t) - 1, STATES).astype(int))
    q, qd, qdd, tau = (array[rows] for array in (recording.q, recording.qd, recording.qdd, recording.tau))
    inverse, forward = (
        partial(f, robot, tip_wrench=recording.tip_wrench) for f in (inverse_dynamics, forward_dynamics)
    )
    torques = inverse(q, qd, qdd)
    at_rest = inverse(q, qd, np.zeros_like(qdd))  # in free fall the torques themselves are zero
    size = max(float(np.abs(torques).max()), float(np.abs(at_rest).max()))
    found = []
    for method in list(INVERSE)[1:]:
        other = inverse(q, qd, qdd, method=method)
        found.append((f"inverse dynamics: {method} and denoc", _relative(other, torques, size)))
    standard = np.array([standard_equations(robot, *state) for state in zip(q, qd, qdd, strict=True)])
    if recording.tip_wrench is not None:  # which the paper leaves to the Jacobian
        standard -= np.swapaxes(jacobian(robot, q), 1, 2) @ np.array(recording.tip_wrench)
    found.append(("inverse dynamics: spatial operators and denoc", _relative(standard, torques, size)))
    accelerations = forward(q, qd, tau)
    free = forward(q, qd, np.zeros_like(tau))  # at rest the accelerations themselves are zero
    largest = max(float(np.abs(accelerations).max()), float(np.abs(free).max()))
    for solver in list(FORWARD)[1:]:
        other = forward(q, qd, tau, method=solver)
        found.append((f"forward dynamics: {solver} and denoc", _relative(other, accelerations, largest)))
    back = inverse(q, qd, accelerations)
    found.append(("inverse of forward dynamics", _relative(back, tau, size)))
    return found


def _relative(a: np.ndarray, b: np.ndarray, size: float) -> float:
    return float(np.abs(a - b).max()) / max(size, 1e-12)
