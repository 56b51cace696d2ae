"""A table of joints whose first column is a slider, with a handle for each of one or two positions."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from denoc.basics.errors import DynamicsError
from denoc_studio.look.colours import joint_colours
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.editing.cell_table import CellTable
from denoc_studio.project.slider_range import pose_range

SLIDER = 0  # column
MARGIN = 8
HANDLE = 5.5
GROOVE = 3.0
SHORTEST, FINE = 72, 0.1  # pixels of the slider's column; share of the mouse's way with Ctrl
NARROWEST = 30  # pixels of a number's column
MEASURED = 100  # rows whose units are looked at
LONG_WORD = "trapezoid"


class SliderTable(CellTable):
    """`handles` are the columns that the slider moves; with two, the first one is a ring.

    With Ctrl a handle follows the mouse a tenth of its way. `posing` says which of them is taken, for the cursor has
    to go to where it shows.
    """

    posing = Signal(int)

    def __init__(
        self, model: CellModel, handles: tuple[int, ...], themes: Themes, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(model, name, parent)
        self.handles = handles
        self._document = model.document
        self._held: tuple[int, int] | None = None  # row and column
        self._gesture = 0
        self._mouse = self._at = 0.0  # where the mouse is, and where it would be without Ctrl
        self.setItemDelegateForColumn(SLIDER, SliderDelegate(self, themes))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(NARROWEST)
        model.modelReset.connect(self._share_width)
        model.headerDataChanged.connect(self._share_width)  # with other units
        self._document.selection_changed.connect(self.selectRow)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def setColumnHidden(self, column: int, hide: bool) -> None:
        if hide != self.isColumnHidden(column):
            super().setColumnHidden(column, hide)
            self._share_width()

    def slider_point(self, row: int, handle: int = 0) -> QPointF:
        """Where a handle is, in the viewport."""
        area = groove(self.visualRect(self.cells.index(row, SLIDER)))
        return QPointF(area.left() + self.share(row, self.handles[handle]) * area.width(), area.center().y())

    def share(self, row: int, column: int) -> float:
        """A position as a share of the slider's range."""
        low, high = pose_range(self._document.robot, row)
        return min(max((self.cells.page.value(row, column) - low) / ((high - low) or 1.0), 0.0), 1.0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and index.column() == SLIDER and event.button() == Qt.MouseButton.LeftButton:
            self._gesture += 1
            self._document.select(index.row())
            self._held = index.row(), self._nearest(index.row(), event.position().x())
            handle = self.slider_point(index.row(), self.handles.index(self._held[1]))
            self._mouse = event.position().x()
            self._at = handle.x() if _is_fine(event) else self._mouse
            self.posing.emit(self.handles.index(self._held[1]))
            self._slide(event)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None:
            super().mouseMoveEvent(event)
        else:
            self._slide(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None
        super().mouseReleaseEvent(event)

    def _share_width(self) -> None:
        """The numbers get what they need, where there is that much, and the slider the rest."""
        numbers = [k for k in range(1, self.cells.columnCount()) if not self.isColumnHidden(k)]
        if not numbers:
            return
        room = self.viewport().width()
        wanted = [self._needed(column) for column in numbers]
        share = min(1.0, max(room - SHORTEST, 0) / sum(wanted))
        for column, width in zip(numbers, wanted, strict=True):
            room -= int(share * width)
            self.setColumnWidth(column, int(share * width))
        self.setColumnWidth(SLIDER, max(SHORTEST, room))

    def _needed(self, column: int) -> int:
        """Pixels for the longest number."""
        rows = range(min(self.cells.rowCount(), MEASURED))
        texts = {f"-000.0 {self.cells.page.label(row, column)}".rstrip() for row in rows}
        if any(self.cells.page.unit(row, column) is None for row in rows):
            texts = {LONG_WORD}
        heading = str(self.cells.headerData(column, Qt.Orientation.Horizontal))
        return max(self.fontMetrics().horizontalAdvance(text) for text in (*texts, *heading.splitlines())) + 10

    def _nearest(self, row: int, x: float) -> int:
        """The column whose handle is nearest; the last of those that are equally near."""
        distances = [abs(self.slider_point(row, handle).x() - x) for handle in range(len(self.handles))]
        return self.handles[max(k for k, distance in enumerate(distances) if distance == min(distances))]

    def _slide(self, event: QMouseEvent) -> None:
        if self._held is None or self._held[0] >= self.cells.rowCount():
            return
        row, column = self._held
        area = groove(self.visualRect(self.cells.index(row, SLIDER)))
        low, high = pose_range(self._document.robot, row)
        self._at += (event.position().x() - self._mouse) * (FINE if _is_fine(event) else 1.0)
        self._mouse = event.position().x()
        share = min(max((self._at - area.left()) / max(area.width(), 1.0), 0.0), 1.0)
        try:
            self.cells.put(row, column, low + share * (high - low), f"slide {id(self)} {row} {self._gesture}")
        except DynamicsError as error:  # as a start beyond the limits of a run that stops there
            self.cells.say(f"Joint {row + 1}: {self.cells.page.reason(error, row, column)}")


class SliderDelegate(QStyledItemDelegate):
    """Paints the positions within their range, and the way between two of them."""

    def __init__(self, table: SliderTable, themes: Themes) -> None:
        super().__init__(table)
        self._table = table
        self._themes = themes

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        table, theme, row = self._table, self._themes.current, index.row()
        if row >= table.cells.rowCount():
            return
        area = groove(option.rect)
        colour = QColor(joint_colours(table.cells.rowCount(), theme.dark)[row])
        shares = [table.share(row, column) for column in table.handles]
        points = [QPointF(area.left() + share * area.width(), area.center().y()) for share in shares]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.line))
        painter.drawRoundedRect(area, GROOVE / 2, GROOVE / 2)
        if len(points) > 1:
            painter.setPen(QPen(colour, GROOVE))
            painter.drawLine(points[0], points[-1])
            painter.setPen(QPen(colour, 1.8))
            painter.setBrush(QColor(theme.base))
            painter.drawEllipse(points[0], HANDLE - 1, HANDLE - 1)
        painter.setPen(QPen(QColor(theme.base), 1.2))  # or it would be lost on a selected row of its own colour
        painter.setBrush(colour)
        painter.drawEllipse(points[-1], HANDLE, HANDLE)
        painter.restore()


def _is_fine(event: QMouseEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


def groove(cell: QRect) -> QRectF:
    return QRectF(cell.left() + MARGIN, cell.center().y() - 1, cell.width() - 2 * MARGIN, GROOVE)
