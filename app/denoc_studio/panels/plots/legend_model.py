"""The rows of the legend: the plots and their curves, which of these are hidden, and their figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from denoc_studio.panels.plots.curve_figures import CurveName, name_of
from denoc_studio.panels.plots.tile import Tile

NAME, ACROSS, VALUE, DIFFERENCE, LOW, HIGH, RMS, PEAK = range(8)  # across: the other coordinate in a plane
TIMED = (LOW, HIGH, PEAK)  # figures that are those of an instant
PLAIN = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
CHECKABLE = PLAIN | Qt.ItemFlag.ItemIsUserCheckable
DOUBTFUL = Qt.ItemDataRole.UserRole  # is the figure of a time from which on the run cannot be reproduced?
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
TITLES = ("", "", "value", "B \N{MINUS SIGN} A", "min", "max", "RMS", "peak [s]")
TIPS = {
    VALUE: "At the time cursor",
    RMS: "Root of the mean square over the whole run: the integral over time, by the trapezoidal rule",
    PEAK: "When the curve is farthest from zero",
}
Index = QModelIndex | QPersistentModelIndex


class Group(NamedTuple):
    """The row above the curves of a panel."""

    plot: str
    title: str
    unit: str
    across: str = ""  # in a plane, the symbols of its coordinates
    value: str = ""


class Entry(NamedTuple):
    plot: str
    key: str  # under which it is hidden
    name: str
    colour: str
    curve: CurveName
    measured: bool = False


class Readings(Protocol):
    """The numbers of the curves, as they are written."""

    def text(self, entry: Entry, column: int) -> str: ...

    def time(self, entry: Entry, column: int) -> float:
        """Of the instant whose figure stands in the column; nan where there is none."""

    def doubtful(self, t: float) -> bool:
        """Can the run not be reproduced as far as this?"""


class NoReadings:
    def text(self, entry: Entry, column: int) -> str:
        return ""

    def time(self, entry: Entry, column: int) -> float:
        return float("nan")

    def doubtful(self, t: float) -> bool:
        return False


def contents(tile: Tile) -> object:
    """What the rows of a plot follow from, but for the colours; cheap, for it is asked for at every drawing."""
    panels = [
        (item.name, item.content.x, item.content.y, [(curve.name, curve.symbol) for curve in item.content.listed])
        for item in tile.items
    ]
    return tile.kind.key, panels


def rows_of(tiles: Sequence[Tile], n: int, dark: bool) -> list[Group | Entry]:
    """The panels in the order of the plots, each with its curves."""
    rows: list[Group | Entry] = []
    for tile in tiles:
        plot = tile.kind.key
        for item in tile.items:
            panel = item.content
            if panel.over_time or not panel.curves:
                rows.append(Group(plot, item.name, panel.y.unit))
            else:
                units = ", ".join(dict.fromkeys((panel.x.unit, panel.y.unit)))
                across, up = (
                    symbol.rstrip("0123456789") for symbol in (panel.curves[0].x_symbol, panel.curves[0].symbol)
                )
                rows.append(Group(plot, item.name, units, across, up))
            rows += (
                Entry(plot, curve.key, curve.name, curve.colour(n, dark), name_of(plot, panel, curve), curve.measured)
                for curve in panel.listed
            )
    return rows


class LegendModel(QAbstractTableModel):
    """Numbers are asked for when a row is painted."""

    hidden_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Group | Entry] = []
        self.hidden: set[str] = set()
        self.readings: Readings = NoReadings()
        self.title = ""  # of the names: the time of the values

    @property
    def entries(self) -> list[Entry]:
        return [row for row in self.rows if isinstance(row, Entry)]

    def set_rows(self, rows: Sequence[Group | Entry]) -> bool:
        """Whether there are others now."""
        if list(rows) == self.rows:
            return False
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()
        return True

    def set_title(self, title: str) -> None:
        """In the header over the names, which whoever shows it paints: told of it, Qt would measure all columns and
        paint all cells."""
        self.title = title

    def show_only(self, keys: set[str]) -> None:
        """Of the curves that there are."""
        listed = {entry.key for entry in self.entries}
        self.set_hidden((self.hidden - listed) | (listed - keys))

    def set_hidden(self, hidden: set[str]) -> None:
        if hidden != self.hidden:
            self.hidden = hidden
            if self.rows:
                self.dataChanged.emit(self.index(0, NAME), self.index(len(self.rows) - 1, NAME))
            self.hidden_changed.emit()

    def shown(self) -> set[str]:
        return {entry.key for entry in self.entries} - self.hidden

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(TITLES)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return CHECKABLE if index.column() == NAME and self.entry(index) is not None else PLAIN

    def entry(self, index: Index) -> Entry | None:
        """The curve of this row; None above them."""
        row = self.rows[index.row()] if index.isValid() else None
        return row if isinstance(row, Entry) else None

    def time(self, index: Index) -> float:
        """Of the instant whose figure is in this cell; nan where there is none."""
        entry = self.entry(index)
        return self.readings.time(entry, index.column()) if entry is not None else float("nan")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        if isinstance(row, Group):
            return text_of(row, column) if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name if column == NAME else self.readings.text(row, column)
        if role == Qt.ItemDataRole.CheckStateRole and column == NAME:
            return Qt.CheckState.Unchecked if row.key in self.hidden else Qt.CheckState.Checked
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row, column)
        if role == Qt.ItemDataRole.DecorationRole and column == NAME:
            return QColor(row.colour)
        if role == DOUBTFUL:
            return self.doubtful(row, column)
        return None

    def doubtful(self, entry: Entry, column: int) -> bool:
        """Is the figure in this column of a time from which on the run cannot be reproduced?"""
        return column in TIMED and self.readings.doubtful(self.readings.time(entry, column))

    def _tip(self, entry: Entry, column: int) -> str:
        if column not in TIMED:
            return f"{entry.name}\nClick to show or hide it in every plot, Ctrl+click to show it alone"
        t = self.readings.time(entry, column)
        if t != t:
            return entry.name
        doubt = "\nFrom another computation it would be another: the run is not reproducible as far as this"
        return f"{entry.name}, at {t:.3f} s: click to go there{doubt if self.readings.doubtful(t) else ''}"

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return TITLES[section] or (self.title if section == NAME else "")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section != NAME else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return TIPS.get(section) if role == Qt.ItemDataRole.ToolTipRole else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        entry = self.entry(index)
        if role != Qt.ItemDataRole.CheckStateRole or entry is None or index.column() != NAME:
            return False
        checked = Qt.CheckState(value) == Qt.CheckState.Checked
        self.show_only(self.shown() | {entry.key} if checked else self.shown() - {entry.key})
        return True

    def toggle(self, entry: Entry) -> None:
        self.show_only(self.shown() ^ {entry.key})

    def solo(self, entry: Entry) -> None:
        """Only this one; all again where it was alone."""
        alone = self.shown() == {entry.key}
        self.show_only({each.key for each in self.entries} if alone else {entry.key})


def text_of(group: Group, column: int) -> str:
    return {NAME: f"{group.title} [{group.unit}]", ACROSS: group.across, VALUE: group.value}.get(column, "")
