"""What happens inside a formulation at one state: twists, wrenches, mass matrices, gains, in world axes.

The recursions keep these quantities anyway while they run; here they are gathered, turned into world axes and named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from dynamics import diagonalized, kane, walker_orin
from dynamics.algebra import Vec3
from dynamics.api import FORWARD, INVERSE, check_method
from dynamics.batch import check_states, check_wrench, evaluate, wrench_scalars
from dynamics.chain import Chain, chain
from dynamics.denoc import forward, inertia, inverse
from dynamics.errors import DynamicsError
from dynamics.kinematics import link_frames
from dynamics.robot import Robot, inertia_matrix
from dynamics.spatial import Sym6, Vec6


class Quantity(NamedTuple):
    value: np.ndarray
    meaning: str


@dataclass(frozen=True, eq=False)
class Inspection:
    """`result` is tau or qdd; `quantities` go by the letters of the method's paper."""

    method: str
    result: np.ndarray
    quantities: dict[str, Quantity]

    def __getitem__(self, name: str) -> np.ndarray:
        return self.quantities[name].value


def inspect_inverse(
    robot: Robot, q: object, qd: object, qdd: object, *, method: str = "denoc", tip_wrench: object = None
) -> Inspection:
    check_method(INVERSE, method)
    return _inspect(robot, _INVERSE[method], method, tip_wrench, q=q, qd=qd, qdd=qdd)


def inspect_forward(
    robot: Robot, q: object, qd: object, tau: object, *, method: str = "denoc", tip_wrench: object = None
) -> Inspection:
    check_method(FORWARD, method)
    return _inspect(robot, _FORWARD[method], method, tip_wrench, q=q, qd=qd, tau=tau)


def _inspect(
    robot: Robot,
    look: Callable[..., tuple[Any, dict[str, Quantity]]],
    method: str,
    tip_wrench: object,
    **states: object,
) -> Inspection:
    arrays = check_states(robot, **states)
    if arrays[0].ndim != 1:
        raise DynamicsError("one state is needed", field=", ".join(states), value=arrays[0].shape)
    wrench = wrench_scalars(check_wrench(robot, tip_wrench, arrays[0]))
    turn = _Turn(link_frames(robot, arrays[0])[:, :3, :3])
    arguments = (chain(robot), *(array.tolist() for array in arrays), wrench)
    result, quantities = evaluate(look, turn, *arguments)
    return Inspection(method, _numbers(result), quantities)


class _Turn:
    """Link axes to world axes."""

    def __init__(self, rotations: np.ndarray) -> None:
        self.rotations = rotations

    def vectors(self, items: Iterable[Vec3]) -> np.ndarray:
        return np.array([r @ _numbers(item) for r, item in zip(self.rotations, items, strict=True)])

    def sixes(self, items: Iterable[Vec6]) -> np.ndarray:
        return np.array([_both(r) @ _numbers(item) for r, item in zip(self.rotations, items, strict=True)])

    def matrices(self, items: Iterable[Sym6]) -> np.ndarray:
        return np.array([_both(r) @ _matrix(item) @ _both(r).T for r, item in zip(self.rotations, items, strict=True)])


def _denoc_inverse(turn: _Turn, arm: Chain, *state: Any) -> tuple[Any, dict[str, Quantity]]:
    found = inverse.inverse_dynamics(arm, *state)
    return found.tau, _motion_quantities(turn, found)


def _motion_quantities(turn: _Turn, found: inverse.InverseResult) -> dict[str, Quantity]:
    motions = found.motions
    return {
        "t": Quantity(turn.sixes(m.twist for m in motions), "twist (omega, v) at each mass centre, (1)"),
        "t_dot": Quantity(
            turn.sixes(m.rate for m in motions), "twist rate, the base accelerating against gravity, section 5.1"
        ),
        "p": Quantity(turn.sixes(m.propagation.p for m in motions), "joint-rate propagation vector, (13) and (15)"),
        "gamma": Quantity(
            turn.sixes(found.wrenches), "wrench at the mass centre that the joint passes on, section 5.1"
        ),
    }


def _kane_inverse(turn: _Turn, arm: Chain, *state: Any) -> tuple[Any, dict[str, Quantity]]:
    found = kane.inverse_dynamics(arm, *state)
    motions = found.motions
    return found.tau, {
        "omega": Quantity(turn.vectors(m.omega for m in motions), "angular velocity, (12)"),
        "omega_dot": Quantity(turn.vectors(m.omega_dot for m in motions), "angular acceleration, (13)"),
        "p_ddot": Quantity(
            turn.vectors(m.p_ddot for m in motions), "acceleration of the mass centre less gravity, (41)"
        ),
        "w_v": Quantity(turn.sixes(found.wrenches), "moment at the joint's origin and force, stage 3"),
    }


