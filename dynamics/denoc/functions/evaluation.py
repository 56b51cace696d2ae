"""Functions of a state, evaluated by the best means there are: a kernel, or else the recursion's own text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dynamics.kernels import dispatch
from dynamics.reference import evaluate_text
from dynamics.robot import Robot


def evaluate_states(
    robot: Robot, name: str, states: Sequence[np.ndarray], wrench: np.ndarray | None = None
) -> tuple[np.ndarray, bool]:
    """Results of checked states, (m,) or (k, m), and whether all of them are finite."""
    like = states[0]
    count = 1 if like.ndim == 1 else len(like)
    bound = dispatch.find(robot, name if wrench is None else f"{name} wrench", count)
    if bound is None:
        values = evaluate_text(robot, name, states, wrench)
        return values, bool(np.isfinite(values).all())
    inputs = list(states) if wrench is None else [*states, np.broadcast_to(wrench, (*like.shape[:-1], 6))]
    if like.ndim == 1:
        return bound.state(inputs)
    out = np.empty((len(like), bound.columns))
    return out, bound.batch([np.ascontiguousarray(array) for array in inputs], out)
