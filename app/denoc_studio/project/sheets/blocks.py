"""Blocks of text from a spreadsheet: their cells, what their heading says, and the units that it gives the numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from denoc.basics.errors import DynamicsError
from denoc.files.text.number_text import comma_in_doubt, has_decimal_comma
from denoc_studio.project.entry.numbers import Unit, looks_like_number, means_none
from denoc_studio.project.entry.unit_names import WORDS, names_for, split_unit

LONGEST = 1_000_000  # characters
HEADING = re.compile(r"\S+(?:\s+[\[(][^\])]*[\])])?")  # one of a line that blanks separate
UNIT_SAID = re.compile(r"\[([^\]]*)\]$|\(([^)]*)\)$|(?:\s/|\bin\s)\s*(\S.*)$")
NO_UNIT = ("", "-", "1")


class Target(NamedTuple):
    """A column that a block is put into, as `names` call it; it holds words where it has no unit.

    `unit` is that of a row of the block, from 0.
    """

    names: tuple[str, ...]
    unit: Callable[[int], Unit] | None
    optional: bool = False
    choices: Collection[str] = ()

    @property
    def any_words(self) -> bool:
        return self.unit is None and not self.choices

    def takes(self, cell: str) -> bool:
        """Whether a cell is meant as an entry, if perhaps a bad one. Any words may be."""
        if self.unit is None:
            return cell.lower() in self.choices
        return looks_like_number(cell) or (self.optional and bool(cell) and means_none(cell))

    def is_called(self, cell: str) -> bool:
        return UNIT_SAID.sub("", cell).strip().lower() in {name.lower() for name in self.names}


def cells_of(text: str, targets: Sequence[Target]) -> list[list[str]]:
    """The cells of a pasted text without its heading, whose units stand behind the numbers that have none.

    Where other cells show that commas are decimal ones, 1,000 is no longer in doubt: it becomes 1.000.
    """
    rows = rows_of(text, [target.any_words for target in targets])
    heading = rows.pop(0) if len(rows) > 1 and _is_heading(rows[0], targets) else []
    rows = _with_points(rows) if _has_decimal_commas(rows) else rows
    if len(heading) != max(map(len, rows), default=0) and any(map(UNIT_SAID.search, [*heading, " ".join(heading)])):
        raise DynamicsError(f"the heading has {len(heading)} columns, and the rows below have another number of them")
    return [
        [*map(_with_unit, row, heading, targets, [i] * len(row)), *row[min(len(heading), len(targets)) :]]
        for i, row in enumerate(rows)
    ]


def rows_of(text: str, words: Sequence[bool] = ()) -> list[list[str]]:
    """The cells of a text: separated by tabs, else by semicolons, else by blanks, but from the first column of `words`
    on. A blank line is a row of empty cells; at the end, where numbers are, it is none, nor is an empty column."""
    if len(text) > LONGEST:
        raise DynamicsError(f"this is more text than a table holds: {len(text)} characters")
    lines = text.splitlines() if text.strip() else []
    separator = next((sign for sign in ("\t", ";") if any(sign in line for line in lines)), None)
    first = words.index(True) if any(words) else None
    if separator is None:
        rows = [_separated(line.strip(), first) for line in lines]
    else:
        rows = [[_unquoted(cell.strip()) for cell in line.split(separator)] for line in lines]
    width = max(map(len, rows), default=0)
    while rows and not any(words[:width]) and not any(rows[-1]):
        del rows[-1]
    rows = [row if any(row) else [""] * width for row in rows]
    while width > 1 and not any(words[width - 1 : width]) and all(len(row) == width and not row[-1] for row in rows):
        rows, width = [row[:-1] for row in rows], width - 1
    return rows


def _separated(line: str, first: int | None) -> list[str]:
    """A line that blanks separate, each unit with its number again; words from column `first` on are one cell."""
    if first == 0:
        return [_unquoted(line)]
    cells, found = line.split(), list[str]()
    for cell in map(_unquoted, cells if any(map(looks_like_number, cells)) else HEADING.findall(line)):
        if cell in WORDS and found:
            found[-1] += f" {cell}"
        else:
            found.append(cell)
    return found if first is None else [*found[:first], *filter(None, [" ".join(found[first:])])]


def _unquoted(cell: str) -> str:
    return cell[1:-1].strip() if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell


def _is_heading(row: Sequence[str], targets: Sequence[Target]) -> bool:
    """Whether a row has words where numbers belong; where none do, it has to name its columns."""
    pairs = list(zip(row, targets, strict=False))
    if any(target.takes(cell) for cell, target in pairs):
        return False
    return any(cell and target.unit for cell, target in pairs) or all(target.is_called(cell) for cell, target in pairs)


def _with_unit(cell: str, heading: str, target: Target, row: int) -> str:
    """A number without a unit with that of its heading, unless its column has the same; DynamicsError where it cannot
    have it."""
    if target.unit is None or not looks_like_number(cell) or (target.optional and means_none(cell)):
        return cell
    unit = target.unit(row)
    known = names_for(unit.label, unit.exact)
    found = UNIT_SAID.search(heading)
    if found is None:
        name = next((name for name in known if heading.endswith((f" {name}", f"_{name}"))), "")
    else:
        name = next(group for group in found.groups() if group is not None).strip()
    if name in NO_UNIT or split_unit(cell, unit.label)[1]:
        return cell
    if name not in known:
        raise DynamicsError(f"the heading says “{heading}”, and below are numbers in {unit.label or 'no unit at all'}")
    return cell if known[name] == unit.exact else f"{cell} {name}"


def _has_decimal_commas(block: list[list[str]]) -> bool:
    """Whether some number of a block has a comma that can only be a decimal one, and none has a point."""
    numbers = [_number(cell) for row in block for cell in row if looks_like_number(cell)]
    return any(map(has_decimal_comma, numbers)) and not any("." in number for number in numbers)


def _with_points(block: list[list[str]]) -> list[list[str]]:
    return [[cell.replace(",", ".") if comma_in_doubt(_number(cell)) else cell for cell in row] for row in block]


def _number(cell: str) -> str:
    return split_unit(cell)[0].replace("\u2212", "-")
