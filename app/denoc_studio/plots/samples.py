"""Room for the samples of a run, and values between and at them by time."""

from __future__ import annotations

import numpy as np

from denoc.runs.recording import SERIES, Chunk

WIDE = {"q", "qd", "qdd", "tau"}  # a number a joint
ON_SAMPLE = 1e-6  # of the spacing: a typed 0.07 s is at the sample 0.07000000000000001 s


class Samples:
    """The thread that computes a run writes here, the window reads as far as it was told: copying a million rows
    would hold the window up. A column, which is what a curve is made of, lies in one piece."""

    def __init__(self, rows: int, joints: int) -> None:
        self.series = {name: np.empty((rows, joints) if name in WIDE else rows, order="F") for name in SERIES}
        self._written = 0

    def write(self, chunk: Chunk) -> None:
        """Appends the rows of a chunk."""
        end = self._written + len(chunk.t)
        for name, array in self.series.items():
            array[self._written : end] = getattr(chunk, name)
        self._written = end


def between(times: np.ndarray, rows: np.ndarray, t: float) -> np.ndarray:
    """The row at time t, by a straight line between samples; the first or the last one outside."""
    k = int(times.searchsorted(t, side="right"))
    if k == 0:
        return rows[0].copy()
    if k == len(times):
        return rows[k - 1].copy()
    share = (t - times[k - 1]) / (times[k] - times[k - 1])
    return rows[k - 1] + share * (rows[k] - rows[k - 1])


def nearest(times: np.ndarray, t: float) -> int:
    """The sample nearest to time t; -1 where there is none."""
    k = int(times.searchsorted(t))
    if 0 < k < len(times) and t - times[k - 1] < times[k] - t:
        k -= 1
    return min(k, len(times) - 1)


def stepped(times: np.ndarray, t: float, steps: int) -> float:
    """The time of the sample that lies `steps` on from time t, or back; t itself where there are no samples.

    From between two samples the first step leads to the next of them.
    """
    at = nearest(times, t)
    if at < 0:
        return t
    neighbour = min(max(at + (1 if t > times[at] else -1), 0), len(times) - 1)
    if abs(t - times[at]) > ON_SAMPLE * abs(times[neighbour] - times[at]):
        at = int(np.searchsorted(times, t)) - (steps > 0)  # the sample before t, or behind it
    return float(times[min(max(at + steps, 0), len(times) - 1)])
