"""Which range of values a plot shows while nobody has chosen one."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

Range = tuple[float, float]

NOWHERE: Range = (math.inf, math.inf)
MARGIN = 0.06  # of the range, above and below the curves
FLAT = 1e-9  # of the largest value: a smaller swing is rounding noise
LARGEST, SMALLEST = 1e300, 1e-300  # with room for arithmetic
STILL = 0.4  # of the range: curves that fill this much of it do not move it
EARLY = 0.1  # of the run: too little to judge by
SHORT = 1000  # values of a curve


def extent(arrays: Iterable[np.ndarray]) -> Range | None:
    """The smallest and the largest value; None where there is none."""
    lows, highs = [], []
    for values in _together(list(arrays)):
        if len(values):
            lows.append(float(values.min()))
            highs.append(float(values.max()))
    return (min(lows), max(highs)) if lows else None


def _together(arrays: list[np.ndarray]) -> list[np.ndarray]:
    """As one where they are many and short: a thousand are looked at as quickly as ten."""
    alike = len(arrays) > 1 and len(arrays[0]) <= SHORT and len({len(values) for values in arrays}) == 1
    return [np.concatenate(arrays)] if alike else arrays


def joined(*ranges: Range | None) -> Range | None:
    """The range from the lowest to the highest of several; None where there is none."""
    return extent(np.array(values) for values in ranges if values is not None)


def flat(values: Range) -> bool:
    """Do the values stay as they are, but for rounding?"""
    size = max(abs(values[0]), abs(values[1]))
    return values[1] - values[0] <= FLAT * size or size < SMALLEST


def telling(values: Range | None) -> bool:
    """Is there anything to see?"""
    return values is not None and not flat(values)


def widened(own: Range | None, others: Iterable[np.ndarray], most: float) -> Range | None:
    """With the others where that is at most `most` times as wide as `own`, or `own` has nothing to tell; else `own`."""
    if own is not None and not flat(own) and most <= 1:
        return own  # the others need not be looked at
    both = joined(own, extent(others))
    if own is None or both is None or flat(own) or both[1] - both[0] <= most * (own[1] - own[0]):
        return both
    return own


def around(own: Range | None, others: Range | None, most: float) -> Range | None:
    """With as much of the others, on both sides alike, as makes it at most `most` times as wide; all of them where
    `own` has nothing to tell."""
    if own is None or others is None or flat(own):
        return joined(own, others)
    room = (most - 1) / 2 * (own[1] - own[0])
    return min(own[0], max(others[0], own[0] - room)), max(own[1], min(others[1], own[1] + room))


def fitted(values: Range | None) -> Range:
    """The values with a margin; around a flat curve, room enough to see that it is flat."""
    if values is None or not values[0] <= values[1]:
        return (-1.0, 1.0)
    low, high = (min(max(value, -LARGEST), LARGEST) for value in values)
    if flat((low, high)):
        size = max(abs(low), abs(high))
        half = 0.1 * size if size >= SMALLEST else 1.0
        return (low - half, high + half)
    margin = MARGIN * (high - low)
    return (low - margin, high + margin)


def within(inner: Range, outer: Range) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def calm(before: Range, wanted: Range, share: float) -> Range:
    """The range during a run of which `share` is done: it stays while the curves are inside and not lost in it."""
    if within(wanted, before) and (share < EARLY or wanted[1] - wanted[0] > STILL * (before[1] - before[0])):
        return before
    return wanted
