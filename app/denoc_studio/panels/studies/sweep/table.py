"""The table of a sweep: a row a run, sorted by any column, the ones without numbers last."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.plain_text import wrapped
from denoc_studio.plots.sweep.table import END, RUN, Heading, SweepTable, cell

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
ROW, GAP, MARK, WIDEST = 24, 4, 12, 260  # pixels; a heading by which is sorted has a mark
SAMPLED = 200  # rows that the widths of the columns are judged by
NOBODY = np.empty(0, dtype=int)


class SweepModel(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table: SweepTable | None = None
        self.order = NOBODY  # the run of each row
        self._headings: list[Heading] = []
        self._degrees = False
        self._sorted, self._falling = 0, False
        self.palette = QPalette()

    def show_table(self, table: SweepTable | None, degrees: bool) -> None:
        self.beginResetModel()
        self.table = table
        self._read_headings(degrees)
        self._sorted = min(self._sorted, self.columnCount() - 1) if table is not None else 0
        self.order = NOBODY if table is None else table.order(self._sorted, falling=self._falling)
        self.endResetModel()

    def show_degrees(self, degrees: bool) -> None:
        self._read_headings(degrees)
        if self.rowCount():
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def grow(self) -> None:
        """More runs are there: each takes its place, the others and the selection keep theirs."""
        if self.table is None:
            return
        order = self.table.order(self._sorted, falling=self._falling)
        new = np.setdiff1d(order, self.order, assume_unique=True)
        if len(new):
            self.beginInsertRows(QModelIndex(), len(self.order), len(self.order) + len(new) - 1)
            self.order = np.concatenate([self.order, new])
            self.endInsertRows()
            self._put_order(order)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sorted, self._falling = max(column, 0), order == Qt.SortOrder.DescendingOrder
        if self.table is not None:
            self._put_order(self.table.order(self._sorted, falling=self._falling))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def row_of(self, run: int) -> int:
        found = np.flatnonzero(self.order == run)
        return int(found[0]) if len(found) else -1

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() or self.table is None else len(self._headings) + 2

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if self.table is None or not index.isValid() or index.row() >= len(self.order):
            return None
        run, column = int(self.order[index.row()]), index.column()
        if role == Role.DisplayRole:
            return self._text(run, column)
        if role == Role.TextAlignmentRole:
            return self._alignment(column)
        if role == Role.FontRole:
            return scaled_font(13)
        if role == Role.ForegroundRole and self.table.reason(run):
            return self.palette.color(QPalette.ColorRole.PlaceholderText)
        if role == Role.ToolTipRole:
            return wrapped(self.table.reason(run) or (self.table.end(run) if column > len(self._headings) else ""))
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical or not section < self.columnCount():
            return None
        heading = self._headings[section - 1] if 0 < section <= len(self._headings) else None
        if role == Role.TextAlignmentRole:
            return self._alignment(section)
        if role == Role.ToolTipRole:
            return heading.name if heading is not None else None
        if role == Role.DisplayRole:
            mark = "" if section != self._sorted else " ▾" if self._falling else " ▴"
            return (heading.title if heading is not None else END if section else RUN) + mark
        return None

    def _text(self, run: int, column: int) -> str:
        assert self.table is not None
        if column == 0:
            return str(run + 1)
        if column > len(self._headings):
            return self.table.end(run)
        return cell(float(self.table.numbers[run, column - 1]), self._headings[column - 1].unit)

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        words = column > len(self._headings)
        return (Qt.AlignmentFlag.AlignLeft if words else Qt.AlignmentFlag.AlignRight) | Qt.AlignmentFlag.AlignVCenter

    def _read_headings(self, degrees: bool) -> None:
        self._degrees = degrees
        self._headings = [] if self.table is None else self.table.headings(degrees)

    def _put_order(self, order: np.ndarray) -> None:
        if np.array_equal(order, self.order):
            return
        self.layoutAboutToBeChanged.emit()
        kept = self.persistentIndexList()
        runs = [int(self.order[index.row()]) for index in kept]
        self.order = order
        rows = {run: self.row_of(run) for run in set(runs)}
        moved = [self.index(rows[run], index.column()) for run, index in zip(runs, kept, strict=True)]
        self.changePersistentIndexList(kept, moved)
        self.layoutChanged.emit()


class SweepTableView(QTableView):
    """`taken` tells the run of the row on which Enter was pressed, or a double click; Ctrl+C is `copied`."""

    selected = Signal(int)
    taken = Signal(int)
    copied = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = SweepModel(self)
        self.setModel(self.content)
        self.setAccessibleName("Runs of the sweep")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        header.setResizeContentsPrecision(SAMPLED)
        self.setSortingEnabled(True)
        self.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorShown(False)  # Qt draws it over the end of a heading: the heading says it itself
        self.selectionModel().currentRowChanged.connect(lambda now, _: self._tell(now.row()))
        self.activated.connect(lambda index: self.taken.emit(int(self.content.order[index.row()])))
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self, self.copied.emit)
        copy.setContext(Qt.ShortcutContext.WidgetShortcut)

    @property
    def run(self) -> int | None:
        """The one that is selected, from 0."""
        row = self.currentIndex().row()
        return int(self.content.order[row]) if 0 <= row < len(self.content.order) else None

    def select_run(self, run: int) -> None:
        index = self.content.index(self.content.row_of(run), 0)
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)

    def fit(self) -> None:
        """Columns as wide as what they hold, the words at the end as wide as there is room."""
        self.content.palette = self.palette()
        for column in range(self.content.columnCount() - 1):
            wanted = max(self.sizeHintForColumn(column), self.horizontalHeader().sectionSizeHint(column) + MARK) + GAP
            self.setColumnWidth(column, min(wanted, WIDEST))

    def _tell(self, row: int) -> None:
        if 0 <= row < len(self.content.order):
            self.selected.emit(int(self.content.order[row]))
