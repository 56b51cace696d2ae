"""Handles on a groove that stand for entries of a joint: where they are, how they look, and a mouse that drags them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen

from denoc.basics.errors import DynamicsError
from denoc_studio.look.theme import Theme
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.project.slider_range import pose_range
from denoc_studio.session.commands import held

MARGIN = 8
HANDLE = 5.5
GROOVE = 3.0
FINE = 0.1  # share of the mouse's way with Ctrl


def groove(cell: QRect) -> QRectF:
    return QRectF(cell.left() + MARGIN, cell.center().y() - 1, cell.width() - 2 * MARGIN, GROOVE)


def handle_points(cells: CellModel, row: int, columns: Sequence[int], area: QRectF) -> list[QPointF]:
    """Where the handles of a joint are: its entries within the range of its slider."""
    low, high = pose_range(cells.document.robot, row)
    shares = [(cells.page.value(row, column) - low) / ((high - low) or 1.0) for column in columns]
    return [QPointF(area.left() + min(max(share, 0.0), 1.0) * area.width(), area.center().y()) for share in shares]


def draw_slider(painter: QPainter, area: QRectF, points: Sequence[QPointF], colour: QColor, theme: Theme) -> None:
    """A groove and its handles; of two the first one is a ring, and the way between them is drawn."""
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


class Hand:
    """Holds one handle from press to release, which is one undo step; with Ctrl it goes a tenth of the mouse's way.

    `taken` is told the column of the handle, for the cursor has to go to where it shows.
    """

    def __init__(self, cells: CellModel, taken: Callable[[int], object]) -> None:
        self._cells = cells
        self._taken = taken
        self._held: tuple[int, int] | None = None  # row and column
        self._gesture = ""
        self._mouse = self._at = 0.0  # where the mouse is, and where it would be without Ctrl

    @property
    def holds(self) -> bool:
        return self._held is not None

    def take(self, row: int, columns: Sequence[int], area: QRectF, event: QMouseEvent) -> None:
        """The nearest handle; the last one of those that are equally near."""
        self._gesture = held("slide")
        self._cells.document.select(row)
        self._mouse = event.position().x()
        points = handle_points(self._cells, row, columns, area)
        distances = [abs(point.x() - self._mouse) for point in points]
        nearest = max(k for k, distance in enumerate(distances) if distance == min(distances))
        self._held = row, columns[nearest]
        self._at = points[nearest].x() if _is_fine(event) else self._mouse
        self._taken(columns[nearest])
        self.slide(area, event)

    def slide(self, area: QRectF, event: QMouseEvent) -> None:
        if self._held is None or self._held[0] >= self._cells.rowCount():
            return
        row, column = self._held
        low, high = pose_range(self._cells.document.robot, row)
        self._at += (event.position().x() - self._mouse) * (FINE if _is_fine(event) else 1.0)
        self._mouse = event.position().x()
        share = min(max((self._at - area.left()) / max(area.width(), 1.0), 0.0), 1.0)
        try:
            self._cells.put(row, column, low + share * (high - low), self._gesture)
        except DynamicsError as error:  # as a start beyond the limits of a run that stops there
            self._cells.say(f"Joint {row + 1}: {self._cells.page.reason(error, row, column)}")

    def drop(self) -> None:
        self._held = None


def _is_fine(event: QMouseEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
