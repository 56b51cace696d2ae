"""Numbers in files: what every language writes, and nothing that only Python's `float` would take."""

from __future__ import annotations

import math
import re

MAX_DIGITS = 200  # characters

_IN_DOUBT = r"[1-9]\d{0,2},\d{3}"  # 1,000 may be 1 or 1000; 0,500 and 1,5 may not
_COMMA_IN_DOUBT = re.compile(rf"[+-]?{_IN_DOUBT}", re.ASCII)
_DOUBT_WITHIN = re.compile(rf"(?<![\d.,]){_IN_DOUBT}(?![\d.,eE])", re.ASCII)
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def is_number(text: str) -> bool:
    return len(text) <= MAX_DIGITS and _NUMBER.fullmatch(text) is not None


def number(text: str) -> float:
    """The number; not a number where it is none, infinite where it is out of range."""
    return float(text) if is_number(text) else math.nan


def comma_in_doubt(text: str) -> bool:
    """Whether the text is a number whose comma may be a decimal or a thousands separator, as that of 1,000."""
    return _COMMA_IN_DOUBT.fullmatch(text) is not None


def has_decimal_comma(text: str) -> bool:
    """Whether the text is a number with a comma that can only be a decimal one, as 1,5 or 0,500."""
    return "," in text and is_number(text.replace(",", ".")) and "." not in text and not comma_in_doubt(text)


def doubtful_number(text: str) -> str:
    """The first number of a text whose comma is in doubt; empty where there is none."""
    found = _DOUBT_WITHIN.search(text)
    return found[0] if found else ""


def two_readings(text: str) -> tuple[str, str]:
    """What a number with a comma in doubt may be, the decimal and the thousands: 1,500 is 1.5 or 1500."""
    return repr(float(text.replace(",", "."))), text.replace(",", "")
