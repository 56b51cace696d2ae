"""The DH table on the screen: keyboard, clipboard, spinning and scrubbing of its cells."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QWidget,
)

from app.dh_columns import NUMERIC, TYPE
from app.document import Document
from app.views.dh_model import DhModel
from app.views.marked_table import MarkedCells, MarkedTable
from app.views.number_field import NOTCH, coarseness
from app.views.scrub import Scrub

Key = Qt.Key
Standard = QKeySequence.StandardKey
STEPS = {Key.Key_Up: (1, 0), Key.Key_Down: (-1, 0), Key.Key_PageUp: (1, 1), Key.Key_PageDown: (-1, 1)}
ROW_HEIGHT = 24
TYPE_WIDTH = 44


class DhTable(MarkedTable):
    """Typing or Enter edits, Enter again commits and goes down; R and P set the type in its column; Alt and the arrows
    spin."""

    rows_shown = range(3, 9)
    delete_pressed = Signal()  # with whole rows selected

    def __init__(self, document: Document, model: DhModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._document = document
        self._model = model
        self._scrub: Scrub | None = None
        self._scrubs = itertools.count()
        self._turned = 0
        self.setModel(model)
        self.setItemDelegate(MarkedCells(self))
        self.setAccessibleName("Denavit-Hartenberg table")
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrap(False)
        self._set_headers()
        self.selectionModel().currentChanged.connect(self._on_current)
        self.doubleClicked.connect(self._toggle_type)
        document.selection_changed.connect(self._show_selected)
        for signal in (document.replaced, document.robot_changed):  # rows that come and go take Qt's cursor along
            signal.connect(lambda _: self._show_selected(document.selected))
        self.go_to(document.selected, NUMERIC[0])

    def full_rows(self) -> list[int]:
        """The rows that are selected from end to end."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def select_row(self) -> None:
        """The current row from end to end."""
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().select(self.currentIndex(), flags)

    def copy(self) -> None:
        """The rectangle around the selected cells, to the clipboard."""
        cells = self.selectedIndexes()
        if cells:
            rows, columns = [index.row() for index in cells], [index.column() for index in cells]
            block = self._model.text_of(
                list(range(min(rows), max(rows) + 1)), list(range(min(columns), max(columns) + 1))
            )
            QGuiApplication.clipboard().setText(block)

    def cut(self) -> None:
        self.copy()
        self.clear_selected()

    def paste(self) -> None:
        """The clipboard's block, from the selection's upper left corner on."""
        cells = self.selectedIndexes() or [self.currentIndex()]
        top, left = min(index.row() for index in cells), min(index.column() for index in cells)
        self._model.paste(max(top, 0), max(left, 0), QGuiApplication.clipboard().text())

    def clear_selected(self) -> None:
        self._model.clear_cells(list(self.selectedIndexes()))

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        super().closeEditor(editor, hint)
        index = self.currentIndex()
        if hint == QAbstractItemDelegate.EndEditHint.RevertModelCache:
            self._model.forget(index.row(), index.column())
        entered = hint == QAbstractItemDelegate.EndEditHint.SubmitModelCache
        if entered and not self._model.is_pending(index) and index.row() + 1 < self._model.rowCount():
            self.go_to(index.row() + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        for sequence, act in ((Standard.Copy, self.copy), (Standard.Cut, self.cut), (Standard.Paste, self.paste)):
            if event.matches(sequence):
                act()
                return
        if not (self._spin_by_key(event) or self._act_on_cell(event)):
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
        self._model.spin(self.currentIndex(), steps, coarseness(event.modifiers()))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Dragging a cell sideways with Alt or with the middle button scrubs its value."""
        index = self.indexAt(event.position().toPoint())
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        middle = event.button() == Qt.MouseButton.MiddleButton
        if index.isValid() and index.column() in NUMERIC and (middle or alt):
            self.go_to(index.row(), index.column())
            self._scrub = Scrub(self._model, index, event.position().x(), f"scrub {next(self._scrubs)}")
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
        self._model.spin(self.currentIndex(), steps, shift + coarseness(event.modifiers()))
        return True

    def _act_on_cell(self, event: QKeyEvent) -> bool:
        index, key = self.currentIndex(), event.key()
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            return False
        if key in (Key.Key_R, Key.Key_P) and index.column() == TYPE:  # elsewhere they are typed, as in pi/2
            self._model.setData(index, "R" if key == Key.Key_R else "P")
        elif key in (Key.Key_Return, Key.Key_Enter, Key.Key_F2, Key.Key_Space) and index.column() == TYPE:
            self._toggle_type(index)
        elif key in (Key.Key_Return, Key.Key_Enter):
            self.edit_current()
        elif key == Key.Key_Space and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.select_row()
        elif key == Key.Key_Delete and self.full_rows():
            self.delete_pressed.emit()
        elif key == Key.Key_Delete:
            self.clear_selected()
        elif key == Key.Key_Escape and self._model.is_pending(index):
            self._model.forget(index.row(), index.column())
        else:
            return False
        return True

    def _toggle_type(self, index: QModelIndex) -> None:
        if index.column() == TYPE:
            self._model.setData(index, "P" if index.data() == "R" else "R")

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self._document.select(current.row())

    def _show_selected(self, row: int) -> None:
        if self.currentIndex().row() != row:
            self.go_to(row)

    def _set_headers(self) -> None:
        columns, rows = self.horizontalHeader(), self.verticalHeader()
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        columns.setSectionResizeMode(TYPE, QHeaderView.ResizeMode.Fixed)
        columns.resizeSection(TYPE, TYPE_WIDTH)
        columns.setHighlightSections(False)
        rows.setDefaultSectionSize(max(ROW_HEIGHT, self.fontMetrics().height() + 8))
