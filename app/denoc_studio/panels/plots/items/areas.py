"""A stack of layers drawn into a view box in its own pixels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from denoc_studio.panels.plots.items.box_item import BoxItem
from denoc_studio.panels.plots.items.curves import Stroke, near
from denoc_studio.plots.ranges import Range
from denoc_studio.plots.stacking import edges, stack_extent, telling_rows
from denoc_studio.widgets.imports.graphs import pg


class AreasItem(BoxItem):
    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box)
        self.strokes: Sequence[Stroke] = ()

    def draw(self, strokes: Sequence[Stroke]) -> None:
        """The layers from the axis outwards."""
        self.strokes = strokes
        self.update()

    def extent(self) -> Range | None:
        return stack_extent([stroke.curve.y for stroke in self.strokes])

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self.strokes or len(self.strokes[0].curve.x) < 2:
            return
        (left, right), (low, high) = self.box.viewRange()
        width, height = self.bounds.width(), self.bounds.height()
        t, layers = self.strokes[0].curve.x, [stroke.curve.y for stroke in self.strokes]
        total = np.sum(layers, axis=0)
        rows = telling_rows(t, total, (left, right), round(width * painter.device().devicePixelRatioF()))
        x = near((t[rows] - left) / (right - left) * width)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for side in edges([layer[rows] for layer in layers]):
            y = near((high - side) / (high - low) * height)
            for k, stroke in enumerate(self.strokes):
                painter.setBrush(QColor(stroke.colour))
                outline = np.concatenate([x, x[::-1]]), np.concatenate([y[k], y[k + 1, ::-1]])
                painter.drawPolygon(pg.functions.arrayToQPolygonF(*outline))
