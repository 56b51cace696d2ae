"""A table of numbers or texts: refused text stays marked, keyboard, clipboard, and as high as its rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from denoc_studio.look.theme import fusion
from denoc_studio.panels.editing.cell_model import CellModel, Look
from denoc_studio.project.tolerances.typed import MARK
from denoc_studio.widgets.fields.number_keys import NumberKeys
from denoc_studio.widgets.fields.reading_tip import tell_reading
from denoc_studio.widgets.tables.row_header import RowHeader

NARROWEST = 48  # pixels
MANY = 30  # rows: a longer table scrolls itself, or a panel would be as long as the arm, and all of it laid out
EXPONENT = re.compile(r"[-+]?\d+")
Key, Standard = Qt.Key, QKeySequence.StandardKey
Index = QModelIndex | QPersistentModelIndex
State = QStyle.StateFlag
PLAIN = State.State_Enabled
STATES = PLAIN | State.State_Selected | State.State_HasFocus | State.State_MouseOver


class CellTable(QTableView):
    """Enter edits a cell, Enter again commits it and goes down, Tab leaves the table behind the last one, Ctrl+C and
    Ctrl+V go to and from a spreadsheet, Ctrl+Z takes refused text back before it undoes an edit. As high as some rows,
    and higher where there is room."""

    rows_shown = range(1, 7)  # no fewer and no more than these, unless there is height to spare
    whole = 0  # so many rows are shown in any case: the panel scrolls, not the table
    row_height, margin = 26, 2  # pixels: at least, and below the rows

    def __init__(self, model: CellModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells = model
        self._spare_rows = 0
        self.setVerticalHeader(RowHeader(self))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setModel(model)
        for signal in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            signal.connect(self.updateGeometry)
        self.setAccessibleName(name)
        self.setWordWrap(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setDefaultSectionSize(max(self.row_height, self.fontMetrics().height() + 8))
        header = self.horizontalHeader()
        header.setMinimumSectionSize(NARROWEST)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setItemDelegate(CellDelegate(self, model))
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.selectionModel().currentRowChanged.connect(self._row_changed)

    def take_height(self, spare: int) -> int:
        """Show as many rows more, or fewer, as so many pixels are good for; what is left of them."""
        height, before = self.verticalHeader().defaultSectionSize(), self._spare_rows
        most = self.cells.rowCount() - self._usual_rows()
        self._spare_rows = max(0, min(before + spare // height, most))
        if self._spare_rows != before:
            self.updateGeometry()
        return spare - (self._spare_rows - before) * height

    def go_to(self, row: int, column: int | None = None) -> None:
        """Make a cell the current and the only selected one, whatever modifier keys are down."""
        if column is None:
            column = max(self.currentIndex().column(), 0)
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self.cells.index(row, column), flag)

    def edit_current(self) -> None:
        """Open the editor of the current cell, where it may have one and is not open already."""
        index = self.currentIndex()
        if index.flags() & Qt.ItemFlag.ItemIsEditable and self.state() != self.State.EditingState:
            self.edit(index)

    def sizeHint(self) -> QSize:
        rows = self._usual_rows() + max(0, min(self._spare_rows, self.cells.rowCount() - self._usual_rows()))
        height = self.horizontalHeader().sizeHint().height() + rows * self.verticalHeader().defaultSectionSize()
        scrolls = self.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        overflows = self.horizontalHeader().length() > self.viewport().width()
        bar = self.horizontalScrollBar().sizeHint().height() if scrolls and overflows else 0
        return QSize(280, height + 2 * self.frameWidth() + bar + self.margin)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()  # a scroll bar may have come or gone

    def paintEvent(self, event: QPaintEvent) -> None:
        """Below the cells: lines between the rows, and a ground for the current one."""
        painter, palette = QPainter(self.viewport()), self.palette()
        current, seen, width = self.currentIndex().row(), event.rect(), self.viewport().width()
        line, ground = palette.color(QPalette.ColorRole.Mid), palette.color(QPalette.ColorRole.Highlight)
        row = self.rowAt(seen.top())
        while 0 <= row < self.cells.rowCount() and (top := self.rowViewportPosition(row)) <= seen.bottom():
            height = self.rowHeight(row)
            if row == current:
                painter.fillRect(0, top, width, height, ground)
            painter.fillRect(0, top + height - 1, width, 1, line)
            row += 1
        painter.end()
        super().paintEvent(event)

    def _row_changed(self, current: QModelIndex, before: QModelIndex) -> None:
        for index in (current, before):
            if index.isValid():
                top, height = self.rowViewportPosition(index.row()), self.rowHeight(index.row())
                self.viewport().update(0, top, self.viewport().width(), height)
                self.verticalHeader().viewport().update(0, top, self.verticalHeader().width(), height)

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """The panel scrolls too, where the cursor leaves what is seen of a table that does not scroll itself."""
        super().scrollTo(index, hint)
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        column = area.widget() if area is not None else None
        if area is not None and column is not None and self.hasFocus():
            cell = self.visualRect(index)
            spot = self.viewport().mapTo(column, cell.center())
            area.ensureVisible(spot.x(), spot.y(), 0, cell.height())

    def _usual_rows(self) -> int:
        rows = max(self.cells.rowCount(), self.rows_shown.start)
        return rows if rows <= self.whole else min(rows, self.rows_shown.stop - 1)

    def chosen_rows(self) -> list[int]:
        """Rows with a selected cell."""
        return sorted({index.row() for index in self.selectedIndexes()})

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._takes_back(event):
            event.accept()  # or the window's own Undo would have the key
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        for sequence, act in (
            (Standard.Copy, self.copy),
            (Standard.Cut, self.cut),
            (Standard.Paste, self.paste),
        ):
            if event.matches(sequence):
                act()
                return
        if self._takes_back(event):
            self.cells.forget_all()
        elif not self.act_on_cell(event):
            super().keyPressEvent(event)

    def act_on_cell(self, event: QKeyEvent) -> bool:
        """What a key does to the current cell or the selected ones; False where it does nothing."""
        index = self.currentIndex()
        if event.key() == Key.Key_Delete:
            self.clear_selected()
        elif event.key() in (Key.Key_Return, Key.Key_Enter) and self.state() != self.State.EditingState:
            self.edit_current()
        elif event.key() == Key.Key_Escape and self.cells.is_pending(index):
            self.cells.forget(index)
        else:
            return event.key() == Key.Key_Space  # or Qt would open the editor and type it over the number
        return True

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        super().closeEditor(editor, hint)
        index = self.currentIndex()
        if hint == QAbstractItemDelegate.EndEditHint.RevertModelCache:
            self.cells.forget(index)
        entered = hint == QAbstractItemDelegate.EndEditHint.SubmitModelCache
        if entered and not self.cells.is_pending(index) and index.row() + 1 < self.cells.rowCount():
            self.go_to(index.row() + 1)

    def clear_selected(self) -> None:
        self.cells.clear(self.selectedIndexes())

    def cut(self) -> None:
        self.copy()
        self.clear_selected()

    def paste(self) -> None:
        """The clipboard's block, from the selection's upper left corner on."""
        cells = self.selectedIndexes() or [self.currentIndex()]
        top, left = min(index.row() for index in cells), min(index.column() for index in cells)
        self.cells.paste(max(top, 0), max(left, 0), QGuiApplication.clipboard().text())

    def copy(self) -> None:
        """The rows and columns that have a selected cell, to the clipboard."""
        cells = self.selectedIndexes()
        if cells:
            rows, columns = {index.row() for index in cells}, {index.column() for index in cells}
            QGuiApplication.clipboard().setText(self.cells.copy(self.copied(rows), self.copied(columns)))

    def copied(self, chosen: set[int]) -> Sequence[int]:
        """Which rows, or columns, are copied where these have a selected cell."""
        return sorted(chosen)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes through the cells, and past the last one out of the table."""
        index = self.currentIndex()
        last = (self.cells.rowCount() - 1, self.cells.columnCount() - 1)
        leaving = not index.isValid() or (index.row(), index.column()) == (last if forward else (0, 0))
        self.setTabKeyNavigation(not leaving)
        moved = super().focusNextPrevChild(forward)
        self.setTabKeyNavigation(True)
        return moved

    def _takes_back(self, event: QEvent) -> bool:
        undo = isinstance(event, QKeyEvent) and event.matches(Standard.Undo)
        return undo and self.cells.pending


