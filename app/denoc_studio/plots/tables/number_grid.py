"""A table of numbers with names for its rows and columns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.files.text.cell_text import tabbed_cell


class NumberGrid(NamedTuple):
    """`values` has one entry for each row and column; what is not a number stays empty."""

    corner: str  # what the table is of
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: np.ndarray
    whole: tuple[int, ...] = ()  # columns of counted things
    notes: tuple[str, ...] = ()  # on the rows

    @property
    def text(self) -> str:
        """For a spreadsheet; numbers read back exactly."""
        headings = [column.replace("-\n", "").replace("\n", " ") for column in self.columns]
        lines = ["\t".join(map(tabbed_cell, [self.corner, *headings]))]
        lines += [
            "\t".join([tabbed_cell(name), *map(_exact, row.tolist())])
            for name, row in zip(self.rows, self.values, strict=True)
        ]
        return "\n".join(lines) + "\n"


EMPTY = NumberGrid("", (), (), np.empty((0, 0)))


def _exact(value: float) -> str:
    return repr(value) if value == value else ""
