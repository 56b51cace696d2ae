"""The joints' limits behind the curves: thin lines, and the stretches of time in which they are reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from denoc_studio.panels.plots.items.box_item import BoxItem
from denoc_studio.plots.curves import Limit
from denoc_studio.widgets.imports.graphs import pg

FAINT, CLEAR = 22, 110  # of 255: a stretch, and the part of it at the limit
STRIP = 3.0  # pixels to each side of the limit
NEAR = 5.0  # pixels: a line this close is pointed at
LEAST = 1.0  # pixels of a stretch


class Mark(NamedTuple):
    """A limit in its colour."""

    limit: Limit
    colour: str


class LimitsItem(BoxItem):
    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box)
        self.marks: Sequence[Mark] = ()

    def draw(self, marks: Sequence[Mark]) -> None:
        self.marks = marks
        self.update()

    def text_at(self, place: QPointF) -> str:
        """What the limits say at this place, in pixels of the box."""
        told = []
        for limit, _ in self.marks:
            near = min(abs(place.y() - self._down(sign * limit.value)) for sign in (1.0, -1.0)) <= NEAR
            at = any(left <= place.x() <= right for left, right, _ in self._stretches(limit))
            if near or at:
                told.append(limit.words or f"joint {limit.joint + 1} at most {limit.value:.5g}, never reached")
        return "\n".join(told)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        for limit, colour in self.marks:
            for left, right, sign in self._stretches(limit):
                level = self._down(sign * limit.value)
                self._fill(painter, colour, FAINT, left, right, 0.0, self.bounds.height())
                self._fill(painter, colour, CLEAR, left, right, level - STRIP, level + STRIP)
            painter.setPen(QPen(QColor(colour), 1.0, Qt.PenStyle.DashDotLine))
            for level in (self._down(limit.value), self._down(-limit.value)):
                if 0 <= level <= self.bounds.height():
                    painter.drawLine(QLineF(0.0, level, self.bounds.width(), level))

    def _fill(
        self, painter: QPainter, name: str, alpha: int, left: float, right: float, top: float, bottom: float
    ) -> None:
        colour = QColor(name)
        colour.setAlpha(alpha)
        area = QRectF(QPointF(left, top), QPointF(right, bottom)).intersected(self.bounds)
        if not area.isEmpty():
            painter.fillRect(area, colour)

    def _stretches(self, limit: Limit) -> list[tuple[float, float, float]]:
        """(left, right, sign) in pixels, the shortest still to be seen; those that begin in one pixel are one."""
        low, high = self.box.viewRange()[0]
        width = self.bounds.width()
        pixels = np.clip((limit.spans - low) / (high - low) * width, -LEAST, width + LEAST)
        seen = (pixels[:, 1] >= 0) & (pixels[:, 0] <= width)
        pixels, signs = pixels[seen], limit.signs[seen]
        _, first = np.unique(np.floor(pixels[:, 0]), return_index=True)
        if not len(first):
            return []
        left, right = pixels[first, 0], np.maximum.reduceat(pixels[:, 1], first)
        return list(zip(left.tolist(), np.maximum(right, left + LEAST).tolist(), signs[first].tolist(), strict=True))

    def _down(self, value: float) -> float:
        low, high = self.box.viewRange()[1]
        return float((high - value) / (high - low) * self.bounds.height())
