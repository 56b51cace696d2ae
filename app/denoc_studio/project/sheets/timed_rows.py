"""Rows of numbers at rising times, as via points and torque tables have them: cells set, rows added and removed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from denoc.files.projects.project import Project
from denoc_studio.project.sheets.sheet import Cells, Sheet

Row = tuple[float, ...]


class TimedRows(NamedTuple):
    times: tuple[float, ...]
    rows: tuple[Row, ...]


NO_ROWS = TimedRows((), ())


class TimedSheet(Sheet):
    """One row a time, in the first column, and a number a joint."""

    grows = True
    units_in_cells = False
    digits = 5

    @abstractmethod
    def table(self, project: Project) -> TimedRows:
        """NO_ROWS while the project has no such table."""

    @abstractmethod
    def with_table(self, project: Project, table: TimedRows) -> Project: ...

    def rows(self, project: Project) -> int:
        return len(self.table(project).times)

    def get(self, project: Project, row: int, column: int) -> float:
        table = self.table(project)
        return table.times[row] if column == 0 else table.rows[row][column - 1]

    def contents(self, project: Project) -> Sequence[Row]:
        table = self.table(project)
        return [(time, *row) for time, row in zip(table.times, table.rows, strict=True)]

    def put(self, project: Project, cells: Cells) -> Project:
        return self.with_table(project, with_cells(self.table(project), cells))


def with_cells(table: TimedRows, cells: Cells) -> TimedRows:
    """The table with these cells; column 0 is the time. Rows below the last one follow it at its distance."""
    times, rows = list(table.times), [list(row) for row in table.rows]
    for row, column in sorted(cells):
        while row >= len(times):
            times.append(times[-1] + _last_gap(times))
            rows.append(list(rows[-1]))
        if column == 0:
            times[row] = cells[row, column]
        else:
            rows[row][column - 1] = cells[row, column]
    return TimedRows(tuple(times), tuple(tuple(row) for row in rows))


def with_row_after(table: TimedRows, row: int) -> TimedRows:
    """A new row half way to the next one; after the last one at the distance of the one before it."""
    times, rows = list(table.times), list(table.rows)
    if row + 1 < len(times):
        times.insert(row + 1, (times[row] + times[row + 1]) / 2)
        rows.insert(row + 1, tuple((a + b) / 2 for a, b in zip(rows[row], rows[row + 1], strict=True)))
    else:
        times.append(times[-1] + _last_gap(times))
        rows.append(rows[-1])
    return TimedRows(tuple(times), tuple(rows))


def without_rows(table: TimedRows, gone: Sequence[int]) -> TimedRows:
    """The rows that stay; times begin where they began."""
    kept = [k for k in range(len(table.times)) if k not in gone]
    first = table.times[0]
    shift = table.times[kept[0]] - first if kept else 0.0
    return TimedRows(tuple(table.times[k] - shift for k in kept), tuple(table.rows[k] for k in kept))


def _last_gap(times: Sequence[float]) -> float:
    return times[-1] - times[-2] if len(times) > 1 else 1.0
