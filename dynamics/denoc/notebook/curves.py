"""Curves over time as SVG, written by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from denoc.notebook.html import text

WIDTH, HEIGHT = 380, 210
LEFT, RIGHT, TOP, BOTTOM = 54, 8, 38, 30  # what the axes leave free
BUCKETS = 300  # of samples, of which each gives its extremes
MOST = 10  # curves
# Near Okabe and Ito's, which are told apart with every common kind of colour blindness; clear on white and on black.
COLOURS = ("#1F86D1", "#D55E00", "#009E73", "#C568A2", "#C98A00", "#3FA9D6", "#8A8A8A", "#9467BD", "#A0705F", "#7F8C1A")


class Curve(NamedTuple):
    name: str
    values: np.ndarray  # (k,)


def plot(title: str, t: np.ndarray, curves: Sequence[Curve]) -> str:
    """The curves over the times t, with axes, ticks and names; empty where all is zero or there is nothing."""
    shown = curves[:MOST]
    values = np.array([curve.values for curve in shown], dtype=float).reshape(len(shown), len(t))
    finite = np.isfinite(values)
    if len(t) < 2 or not values[finite].any():
        return ""
    times = _Axis(float(t[0]), float(t[-1]), LEFT, WIDTH - RIGHT)
    heights = _Axis(float(values[finite].min()), float(values[finite].max()), HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="11" fill="currentColor" role="img">',
        f'<text x="{LEFT}" y="13" font-weight="bold">{text(title)}</text>',
        *_names(shown, len(curves)),
        *_grid(times, heights),
    ]
    for number, row in enumerate(values):
        points = " ".join(f"{times(x):.1f},{heights(y):.1f}" for x, y in _extremes(t, row))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[number]}" stroke-width="1.5"/>')
    return "".join([*parts, "</svg>"])


class _Axis:
    """Values on their way to pixels, with ticks at round numbers."""

    def __init__(self, low: float, high: float, first: float, last: float) -> None:
        if high - low <= 1e-12 * max(abs(low), abs(high), 1e-300):  # a level line, in the middle
            low, high = low - (abs(low) or 1.0) / 2, high + (abs(high) or 1.0) / 2
        self._low, self._scale, self._first = low, (last - first) / (high - low), first
        step = 10.0 ** math.floor(math.log10((high - low) / 3))
        step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= 5)
        self.ticks = [step * k for k in range(math.ceil(low / step), math.floor(high / step) + 1)]

    def __call__(self, value: float) -> float:
        return self._first + (value - self._low) * self._scale


def _grid(times: _Axis, heights: _Axis) -> list[str]:
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    parts = []
    for tick in times.ticks:
        x = f"{times(tick):.1f}"
        parts.append(f'<path d="M{x} {TOP}V{bottom}" stroke="currentColor" stroke-opacity="0.15"/>')
        parts.append(f'<text x="{x}" y="{bottom + 14}" text-anchor="middle">{text(tick)}</text>')
    for tick in heights.ticks:
        y = heights(tick)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="currentColor" stroke-opacity="0.15"/>')
        parts.append(f'<text x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{text(tick)}</text>')
    frame = f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="currentColor" stroke-opacity="0.6"/>'
    return [*parts, frame, f'<text x="{right}" y="{HEIGHT - 3}" text-anchor="end">t [s]</text>']


def _names(shown: Sequence[Curve], count: int) -> list[str]:
    step = min(60.0, (WIDTH - LEFT - RIGHT - (50 if count > len(shown) else 0)) / len(shown))
    parts = [
        f'<text x="{LEFT + step * k:.1f}" y="29" fill="{COLOURS[k]}">{text(curve.name)}</text>'
        for k, curve in enumerate(shown)
    ]
    if count > len(shown):
        parts.append(f'<text x="{WIDTH - RIGHT}" y="29" text-anchor="end">of {count}</text>')
    return parts


def _extremes(t: np.ndarray, values: np.ndarray) -> list[tuple[float, float]]:
    """The curve's points, so few that a notebook stays small and so chosen that no peak is lost."""
    good = np.flatnonzero(np.isfinite(values))
    chosen = good
    if len(good) > 2 * BUCKETS:
        parts = np.array_split(good, BUCKETS)
        ends = ((part[np.argmin(values[part])], part[np.argmax(values[part])]) for part in parts)
        chosen = np.unique([good[0], good[-1], *(index for pair in ends for index in pair)])
    return list(zip(t[chosen].tolist(), values[chosen].tolist(), strict=True))
