"""The NOC and the DeNOC matrices as matrices: Saha 1999, (16) and (17). World axes.

For looking at, multiplying and teaching; the recursions never form them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.algebra.block_matrix import BlockMatrix, cross_matrix
from denoc.arm.batch import check_one_state
from denoc.arm.robot import Robot, inertia_matrix
from denoc.arm.robot_arrays import pack
from denoc.functions.kinematics import link_frames
from denoc.kernels.dispatch import SHARED


class LinkQuantities(NamedTuple):
    """Per link, at its mass centre, world axes; a batch axis may stand in front."""

    centre: np.ndarray  # C_i, (n, 3)
    p: np.ndarray  # joint-rate propagation vectors, (n, 6)
    mass: np.ndarray  # M_i, (n, 6, 6)
    twist: np.ndarray  # t_i, (n, 6)
    omega: np.ndarray  # Omega_i, (n, 6, 6)
    mass_rate: np.ndarray  # M-dot_i of (8), (n, 6, 6)

    def b(self, i: int, j: int) -> np.ndarray:
        """Twist propagation matrix B_ij, (13): the twist of body j as felt at C_i."""
        shift = cross_matrix(self.centre[..., j, :] - self.centre[..., i, :])
        out = np.zeros((*shift.shape[:-2], 6, 6))
        out[..., range(6), range(6)] = 1.0
        out[..., 3:, :3] = shift
        return out

    def b_rate(self, i: int, j: int) -> np.ndarray:
        """B-dot_ij."""
        shift = cross_matrix(self.twist[..., j, 3:] - self.twist[..., i, 3:])
        out = np.zeros((*shift.shape[:-2], 6, 6))
        out[..., 3:, :3] = shift
        return out


def link_quantities(robot: Robot, q: np.ndarray, qd: np.ndarray) -> LinkQuantities:
    arrays = pack(robot)
    frames = link_frames(robot, q, kernels=SHARED)
    rotation = frames[..., :3, :3]
    axis = rotation[..., 2]
    d = np.einsum("...nij,nj->...ni", rotation, arrays.com)  # O_i -> C_i
    revolute = arrays.revolute[:, None]
    p = np.concatenate([np.where(revolute, axis, 0.0), np.where(revolute, np.cross(axis, d), axis)], axis=-1)
    tensors = np.array([inertia_matrix(entries) for entries in arrays.inertia])
    inertia = rotation @ tensors @ np.swapaxes(rotation, -1, -2)
    mass = np.zeros((*p.shape, 6))
    mass[..., :3, :3] = inertia
    mass[..., 3:, 3:] = arrays.mass[:, None, None] * np.eye(3)
    quantities = LinkQuantities(frames[..., :3, 3] + d, p, mass, np.zeros_like(p), mass, mass)
    twist = np.zeros_like(p)
    twist[..., 0, :] = p[..., 0, :] * qd[..., :1]
    for i in range(1, robot.n):  # (12)
        carried = quantities.b(i, i - 1) @ twist[..., i - 1, :, None]
        twist[..., i, :] = carried[..., 0] + p[..., i, :] * qd[..., i : i + 1]
    spin = cross_matrix(twist[..., :3])
    omega = np.zeros_like(mass)
    omega[..., :3, :3] = omega[..., 3:, 3:] = spin
    rate = np.zeros_like(mass)
    rate[..., :3, :3] = spin @ inertia
    return quantities._replace(twist=twist, omega=omega, mass_rate=rate)


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
    k = link_quantities(robot, array, np.zeros(n))
    lower = np.zeros((6 * n, 6 * n))
    diagonal = np.zeros((6 * n, n))
    mass = np.zeros((6 * n, 6 * n))
    for i in range(n):
        rows = slice(6 * i, 6 * i + 6)
        diagonal[rows, i] = k.p[i]
        mass[rows, rows] = k.mass[i]
        for j in range(i + 1):
            lower[rows, 6 * j : 6 * j + 6] = k.b(i, j)
    n_l = BlockMatrix("N_l", lower, 6, 6)
    n_d = BlockMatrix("N_d", diagonal, 6, 1)
    return DeNOC((n_l @ n_d).named("N"), n_l, n_d, BlockMatrix("M", mass, 6, 6))
