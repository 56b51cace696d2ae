"""Interval arithmetic for the functions of formulas: bounds of a value while its arguments stay within theirs.

Bounds are arrays, an entry for each of many intervals at once. They may be wider than the value's true range, never
narrower: a stretch of time that they leave without a root has none.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce

import numpy as np

from denoc.torques.formula_functions import FUNCTIONS, OPERATORS, Function

Bounds = tuple[np.ndarray, np.ndarray]
Extension = Callable[..., Bounds]

ROUNDING = 4 * np.finfo(float).eps


def _add(a: Bounds, b: Bounds) -> Bounds:
    return a[0] + b[0], a[1] + b[1]


def _subtract(a: Bounds, b: Bounds) -> Bounds:
    return a[0] - b[1], a[1] - b[0]


def _negate(a: Bounds) -> Bounds:
    return -a[1], -a[0]


def _multiply(a: Bounds, b: Bounds) -> Bounds:
    corners = np.array([x * y for x in a for y in b])
    corners = np.where(np.isnan(corners), 0.0, corners)  # 0 times an infinite bound
    return corners.min(axis=0), corners.max(axis=0)


def _divide(a: Bounds, b: Bounds) -> Bounds:
    through_zero = (b[0] <= 0) & (b[1] >= 0)
    low, high = _multiply(a, (1 / b[1], 1 / b[0]))
    return np.where(through_zero, -np.inf, low), np.where(through_zero, np.inf, high)


def _power(a: Bounds, b: Bounds) -> Bounds:
    whole = (b[0] == b[1]) & (b[0] == np.round(b[0])) & (b[0] >= 0) & np.isfinite(b[0])
    corners = np.array([np.float_power(x, y) for x in a for y in b])
    low, high = np.fmin.reduce(corners), np.fmax.reduce(corners)
    even = whole & (b[0] % 2 == 0) & (b[0] > 0) & (a[0] <= 0) & (a[1] >= 0)
    low = np.where(even, 0.0, low)
    unknown = ~whole & (a[0] <= 0)  # a pole or no value: anything
    return np.where(unknown, -np.inf, low), np.where(unknown, np.inf, high)


def _rising(function: Callable[[np.ndarray], np.ndarray], lowest: float = -math.inf) -> Extension:
    """Of a function that rises wherever it has a value: from `lowest` on."""

    def bounds(a: Bounds) -> Bounds:
        low, high = function(np.maximum(a[0], lowest)), function(np.maximum(a[1], lowest))
        return np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)

    return bounds


def _cosine(a: Bounds) -> Bounds:
    a = a[0] - ROUNDING * (np.abs(a[0]) + 2), a[1] + ROUNDING * (np.abs(a[1]) + 2)  # a quarter turn is not a float
    ends = np.cos(a[0]), np.cos(a[1])
    low, high = np.minimum(*ends), np.maximum(*ends)
    half_turns = np.floor(a[1] / np.pi) - np.ceil(a[0] / np.pi)  # whole multiples of pi inside, less one
    even = np.floor(a[1] / (2 * np.pi)) >= np.ceil(a[0] / (2 * np.pi))
    odd = (half_turns >= 0) & (~even | (half_turns >= 1))
    unknown = ~np.isfinite(a[0] + a[1])
    return np.where(odd | unknown, -1.0, low), np.where(even | unknown, 1.0, high)


def _sine(a: Bounds) -> Bounds:
    return _cosine((a[0] - np.pi / 2, a[1] - np.pi / 2))


def _tangent(a: Bounds) -> Bounds:
    return _divide(_sine(a), _cosine(a))


def _hyperbolic_cosine(a: Bounds) -> Bounds:
    ends = np.cosh(a[0]), np.cosh(a[1])
    inside = (a[0] <= 0) & (a[1] >= 0)
    return np.where(inside, 1.0, np.minimum(*ends)), np.maximum(*ends)


def _absolute(a: Bounds) -> Bounds:
    ends = np.abs(a[0]), np.abs(a[1])
    inside = (a[0] <= 0) & (a[1] >= 0)
    return np.where(inside, 0.0, np.minimum(*ends)), np.maximum(*ends)


def _arc_cosine(a: Bounds) -> Bounds:
    return np.arccos(np.clip(a[1], -1, 1)), np.arccos(np.clip(a[0], -1, 1))


def _arc_sine(a: Bounds) -> Bounds:
    return np.arcsin(np.clip(a[0], -1, 1)), np.arcsin(np.clip(a[1], -1, 1))


def _full_circle(a: Bounds, b: Bounds) -> Bounds:
    """atan2: its corners where the cut along the negative axis is not met."""
    corners = np.array([np.arctan2(y, x) for y in a for x in b])
    flat = (a[0] == 0) & (a[1] == 0) & (b[1] < 0)
    cut = (a[0] <= 0) & (a[1] >= 0) & (b[0] <= 0) & ~flat
    return np.where(cut, -np.pi, corners.min(axis=0)), np.where(cut, np.pi, corners.max(axis=0))


def _least(*items: Bounds) -> Bounds:
    return reduce(np.minimum, [low for low, _ in items]), reduce(np.minimum, [high for _, high in items])


def _greatest(*items: Bounds) -> Bounds:
    return reduce(np.maximum, [low for low, _ in items]), reduce(np.maximum, [high for _, high in items])


def _clipped(x: Bounds, lower: Bounds, upper: Bounds) -> Bounds:
    return _least(_greatest(x, lower), upper)


_EXTENSIONS: dict[str, Extension] = {
    "+": _add,
    "-": _subtract,
    "*": _multiply,
    "/": _divide,
    "^": _power,
    "negative": _negate,
    "sin": _sine,
    "cos": _cosine,
    "tan": _tangent,
    "asin": _arc_sine,
    "acos": _arc_cosine,
    "atan": _rising(np.arctan),
    "atan2": _full_circle,
    "sinh": _rising(np.sinh),
    "cosh": _hyperbolic_cosine,
    "tanh": _rising(np.tanh),
    "exp": _rising(np.exp),
    "log": _rising(np.log, 0.0),
    "sqrt": _rising(np.sqrt, 0.0),
    "abs": _absolute,
    "sign": _rising(np.sign),
    "step": _rising(lambda x: np.heaviside(x, 1.0)),
    "min": _least,
    "max": _greatest,
    "clip": _clipped,
}


_OF = {({**OPERATORS, **FUNCTIONS})[name]: extension for name, extension in _EXTENSIONS.items()}


def bounds_of(function: Function, arguments: list[Bounds]) -> Bounds:
    """Of the function's value, rounding included."""
    low, high = _OF[function](*arguments)
    low, high = np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)
    blur = [ROUNDING * np.abs(np.where(np.isfinite(bound), bound, 0.0)) for bound in (low, high)]
    return low - blur[0], high + blur[1]
