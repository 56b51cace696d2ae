"""Functions of time for machine code: polynomials over short stretches, held against the functions themselves.

They are evaluated wherever a stage of a step lies. Steps end where a function jumps, so no stage sees two sides of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from denoc.basics.cancelling import check_cancelled
from denoc.kernels.law import DEGREE
from denoc.motions.changes import Stretch
from denoc.torques.law_parts import OfTime

EXACT = 1e-13  # of the largest value: an error that rounding might have made
HALVINGS = 4
MOST_NUMBERS = 4_000_000  # of all polynomials


def polynomials(
    function: OfTime, stretches: Sequence[Stretch], longest: float, width: int
) -> tuple[np.ndarray, np.ndarray] | None:
    """Rows (end, first, last, jump) of stretches no longer than `longest`, and the coefficients of each, (stretches,
    degree + 1, width), of powers of t - first. None where the function bends too much for that."""
    for halving in range(HALVINGS):
        check_cancelled()
        if sum(_counts(stretches, longest / 2**halving)) * (DEGREE + 1) * width > MOST_NUMBERS:
            break
        rows = cut(stretches, longest / 2**halving)
        coefficients, error = _fitted(function, rows, width)
        if error <= EXACT:
            return rows, coefficients
    return None


def cut(stretches: Sequence[Stretch], longest: float) -> np.ndarray:
    """The same stretches in shorter ones, if need be; only where one of the given ones begins, something may jump."""
    rows: list[tuple[float, float, float, float]] = []
    begin = 0.0
    for stretch, count in zip(stretches, _counts(stretches, longest), strict=True):
        inner = np.linspace(begin, stretch.end, count + 1)[1:-1].tolist()
        firsts, ends = [stretch.first, *inner], [*inner, stretch.end]
        for k, (first, end) in enumerate(zip(firsts, ends, strict=True)):
            rows.append((end, first, stretch.last if k == count - 1 else end, float(k == 0 and bool(rows))))
        begin = stretch.end
    return np.array(rows)


def _counts(stretches: Sequence[Stretch], longest: float) -> list[int]:
    """Of the shorter ones in each: there may be more than there is memory for."""
    begins = [0.0, *(stretch.end for stretch in stretches[:-1])]
    lengths = [stretch.end - begin for stretch, begin in zip(stretches, begins, strict=True)]
    return [max(1, int(np.ceil(length / longest * (1 - 1e-12)))) if longest < np.inf else 1 for length in lengths]


def _fitted(function: OfTime, rows: np.ndarray, width: int) -> tuple[np.ndarray, float]:
    """Coefficients through the values at Chebyshev points, and the largest error between them."""
    nodes = 0.5 - 0.5 * np.cos(np.pi * (np.arange(DEGREE + 1) + 0.5) / (DEGREE + 1))
    between = np.linspace(0.0, 1.0, 2 * DEGREE + 1)
    first, length = rows[:, 1:2], rows[:, 2:3] - rows[:, 1:2]

    def values(points: np.ndarray) -> np.ndarray:
        times = np.minimum(first + length * points, rows[:, 2:3])
        return function(times.ravel()).reshape(*times.shape, width)

    powers = np.linalg.solve(np.vander(nodes, increasing=True), values(nodes))
    known, found = values(between), np.vander(between, DEGREE + 1, increasing=True) @ powers
    error = np.abs(found - known).max(axis=(0, 1)) / np.maximum(np.abs(known).max(axis=(0, 1)), 1e-300)
    scale = length[:, :, None] ** -np.arange(DEGREE + 1.0)[:, None]
    return powers * scale, float(error.max(initial=0.0))
