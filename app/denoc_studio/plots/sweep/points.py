"""Runs of a sweep as points of a plot: two columns, and a third as their colour."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc_studio.plots.reach.quantities import Scale
from denoc_studio.plots.sweep.table import Heading, SweepTable


class Points(NamedTuple):
    """`runs` (k,) that have both numbers, with `x` and `y` (k,) in the units that are shown.

    `places` (k,) are where they lie on the scale of the third column, from 0 to 1, nan without a number there; `left`
    is how many runs cannot be drawn.
    """

    runs: np.ndarray
    x: np.ndarray
    y: np.ndarray
    places: np.ndarray | None
    scale: Scale | None
    left: int

    def nearest(self, x: float, y: float, pixel: tuple[float, float], within: float) -> int | None:
        """The run whose point lies nearest on the screen, `pixel` being what one is across and up; None where none
        lies within so many pixels."""
        if not len(self.runs):
            return None
        away = np.hypot((self.x - x) / pixel[0], (self.y - y) / pixel[1])
        place = int(np.argmin(away))
        return int(self.runs[place]) if away[place] <= within else None


def points(table: SweepTable, headings: list[Heading], x: int, y: int, colour: int | None) -> Points:
    """Of columns of numbers, from 0, along x so that a line through them does not turn back."""
    runs = table.order(x + 1)
    across, up = (table.numbers[runs, k] / headings[k].unit.scale for k in (x, y))
    there = np.isfinite(across) & np.isfinite(up)
    kept = runs[there]
    places, scale = None, None
    if colour is not None:
        values = table.numbers[kept, colour] / headings[colour].unit.scale
        finite = values[np.isfinite(values)]
        low, high = (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 1.0)
        high = high if high > low else low + 1.0
        scale = Scale(low, high, headings[colour].unit.label, bool(np.isposinf(values).any()))
        places = (values - low) / (high - low)
    return Points(kept, across[there], up[there], places, scale, len(runs) - len(kept))
