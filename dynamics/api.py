"""The public functions of a state. Shapes: (n,) in, (n,) out; (k, n) in, (k, n) out.

How a recursion is run is chosen behind these names: today it is the recursion's own text, on floats for one state
and on arrays for a batch. A state that holds what is not a number comes out as not a number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

import numpy as np

from dynamics import diagonalized, energy, kane, walker_orin
from dynamics.batch import as_numbers, check_states, check_wrench, evaluate, scalars, stack
from dynamics.chain import chain
from dynamics.denoc import convective, forward, inertia, inverse
from dynamics.errors import DynamicsError, SingularMassMatrix
from dynamics.robot import Robot
from dynamics.robot_arrays import pack
from dynamics.scalars import ZERO
from dynamics.spatial import NULL6

InverseMethod = Literal["denoc", "kane"]
ForwardMethod = Literal["denoc", "walker-orin", "normalized", "unnormalized"]

INVERSE: dict[InverseMethod, Callable[..., Any]] = {
    "denoc": lambda *a: inverse.inverse_dynamics(*a).tau,
    "kane": lambda *a: kane.inverse_dynamics(*a).tau,
}
FORWARD: dict[ForwardMethod, Callable[..., Any]] = {
    "denoc": lambda *a: forward.forward_dynamics(*a).qdd,
    "walker-orin": lambda *a: walker_orin.forward_dynamics(*a).qdd,
    "normalized": lambda *a: diagonalized.forward_dynamics(*a, normalized=True)[0],
    "unnormalized": lambda *a: diagonalized.forward_dynamics(*a, normalized=False)[0],
}
assert tuple(INVERSE) == get_args(InverseMethod)
assert tuple(FORWARD) == get_args(ForwardMethod)


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
    return _evaluate_states(robot, check_method(INVERSE, method), tip_wrench, q=q, qd=qd, qdd=qdd)


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
    qdd = _evaluate_states(robot, check_method(FORWARD, method), tip_wrench, q=q, qd=qd, tau=tau)
    given = (q, qd, tau) if tip_wrench is None else (q, qd, tau, tip_wrench)
    if not np.isfinite(qdd).all() and all(np.isfinite(as_numbers(x, "")).all() for x in given):
        raise SingularMassMatrix("the mass matrix is singular: the accelerations are not finite")
    return qdd


def _evaluate_states(robot: Robot, recursion: Callable[..., Any], tip_wrench: object, **states: object) -> np.ndarray:
    arrays = check_states(robot, **states)
    like = arrays[0]
    wrench = check_wrench(robot, tip_wrench, like)
    result = evaluate(recursion, chain(robot), *(scalars(array) for array in arrays), wrench)
    return stack(result, (robot.n,), like)


def check_method(methods: Mapping[Any, Callable[..., Any]], method: str) -> Callable[..., Any]:
    if not isinstance(method, str) or method not in methods:
        raise DynamicsError(f"the methods are {', '.join(methods)}", field="method", value=method)
    return methods[method]


def mass_matrix(robot: Robot, q: object) -> np.ndarray:
    """The generalized inertia matrix, (n, n), rotors included."""
    (array,) = check_states(robot, q=q)
    rows = inertia.generalized_inertia(chain(robot), scalars(array)).gim
    n = robot.n
    return stack((rows[max(i, j)][min(i, j)] for i in range(n) for j in range(n)), (n, n), array)


def coriolis_matrix(robot: Robot, q: object, qd: object) -> np.ndarray:
    """C, (n, n): C qd is the velocity-dependent torque, and the mass matrix's rate less 2 C is skew."""
    q_array, qd_array = check_states(robot, q=q, qd=qd)
    return convective.convective_matrix(robot, q_array, qd_array).c


def gravity_torque(robot: Robot, q: object) -> np.ndarray:
    """The torque that holds the arm still, (n,)."""
    (array,) = check_states(robot, q=q)
    still = [ZERO] * robot.n
    tau = inverse.inverse_dynamics(chain(robot), scalars(array), still, still, NULL6).tau
    return stack(tau, (robot.n,), array)


def udu(robot: Robot, q: object) -> tuple[np.ndarray, np.ndarray]:
    """U (n, n), unit upper triangular, and D (n, n), diagonal: the mass matrix is U D U^T."""
    (array,) = check_states(robot, q=q)
    columns, diagonal = evaluate(forward.udu, chain(robot), scalars(array))
    n = robot.n
    upper = stack((columns[k][i] if i < k else float(i == k) for i in range(n) for k in range(n)), (n, n), array)
    entries = stack(diagonal, (n,), array)
    return upper, entries[..., None] * np.eye(n)


def kinetic_energy(robot: Robot, q: object, qd: object) -> Any:
    """In joule: a float, or (k,) for a batch."""
    q_array, qd_array = check_states(robot, q=q, qd=qd)
    value = energy.kinetic(chain(robot), scalars(q_array), scalars(qd_array))
    return _one(value, q_array)


def potential_energy(robot: Robot, q: object) -> Any:
    """In joule, zero at the world's origin: a float, or (k,) for a batch."""
    (array,) = check_states(robot, q=q)
    arrays = pack(robot)
    offset = -arrays.mass.sum() * float(np.dot(robot.gravity, arrays.base[:3, 3]))
    return _one(energy.potential(chain(robot), scalars(array)), array) + offset


def _one(value: Any, like: np.ndarray) -> Any:
    return float(value) if like.ndim == 1 else stack([value], (1,), like)[:, 0]
