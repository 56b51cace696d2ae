"""A grid of numbers as a Qt model, to be read."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from denoc_studio.look.fonts import numeral_font
from denoc_studio.plots.readout import four_digits, tabular
from denoc_studio.plots.tables.number_grid import EMPTY, NumberGrid

Index = QModelIndex | QPersistentModelIndex


class GridModel(QAbstractTableModel):
    """Shows one grid after the other; the rows and columns stay where they are called the same."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = EMPTY
        self._headings = EMPTY.headings

    def show_values(self, content: NumberGrid) -> None:
        if self._headings != content.headings:
            self.beginResetModel()
            self.content, self._headings = content, content.headings
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
            return self._text(value, index)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{value!r} {self._unit(index)}".rstrip() if value == value else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return numeral_font() if role == Qt.ItemDataRole.FontRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.ToolTipRole and orientation == Qt.Orientation.Vertical:
            return (self.content.notes or self.content.rows)[section]
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self._headings[orientation == Qt.Orientation.Horizontal][section]

    def _text(self, value: float, index: Index) -> str:
        content, column = self.content, index.column()
        if column in content.whole and value == value:
            return f"{value:.0f}"
        if content.units is None:
            return tabular(value)
        text = four_digits(value, content.size[column] if isinstance(content.size, list) else content.size)
        unit = self._unit(index)
        return f"{text} {unit}" if content.units_stand == "cells" and text != "0" and unit != "1" else text

    def _unit(self, index: Index) -> str:
        units = self.content.units
        return "" if units is None else str(units[index.row(), index.column()])
