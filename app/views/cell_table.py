"""A table of numbers or texts: keyboard, clipboard, and as high as its rows."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QStyleOptionViewItem,
    QWidget,
)

from app.views.cell_model import CellModel
from app.views.marked_table import MarkedCells, MarkedTable

ROW_HEIGHT, NARROWEST = 26, 48  # pixels
Key, Standard = Qt.Key, QKeySequence.StandardKey


class CellTable(MarkedTable):
    """Enter edits a cell, Tab leaves the table behind the last one, Ctrl+C and Ctrl+V go to and from a spreadsheet."""

    def __init__(self, model: CellModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self.cells = model
        self.setModel(model)
        self.setAccessibleName(name)
        self.setWordWrap(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setDefaultSectionSize(max(ROW_HEIGHT, self.fontMetrics().height() + 8))
        header = self.horizontalHeader()
        header.setMinimumSectionSize(NARROWEST)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setItemDelegate(CellDelegate(self))

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        overflows = self.horizontalHeader().length() > self.viewport().width()
        bar = self.horizontalScrollBar().sizeHint().height() if overflows else 0
        return QSize(hint.width(), hint.height() + bar + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()  # a scroll bar may have come or gone

    def chosen_rows(self) -> list[int]:
        """Rows with a selected cell."""
        return sorted({index.row() for index in self.selectedIndexes()})

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.matches(Standard.Copy):
            self.copy()
        elif event.matches(Standard.Cut):
            self.cut()
        elif event.matches(Standard.Paste):
            self.paste()
        elif event.key() == Key.Key_Delete:
            self.cells.clear(self.selectedIndexes())
        elif event.key() in (Key.Key_Return, Key.Key_Enter) and self.state() != self.State.EditingState:
            self.edit_current()
        elif event.key() == Key.Key_Escape and self.cells.is_pending(index):
            self.cells.forget(index)
        else:
            super().keyPressEvent(event)

    def cut(self) -> None:
        self.copy()
        self.cells.clear(self.selectedIndexes())

    def paste(self) -> None:
        """The clipboard's block, from the selection's upper left corner on."""
        cells = self.selectedIndexes() or [self.currentIndex()]
        top, left = min(index.row() for index in cells), min(index.column() for index in cells)
        self.cells.paste(max(top, 0), max(left, 0), QGuiApplication.clipboard().text())

    def copy(self) -> None:
        cells = self.selectedIndexes()
        if cells:
            rows, columns = {index.row() for index in cells}, {index.column() for index in cells}
            QGuiApplication.clipboard().setText(self.cells.copy(sorted(rows), sorted(columns)))


class CellDelegate(MarkedCells):
    """Cells with choices are edited by a list that opens at once."""

    def __init__(self, table: CellTable) -> None:
        super().__init__(table)
        self._table = table

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        choices = self._table.cells.choices(index.column())
        if not choices:
            return super().createEditor(parent, option, index)
        box = QComboBox(parent)
        for key, words in choices.items():
            box.addItem(words, key)
        box.setCurrentIndex(box.findData(index.data(Qt.ItemDataRole.EditRole)))
        box.activated.connect(lambda _: self._finish(box))
        box.view().setMinimumWidth(box.view().sizeHintForColumn(0))
        QTimer.singleShot(0, box, box.showPopup)
        return box

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        if not isinstance(editor, QComboBox):
            super().setEditorData(editor, index)

    def setModelData(
        self, editor: QWidget, model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())
        else:
            super().setModelData(editor, model, index)

    def _finish(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)
