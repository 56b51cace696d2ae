"""Tables of a project's entries without their widgets: which cells there are, and what a change of them makes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from app.numbers import BadNumber, Unit, doubt_about, parse_number
from app.table_text import cells_of
from dynamics.errors import DynamicsError
from dynamics.io.cell_text import cell_to_text
from dynamics.project import Project
from dynamics.robot import Link

Cells = Mapping[tuple[int, int], Any]  # by row and column
UnitOf = Callable[[Link, bool], Unit]  # of a joint; the flag is for degrees
RowUnit = Callable[[Project, int, bool], Unit]  # of a row


class Column(NamedTuple):
    """`name` is that of one cell, as in "initial rate" of joint 2. Without a unit the cells are texts.

    Where there are `choices`, a text is one of their keys, and their words are shown.
    """

    heading: str
    name: str
    tip: str
    unit: RowUnit | None = None
    slider: bool = False
    choices: Mapping[str, str] = MappingProxyType({})


class Sheet(ABC):
    """Rows and columns of one part of the project; no rows while the project has no such part."""

    row = "joint"  # what a row is
    grows = False  # pasting below the last row makes new ones

    @abstractmethod
    def rows(self, project: Project) -> int: ...

    @abstractmethod
    def columns(self, project: Project) -> Sequence[Column]: ...

    @abstractmethod
    def get(self, project: Project, row: int, column: int) -> Any:
        """A number in SI units, or a text."""

    @abstractmethod
    def put(self, project: Project, cells: Cells) -> Project:
        """The project with these cells; a DynamicsError where it refuses them."""

    def parsed(self, project: Project, row: int, column: int, text: str, degrees: bool) -> Any:
        """What a typed text stands for; BadNumber where it stands for nothing."""
        unit, choices = self.columns(project)[column].unit, self.columns(project)[column].choices
        if choices:
            return _chosen(text, choices)
        if unit is None:
            return text
        return parse_number(text, self._unit(project, unit, row, degrees))

    def pasted(self, project: Project, top: int, left: int, text: str, degrees: bool) -> Project:
        """The project with a block of text put at a cell, all of it or nothing."""
        block = cells_of(text)
        columns = self.columns(project)
        if not block:
            raise DynamicsError("there is no text to paste")
        if left + max(map(len, block)) > len(columns):
            raise DynamicsError(f"the text has {max(map(len, block))} columns, and only {len(columns) - left} fit here")
        if not self.grows and top + len(block) > self.rows(project):
            raise DynamicsError(f"the text has {len(block)} rows, and only {self.rows(project) - top} fit here")
        if doubt := doubt_about(self._numbers(project, top, left, block, degrees)):
            raise DynamicsError(f"{doubt}; nothing was pasted")
        cells = {}
        for i, line in enumerate(block):
            for k, cell in enumerate(line, left):
                try:
                    text = cell if columns[k].unit else cell_to_text(cell)
                    cells[top + i, k] = self.parsed(project, top + i, k, text, degrees)
                except BadNumber as error:
                    place = f"row {i + 1}, column {columns[k].heading}"
                    raise DynamicsError(f"{place}: {error}; nothing was pasted") from None
        return self.put(project, cells)

    def _unit(self, project: Project, unit: RowUnit, row: int, degrees: bool) -> Unit:
        """Of a row, if need be of one that is still to come."""
        return unit(project, min(row, self.rows(project) - 1), degrees)

    def _numbers(
        self, project: Project, top: int, left: int, block: list[list[str]], degrees: bool
    ) -> Iterator[tuple[str, Unit]]:
        """The texts of a block that are to be numbers, with their units."""
        columns = self.columns(project)
        for i, line in enumerate(block, top):
            for k, cell in enumerate(line, left):
                unit = columns[k].unit
                if unit is not None:
                    yield cell, self._unit(project, unit, i, degrees)


class Entry(NamedTuple):
    """A column with one entry a joint: `of` gives them all, `put` replaces them."""

    heading: str
    name: str
    tip: str
    unit: UnitOf | None
    of: Callable[[Project], Sequence[Any]]
    put: Callable[[Project, tuple[Any, ...]], Project]
    choices: Mapping[str, str] = MappingProxyType({})


class JointSheet(Sheet):
    """One row a joint, while `applies` to the project; a `slider` column comes first."""

    def __init__(
        self,
        applies: Callable[[Project], bool],
        entries: Callable[[Project], Sequence[Entry]],
        slider: str = "",
    ) -> None:
        self._applies = applies
        self._entries = entries
        self._slider = slider

    def rows(self, project: Project) -> int:
        return project.robot.n if self._applies(project) else 0

    def columns(self, project: Project) -> Sequence[Column]:
        first = [Column("", "", self._slider, slider=True)] if self._slider else []
        entries = self._entries(project) if self._applies(project) else ()
        return [
            *first,
            *(Column(e.heading, e.name, e.tip, e.unit and of_row(e.unit), choices=e.choices) for e in entries),
        ]

    def get(self, project: Project, row: int, column: int) -> Any:
        return self._entry(project, column).of(project)[row]

    def put(self, project: Project, cells: Cells) -> Project:
        for column in sorted({column for _, column in cells}):
            entry = self._entry(project, column)
            values = list(entry.of(project))
            for (row, k), value in cells.items():
                if k == column:
                    values[row] = value
            project = entry.put(project, tuple(values))
        return project

    def _entry(self, project: Project, column: int) -> Entry:
        return self._entries(project)[column - bool(self._slider)]


def of_row(unit: UnitOf) -> RowUnit:
    """Where a row is a joint."""
    return lambda project, row, degrees: unit(project.robot.links[row], degrees)


def of_joint(unit: UnitOf, joint: int) -> RowUnit:
    """Where a column is a joint."""
    return lambda project, _row, degrees: unit(project.robot.links[joint], degrees)


def _chosen(text: str, choices: Mapping[str, str]) -> str:
    """The key of a choice that was typed or pasted by its key or its words."""
    for key, words in choices.items():
        if text.strip().lower() in (key.lower(), words.lower()):
            return key
    raise BadNumber(f"“{text.strip()}” is none of {', '.join(choices.values())}")
