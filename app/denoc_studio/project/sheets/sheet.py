"""Tables of a project's entries without their widgets: which cells there are, what they say, what a change makes."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from denoc.arm.robot import MAX_LINKS, Link
from denoc.basics.caching import cached_property
from denoc.basics.errors import DynamicsError
from denoc.files.projects.documents import Keys, keys_of
from denoc.files.projects.project import Project
from denoc.files.projects.tolerances import Tolerance
from denoc.files.text.cell_text import cell_to_text
from denoc_studio.look.plain_text import capitalised
from denoc_studio.project.entry.numbers import (
    BadNumber,
    Unit,
    doubt_about,
    editable,
    explained,
    means_none,
    parse_number,
    reason_in,
    shown,
)
from denoc_studio.project.entry.refused import Refused
from denoc_studio.project.sheets.blocks import Target, cells_of
from denoc_studio.project.tolerances.typed import MARK, reading, split, spread_of, spread_words

Cells = Mapping[tuple[int, int], Any]  # by row and column
UnitOf = Callable[[Link, bool], Unit]  # of a joint; the flag is for degrees
RowUnit = Callable[[Project, int, bool], Unit]  # of a row
Tone = Literal["", "ink", "muted", "warning", "error"]  # a colour of the theme; in ink: a variable, in italics
ONE_LINE, NEW_LINE = 5, "\n"  # characters of a heading with its unit; a longer one has two lines
NONE = "none"  # in a cell that may be without a number
SHORT_UNIT = 5  # characters; a longer one is left to the tool tip


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
    centred: bool = False
    optional: bool = False  # its numbers may be infinite, which is none
    wide: bool = False  # its heading begins at the left, for a small window does not show the end
    digits: int = 0  # that are shown; 0 for as many as the sheet shows
    none: float = math.inf  # which of the two an optional number may be without
    none_words: str = NONE  # what is shown of a cell without a number


class Sheet(ABC):
    """Rows and columns of one part of the project; no rows while the project has no such part.

    Units that are not in the cells are in the headings, where the cells of a column have the same.
    """

    row = "joint"  # what a row is
    grows = False  # pasting below the last row makes new ones
    units_in_cells = True
    digits = 4  # that are shown
    pasting = "Pasting"  # what a refusal of a pasted block begins with
    quotes_refused = False  # what the project says of a number stands behind the text that was typed
    copies_refused = True  # else the entry of the project is copied
    speaks_tips = False  # tool tips are read aloud, after what is spoken of a cell

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

    def keys(self, project: Project, row: int, column: int) -> Keys | None:
        """Where a number is in the project, if it may have a tolerance."""
        return None

    def parts(self, project: Project) -> tuple[object, ...]:
        """All of the project that the sheet shows: while these are equal, it shows the same."""
        return project.robot, project.q0, project.qd0, project.run

    def frame(self, project: Project) -> Hashable:
        """What the headings and the units of all cells depend on."""
        return project.robot.kinds

    def contents(self, project: Project) -> Sequence[Sequence[Any]]:
        """By row and column, what a cell shows: other entries here are other looks, and equal ones equal looks."""
        columns = range(len(self.columns(project)))
        return [[self.get(project, row, k) for k in columns] for row in range(self.rows(project))]

    def row_keys(self, project: Project) -> Sequence[object]:
        """What tells rows apart that come and go one by one; none where another number of rows is another table."""
        return ()

    def is_typed(self, project: Project, row: int, column: int) -> bool:
        """Whether a cell has an editor."""
        return not self.columns(project)[column].slider

    def text(self, page: Page, row: int, column: int) -> str:
        """A cell, for reading."""
        value, unit = page.value(row, column), page.unit(row, column)
        if unit is None:
            return page.columns[column].choices.get(str(value), str(value))
        if _is_none(page.columns[column], value):
            return page.columns[column].none_words
        digits = page.columns[column].digits or self.digits
        return f"{shown(value, unit, digits)} {page.label(row, column)}".rstrip()

    def edited(self, page: Page, row: int, column: int) -> str:
        """A cell, for editing: what `parsed` turns into the same value again."""
        value, unit = page.value(row, column), page.unit(row, column)
        if unit is None or _is_none(page.columns[column], value):
            return NONE if unit else str(value)
        return editable(value, unit)

    def name(self, page: Page, row: int, column: int) -> str:
        """Of a cell, as in the name of an undo step."""
        return f"{page.columns[column].name} of {self.row} {row + 1}"

    def tip(self, page: Page, row: int, column: int) -> str:
        """What a cell is."""
        entry, unit = page.columns[column], page.unit(row, column)
        if entry.slider:
            return entry.tip
        name, where = self.name(page, row, column), f" [{unit.label}]" if unit is not None and unit.label else ""
        return f"{capitalised(name)}{where}\n{entry.tip}"

    def spoken(self, page: Page, row: int, column: int, refused: Refused | None) -> str:
        """A cell, read aloud."""
        return refused.reason if refused else self.tip(page, row, column)

    def complaint(self, page: Page, row: int, column: int, refused: Refused) -> str:
        """Why what was typed into a cell cannot be used."""
        return refused.reason

    def told(self, page: Page, row: int, column: int, refused: Refused) -> str:
        """The same among other messages."""
        complaint = self.complaint(page, row, column, refused)
        return f"{self.row.capitalize()} {row + 1}, {page.columns[column].name}: {complaint}"

    def tone(self, page: Page, row: int, column: int) -> Tone:
        return ""

    def heading(self, page: Page, column: int) -> str:
        """With the unit, where the cells are without and all of them have the same."""
        heading, label = page.columns[column].heading, page.common_unit(column)
        if self.units_in_cells or len(label) > SHORT_UNIT:
            return heading
        return f"{heading}{' ' if len(heading + label) < ONE_LINE else NEW_LINE}[{label}]" if label else heading

    def heading_tip(self, page: Page, column: int) -> str:
        tip, label = page.columns[column].tip, page.common_unit(column)
        return f"{tip} [{label}]" if label and not self.units_in_cells else tip

    def row_tip(self, page: Page, row: int) -> str | None:
        return None

    def parsed(self, project: Project, row: int, column: int, text: str, degrees: bool) -> Any:
        """What a typed text stands for; BadNumber where it stands for nothing."""
        unit, choices = self.columns(project)[column].unit, self.columns(project)[column].choices
        if choices:
            return _chosen(text, choices)
        if unit is None:
            return text
        if self.columns(project)[column].optional and means_none(text, self.columns(project)[column].none):
            return math.inf
        return parse_number(text, self._unit(project, unit, row, degrees))

    def pasted(self, project: Project, top: int, left: int, text: str, degrees: bool) -> Project:
        """The project with a block of text put at a cell, all of it or nothing."""
        columns, room = self.columns(project), self.rows(project) - top
        block = cells_of(text, [self._target(project, column, top, degrees) for column in columns[left:]])
        while len(block) > room and not any(block[-1]):
            del block[-1]
        if not block:
            raise DynamicsError("there is no text to paste")
        if left + max(map(len, block)) > len(columns):
            raise DynamicsError(f"the text has {max(map(len, block))} columns, and only {len(columns) - left} fit here")
        if not self.grows and len(block) > room:
            raise DynamicsError(f"the text has {len(block)} rows, and only {room} fit here")
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

    def _target(self, project: Project, column: Column, top: int, degrees: bool) -> Target:
        """What a block may say of a column."""
        unit, names = column.unit, (column.heading, column.name)
        if unit is None:
            words = [word.lower() for choice in column.choices.items() for word in choice]
            return Target(names, None, choices=words)
        return Target(names, lambda row: self._unit(project, unit, top + row, degrees), column.optional)

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


class Page:
    """A sheet as it shows one project, with angles in degrees or in radians."""

    def __init__(self, sheet: Sheet, project: Project, degrees: bool) -> None:
        self._sheet = sheet
        self.project = project
        self.degrees = degrees
        self.rows = sheet.rows(project)
        self.columns = sheet.columns(project) if self.rows else ()
        self._common: dict[int, str] = {}  # units, by column

    @cached_property
    def contents(self) -> Sequence[Sequence[Any]]:
        return self._sheet.contents(self.project) if self.rows else ()

    def value(self, row: int, column: int) -> Any:
        """A cell's number in SI units, or its text."""
        return self._sheet.get(self.project, row, column)

    def unit(self, row: int, column: int) -> Unit | None:
        of = self.columns[column].unit
        return None if of is None else of(self.project, row, self.degrees)

    def common_unit(self, column: int) -> str:
        """Of all cells of a column; empty where they differ or have none."""
        if column not in self._common:
            units = {self.unit(row, column) for row in range(min(self.rows, MAX_LINKS))}
            unit = next(iter(units)) if len(units) == 1 else None
            self._common[column] = unit.label if unit is not None else ""
        return self._common[column]

    def label(self, row: int, column: int) -> str:
        """The unit that stands in a cell; empty where the heading has it."""
        unit = self.unit(row, column)
        if unit is None or (self.common_unit(column) and not self._sheet.units_in_cells):
            return ""
        return unit.label if self._sheet.units_in_cells or len(unit.label) <= SHORT_UNIT else ""

    @cached_property
    def tolerances(self) -> Mapping[tuple[int, int], Tolerance]:
        """Of the cells that have one. The row is the first number of a place."""
        found = {}
        for each in self.project.tolerances:
            keys = keys_of(each.path)
            row = next((key for key in keys if isinstance(key, int)), self.rows)
            columns = range(len(self.columns)) if row < self.rows else ()
            found.update({(row, k): each for k in columns if self._sheet.keys(self.project, row, k) == keys})
        return found

    def text(self, row: int, column: int) -> str:
        """A cell, for reading, with a mark where it has a tolerance."""
        text = self._sheet.text(self, row, column)
        return f"{text} {MARK}" if (row, column) in self.tolerances else text

    def tolerance(self, row: int, column: int) -> str:
        """In words, on a line of its own; empty where there is none."""
        unit, found = self.unit(row, column), self.tolerances.get((row, column))
        return f"\n{spread_words(found, unit)}" if found is not None and unit is not None else ""

    def typed(self, row: int, column: int, text: str) -> tuple[Any, float | None]:
        """What a text stands for, and the tolerance behind it in SI units, zero for none any more; None where nothing
        is said of it. BadNumber says what is wrong."""
        unit, typed = self.unit(row, column), split(text)
        if unit is None or typed.spread is None or self._sheet.keys(self.project, row, column) is None:
            return self._sheet.parsed(self.project, row, column, text, self.degrees), None
        value = self.value(row, column)
        if typed.number:
            value = self._sheet.parsed(self.project, row, column, typed.number, self.degrees)
        return value, spread_of(typed, value, unit)

    def explained(self, row: int, column: int, text: str) -> str:
        """How a text that was taken was read, where it is more than a plain number."""
        unit = self.unit(row, column)
        if unit is None or (self.columns[column].optional and means_none(text, self.columns[column].none)):
            return ""
        value, spread = self.typed(row, column, text)
        return explained(text, unit) if spread is None else reading(value, spread, unit)

    def changed(self, after: Page) -> list[tuple[int, int]]:
        """The cells that another page of the same size shows otherwise, row by row."""
        rows = enumerate(zip(self.contents, after.contents, strict=True))
        cells = {
            (row, k)
            for row, (old, new) in rows
            if old != new
            for k, (a, b) in enumerate(zip(old, new, strict=True))
            if a != b
        }
        marked = self.tolerances.keys() | after.tolerances.keys()
        cells |= {cell for cell in marked if self.tolerances.get(cell) != after.tolerances.get(cell)}
        return sorted(cells)

    def reason(self, error: BadNumber | DynamicsError, row: int, column: int) -> str:
        """Why a cell refuses what it was given, bounds in its unit."""
        unit = self.unit(row, column)
        if isinstance(error, BadNumber):
            return str(error)
        return error.reason if unit is None else reason_in(error, unit)


def _is_none(column: Column, value: Any) -> bool:
    return column.optional and math.isinf(value)


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
