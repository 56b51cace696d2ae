"""The numbers that the recursions run on.

A recursion is written once, over *scalars*. A scalar is anything with + - * / and a
meaning for `sin`, `cos`, `sqrt` and `sign` below:

- a Python float: one state;
- a numpy array of shape (k,): k states at once;
- a `Traced` (tracing.py): no value, only the operations it took, for counting and compiling;
- a `Sum` (symbolic/ring.py): a formula of symbols, sines and cosines, always simplified;
- ZERO, ONE, MINUS_ONE: numbers whose value is known from the structure. They vanish from the
  arithmetic, whatever the other scalar is, so what is zero by construction costs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

Scalar = Any  # float, ndarray, Traced or Exact; a union would only repeat this module's text


class Exact:
    """One of the numbers 0, 1, -1, known without computing it."""

    __slots__ = ("value",)
    __array_ufunc__ = None  # numpy arrays defer to the reflected operators below

    def __init__(self, value: int) -> None:
        self.value = value

    def __mul__(self, other: Scalar) -> Scalar:
        if self.value == 0:
            return ZERO
        return other if self.value == 1 else -other

    __rmul__ = __mul__

    def __add__(self, other: Scalar) -> Scalar:
        if self.value == 0:
            return other
        if isinstance(other, Exact):
            return lift(float(self.value + other.value))
        return other + float(self.value)

    __radd__ = __add__

    def __sub__(self, other: Scalar) -> Scalar:
        if self.value == 0:
            return -other
        if isinstance(other, Exact):
            return lift(float(self.value - other.value))
        return float(self.value) - other

    def __rsub__(self, other: Scalar) -> Scalar:
        return other if self.value == 0 else other - float(self.value)

    def __truediv__(self, other: Scalar) -> Scalar:
        if isinstance(other, Exact):
            return lift(self.value / other.value)
        return ZERO if self.value == 0 else float(self.value) / other

    def __rtruediv__(self, other: Scalar) -> Scalar:
        return other / float(self.value)

    def __neg__(self) -> Exact:
        return _EXACT[-self.value]

    def __float__(self) -> float:
        return float(self.value)

    def __repr__(self) -> str:
        return str(self.value)


ZERO: Final = Exact(0)
ONE: Final = Exact(1)
MINUS_ONE: Final = Exact(-1)
_EXACT: Final = {0: ZERO, 1: ONE, -1: MINUS_ONE}


def lift(value: float) -> Scalar:
    """`value`, with 0, 1 and -1 made visible."""
    return _EXACT.get(value, value)  # type: ignore[call-overload]


def sin(x: Scalar) -> Scalar:
    return _function("sin", x)


def cos(x: Scalar) -> Scalar:
    return _function("cos", x)


def sqrt(x: Scalar) -> Scalar:
    return _function("sqrt", x)


def sign(x: Scalar) -> Scalar:
    """-1, 0 or 1; not a number stays so."""
    return _function("sign", x)


def _float_sign(x: float) -> float:
    return x if math.isnan(x) else float(x > 0) - float(x < 0)


_FLOAT: Final[dict[str, Callable[[float], float]]] = {
    "sin": math.sin,
    "cos": math.cos,
    "sqrt": math.sqrt,
    "sign": _float_sign,
}


def _function(name: str, x: Scalar) -> Scalar:
    if isinstance(x, float):
        try:
            return _FLOAT[name](x)
        except ValueError:  # sin(inf), sqrt(-1): not a number, as in numpy
            return math.nan
    if isinstance(x, np.ndarray):
        return getattr(np, name)(x)
    if isinstance(x, Exact):
        return lift(_FLOAT[name](float(x.value)))
    return x.apply(name)


def exact_cos_sin(angle: float) -> tuple[float, float]:
    """Cosine and sine, exact at multiples of 90 degrees where the float angle cannot be."""
    quarter = angle / (math.pi / 2)
    nearest = round(quarter)
    if abs(quarter) < 1e6 and abs(quarter - nearest) < 4e-16 * max(1.0, abs(quarter)):
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[nearest % 4]
    return math.cos(angle), math.sin(angle)
