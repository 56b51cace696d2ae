"""Values between and at samples, by time."""

from __future__ import annotations

import numpy as np


def between(times: np.ndarray, rows: np.ndarray, t: float) -> np.ndarray:
    """The row at time t, by a straight line between samples; the first or the last one outside."""
    k = int(np.searchsorted(times, t, side="right"))
    if k == 0:
        return rows[0].copy()
    if k == len(times):
        return rows[k - 1].copy()
    share = (t - times[k - 1]) / (times[k] - times[k - 1])
    return rows[k - 1] + share * (rows[k] - rows[k - 1])


def nearest(times: np.ndarray, t: float) -> int:
    """The sample nearest to time t; -1 where there is none."""
    k = int(np.searchsorted(times, t))
    if 0 < k < len(times) and t - times[k - 1] < times[k] - t:
        k -= 1
    return min(k, len(times) - 1)
