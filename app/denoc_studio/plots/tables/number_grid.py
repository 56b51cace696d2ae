"""A table of numbers with names for its rows and columns."""

from __future__ import annotations

from typing import Literal, NamedTuple

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
    units: np.ndarray | None = None  # texts, one for each value
    size: float | list[float] = 0.0  # of what the values, or those of each column, are small or large beside

    @property
    def units_stand(self) -> Literal["", "columns", "rows", "cells"]:
        """In the headings of columns or rows where all of one have the same, else with each number."""
        if self.units is None or not self.units.size:
            return ""
        if (self.units == self.units[:1]).all():
            return "columns"
        return "rows" if (self.units == self.units[:, :1]).all() else "cells"

    @property
    def headings(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Of rows and columns, with units where these stand there."""
        rows, columns, place = self.rows, self.columns, self.units_stand
        if self.units is not None and place == "columns":
            columns = tuple(f"{name}\n[{unit}]" for name, unit in zip(columns, self.units[0], strict=True))
        elif self.units is not None and place == "rows":
            rows = tuple(f"{name}  [{unit}]" for name, unit in zip(rows, self.units[:, 0], strict=True))
        return rows, columns

    @property
    def text(self) -> str:
        """For a spreadsheet; numbers read back exactly. Units that differ within a row stand behind it."""
        rows, columns = self.headings
        headings = [column.replace("-\n", "").replace("\n", " ") for column in columns]
        with_units = self.units if self.units_stand == "cells" else None
        if with_units is not None:
            headings += [f"unit of {name}" for name in headings]
        lines = ["\t".join(map(tabbed_cell, [self.corner, *headings]))]
        for place, (name, row) in enumerate(zip(rows, self.values, strict=True)):
            behind = [] if with_units is None else map(tabbed_cell, with_units[place])
            lines.append("\t".join([tabbed_cell(name), *map(_exact, row.tolist()), *behind]))
        return "\n".join(lines) + "\n"


EMPTY = NumberGrid("", (), (), np.empty((0, 0)))


def _exact(value: float) -> str:
    return repr(value) if value == value else ""
