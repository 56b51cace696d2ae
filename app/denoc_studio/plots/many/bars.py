"""Bars: numbers that are shares of something, each with its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Bar(NamedTuple):
    """`value` is how long it is, either way from zero, `text` the number beside it. `inner` is a part of it that is
    drawn full while the rest is pale, `error` a standard error; `tip` is told instead of name and number."""

    label: str
    value: float
    text: str
    inner: float | None = None
    error: float = 0.0
    tip: str = ""


def extent(bars: Sequence[Bar]) -> tuple[float, float]:
    """From where to where they reach, with zero among it; never nothing."""
    ends = [0.0, *(bar.value - bar.error for bar in bars), *(bar.value + bar.error for bar in bars)]
    ends += [bar.inner for bar in bars if bar.inner is not None]
    low, high = min(ends), max(ends)
    return (low, high) if high > low else (0.0, 1.0)
