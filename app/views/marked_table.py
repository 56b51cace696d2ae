"""What tables of cells do alike: refused text stays marked and is undone first; Tab leaves them at the end."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from app.views.reading_tip import tell_reading
from app.views.row_header import RowHeader


class Refusals(Protocol):
    """What was typed in vain."""

    @property
    def pending(self) -> bool: ...

    def forget_all(self) -> None: ...

    def reading(self, index: QModelIndex | QPersistentModelIndex, text: str) -> str:
        """How a text was read in this cell, where it is more than a plain number."""


class MarkedTable(QTableView):
    """Ctrl+Z takes refused text back before it undoes an edit. As high as some rows, and higher where there is room."""

    rows_shown = range(1, 7)  # no fewer and no more than these, unless there is height to spare

    def __init__(self, refusals: Refusals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.refusals = refusals
        self._spare_rows = 0
        self.setVerticalHeader(RowHeader(self))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        super().setModel(model)
        if model is not None:
            for signal in (model.modelReset, model.rowsInserted, model.rowsRemoved):
                signal.connect(self.updateGeometry)

    def take_height(self, spare: int) -> int:
        """Show as many rows more, or fewer, as so many pixels are good for; what is left of them."""
        height, before = self.verticalHeader().defaultSectionSize(), self._spare_rows
        most = self.model().rowCount() - self._usual_rows()
        self._spare_rows = max(0, min(before + spare // height, most))
        if self._spare_rows != before:
            self.updateGeometry()
        return spare - (self._spare_rows - before) * height

    def go_to(self, row: int, column: int | None = None) -> None:
        """Make a cell the current and the only selected one, whatever modifier keys are down."""
        if column is None:
            column = max(self.currentIndex().column(), 0)
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self.model().index(row, column), flag)

    def edit_current(self) -> None:
        """Open the editor of the current cell, where it may have one and is not open already."""
        index = self.currentIndex()
        if index.flags() & Qt.ItemFlag.ItemIsEditable and self.state() != self.State.EditingState:
            self.edit(index)

    def sizeHint(self) -> QSize:
        rows = self._usual_rows() + max(0, min(self._spare_rows, self.model().rowCount() - self._usual_rows()))
        height = self.horizontalHeader().sizeHint().height() + rows * self.verticalHeader().defaultSectionSize()
        return QSize(280, height + 2 * self.frameWidth())

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def _usual_rows(self) -> int:
        return min(max(self.model().rowCount(), self.rows_shown.start), self.rows_shown.stop - 1)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._takes_back(event):
            event.accept()  # or the window's own Undo would have the key
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._takes_back(event):
            self.refusals.forget_all()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes through the cells, and past the last one out of the table."""
        index, model = self.currentIndex(), self.model()
        last = (model.rowCount() - 1, model.columnCount() - 1)
        leaving = not index.isValid() or (index.row(), index.column()) == (last if forward else (0, 0))
        self.setTabKeyNavigation(not leaving)
        moved = super().focusNextPrevChild(forward)
        self.setTabKeyNavigation(True)
        return moved

    def _takes_back(self, event: QEvent) -> bool:
        undo = isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Undo)
        return undo and self.refusals.pending


class MarkedCells(QStyledItemDelegate):
    """A cell that is marked stays so while it is selected; typed sums and units are told with their result."""

    def __init__(self, table: MarkedTable) -> None:
        super().__init__(table)
        self._marked = table

    def setModelData(
        self, editor: QWidget, model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        typed = editor.text() if isinstance(editor, QLineEdit) else ""
        super().setModelData(editor, model, index)
        if typed:
            words = self._marked.refusals.reading(index, typed)
            tell_reading(self._marked.viewport(), self._marked.visualRect(index), words)

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        mark = index.data(Qt.ItemDataRole.BackgroundRole)
        if mark is not None:
            option.palette.setColor(QPalette.ColorRole.Highlight, index.data(Qt.ItemDataRole.ForegroundRole))
            option.palette.setColor(QPalette.ColorRole.HighlightedText, mark)
