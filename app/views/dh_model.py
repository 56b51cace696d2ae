"""The DH table as a Qt model: one row a joint, edited through the document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont

from app import edits
from app.colours import mixed
from app.dh_cell import Cell
from app.dh_columns import COLUMNS, NUMERIC, TYPE
from app.document import Document
from app.numbers import BadNumber, explained, reason_in
from app.preferences import Preferences
from app.refused import Refused, RefusedCells
from app.stepping import stepped
from app.table_text import block_text, parse_cell, pasted
from app.theme import Themes
from app.views.joint_chips import joint_chip
from dynamics.errors import DynamicsError
from dynamics.project import Project
from dynamics.robot import Link, Robot

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
SELECTABLE = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
CENTRE = Qt.AlignmentFlag.AlignCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
BOLD = QFont.Weight.Bold


class DhModel(QAbstractTableModel):
    """Text that cannot be used stays in its cell, marked, while the document keeps the last good robot."""

    message = Signal(str)  # why something was refused, in words; empty when all is well

    def __init__(
        self, document: Document, preferences: Preferences, themes: Themes, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._preferences = preferences
        self._themes = themes
        self._robot = document.robot
        self._refused = RefusedCells()
        self._answers: dict[int, Callable[[Cell], Any]] = {
            Role.DisplayRole: lambda cell: cell.display,
            Role.EditRole: lambda cell: cell.text,
            Role.ToolTipRole: lambda cell: cell.tool_tip,
            Role.AccessibleTextRole: lambda cell: cell.spoken,
            Role.AccessibleDescriptionRole: lambda cell: cell.tool_tip,
            Role.TextAlignmentRole: lambda cell: CENTRE if cell.column == TYPE else RIGHT,
            Role.FontRole: self._font,
            Role.ForegroundRole: self._foreground,
            Role.BackgroundRole: self._background,
        }
        document.robot_changed.connect(self._set_robot)
        document.replaced.connect(self.forget_all)
        document.undone.connect(self.forget_all)
        preferences.changed.connect(lambda name: self._refresh_all() if name == "degrees" else None)
        themes.changed.connect(lambda _: self._refresh_all())

    @property
    def degrees(self) -> bool:
        return bool(self._preferences["degrees"])

    @property
    def pending(self) -> bool:
        """Whether a cell holds text that cannot be used."""
        return bool(self._refused)

    def is_pending(self, index: Index) -> bool:
        return (index.row(), index.column()) in self._refused

    def reading(self, index: Index, text: str) -> str:
        """How a text was read in this cell, where it is more than a plain number."""
        if index.column() not in NUMERIC or self.is_pending(index):
            return ""
        return explained(text, COLUMNS[index.column()].unit(self.degrees))

    def value(self, index: Index) -> Any:
        """The entry itself, in SI units."""
        return getattr(self._robot.links[index.row()], COLUMNS[index.column()].field)

    def meaning(self, index: Index) -> str:
        """What the entry of this cell is, in words that fit two lines."""
        if not index.isValid():
            return ""
        column, convention = COLUMNS[index.column()], self._robot.convention
        name = "" if index.column() == TYPE else f"{column.symbols[convention]}: "
        return name + column.meanings[convention].splitlines()[0]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._robot.n

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The joint's type has no editor: a key or a double click changes it."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return SELECTABLE | Qt.ItemFlag.ItemIsEditable if index.column() in NUMERIC else SELECTABLE

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        answer = self._answers.get(role)
        if answer is None or not index.isValid() or index.row() >= self._robot.n:
            return None
        return answer(self._cell(index.row(), index.column()))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return self._row_header(section, role)
        if not 0 <= section < len(COLUMNS):
            return None
        column, convention = COLUMNS[section], self._robot.convention
        if role == Role.DisplayRole:
            return column.heading(convention, self.degrees)
        if role == Role.ToolTipRole:
            typed = "pi/2 is 90°, 0.5 rad" if column.angle else "1/3, sqrt(2)/2, 300 mm"
            hint = f"\nMay be typed as {typed}" if section in NUMERIC else ""
            return f"{column.meanings[convention]}\n({convention} convention){hint}"
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        if role != Role.EditRole or not index.isValid():
            return False
        cell, text = self._cell(index.row(), index.column()), str(value)
        if text == cell.text:
            return not cell.refused
        try:
            after = self._with_value(cell, parse_cell(text, cell.column, self.degrees))
        except (BadNumber, DynamicsError) as error:
            reason = f"“{text}” {self._reason(error, cell)}" if isinstance(error, DynamicsError) else str(error)
            self._refused[cell.row, cell.column] = Refused(text, reason)
            self._cell_changed(index)
            return False
        self.forget(cell.row, cell.column)
        self._document.edit(after, f"Set {cell.name}")
        return True

    def _reason(self, error: DynamicsError, cell: Cell) -> str:
        return error.reason if cell.column == TYPE else reason_in(error, COLUMNS[cell.column].unit(self.degrees))

    def spin(self, index: Index, steps: int, shift: int) -> None:
        """Some steps up or down; successive ones in the same cell are one undo step."""
        if index.isValid() and index.column() in NUMERIC and steps:
            self.spin_from(self.value(index), index, steps, shift, "spin")

    def spin_from(self, start: float, index: Index, steps: int, shift: int, gesture: str) -> None:
        """`start` after some steps, in this cell."""
        cell = self._cell(index.row(), index.column())
        try:
            value = stepped(start, COLUMNS[cell.column].unit(self.degrees), steps, shift)
            after = self._with_value(cell, value)
        except (BadNumber, DynamicsError) as error:
            reason = self._reason(error, cell) if isinstance(error, DynamicsError) else str(error)
            self._complain(f"Set {cell.name}: {reason}")
            return
        self.forget(cell.row, cell.column)
        self._document.edit(after, f"Set {cell.name}", f"{gesture} {cell.row} {cell.column}")

    def clear_cells(self, cells: list[Index]) -> None:
        """Zero in all of them, as one undo step."""
        numeric = [self._cell(index.row(), index.column()) for index in cells if index.column() in NUMERIC]
        fields: dict[int, dict[str, Any]] = {}
        for cell in numeric:
            self.forget(cell.row, cell.column)
            fields.setdefault(cell.row, {})[COLUMNS[cell.column].field] = 0.0
        text = f"Clear {numeric[0].name}" if len(numeric) == 1 else f"Clear {len(numeric)} entries"
        self._document.edit(edits.change_links(self._document.project, fields), text)

    def text_of(self, rows: list[int], columns: list[int]) -> str:
        """A block as tab-separated text."""
        return block_text(self._robot, rows, columns, self.degrees)

    def paste(self, top: int, left: int, text: str) -> None:
        """A block of text into the table, as one undo step; refused as a whole."""
        try:
            after = pasted(self._document.project, top, left, text, self.degrees)
        except DynamicsError as error:
            self._complain(f"Paste: {error.reason}")
            return
        self.forget_all()
        self._document.edit(after, "Paste into the table")

    def forget(self, row: int, column: int) -> None:
        """Drop the text of a cell that could not be used."""
        if self._refused.pop((row, column), None) is not None:
            self._cell_changed(self.index(row, column))

    def forget_all(self, *_: object) -> None:
        for cell in list(self._refused):
            self.forget(*cell)
        self._complain()

    def _cell(self, row: int, column: int) -> Cell:
        robot = self._robot
        refused = self._refused.get((row, column))
        return Cell(robot.links[row], row, column, robot.convention, self.degrees, refused)

    def _with_value(self, cell: Cell, value: Any) -> Project:
        project = self._document.project
        if cell.column == TYPE:
            return edits.set_joint(project, cell.row, value)
        return edits.change_link(project, cell.row, **{COLUMNS[cell.column].field: value})

    def _cell_changed(self, index: Index) -> None:
        self.dataChanged.emit(index, index)
        self._complain()

    def _complain(self, *more: str) -> None:
        """About every text that cannot be used, and what else was refused just now."""
        cells = [self._cell(*place) for place in self._refused]
        symbols = [COLUMNS[cell.column].symbols[cell.convention] for cell in cells]
        words = [f"Link {c.row + 1}, {symbol}: {c.complaint}" for c, symbol in zip(cells, symbols, strict=True)]
        self.message.emit("\n".join([*words, *more]))

    def _set_robot(self, robot: Robot) -> None:
        """Rows come and go where the tables differ, so that selection and scrolling stay."""
        before, after = self._robot.links, robot.links
        self._refused.keep(
            lambda row, k: (
                len(before) == len(after)
                and getattr(before[row], COLUMNS[k].field) == getattr(after[row], COLUMNS[k].field)
            )
        )
        differ = [i for i, (old, new) in enumerate(zip(before, after, strict=False)) if old != new]
        first = differ[0] if differ else min(len(before), len(after))
        more = len(after) - len(before)
        all_over = more or robot.convention != self._robot.convention
        if more > 0:
            self.beginInsertRows(QModelIndex(), first, first + more - 1)
            self._robot = robot
            self.endInsertRows()
        elif more < 0:
            self.beginRemoveRows(QModelIndex(), first, first - more - 1)
            self._robot = robot
            self.endRemoveRows()
        self._robot = robot
        if all_over:
            self._refresh_all()
        elif len(differ) == 1 and before[first].joint == after[first].joint:
            self._cells_changed(first, before[first], after[first])
        elif differ:
            self.dataChanged.emit(self.index(first, 0), self.index(differ[-1], len(COLUMNS) - 1))
        self._complain()

    def _cells_changed(self, row: int, before: Link, after: Link) -> None:
        """One by one: of a block Qt would paint the whole table, and a value may be on its way at every frame."""
        for k, column in enumerate(COLUMNS):
            if getattr(before, column.field) != getattr(after, column.field):
                self.dataChanged.emit(self.index(row, k), self.index(row, k))

    def _refresh_all(self) -> None:
        self.dataChanged.emit(self.index(0, 0), self.index(self._robot.n - 1, len(COLUMNS) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)
        self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, self._robot.n - 1)

    def _font(self, cell: Cell) -> QFont | None:
        font = QFont()
        font.setWeight(BOLD)
        return font if cell.varies else None

    def _foreground(self, cell: Cell) -> QColor | None:
        if cell.refused:
            return QColor(self._themes.current.error)
        return QColor(self._themes.current.accent) if cell.varies else None

    def _background(self, cell: Cell) -> QColor | None:
        theme = self._themes.current
        return QColor(mixed(theme.base, theme.error, 0.18)) if cell.refused else None

    def _row_header(self, row: int, role: int) -> Any:
        if not 0 <= row < self._robot.n:
            return None
        if role == Role.DisplayRole:
            return str(row + 1)
        if role == Role.ToolTipRole:
            name = self._robot.links[row].name
            return f"Link {row + 1}: {name}" if name else f"Link {row + 1}"
        if role == Role.DecorationRole and row < self._robot.n:
            return joint_chip(row, self._robot.n, self._themes.current.dark)
        return None
