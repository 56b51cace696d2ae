"""A grid of numbers as a Qt model, to be read."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from denoc_studio.look.fonts import numeral_font
from denoc_studio.plots.readout import tabular
from denoc_studio.plots.tables.number_grid import EMPTY, NumberGrid

Index = QModelIndex | QPersistentModelIndex


class GridModel(QAbstractTableModel):
    """Shows one grid after the other; the rows and columns stay where they are called the same."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = EMPTY

    def show_values(self, content: NumberGrid) -> None:
        if (self.content.rows, self.content.columns) != (content.rows, content.columns):
            self.beginResetModel()
            self.content = content
            self.endResetModel()
            return
        self.content = content
        if content.values.size:
            self.dataChanged.emit(self.index(0, 0), self.index(len(content.rows) - 1, len(content.columns) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.content.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.content.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        value = float(self.content.values[index.row(), index.column()])
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(value, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return repr(value) if value == value else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return numeral_font() if role == Qt.ItemDataRole.FontRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole and orientation == Qt.Orientation.Vertical:
            return (self.content.notes or self.content.rows)[section]
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.content.columns if orientation == Qt.Orientation.Horizontal else self.content.rows)[section]

    def _text(self, value: float, column: int) -> str:
        return f"{value:.0f}" if column in self.content.whole and value == value else tabular(value)
