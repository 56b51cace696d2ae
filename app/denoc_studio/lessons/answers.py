"""Whether a typed answer is right, and if not, what is wrong with it: unit, sign, degrees, a factor, another link."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from denoc.files.text.number_text import doubtful_number, two_readings
from denoc_studio.lessons.quantities import Quantity
from denoc_studio.look.plain_text import capitalised, in_signs
from denoc_studio.project.entry.numbers import BadNumber, Unit, parse_number
from denoc_studio.project.entry.spelling import plainly
from denoc_studio.project.entry.unit_names import split_unit

TOLERANCE = 5e-3  # of the value
CLOSE = 3e-2  # of the value: rounded too much
EXACT = 1e-6  # how near a count has to be
NOTHING = 1e-9  # of what stands beside it: such a value is zero
HINT_AFTER, TOLD_AFTER = 2, 4  # misses
FACTORS = {1000.0: "a thousand", 100.0: "a hundred", 10.0: "ten", 2.0: "two"}
ABOUT = re.compile(r"^(=|≈|~|ca\.?|about)\s*", re.IGNORECASE)
ROOT = re.compile(r"(?<=kg)\^(0[.,]5|\(1/2\)|1/2)")
PER_SECOND = re.compile(r"(\s+1|(?<=\d))\s*/s(²|\^2)?$")


class Verdict(NamedTuple):
    """`counts` is False where nothing was answered."""

    right: bool
    words: str
    counts: bool = True


def judge(typed: str, asked: Quantity) -> Verdict:
    """Of an answer as a person types it, with or without its unit: 14.49, 14,49 N m, 14.49 N*m, 1449/100, 2pi/3.

    Of 2,943 either reading may be the right one.
    """
    if not typed.strip():
        return Verdict(False, "A number is needed.", counts=False)
    text, unit = _plainly(typed, asked.unit), Unit(in_signs(asked.unit))
    doubtful = doubtful_number(text)
    for reading in two_readings(doubtful) if doubtful else ():
        verdict = judge(text.replace(doubtful, reading, 1), asked)
        if verdict.right:
            return verdict
    try:
        value = parse_number(text, unit)
    except BadNumber as error:
        return Verdict(False, f"{capitalised(str(error))}.", counts=not doubtful)
    if _right(value, asked):
        return Verdict(True, "Right.")
    number, name = split_unit(text, unit.label)
    if name and name != unit.label and _right(parse_number(number, unit), asked):
        return Verdict(False, f"The number is right in {unit.label}, not in {name}.")
    return Verdict(False, _what_is_wrong(value, asked))


def answer_in_words(asked: Quantity) -> str:
    """What is told after some misses."""
    return f"It is {shown(asked)}: {asked.words}." if asked.words else f"It is {shown(asked)}."


def shown(asked: Quantity) -> str:
    """The number with four digits and its unit; all digits of a whole number."""
    value = 0.0 if abs(asked.value) <= NOTHING * asked.size else asked.value
    digits = f"{value:.0f}" if asked.whole else f"{value:.4g}".replace("e-0", "e-").replace("e+0", "e")
    return f"{digits} {in_signs(asked.unit)}".strip() if asked.unit != "1" else digits


def _plainly(typed: str, unit: str) -> str:
    text = plainly(ROOT.sub("^½", ABOUT.sub("", typed.strip())))
    if unit.startswith("rad/s"):  # a radian is one: 0.5 1/s
        text = PER_SECOND.sub(f" {unit}", text)
    return text


def _right(value: float, asked: Quantity) -> bool:
    return abs(value - asked.value) < EXACT if asked.whole else _same(value, asked.value, asked.size)


def _same(value: float, wanted: float, size: float, tolerance: float = TOLERANCE) -> bool:
    if abs(wanted) <= NOTHING * size:
        return abs(value) <= tolerance * size
    return abs(value - wanted) <= tolerance * abs(wanted)


def _what_is_wrong(value: float, asked: Quantity) -> str:
    wanted, size = asked.value, asked.size
    others = {words: other for words, other in asked.mistaken.items() if abs(other) > NOTHING * size}
    if _same(-value, wanted, size):
        return "The size is right, the sign is not."
    for words, other in others.items():
        if not _same(other, wanted, size) and _same(value, other, size):
            return f"That is {words}."
    if "rad" in asked.unit and _same(math.radians(value), wanted, size):
        return f"That would be right in degrees; this is in {in_signs(asked.unit)}."
    for factor, words in FACTORS.items():
        for scaled in (value * factor, value / factor):
            if value and _same(scaled, wanted, size):
                return f"It is off by a factor of {words}."
    for words, other in others.items():
        if _same(-value, other, size):
            return f"That is {words}, with the other sign."
    if abs(wanted) <= NOTHING * size:
        return "No: it is much smaller."
    if _same(value, wanted, size, CLOSE) and not asked.whole:
        return "Close, but not within half a percent: more digits are needed."
    if value * wanted < 0:
        return "No: its sign is the other one, and its size is not right either."
    return f"No: its size is {'larger' if abs(value) < abs(wanted) else 'smaller'}."
