"""Sums in the place of a number, as 1/3 or sqrt(2)/2: numbers, pi, sqrt, + - * / ^ and brackets, and nothing else.

`denoc.torques.formula_parser` reads them, with its limits; no text is ever run as a program.
"""

from __future__ import annotations

import math
import re

from denoc.basics.errors import DynamicsError
from denoc.torques.formula_parser import parse

WORD = re.compile(r"(?<![\w.])[^\W\d]\w*")
KNOWN = {"pi", "sqrt"}
SIGN = re.compile(r"[-+*/^()]")


def is_sum(text: str) -> bool:
    """Whether a text is meant to be worked out: it has an operator behind a number, a bracket, or pi."""
    words = set(WORD.findall(text))
    return words <= KNOWN and bool(words or SIGN.search(text.lstrip("+- ")))


def worked_out(text: str, circle: float = math.pi) -> float:
    """The value of a sum, with another number in the place of pi if need be; DynamicsError says why there is none."""
    if circle != math.pi:
        text = WORD.sub(lambda word: repr(circle) if word[0] == "pi" else word[0], text)
    number = parse(text, joints=0).number
    if number is None:
        raise DynamicsError("this has no value")
    return number


def has_pi(text: str) -> bool:
    """Whether pi stands in a sum."""
    return "pi" in WORD.findall(text)


def is_multiple_of_pi(text: str) -> bool:
    """Whether a sum is a number of pi and nothing else, as 3*pi/2 is and 180/pi is not: it scales as pi does."""
    value = worked_out(text)
    return all(worked_out(text, scale * math.pi) == scale * value for scale in (2.0, 4.0))
