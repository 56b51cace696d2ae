"""Which of several independent numbers causes the spread of a result: shares of its variance.

A straight line through the results tells it where there is one; else Sobol's indices do, which need no line but more
runs: A. Saltelli and others, Variance based sensitivity analysis of model output, Comput. Phys. Commun. 181, 2010.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np

STRAIGHT = 0.95  # of the variance that a line must foretell
RESAMPLED = 200  # times, of the errors of Sobol's indices
ROUNDING = 1e-9  # of a result: less of a spread than that is none


class Cause(NamedTuple):
    """Which number causes how much of a result's variance: shares (d,), in the order of the tolerances.

    `first` is the share of a number alone, `total` that of everything it has a part in; by a "linear" fit they are the
    same. `first_error` and `total_error` (d,) are their standard errors. `method` is "linear" or "sobol", or "none"
    where the result does not spread: then all are zero. `r_squared` is the share of the variance that a straight line
    foretells, of runs that it was not fitted to.
    """

    method: Literal["linear", "sobol", "none"]
    first: np.ndarray
    total: np.ndarray
    first_error: np.ndarray
    total_error: np.ndarray
    r_squared: float


def is_spread(y: np.ndarray) -> bool:
    """Whether results (k,) differ by more than rounding."""
    return bool(np.ptp(y) > ROUNDING * np.abs(y).max(initial=0.0))


def none(numbers: int) -> Cause:
    """The cause of a result that does not spread: no number has a share in it."""
    zero = np.zeros(numbers)
    return Cause("none", zero, zero, zero, zero, 1.0)


def linear(z: np.ndarray, y: np.ndarray) -> Cause:
    """By a line y = c + b z through the results y (k,) at numbers z (k, d) of variance 1.

    `r_squared` leaves out each result in turn and foretells it from the others (Allen's PRESS). A line through no more
    results than it has coefficients passes through all of them and foretells nothing: then it is -inf, errors are nan.
    """
    runs, numbers = z.shape
    design = np.column_stack([np.ones(runs), z])
    left, sizes, right = np.linalg.svd(design, full_matrices=False)
    slopes = (right.T @ ((left.T @ y) / sizes))[1:]
    rest = y - left @ (left.T @ y)
    spare = runs - numbers - 1
    leverage = np.minimum((left**2).sum(axis=1), 1 - 1e-12)
    about = y - y.mean()
    r_squared = 1 - float(((rest / (1 - leverage)) ** 2).sum() / (about @ about)) if spare > 0 else -math.inf
    noise = float(rest @ rest) / max(spare, 1)
    variance = float(slopes @ slopes) + noise
    deviations = np.sqrt(noise * (right.T**2 @ sizes**-2.0))[1:]
    shares = slopes**2 / variance
    errors = 2 * np.abs(slopes) * deviations / variance if spare > 0 else np.full(numbers, np.nan)
    return Cause("linear", shares, shares, errors, errors, r_squared)


def sobol_design(numbers: int, runs: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Two samples (runs, numbers) of the unit cube that are independent of each other, each spread evenly."""
    from scipy.stats.qmc import Sobol  # imported late: it costs as much as the rest of the package

    sequence = Sobol(2 * numbers, seed=np.random.default_rng(seed))
    both = sequence.random_base2((runs - 1).bit_length())[:runs]
    return both[:, :numbers], both[:, numbers:]


def saltelli(
    evaluate: Callable[[np.ndarray], np.ndarray], one: np.ndarray, other: np.ndarray, known: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The results at the other sample, (k, m), and at the first one with each number in turn from the other: (d, k, m).

    `evaluate` gives the results (k, m) at points (k, d) of the unit cube; at the points `one` they are `known`.
    """
    numbers = one.shape[1]
    mixed = np.repeat(one[None], numbers, axis=0)
    for number in range(numbers):
        mixed[number, :, number] = other[:, number]
    found = evaluate(np.concatenate([other, mixed.reshape(-1, numbers)]))
    return found[: len(one)], found[len(one) :].reshape(numbers, *known.shape)


def complete(one: np.ndarray, other: np.ndarray, mixed: np.ndarray) -> np.ndarray:
    """Which of the points have all their results, (k,)."""
    return np.isfinite(one) & np.isfinite(other) & np.isfinite(mixed).all(axis=0)


def sobol(one: np.ndarray, other: np.ndarray, mixed: np.ndarray, r_squared: float, seed: int) -> Cause:
    """First and total indices from results (k,), (k,) and (d, k) as `saltelli` gives them; nan where there is none.

    First ones as in Saltelli 2010, table 2 (b), total ones as there in (f), which is Jansen's. Their errors are the
    spread over samples that are drawn anew from these.
    """
    sound = complete(one, other, mixed)
    one, other, mixed = one[sound], other[sound], mixed[:, sound]
    middle = np.concatenate([one, other]).mean()
    one, other, mixed = one - middle, other - middle, mixed - middle
    random = np.random.default_rng(seed)
    drawn = random.integers(0, len(one), size=(RESAMPLED, len(one)))
    errors = np.array([_indices(one[rows], other[rows], mixed[:, rows]) for rows in drawn]).std(axis=0)
    return Cause("sobol", *_indices(one, other, mixed), errors[0], errors[1], r_squared)


def _indices(one: np.ndarray, other: np.ndarray, mixed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    variance = max(float(np.concatenate([one, other]).var()), np.finfo(float).tiny)
    return (other * (mixed - one)).mean(axis=1) / variance, ((one - mixed) ** 2).mean(axis=1) / (2 * variance)
