"""Bars with their names and numbers, one below the other, from zero to the right or to either side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from denoc_studio.look.plain_text import wrapped
from denoc_studio.plots.many.bars import Bar, extent

ROW, THICK, GAP, MARGIN = 24, 12, 8, 4  # pixels
SPARE = 2  # pixels that a name may be wider than Qt says
LABELS = 0.5  # of the width at most, for the names
LEAST = 60  # pixels of the longest bar


class Bars(QWidget):
    """What is drawn is also its description, read aloud; a tip tells a row whole."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bars: Sequence[Bar] = ()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def show_bars(self, bars: Sequence[Bar]) -> None:
        self.bars = tuple(bars)
        self.setAccessibleDescription("\n".join(f"{bar.label}: {bar.text}" for bar in self.bars))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, self._row * len(self.bars) + 2 * MARGIN)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = (event.pos().y() - MARGIN) // self._row
            bar = self.bars[row] if 0 <= row < len(self.bars) else None
            QToolTip.showText(event.globalPos(), wrapped(bar.tip or f"{bar.label}: {bar.text}") if bar else "", self)
            return True
        return super().event(event)

    @property
    def _row(self) -> int:
        return max(ROW, self.fontMetrics().height() + 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.bars:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = self.fontMetrics()
        numbers = max(metrics.horizontalAdvance(bar.text) for bar in self.bars) + GAP
        names = max(metrics.horizontalAdvance(bar.label) for bar in self.bars) + GAP + SPARE
        names = min(names, max(round(LABELS * self.width()), self.width() - numbers - LEAST - 2 * MARGIN))
        left, right = MARGIN + names, self.width() - MARGIN - numbers
        low, high = extent(self.bars)
        pixels = max(right - left, 1) / (high - low)
        zero = left - low * pixels
        top = MARGIN + max(event.rect().top() - MARGIN, 0) // self._row * self._row
        for row in range((top - MARGIN) // self._row, len(self.bars)):
            top = MARGIN + row * self._row
            if top > event.rect().bottom():
                break
            self._paint_row(painter, self.bars[row], QRectF(left, top, right - left, self._row), zero, pixels)
        painter.setPen(QPen(self._colour(QPalette.ColorRole.PlaceholderText), 1.0))
        painter.drawLine(round(zero), MARGIN, round(zero), MARGIN + self._row * len(self.bars))
        painter.end()

    def _paint_row(self, painter: QPainter, bar: Bar, place: QRectF, zero: float, pixels: float) -> None:
        names = QRectF(MARGIN, place.top(), place.left() - MARGIN - GAP, place.height())
        numbers = QRectF(place.right(), place.top(), self.width() - MARGIN - place.right(), place.height())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(self._colour(QPalette.ColorRole.Text))
        label = self.fontMetrics().elidedText(bar.label, Qt.TextElideMode.ElideRight, int(names.width()))
        painter.drawText(names, Qt.AlignmentFlag.AlignLeft | middle, label)
        painter.drawText(numbers, Qt.AlignmentFlag.AlignRight | middle, bar.text)
        ink = self._colour(QPalette.ColorRole.Accent)
        whole, half = QRectF(zero, place.center().y() - THICK / 2, bar.value * pixels, THICK).normalized(), QColor(ink)
        half.setAlphaF(0.35)
        painter.fillRect(whole, ink if bar.inner is None else half)
        if bar.inner is not None:
            painter.fillRect(QRectF(zero, whole.top(), bar.inner * pixels, THICK).normalized(), ink)
        if bar.error * pixels > 1:
            painter.setPen(QPen(self._colour(QPalette.ColorRole.PlaceholderText), 1.4))
            ends = [zero + (bar.value + sign * bar.error) * pixels for sign in (-1, 1)]
            y = round(place.center().y())
            painter.drawLine(round(ends[0]), y, round(ends[1]), y)
            for x in ends:
                painter.drawLine(round(x), y - 4, round(x), y + 4)

    def _colour(self, role: QPalette.ColorRole) -> QColor:
        return self.palette().color(role)
