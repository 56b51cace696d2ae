"""Weighted least squares for base parameters, with a prior for what the rows do not tell, and their deviations."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.basics.errors import DynamicsError

SMALLEST = 1e-7  # of the largest singular value: directions below are not seen
MIXED = 1e-3  # of a parameter, in scaled units, may lie in directions that are not seen
ROUNDS = 8  # of weighting by the joints' noise
SETTLED = 1e-6  # change of the noise, relative
ROUNDING = 1e-13  # of the largest torque: noise that is none


class Fit(NamedTuple):
    """Of b parameters from rows of n joints; what is not seen keeps its prior value."""

    values: np.ndarray  # (b,)
    covariance: np.ndarray  # (b, b), of the directions that are seen
    seen: np.ndarray  # (b,) whether the rows tell this parameter alone
    whitening: np.ndarray  # (r, b): whitening @ (true - values) has covariance 1, in the r directions that are seen
    noise: np.ndarray  # (n,) standard deviation of a row
    residual: np.ndarray  # (m, n)
    condition: float  # of the weighted, column-scaled regressor
    rising: np.ndarray  # (n,) whether the noise rises with the frequency, as that of noisy positions does


def fit(y: np.ndarray, tau: np.ndarray, prior: np.ndarray, *, weighted: bool = True) -> Fit:
    """The values beta that make y beta nearest to tau: y (m, n, b), tau (m, n), prior (b,).

    Joints are weighted by their residuals' standard deviation, which is found in turns. Its estimate counts how many
    of the parameters each joint's rows have paid for, by their leverage.
    """
    m, n, _ = y.shape
    missing = tau - y @ prior
    # all that least squares need of a joint's m rows: b + 1 of them
    blocks = np.array([np.linalg.qr(np.column_stack([y[:, j], missing[:, j]]), mode="r") for j in range(n)])
    floor = ROUNDING * (np.abs(tau).max(initial=0.0) or 1.0)
    noise = np.ones(n)
    for _ in range(ROUNDS):
        before = noise
        found = _solve(blocks, noise)
        squares = ((blocks[:, :, :-1] @ found.change - blocks[:, :, -1]) ** 2).sum(axis=1)
        variances = squares / np.maximum(m - found.leverage, 1.0)
        if not weighted:
            variances = np.full(n, squares.sum() / max(m * n - found.leverage.sum(), 1.0))
        noise = np.maximum(np.sqrt(variances), floor)
        if np.abs(noise / before - 1).max() < SETTLED:
            break
    found = _solve(blocks, noise)
    values = prior + found.change
    covariance = found.roots.T @ found.roots
    rising = np.zeros(n, bool)
    return Fit(values, covariance, found.seen, found.whitening, noise, tau - y @ values, found.condition, rising)


def leverages(rows: np.ndarray) -> np.ndarray:
    """How much of each weighted row (m, n, b) the parameters take: (m, n), from 0 to 1."""
    flat = rows.reshape(-1, rows.shape[-1])
    lengths = np.linalg.norm(flat, axis=0)
    axes, triangle = np.linalg.qr(flat / np.where(lengths > 0, lengths, 1.0))
    left, sizes, _ = np.linalg.svd(triangle, full_matrices=False)
    clear = sizes > SMALLEST * sizes.max(initial=0.0)
    found: np.ndarray = ((axes @ left[:, clear]) ** 2).sum(axis=1).reshape(rows.shape[:-1])
    return found


class Precision(NamedTuple):
    """What rows tell of parameters before any torque was measured."""

    deviations: np.ndarray  # (b,), inf for those that the rows do not tell
    condition: float


def precision(y: np.ndarray, noise: np.ndarray) -> Precision:
    """Of rows y (m, n, b) whose torques have independent noise of these standard deviations, (n,)."""
    blocks = np.array([np.linalg.qr(y[:, j], mode="r") for j in range(y.shape[1])])
    found = _solve(np.concatenate([blocks, np.zeros((*blocks.shape[:2], 1))], axis=-1), noise)
    deviations = np.where(found.seen, np.sqrt((found.roots**2).sum(axis=0)), np.inf)
    return Precision(deviations, found.condition if found.seen.all() else np.inf)


class _Solved(NamedTuple):
    change: np.ndarray  # (b,) from the prior
    roots: np.ndarray  # (r, b): roots^T roots is the covariance
    whitening: np.ndarray  # (r, b)
    seen: np.ndarray  # (b,)
    leverage: np.ndarray  # (n,): how many parameters each joint's rows pay for
    condition: float


def _solve(blocks: np.ndarray, noise: np.ndarray) -> _Solved:
    """Least squares of (n, rows, b + 1) blocks [regressor | torque], for this noise of the joints."""
    n, height, width = blocks.shape
    rows = (blocks / noise[:, None, None]).reshape(n * height, width)
    lengths = np.linalg.norm(rows[:, :-1], axis=0)
    lengths = np.where(lengths > 0, lengths, 1.0)
    axes, triangle = np.linalg.qr(rows[:, :-1] / lengths)
    left, sizes, right = np.linalg.svd(triangle, full_matrices=False)
    clear = sizes > SMALLEST * sizes.max(initial=0.0)
    left, sizes, right = (axes @ left)[:, clear], sizes[clear], right[clear]
    return _Solved(
        change=(right.T @ ((left.T @ rows[:, -1]) / sizes)) / lengths,
        roots=(right / sizes[:, None]) / lengths,
        whitening=sizes[:, None] * right * lengths,
        seen=1 - (right**2).sum(axis=0) < MIXED**2,
        leverage=(left**2).sum(axis=1).reshape(n, height).sum(axis=1),
        condition=float(sizes[0] / sizes[-1]) if len(sizes) else np.inf,
    )


def check_rows(rows: int, parameters: int) -> None:
    if rows <= parameters:
        reason = f"too few samples: {rows} independent ones of torque for {parameters} base parameters"
        raise DynamicsError(reason, field="measurement", value=rows)
