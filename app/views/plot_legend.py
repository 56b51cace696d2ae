"""The one legend: which curves are shown in every plot, and their values at the cursor in the plot in front."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
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

from app.plots.curves import Panel
from app.plots.readout import WIDEST
from app.plots.series import PLANES
from app.views.plot_legend_model import ACROSS, DIFFERENCE, NAME, VALUE, Index, LegendModel
from app.views.plot_overlay import numeral_font

ROW, BOX = 20, 12  # pixels
NAMES, NARROW_NAMES = 104, 84  # pixels
LONGEST_NOTE = 70  # characters


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
        name = str(index.data())
        if painter.fontMetrics().horizontalAdvance(name) > room.width():
            name = name.partition(",")[0]  # the tool tip has all of it
        name = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, room.width())
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
        for column in (ACROSS, VALUE, DIFFERENCE):
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
        for column in (ACROSS, VALUE, DIFFERENCE):
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
    """Heading, rows, and buttons for all, none and the table of causes."""

    plane_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = LegendModel(self)
        self.view = LegendView(self.model)
        self.heading = QLabel()
        self.heading.setContentsMargins(6, 3, 2, 3)
        self.note = QLabel()
        self.note.setContentsMargins(6, 0, 2, 3)
        self.note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.hide()
        self.plane = self._planes()
        self.foot = QLabel()
        self.foot.setFont(numeral_font())
        self.foot.setMargin(4)
        self.foot.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.all_button = self._button("All", "Show every curve")
        self.none_button = self._button("None", "Hide every curve")
        self.all_button.clicked.connect(lambda: self.model.show_only({entry.key for entry in self.model.entries}))
        self.none_button.clicked.connect(lambda: self.model.show_only(set()))
        self.table_button = self._button("Table", "Every joint's torque by cause at the cursor")
        buttons = QHBoxLayout()
        buttons.setContentsMargins(2, 0, 2, 0)
        buttons.addWidget(self.all_button)
        buttons.addWidget(self.none_button)
        buttons.addStretch(1)
        buttons.addWidget(self.table_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.heading)
        layout.addWidget(self.note)
        layout.addWidget(self.plane)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.foot)
        layout.addLayout(buttons)
        self.foot.hide()
        self._show_columns(across=False, differences=False)

    def set_note(self, text: str) -> None:
        """Some words below the heading."""
        self.note.setText(text if len(text) <= LONGEST_NOTE else f"{text[: LONGEST_NOTE - 1]}…")
        self.note.setToolTip(text)
        self.note.setVisible(bool(text))

    def set_subject(self, name: str, panels: Sequence[Panel]) -> None:
        """The plot whose values are shown; one in a plane has two coordinates."""
        plane = bool(panels) and not panels[0].over_time
        units = dict.fromkeys(axis.unit for panel in panels for axis in ((panel.x, panel.y) if plane else (panel.y,)))
        self.heading.setText(f"{name} [{', '.join(units)}]")
        curve = next((curve for panel in panels if plane for curve in panel.curves), None)
        self.model.name_values(*((_plain(curve.x_symbol), _plain(curve.symbol)) if curve else ("", "value")))
        self._show_columns(plane, not self.view.isColumnHidden(DIFFERENCE))

    def show_differences(self, shown: bool) -> None:
        """The last column and the foot, for measuring."""
        self.foot.setVisible(shown)
        self._show_columns(not self.view.isColumnHidden(ACROSS), shown)

    def _show_columns(self, across: bool, differences: bool) -> None:
        self.view.setColumnHidden(ACROSS, not across)
        self.view.setColumnHidden(DIFFERENCE, not differences)
        self.view.horizontalHeader().setVisible(across or differences)
        names = NAMES if not across else NARROW_NAMES
        self.setFixedWidth(names + (1 + across + differences) * self.view.horizontalHeader().sectionSize(VALUE))

    def refresh(self) -> None:
        """Other values; the names beside them are not painted again."""
        viewport = self.view.viewport()
        left = self.view.columnViewportPosition(ACROSS)
        viewport.update(left, 0, viewport.width() - left, viewport.height())

    def _planes(self) -> QComboBox:
        box = QComboBox()
        box.addItem("best plane", "")
        for plane in PLANES:
            box.addItem(f"{plane[0]}-{plane[1]} plane", plane)
        box.setToolTip("The plane that the tip's path is seen in")
        box.activated.connect(lambda _: self.plane_chosen.emit(box.currentData()))
        box.hide()
        return box

    @staticmethod
    def _button(text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tip)
        button.setAutoRaise(True)
        return button


def _plain(symbol: str) -> str:
    """Without the number of its joint."""
    return symbol.rstrip("0123456789")
