"""What moves with the time cursor, painted over the finished picture of the plots."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontDatabase, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QApplication

from app.plots.readout import WIDEST, locate, tabular, value
from app.theme import LIGHT, Theme
from app.views.plot_curves import FAR
from app.views.plot_tile import HEADING, Mapping, PanelItem, Tile

VEIL = STALE_VEIL = 150  # of 255: what is still to come, what is out of date
DOT, MARK = 3.0, 4.0  # pixels: radius of the dots on curves over time and in a plane
TAG = 16.0  # pixels: height
PLATE = 215  # of 255: behind words that lie over curves
WORDS = 90.0  # pixels: room that a short text needs
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass
class Overlay:
    """State of the overlay, and its painter."""

    theme: Theme = LIGHT
    time: float = 0.0
    end: float = 0.0  # of the samples
    awaited: bool = False  # the samples have not come as far as the cursor
    veiled: bool = False  # the future is faded
    stopped: str = ""  # why the run ended before its time
    doubt: str = ""  # from when it cannot be reproduced; said once, in the first plot over time
    stale: bool = False
    measure: dict[str, float] = field(default_factory=dict)  # "A" and "B" to their times
    current: str = ""  # the plot in front, marked when there are several
    note: str = ""  # where there is nothing to show

    def paint(self, painter: QPainter, tiles: list[Tile], whole: QRectF) -> None:
        first = next((item for tile in tiles for item in tile.items if item.content.over_time), None)
        for tile in tiles:
            for item in tile.items:
                self._panel(painter, item, several=len(tiles) > 1)
            self._heading(painter, tile, several=len(tiles) > 1)
        if first is not None and self.doubt:
            self._doubt(painter, first)
        if self.note:
            painter.setPen(_colour(self.theme.muted))
            painter.drawText(whole, Qt.AlignmentFlag.AlignCenter, self.note)

    def _panel(self, painter: QPainter, item: PanelItem, several: bool) -> None:
        frame, mapping = item.frame, item.mapping
        painter.setClipRect(frame.toAlignedRect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if item.content.over_time:
            self._lines(painter, frame, mapping)
        if self.stale:
            painter.fillRect(frame.toAlignedRect(), _colour(self.theme.base, STALE_VEIL))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._dots(painter, item, mapping)
        for name, t in self.measure.items() if item.content.over_time else ():
            self._tag(painter, QPointF(mapping.across(t), frame.top() + 9), name, self.theme.warning)
        painter.setClipping(False)
        x = mapping.across(self.time)
        if item.tagged and not (several and item.low) and not self.note and frame.left() <= x <= frame.right():
            below = 26 if several else 10  # small plots keep all of their few numbers, and do without the axis' name
            if several:
                room = QRectF(frame.left(), frame.bottom() + below - TAG / 2, frame.width(), TAG)
                painter.fillRect(room, _colour(self.theme.base))
            self._tag(painter, QPointF(x, frame.bottom() + below), f"{self.time:.3f} s", self.theme.accent)

    def _lines(self, painter: QPainter, frame: QRectF, mapping: Mapping) -> None:
        x = mapping.across(self.time)
        if self.veiled and x < frame.right():
            left = round(max(x, frame.left()))
            future = QRect(left, int(frame.top()), int(frame.right()) - left + 1, int(frame.height()) + 1)
            painter.fillRect(future, _colour(self.theme.base, VEIL))
        if self.stopped:
            self._end(painter, frame, mapping.across(self.end))
        for t in self.measure.values():
            _vertical(painter, frame, mapping.across(t), _pen(self.theme.warning, 1.0, Qt.PenStyle.DashLine))
        if not self.note:
            _vertical(painter, frame, x, _pen(self.theme.accent, 1.0))

    def _end(self, painter: QPainter, frame: QRectF, x: float) -> None:
        """Where the run ended, and why, on the side that has room for it."""
        _vertical(painter, frame, x, _pen(self.theme.error, 1.0, Qt.PenStyle.DotLine))
        painter.setPen(_colour(self.theme.error))
        painter.setFont(_text_font(False))
        if x - frame.left() > WORDS:
            painter.drawText(QRectF(frame.left(), frame.top(), x - frame.left() - 4, TAG), RIGHT, self.stopped)
        else:
            painter.drawText(QRectF(x + 4, frame.top(), frame.right() - x, TAG), LEFT, self.stopped)

    def _doubt(self, painter: QPainter, item: PanelItem) -> None:
        """The words at the lower end of the shaded part, on a plate over the curves; in two lines if need be."""
        frame, words = item.frame, self.doubt
        painter.setFont(_small_font())
        metrics = QFontMetricsF(painter.font())
        left, right = (min(max(item.mapping.across(t), frame.left()), frame.right()) for t in item.doubt.span)
        if right - left < 1:
            return
        if metrics.horizontalAdvance(words) + 16 > frame.width():
            words = words.replace(" from", "\nfrom")
        lines = words.split("\n")
        width, height = max(map(metrics.horizontalAdvance, lines)) + 8, len(lines) * metrics.height() + 2
        place = QRectF(min(left + 4, frame.right() - width - 2), frame.bottom() - height - 3, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_colour(self.theme.hatch_base, PLATE))
        painter.drawRoundedRect(place, 3, 3)
        painter.setPen(_colour(self.theme.warning))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)

    def _dots(self, painter: QPainter, item: PanelItem, mapping: Mapping) -> None:
        if self.awaited or item.curves.crowded:
            return
        place = locate(item.content.t, self.time)
        over_time = item.content.over_time
        radius = DOT if over_time else MARK
        painter.setPen(_pen(self.theme.base if over_time else self.theme.text, 1.2))
        for stroke in item.curves.strokes:
            x = mapping.across(self.time if over_time else value(stroke.curve.x, place))
            y = mapping.up(value(stroke.curve.y, place))
            if abs(x) < FAR and abs(y) < FAR:
                painter.setBrush(_brush(stroke.colour))
                painter.drawEllipse(QPointF(x, y), radius, radius)

    def _heading(self, painter: QPainter, tile: Tile, several: bool) -> None:
        """Name of the plot, and beside it the values at the cursor as far as there is room."""
        frame = tile.items[0].frame
        room = QRectF(frame.left(), frame.top() - HEADING, frame.width(), HEADING)
        front = several and tile.kind.key == self.current
        painter.setFont(_text_font(front))
        painter.setPen(_colour(self.theme.accent if front else self.theme.text))
        painter.drawText(room, LEFT, tile.kind.name)
        if several and tile.kind.over_time:
            room.setLeft(room.left() + QFontMetricsF(painter.font()).horizontalAdvance(tile.kind.name) + 8)
            self._values(painter, tile, room)
        if self.stale:
            self._tag(painter, frame.center(), "out of date", self.theme.warning)

    def _values(self, painter: QPainter, tile: Tile, room: QRectF) -> None:
        strokes = [stroke for item in tile.items for stroke in item.curves.strokes]
        step = _numeral_width()
        if step * len(strokes) > room.width():
            return
        painter.setFont(numeral_font())
        place = None if self.awaited else locate(tile.panels[0].t, self.time)
        for k, stroke in enumerate(strokes):
            painter.setPen(_colour(stroke.colour))
            left = room.right() - step * (len(strokes) - k)
            text = tabular(value(stroke.curve.y, place))
            painter.drawText(QRectF(left, room.top(), step, room.height()), RIGHT, text)

    def _tag(self, painter: QPainter, centre: QPointF, text: str, colour: str) -> None:
        painter.setFont(numeral_font())
        width = QFontMetricsF(painter.font()).horizontalAdvance(text) + 8
        place = QRectF(centre.x() - width / 2, centre.y() - TAG / 2, width, TAG)
        place.moveRight(min(place.right(), painter.window().right()))
        place.moveLeft(max(place.left(), 0.0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_brush(colour))
        painter.drawRoundedRect(place, 3, 3)
        painter.setPen(_colour(self.theme.base))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)


def _vertical(painter: QPainter, frame: QRectF, x: float, pen: QPen) -> None:
    painter.setPen(pen)
    painter.drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()))


def numeral_font() -> QFont:
    """Digits of one width, a little smaller than the text."""
    return _fixed_font(QApplication.font().pointSizeF() * 0.9)


def _numeral_width() -> float:
    """Of the widest number, with a gap."""
    return _width_of(QApplication.font().pointSizeF() * 0.9)


def _small_font() -> QFont:
    font = QFont(QApplication.font())
    font.setPointSizeF(max(7.0, font.pointSizeF() * 0.88))
    return font


def _text_font(bold: bool) -> QFont:
    font = QFont(QApplication.font())
    font.setBold(bold)
    return font


# Made once: the overlay is painted sixty times a second.
@cache
def _fixed_font(size: float) -> QFont:
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(max(size, 7.0))
    return font


@cache
def _width_of(size: float) -> float:
    return QFontMetricsF(_fixed_font(size)).horizontalAdvance(WIDEST) + 2


@cache
def _colour(name: str, alpha: int = 255) -> QColor:
    colour = QColor(name)
    colour.setAlpha(alpha)
    return colour


@cache
def _brush(colour: str) -> QBrush:
    return QBrush(QColor(colour))


@cache
def _pen(colour: str, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    return QPen(QColor(colour), width, style)
