"""Fewer points that look the same on a screen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

LONGEST = 8000  # points of a curve in a plane
FEW = 100_000  # samples of all curves: more are not copied to be looked at together


class Envelope:
    """Of curves that are sampled evenly at `t` the part from `start` to `end`: as it is, or the extremes of short
    stretches. `x` are the times, `of` gives the values of curves there.

    Stretches begin at multiples of their length, so that a growing curve keeps the points it has.
    """

    def __init__(self, t: np.ndarray, start: float, end: float, columns: int) -> None:
        first = max(0, int(np.searchsorted(t, start)) - 1)
        last = min(len(t), int(np.searchsorted(t, end, side="right")) + 1)
        length = 1
        if last - first > 1:
            spacing = (t[last - 1] - t[first]) / (last - 1 - first)
            length = int((end - start) / spacing / (2 * max(columns, 1)))
        self._edges: np.ndarray | None = None
        if length > 1:
            first -= first % length
            self._edges = np.arange(first, last, length) - first
        self._part = slice(first, last)
        times = t[self._part]
        self.x = times if self._edges is None else np.append(np.repeat(times[::length], 2), times[-1])

    def of(self, curves: Sequence[np.ndarray]) -> np.ndarray:
        """A row of values for each curve."""
        parts = [values[self._part] for values in curves]
        if self._edges is None:
            return np.stack(parts)
        y = np.empty((len(parts), len(self.x)))
        few = sum(map(len, parts)) <= FEW
        for rows, part in [(y, np.stack(parts))] if few else zip(y, parts, strict=True):
            rows[..., 0:-1:2] = np.minimum.reduceat(part, self._edges, axis=-1)
            rows[..., 1:-1:2] = np.maximum.reduceat(part, self._edges, axis=-1)
            rows[..., -1] = part[..., -1]
        return y


def thinned(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """At most LONGEST points of a curve in a plane, with its last one."""
    stride = -(-len(x) // LONGEST)
    if stride <= 1:
        return x, y
    rows = np.append(np.arange(0, len(x) - 1, stride), len(x) - 1)
    return x[rows], y[rows]
