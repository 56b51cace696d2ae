"""Numbers in files: what every language writes, and nothing that only Python's `float` would take."""

from __future__ import annotations

import math
import re

MAX_DIGITS = 200  # characters

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def is_number(text: str) -> bool:
    return len(text) <= MAX_DIGITS and _NUMBER.fullmatch(text) is not None


def number(text: str) -> float:
    """The number; not a number where it is none, infinite where it is out of range."""
    return float(text) if is_number(text) else math.nan
