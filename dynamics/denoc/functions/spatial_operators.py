"""Spatial operators as matrices, their time derivatives, and the component form: Kozlowski 1995.

For looking at and multiplying; `diagonalized` holds the recursions. The paper numbers links
from the tip; here they are numbered from the base, so its lower triangular operators are upper
triangular. `axes` chooses the entries: "world", or "link" with every block in its own links' axes and the
direction cosines A(k) stuck to Phi. Derivatives of the former are the paper's inertial, of the latter its local ones.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np

from denoc.algebra.block_matrix import BlockMatrix
from denoc.arm.batch import check_one_state, check_states
from denoc.arm.robot import Robot, inertia_matrix
from denoc.arm.robot_arrays import pack
from denoc.arm.rotations import cross_matrix
from denoc.basics.checks import check_choice
from denoc.basics.errors import SingularMassMatrix
from denoc.functions.kinematics import link_frames
from denoc.kernels.dispatch import SHARED

Axes = Literal["world", "link"]
AT_ONCE = 10**6  # entries of an operator of all states that are computed with together


class SpatialOperators(NamedTuple):
    """The operators of Kozlowski 1995, nomenclature and Table 1, for one state: named matrices, blocks of 6 a link."""

    E_Phi: BlockMatrix  # shift operator
    Phi: BlockMatrix  # (I - E_Phi)^-1
    H: BlockMatrix
    M: BlockMatrix
    P: BlockMatrix  # articulated inertias, (12)
    D: BlockMatrix
    G: BlockMatrix  # gains P H^* D^-1
    tau_bar: BlockMatrix  # I - G H
    E_Psi: BlockMatrix  # E_Phi tau_bar
    Psi: BlockMatrix  # (I - E_Psi)^-1
    K: BlockMatrix  # E_Phi G


class OperatorRates(NamedTuple):
    """Time derivatives of the entries of the same operators: Table 1."""

    E_Phi: BlockMatrix
    Phi: BlockMatrix
    H: BlockMatrix
    M: BlockMatrix
    P: BlockMatrix
    D: BlockMatrix
    G: BlockMatrix
    tau_bar: BlockMatrix
    E_Psi: BlockMatrix
    m: BlockMatrix  # of the mass factor m = (I + H Phi K) D^(1/2), (26) and (29)


def spatial_operators(robot: Robot, q: object, axes: Axes = "world") -> SpatialOperators:
    """The spatial operators of Kozlowski 1995 as matrices of one state, (6n, 6n) and smaller.

    q (rad, m) is (n,). The fields are E_Phi, Phi, H, M, P, D, G, tau_bar, E_Psi, Psi and K. Spatial vectors are
    (moment, force) and (omega, v) at each joint's origin. H is (n, 6n), D (n, n), G and K (6n, n), all others (6n, 6n);
    links are numbered from the base, so the paper's lower triangular operators are upper triangular. `axes` are
    "world", or "link": every block in its own links' axes. Each prints by blocks, multiplies with @ and gives its
    numbers (SI units) as `.array`. DynamicsError for a wrong shape or a batch,
    SingularMassMatrix where a joint can move without inertia.

    >>> arm = dn.rod_chain(2).robot
    >>> o = dn.spatial_operators(arm, [0.1, 0.2])
    >>> bool(np.allclose((o.H @ o.Phi @ o.M @ o.Phi.T @ o.H.T).array, dn.mass_matrix(arm, [0.1, 0.2])))
    True
    """
    array = check_one_state(robot, q=q)
    check_choice(axes, ("world", "link"), "axes")
    shift, h, m = _rigid_operators(robot, link_frames(robot, array, kernels=SHARED), axes)
    p, d, g = _riccati(robot, shift, h, m)
    eye = np.eye(len(shift))
    tau_bar = eye - g @ h
    e_psi = shift @ tau_bar
    return SpatialOperators(
        BlockMatrix("E_Phi", shift, 6, 6),
        BlockMatrix("Phi", np.linalg.inv(eye - shift), 6, 6),
        BlockMatrix("H", h, 1, 6),
        BlockMatrix("M", m, 6, 6),
        BlockMatrix("P", p, 6, 6),
        BlockMatrix("D", d, 1, 1),
        BlockMatrix("G", g, 6, 1),
        BlockMatrix("tau_bar", tau_bar, 6, 6),
        BlockMatrix("E_Psi", e_psi, 6, 6),
        BlockMatrix("Psi", np.linalg.inv(eye - e_psi), 6, 6),
        BlockMatrix("K", shift @ g, 6, 1),
    )


def mass_factor(robot: Robot, q: object) -> np.ndarray:
    """m, a square root of the mass matrix: M(q) = m m^T with m = (I + H Phi K) D^(1/2), upper triangular.

    q (n,) in rad and m, one state; m is (n, n), its squares in the units of the mass matrix (kg m^2, kg m, kg). It is
    U D^(1/2) of `udu`, and nu = m^T qd are the quasi-velocities of `to_quasi_velocities`. Kozlowski 1995, (26). Raises
    DynamicsError for a wrong shape or a batch,
    SingularMassMatrix where a joint can move without inertia.

    >>> arm = dn.rod_chain(3).robot
    >>> m = dn.mass_factor(arm, [0.1, 0.2, 0.3])
    >>> bool(np.allclose(m @ m.T, dn.mass_matrix(arm, [0.1, 0.2, 0.3])))
    True
    """
    o = spatial_operators(robot, q)
    h, phi, k, d = o.H.array, o.Phi.array, o.K.array, o.D.array
    return (np.eye(robot.n) + h @ phi @ k) @ np.sqrt(d)


def standard_equations(robot: Robot, q: object, qd: object, qdd: object) -> np.ndarray:
    """tau of (38), M theta-ddot + H Phi M Phi^* a + H Phi b, with gravity in b, rotors and friction; (n,) or (k, n)."""
    states = check_states(robot, q=q, qd=qd, qdd=qdd)
    at_once = max(AT_ONCE // (6 * robot.n) ** 2, 1)
    if states[0].ndim == 2 and len(states[0]) > at_once:
        parts = range(0, len(states[0]), at_once)
        return np.concatenate([standard_equations(robot, *(x[i : i + at_once] for x in states)) for i in parts])
    q_array, qd_array, qdd_array = states
    frames = link_frames(robot, q_array, kernels=SHARED)
    shift, h, mass = _rigid_operators(robot, frames, "world")
    axes, blocks = _link_blocks(robot, frames[..., :3, :3])
    phi = np.linalg.inv(np.eye(6 * robot.n) - shift)
    phi_star, h_star = np.swapaxes(phi, -1, -2), np.swapaxes(h, -1, -2)
    v = (phi_star @ (h_star @ qd_array[..., None])).reshape(axes.shape)
    gravity = np.concatenate([np.zeros(3), robot.gravity])
    bias_acceleration = _stacked(motion_cross_matrix(v) @ (axes * qd_array[..., None])[..., None])
    bias_force = _stacked(force_cross_matrix(v) @ (blocks @ v[..., None]) - blocks @ gravity[:, None])
    inner = mass @ (phi_star @ (h_star @ qdd_array[..., None] + bias_acceleration)) + bias_force
    arrays = pack(robot)
    return (h @ (phi @ inner))[..., 0] + arrays.armature * qdd_array + arrays.friction(qd_array)


def operator_rates(robot: Robot, q: object, qd: object, axes: Axes = "world") -> OperatorRates:
    """Time derivatives of the spatial operators and of the `mass_factor` m of one state: Kozlowski 1995, Table 1.

    q (rad, m) and qd (per s) are (n,), one state; each result is shaped like its operator in `spatial_operators`,
    entries per s. With `axes="world"` they are the derivatives of world components (the paper's inertial ones), with
    "link" of components in the links' axes (its local ones). Row 1 is printed with a Phi too many; it reads E_Phi
    Omega_delta. DynamicsError for a wrong shape or a batch,
    SingularMassMatrix where a joint can move without inertia.

    >>> arm, q, qd = dn.rod_chain(2).robot, np.array([0.1, 0.2]), np.array([1.0, 2.0])
    >>> ahead, behind = (dn.spatial_operators(arm, q + h * qd).P.array for h in (1e-6, -1e-6))
    >>> bool(np.allclose(dn.operator_rates(arm, q, qd).P.array, (ahead - behind) / 2e-6, atol=1e-6))
    True
    """
    q_array, qd_array = check_one_state(robot, q=q), check_one_state(robot, qd=qd)
    o = spatial_operators(robot, q_array, axes)
    shift, phi, h, p, d, g = (x.array for x in (o.E_Phi, o.Phi, o.H, o.P, o.D, o.G))
    tau_bar, e_psi = o.tau_bar.array, o.E_Psi.array
    omega_delta, omega = _omegas(o, qd_array)
    p_rate = _p_rate(robot, o, omega_delta)
    d_inverse = np.diag(1.0 / np.diag(d))
    d_rate = np.diag(np.diag(h @ p_rate @ h.T))
    shift_rate = shift @ omega_delta
    phi_rate = phi @ shift @ omega_delta @ phi
    g_rate = tau_bar @ p_rate @ h.T @ d_inverse
    tau_rate = -g_rate @ h
    e_psi_rate = e_psi @ (-p_rate @ h.T @ d_inverse @ h + omega_delta @ tau_bar)
    h_rate = np.zeros_like(h)
    m_rate = np.zeros_like(p)
    # (29) supposes H G = I, which rotors undo; the product rule on (26) covers both.
    u = np.eye(robot.n) + h @ phi @ o.K.array
    u_rate = h @ (phi_rate @ o.K.array + phi @ (shift_rate @ g + shift @ g_rate))
    factor_rate = u_rate @ np.sqrt(d) + 0.5 * u @ d_rate @ np.sqrt(d_inverse)
    if axes == "world":

        def turned(rate: np.ndarray, operator: np.ndarray) -> np.ndarray:
            return rate + omega @ operator - operator @ omega

        phi_rate = phi_rate + phi @ (omega @ shift - shift @ omega) @ phi
        shift_rate = turned(shift_rate, shift)
        h_rate = -h @ omega
        m_rate = turned(m_rate, o.M.array)
        p_rate = turned(p_rate, p)
        g_rate = g_rate + omega @ g
        tau_rate = turned(tau_rate, tau_bar)
        e_psi_rate = turned(e_psi_rate, e_psi)
    rates = (shift_rate, phi_rate, h_rate, m_rate, p_rate, d_rate, g_rate, tau_rate, e_psi_rate)
    named: list[Any] = [
        BlockMatrix(f"d{x.name}/dt", rate, x.block_rows, x.block_columns)
        for x, rate in zip((*o[:8], o.E_Psi), rates, strict=True)
    ]
    return OperatorRates(*[*named, BlockMatrix("dm/dt", factor_rate, 1, 1)])


def component_form(robot: Robot, q: object, qd: object) -> np.ndarray:
    """c, (n, n): the skew matrix with which C(theta, nu) = c nu + D^(-1/2) H Psi b in nu-dot + C = epsilon.

    q (rad, m) and qd (rad/s, m/s) are (n,), one state; c is in 1/s. b are the `bias_forces`, nu the quasi-velocities of
    `to_quasi_velocities`; gravity and friction are left out. Being skew, c does no work. Kozlowski 1995, (48): the
    paper's P(m) Omega_delta(m) is minus the transpose of X(m), which covers prismatic joints too, and the printed sum
    has the wrong sign for C on the left side of (40); here it is the transpose itself. Raises DynamicsError for a
    wrong shape or a batch, SingularMassMatrix where a joint can move without inertia.

    >>> c = dn.component_form(dn.rod_chain(3).robot, [0.1, 0.2, 0.3], [1.0, -2.0, 0.5])
    >>> bool(np.array_equal(c, -c.T))
    True
    """
    q_array, qd_array = check_one_state(robot, q=q), check_one_state(robot, qd=qd)
    o = spatial_operators(robot, q_array, "link")
    omega_delta, _ = _omegas(o, qd_array)
    root = np.sqrt(np.diag(o.D.array))
    n = robot.n
    c = np.zeros((n, n))
    for k in range(n):
        for i in range(k + 1, n):  # i is outboard of k
            total = np.zeros((6, 6))
            for m in range(i + 1, n):
                x = omega_delta[_block(m), _block(m)] @ o.P.block(m, m)
                total += o.Psi.block(k, m) @ x.T @ o.Psi.block(i, m).T
            c[k, i] = o.H.block(k, k)[0] @ total @ o.H.block(i, i)[0] / (root[k] * root[i])
            c[i, k] = -c[k, i]
    return c


def bias_forces(robot: Robot, q: object, qd: object) -> np.ndarray:
    """b, (6n,): the wrench that each link needs to keep its spatial velocity V as it is, seen in its own axes.

    q (rad, m) and qd (rad/s, m/s) are (n,), one state; b = (V x M) V, link by link, the moment (N m) before the force
    (N), at the joint's origin in the axes of `spatial_operators(robot, q, "link")`: z is the joint's axis. Gravity is
    left out. Kozlowski 1995, nomenclature and (33). Raises DynamicsError for a wrong shape or a batch,
    SingularMassMatrix where a joint can move without inertia.

    A rod of 1 kg and 1 m that turns at 2 rad/s about its end is held by the centripetal force m w^2 l / 2:

    >>> dn.bias_forces(dn.rod_chain(1).robot, [0.0], [2.0]).round(9).tolist()
    [0.0, 0.0, 0.0, -2.0, 0.0, 0.0]
    """
    q_array, qd_array = check_one_state(robot, q=q), check_one_state(robot, qd=qd)
    shift, h, _ = _rigid_operators(robot, link_frames(robot, q_array, kernels=SHARED), "link")
    v = np.linalg.solve((np.eye(len(shift)) - shift).T, h.T @ qd_array).reshape(-1, 6)
    _, blocks = _link_blocks(robot, np.broadcast_to(np.eye(3), (robot.n, 3, 3)))
    return (force_cross_matrix(v) @ (blocks @ v[..., None])).ravel()


def force_cross_matrix(v: np.ndarray) -> np.ndarray:
    """V x of (33), for one twist (6,) or a batch (..., 6)."""
    out = np.zeros((*v.shape, 6))
    out[..., :3, :3] = out[..., 3:, 3:] = cross_matrix(v[..., :3])
    out[..., :3, 3:] = cross_matrix(v[..., 3:])
    return out


def motion_cross_matrix(v: np.ndarray) -> np.ndarray:
    """How a twist changes when it is carried along by the twist v."""
    return -np.swapaxes(force_cross_matrix(v), -1, -2)


def _block(i: int) -> slice:
    return slice(6 * i, 6 * i + 6)


def _rigid_operators(robot: Robot, frames: np.ndarray, axes: Axes) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """E_Phi, H and M of one state, or of each of a batch, by its `link_frames`."""
    turns, origins = frames[..., :3, :3], frames[..., :3, 3]
    own = np.broadcast_to(np.eye(3), turns.shape)
    directions, blocks = _link_blocks(robot, turns if axes == "world" else own)
    arms = np.diff(origins, axis=-2)
    steps = own[..., 1:, :, :]
    if axes == "link":
        back = np.swapaxes(turns[..., :-1, :, :], -1, -2)
        arms, steps = (back @ arms[..., None])[..., 0], back @ turns[..., 1:, :, :]
    shifts = np.zeros((*arms.shape[:-1], 6, 6))
    shifts[..., :3, :3] = shifts[..., 3:, 3:] = steps
    shifts[..., :3, 3:] = cross_matrix(arms) @ steps
    return _placed(shifts, robot.n, 1), _placed(directions[..., None, :], robot.n), _placed(blocks, robot.n)


def _link_blocks(robot: Robot, turns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """H(k) and M(k) of every link, (..., n, 6) and (..., n, 6, 6), in the axes into which `turns` take the links'."""
    arrays = pack(robot)
    directions = np.zeros((*turns.shape[:-2], 6))
    directions[..., :3] = turns[..., 2] * arrays.revolute[:, None]
    directions[..., 3:] = turns[..., 2] * ~arrays.revolute[:, None]
    mass = arrays.mass[:, None, None]
    com = cross_matrix((turns @ arrays.com[..., None])[..., 0])
    tensors = np.moveaxis(inertia_matrix(arrays.inertia.T), -1, 0)
    blocks = np.zeros((*turns.shape[:-2], 6, 6))
    blocks[..., :3, :3] = turns @ tensors @ np.swapaxes(turns, -1, -2) - mass * com @ com
    blocks[..., :3, 3:] = mass * com
    blocks[..., 3:, :3] = -mass * com
    blocks[..., 3:, 3:] = mass * np.eye(3)
    return directions, blocks


def _placed(blocks: np.ndarray, n: int, above: int = 0) -> np.ndarray:
    """The matrix of n by n blocks that has these on its diagonal, or as far above it."""
    rows, columns = blocks.shape[-2:]
    out = np.zeros((*blocks.shape[:-3], n * rows, n * columns))
    for i in range(n - above):
        j = i + above
        out[..., i * rows : (i + 1) * rows, j * columns : (j + 1) * columns] = blocks[..., i, :, :]
    return out


def _stacked(vectors: np.ndarray) -> np.ndarray:
    """(..., n, 6, 1) below each other, (..., 6n, 1)."""
    return vectors.reshape(*vectors.shape[:-3], -1, 1)


def _riccati(
    robot: Robot, shift: np.ndarray, h: np.ndarray, m: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    armature = pack(robot).armature
    n = robot.n
    p = np.array(m)
    d = np.zeros((n, n))
    g = np.zeros((6 * n, n))
    for i in range(n - 1, -1, -1):
        here = _block(i)
        column = p[here, here] @ h[i, here]
        d[i, i] = h[i, here] @ column + armature[i]
        if d[i, i] == 0:
            raise SingularMassMatrix("this joint can move without any inertia of its own", link=i + 1)
        g[here, i] = column / d[i, i]
        if i:
            there = _block(i - 1)
            phi = shift[there, here]
            p[there, there] += phi @ (p[here, here] - np.outer(g[here, i], column)) @ phi.T
    return p, d, g


def _omegas(o: SpatialOperators, qd: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Omega_delta, (4) with the full cross operator of the joint's own velocity, and Omega, (2)."""
    h = o.H.array
    v = (o.Phi.array.T @ h.T @ qd).reshape(-1, 6)
    delta, omega = np.zeros_like(o.P.array), np.zeros_like(o.P.array)
    for i in range(len(qd)):
        here = _block(i)
        delta[here, here] = force_cross_matrix(h[i, here] * qd[i])
        omega[here, here] = np.kron(np.eye(2), cross_matrix(v[i, :3]))
    return delta, omega


def _p_rate(robot: Robot, o: SpatialOperators, omega_delta: np.ndarray) -> np.ndarray:
    """Local derivative of P, (16): P-dot = E_Psi lambda-dot E_Psi^*, lambda-dot = P-dot + X + X^*."""
    out = np.zeros_like(o.P.array)
    for i in range(robot.n - 1, 0, -1):
        here, there = _block(i), _block(i - 1)
        x = omega_delta[here, here] @ o.P.block(i, i)
        psi = o.E_Psi.block(i - 1, i)
        out[there, there] = psi @ (out[here, here] + x + x.T) @ psi.T
    return out
