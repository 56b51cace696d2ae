"""Spinning a number: a step is one in the second digit of what is shown, so it suits millimetres and tonnes alike."""

from __future__ import annotations

from decimal import Decimal

from denoc_studio.project.entry.numbers import Unit, editable, parse_number


def step_of(value: float, unit: Unit, up: bool) -> Decimal:
    """The size of one step from `value`, in its unit; not so fine that spinning would never reach zero."""
    number, usual = Decimal(editable(value, unit)), Decimal(unit.step)
    if not number:
        return usual
    exponent = number.adjusted()
    towards_zero = up != (number > 0)
    if towards_zero and abs(number) == Decimal(1).scaleb(exponent):
        exponent -= 1  # 1 goes to 0.99 and back, not to 0.9
    finest = usual / 10
    step = Decimal(1).scaleb(exponent - 1)
    return max(step, finest) if abs(number) >= finest else step


def stepped(value: float, unit: Unit, steps: int, shift: int = 0) -> float:
    """`value` after some steps up or down, each 10**shift times the usual one, and one at least of a count; its further
    digits stay."""
    for _ in range(abs(steps)):
        size = max(step_of(value, unit, steps > 0).scaleb(shift), Decimal(unit.whole))
        number = Decimal(editable(value, unit)) + (size if steps > 0 else -size)
        value = parse_number(f"{number:g}", unit)
    return value
