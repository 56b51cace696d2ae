"""The functions that formulas may use, for floats and for arrays, with the same values: IEEE, never an exception."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class Function(NamedTuple):
    usage: str
    quick: Callable[..., float]  # of floats
    ufunc: Callable[..., Any]  # of arrays
    fewest: int = 1  # arguments
    most: int = 1


CONSTANTS = {"pi": math.pi, "e": math.e}
MANY = 20  # arguments of min and max


def _sign(x: float) -> float:
    return x if math.isnan(x) else float((x > 0) - (x < 0))


def _step(x: float) -> float:
    """1 from zero on, 0 before."""
    return x if math.isnan(x) else float(x >= 0)


def _steps(x: Any) -> Any:
    return np.where(np.isnan(x), np.nan, np.heaviside(x, 1.0))


def _least(*values: float) -> float:
    return math.nan if any(map(math.isnan, values)) else min(values)


def _leasts(*values: Any) -> Any:
    return functools.reduce(np.minimum, values)


def _greatest(*values: float) -> float:
    return math.nan if any(map(math.isnan, values)) else max(values)


def _greatests(*values: Any) -> Any:
    return functools.reduce(np.maximum, values)


def _clip(x: float, lower: float, upper: float) -> float:
    return _least(_greatest(x, lower), upper)


def _clips(x: Any, lower: Any, upper: Any) -> Any:
    return np.minimum(np.maximum(x, lower), upper)


def _angle(y: float, x: float) -> float:
    """atan2 of numbers whose zeros have no sign: which one `min(0, -0)` gives, nobody says."""
    return math.atan2(y + 0.0, x + 0.0)


def _angles(y: Any, x: Any) -> Any:
    return np.arctan2(y + 0.0, x + 0.0)


def _quick(function: Callable[..., float], ufunc: Callable[..., Any]) -> Callable[..., float]:
    """`function` of floats, and where it refuses what IEEE arithmetic gives: inf or not a number."""

    def careful(*values: float) -> float:
        try:
            return function(*values)
        except (ArithmeticError, ValueError):
            with np.errstate(all="ignore"):
                return float(ufunc(*map(np.float64, values)))

    return careful


def _make(usage: str, function: Callable[..., float], ufunc: Callable[..., Any], *arity: int) -> Function:
    return Function(usage, _quick(function, ufunc), ufunc, *arity)


OPERATORS: dict[str, Function] = {
    "+": Function("a + b", operator.add, np.add, 2, 2),
    "-": Function("a - b", operator.sub, np.subtract, 2, 2),
    "*": Function("a * b", operator.mul, np.multiply, 2, 2),
    "/": _make("a / b", operator.truediv, np.divide, 2, 2),
    "^": _make("a ^ b", math.pow, np.float_power, 2, 2),  # float power only: 9^9^9 is inf, not a hang
    "negative": Function("-a", operator.neg, np.negative),
}

FUNCTIONS: dict[str, Function] = {
    "sin": _make("sin(x)", math.sin, np.sin),
    "cos": _make("cos(x)", math.cos, np.cos),
    "tan": _make("tan(x)", math.tan, np.tan),
    "asin": _make("asin(x)", math.asin, np.arcsin),
    "acos": _make("acos(x)", math.acos, np.arccos),
    "atan": _make("atan(x)", math.atan, np.arctan),
    "atan2": _make("atan2(y, x)", _angle, _angles, 2, 2),
    "sinh": _make("sinh(x)", math.sinh, np.sinh),
    "cosh": _make("cosh(x)", math.cosh, np.cosh),
    "tanh": _make("tanh(x)", math.tanh, np.tanh),
    "exp": _make("exp(x)", math.exp, np.exp),
    "log": _make("log(x)", math.log, np.log),
    "sqrt": _make("sqrt(x)", math.sqrt, np.sqrt),
    "abs": Function("abs(x)", abs, np.abs),
    "sign": Function("sign(x)", _sign, np.sign),
    "step": Function("step(x)", _step, _steps),
    "min": Function("min(a, b, ...)", _least, _leasts, 2, MANY),
    "max": Function("max(a, b, ...)", _greatest, _greatests, 2, MANY),
    "clip": Function("clip(x, lower, upper)", _clip, _clips, 3, 3),
}
