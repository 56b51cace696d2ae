"""What was typed into the cells of a table in vain: it stays, with the reason, until the cell is edited again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

Place = tuple[int, int]  # row and column


class Refused(NamedTuple):
    """Text that cannot be used, and why."""

    text: str
    reason: str


class RefusedCells(dict[Place, Refused]):
    """By row and column, the oldest first. No recomputation ends them: a change of the cell's own value does."""

    def keep(self, unchanged: Callable[[int, int], bool]) -> bool:
        """Drop those of cells that have got another value; whether there were any."""
        gone = [place for place in self if not unchanged(*place)]
        for place in gone:
            del self[place]
        return bool(gone)

    def move(self, columns: Mapping[int, int]) -> None:
        """To other columns, by those where they were."""
        moved = {(row, columns[column]): refused for (row, column), refused in self.items()}
        self.clear()
        self.update(moved)
