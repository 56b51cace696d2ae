"""Fewer points that look the same on a screen."""

from __future__ import annotations

import numpy as np

LONGEST = 8000  # points of a curve in a plane


def envelope(
    t: np.ndarray, values: np.ndarray, start: float, end: float, columns: int
) -> tuple[np.ndarray, np.ndarray]:
    """Of an evenly sampled curve the part from `start` to `end`: as it is, or the extremes of short stretches.

    Stretches begin at multiples of their length, so that a growing curve keeps the points it has.
    """
    first = max(0, int(np.searchsorted(t, start)) - 1)
    last = min(len(t), int(np.searchsorted(t, end, side="right")) + 1)
    if last - first < 2:
        return t[first:last], values[first:last]
    spacing = (t[last - 1] - t[first]) / (last - 1 - first)
    length = int((end - start) / spacing / (2 * max(columns, 1)))
    if length < 2:
        return t[first:last], values[first:last]
    first -= first % length
    edges = np.arange(first, last, length) - first
    part = values[first:last]
    x = np.repeat(t[first:last:length], 2)
    y = np.empty(2 * len(edges))
    y[0::2] = np.minimum.reduceat(part, edges)
    y[1::2] = np.maximum.reduceat(part, edges)
    return np.append(x, t[last - 1]), np.append(y, values[last - 1])


def thinned(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """At most LONGEST points of a curve in a plane, with its last one."""
    stride = -(-len(x) // LONGEST)
    if stride <= 1:
        return x, y
    rows = np.append(np.arange(0, len(x) - 1, stride), len(x) - 1)
    return x[rows], y[rows]
