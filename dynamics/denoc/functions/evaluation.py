"""Functions of a state, evaluated by a kernel or by the recursion's own text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from denoc.arm.robot import Robot
from denoc.kernels.dispatch import Kernels, find
from denoc.recursions.reference import evaluate_text


def evaluate_states(
    robot: Robot, name: str, states: Sequence[np.ndarray], wrench: np.ndarray | None = None, *, kernels: Kernels
) -> tuple[np.ndarray, bool]:
    """Results of checked states, (m,) or (k, m), and whether all of them are finite; `kernels` says by what."""
    like = states[0]
    count = 1 if like.ndim == 1 else len(like)
    bound = find(robot, name if wrench is None else f"{name} wrench", count, kernels)
    if bound is None:
        values = evaluate_text(robot, name, states, wrench)
        return values, bool(np.isfinite(values).all())
    inputs = list(states) if wrench is None else [*states, np.broadcast_to(wrench, (*like.shape[:-1], 6))]
    if like.ndim == 1:
        return bound.state(inputs)
    out = np.empty((len(like), bound.columns))
    return out, bound.batch([np.ascontiguousarray(array) for array in inputs], out)
