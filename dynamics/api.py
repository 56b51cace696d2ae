"""The public functions of a state. Shapes: (n,) in, (n,) out; (k, n) in, (k, n) out.

How a function is computed is chosen behind these names (`evaluation`). What depends on a number of the state that is
not one comes out as not a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dynamics.batch import check_states, check_wrench
from dynamics.checks import check_choice
from dynamics.denoc import convective
from dynamics.errors import SingularMassMatrix
from dynamics.evaluation import evaluate_states
from dynamics.kernels.dispatch import three_arrays
from dynamics.reference import FORWARD, INVERSE, ForwardMethod, InverseMethod
from dynamics.robot import Robot
from dynamics.robot_arrays import pack

__all__ = ["FORWARD", "INVERSE", "ForwardMethod", "InverseMethod"]

_INVERSE_NAMES = {method: f"inverse {method}" for method in INVERSE}
_FORWARD_NAMES = {method: f"forward {method}" for method in FORWARD}


def inverse_dynamics(
    robot: Robot,
    q: object,
    qd: object,
    qdd: object,
    *,
    method: InverseMethod = "denoc",
    tip_wrench: object = None,
) -> np.ndarray:
    """Joint torques (forces for prismatic joints) that make the motion."""
    name = check_method(_INVERSE_NAMES, method)
    if tip_wrench is None:
        tau = three_arrays(robot, name, q, qd, qdd)
        if tau is not None:
            return tau
    states = check_states(robot, q=q, qd=qd, qdd=qdd)
    return evaluate_states(robot, name, states, check_wrench(robot, tip_wrench, states[0]))[0]


def forward_dynamics(
    robot: Robot,
    q: object,
    qd: object,
    tau: object,
    *,
    method: ForwardMethod = "denoc",
    tip_wrench: object = None,
) -> np.ndarray:
    """Joint accelerations that the torques make."""
    name = check_method(_FORWARD_NAMES, method)
    if tip_wrench is None:
        qdd = three_arrays(robot, name, q, qd, tau)
        if qdd is not None:
            return qdd
    states = check_states(robot, q=q, qd=qd, tau=tau)
    wrench = check_wrench(robot, tip_wrench, states[0])
    qdd, finite = evaluate_states(robot, name, states, wrench)
    if not finite and all(np.isfinite(given).all() for given in (*states, wrench) if given is not None):
        raise SingularMassMatrix("the mass matrix is singular: the accelerations are not finite")
    return qdd


def check_method(methods: Mapping[Any, Any], method: str) -> Any:
    """The entry of a table of methods."""
    return methods[check_choice(method, methods, "method")]


def mass_matrix(robot: Robot, q: object) -> np.ndarray:
    """The generalized inertia matrix, (n, n), rotors included."""
    return _matrices(_results(robot, "mass matrix", q=q), robot.n)


def coriolis_matrix(robot: Robot, q: object, qd: object) -> np.ndarray:
    """C, (n, n): C qd is the velocity-dependent torque, and the mass matrix's rate less 2 C is skew."""
    q_array, qd_array = check_states(robot, q=q, qd=qd)
    return convective.convective_matrix(robot, q_array, qd_array).c


def gravity_torque(robot: Robot, q: object) -> np.ndarray:
    """The torque that holds the arm still, (n,)."""
    return _results(robot, "gravity", q=q)


def udu(robot: Robot, q: object) -> tuple[np.ndarray, np.ndarray]:
    """U (n, n), unit upper triangular, and D (n, n), diagonal: the mass matrix is U D U^T."""
    states = check_states(robot, q=q)
    values, finite = evaluate_states(robot, "udu", states)
    if not finite and np.isfinite(states[0]).all():
        raise SingularMassMatrix("the mass matrix is singular: some joint can move without any inertia")
    n = robot.n
    return _matrices(values[..., n:], n), values[..., :n, None] * np.eye(n)


def kinetic_energy(robot: Robot, q: object, qd: object) -> Any:
    """In joule: a float, or (k,) for a batch."""
    return _number(_results(robot, "kinetic", q=q, qd=qd))


def potential_energy(robot: Robot, q: object) -> Any:
    """In joule, zero at the world's origin: a float, or (k,) for a batch."""
    local = _number(_results(robot, "potential", q=q))
    arrays = pack(robot)
    return local - arrays.mass.sum() * float(np.dot(robot.gravity, arrays.base[:3, 3]))


def _results(robot: Robot, name: str, **states: object) -> np.ndarray:
    return evaluate_states(robot, name, check_states(robot, **states))[0]


def _matrices(rows: np.ndarray, n: int) -> np.ndarray:
    return rows.reshape(*rows.shape[:-1], n, n)


def _number(rows: np.ndarray) -> Any:
    return float(rows[0]) if rows.ndim == 1 else rows[:, 0]
