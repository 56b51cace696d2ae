"""Bars at the foot of a plot over time: while they last, a link of the arm is pushed."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from denoc.torques.pushes import Pushes
from denoc_studio.panels.plots.items.box_item import BoxItem
from denoc_studio.project.pushes import span_words
from denoc_studio.widgets.imports.graphs import pg

HEIGHT, NEAR = 4.0, 12.0  # pixels of a bar, and from the foot where it is meant by the pointer
THINNEST = 2.0


class PushSpans(BoxItem):
    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box)
        self.pushes: Pushes = ()
        self._colour = ""

    def draw(self, pushes: Pushes, colour: str) -> None:
        if pushes is not self.pushes or colour != self._colour:
            self.pushes, self._colour = pushes, colour
            self.update()

    def text_at(self, place: QPointF) -> str:
        """Which links are pushed at this place, in pixels of the box."""
        if not self.bounds.height() - NEAR <= place.y() <= self.bounds.height():
            return ""
        bars = zip(self.pushes, self._bars(), strict=True)
        met = [push for push, bar in bars if bar.left() - 1 <= place.x() <= bar.right() + 1]
        return "\n".join(f"link {push.link} is pushed, {span_words(push)}" for push in met)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setClipRect(self.bounds)
        for bar in self._bars():
            painter.fillRect(bar, QColor(self._colour))

    def _bars(self) -> list[QRectF]:
        left, right = self.box.viewRange()[0]
        scale = self.bounds.width() / (right - left)
        top = self.bounds.height() - HEIGHT
        ends = [((push.t[0] - left) * scale, (push.t[-1] - push.t[0]) * scale) for push in self.pushes]
        return [QRectF(x, top, max(width, THINNEST), HEIGHT) for x, width in ends]
