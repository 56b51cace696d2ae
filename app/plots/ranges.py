"""Which range of values a plot shows while nobody has chosen one."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

Range = tuple[float, float]

MARGIN = 0.06  # of the range, above and below the curves
FLAT = 1e-9  # of the largest value: a smaller swing is rounding noise
LARGEST, SMALLEST = 1e300, 1e-300  # with room for arithmetic
STILL = 0.4  # of the range: curves that fill this much of it do not move it
EARLY = 0.1  # of the run: too little to judge by


def extent(arrays: Iterable[np.ndarray]) -> Range | None:
    """The smallest and the largest value; None where there is none."""
    lows, highs = [], []
    for values in arrays:
        if len(values):
            lows.append(float(values.min()))
            highs.append(float(values.max()))
    return (min(lows), max(highs)) if lows else None


def fitted(values: Range | None) -> Range:
    """The values with a margin; around a flat curve, room enough to see that it is flat."""
    if values is None or not values[0] <= values[1]:
        return (-1.0, 1.0)
    low, high = (min(max(value, -LARGEST), LARGEST) for value in values)
    size = max(abs(low), abs(high))
    if high - low <= FLAT * size or size < SMALLEST:
        half = 0.1 * size if size >= SMALLEST else 1.0
        return (low - half, high + half)
    margin = MARGIN * (high - low)
    return (low - margin, high + margin)


def calm(before: Range, wanted: Range, share: float) -> Range:
    """The range during a run of which `share` is done: it stays while the curves are inside and not lost in it."""
    inside = before[0] <= wanted[0] and wanted[1] <= before[1]
    if inside and (share < EARLY or wanted[1] - wanted[0] > STILL * (before[1] - before[0])):
        return before
    return wanted
