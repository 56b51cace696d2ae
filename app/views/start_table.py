"""The joints at t = 0 as a table whose first column is a slider."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from app.colours import joint_colours
from app.document import Document
from app.poses import pose_range
from app.theme import Themes
from app.views.start_model import POSITION, SLIDER, TORQUE, StartModel
from dynamics.project import ConstantTorque
from dynamics.robot import Robot

MARGIN = 8
HANDLE = 5.5
ROWS_SHOWN = 6


class StartTable(QTableView):
    """Dragging in the first column poses the arm; `posing` says so, for the cursor has to go to t = 0."""

    posing = Signal()

    def __init__(self, document: Document, model: StartModel, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._model = model
        self._sliding: int | None = None  # row
        self._gesture = 0
        self.setModel(model)
        self.setItemDelegateForColumn(SLIDER, SliderDelegate(document, themes, self))
        self.setAccessibleName("Joints at t = 0")
        self.setTabKeyNavigation(True)
        self.verticalHeader().setDefaultSectionSize(26)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(54)
        document.selection_changed.connect(self.selectRow)
        document.settings_changed.connect(lambda _: self._show_torques())
        document.replaced.connect(lambda _: self._show_torques())
        self._show_torques()

    def sizeHint(self) -> QSize:
        rows = min(self._model.rowCount(), ROWS_SHOWN)
        height = self.horizontalHeader().sizeHint().height() + rows * self.verticalHeader().defaultSectionSize()
        return QSize(280, height + 2 * self.frameWidth() + 2)

    def slider_point(self, row: int) -> QPointF:
        """Where the slider's handle is, in the viewport."""
        area = groove(self.visualRect(self._model.index(row, SLIDER)))
        return QPointF(area.left() + share_of(self._document, row) * area.width(), area.center().y())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.column() == SLIDER and event.button() == Qt.MouseButton.LeftButton:
            self._sliding = index.row()
            self._gesture += 1
            self._document.select(index.row())
            self.posing.emit()
            self._slide(event)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._sliding is None:
            super().mouseMoveEvent(event)
        else:
            self._slide(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._sliding = None
        super().mouseReleaseEvent(event)

    def _slide(self, event: QMouseEvent) -> None:
        row = self._sliding
        if row is None or row >= self._document.robot.n:
            return
        area = groove(self.visualRect(self._model.index(row, SLIDER)))
        low, high = pose_range(self._document.robot, row)
        share = min(max((event.position().x() - area.left()) / max(area.width(), 1.0), 0.0), 1.0)
        self._model.put(row, POSITION, low + share * (high - low), f"slide {row} {self._gesture}")

    def _show_torques(self) -> None:
        self.setColumnHidden(TORQUE, not isinstance(self._document.project.run.torque, ConstantTorque))


class SliderDelegate(QStyledItemDelegate):
    """Paints q0 within its range."""

    def __init__(self, document: Document, themes: Themes, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._themes = themes

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        robot: Robot = self._document.robot
        row = index.row()
        if row >= robot.n:
            return
        theme = self._themes.current
        area = groove(option.rect)
        place = QPointF(area.left() + share_of(self._document, row) * area.width(), area.center().y())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.line))
        painter.drawRoundedRect(area, 1.5, 1.5)
        painter.setBrush(QColor(joint_colours(robot.n, theme.dark)[row]))
        painter.drawEllipse(place, HANDLE, HANDLE)
        painter.restore()


def groove(cell: QRect) -> QRectF:
    return QRectF(cell.left() + MARGIN, cell.center().y() - 1, cell.width() - 2 * MARGIN, 3)


def share_of(document: Document, row: int) -> float:
    """The initial position as a share of the slider's range."""
    low, high = pose_range(document.robot, row)
    return min(max((document.project.q0[row] - low) / ((high - low) or 1.0), 0.0), 1.0)
