"""What happens inside a formulation at one state: twists, wrenches, mass matrices, gains, in world axes.

The recursions keep these quantities anyway while they run; here they are gathered, turned into world axes and named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from denoc.algebra.algebra import Vec3
from denoc.algebra.scalars import ZERO
from denoc.algebra.spatial import Sym6, Vec6
from denoc.arm.batch import check_states, check_wrench, evaluate, floats, wrench_scalars
from denoc.arm.robot import Robot, inertia_matrix
from denoc.basics.errors import DynamicsError
from denoc.functions.api import FORWARD, INVERSE, check_method
from denoc.functions.kinematics import link_frames
from denoc.kernels.dispatch import SHARED
from denoc.recursions import denoc, diagonalized, kane, walker_orin
from denoc.recursions.bodies import arm
from denoc.recursions.chain import chain
from denoc.recursions.joints import Arm
from denoc.recursions.sweeps import Recursion, matrix, solution, walk


class Quantity(NamedTuple):
    """A quantity inside a recursion: its array, one row a link, and what it means with its equation."""

    value: np.ndarray
    meaning: str


@dataclass(frozen=True, eq=False)
class Inspection:
    """What a formulation computed on its way: `result` (n,) is tau or qdd, `quantities` go by the paper's letters.

    `found["t"]` is the array of a quantity, `found.quantities["t"].meaning` says what it is and which equation defines
    it. Arrays have one row a link; vectors and 6x6 matrices are in world axes, SI units.
    """

    method: str
    result: np.ndarray
    quantities: dict[str, Quantity]

    def __getitem__(self, name: str) -> np.ndarray:
        return self.quantities[name].value


def inspect_inverse(
    robot: Robot, q: object, qd: object, qdd: object, *, method: str = "denoc", tip_wrench: object = None
) -> Inspection:
    """Every twist, propagation vector and wrench (world axes, SI units) inside the inverse dynamics of one state.

    q (rad, m), qd and qdd (per s, s^2) are (n,); `method` "denoc" or "kane", `tip_wrench` (6,) as for
    `inverse_dynamics`. The result's `result` (n,) is tau (N m, N), its `quantities` are arrays with one row a link, by
    the letters of the paper and with what they mean. DynamicsError for a wrong shape, a batch, or another method.

    >>> found = dn.inspect_inverse(dn.rod_chain(2).robot, [0, 0], [1, 0], [0, 0])
    >>> found.quantities["t"].meaning
    'twist (omega, v) at each mass centre, (1)'
    >>> found["t"].round(6).tolist()
    [[0.0, 0.0, 1.0, 0.0, 0.25, 0.0], [0.0, 0.0, 1.0, 0.0, 0.75, 0.0]]
    """
    check_method(INVERSE, method)
    return _inspect(robot, _INVERSE[method], method, tip_wrench, q=q, qd=qd, qdd=qdd)


def inspect_forward(
    robot: Robot, q: object, qd: object, tau: object, *, method: str = "denoc", tip_wrench: object = None
) -> Inspection:
    """Articulated inertias, gains, pivots, twists and wrenches inside the forward dynamics of one state.

    q (rad, m), qd (per s) and tau (N m, N) are (n,); `method` and `tip_wrench` as for `forward_dynamics`. The result's
    `result` (n,) is qdd, its `quantities` are arrays with one row a link, in world axes and SI units, by the letters of
    the method's paper and with what they mean. DynamicsError for a wrong shape, a batch, or another method,
    SingularMassMatrix where a joint can move without inertia.

    >>> found = dn.inspect_forward(dn.rod_chain(2).robot, [0, 0], [0, 0], [0, 0])
    >>> sorted(found.quantities)[:4]
    ['M_articulated', 'M_composite', 'gamma', 'm_hat']
    """
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
    turn = _Turn(link_frames(robot, arrays[0], kernels=SHARED)[:, :3, :3])
    result, quantities = evaluate(look, turn, robot, wrench, *(array.tolist() for array in arrays))
    return Inspection(method, floats(result), quantities)


class _Turn:
    """Link axes to world axes."""

    def __init__(self, rotations: np.ndarray) -> None:
        self.rotations = rotations
        self.both = np.zeros((len(rotations), 6, 6))  # of the angular and of the linear parts
        self.both[:, :3, :3] = self.both[:, 3:, 3:] = rotations

    def vectors(self, items: Iterable[Vec3]) -> np.ndarray:
        return (self.rotations @ _rows(items)[..., None])[..., 0]

    def sixes(self, items: Iterable[Vec6]) -> np.ndarray:
        return (self.both @ _rows(items)[..., None])[..., 0]

    def matrices(self, items: Iterable[Sym6]) -> np.ndarray:
        return self.both @ _matrices(list(items)) @ self.both.swapaxes(1, 2)


_Found = Mapping[str, Sequence[Any]]  # what the steps saved, by name: one of each link


def _walked(recursion: Recursion, arm: Arm, *state: Any) -> _Found:
    records, _ = walk(recursion, arm, state)
    return {name: [record[name] for record in records] for name in records[0]}


def _denoc_inverse(turn: _Turn, robot: Robot, wrench: Vec6, *state: Any) -> tuple[Any, dict[str, Quantity]]:
    links = chain(robot).with_wrench(wrench)
    found = _walked(denoc.inverse(), links, *state)
    return found["tau"], _motion_quantities(turn, links, found)


def _motion_quantities(turn: _Turn, arm: Arm, found: _Found) -> dict[str, Quantity]:
    return {
        "t": Quantity(turn.sixes(found["t"]), "twist (omega, v) at each mass centre, (1)"),
        "t_dot": Quantity(turn.sixes(found["t_dot"]), "twist rate, the base accelerating against gravity, section 5.1"),
        "p": Quantity(turn.sixes(link.p for link in arm.links), "joint-rate propagation vector, (13) and (15)"),
        "gamma": Quantity(
            turn.sixes(found["gamma"]), "wrench at the mass centre that the joint passes on, section 5.1"
        ),
    }


def _kane_inverse(turn: _Turn, robot: Robot, wrench: Vec6, *state: Any) -> tuple[Any, dict[str, Quantity]]:
    found = _walked(kane.inverse(), chain(robot).with_wrench(wrench), *state)
    return found["tau"], {
        "omega": Quantity(turn.vectors(found["omega"]), "angular velocity, (12)"),
        "omega_dot": Quantity(turn.vectors(found["omega_dot"]), "angular acceleration, (13)"),
        "p_ddot": Quantity(turn.vectors(found["p_ddot"]), "acceleration of the mass centre less gravity, (41)"),
        "w_v": Quantity(turn.sixes(found["w_v"]), "moment at the joint's origin and force, stage 3"),
    }


def _denoc_forward(turn: _Turn, robot: Robot, wrench: Vec6, *state: Any) -> tuple[Any, dict[str, Quantity]]:
    q, qd, _ = state
    links = chain(robot).with_wrench(wrench)
    bias = _walked(denoc.inverse(), links, q, qd, [ZERO] * robot.n)
    composed = _walked(denoc.mass_matrix(), links, q)
    found = _walked(denoc.forward(), links, *state)
    return found["qdd"], {
        **_motion_quantities(turn, links, bias),
        "phi_bias": Quantity(floats(bias["tau"]), "torque that zero acceleration needs, section 5.2"),
        "M_composite": Quantity(
            turn.matrices(composed["M_tilde"]), "mass matrix of the composite body at its first mass centre, (23b)"
        ),
        "M_articulated": Quantity(turn.matrices(found["M_hat"]), "mass matrix of the articulated body, (50)"),
        "psi": Quantity(turn.sixes(found["psi"]), "gain of the elimination, (48)"),
        "m_hat": Quantity(floats(found["m_hat"]), "pivots, the diagonal of D, (47)"),
        "tau_hat": Quantity(floats(found["tau_hat"]), "U^-1 phi, (34)"),
        "tau_tilde": Quantity(floats(found["tau_tilde"]), "D^-1 U^-1 phi, section 5.2"),
    }


def _walker_orin(turn: _Turn, robot: Robot, wrench: Vec6, *state: Any) -> tuple[Any, dict[str, Quantity]]:
    links = chain(robot).with_wrench(wrench)
    records, _ = walk(walker_orin.forward(), links, state)
    entries, n = matrix(walker_orin.MATRIX, links, records), robot.n
    gim = np.array([[float(entries[i, j]) for j in range(n)] for i in range(n)])
    qdd = solution(entries, [record["phi"] for record in records])
    factor = np.array([[float(entries[i, j]) if j < i else 0.0 for j in range(n)] for i in range(n)])
    factor[range(n), range(n)] = [1.0 / float(entries[i, i]) for i in range(n)]
    bodies = [record["body"] for record in records]
    tensors = [
        r @ inertia_matrix(floats(body.inertia).tolist()) @ r.T for r, body in zip(turn.rotations, bodies, strict=True)
    ]
    return qdd, {
        "GIM": Quantity(gim, "generalized inertia matrix"),
        "L": Quantity(factor, "Cholesky factor: GIM = L L^T"),
        "mass": Quantity(floats(body.mass for body in bodies), "mass of the composite body"),
        "moment": Quantity(turn.vectors(body.moment for body in bodies), "its first moment about the joint's origin"),
        "inertia": Quantity(np.array(tensors), "its inertia about the joint's origin"),
    }


def _diagonalized(normalized: bool) -> Callable[..., tuple[Any, dict[str, Quantity]]]:
    speed, effort = ("nu", "epsilon") if normalized else ("xi", "kappa")

    def look(turn: _Turn, robot: Robot, wrench: Vec6, *state: Any) -> tuple[Any, dict[str, Quantity]]:
        links = arm(robot, regrouped=False).with_wrench(wrench)
        found = _walked(diagonalized.forward(normalized=normalized), links, *state)
        return found["qdd"], {
            "V": Quantity(turn.sixes(found["V"]), "spatial velocity at each joint's origin"),
            "P": Quantity(turn.matrices(found["M_hat"]), "articulated inertia, (12)"),
            "D": Quantity(floats(found["m_hat"]), "inertia along each joint's axis"),
            "G": Quantity(turn.sixes(found["psi"]), "gain P H^* / D"),
            "lambda_dot": Quantity(turn.matrices(found["lam_dot"]), "rate of P seen from the link before, (20)"),
            speed: Quantity(floats(found["quasi"]), "quasi-velocity, " + ("(28)" if normalized else "(34)")),
            effort: Quantity(floats(found["effort"]), "generalized effort, " + ("(41)" if normalized else "(44)")),
            "C": Quantity(floats(found["c"]), "velocity, gravity and tip terms, " + ("(42)" if normalized else "(45)")),
            f"{speed}_dot": Quantity(
                floats(found["rate"]), "rate of the quasi-velocity, " + ("(40)" if normalized else "(44)")
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


def _rows(items: Iterable[Iterable[Any]]) -> np.ndarray:
    return np.array([[float(number) for number in item] for item in items])


def _matrices(items: Sequence[Sym6]) -> np.ndarray:
    """(n, 6, 6)"""
    out, tensor = np.empty((len(items), 6, 6)), inertia_matrix(range(6))  # which of the six entries stands where
    out[:, :3, :3], out[:, 3:, 3:] = _rows(m.A for m in items)[:, tensor], _rows(m.C for m in items)[:, tensor]
    out[:, :3, 3:] = _rows(m.B for m in items).reshape(-1, 3, 3)
    out[:, 3:, :3] = out[:, :3, 3:].swapaxes(1, 2)
    return out
