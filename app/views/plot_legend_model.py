"""The rows of the legend: which curves there are, which are hidden, and their values at the cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from app.plots.curves import Curve, Panel

NAME, ACROSS, VALUE, DIFFERENCE = range(4)  # across: the other coordinate in a plane
Index = QModelIndex | QPersistentModelIndex


class Entry(NamedTuple):
    key: str
    name: str
    colour: str


def entries_of(panels: Sequence[Panel], n: int, dark: bool) -> list[Entry]:
    """One for each key among the panels' curves: the joints in their order, then the others."""
    curves: dict[str, Curve] = {}
    for panel in panels:
        for curve in panel.curves:
            curves.setdefault(curve.key, curve)
    order = sorted(curves.values(), key=lambda curve: curve.joint if curve.joint >= 0 else n)
    return [Entry(curve.key, curve.name, curve.colour(n, dark)) for curve in order]


class LegendModel(QAbstractTableModel):
    """Rows are curves; values are asked for when a row is painted."""

    hidden_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []
        self.hidden: set[str] = set()
        self.value: Callable[[str], str] = lambda _: ""
        self.across: Callable[[str], str] = lambda _: ""
        self.difference: Callable[[str], str] = lambda _: ""
        self.titles = ("curve", "", "value", "B - A")

    def set_entries(self, entries: Sequence[Entry]) -> None:
        if list(entries) != self.entries:
            self.beginResetModel()
            self.entries = list(entries)
            self.endResetModel()

    def name_values(self, across: str, value: str) -> None:
        """What stands above the values."""
        titles = ("curve", across, value, "B - A")
        if titles != self.titles:
            self.titles = titles
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, ACROSS, VALUE)

    def show_only(self, keys: set[str]) -> None:
        """Of the rows that there are."""
        listed = {entry.key for entry in self.entries}
        hidden = (self.hidden - listed) | (listed - keys)
        if hidden != self.hidden:
            self.hidden = hidden
            self.dataChanged.emit(self.index(0, NAME), self.index(len(self.entries) - 1, NAME))
            self.hidden_changed.emit()

    def shown(self) -> set[str]:
        return {entry.key for entry in self.entries} - self.hidden

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 4

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == NAME else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            texts = (lambda _: entry.name, self.across, self.value, self.difference)
            return texts[index.column()](entry.key)
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == NAME:
            return Qt.CheckState.Unchecked if entry.key in self.hidden else Qt.CheckState.Checked
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{entry.name}\nClick to show or hide, Ctrl+click to show it alone"
        if role == Qt.ItemDataRole.DecorationRole and index.column() == NAME:
            return QColor(entry.colour)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self.titles[section]
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid() or index.column() != NAME:
            return False
        key = self.entries[index.row()].key
        self.show_only(self.shown() | {key} if Qt.CheckState(value) == Qt.CheckState.Checked else self.shown() - {key})
        return True

    def toggle(self, row: int) -> None:
        self.show_only(self.shown() ^ {self.entries[row].key})

    def solo(self, row: int) -> None:
        """Only this one; all again where it was alone."""
        key = self.entries[row].key
        self.show_only({entry.key for entry in self.entries} if self.shown() == {key} else {key})
