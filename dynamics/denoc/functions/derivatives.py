"""How torques and accelerations change with the state: the public derivatives of inverse and forward dynamics."""

from __future__ import annotations

from typing import Any

import numpy as np

from denoc.arm.batch import check_states, check_wrench
from denoc.arm.robot import Robot
from denoc.functions.evaluation import evaluate_solved, evaluate_states
from denoc.kernels.dispatch import BEST, Kernels, plain_arrays


def inverse_dynamics_derivatives(
    robot: Robot, q: object, qd: object, qdd: object, *, tip_wrench: object = None, kernels: Kernels = BEST
) -> tuple[np.ndarray, np.ndarray]:
    """How the torques of `inverse_dynamics` change with the state: (d tau / d q, d tau / d qd), exact, O(n^2).

    q (rad, m), qd and qdd (per s, s^2) are (n,) or (k, n); each result is (n, n) or (k, n, n), with d tau_i / d q_j in
    row i and column j. d tau / d qdd is `mass_matrix`. `tip_wrench` as for `inverse_dynamics`: it keeps its direction
    in the world while the tip moves. Friction counts by its slope, viscous and Stribeck's, in the direction that the
    joint has; at rest, where dry friction jumps, by its viscous part alone, the mean of both directions. DynamicsError
    for a wrong shape.

    A rod of 1 m and 1 kg, level and at rest: gravity's torque, m g l / 2 cos q, does not change there with q; hanging
    at 90 degrees from that it does.

    >>> rod = dn.rod_chain(1).robot
    >>> by_q, by_qd = dn.inverse_dynamics_derivatives(rod, [[0.0], [-np.pi / 2]], [0.0], [0.0])
    >>> by_q.round(6).ravel().tolist(), by_qd.shape
    ([-0.0, 4.905], (2, 1, 1))
    """
    if tip_wrench is None and kernels is BEST:
        values = plain_arrays(robot, "inverse derivatives", q, qd, qdd)
        if values is not None:
            return _parts(values)
    states = check_states(robot, q=q, qd=qd, qdd=qdd)
    wrench = check_wrench(robot, tip_wrench, states[0])
    return _parts(evaluate_states(robot, "inverse derivatives", states, wrench, kernels=kernels)[0])


def forward_dynamics_derivatives(
    robot: Robot, q: object, qd: object, tau: object, *, tip_wrench: object = None, kernels: Kernels = BEST
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """How the accelerations of `forward_dynamics` change: (d qdd / d q, d qdd / d qd, d qdd / d tau), exact.

    q (rad, m), qd (per s) and tau (N m, N) are (n,) or (k, n); each result is (n, n) or (k, n, n), with d qdd_i / d q_j
    in row i and column j. d qdd / d tau is the inverse of the mass matrix. Tip wrench and friction as for
    `inverse_dynamics_derivatives`. SingularMassMatrix where a joint can move without inertia, DynamicsError for a wrong
    shape.

    A rod that hangs: qdd = -3 g / (2 l) sin of the angle from there, and tau / (m l^2 / 3).

    >>> rod = dn.rod_chain(1).robot
    >>> by_q, by_qd, by_tau = dn.forward_dynamics_derivatives(rod, [-np.pi / 2], [0.0], [0.0])
    >>> by_q.round(6).tolist(), by_tau.round(6).tolist()
    ([[-14.715]], [[3.0]])
    """
    if tip_wrench is None and kernels is BEST:
        values = plain_arrays(robot, "forward derivatives", q, qd, tau)
        if values is not None:
            return _parts(values)
    states = check_states(robot, q=q, qd=qd, tau=tau)
    wrench = check_wrench(robot, tip_wrench, states[0])
    return _parts(evaluate_solved(robot, "forward derivatives", states, wrench, kernels=kernels))


def _parts(found: np.ndarray) -> Any:
    """The matrices of a state, or of all states, each by itself."""
    return tuple(found if found.ndim == 3 else found.swapaxes(0, 1))
