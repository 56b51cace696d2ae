"""Many arms from almost the same start, at any time of their runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from denoc_studio.plots.many.bands import PERCENTILES, Bands, percentiles_of

if TYPE_CHECKING:
    from denoc.arm.robot import Robot
    from denoc.studies.chaos.neighbours import Neighbours


@dataclass(frozen=True, eq=False)
class Cloud:
    """`runs` are the arm's own run, first, and those beside it, whose starts have the standard deviation `spread` in
    rad or m."""

    robot: Robot
    spread: float
    runs: Neighbours

    @property
    def count(self) -> int:
        """Of runs beside the arm's own."""
        return len(self.runs.q) - 1

    @property
    def missing(self) -> int:
        """How many of them ended early."""
        return int(np.count_nonzero(~self.runs.completed[1:]))

    def states(self, t: float) -> np.ndarray:
        """Their joints at time t, (k + 1, n), the run's own first: between samples the cubic that has their rates.
        nan for those that did not come so far."""
        times = self.runs.t
        row = int(np.clip(np.searchsorted(times, t, side="right") - 1, 0, len(times) - 2))
        h = times[row + 1] - times[row]
        s = float(np.clip((t - times[row]) / h, 0.0, 1.0))
        q, qd = self.runs.q, self.runs.qd
        if s == 0.0:
            return q[:, row]
        begin, end = (1 + 2 * s) * (1 - s) ** 2, s * s * (3 - 2 * s)
        leaving, coming = h * s * (1 - s) ** 2, h * s * s * (s - 1)
        return begin * q[:, row] + leaving * qd[:, row] + end * q[:, row + 1] + coming * qd[:, row + 1]


def bands_of(cloud: Cloud) -> Bands:
    """Percentiles of the angles and rates of the runs beside the arm's own that came so far."""
    curves = {"q": percentiles_of(cloud.runs.q[1:]), "qd": percentiles_of(cloud.runs.qd[1:])}
    words = f"bands: 5 to 95 %, 25 to 75 % of {cloud.count} runs"
    if cloud.missing:
        words += f", {cloud.missing} of which ended early and count until then"
    return Bands(words, cloud.runs.t, PERCENTILES, curves)
