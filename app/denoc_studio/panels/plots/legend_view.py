"""The table of the legend: how rows look, what clicks and keys do, and what is listed where there is little room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.theme import LIGHT, Theme
from denoc_studio.panels.plots.legend_model import (
    ACROSS,
    DIFFERENCE,
    HIGH,
    LOW,
    NAME,
    PEAK,
    RIGHT,
    RMS,
    TIMED,
    TITLES,
    VALUE,
    Entry,
    Group,
    Index,
    LegendModel,
    text_of,
)

ROW, BOX, CHEVRON = 22, 10, 7  # pixels
MEASURED = 24  # rows whose texts are measured for the width of a column; a crowd of curves has thousands
NAMES, LONGEST_NAMES, SHORTEST_NAMES = 96, 136, 66  # pixels: usual, at most, and where the width is given
AROUND, PADDING = 8, 6  # pixels beside a number, and on each side of a title
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
WIDEST = {PEAK: "88.888"} | dict.fromkeys((ACROSS, VALUE, DIFFERENCE), "\N{MINUS SIGN}8.888e\N{MINUS SIGN}8")
USUAL = "\N{MINUS SIGN}0.08888"  # wider ones make their column wider
SEMIBOLD = QFont.Weight.DemiBold


class RowDelegate(QStyledItemDelegate):
    """Swatch and name, or a number at the right edge; plainer, and so quicker, than what a style would draw.

    A cell is painted in a few calls of Qt: at each of them another thread may take the interpreter.
    """

    def __init__(self, view: LegendView, model: LegendModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self.prepare()

    def prepare(self) -> None:
        """Fonts and colours are looked up once for all cells, when the table is about to be painted."""
        theme = self._view.theme
        self._plain, self._heavy = scaled_font(12), scaled_font(12, SEMIBOLD)
        self._text, self._muted = QColor(theme.text), QColor(theme.muted)
        self._line, self._warning = QColor(theme.line), QColor(theme.warning)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, column = self._model.rows[index.row()], index.column()
        if isinstance(row, Group):
            self._group(painter, option.rect, row, index)
        elif column == NAME:
            painter.save()
            self._name(painter, option, row)
            painter.restore()
        else:
            doubtful = self._model.doubtful(row, column)
            painter.setFont(self._heavy if column == VALUE or (doubtful and column == PEAK) else self._plain)
            painter.setPen(self._warning if doubtful else self._text)
            painter.drawText(option.rect.adjusted(0, 0, -6, 0), RIGHT, self._model.readings.text(row, column))

    def _group(self, painter: QPainter, rect: QRect, group: Group, index: Index) -> None:
        if index.row():
            painter.setPen(self._line)
            painter.drawLine(rect.topLeft(), rect.topRight())
        painter.setPen(self._muted)
        if index.column() != NAME:
            painter.setFont(self._plain)
            painter.drawText(rect.adjusted(0, 0, -6, 0), RIGHT, text_of(group, index.column()))
            return
        room = rect.adjusted(6, 0, 0, 0)
        if self._view.folding:
            painter.save()
            _chevron(painter, room, group.plot == self._view.open_plot, self._muted)
            painter.restore()
            room.setLeft(room.left() + CHEVRON + 6)
        painter.setFont(self._heavy)
        painter.setPen(self._text)
        painter.drawText(room, LEFT, group.title)
        room.setLeft(room.left() + painter.fontMetrics().horizontalAdvance(group.title) + 5)
        painter.setFont(self._plain)
        painter.setPen(self._muted)
        painter.drawText(room, LEFT, f"[{group.unit}]")

    def _name(self, painter: QPainter, option: QStyleOptionViewItem, entry: Entry) -> None:
        rect = option.rect
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(self._view.theme.ink), 2))
            painter.drawRoundedRect(rect.adjusted(2, 1, -1, -1), 3, 3)
        shown = entry.key not in self._model.hidden
        colour = QColor(entry.colour)
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(colour if shown else Qt.BrushStyle.NoBrush)
        box = QRect(rect.left() + 7, rect.center().y() - BOX // 2 + 1, BOX, BOX)
        if entry.measured:  # a thin line with a ring, as it is drawn
            painter.setPen(QPen(colour, 1.3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            if shown:
                painter.drawLine(box.left() - 2, box.center().y() + 1, box.right() + 3, box.center().y() + 1)
            painter.drawEllipse(box.adjusted(2, 2, -2, -2))
        else:
            painter.drawRoundedRect(box, 2, 2)
        painter.setFont(self._plain)
        painter.setPen(self._text if shown else self._muted)
        room, metrics = rect.adjusted(BOX + 13, 0, -4, 0), painter.fontMetrics()
        name = entry.name
        if metrics.horizontalAdvance(name) > room.width():
            name = name.removeprefix("joint ")  # its number stays to be seen
            name = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, LEFT, name)


def _chevron(painter: QPainter, room: QRect, opened: bool, colour: QColor) -> None:
    x, y, half = room.left() + CHEVRON // 2, room.center().y() + 1, CHEVRON // 2
    painter.setPen(QPen(colour, 1.4))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    points = [(-half, -2), (0, 2), (half, -2)] if opened else [(-2, -half), (2, 0), (-2, half)]
    for (a, b), (c, d) in pairwise(points):
        painter.drawLine(x + a, y + b, x + c, y + d)


class LegendView(QTableView):
    """Where not all rows have room, only the curves of one plot are listed: see `open`."""

    time_chosen = Signal(float)
    plot_chosen = Signal(str)

    def __init__(self, model: LegendModel) -> None:
        super().__init__()
        self._model = model
        self.theme: Theme = LIGHT
        self.open_plot = ""
        self.folding = False
        self.setModel(model)
        self._delegate = RowDelegate(self, model)
        self.setItemDelegate(self._delegate)
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setAccessibleName("Legend")
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(ROW)
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(20)
        header.setFont(scaled_font(12))
        for column in range(len(TITLES)):
            stretch = column == NAME
            header.setSectionResizeMode(
                column, QHeaderView.ResizeMode.Stretch if stretch else QHeaderView.ResizeMode.Fixed
            )
        self.fit_columns()
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # or all beneath it is painted, too
        self.setStyleSheet("QTableView { border: 0; } QHeaderView::section { padding: 3px 6px; }")

    @property
    def rows(self) -> Sequence[Group | Entry]:
        return self._model.rows

    def fit_columns(self) -> None:
        """As wide as their numbers; those that move with the cursor stay as they are."""
        plain, heavy = QFontMetrics(scaled_font(12)), QFontMetrics(scaled_font(12, SEMIBOLD))
        header = self.horizontalHeader()
        for column in range(1, len(TITLES)):
            texts = [WIDEST.get(column, USUAL)]
            if column in (LOW, HIGH, RMS) and not self.isColumnHidden(column):
                texts += (self._model.readings.text(entry, column) for entry in self._model.entries[:MEASURED])
            metrics = heavy if column in (VALUE, PEAK) else plain
            title = header.fontMetrics().horizontalAdvance(TITLES[column]) + 2 * PADDING
            header.resizeSection(column, max(title, *(metrics.horizontalAdvance(text) + AROUND for text in texts)))

    def show_title(self) -> None:
        """The header over the names, painted anew."""
        header = self.horizontalHeader()
        header.viewport().update(header.sectionViewportPosition(NAME), 0, header.sectionSize(NAME), header.height())

    def show_values(self) -> None:
        """What curves have at the cursor, painted anew: not their names, headings, and figures of the whole run."""
        viewport, region = self.viewport(), QRegion()
        left, right = map(self.columnViewportPosition, (ACROSS, LOW))
        width = (right if right > left else viewport.width()) - left
        first, last = max(self.rowAt(0), 0), self.rowAt(viewport.height() - 1)
        for k, row in enumerate(self.rows[first : last + 1 if last >= 0 else None], first):
            if isinstance(row, Entry):
                region += QRect(left, self.rowViewportPosition(k), width, self.rowHeight(k))
        viewport.update(region)

    @property
    def names_width(self) -> int:
        """Of the names: as much as they need, within limits."""
        metrics = QFontMetrics(scaled_font(12))
        names = sorted((entry.name for entry in self._model.entries), key=len)[-MEASURED:]
        longest = max(map(metrics.horizontalAdvance, names), default=0)
        return min(max(longest + BOX + 22, NAMES), LONGEST_NAMES)

    def open(self, plot: str) -> None:
        """The curves of this plot; all others are a line each where there is no room for all."""
        self.open_plot = plot
        self.fold()

    def fold(self) -> None:
        rows = self.rows
        self.folding = len(rows) * ROW > self.viewport().height() and len({row.plot for row in rows}) > 1
        changed = False
        with QSignalBlocker(self.verticalHeader()):  # or the table would be measured anew for every row
            for k, row in enumerate(rows):
                hidden = self.folding and isinstance(row, Entry) and row.plot != self.open_plot
                if self.isRowHidden(k) != hidden:
                    self.setRowHidden(k, hidden)
                    changed = True
        if changed:
            self.doItemsLayout()
        self.viewport().update()

    def spread(self) -> None:
        """Headings reach over all columns, where these have no symbols of their own."""
        self.clearSpans()
        for k, row in enumerate(self.rows):
            if isinstance(row, Group) and not row.across:
                self.setSpan(k, NAME, 1, len(TITLES))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fold()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._delegate.prepare()
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(self.theme.base))
        painter.end()
        super().paintEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        entry = self._model.entry(index)
        if entry is None:
            self.plot_chosen.emit(self.rows[index.row()].plot)
            return
        self.setCurrentIndex(index.siblingAtColumn(NAME))
        if index.column() in TIMED:
            self._go(index)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._model.solo(entry)
        elif index.column() == NAME:
            self._model.toggle(entry)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        goes = index.isValid() and not math.isnan(self._model.time(index))
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if goes else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entry = self._model.entry(self.currentIndex())
        if event.key() == Qt.Key.Key_Space and entry is not None:
            self._model.toggle(entry)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and entry is not None:
            self._go(self.currentIndex().siblingAtColumn(PEAK))
        else:
            super().keyPressEvent(event)

    def _go(self, index: Index) -> None:
        t = self._model.time(index)
        if not math.isnan(t):
            self.time_chosen.emit(t)
