"""Numbers as a person types and reads them: the one parser of the window, and texts that read back unchanged."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?", re.ASCII)
LONGEST = 60  # characters


class BadNumber(ValueError):
    """Text that is not a number, with the reason in words."""


class Unit(NamedTuple):
    """SI value = shown value * `scale`."""

    label: str
    scale: float = 1.0


METRE, RADIAN, DEGREE = Unit("m"), Unit("rad"), Unit("°", math.pi / 180)


def parse_number(text: str, unit: Unit = METRE) -> float:
    """The SI value of a number typed in `unit`: decimal point or comma, no thousands separators, finite."""
    typed = text.strip().replace("\u2212", "-")
    if not typed:
        raise BadNumber("a number is needed")
    if len(typed) > LONGEST:
        raise BadNumber("this is too long for a number")
    if not NUMBER.fullmatch(typed):
        if typed.lower().lstrip("+-") in ("nan", "inf", "infinity"):
            raise BadNumber("a finite number is needed")
        raise BadNumber(f"“{typed}” is not a number")
    value = float(typed.replace(",", ".")) * unit.scale
    if not math.isfinite(value):
        raise BadNumber(f"“{typed}” is too large")
    return value


def shown(value: float, unit: Unit = METRE, digits: int = 6) -> str:
    """For reading: rounded to some digits."""
    return f"{_tidy(value) / unit.scale:.{digits}g}" if math.isfinite(value) else ("∞" if value > 0 else "-∞")


def editable(value: float, unit: Unit = METRE) -> str:
    """For editing: the shortest text that `parse_number` turns into the very same value again, where there is one."""
    plain = _tidy(value) / unit.scale
    for digits in range(1, 18):
        text = f"{plain:.{digits}g}"
        if float(text) * unit.scale == value:
            break
    return repr(float(text)).removesuffix(".0")


def _tidy(value: float) -> float:
    return value + 0.0  # no negative zero
