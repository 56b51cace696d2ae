"""How an arm that is held in a pose swings, creeps or falls away from it."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import numpy as np

from denoc.arm.batch import check_joints, check_one_state
from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError, SingularMassMatrix
from denoc.functions.api import inverse_dynamics, mass_matrix
from denoc.functions.derivatives import inverse_dynamics_derivatives
from denoc.kernels.dispatch import SHARED

EPS = float(np.finfo(float).eps)
ROUNDING = 64  # units of the last place per joint: what is not told from zero
# Shares of the largest pole below which a part of a pole is none. Two equal poles part with half of the digits.
NO_PART = 1e-7, 1e-11  # imaginary, real

Kind = Literal["swings", "decays", "grows", "stays"]


class Mode(NamedTuple):
    """One natural motion: the real part of shape * exp(pole * t), times any small amplitude.

    `pole` is in 1/s, of a pair the one with the positive imaginary part. `shape` (n,), rad and m, has 1 as its largest
    entry; it is complex where the joints do not reach their ends together.
    """

    pole: complex
    shape: np.ndarray

    @property
    def kind(self) -> Kind:
        """Whether it swings (with or without damping), decays or grows without swinging, or stays where it is put."""
        if self.pole.imag:
            return "swings"
        return "grows" if self.pole.real > 0 else "decays" if self.pole.real < 0 else "stays"

    @property
    def frequency(self) -> float:
        """Swings a second (Hz) as they are seen, with their damping."""
        return self.pole.imag / (2 * math.pi)

    @property
    def natural_frequency(self) -> float:
        """In Hz, as it would be without damping."""
        return abs(self.pole) / (2 * math.pi)

    @property
    def damping_ratio(self) -> float:
        """1 is critical, below 0 it builds up; nan where nothing moves."""
        return (0.0 - self.pole.real) / abs(self.pole) if self.pole else math.nan

    @property
    def time_constant(self) -> float:
        """Seconds in which it dies away, or grows, by the factor e; inf where it does neither."""
        return 1 / abs(self.pole.real) if self.pole.real else math.inf


class Modes(NamedTuple):
    """The natural motions `modes` about the pose `q`, (n,), which the torques `tau`, (n,), hold: the slowest first.

    `poles` (2n,) are the eigenvalues of the linear system, in 1/s.
    """

    q: np.ndarray
    tau: np.ndarray
    poles: np.ndarray
    modes: tuple[Mode, ...]

    @property
    def growing(self) -> int:
        """How many poles grow; none where the pose is stable."""
        return int((self.poles.real > 0).sum())

    @property
    def stability(self) -> Literal["stable", "indifferent", "unstable"]:
        """Indifferent where a mode stays where it is put and none grows."""
        return "unstable" if self.growing else "stable" if self.poles.all() else "indifferent"

    def __repr__(self) -> str:
        found = ", ".join(_words(mode) for mode in self.modes[:6])
        return f"<Modes: {self.stability}, {found}{', ...' if len(self.modes) > 6 else ''}>"


def modes(
    robot: Robot, q: object, *, stiffness: object = None, damping: object = None, tip_wrench: object = None
) -> Modes:
    """Natural frequencies, damping and mode shapes of the arm about a pose q (rad, m), (n,).

    The arm is held there by the torques that it needs, which stay as they are while it moves; in an equilibrium they
    are zero. `stiffness` and `damping`, a number or (n,), in N m/rad and N m s/rad (N/m, N s/m), act on the joints:
    springs, or the gains of a controller. Viscous friction, rotors and the payload count. Dry friction does not: it is
    not linear. `tip_wrench` as for `inverse_dynamics`. SingularMassMatrix where a joint can move without inertia,
    DynamicsError for a wrong shape.

    Two rods that hang, each of 1 m and 1 kg:

    >>> dn.modes(dn.rod_chain(2, length=2.0, mass=2.0).robot, [-np.pi / 2, 0])
    <Modes: stable, 0.4266 Hz, 1.144 Hz>
    """
    pose, still = check_one_state(robot, q=q), np.zeros(robot.n)
    springs = check_joints(robot, "stiffness", 0.0 if stiffness is None else stiffness)
    dampers = check_joints(robot, "damping", 0.0 if damping is None else damping)
    tau = inverse_dynamics(robot, pose, still, still, tip_wrench=tip_wrench, kernels=SHARED)
    by_q, by_rate = inverse_dynamics_derivatives(robot, pose, still, still, tip_wrench=tip_wrench, kernels=SHARED)
    found = _solve(mass_matrix(robot, pose, kernels=SHARED), by_rate + np.diag(dampers), by_q + np.diag(springs))
    poles = [pole for mode in found for pole in _pair(mode.pole)]
    poles += [0j] * (2 * robot.n - len(poles))  # of a mode that stays, and drifts when it is pushed
    return Modes(pose, tau, np.array(sorted(poles, key=_rank)), tuple(sorted(found, key=lambda mode: _rank(mode.pole))))


def _solve(mass: np.ndarray, damping: np.ndarray, stiffness: np.ndarray) -> list[Mode]:
    """The modes of M q'' + D q' + K q = 0, with joints scaled so that units do not matter."""
    if not all(np.isfinite(matrix).all() for matrix in (mass, damping, stiffness)):
        raise DynamicsError("the matrices of this pose are not finite", field="q")
    scale = 1 / np.sqrt(np.maximum(np.diag(mass), np.finfo(float).tiny))
    M, D, K = (scale[:, None] * matrix * scale for matrix in (mass, damping, stiffness))
    if np.linalg.eigvalsh(M)[0] <= ROUNDING * EPS * len(M):
        raise SingularMassMatrix("the mass matrix is singular: some joint can move without any inertia")
    staying = null_space(K)
    if not D.any() and np.allclose(K, K.T, rtol=0, atol=ROUNDING * EPS * max(np.abs(K).max(), EPS)):
        root = np.linalg.inv(np.linalg.cholesky(M))
        squares, turned = np.linalg.eigh(root @ (K + K.T) @ root.T / 2)
        shapes = root.T @ turned
        moving = np.argsort(np.abs(squares))[staying.shape[1] :]
        poles = [pole for k in moving for pole in _roots(squares[k])]
        vectors = [shapes[:, k] for k in moving for _ in _roots(squares[k])]
    else:
        n = len(M)
        A = np.block([[np.zeros((n, n)), np.eye(n)], [-np.linalg.solve(M, K), -np.linalg.solve(M, D)]])
        values, shapes = np.linalg.eig(A)
        # A mode that stays has a second pole at zero unless something brakes it.
        unbraked = staying.shape[1] - np.linalg.matrix_rank(staying.T @ D @ staying) if staying.size else 0
        moving = np.argsort(np.abs(values))[staying.shape[1] + unbraked :]
        most = np.abs(values).max(initial=0.0)
        poles = [_clean(values[k], most) for k in moving]
        vectors = [shapes[:n, k] for k in moving]
    found = [Mode(pole, _unit(scale * vector)) for pole, vector in zip(poles, vectors, strict=True) if pole.imag >= 0]
    return found + [Mode(0j, _unit(scale * vector)) for vector in staying.T]


