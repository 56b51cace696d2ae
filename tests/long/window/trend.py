"""Whether figures grow."""

from __future__ import annotations

from itertools import combinations
from statistics import median


def growth(values: list[float], at: list[float] | None = None) -> float:
    """The slope by Theil and Sen, the median of those between all pairs: single jumps do not move it."""
    places = at or [float(k) for k in range(len(values))]
    pairs = combinations(zip(places, values, strict=True), 2)
    return median((y - x) / (b - a) for (a, x), (b, y) in pairs)
