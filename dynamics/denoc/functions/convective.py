"""The matrix of convective inertia terms, C: Saha 1999, section 4.2, and the generalized forces, 4.3.

Written in world axes: (29) mixes matrices of any two links, and in one set of axes B_ij is a
shift and nothing else. A batch axis may stand in front of every array.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.arm.batch import check_states
from denoc.arm.robot import Robot
from denoc.basics.checks import as_numbers
from denoc.basics.errors import DynamicsError
from denoc.functions.matrices import LinkQuantities, link_quantities


class ConvectiveResult(NamedTuple):
    c: np.ndarray  # (n, n)
    composite: np.ndarray  # M~_i at C_i, (n, 6, 6)
    composite_rate: np.ndarray  # M~-dot_i of (28), (n, 6, 6)


def convective_matrix(robot: Robot, q: np.ndarray, qd: np.ndarray) -> ConvectiveResult:
    """c_ij of (29). C qd is the Coriolis and centrifugal torque, and I-dot - 2 C is skew."""
    k = link_quantities(robot, q, qd)
    n = robot.n
    composite = np.array(k.mass)
    rate = np.array(k.mass_rate)
    outboard = np.zeros_like(composite)  # B_{i+1,i}^T H~_{i+1,i}
    for i in range(n - 2, -1, -1):
        b = k.b(i + 1, i)
        bt = np.swapaxes(b, -1, -2)
        composite[..., i, :, :] += bt @ composite[..., i + 1, :, :] @ b  # (23b)
        rate[..., i, :, :] += rate[..., i + 1, :, :]  # (28); only its upper left block is non-zero: no B
        outboard[..., i, :, :] = bt @ _h(k, composite, outboard, i + 1, i)
    c = np.empty((*k.p.shape[:-1], n))
    for j in range(n):
        p_j = k.p[..., j, :, None]
        turned = k.omega[..., j, :, :] @ p_j
        inner = composite[..., j, :, :] @ turned + outboard[..., j, :, :] @ p_j
        for i in range(j + 1):  # i <= j: B_{j+1,i}^T H~_{j+1,j} = B_ji^T (B_{j+1,j}^T H~_{j+1,j})
            wrench = np.swapaxes(k.b(j, i), -1, -2) @ inner + rate[..., j, :, :] @ p_j
            c[..., i, j] = np.einsum("...a,...ab->...", k.p[..., i, :], wrench)
        for i in range(j + 1, n):
            wrench = composite[..., i, :, :] @ k.b(i, j) @ turned
            wrench = wrench + (_h(k, composite, outboard, i, j) + rate[..., i, :, :]) @ p_j
            c[..., i, j] = np.einsum("...a,...ab->...", k.p[..., i, :], wrench)
    return ConvectiveResult(c, composite, rate)


def _h(k: LinkQuantities, composite: np.ndarray, outboard: np.ndarray, i: int, j: int) -> np.ndarray:
    """H~_ij = M~_i B-dot_ij + B_{i+1,i}^T H~_{i+1,i}, (28)."""
    return composite[..., i, :, :] @ k.b_rate(i, j) + outboard[..., i, :, :]


def generalized_forces(robot: Robot, q: object, wrenches: object) -> np.ndarray:
    """Joint torques that wrenches on the links amount to: tau = N^T w, with the N of `denoc_matrices`.

    q (rad, m) is (n,) or (k, n), `wrenches` (n, 6) or (k, n, 6): on each link a moment (N m) and a force (N) at its
    mass centre, world axes; the last link's centre is that of the link with its payload. tau (N m, N) is (n,) or
    (k, n). tau_i = p_i^T w~_i with w~_i = w_i + B_{i+1,i}^T w~_{i+1}: Saha 1999, (30). Raises DynamicsError for a
    wrong shape.

    Weights as wrenches give the gravity torque, but for its sign:

    >>> arm = dn.rod_chain(2).robot
    >>> weights = [[0, 0, 0, 0, -9.81 * 0.5, 0]] * 2
    >>> dn.generalized_forces(arm, [0.0, 0.0], weights).round(3).tolist()
    [-4.905, -1.226]
    >>> dn.gravity_torque(arm, [0.0, 0.0]).round(3).tolist()
    [4.905, 1.226]
    """
    (state,) = check_states(robot, q=q)
    given = as_numbers(wrenches, "wrenches")
    if given.ndim not in (2, 3) or given.shape[-2:] != (robot.n, 6):
        needed = f"a shape ({robot.n}, 6) or (k, {robot.n}, 6) is needed for {robot.n} links"
        raise DynamicsError(needed, field="wrenches", value=given.shape)
    if given.ndim == 3 and state.ndim == 2 and len(given) != len(state):
        raise DynamicsError(f"the batches differ in length: q {state.shape}, wrenches {given.shape}")
    shape = (*(given.shape[:-2] or state.shape[:-1]), robot.n)
    state, total = np.broadcast_to(state, shape), np.broadcast_to(given, (*shape, 6)).copy()
    k = link_quantities(robot, state, np.zeros_like(state))
    for i in range(robot.n - 2, -1, -1):
        carried = np.swapaxes(k.b(i + 1, i), -1, -2) @ total[..., i + 1, :, None]
        total[..., i, :] += carried[..., 0]
    return np.einsum("...ij,...ij->...i", k.p, total)
