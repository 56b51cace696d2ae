"""Times at which a motion that is known at every time shows its largest values."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

FINE = 1000  # intervals over the whole motion
POINTS, ROUNDS = 17, 3  # of the search around a peak: its time is found to a 250,000th of the motion, or better


def fine_times(t: np.ndarray, signals_at: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """The times t, (k,), rising, times between them, and those of the largest |signal| of each of the m signals.

    `signals_at` gives the signals at any times within t, (times, m). They may jump: only values that they have count.
    """
    times = _divided(t, math.ceil(FINE / (len(t) - 1)))
    peaks = np.argmax(np.abs(signals_at(times)), axis=0)
    low, high = times[np.maximum(peaks - 1, 0)], times[np.minimum(peaks + 1, len(times) - 1)]
    own = np.arange(len(peaks))
    for _ in range(ROUNDS):
        grid = np.linspace(low, high, POINTS, axis=1)
        values = np.abs(signals_at(grid.ravel())).reshape(len(own), POINTS, len(own))[own, :, own]
        best = np.argmax(values, axis=1)
        low, high = grid[own, np.maximum(best - 1, 0)], grid[own, np.minimum(best + 1, POINTS - 1)]
    return np.unique(np.concatenate([times, grid[own, best]]))


def _divided(t: np.ndarray, parts: int) -> np.ndarray:
    """With every interval in as many equal parts; the times themselves stay as they are."""
    inner = t[:-1, None] + np.diff(t)[:, None] * np.arange(parts) / parts
    return np.append(inner.ravel(), t[-1])