class CellDelegate(QStyledItemDelegate):
    """A cell that is marked stays so while it is selected; typed sums and units are told with their result.

    Cells with choices are edited by a list that opens at once.
    """

    def __init__(self, table: QTableView, model: CellModel) -> None:
        super().__init__(table)
        self._table = table
        self._model = model

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        choices = self._model.choices(index.column())
        if not choices:
            editor = super().createEditor(parent, option, index)
            if isinstance(editor, QLineEdit) and self._model.is_number(index):
                NumberKeys(editor)
            return editor
        box = QComboBox(parent)
        for key, words in choices.items():
            box.addItem(words, key)
        box.setCurrentIndex(box.findData(index.data(Qt.ItemDataRole.EditRole)))
        box.activated.connect(lambda _: self._finish(box))
        box.view().setMinimumWidth(box.view().sizeHintForColumn(0))
        QTimer.singleShot(0, box, box.showPopup)
        return box

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """A text that may be long has the whole row while it is edited."""
        super().updateEditorGeometry(editor, option, index)
        if self._model.is_wide(index):
            place = editor.geometry()
            place.setLeft(0)
            editor.setGeometry(place)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if not isinstance(editor, QComboBox):
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())
            return
        typed = editor.text() if isinstance(editor, QLineEdit) else ""
        super().setModelData(editor, model, index)
        if typed:
            words = self._model.reading(index, typed)
            tell_reading(self._table.viewport(), self._table.visualRect(index), words)

    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        """What is cut short is told whole, where nothing else is to be said of it."""
        text = index.data(Qt.ItemDataRole.DisplayRole)
        told = index.data(Qt.ItemDataRole.ToolTipRole) or not isinstance(text, str)
        if told or self._fitting(option, text, self._margin(option)) == text:
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), text, view)
        return True

    def _margin(self, option: QStyleOptionViewItem) -> int:
        return fusion().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, self._table) + 1

    def _fitting(self, option: QStyleOptionViewItem, text: str, margin: int) -> str:
        """In the cell's width; of a number digits are left out, never its exponent or the mark of a tolerance."""
        room, metrics = option.rect.width() - 2 * margin, option.fontMetrics
        if option.rect.width() <= 0 or metrics.horizontalAdvance(text) <= room:
            return text
        known = f" {MARK}" if text.endswith(f" {MARK}") else ""
        digits, e, exponent = text.removesuffix(known).partition("e")
        if not (known or (e and EXPONENT.fullmatch(exponent))):
            return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        end = e + exponent + known
        return metrics.elidedText(digits, Qt.TextElideMode.ElideRight, room - metrics.horizontalAdvance(end)) + end

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text = self._fitting(option, option.text, self._margin(option))
        mark = option.backgroundBrush  # as the model has just said
        if mark.style() != Qt.BrushStyle.NoBrush:
            option.palette.setColor(QPalette.ColorRole.Highlight, index.data(Qt.ItemDataRole.ForegroundRole))
            option.palette.setColor(QPalette.ColorRole.HighlightedText, mark.color())
        elif self._has_cursor(index):
            option.palette.setColor(QPalette.ColorRole.Highlight, option.palette.color(QPalette.ColorRole.Base))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The current cell has an edge instead of the selection's ground, so that it is found among others.

        One of which nothing but its text is to be seen is painted in a few calls: a style would ask the model for ten
        things, and at each of them another thread may take the interpreter.
        """
        look = self._model.look(index.row(), index.column()) if option.state & STATES == PLAIN else None
        if look is not None:
            self._write(painter, option, look)
            return
        super().paint(painter, option, index)
        if self._has_cursor(index):
            painter.setPen(QPen(option.palette.color(QPalette.ColorRole.Accent), 2.0))
            painter.drawRect(option.rect.adjusted(1, 1, -1, -1))

    def _write(self, painter: QPainter, option: QStyleOptionViewItem, look: Look) -> None:
        """Where the style would, to the pixel."""
        font = option.font
        if look.italic:
            font.setItalic(True)
            option.fontMetrics = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(QColor(look.colour) if look.colour else option.palette.color(QPalette.ColorRole.Text))
        margin = self._margin(option)
        text = self._fitting(option, look.text, margin)
        top = option.rect.height() // 2 - option.fontMetrics.height() // 2
        painter.drawText(option.rect.adjusted(margin, top, -margin, 0), look.alignment, text)

    def _has_cursor(self, index: Index) -> bool:
        return index == self._table.currentIndex() and self._table.hasFocus()

    def _finish(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)
