"""The one legend: which curves are shown in every plot, and their values at the cursor in the plot in front."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.plots.readout import WIDEST
from app.views.plot_overlay import numeral_font

NAME, VALUE, DIFFERENCE = range(3)
ROW, BOX = 20, 12  # pixels
Index = QModelIndex | QPersistentModelIndex


class Entry(NamedTuple):
    key: str
    name: str
    colour: str


class LegendModel(QAbstractTableModel):
    """Rows are curves; values are asked for when a row is painted."""

    hidden_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []
        self.hidden: set[str] = set()
        self.value: Callable[[str], str] = lambda _: ""
        self.difference: Callable[[str], str] = lambda _: ""

    def set_entries(self, entries: Sequence[Entry]) -> None:
        if list(entries) != self.entries:
            self.beginResetModel()
            self.entries = list(entries)
            self.endResetModel()

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
        return 0 if parent.isValid() else 3

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
            texts = {NAME: lambda _: entry.name, VALUE: self.value, DIFFERENCE: self.difference}
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
            return ("curve", "value", "B - A")[section]
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


class SwatchDelegate(QStyledItemDelegate):
    """The check box is the curve's own colour."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        palette = option.palette
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(palette.highlight().color(), 1))
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 3, 3)
        shown = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        colour = index.data(Qt.ItemDataRole.DecorationRole)
        box = QRect(rect.left() + 5, rect.center().y() - BOX // 2 + 1, BOX, BOX)
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(colour if shown else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(palette.text().color() if shown else palette.placeholderText().color())
        room = rect.adjusted(BOX + 11, 0, -2, 0)
        name = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, name)
        painter.restore()


class ValueDelegate(QStyledItemDelegate):
    """Numbers at the right edge; plainer, and so quicker, than what a style would draw sixty times a second."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setFont(numeral_font())
        painter.setPen(option.palette.text().color())
        room = option.rect.adjusted(0, 0, -4, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, index.data())
        painter.restore()


class LegendView(QTableView):
    def __init__(self, model: LegendModel) -> None:
        super().__init__()
        self._model = model
        self.setModel(model)
        self.setItemDelegateForColumn(NAME, SwatchDelegate(self))
        numbers = ValueDelegate(self)
        for column in (VALUE, DIFFERENCE):
            self.setItemDelegateForColumn(column, numbers)
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setAccessibleName("Legend")
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.verticalHeader().setMinimumSectionSize(ROW)
        header = self.horizontalHeader()
        header.hide()
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column in (VALUE, DIFFERENCE):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, QFontMetrics(numeral_font()).horizontalAdvance(WIDEST) + 6)
        self.setStyleSheet("QTableView { border: 0; }")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        self.setCurrentIndex(index.siblingAtColumn(NAME))
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._model.solo(index.row())
        else:
            self._model.toggle(index.row())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            self._model.toggle(self.currentIndex().row())
        else:
            super().keyPressEvent(event)


class Legend(QWidget):
    """Heading, rows, and buttons for all and none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = LegendModel(self)
        self.view = LegendView(self.model)
        self.heading = QLabel()
        self.foot = QLabel()
        self.foot.setFont(numeral_font())
        self.foot.setMargin(4)
        self.foot.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.all_button = self._button("All", "Show every curve")
        self.none_button = self._button("None", "Hide every curve")
        self.all_button.clicked.connect(lambda: self.model.show_only({entry.key for entry in self.model.entries}))
        self.none_button.clicked.connect(lambda: self.model.show_only(set()))
        top = QHBoxLayout()
        top.setContentsMargins(6, 0, 2, 0)
        top.addWidget(self.heading, 1)
        top.addWidget(self.all_button)
        top.addWidget(self.none_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.foot)
        self.show_differences(False)

    def show_differences(self, shown: bool) -> None:
        """The third column and the foot, for measuring."""
        self.view.setColumnHidden(DIFFERENCE, not shown)
        self.view.horizontalHeader().setVisible(shown)
        self.foot.setVisible(shown)
        values = 2 if shown else 1
        self.setFixedWidth(104 + values * self.view.horizontalHeader().sectionSize(VALUE))

    def refresh(self) -> None:
        """Other values; the names beside them are not painted again."""
        viewport = self.view.viewport()
        left = self.view.columnViewportPosition(VALUE)
        viewport.update(left, 0, viewport.width() - left, viewport.height())

    @staticmethod
    def _button(text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tip)
        button.setAutoRaise(True)
        return button