def _denoc_forward(turn: _Turn, arm: Chain, q: Any, *state: Any) -> tuple[Any, dict[str, Quantity]]:
    found = forward.forward_dynamics(arm, q, *state)
    bodies = found.articulated
    composite = inertia.generalized_inertia(arm, q).composite
    return found.qdd, {
        **_motion_quantities(turn, found.bias),
        "phi_bias": Quantity(_numbers(found.bias.tau), "torque that zero acceleration needs, section 5.2"),
        "M_composite": Quantity(
            turn.matrices(composite), "mass matrix of the composite body at its first mass centre, (23b)"
        ),
        "M_articulated": Quantity(turn.matrices(b.mass for b in bodies), "mass matrix of the articulated body, (50)"),
        "psi": Quantity(turn.sixes(b.psi for b in bodies), "gain of the elimination, (48)"),
        "m_hat": Quantity(_numbers(b.m_hat for b in bodies), "pivots, the diagonal of D, (47)"),
        "tau_hat": Quantity(_numbers(found.tau_hat), "U^-1 phi, (34)"),
        "tau_tilde": Quantity(_numbers(found.tau_tilde), "D^-1 U^-1 phi, section 5.2"),
    }


def _walker_orin(turn: _Turn, arm: Chain, *state: Any) -> tuple[Any, dict[str, Quantity]]:
    found = walker_orin.forward_dynamics(arm, *state)
    n = arm.n
    gim, factor = np.zeros((n, n)), np.zeros((n, n))
    for i in range(n):
        for j in range(i + 1):
            gim[i, j] = gim[j, i] = float(found.gim[i][j])
            factor[i, j] = float(found.factor[i][j]) if i != j else 1.0 / float(found.factor[i][i])
    tensors = [
        r @ inertia_matrix(_numbers(c.inertia).tolist()) @ r.T
        for r, c in zip(turn.rotations, found.composites, strict=True)
    ]
    return found.qdd, {
        "GIM": Quantity(gim, "generalized inertia matrix"),
        "L": Quantity(factor, "Cholesky factor: GIM = L L^T"),
        "mass": Quantity(_numbers(c.mass for c in found.composites), "mass of the composite body"),
        "moment": Quantity(
            turn.vectors(c.moment for c in found.composites), "its first moment about the joint's origin"
        ),
        "inertia": Quantity(np.array(tensors), "its inertia about the joint's origin"),
    }


def _diagonalized(normalized: bool) -> Callable[..., tuple[Any, dict[str, Quantity]]]:
    speed, effort = ("nu", "epsilon") if normalized else ("xi", "kappa")

    def look(turn: _Turn, arm: Chain, *state: Any) -> tuple[Any, dict[str, Quantity]]:
        qdd, found = diagonalized.forward_dynamics(arm, *state, normalized=normalized)
        joints = found.articulations
        return qdd, {
            "V": Quantity(turn.sixes(v.V for v in found.velocities), "spatial velocity at each joint's origin"),
            "P": Quantity(turn.matrices(j.P for j in joints), "articulated inertia, (12)"),
            "D": Quantity(_numbers(j.D for j in joints), "inertia along each joint's axis"),
            "G": Quantity(turn.sixes(j.G for j in joints), "gain P H^* / D"),
            "lambda_dot": Quantity(turn.matrices(found.lam_dot), "rate of P seen from the link before, (20)"),
            speed: Quantity(_numbers(found.quasi), "quasi-velocity, " + ("(28)" if normalized else "(34)")),
            effort: Quantity(_numbers(found.effort), "generalized effort, " + ("(41)" if normalized else "(44)")),
            "C": Quantity(_numbers(found.c), "velocity, gravity and tip terms, " + ("(42)" if normalized else "(45)")),
            f"{speed}_dot": Quantity(
                _numbers(found.rate), "rate of the quasi-velocity, " + ("(40)" if normalized else "(44)")
            ),
        }

    return look


_INVERSE = {"denoc": _denoc_inverse, "kane": _kane_inverse}
_FORWARD = {
    "denoc": _denoc_forward,
    "walker-orin": _walker_orin,
    "normalized": _diagonalized(normalized=True),
    "unnormalized": _diagonalized(normalized=False),
}


def _numbers(items: Iterable[Any]) -> np.ndarray:
    return np.array([float(item) for item in items])


def _both(rotation: np.ndarray) -> np.ndarray:
    return np.kron(np.eye(2), rotation)


def _matrix(m: Sym6) -> np.ndarray:
    b = _numbers(m.B).reshape(3, 3)
    return np.block([[inertia_matrix(_numbers(m.A).tolist()), b], [b.T, inertia_matrix(_numbers(m.C).tolist())]])
