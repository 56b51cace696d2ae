"""Room for the samples of a run, and values between and at them by time."""

from __future__ import annotations

import numpy as np

from dynamics.recording import SERIES, Chunk

WIDE = {"q", "qd", "qdd", "tau"}  # a number a joint


class Samples:
    """The thread that computes a run writes here, the window reads as far as it was told: copying a million rows
    would hold the window up."""

    def __init__(self, rows: int, joints: int) -> None:
        self.series = {name: np.empty((rows, joints) if name in WIDE else rows) for name in SERIES}
        self._written = 0

    def write(self, chunk: Chunk) -> None:
        """The next rows."""
        end = self._written + len(chunk.t)
        for name, array in self.series.items():
            array[self._written : end] = getattr(chunk, name)
        self._written = end


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
