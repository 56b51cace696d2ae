"""A tolerance behind a typed number, as in 0.3 ± 0.001, 0.3 +- 1 % or ± 1 mm; and how one is read."""

from __future__ import annotations

import re
from typing import NamedTuple

from denoc.files.projects.tolerances import Tolerance
from denoc_studio.project.entry.arithmetic import has_pi
from denoc_studio.project.entry.numbers import BadNumber, Unit, parse_number, shown, with_unit
from denoc_studio.project.entry.unit_names import split_unit

SIGN = re.compile(r"±|\+/-|\+-")
MARK = "±"
KINDS = {"uniform": "uniform", "normal": "normal"}


class Typed(NamedTuple):
    """`number` is the text before the sign, `spread` the one behind it; None where there is no sign."""

    number: str
    spread: str | None = None


def split(text: str) -> Typed:
    """A text at its first ±, +- or +/-."""
    number, *spread = SIGN.split(text.replace("\u2212", "-"), maxsplit=1)
    return Typed(number.strip(), spread[0].strip()) if spread else Typed(text)


def spread_of(typed: Typed, value: float, unit: Unit) -> float:
    """The tolerance in SI units, zero for none; a per cent is one of the value. BadNumber says what is wrong.

    Without a unit of its own it is in that of the number before it.
    """
    assert typed.spread is not None
    text = typed.spread
    if text.endswith("%"):
        spread = abs(value) * parse_number(text[:-1], Unit("")) / 100
        if value == 0:
            raise BadNumber(f"{text} of zero is nothing: type the tolerance itself")
    else:
        _, own = split_unit(text, unit.label)
        _, name = split_unit(typed.number, unit.label)
        if not own and not name and unit.label.startswith("°") and has_pi(typed.number):
            raise BadNumber(f"“{text}” may be in degrees or in radians: write deg or rad behind it")
        spread = parse_number(text if own or not name else f"{text} {name}", unit)
    if spread < 0:
        raise BadNumber(f"“{text}”: a tolerance is not below zero")
    return spread


def spread_words(tolerance: Tolerance, unit: Unit) -> str:
    """As "± 0.001 m, uniform"."""
    return f"{MARK} {with_unit(tolerance.spread, unit)}, {KINDS[tolerance.kind]}"


def reading(value: float, spread: float, unit: Unit) -> str:
    """How a text was read, as "0.3 m ± 0.003 m"; a tolerance of zero is none."""
    words = f"{MARK} {with_unit(spread, unit)}" if spread else "without a tolerance"
    return f"{with_unit(value, unit)} {words}"


def first_spread(value: float, unit: Unit) -> float:
    """What a tolerance begins with: a hundredth of the number, or of zero a step."""
    return float(f"{abs(value) / 100:.2g}") or float(unit.step) * unit.scale


def percent(tolerance: Tolerance, value: float) -> str:
    """Its share of the number, as "1 %"; empty of zero."""
    return f"{shown(100 * tolerance.spread / abs(value), digits=3)} %" if value else ""