def null_space(K: np.ndarray) -> np.ndarray:
    """Directions (n, k) in which nothing drives the joints back: an orthonormal basis of the null space of K."""
    _, sizes, rows = np.linalg.svd(K)
    return rows[sizes <= ROUNDING * EPS * len(K) * sizes.max(initial=0.0)].T


def _roots(square: float) -> tuple[complex, ...]:
    """Poles of a mode without damping, for its squared rate."""
    rate = math.sqrt(abs(square))
    return (1j * rate,) if square > 0 else (complex(-rate), complex(rate))


def _pair(pole: complex) -> tuple[complex, ...]:
    return (pole, pole.conjugate()) if pole.imag else (pole,)


def _clean(pole: complex, most: float) -> complex:
    """Without the parts that are rounding beside the largest pole."""
    real, imaginary = float(pole.real), float(pole.imag)
    across, along = NO_PART
    return complex(real if abs(real) > along * most else 0.0, imaginary if abs(imaginary) > across * abs(pole) else 0.0)


def _unit(shape: np.ndarray) -> np.ndarray:
    """With 1 as its largest entry, and real where that is all there is."""
    shape = shape / shape[np.argmax(np.abs(shape))]
    return shape.real if np.abs(shape.imag).max() < NO_PART[0] else shape


def _rank(pole: complex) -> tuple[float, float, float]:
    return round(abs(pole), 9), pole.real, pole.imag


def _words(mode: Mode) -> str:
    if mode.kind == "swings":
        ratio = f" at {mode.damping_ratio:.3g}" if mode.pole.real else ""
        return f"{mode.frequency:.4g} Hz{ratio}"
    return "stays" if mode.kind == "stays" else f"{mode.kind} in {mode.time_constant:.4g} s"
