"""The public functions of a state. Shapes: (n,) in, (n,) out; (k, n) in, (k, n) out.

`kernels` says what may compute a function; Kernels.SHARED gives the same bits every time. What depends on a number of
the state that is not one comes out as not a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from denoc.arm.batch import check_states, check_wrench
from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.basics.checks import check_choice
from denoc.basics.errors import SingularMassMatrix
from denoc.functions.evaluation import evaluate_given, evaluate_solved, evaluate_states
from denoc.kernels.dispatch import BEST, Kernels, plain_arrays
from denoc.recursions.reference import FORWARD, INVERSE, ForwardMethod, InverseMethod

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
    kernels: Kernels = BEST,
) -> np.ndarray:
    """Joint torques (forces for prismatic joints) that make the arm move as given: inverse dynamics, O(n).

    q (rad, m), qd and qdd (per s, s^2) are (n,), or batches (k, n), which are the fast way; one state beside a batch is
    repeated. tau (N m, N) has their shape, friction and rotors included. `method` is "denoc" (Saha 1999) or "kane"
    (Angeles, Ma and Rojas 1989): the same torques, computed another way. `tip_wrench`, (6,) or (k, 6), is the moment (N
    m) and force (N) that the surroundings apply to the last link at the tip's origin, world axes. What depends on a
    number that is nan is nan. DynamicsError for a wrong shape or method.

    A rod of 1 m and 1 kg, level and at rest, speeds up by 3 rad/s^2: m g l / 2 + m l^2 / 3 * 3.

    >>> dn.inverse_dynamics(dn.rod_chain(1).robot, [0.0], [0.0], [3.0]).round(6).tolist()
    [5.905]
    """
    name = check_method(_INVERSE_NAMES, method)
    if tip_wrench is None and kernels is BEST:
        tau = plain_arrays(robot, name, q, qd, qdd)
        if tau is not None:
            return tau
    states = check_states(robot, q=q, qd=qd, qdd=qdd)
    return evaluate_states(robot, name, states, check_wrench(robot, tip_wrench, states[0]), kernels=kernels)[0]


def forward_dynamics(
    robot: Robot,
    q: object,
    qd: object,
    tau: object,
    *,
    method: ForwardMethod = "denoc",
    tip_wrench: object = None,
    kernels: Kernels = BEST,
) -> np.ndarray:
    """Joint accelerations that torques cause: forward dynamics, the inverse of `inverse_dynamics`.

    q (rad, m), qd (per s) and tau (N m, N) are (n,) or (k, n); qdd (rad/s^2, m/s^2) has their shape. `method` is
    "denoc" (Saha 1999, O(n)), "walker-orin" (Walker and Orin 1982, by the mass matrix), "normalized" or "unnormalized"
    (Kozlowski 1995, quasi-velocities). `tip_wrench` as for `inverse_dynamics`. Friction acts at the given rates: of a
    joint at rest there is no dry friction here; `simulate` lets joints stick. SingularMassMatrix where a joint can move
    without inertia, DynamicsError for a wrong shape or method.

    >>> arm = dn.rod_chain(3).robot
    >>> tau = dn.inverse_dynamics(arm, [0.1, 0.2, 0.3], [1, 2, 3], [4, 5, 6])
    >>> dn.forward_dynamics(arm, [0.1, 0.2, 0.3], [1, 2, 3], tau).round(6).tolist()
    [4.0, 5.0, 6.0]
    """
    name = check_method(_FORWARD_NAMES, method)
    if tip_wrench is None and kernels is BEST:
        qdd = plain_arrays(robot, name, q, qd, tau)
        if qdd is not None:
            return qdd
    states = check_states(robot, q=q, qd=qd, tau=tau)
    wrench = check_wrench(robot, tip_wrench, states[0])
    return evaluate_solved(robot, name, states, wrench, kernels=kernels)


def check_method(methods: Mapping[Any, Any], method: str) -> Any:
    """The entry of a table of methods."""
    try:
        return methods[method]
    except (KeyError, TypeError):
        return methods[check_choice(method, methods, "method")]


def mass_matrix(robot: Robot, q: object, *, kernels: Kernels = BEST) -> np.ndarray:
    """The generalized inertia matrix M(q), (n, n) or (k, n, n): symmetric, and tau = M qdd + C qd + gravity + friction.

    q (rad, m) is (n,) or (k, n). Entries are in kg m^2 between revolute joints, kg between prismatic ones, kg m between
    the two; the payload and the rotors, gear_ratio^2 * rotor_inertia on the diagonal, are included. DynamicsError for a
    wrong shape.

    >>> dn.mass_matrix(dn.rod_chain(2, length=2.0, mass=2.0).robot, [0.0, 0.0]).round(4).tolist()
    [[2.6667, 0.8333], [0.8333, 0.3333]]
    """
    return evaluate_given(robot, "mass matrix", kernels, q)


def coriolis_matrix(robot: Robot, q: object, qd: object, *, kernels: Kernels = BEST) -> np.ndarray:
    """C(q, qd), (n, n) or (k, n, n): C qd is the torque of Coriolis and centrifugal effects, and dM/dt - 2 C is skew.

    q (rad, m) and qd (per s) are (n,) or (k, n); entries are those of the mass matrix per s. The matrix of convective
    inertia terms of Saha 1999, (29), N^T (M dN/dt + dM/dt N); the skew property makes it fit for adaptive control. It
    is not the one of Christoffel's symbols, which has that property too: less half the trace of each link's inertia
    tensor, times its angular velocity as a cross product, in the place of dM/dt. DynamicsError for a wrong shape.

    >>> arm, q, qd = dn.rod_chain(2).robot, [0.0, 1.0], [1.0, 2.0]
    >>> with_velocity, at_rest = (dn.inverse_dynamics(arm, q, rate, [0, 0]) for rate in (qd, [0, 0]))
    >>> bool(np.allclose(dn.coriolis_matrix(arm, q, qd) @ qd, with_velocity - at_rest))
    True
    """
    return evaluate_given(robot, "coriolis", kernels, q, qd)


def gravity_torque(robot: Robot, q: object, *, kernels: Kernels = BEST) -> np.ndarray:
    """The torque (N m, N) that holds the arm still against gravity, (n,) or (k, n): inverse dynamics at rest.

    q (rad, m) is (n,) or (k, n). The payload is held too; there is no friction in it. DynamicsError for a wrong shape.

    >>> dn.gravity_torque(dn.rod_chain(1).robot, [0.0]).round(6).tolist()
    [4.905]
    """
    return evaluate_given(robot, "gravity", kernels, q)


def udu(robot: Robot, q: object, *, kernels: Kernels = BEST) -> tuple[np.ndarray, np.ndarray]:
    """Factors of the mass matrix M = U D U^T: U (n, n) unit upper triangular, D (n, n) diagonal.

    q (rad, m) is (n,) or (k, n), which gives (k, n, n) each. U has no unit where its two joints are of one kind. D
    holds each joint's inertia (kg m^2, kg) with the joints outboard of it free to move, the articulated body's; Saha
    1999, (46) to (50). SingularMassMatrix where one of them is zero, DynamicsError for a wrong shape.

    >>> arm = dn.rod_chain(2).robot
    >>> U, D = dn.udu(arm, [0.1, 0.2])
    >>> bool(np.allclose(U @ D @ U.T, dn.mass_matrix(arm, [0.1, 0.2])))
    True
    """
    values = evaluate_solved(robot, "udu", check_states(robot, q=q), kernels=kernels)
    inertias, U = values[..., 0, :], values[..., 1:, :]
    if not inertias.all():  # that of the first joint divides nothing
        raise SingularMassMatrix("the mass matrix is singular: a joint can move without any inertia")
    D = np.zeros_like(U)
    D[..., range(robot.n), range(robot.n)] = inertias
    return U, D


def kinetic_energy(robot: Robot, q: object, qd: object, *, kernels: Kernels = BEST) -> Any:
    """Kinetic energy in J, rotors included: a float of one state, (k,) of a batch.

    q (rad, m) and qd (per s) are (n,) or (k, n). It is qd^T M qd / 2 with the `mass_matrix` M. DynamicsError for a
    wrong shape.

    >>> round(dn.kinetic_energy(dn.rod_chain(1).robot, [0.0], [3.0]), 6)
    1.5
    """
    return _number(evaluate_given(robot, "kinetic", kernels, q, qd))


def potential_energy(robot: Robot, q: object, *, kernels: Kernels = BEST) -> Any:
    """Potential energy of gravity in J: a float of one state, (k,) of a batch.

    Zero where all masses are at the world's origin. q (rad, m) is (n,) or (k, n); the payload counts. Its slope along q
    is `gravity_torque`. DynamicsError for a wrong shape.

    >>> round(dn.potential_energy(dn.rod_chain(1).robot, [np.pi / 2]), 6)
    4.905
    """
    return _number(evaluate_given(robot, "potential", kernels, q)) + potential_at_base(robot)


def potential_at_base(robot: Robot) -> float:
    """Potential energy in J of all masses at the first frame's origin, where that of the recursion is zero."""
    arrays = pack(robot)
    return -float(arrays.mass.sum() * np.dot(robot.gravity, arrays.base[:3, 3]))


def _number(found: np.ndarray) -> Any:
    return float(found) if found.ndim == 0 else found
