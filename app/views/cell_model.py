"""A sheet of the project as a Qt model: what is typed becomes an edit, what is refused stays in its cell, marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from app.colours import mixed
from app.document import Document
from app.numbers import METRE, BadNumber, Unit, editable, explained, reason_in, shown
from app.poses import pose_ranges
from app.preferences import Preferences
from app.refused import Refused, RefusedCells
from app.sheets import Column, Sheet
from app.theme import Themes
from app.views.joint_chips import joint_chip
from dynamics.errors import DynamicsError
from dynamics.io.cell_text import tabbed_cell
from dynamics.project import Project
from dynamics.robot import MAX_LINKS

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
DIGITS, DIGITS_BESIDE_UNITS = 5, 4  # that are shown
ONE_LINE, NEW_LINE = 5, "\n"  # characters of a heading with its unit; a longer one has two lines
FEW = 12  # cells that are painted one by one
SHORT_UNIT = 5  # characters; a longer one is left to the tool tip


class Contents(NamedTuple):
    """All that a table shows: the cells row by row without sliders, and what units and sliders depend on."""

    values: list[Any]
    kinds: str
    ranges: Sequence[tuple[float, float]]


class CellModel(QAbstractTableModel):
    message = Signal(str)  # why something was refused; empty when all is well

    def __init__(
        self,
        sheet: Sheet,
        document: Document,
        preferences: Preferences,
        themes: Themes,
        parent: QObject | None = None,
        *,
        units_in_cells: bool = True,
        digits: int = DIGITS,
    ) -> None:
        """Units that are not in the cells are in the headings, where the cells of a column have the same."""
        super().__init__(parent)
        self.sheet = sheet
        self._document = document
        self._preferences = preferences
        self._themes = themes
        self._units_in_cells = units_in_cells
        self._digits = DIGITS_BESIDE_UNITS if units_in_cells else digits
        self._common: dict[int, str] = {}  # units, by column
        self._pending = RefusedCells()
        self._columns: Sequence[Column] = ()
        self._take(document.project)
        document.project_changed.connect(self._set_project)
        document.replaced.connect(self.forget_all)
        document.undone.connect(self.forget_all)
        preferences.changed.connect(self._follow_preference)
        themes.changed.connect(self.refresh)  # a method: Qt forgets it with this model, whose dialog may go

    @property
    def document(self) -> Document:
        return self._document

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        usable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usable if self._columns[index.column()].slider else usable | Qt.ItemFlag.ItemIsEditable

    def value(self, row: int, column: int) -> Any:
        """A cell's number in SI units, or its text."""
        return self.sheet.get(self._project, row, column)

    def unit(self, row: int, column: int) -> Unit | None:
        of = self._columns[column].unit
        return None if of is None else of(self._project, row, self._preferences["degrees"])

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= self._rows or index.column() >= len(self._columns):
            return None
        row, column = index.row(), index.column()
        pending = self._pending.get((row, column))
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            return pending.reason if pending else self._tip(row, column)
        if role == Role.BackgroundRole and pending:
            return QColor(mixed(self._themes.current.base, self._themes.current.error, 0.18))
        if role == Role.ForegroundRole and pending:
            return QColor(self._themes.current.error)
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if self._columns[column].unit is None else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if self._columns[column].slider or role not in (Role.DisplayRole, Role.EditRole):
            return None
        if pending:
            return pending.text
        return self._text(row, column, editing=role == Role.EditRole)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and 0 <= section < len(self._columns):
            if role == Role.DisplayRole:
                return self._heading(section)
            return self._heading_tip(section) if role == Role.ToolTipRole else None
        if orientation == Qt.Orientation.Vertical and 0 <= section < self._rows:
            if role == Role.DisplayRole:
                return str(section + 1)
            if role == Role.DecorationRole and self.sheet.row in ("joint", "link"):
                return joint_chip(section, self._rows, self._themes.current.dark)
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        if role != Role.EditRole or not index.isValid():
            return False
        row, column, text = index.row(), index.column(), str(value)
        if text == self.data(index, Role.EditRole):
            return False
        try:
            typed = self.sheet.parsed(self._project, row, column, text, self._preferences["degrees"])
            self.put(row, column, typed)
        except BadNumber as error:
            self._refuse(row, column, text, str(error))
            return False
        except DynamicsError as error:
            self._refuse(row, column, text, self.reason(error, row, column))
            return False
        return True

    def reason(self, error: DynamicsError, row: int, column: int) -> str:
        """Why the project refuses a number, in the unit of its cell."""
        unit = self._columns[column].unit
        return reason_in(error, unit(self._project, row, self._preferences["degrees"])) if unit else error.reason

    def _refuse(self, row: int, column: int, text: str, reason: str) -> None:
        self._pending[row, column] = Refused(text, reason)
        self._tell()

    def put(self, row: int, column: int, value: Any, gesture: str = "") -> None:
        """One cell, as one undo step; DynamicsError where the project refuses it."""
        after = self.sheet.put(self._document.project, {(row, column): value})
        if self._pending.pop((row, column), None):
            self.refresh()
        self.say()
        self._document.edit(after, f"Set {self._name(row, column)}", gesture)

    def paste(self, top: int, left: int, text: str) -> None:
        """A block of cells as one undo step, or the reason why not."""
        try:
            after = self.sheet.pasted(self._project, top, left, text, self._preferences["degrees"])
        except DynamicsError as error:
            self.say(f"Pasting: {error.reason}")
            return
        self._pending.clear()
        self._tell()
        self._document.edit(after, "Paste into the table")

    def clear(self, cells: Sequence[Index]) -> None:
        """Zero in all of them that are numbers, as one undo step, or the reason why not."""
        places = [(index.row(), index.column()) for index in cells if self._columns[index.column()].unit is not None]
        if not places:
            return
        try:
            after = self.sheet.put(self._document.project, dict.fromkeys(places, 0.0))
        except DynamicsError as error:
            self.say(f"Clearing: {error.reason}")
            return
        for place in places:
            self._pending.pop(place, None)
        self._tell()
        text = f"Clear {self._name(*places[0])}" if len(places) == 1 else f"Clear {len(places)} entries"
        self._document.edit(after, text)

    def copy(self, rows: Sequence[int], columns: Sequence[int]) -> str:
        """Lines of tab-separated cells that read back unchanged."""
        return "".join("\t".join(self._copied(i, k) for k in columns) + "\n" for i in rows)

    def _copied(self, row: int, column: int) -> str:
        index = self.index(row, column)
        text = str(index.data(Role.EditRole) or "")
        is_number = self._columns[column].unit is not None and not self.is_pending(index)
        return text if is_number else tabbed_cell(text)

    def choices(self, column: int) -> Mapping[str, str]:
        """What a cell of this column can be, by key; empty where it is typed."""
        return self._columns[column].choices

    @property
    def pending(self) -> bool:
        """Whether a cell holds text that cannot be used."""
        return bool(self._pending)

    def is_pending(self, index: Index) -> bool:
        return (index.row(), index.column()) in self._pending

    def reading(self, index: Index, text: str) -> str:
        """How a text was read in this cell, where it is more than a plain number."""
        if index.row() >= self._rows or index.column() >= len(self._columns) or self.is_pending(index):
            return ""
        unit = self.unit(index.row(), index.column())
        return "" if unit is None else explained(text, unit)

    def forget(self, index: Index) -> None:
        """Take back what was typed in vain."""
        if self._pending.pop((index.row(), index.column()), None):
            self._tell()

    def forget_all(self, *_: object) -> None:
        """All that was typed in vain."""
        if self._pending:
            self._pending.clear()
            self._tell()

    def refresh(self, *_: object) -> None:
        self._common.clear()
        if self._rows and self._columns:
            self.dataChanged.emit(self.index(0, 0), self.index(self._rows - 1, len(self._columns) - 1))
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, self._rows - 1)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._columns) - 1)

    def _text(self, row: int, column: int, editing: bool) -> str:
        value, unit = self.value(row, column), self.unit(row, column)
        if unit is None:
            return str(value) if editing else self._columns[column].choices.get(str(value), str(value))
        if editing:
            return editable(value, unit)
        return f"{shown(value, unit, self._digits)} {self.label(row, column)}".rstrip()

    def label(self, row: int, column: int) -> str:
        """The unit that stands in a cell; empty where the heading has it."""
        unit = self.unit(row, column)
        if unit is None or not (self._units_in_cells or self._differs(column)):
            return ""
        return unit.label if self._units_in_cells or len(unit.label) <= SHORT_UNIT else ""

    def _differs(self, column: int) -> bool:
        return self._columns[column].unit is not None and not self._common_unit(column)

    def _heading_tip(self, column: int) -> str:
        tip, label = self._columns[column].tip, self._common_unit(column)
        return f"{tip} [{label}]" if label and not self._units_in_cells else tip

    def _heading(self, column: int) -> str:
        """With the unit, where the cells are without and all of them have the same."""
        heading, label = self._columns[column].heading, self._common_unit(column)
        if self._units_in_cells or len(label) > SHORT_UNIT:
            return heading
        return f"{heading}{' ' if len(heading + label) < ONE_LINE else NEW_LINE}[{label}]" if label else heading

    def _common_unit(self, column: int) -> str:
        """Of all cells of a column; empty where they differ or have none."""
        if column not in self._common:
            units = {self.unit(row, column) for row in range(min(self._rows, MAX_LINKS))}
            unit = next(iter(units)) if len(units) == 1 else None
            self._common[column] = unit.label if unit is not None else ""
        return self._common[column]

    def _name(self, row: int, column: int) -> str:
        return f"{self._columns[column].name} of {self.sheet.row} {row + 1}"

    def _tip(self, row: int, column: int) -> str:
        if self._columns[column].slider:
            return self._columns[column].tip
        name, unit = self._name(row, column), self.unit(row, column) or METRE
        where = f" [{unit.label}]" if self._columns[column].unit is not None and unit.label else ""
        return f"{name[0].upper()}{name[1:]}{where}\n{self._columns[column].tip}"

    def _tell(self) -> None:
        self.refresh()
        self.say()

    def say(self, *more: str) -> None:
        """Why what is pending was refused, and what else was just now."""
        what, columns = self.sheet.row.capitalize(), self._columns
        words = [f"{what} {row + 1}, {columns[k].name}: {reason}" for (row, k), (_, reason) in self._pending.items()]
        self.message.emit("\n".join([*words, *more]))

    def _set_project(self, project: Project) -> None:
        rows = self.sheet.rows(project)
        headings = [column.heading for column in self.sheet.columns(project)] if rows else []
        if rows == self._rows and headings == [column.heading for column in self._columns]:
            earlier, before = self._project, self._contents
            self._take(project)
            if self._pending.keep(lambda row, k: self.sheet.get(earlier, row, k) == self.value(row, k)):
                self.say()
            if self._contents[1:] != before[1:]:
                self.refresh()
            elif self._contents != before:
                self._values_changed(before.values)
            return
        self.beginResetModel()
        self._pending.clear()
        self._take(project)
        self.endResetModel()
        self.message.emit("")

    def _values_changed(self, before: Sequence[Any]) -> None:
        """A few one by one, with the sliders of their rows: of a block Qt would paint the whole table."""
        width = sum(not column.slider for column in self._columns)
        pairs = zip(before, self._contents.values, strict=True)
        changed = [divmod(k, width) for k, (old, new) in enumerate(pairs) if old != new]
        if len(changed) > FEW:
            self.refresh()
            return
        sliders = [k for k, column in enumerate(self._columns) if column.slider]
        numbers = [k for k, column in enumerate(self._columns) if not column.slider]
        for row, k in changed:
            for column in (*sliders, numbers[k]):
                self.dataChanged.emit(self.index(row, column), self.index(row, column))

    def _take(self, project: Project) -> None:
        self._project = project
        self._common.clear()
        self._rows = self.sheet.rows(project)
        self._columns = self.sheet.columns(project) if self._rows else ()
        cells = [(row, k) for row in range(self._rows) for k, column in enumerate(self._columns) if not column.slider]
        ranges = pose_ranges(project.robot) if any(column.slider for column in self._columns) else []
        self._contents = Contents([self.value(*cell) for cell in cells], project.robot.kinds, ranges)

    def _follow_preference(self, name: str) -> None:
        if name == "degrees":
            self.refresh()
