"""Functions of a state, evaluated by a kernel or by the recursion's own text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from denoc.arm.batch import check_states
from denoc.arm.robot import Robot
from denoc.basics.errors import SingularMassMatrix
from denoc.kernels.dispatch import BEST, Kernels, find, plain_arrays
from denoc.kernels.kernel import empty_rows
from denoc.recursions.reference import FUNCTIONS, evaluate_text


def evaluate_given(
    robot: Robot, name: str, kernels: Kernels, q: object, qd: object = None, qdd: object = None
) -> np.ndarray:
    """Results of the states that the function has, as a caller gives them; DynamicsError where they are none."""
    if kernels is BEST:
        found = plain_arrays(robot, name, q, qd, qdd)
        if found is not None:
            return found
    given = zip(FUNCTIONS[name].recursion.inputs, (q, qd, qdd), strict=False)
    return evaluate_states(robot, name, check_states(robot, **dict(given)), kernels=kernels)[0]


def evaluate_states(
    robot: Robot, name: str, states: Sequence[np.ndarray], wrench: np.ndarray | None = None, *, kernels: Kernels
) -> tuple[np.ndarray, bool]:
    """Results of checked states, a batch's axis first, and whether all of them are finite; `kernels` says by what."""
    like = states[0]
    count = 1 if like.ndim == 1 else len(like)
    bound = find(robot, name if wrench is None else f"{name} wrench", count, kernels)
    if bound is None:
        values = evaluate_text(robot, name, states, wrench)
        return values, bool(np.isfinite(values).all())
    inputs = list(states) if wrench is None else [*states, np.broadcast_to(wrench, (*like.shape[:-1], 6))]
    if like.ndim == 1:
        return bound.state(inputs)
    out = empty_rows(len(like), bound.result_shape)
    return out, bound.batch([np.ascontiguousarray(array) for array in inputs], out)


def evaluate_solved(
    robot: Robot, name: str, states: Sequence[np.ndarray], wrench: np.ndarray | None = None, *, kernels: Kernels
) -> np.ndarray:
    """The same of what divides by inertias; SingularMassMatrix where results of finite states are not finite."""
    values, finite = evaluate_states(robot, name, states, wrench, kernels=kernels)
    if not finite and all(np.isfinite(given).all() for given in (*states, wrench) if given is not None):
        words = "the mass matrix is singular: some joint can move without any inertia, or the numbers are too large"
        raise SingularMassMatrix(words)
    return values
