"""A table of texts that is read, not edited: its first column takes the room that there is, Ctrl+C copies all of it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QPalette, QResizeEvent, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from denoc_studio.look.fonts import scaled_font
from denoc_studio.plots.tables.text_sheet import EMPTY, TextSheet

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
ROW = 24  # pixels
GAP = 4  # pixels between columns
NARROWEST = 112  # pixels of a first column that gives way to the others


class TextModel(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sheet = EMPTY
        self._palette = QPalette()

    def show_sheet(self, sheet: TextSheet) -> None:
        """Rows that stay keep their selection and the place that is scrolled to."""
        before = self.sheet
        if (len(before.rows), before.headings) != (len(sheet.rows), sheet.headings):
            self.beginResetModel()
            self.sheet = sheet
            self.endResetModel()
            return
        self.sheet = sheet
        if sheet.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(sheet.rows) - 1, len(sheet.headings) - 1))

    def set_palette(self, palette: QPalette) -> None:
        self._palette = palette

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.sheet.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.sheet.headings)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.sheet.rows):
            return None
        row, column = index.row(), index.column()
        if role == Role.DisplayRole:
            return self.sheet.rows[row][column]
        if role == Role.TextAlignmentRole:
            return self._alignment(column)
        if role == Role.ForegroundRole and row in self.sheet.pale:
            return self._palette.color(QPalette.ColorRole.PlaceholderText)
        if role == Role.FontRole:
            return scaled_font(13)
        if role == Role.ToolTipRole and self.sheet.tips:
            return self.sheet.tips[row]
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical or not section < len(self.sheet.headings):
            return None
        if role == Role.TextAlignmentRole:
            return self._alignment(section)
        return self.sheet.headings[section] if role == Role.DisplayRole else None

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignLeft if column in self.sheet.left else Qt.AlignmentFlag.AlignRight
        return side | Qt.AlignmentFlag.AlignVCenter


class TextTable(QTableView):
    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = TextModel(self)
        self.setModel(self.content)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(40)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self, self.copy)
        copy.setContext(Qt.ShortcutContext.WidgetShortcut)

    def show_sheet(self, sheet: TextSheet) -> None:
        self.content.set_palette(self.palette())
        self.content.show_sheet(sheet)
        self._fit()

    def copy(self) -> None:
        """The whole table, for a spreadsheet."""
        if self.content.sheet.rows:
            QGuiApplication.clipboard().setText(self.content.sheet.text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.content.set_palette(self.palette())
            self.viewport().update()

    def _fit(self) -> None:
        """Columns as wide as what they hold; what room is left goes to the first one, or to all."""
        sheet, header = self.content.sheet, self.horizontalHeader()
        count = len(sheet.headings)
        if not count:
            return
        wanted = [max(self.sizeHintForColumn(k), header.sectionSizeHint(k)) + GAP for k in range(count)]
        left = self.viewport().width() - sum(wanted)
        if sheet.shared:
            wanted = [width + max(left, 0) // count for width in wanted]
        else:
            wanted[0] = max(wanted[0] + left, min(wanted[0], NARROWEST))
        for column, width in enumerate(wanted):
            self.setColumnWidth(column, width)
