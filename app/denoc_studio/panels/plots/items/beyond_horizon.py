"""The part of a plot over time that cannot be reproduced, hatched behind the curves."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from denoc_studio.look.theme import LIGHT, Theme
from denoc_studio.panels.plots.items.box_item import BoxItem
from denoc_studio.plots.ranges import NOWHERE, Range
from denoc_studio.widgets.imports.graphs import pg

SPACING = 7.0  # pixels between the lines of the hatch


class BeyondHorizon(BoxItem):
    """`span` is the stretch of time."""

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box)
        self.span: Range = NOWHERE
        self.theme: Theme = LIGHT

    def draw(self, span: Range) -> None:
        if span != self.span:
            self.span = span
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        left, right = self.box.viewRange()[0]
        scale = self.bounds.width() / (right - left)
        begin, end = ((t - left) * scale if math.isfinite(t) else math.inf for t in self.span)
        area = QRectF(QPointF(max(begin, 0.0), 0.0), QPointF(min(end, self.bounds.width()), self.bounds.height()))
        if area.width() <= 0:
            return
        painter.save()
        painter.setClipRect(area)
        painter.fillRect(area, QColor(self.theme.hatch_base))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.hatch), 1.2))
        painter.drawLines(_hatch(area))
        if begin >= 0:
            painter.setPen(QPen(QColor(self.theme.warning_edge), 1.2, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(begin + 0.6, 0.0), QPointF(begin + 0.6, area.bottom()))
        painter.restore()


def _hatch(area: QRectF) -> list[QLineF]:
    """Lines that rise to the right, at places that stay where they are while the area grows."""
    first = math.floor((area.left() - area.height()) / SPACING)
    last = math.ceil(area.right() / SPACING)
    lines = (SPACING * k for k in range(first, last + 1))
    return [QLineF(x, area.bottom(), x + area.height(), area.top()) for x in lines]
