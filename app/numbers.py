"""Numbers as a person types and reads them: the one parser of the window, and texts that read back unchanged."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import NamedTuple

from dynamics.errors import DynamicsError, OutOfRange

NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?", re.ASCII)
RADIANS = re.compile(rf"(?<![\w.])({NUMBER.pattern}) rad\b", re.ASCII)
LONGEST = 60  # characters
SHORT = 15  # digits: as many as every float keeps


class BadNumber(ValueError):
    """Text that is not a number, with the reason in words."""


class Unit(NamedTuple):
    """SI value = shown value * `scale`; `step` is what a spin adds to zero, in this unit."""

    label: str
    scale: float = 1.0
    step: str = "0.01"
    exact: Decimal = Decimal(1)  # the scale with more digits than a float has


PI = Decimal("3.14159265358979323846264338327950288")
METRE, RADIAN, DEGREE = Unit("m"), Unit("rad"), Unit("°", math.pi / 180, "1", PI / 180)
KILOGRAM, KILOGRAM_METRE2, ACCELERATION = Unit("kg", step="0.1"), Unit("kg m²", step="0.001"), Unit("m/s²", step="0.1")


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
    value = _si(typed.replace(",", "."), unit)
    if not math.isfinite(value):
        raise BadNumber(f"“{typed}” is too large")
    return value


def shown(value: float, unit: Unit = METRE, digits: int = 6) -> str:
    """For reading: rounded to some digits."""
    return f"{_tidy(value) / unit.scale:.{digits}g}" if math.isfinite(value) else ("∞" if value > 0 else "-∞")


def reason_in(error: DynamicsError, unit: Unit) -> str:
    """Why a number was refused, its bounds in the unit that it is shown in."""
    if not isinstance(error, OutOfRange) or unit.scale == 1:
        return error.reason
    low, high = (f"{shown(bound, unit)}{'' if unit is DEGREE else ' '}{unit.label}" for bound in error.bounds)
    return error.words.format(low, high)


def in_shown_unit(words: str, degrees: bool) -> str:
    """A sentence about a run, which has its angles and rates in radians, with them as the window shows them."""
    if not degrees:
        return words
    return RADIANS.sub(lambda match: f"{shown(float(match[1]), DEGREE)}{DEGREE.label}", words)


def editable(value: float, unit: Unit = METRE) -> str:
    """For editing: the shortest text that `parse_number` turns into the very same value again, where there is one."""
    plain = Decimal(_tidy(value)) / unit.exact
    for digits in range(1, 22):
        text = f"{plain:.{digits}g}" if digits > SHORT else repr(float(f"{plain:.{digits}g}")).removesuffix(".0")
        if _si(text, unit) == value:
            break
    return text


def _si(text: str, unit: Unit) -> float:
    """The number times the unit.

    Up to 15 digits are multiplied in floats, as everybody converts: 30° is math.radians(30). Longer texts are
    rounded only once, so that every float has a text in every unit.
    """
    plain = float(text)
    if unit.exact == 1 or plain == 0 or not math.isfinite(plain) or len(Decimal(text).as_tuple().digits) <= SHORT:
        return plain * unit.scale
    return float(Decimal(text) * unit.exact)


def _tidy(value: float) -> float:
    return value + 0.0  # no negative zero
