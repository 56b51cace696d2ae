"""Numbers as a person types and reads them: the one parser of the window, and texts that read back unchanged."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from denoc.basics.errors import DynamicsError, OutOfRange
from denoc.files.text.number_text import doubtful_number, two_readings
from denoc_studio.project.entry.arithmetic import has_pi, is_multiple_of_pi, is_sum, worked_out
from denoc_studio.project.entry.spelling import plainly
from denoc_studio.project.entry.unit_names import DEGREE as EXACT_DEGREE
from denoc_studio.project.entry.unit_names import names_for, split_unit

NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?", re.ASCII)
NUMBER_BEGINS = re.compile(r"[-+.,(]*\d|[-+]*(nan|inf)\b", re.IGNORECASE)
RADIANS = re.compile(rf"(?<![\w.])({NUMBER.pattern}) rad\b", re.ASCII)
GROUPED = re.compile(r"[+-]?\d{1,3}((,\d{3})+(\.\d*)?|(\.\d{3})+(,\d*)?)", re.ASCII)
NONE = re.compile(r"|none|([+-]?)(inf|infinity|∞)", re.IGNORECASE)
LONGEST = 60  # characters
SHORT = 15  # digits: as many as every float keeps


class BadNumber(ValueError):
    """Text that is not a number, with the reason in words."""


class Unit(NamedTuple):
    """SI value = shown value * `scale`; `step` is what a spin adds to zero, in this unit; a count is `whole`."""

    label: str
    scale: float = 1.0
    step: str = "0.01"
    exact: Decimal = Decimal(1)  # the scale with more digits than a float has
    whole: bool = False


METRE, RADIAN, DEGREE = Unit("m"), Unit("rad"), Unit("°", math.pi / 180, "1", EXACT_DEGREE)
KILOGRAM, KILOGRAM_METRE2, ACCELERATION = Unit("kg", step="0.1"), Unit("kg m²", step="0.001"), Unit("m/s²", step="0.1")


def parse_number(text: str, unit: Unit = METRE) -> float:
    """The SI value of a number typed in `unit`: decimal point or comma, no thousands separators, finite.

    It may be a sum, as 1/3, and have another unit of the same kind behind it, as 300 mm. A number of pi where
    degrees are shown is in radians: pi/2 is 90°. Where a comma stands before three digits, as in 1,000, it is asked
    which of the two it is.
    """
    return _read(text, unit).value


def means_none(text: str, none: float = math.inf) -> bool:
    """Whether a text stands for no number where one may be left out: nothing, none, inf; -inf where that is `none`."""
    found = NONE.fullmatch(plainly(text))
    return found is not None and (found[1] != "-" or none < 0)


def looks_like_number(text: str) -> bool:
    """Whether a text means a number in some unit, if perhaps one that cannot be used."""
    number, _ = split_unit(plainly(text))
    return bool(NUMBER.fullmatch(number)) or is_sum(number) or bool(NUMBER_BEGINS.match(number))


def explained(text: str, unit: Unit) -> str:
    """How a text was read that is more than a plain number in this unit, as "pi/2 rad = 90°"; empty for others."""
    reading = _read(text, unit)
    if not reading.said:
        return ""
    return f"{reading.said} = {with_unit(reading.value, unit)}"


def with_unit(value: float, unit: Unit, digits: int = 6) -> str:
    """For reading, with its unit."""
    gap = "" if unit.label.startswith(DEGREE.label) else " "
    return f"{shown(value, unit, digits)}{gap}{unit.label}".rstrip()


def doubt_about(cells: Iterable[tuple[str, Unit]]) -> str:
    """Why the angles of a block may be misread: pi/2, in radians, beside 0.5, which might be so too. Empty if not."""
    angles = [plainly(text) for text, unit in cells if _shows_degrees(unit)]
    bare = [text for text in angles if not split_unit(text)[1]]
    circles = [text for text in bare if is_sum(text) and has_pi(text)]
    numbers = [text for text in bare if NUMBER.fullmatch(text) and float(text.replace(",", ".")) != 0]
    if not (circles and numbers):
        return ""
    return (
        f"“{numbers[0]}” stands beside “{circles[0]}”, in degrees or in radians? "
        f"Show angles in rad and paste again, or write {numbers[0]} deg"
    )


def comma_doubt(text: str) -> str:
    """What a typed 1,000 may be, and how to type either; empty where no comma is in doubt."""
    number = doubtful_number(text)
    if not number:
        return ""
    decimal, whole = two_readings(number)
    return f"“{number}” may be {decimal.removesuffix('.0')} or {whole}: type {decimal} or {whole}"


class _Reading(NamedTuple):
    value: float
    said: str = ""  # what was read, where it is more than a plain number


def _read(text: str, unit: Unit) -> _Reading:
    typed = plainly(text)
    if not typed:
        raise BadNumber("a number is needed")
    if len(typed) > LONGEST:
        raise BadNumber("this is too long for a number")
    if doubt := comma_doubt(typed):
        raise BadNumber(doubt)
    reading = _Reading(_si(typed.replace(",", "."), unit)) if NUMBER.fullmatch(typed) else _read_more(typed, unit)
    if not math.isfinite(reading.value):
        raise BadNumber(f"“{typed}” is too large")
    return reading


def _read_more(typed: str, unit: Unit) -> _Reading:
    """A sum, a unit behind a number, or both."""
    if typed.lower().lstrip("+-") in ("nan", "inf", "infinity"):
        raise BadNumber("a finite number is needed")
    number, name = split_unit(typed, unit.label)
    known = names_for(unit.label, unit.exact)
    single = bool(NUMBER.fullmatch(number))
    if not (single or is_sum(number)):
        why = ": type it without thousands separators" if GROUPED.fullmatch(number) else ""
        raise BadNumber(f"“{typed}” is not a number{why}")
    if name and name not in known:
        raise BadNumber(f"“{typed}” is in {name}, and this is a number in {unit.label or 'no unit at all'}")
    plain, said = number.replace(",", "."), typed
    if not single:
        try:
            if not name and _shows_degrees(unit) and has_pi(number):
                name = _radians_of(typed, unit)
                said = f"{typed} {name}"
            plain = repr(worked_out(plain))
        except DynamicsError as error:
            raise BadNumber(f"“{typed}” is not a number: {error.reason}") from None
    elif known[name] == unit.exact:
        said = ""
    measure = Unit(name, float(known[name]), exact=known[name]) if name else unit
    return _Reading(_si(plain, measure), said)


def _radians_of(typed: str, unit: Unit) -> str:
    """The name of the unit that a number of pi is in, where degrees are shown; BadNumber where it is in doubt."""
    degrees, radians = ("deg/s", "rad/s") if unit.label.endswith("/s") else ("deg", "rad")
    if not is_multiple_of_pi(typed.replace(",", ".")):
        raise BadNumber(f"“{typed}” may be in degrees or in radians: write {degrees} or {radians} behind it")
    return radians


def _shows_degrees(unit: Unit) -> bool:
    return unit.exact == EXACT_DEGREE


def shown(value: float, unit: Unit = METRE, digits: int = 6) -> str:
    """For reading: rounded to some digits."""
    return f"{_tidy(value) / unit.scale:.{digits}g}" if math.isfinite(value) else ("∞" if value > 0 else "-∞")


def reason_in(error: DynamicsError, unit: Unit) -> str:
    """Why a number was refused, its bounds in the unit that it is shown in."""
    if not isinstance(error, OutOfRange) or unit.scale == 1:
        return error.reason
    low, high = (with_unit(bound, unit) for bound in error.bounds)
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

    Up to 15 digits of degrees are multiplied in floats, as everybody converts: 30° is math.radians(30). Longer texts
    and decimal units are rounded only once, so that every float has a text in every unit, and 300 mm are 0.3 m.
    """
    plain = float(text)
    if unit.exact == 1 or plain == 0 or not math.isfinite(plain):
        return plain * unit.scale
    if _digits(unit.exact) > SHORT >= _digits(Decimal(text)):
        return plain * unit.scale
    return float(Decimal(text) * unit.exact)


def _digits(number: Decimal) -> int:
    return len(number.as_tuple().digits)


def _tidy(value: float) -> float:
    return value + 0.0  # no negative zero
