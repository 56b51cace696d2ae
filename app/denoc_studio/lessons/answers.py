"""Whether a typed answer is right, and if not, what is wrong with it: unit, sign, degrees, a factor, another link."""

from __future__ import annotations

import math
from typing import NamedTuple

from denoc_studio.lessons.quantities import Quantity
from denoc_studio.project.entry.numbers import BadNumber, Unit, parse_number

TOLERANCE = 5e-3  # of the value
NOTHING = 1e-9  # of what stands beside it: such a value is zero
HINT_AFTER, TOLD_AFTER = 2, 4  # misses
FACTORS = {1000.0: "a thousand", 100.0: "a hundred", 10.0: "ten", 2.0: "two"}


class Verdict(NamedTuple):
    right: bool
    words: str


def judge(typed: str, asked: Quantity) -> Verdict:
    """Of an answer as a person types it, with or without its unit: 14.49, 14,49 N m, 1449/100."""
    try:
        value = parse_number(typed, Unit(asked.unit.replace("^2", "²")))
    except BadNumber as error:
        return Verdict(False, f"{str(error)[:1].upper()}{str(error)[1:]}.")
    if _same(value, asked.value, asked.size):
        return Verdict(True, "Right.")
    return Verdict(False, _what_is_wrong(value, asked))


def answer_in_words(asked: Quantity) -> str:
    """What is told after some misses."""
    return f"It is {shown(asked)}: {asked.words}."


def shown(asked: Quantity) -> str:
    """The number with four digits and its unit."""
    value = 0.0 if abs(asked.value) <= NOTHING * asked.size else asked.value
    digits = f"{value:.4g}".replace("e-0", "e-").replace("e+0", "e")
    return f"{digits} {asked.unit}".strip() if asked.unit != "1" else digits


def _same(value: float, wanted: float, size: float) -> bool:
    if abs(wanted) <= NOTHING * size:
        return abs(value) <= TOLERANCE * size
    return abs(value - wanted) <= TOLERANCE * abs(wanted)


def _what_is_wrong(value: float, asked: Quantity) -> str:
    wanted, size = asked.value, asked.size
    if _same(-value, wanted, size):
        return "The size is right, the sign is not."
    for words, other in asked.mistaken.items():
        if not _same(other, wanted, size) and _same(value, other, size) and value:
            return f"That is {words}."
    if "rad" in asked.unit and _same(math.radians(value), wanted, size):
        return f"That would be right in degrees; this is in {asked.unit}."
    for factor, words in FACTORS.items():
        for scaled in (value * factor, value / factor):
            if value and _same(scaled, wanted, size):
                return f"It is off by a factor of {words}."
    for words, other in asked.mistaken.items():
        if value and _same(-value, other, size):
            return f"That is {words}, with the other sign."
    if abs(wanted) <= NOTHING * size:
        return "No: it is much smaller."
    return f"No: its size is {'larger' if abs(value) < abs(wanted) else 'smaller'}."
