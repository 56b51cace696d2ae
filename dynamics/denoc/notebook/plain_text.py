"""Tables and numbers as plain text in ASCII, which every terminal shows and every encoding can write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

import numpy as np

LONGEST = 24  # characters of a name in a table
MOST, FIRST, LAST = 8, 5, 2  # numbers of a vector; of a longer one the first and the last ones
WIDTH, LINES = 100, 4  # characters of a line, and lines, of a longer text


def columns(header: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Lines of a table: the first column to the left, the others to the right, two blanks between them."""
    cells = [list(header), *([shown(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    return [
        "  ".join(cell.rjust(width) if column else cell.ljust(width) for column, (cell, width) in enumerate(pairs))
        for pairs in ([*zip(row, widths, strict=True)] for row in cells)
    ]


def named(pairs: Iterable[tuple[str, object]]) -> list[str]:
    """Lines of a name and what it is, one below the other; a long text goes on below itself."""
    found = [(name, shown(value, longest=WIDTH * LINES)) for name, value in pairs]
    width = max((len(name) for name, _ in found), default=0)
    lines = []
    for name, value in found:
        first, *others = wrap(value, WIDTH) or [""]
        lines += [f"{name.ljust(width)}  {first}", *(f"{'':{width}}  {line}" for line in others)]
    return [line.rstrip() for line in lines]


def shown(value: object, longest: int = LONGEST) -> str:
    """A number with six digits, zero without a sign; of anything else its text, cut short where it is long."""
    if isinstance(value, float):
        return f"{value + 0.0:.6g}"
    text = "".join(character if character.isprintable() else " " for character in str(value))
    return text if len(text) <= longest else text[: longest - 3] + "..."


def vector(values: Sequence[float] | np.ndarray) -> str:
    """(1, 2, 3), with six digits; of a long one the first and the last numbers."""
    found = [shown(float(value)) for value in (values if len(values) <= MOST else [*values[:FIRST], *values[-LAST:]])]
    if len(values) > MOST:
        found.insert(FIRST, "...")
    return "(" + ", ".join(found) + ")"
