"""The DH table on the screen: keyboard, clipboard, spinning and scrubbing of its cells."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.editing.cell_table import MANY, CellTable
from denoc_studio.project.sheets.dh_columns import NUMERIC, TYPE
from denoc_studio.session.commands import held
from denoc_studio.session.document import Document
from denoc_studio.widgets.fields.number_field import NOTCH, coarseness

Key = Qt.Key
STEPS = {Key.Key_Up: (1, 0), Key.Key_Down: (-1, 0), Key.Key_PageUp: (1, 1), Key.Key_PageDown: (-1, 1)}
AROUND, MEASURED = 10, 100  # pixels beside a text; rows whose texts are measured for the width of a column
SCRUB_STEP = 6  # pixels


class Scrub:
    """A value follows a sideways drag of its cell, always counted from where it began: the way back leads to the same
    numbers."""

    def __init__(self, model: CellModel, index: QModelIndex, x: float) -> None:
        self._model = model
        self._index = QPersistentModelIndex(index)
        self._start = model.page.value(index.row(), index.column())
        self._x = x
        self._gesture = held("scrub")

    def move(self, x: float, shift: int) -> None:
        if self._index.isValid():
            self._model.spin_from(self._start, self._index, int((x - self._x) / SCRUB_STEP), shift, self._gesture)


class DhTable(CellTable):
    """Typing or Enter edits, Enter again commits and goes down; R and P set the type in its column; Alt and the arrows
    spin."""

    rows_shown, whole = range(3, 9), MANY
    row_height, margin = 26, 0
    delete_pressed = Signal()  # with whole rows selected

    def __init__(self, document: Document, model: CellModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Denavit-Hartenberg table", parent)
        self._document = document
        self._scrub: Scrub | None = None
        self._turned = 0
        self._column = NUMERIC[0]  # of the current cell, which is gone after another table
        self._wanted: list[int] = []  # pixels of each column, once they are measured
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(-1)  # as small as Qt lets it be
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for signal in (model.modelReset, model.rowsInserted, model.headerDataChanged):
            signal.connect(self._measure)
        model.dataChanged.connect(self._measure_changed)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.doubleClicked.connect(self._toggle_type)
        document.selection_changed.connect(self._show_selected)
        for signal in (document.replaced, document.project_changed):  # rows that come and go take Qt's cursor along
            signal.connect(lambda _: self._show_selected(document.selected))
        self.go_to(document.selected, NUMERIC[0])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._measure()

    def _measure(self, *_: object) -> None:
        self._wanted = []
        self._share_width()

    def _measure_changed(self, first: QModelIndex, last: QModelIndex, *_: object) -> None:
        """The columns of these cells."""
        for column in range(first.column(), last.column() + 1) if self._wanted else ():
            self._wanted[column] = self._needed(column)
        self._share_width()

    def _share_width(self) -> None:
        """Every column gets what its texts need, as far as there is so much; what is left over goes to the numbers."""
        columns = range(self.cells.columnCount())
        wanted = self._wanted = self._wanted or [self._needed(column) for column in columns]
        room = self.viewport().width()
        spare = room - sum(wanted)
        for column, width in zip(columns, wanted, strict=True):
            if spare < 0:
                width = width * room // sum(wanted)
            elif column != TYPE:
                width += spare // (len(wanted) - 1)
            if width != self.columnWidth(column):
                self.setColumnWidth(column, width)

    def _needed(self, column: int) -> int:
        """Pixels for the longest text."""
        rows = range(min(self.cells.rowCount(), MEASURED))
        texts = {self.cells.text(row, column) for row in rows}
        heading = str(self.cells.headerData(column, Qt.Orientation.Horizontal))
        return max(self.fontMetrics().horizontalAdvance(text) for text in (*texts, heading)) + AROUND

    def full_rows(self) -> list[int]:
        """The rows that are selected from end to end."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def select_row(self) -> None:
        """The current row from end to end."""
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().select(self.currentIndex(), flags)

    def copied(self, chosen: set[int]) -> range:
        """The rectangle around the selected cells."""
        return range(min(chosen), max(chosen) + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._spin_by_key(event):
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Alt and the wheel spin the cell under the cursor, if it is the current one."""
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if not alt or self.indexAt(event.position().toPoint()) != self.currentIndex():
            super().wheelEvent(event)
            return
        self._turned += event.angleDelta().y() or event.angleDelta().x()  # Qt turns it sideways with Alt
        steps = int(self._turned / NOTCH)
        self._turned -= steps * NOTCH
        self.cells.spin(self.currentIndex(), steps, coarseness(event.modifiers()))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Dragging a cell sideways with Alt or with the middle button scrubs its value."""
        index = self.indexAt(event.position().toPoint())
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        middle = event.button() == Qt.MouseButton.MiddleButton
        if index.isValid() and index.column() in NUMERIC and (middle or alt):
            self.go_to(index.row(), index.column())
            self._scrub = Scrub(self.cells, index, event.position().x())
            self.viewport().setCursor(Qt.CursorShape.SizeHorCursor)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._scrub is not None:
            self._scrub.move(event.position().x(), coarseness(event.modifiers()))
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._scrub is not None:
            self._scrub = None
            self.viewport().unsetCursor()
        else:
            super().mouseReleaseEvent(event)

    def _spin_by_key(self, event: QKeyEvent) -> bool:
        key = Key(event.key())
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        page = key in (Key.Key_PageUp, Key.Key_PageDown)
        if key not in STEPS or self.currentIndex().column() not in NUMERIC or not (alt or page):
            return False
        steps, shift = STEPS[key]
        self.cells.spin(self.currentIndex(), steps, shift + coarseness(event.modifiers()))
        return True

    def act_on_cell(self, event: QKeyEvent) -> bool:
        index, key = self.currentIndex(), event.key()
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            return False
        if key in (Key.Key_R, Key.Key_P) and index.column() == TYPE:  # elsewhere they are typed, as in pi/2
            self.cells.setData(index, "R" if key == Key.Key_R else "P")
        elif key in (Key.Key_Return, Key.Key_Enter, Key.Key_F2) and index.column() == TYPE:
            self._toggle_type(index)
        elif key == Key.Key_Space and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.select_row()
        elif key == Key.Key_Delete and self.full_rows():
            self.delete_pressed.emit()
        else:
            return super().act_on_cell(event)
        return True

    def _toggle_type(self, index: QModelIndex) -> None:
        if index.column() == TYPE:
            self.cells.setData(index, "P" if index.data() == "R" else "R")

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self._column = current.column()
            self._document.select(current.row())

    def _show_selected(self, row: int) -> None:
        if self.currentIndex().row() != row:
            self.go_to(row, self._column)
