"""Ticks at the top of a plot over time: what happened in the run at an instant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from denoc.runs.events.event_search import Event
from denoc_studio.panels.plots.items.box_item import BoxItem
from denoc_studio.plots.events import sentences, told_apart
from denoc_studio.widgets.imports.graphs import pg

HEIGHT, HALF = 7.0, 3.0  # pixels of a tick
APART = 3.0  # pixels: of ticks closer than this one is drawn


class EventsItem(BoxItem):
    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box)
        self._times = np.empty(0)
        self._colours: Sequence[str] = ()
        self.events: Sequence[Event] = ()

    def draw(self, events: Sequence[Event], colours: Sequence[str]) -> None:
        """Each in the colour of its joint."""
        if events is not self.events:
            self._times = np.array([event.t for event in events])
        self.events, self._colours = events, colours
        self.update()

    def text_at(self, place: QPointF) -> str:
        """What the ticks at this place, in pixels of the box, stand for."""
        if not len(self._times) or not 0 <= place.y() <= 2 * HEIGHT:
            return ""
        scale, left = self._scale()
        t = left + place.x() * scale
        return sentences(self.events, t - 2 * HALF * scale, t + 2 * HALF * scale)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not len(self._times):
            return
        scale, left = self._scale()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row in self._visible(left, scale):
            x = (self._times[row] - left) / scale
            painter.setBrush(QColor(self._colours[self.events[row].joint - 1]))
            painter.drawPolygon(QPolygonF([QPointF(x - HALF, 0), QPointF(x + HALF, 0), QPointF(x, HEIGHT)]))

    def _visible(self, left: float, scale: float) -> list[int]:
        right = left + scale * self.bounds.width()
        inside = np.flatnonzero((self._times >= left) & (self._times <= right))
        rows: list[int] = inside[told_apart(self._times[inside], left, APART * scale)].tolist()
        return rows

    def _scale(self) -> tuple[float, float]:
        """Seconds a pixel, and the time at the left edge."""
        left, right = self.box.viewRange()[0]
        return (right - left) / max(self.bounds.width(), 1.0), left
