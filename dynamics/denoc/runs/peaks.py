"""Times at which a motion that is known at every time shows its largest values, and its means."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from denoc.motions.changes import CLOSE, Changes

FINE = 1000  # intervals over the whole motion, at least
PARTS = (32, 16, 8, 4)  # from one change of the motion to the next, and of the longest step along it: the most that fit
POINTS, ROUNDS = 17, 3  # of the search around a peak: its time is found to a 250,000th of the motion, or better
ROUNDING = 1e-9  # of a step: a whole number of them is not one more


class Grid(NamedTuple):
    """Times (k,), rising, and whether they are `dense`: no change of the motion lies between two of them unseen."""

    times: np.ndarray
    dense: bool


def grid_of(t: np.ndarray, changes: Changes, most: int) -> Grid:
    """The times t, (k,), rising, and times between them: those just before and just after each break among them.

    Of more than `most`, as many evenly spaced between those of t, which are not dense.
    """
    breaks = np.unique(changes.breaks)
    close = CLOSE * float(np.spacing(max(abs(t[0]), abs(t[-1]))))
    sides = np.concatenate([breaks - close, breaks + close])
    times = np.unique(np.concatenate([t, sides[(sides > t[0]) & (sides < t[-1])]]))
    edges = np.concatenate([[-np.inf], breaks, [np.inf]])
    stretch = np.searchsorted(edges, (times[:-1] + times[1:]) / 2)
    lengths = np.minimum(edges[stretch], t[-1]) - np.maximum(edges[stretch - 1], t[0])
    for parts in PARTS:
        longest = np.minimum((t[-1] - t[0]) / FINE, np.minimum(changes.longest, lengths) / parts)
        steps = np.ceil(np.maximum(np.diff(times) / np.maximum(longest, close) - ROUNDING, 1.0))
        if steps.sum() < most:
            return Grid(_divided(times, steps.astype(int)), dense=True)
    return Grid(_divided(t, np.full(len(t) - 1, max(1, most // (len(t) - 1)))), dense=False)


def fine_times(times: np.ndarray, signals_at: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """The times, (k,), rising, and those of the largest value of each of the m signals near its largest at them.

    `signals_at` gives the signals at any times within them, (times, m). They may jump: only values that they have
    count.
    """
    peaks = np.argmax(signals_at(times), axis=0)
    low, high = times[np.maximum(peaks - 1, 0)], times[np.minimum(peaks + 1, len(times) - 1)]
    own = np.arange(len(peaks))
    for _ in range(ROUNDS):
        grid = np.linspace(low, high, POINTS, axis=1)
        values = signals_at(grid.ravel()).reshape(len(own), POINTS, len(own))[own, :, own]
        best = np.argmax(values, axis=1)
        low, high = grid[own, np.maximum(best - 1, 0)], grid[own, np.minimum(best + 1, POINTS - 1)]
    return np.unique(np.concatenate([times, grid[own, best]]))


def _divided(t: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """With every interval in so many equal parts; the times themselves stay as they are."""
    place = np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)
    inner = np.repeat(t[:-1], parts) + np.repeat(np.diff(t) / parts, parts) * place
    return np.append(inner, t[-1])
