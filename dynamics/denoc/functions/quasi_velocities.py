"""Quasi-velocities of the diagonalized equations, and the efforts that drive them: Kozlowski 1995, section 6.

The four transformations, each one sweep of O(n) along the arm. With the mass matrix M = U D U^T they are products with
U^T, U^-T, U^-1 and U, which are never formed.
"""

from __future__ import annotations

import numpy as np

from denoc.arm.batch import check_states
from denoc.arm.robot import Robot
from denoc.basics.checks import check_flag
from denoc.functions.evaluation import evaluate_solved
from denoc.kernels.dispatch import BEST


def to_quasi_velocities(robot: Robot, q: object, qd: object, *, normalized: bool = True) -> np.ndarray:
    """Quasi-velocities nu of joint rates: in them the kinetic energy is half a sum of squares.

    q (rad, m) and qd (rad/s, m/s) are (n,) or (k, n); so is the result. With the mass matrix M = U D U^T it is
    nu = D^(1/2) U^T qd, kinetic energy 1/2 nu.nu, in kg^(1/2) m/s; with `normalized=False` it is xi = U^T qd, kinetic
    energy 1/2 sum D xi^2, in the units of qd. Kozlowski 1995, (28) and (34). Raises DynamicsError for a wrong shape,
    SingularMassMatrix where a joint can move without inertia.

    >>> arm = dn.rod_chain(3).robot
    >>> q, qd = [0.1, 0.2, 0.3], [1.0, -2.0, 0.5]
    >>> nu = dn.to_quasi_velocities(arm, q, qd)
    >>> bool(np.isclose(nu @ nu / 2, dn.kinetic_energy(arm, q, qd)))
    True
    """
    return _transformed(robot, "quasi", normalized, q=q, qd=qd)


def from_quasi_velocities(robot: Robot, q: object, quasi: object, *, normalized: bool = True) -> np.ndarray:
    """Joint rates qd of quasi-velocities: the inverse of `to_quasi_velocities`.

    q (rad, m) and `quasi`, which is nu (kg^(1/2) m/s) or with `normalized=False` xi (rad/s, m/s), are (n,) or (k, n);
    so is qd (rad/s, m/s). Kozlowski 1995, section 6. Raises DynamicsError for a wrong shape, SingularMassMatrix where
    a joint can move without inertia.

    >>> arm = dn.rod_chain(2).robot
    >>> nu = dn.to_quasi_velocities(arm, [0.1, 0.2], [1.0, -2.0])
    >>> dn.from_quasi_velocities(arm, [0.1, 0.2], nu).round(9).tolist()
    [1.0, -2.0]
    """
    return _transformed(robot, "rates", normalized, q=q, quasi=quasi)


def to_quasi_efforts(robot: Robot, q: object, tau: object, *, normalized: bool = True) -> np.ndarray:
    """Efforts epsilon that joint torques exert on the quasi-velocities: each drives one of them and no other.

    q (rad, m) and tau (N m, N) are (n,) or (k, n); so is the result. With the mass matrix M = U D U^T it is
    epsilon = D^(-1/2) U^-1 tau, in kg^(1/2) m/s^2, the right side of nu-dot + C = epsilon; with `normalized=False` it
    is kappa = U^-1 tau, in the units of tau, the right side of D xi-dot + C = kappa. Their power is that of the
    torques: epsilon.nu = tau.qd. Kozlowski 1995, (41) and (44). Raises DynamicsError for a wrong shape,
    SingularMassMatrix where a joint can move without inertia.

    >>> arm = dn.rod_chain(2).robot
    >>> q, qd, tau = [0.1, 0.2], [1.0, -2.0], [3.0, 4.0]
    >>> power = dn.to_quasi_efforts(arm, q, tau) @ dn.to_quasi_velocities(arm, q, qd)
    >>> round(float(power), 9)
    -5.0
    """
    return _transformed(robot, "effort", normalized, q=q, tau=tau)


def from_quasi_efforts(robot: Robot, q: object, effort: object, *, normalized: bool = True) -> np.ndarray:
    """Joint torques tau of efforts on the quasi-velocities: the inverse of `to_quasi_efforts`.

    q (rad, m) and `effort`, which is epsilon (kg^(1/2) m/s^2) or with `normalized=False` kappa (N m, N), are (n,) or
    (k, n); so is tau (N m, N). Kozlowski 1995, section 6. Raises DynamicsError for a wrong shape, SingularMassMatrix
    where a joint can move without inertia.

    >>> arm, q = dn.rod_chain(2).robot, [0.1, 0.2]
    >>> dn.from_quasi_efforts(arm, q, dn.to_quasi_efforts(arm, q, [3.0, 4.0])).round(9).tolist()
    [3.0, 4.0]
    """
    return _transformed(robot, "torque", normalized, q=q, effort=effort)


def _transformed(robot: Robot, what: str, normalized: bool, **states: object) -> np.ndarray:
    """The result of a recursion of section 6 at q and one more vector."""
    arrays = check_states(robot, **states)
    method = "normalized" if check_flag(normalized, "normalized") else "unnormalized"
    return evaluate_solved(robot, f"{what} {method}", arrays, kernels=BEST)
