"""Values of curves at a time, and how they are written: always as wide, so that nothing jumps."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc_studio.plots.curves import Curve
from denoc_studio.typesetting.numbers import MINUS, decimal

ROUNDING = 1e-9
WIDEST = "-0.00e-000"  # no number is written in more characters


class Place(NamedTuple):
    """Between two samples: `share` of the way from row `before` to row `after`."""

    before: int
    after: int
    share: float


def locate(times: np.ndarray, t: float) -> Place | None:
    """Where t lies; before the first and after the last sample, on it; None without samples."""
    if not len(times):
        return None
    k = int(times.searchsorted(t, side="right"))
    if k == 0:
        return Place(0, 0, 0.0)
    if k == len(times):
        return Place(k - 1, k - 1, 0.0)
    before = times.item(k - 1)
    return Place(k - 1, k, (t - before) / (times.item(k) - before))


def awaited(end: float, t: float) -> bool:
    """Is t, but for rounding, behind the last of the samples, which end at `end`?"""
    return t > end + ROUNDING * max(1.0, end)


def value(values: np.ndarray, place: Place | None) -> float:
    """Between samples by a straight line; nan without samples."""
    if place is None:
        return math.nan
    first = values.item(place.before)
    return first + place.share * (values.item(place.after) - first)


def tabular(value: float) -> str:
    """Five digits that matter, never wider than WIDEST."""
    if not math.isfinite(value):
        return "-"
    size = abs(value)
    if size == 0.0:
        return "0.0000"
    if 1e-3 <= size < 1e5:
        text = f"{value:.{max(0, 4 - math.floor(math.log10(size)))}f}"
        return f"{value:.4f}" if size < 1 else text
    return f"{value:.2e}"


def four_digits(value: float, largest: float = 0.0) -> str:
    """Four significant digits with a real minus sign; 0 for what is rounding noise beside the curve's largest value."""
    digits, power = decimal(value, largest, lowest=-2)
    return digits if power is None else f"{digits}e{power}".replace("-", MINUS)


def measured(a: float, b: float) -> str:
    """Two times and what lies between them."""
    rate = f"{1 / abs(b - a):.4g} Hz" if a != b else "-"
    return f"A {a:.4f} s   B {b:.4f} s\nΔt {b - a:.4f} s   1/Δt {rate}"


def nearest_time(times: np.ndarray, curves: list[Curve], x: float, y: float, scale: tuple[float, float]) -> float:
    """When a curve of a plane came closest to the point; `scale` gives pixels per unit along x and y."""
    best, when = math.inf, math.nan
    for curve in curves:
        if len(curve.x):
            distance = np.hypot((curve.x - x) * scale[0], (curve.y - y) * scale[1])
            k = int(np.argmin(distance))
            if distance[k] < best:
                best, when = float(distance[k]), float(times[k])
    return when
