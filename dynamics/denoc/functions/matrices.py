"""The NOC and the DeNOC matrices as matrices: Saha 1999, (16) and (17). World axes.

For looking at, multiplying and teaching; the recursions never form them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.algebra.block_matrix import BlockMatrix
from denoc.arm.batch import check_one_state, check_states
from denoc.arm.robot import Robot, inertia_matrix
from denoc.arm.robot_arrays import pack
from denoc.arm.rotations import cross_matrix
from denoc.basics.checks import as_numbers
from denoc.basics.errors import DynamicsError
from denoc.functions.kinematics import link_frames
from denoc.kernels.dispatch import SHARED


class LinkQuantities(NamedTuple):
    """Per link, at its mass centre, world axes; a batch axis may stand in front."""

    centre: np.ndarray  # C_i, (n, 3)
    p: np.ndarray  # joint-rate propagation vectors, (n, 6)
    mass: np.ndarray  # M_i, (n, 6, 6)


def link_quantities(robot: Robot, q: np.ndarray) -> LinkQuantities:
    arrays = pack(robot)
    frames = link_frames(robot, q, kernels=SHARED)
    rotation = frames[..., :3, :3]
    axis = rotation[..., 2]
    d = np.einsum("...nij,nj->...ni", rotation, arrays.com)  # O_i -> C_i
    revolute = arrays.revolute[:, None]
    p = np.concatenate([np.where(revolute, axis, 0.0), np.where(revolute, np.cross(axis, d), axis)], axis=-1)
    tensors = np.array([inertia_matrix(entries) for entries in arrays.inertia])
    mass = np.zeros((*p.shape, 6))
    mass[..., :3, :3] = rotation @ tensors @ np.swapaxes(rotation, -1, -2)
    mass[..., 3:, 3:] = arrays.mass[:, None, None] * np.eye(3)
    return LinkQuantities(frames[..., :3, 3] + d, p, mass)


class DeNOC(NamedTuple):
    """The matrices of `denoc_matrices`: t = N qd with N = N_l N_d, and M; print them, multiply them with @."""

    N: BlockMatrix
    N_l: BlockMatrix
    N_d: BlockMatrix
    M: BlockMatrix


def denoc_matrices(robot: Robot, q: object) -> DeNOC:
    """The natural orthogonal complement N = N_l N_d of one state, and the mass matrix M of its links.

    q (rad, m) is (n,); N and N_d are (6n, n), N_l and M (6n, 6n). Rows come link by link, angular first: N qd are
    the twists (omega, v) of the links at their mass centres, world axes (rad/s, m/s), the last link with its payload;
    N^T M N, with the rotors added, is `mass_matrix`. Each is a named matrix that multiplies with @, prints by blocks
    and gives its numbers as `.array`. Saha 1999, (16) and (17). DynamicsError for a wrong shape or a batch.

    >>> arm = dn.rod_chain(2).robot
    >>> found = dn.denoc_matrices(arm, [0.1, 0.2])
    >>> found.N, found.N_l, found.N_d
    (<N: 12 x 2>, <N_l: 12 x 12>, <N_d: 12 x 2>)
    >>> bool(np.allclose((found.N.T @ found.M @ found.N).array, dn.mass_matrix(arm, [0.1, 0.2])))
    True
    """
    array = check_one_state(robot, q=q)
    n = robot.n
    k = link_quantities(robot, array)
    links = np.arange(n)
    diagonal = np.zeros((n, 6, n))
    diagonal[links, :, links] = k.p
    mass = np.zeros((n, 6, n, 6))
    mass[links, :, links] = k.mass
    lower, product = np.zeros((n, 6, n, 6)), np.zeros((n, 6, n))
    for i in range(n):  # B_ij of a row at once: a unit matrix, and the shift from C_i to C_j below it
        B = np.tile(np.eye(6), (i + 1, 1, 1))
        B[:, 3:, :3] = cross_matrix(k.centre[: i + 1] - k.centre[i])
        lower[i, :, : i + 1] = B.swapaxes(0, 1)
        product[i, :, : i + 1] = np.einsum("kij,kj->ik", B, k.p[: i + 1])
    N = BlockMatrix("N", product.reshape(6 * n, n), 6, 1)
    n_l = BlockMatrix("N_l", lower.reshape(6 * n, 6 * n), 6, 6)
    n_d = BlockMatrix("N_d", diagonal.reshape(6 * n, n), 6, 1)
    return DeNOC(N, n_l, n_d, BlockMatrix("M", mass.reshape(6 * n, 6 * n), 6, 6))


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
    state, given = np.broadcast_to(state, shape), np.broadcast_to(given, (*shape, 6))
    k = link_quantities(robot, state)
    steps, forces = np.diff(k.centre, axis=-2), _from_tip(given[..., 3:])
    moments = np.array(given[..., :3])
    moments[..., :-1, :] += np.cross(steps, forces[..., 1:, :])  # B_{i+1,i}^T w~_{i+1}
    return np.einsum("...ij,...ij->...i", k.p, np.concatenate([_from_tip(moments), forces], axis=-1))


def _from_tip(vectors: np.ndarray) -> np.ndarray:
    """Of each link the sum of its own and of all that follow it."""
    return np.cumsum(vectors[..., ::-1, :], axis=-2)[..., ::-1, :]
