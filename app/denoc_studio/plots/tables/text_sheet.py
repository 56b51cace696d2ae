"""A table of texts to be read: on the screen, in the clipboard, on paper."""

from __future__ import annotations

from typing import NamedTuple

from denoc.files.text.cell_text import tabbed_cell


class TextSheet(NamedTuple):
    """One text for each row and heading; `left` are the columns, from 0, whose texts begin at the left."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: frozenset[int] = frozenset({0})
    tips: tuple[str, ...] = ()  # on the rows, where there are any
    pale: frozenset[int] = frozenset()  # rows, from 0, that count for less
    shared: bool = False  # all columns share the room that is left, not the first one alone

    @property
    def text(self) -> str:
        """For a spreadsheet: as it is read, between tabs."""
        lines = (tuple(heading.replace("\n", " ") for heading in self.headings), *self.rows)
        return "".join("\t".join(map(tabbed_cell, line)) + "\n" for line in lines)


EMPTY = TextSheet((), ())
