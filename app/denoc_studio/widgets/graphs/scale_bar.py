"""What the colours of a map or a plot mean: a bar with numbers, and patches with names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from denoc_studio.look.fonts import scaled_font
from denoc_studio.plots.many.scales import shade

BAR, PATCH, GAP, APART = 12, 11, 5, 14  # pixels: height of the bar, of a patch, beside it, between entries
WIDEST = 420  # pixels of the bar
SMALL = 12  # size of the letters, beside a text of 13
WRAPPED = int(Qt.TextFlag.TextWordWrap)
STOPS = np.linspace(0, 1, 17)


class Scale(Protocol):
    """What numbers stand along a bar."""

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Places from 0 to 1, and what stands there."""


class ScaleBar(QWidget):
    """As high as what it has to say needs at its width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scale: Scale | None = None
        self._entries: Sequence[tuple[str, str]] = ()
        self._dark = False
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFont(scaled_font(SMALL))

    def show_scale(self, scale: Scale | None, entries: Sequence[tuple[str, str]], dark: bool) -> None:
        """A bar, where there is a scale, and below it a patch with its name for each of the entries."""
        self._scale, self._entries, self._dark = scale, entries, dark
        named = [name for name, _ in entries]
        ends = [] if scale is None else [f"colours from {scale.ticks[0][1]} to {scale.ticks[-1][1]}"]
        self.setAccessibleName("; ".join([*ends, *named]))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(260, self.heightForWidth(260))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(max(self.width(), 120)))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        line = self.fontMetrics().lineSpacing()
        bar = BAR + line + 4 if self._scale is not None else 0
        return bar + max((place.bottom() for place in self._places(width)), default=0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, top = QPainter(self), 0
        painter.setFont(self.font())
        line = self.fontMetrics().lineSpacing()
        if self._scale is not None:
            self._paint_bar(painter, self._scale)
            top = BAR + line + 4
        text = self.palette().color(QPalette.ColorRole.WindowText)
        for place, (name, colour) in zip(self._places(self.width()), self._entries, strict=True):
            room = place.translated(0, top)
            patch = QRectF(room.left() - PATCH - GAP, room.top() + (line - PATCH) / 2, PATCH, PATCH)
            painter.fillRect(patch, QColor(colour))
            painter.setPen(text)
            painter.drawText(room, WRAPPED, name)

    def _paint_bar(self, painter: QPainter, scale: Scale) -> None:
        width = min(self.width(), WIDEST)
        metrics = self.fontMetrics()
        last = metrics.horizontalAdvance(scale.ticks[-1][1])
        across = max(width - last // 2 - 1, 40)  # so that the last number, which is the longest, ends within
        gradient = QLinearGradient(QPointF(0, 0), QPointF(across, 0))
        for place, (red, green, blue) in zip(STOPS, shade(STOPS, self._dark), strict=True):
            gradient.setColorAt(float(place), QColor.fromRgbF(float(red), float(green), float(blue)))
        painter.fillRect(QRectF(0, 0, across, BAR), gradient)
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        end = -1.0
        ticks = scale.ticks if across > 200 else [scale.ticks[0], scale.ticks[-1]]
        for place, text in ticks:
            x, room = place * across, metrics.horizontalAdvance(text)
            left = min(max(x - room / 2, 0), self.width() - room)
            if left > end:
                painter.drawText(QRectF(left, BAR + 2, room + 1, metrics.lineSpacing()), 0, text)
                end = left + room + 4

    def _places(self, width: int) -> list[QRect]:
        """Of every entry's words, below the bar: those that are longer than a line wrap."""
        found: list[QRect] = []
        metrics, left, top = self.fontMetrics(), 0, 0
        for name, _ in self._entries:
            need = PATCH + GAP + metrics.horizontalAdvance(name) + 1
            if left and left + need > width:
                left, top = 0, found[-1].bottom() + 2
            room = QRect(left + PATCH + GAP, top, max(min(need, width - left) - PATCH - GAP, 1), metrics.lineSpacing())
            wrapped = metrics.boundingRect(room.adjusted(0, 0, 0, 1000), WRAPPED, name)
            found.append(room.united(QRect(room.topLeft(), QSize(room.width(), wrapped.height()))))
            left += need + APART
        return found
