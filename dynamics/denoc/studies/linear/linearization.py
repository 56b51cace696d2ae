"""The arm near a state as a linear system."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.arm.batch import check_states
from denoc.arm.robot import Robot
from denoc.functions.derivatives import forward_dynamics_derivatives
from denoc.kernels.dispatch import SHARED


class Linear(NamedTuple):
    """x' = A x + B u of small changes x = (q, qd) and u = tau: A (2n, 2n) and B (2n, n), or (k, ...) of a batch."""

    A: np.ndarray
    B: np.ndarray


def linearize(robot: Robot, q: object, qd: object = None, tau: object = None, *, tip_wrench: object = None) -> Linear:
    """The linear system that the arm is near a state: how small changes of (q, qd) go on, and what torques do to them.

    q (rad, m), qd (per s) and tau (N m, N) are (n,) or (k, n); rates and torques that are not given are zero. The
    result unpacks as A, B. Where the state is no equilibrium the system describes the change against the motion that
    sets off from there. A joint at rest has no dry friction here, and moving joints have it at their rate.
    `tip_wrench` as for `inverse_dynamics`. SingularMassMatrix where a joint can move without inertia, DynamicsError for
    a wrong shape.

    A rod of 1 m that hangs swings with the square root of 3 g / 2 l:

    >>> A, B = dn.linearize(dn.rod_chain(1).robot, [-np.pi / 2])
    >>> A.round(4).tolist(), B.round(4).tolist()
    ([[0.0, 1.0], [-14.715, 0.0]], [[0.0], [3.0]])
    """
    given = {"q": q, **{name: value for name, value in (("qd", qd), ("tau", tau)) if value is not None}}
    states = dict(zip(given, check_states(robot, **given), strict=True))
    still = np.zeros_like(states["q"])
    by_q, by_rate, by_torque = forward_dynamics_derivatives(
        robot, states["q"], states.get("qd", still), states.get("tau", still), tip_wrench=tip_wrench, kernels=SHARED
    )
    n = robot.n
    A, B = np.zeros((*still.shape[:-1], 2 * n, 2 * n)), np.zeros((*still.shape[:-1], 2 * n, n))
    A[..., :n, n:] = np.eye(n)
    A[..., n:, :n], A[..., n:, n:], B[..., n:, :] = by_q, by_rate, by_torque
    return Linear(A, B)
