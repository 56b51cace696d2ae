"""Numbers as they are printed: four significant digits, a real minus sign, an exponent only where it is needed."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

from denoc_studio.typesetting.nodes import TIMES, Matrix, Node, Number, Row, Script, Text

NOISE = 1e-12  # of the largest entry: below it a number is rounding, and printed 0
DIGITS = 4
LOWEST, HIGHEST = -4, 4  # powers of ten that are written out
MINUS = "−"


def decimal(
    value: float, largest: float = 0.0, *, lowest: int = LOWEST, highest: int = HIGHEST
) -> tuple[str, int | None]:
    """Digits, and the power of ten that they are multiplied by where the number is very small or large.

    0 for what is below NOISE of `largest`; - for what is no finite number.
    """
    if not math.isfinite(value):
        return "-", None
    size = abs(value)
    if size <= NOISE * largest or size == 0.0:
        return "0", None
    power = math.floor(math.log10(float(f"{size:.{DIGITS - 1}e}")))  # of the rounded number: 0.99996 is 1.000
    if lowest <= power <= highest:
        return f"{value:.{max(0, DIGITS - 1 - power)}f}".replace("-", MINUS), None
    return f"{value:.{DIGITS - 1}e}".partition("e")[0].replace("-", MINUS), power


def number(value: float, largest: float = 0.0, *, key: Hashable = None, colour: str | None = None) -> Node:
    """One number; `largest` is the size of what it stands beside, see NOISE."""
    digits, power = decimal(value, largest)
    if power is None:
        return Number(digits, key=key, colour=colour)
    exponent = Script(Number("10"), sup=Number(str(power).replace("-", MINUS)))
    return Row((Number(digits), TIMES, exponent), key=key, colour=colour)


def column(
    values: Sequence[float],
    units: Sequence[str] = (),
    names: Sequence[Node] = (),
    *,
    largest: float | None = None,
    key: Hashable = None,
    colour: str | None = None,
) -> Matrix:
    """A vector of numbers in brackets, their points below each other; a name before and a unit after each."""
    return matrix([[value] for value in values], units, names, largest=largest, key=key, colour=colour)


def matrix(
    values: Sequence[Sequence[float]],
    units: Sequence[str] = (),
    names: Sequence[Node] = (),
    *,
    largest: float | None = None,
    key: Hashable = None,
    colour: str | None = None,
) -> Matrix:
    """Numbers in rows. `largest` is that of the matrix, unless it stands beside others in a sum."""
    if largest is None:
        largest = max((abs(value) for row in values for value in row if math.isfinite(value)), default=0.0)
    cells = tuple(tuple(number(float(value), largest) for value in row) for row in values)
    after = tuple(Text(unit, colour="muted") for unit in units)
    return Matrix(cells, align="decimal", before=tuple(names), after=after, key=key, colour=colour)
