"""Percentile bands of many runs, behind the curves of the one that they are variants of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from denoc_studio.look.colours import joint_colours

PERCENTILES = (5.0, 25.0, 75.0, 95.0)
AT_ONCE = 4_000_000  # numbers that are sorted in one go


class Band(NamedTuple):
    """Of a joint's curve, in the unit of its axis: between `lower` and `upper` (k,) at the times `t` (k,) lie `share`
    percent of the runs; nan where there are none."""

    joint: int
    t: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    symbol: str  # for files, without the percentiles: "q2"
    percent: tuple[float, float]

    @property
    def key(self) -> str:
        """That of the joint's curve."""
        return f"joint {self.joint + 1}"

    def colour(self, joints: int, dark: bool) -> str:
        return joint_colours(joints, dark)[self.joint]


@dataclass(frozen=True, eq=False)
class Bands:
    """Percentiles of many runs at the times `t` (k,): `curves` has for fields of a recording ("q", "qd", "tau" ...)
    an array (p, k, n) in SI units, a row for each of the `percentiles`, which go up and pair from outside in.

    `label` says below the plots what they are: of how many runs, and which of them are not in it.
    """

    label: str
    t: np.ndarray
    percentiles: tuple[float, ...]
    curves: Mapping[str, np.ndarray]

    def during(self, span: tuple[float, float] | None) -> Bands:
        """The part within a stretch of time."""
        if span is None:
            return self
        rows = (self.t >= span[0]) & (self.t <= span[1])
        curves = {field: values[:, rows] for field, values in self.curves.items()}
        return replace(self, t=self.t[rows], curves=curves)

    def of(self, field: str, symbol: str, joints: Sequence[int], scale: float) -> tuple[Band, ...]:
        """Those of a field of these joints in another unit, the widest of each joint first; none where it has none."""
        found = self.curves.get(field)
        if found is None:
            return ()
        pairs = [(low, len(self.percentiles) - 1 - low) for low in range(len(self.percentiles) // 2)]
        return tuple(
            Band(
                joint,
                self.t,
                found[low, :, joint] * scale,
                found[high, :, joint] * scale,
                f"{symbol}{joint + 1}",
                (self.percentiles[low], self.percentiles[high]),
            )
            for joint in joints
            if joint < found.shape[2]
            for low, high in pairs
        )


def percentiles_of(runs: np.ndarray) -> np.ndarray:
    """PERCENTILES (p, k, n) of the runs (r, k, n) at each of k times: of those that have a value there, nan where none
    has. Between two runs by a straight line, as numpy's."""
    count, times, n = runs.shape
    found = np.full((len(PERCENTILES), times, n), np.nan)
    for first in range(0, times, step := max(AT_ONCE // max(count * n, 1), 1)):
        part = np.sort(runs[:, first : first + step], axis=0)  # nan last
        known = np.count_nonzero(~np.isnan(part), axis=0)
        for row, percent in enumerate(PERCENTILES):
            place = np.maximum(known - 1, 0) * (percent / 100.0)
            below = np.floor(place).astype(np.intp)
            above = np.minimum(below + 1, np.maximum(known - 1, 0))
            low, high = (np.take_along_axis(part, at[None], axis=0)[0] for at in (below, above))
            found[row, first : first + step] = low + (place - below) * (high - low)
    return found
