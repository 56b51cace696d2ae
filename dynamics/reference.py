"""The functions of a state by the recursions' own text: on floats for one state, on arrays for a batch.

What the kernels are held against, and what runs where there is no kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, get_args

import numpy as np

from dynamics import diagonalized, energy, kane, walker_orin
from dynamics.batch import evaluate, scalars, stack, wrench_scalars
from dynamics.chain import Chain, Scalars, along_axis, chain, place, wrench_in_links
from dynamics.denoc import forward, inertia, inverse
from dynamics.frames import joint_frames
from dynamics.robot import Robot
from dynamics.scalars import ONE, ZERO, Scalar, sqrt
from dynamics.spatial import Vec6, shift_wrench

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


def _gravity(arm: Chain, q: Scalars) -> Iterable[Scalar]:
    still = [ZERO] * arm.n
    return inverse.inverse_dynamics(arm, q, still, still).tau


def _tip_torque(arm: Chain, q: Scalars, wrench: Vec6) -> Iterable[Scalar]:
    """J^T w: the wrench carried from the tip to each joint."""
    placements = [place(link, qi) for link, qi in zip(arm.links, q, strict=True)]
    felt = shift_wrench(wrench_in_links(placements, wrench), arm.tip)
    tau: list[Scalar] = []
    for link, placement in zip(reversed(arm.links), reversed(placements), strict=True):
        tau.append(along_axis(link, felt))
        felt = shift_wrench(felt.to_parent(placement.rotation), placement.origin)
    return tau[::-1]


def _mass_matrix(arm: Chain, q: Scalars) -> Iterable[Scalar]:
    rows = inertia.generalized_inertia(arm, q).gim
    return (rows[max(i, j)][min(i, j)] for i in range(arm.n) for j in range(arm.n))


def _udu(arm: Chain, q: Scalars) -> Iterable[Scalar]:
    columns, diagonal = forward.udu(arm, q)
    upper = (columns[k][i] if i < k else float(i == k) for i in range(arm.n) for k in range(arm.n))
    return [*diagonal, *upper]


def _frames(arm: Chain, q: Scalars) -> Iterable[Scalar]:
    for frame in joint_frames(arm, q):
        for row in zip(*frame, strict=True):
            yield from row
        yield from (ZERO, ZERO, ZERO, ONE)


def _quasi_functions(method: str, normalized: bool) -> dict[str, Callable[..., Iterable[Scalar]]]:
    """What a run in quasi-velocities needs: there, back, and their rates."""

    def to_rates(arm: Chain, q: Scalars, quasi: Scalars) -> Iterable[Scalar]:
        joints = diagonalized.articulate(arm, q)
        return [v.qd for v in diagonalized.quasi_rates(arm, joints, quasi, normalized=normalized)]

    def from_rates(arm: Chain, q: Scalars, qd: Scalars) -> Iterable[Scalar]:
        joints = diagonalized.articulate(arm, q)
        xi = [v.xi for v in diagonalized.from_joint_rates(arm, joints, qd)]
        return [x * sqrt(joint.D) for x, joint in zip(xi, joints, strict=True)] if normalized else xi

    def accelerate(arm: Chain, q: Scalars, quasi: Scalars, tau: Scalars) -> Iterable[Scalar]:
        return diagonalized.from_quasi(arm, q, quasi, tau, normalized=normalized).rate

    return {f"rates {method}": to_rates, f"quasi {method}": from_rates, f"acceleration {method}": accelerate}


QUASI = {**_quasi_functions("normalized", True), **_quasi_functions("unnormalized", False)}

# Each gives its results in one fixed order: a vector, or a matrix by rows. The states come first, the wrench last.
TEXTS: dict[str, Callable[..., Iterable[Scalar]]] = {
    **{f"inverse {method}": text for method, text in INVERSE.items()},
    **{f"forward {method}": text for method, text in FORWARD.items()},
    "gravity": _gravity,
    "tip torque": _tip_torque,
    "mass matrix": _mass_matrix,
    "udu": _udu,  # the diagonal of D, then U
    "frames": _frames,  # 4x4 matrices
    "kinetic": lambda *a: [energy.kinetic(*a)],
    "potential": lambda *a: [energy.potential(*a)],
    **QUASI,
}
FORMULATIONS = tuple(name for name in TEXTS if name.startswith(("inverse", "forward")))
WITH_WRENCH = (*FORMULATIONS, "tip torque")


def evaluate_text(robot: Robot, name: str, states: Sequence[np.ndarray], wrench: np.ndarray | None) -> np.ndarray:
    """Results in a row, (m,), or a row for each state of a batch, (k, m). The wrench stands in base axes."""
    arguments: list[Any] = [scalars(array) for array in states]
    if name in WITH_WRENCH:
        arguments.append(wrench_scalars(wrench))
    results = list(evaluate(TEXTS[name], chain(robot), *arguments))
    return stack(results, (len(results),), states[0])
