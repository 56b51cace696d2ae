"""What moves with the time cursor, painted over the finished picture of the plots."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen, QRegion

from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.theme import LIGHT, Theme
from denoc_studio.panels.plots.items.curves import FAR
from denoc_studio.panels.plots.tile import HEADING, TIME_AXIS, Mapping, PanelItem, Tile
from denoc_studio.plots.readout import awaited, locate, value

VEIL = 150  # of 255: over what is out of date
DOT, MARK = 3.0, 4.0  # pixels: radius of the dots on curves over time and in a plane
TAG = 16.0  # pixels: height
LINE, TAGGED = 6, 90  # pixels on each side of the cursor: its dots, and its time, which stays within the picture
FRONT = 2.0  # pixels: the line below the heading of the plot in front
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
    stopped: str = ""  # why the run ended before its time
    doubt: str = ""  # from when it cannot be reproduced; said once, in the first plot over time
    stale: bool = False
    measure: dict[str, float] = field(default_factory=dict)  # "A" and "B" to their times
    current: str = ""  # the plot in front, marked when there are several
    note: str = ""  # where there is nothing to show

    def paint(self, painter: QPainter, tiles: list[Tile], whole: QRectF, region: QRegion) -> None:
        """On the whole of the plots; what lies outside of the region would be clipped, and is left out."""
        first = next((item for tile in tiles for item in tile.items if item.content.over_time), None)
        for tile in tiles:
            for item in tile.items:
                self._panel(painter, item)
                if not region.intersects(heading_room(item).toAlignedRect()):
                    continue
                words = self.doubt if item is first else ""
                front = len(tiles) > 1 and tile.kind.key == self.current and item is tile.items[0]
                self._heading(painter, item, front, words)
            if self.stale:
                self._tag(painter, tile.items[0].frame.center(), "out of date", self.theme.warning, self.theme.base)
        if self.note:
            painter.setPen(_colour(self.theme.muted))
            painter.drawText(whole, Qt.AlignmentFlag.AlignCenter, self.note)

    def touched(self, tiles: list[Tile]) -> QRegion:
        """What the cursor covers where it is now."""
        found = QRegion()
        for item in (item for tile in tiles for item in tile.items):
            frame = item.frame.toAlignedRect()
            if not item.content.over_time:
                found += frame
                continue
            x = round(min(max(item.mapping.across(self.time), -FAR), FAR))
            found += QRect(x - LINE, frame.top(), 2 * LINE, frame.height())
            if item.tagged:
                found += QRect(x - TAGGED, frame.bottom(), 2 * TAGGED, round(TIME_AXIS) + 1)
        return found

    def _panel(self, painter: QPainter, item: PanelItem) -> None:
        frame, mapping = item.frame, item.mapping
        painter.setClipRect(frame.toAlignedRect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if item.content.over_time:
            self._lines(painter, frame, mapping)
        if self.stale:
            painter.fillRect(frame.toAlignedRect(), _colour(self.theme.base, VEIL))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._dots(painter, item, mapping)
        for name, t in self.measure.items() if item.content.over_time else ():
            self._tag(painter, QPointF(mapping.across(t), frame.top() + 9), name, self.theme.warning, self.theme.base)
        painter.setClipping(False)
        x = mapping.across(self.time)
        if item.tagged and not self.note and frame.left() <= x <= frame.right():
            place = QPointF(x, frame.bottom() + TIME_AXIS / 2)
            self._tag(painter, place, f"{self.time:.3f} s", self.theme.ink, self.theme.on_ink)

    def _lines(self, painter: QPainter, frame: QRectF, mapping: Mapping) -> None:
        x = mapping.across(self.time)
        if self.stopped:
            self._end(painter, frame, mapping.across(self.end))
        for t in self.measure.values():
            _vertical(painter, frame, mapping.across(t), _pen(self.theme.warning, 1.0, Qt.PenStyle.DashLine))
        if not self.note:
            _vertical(painter, frame, x, _pen(self.theme.ink, 1.0))

    def _end(self, painter: QPainter, frame: QRectF, x: float) -> None:
        """Where the run ended, and why, on the side that has room for it."""
        _vertical(painter, frame, x, _pen(self.theme.error, 1.0, Qt.PenStyle.DotLine))
        painter.setPen(_colour(self.theme.error))
        painter.setFont(scaled_font(12))
        if x - frame.left() > WORDS:
            painter.drawText(QRectF(frame.left(), frame.top(), x - frame.left() - 4, TAG), RIGHT, self.stopped)
        else:
            painter.drawText(QRectF(x + 4, frame.top(), frame.right() - x, TAG), LEFT, self.stopped)

    def _dots(self, painter: QPainter, item: PanelItem, mapping: Mapping) -> None:
        if self.awaited or item.curves.crowded or not _covers(item, self.time):
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

    def _heading(self, painter: QPainter, item: PanelItem, front: bool, doubt: str) -> None:
        """Name and unit, with a line below where the plot is in front; at the right what is to be said of it."""
        room = heading_room(item)
        room.setHeight(HEADING - FRONT)
        painter.setFont(scaled_font(12, QFont.Weight.DemiBold))
        painter.setPen(_colour(self.theme.text))
        painter.drawText(room, LEFT, item.name)
        width = QFontMetricsF(painter.font()).horizontalAdvance(item.name)
        if front:
            painter.fillRect(QRectF(room.left(), room.bottom(), width, FRONT), _colour(self.theme.ink))
        room.setLeft(room.left() + width + 5)
        painter.setFont(scaled_font(12))
        metrics = QFontMetricsF(painter.font())
        if item.content.over_time:
            unit = f"[{item.content.y.unit}]"
            painter.setPen(_colour(self.theme.muted))
            painter.drawText(room, LEFT, unit)
            room.setLeft(room.left() + metrics.horizontalAdvance(unit) + 12)
        if doubt:
            painter.setPen(_colour(self.theme.warning))
            painter.drawText(room, RIGHT, metrics.elidedText(doubt, Qt.TextElideMode.ElideMiddle, room.width()))

    def _tag(self, painter: QPainter, centre: QPointF, text: str, colour: str, on: str) -> None:
        painter.setFont(scaled_font(12, QFont.Weight.DemiBold))
        width = QFontMetricsF(painter.font()).horizontalAdvance(text) + 8
        place = QRectF(centre.x() - width / 2, centre.y() - TAG / 2, width, TAG)
        place.moveRight(min(place.right(), painter.window().right()))
        place.moveLeft(max(place.left(), 0.0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_brush(colour))
        painter.drawRoundedRect(place, 3, 3)
        painter.setPen(_colour(on))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)


def heading_room(item: PanelItem) -> QRectF:
    """Above the panel."""
    frame = item.frame
    return QRectF(frame.left(), frame.top() - HEADING, frame.width(), HEADING)


def _covers(item: PanelItem, t: float) -> bool:
    """Has the panel values at this time? A log may end before the run, or begin after it."""
    times = item.content.t
    return not item.content.over_time or bool(len(times) and times[0] <= t and not awaited(float(times[-1]), t))


def _vertical(painter: QPainter, frame: QRectF, x: float, pen: QPen) -> None:
    painter.setPen(pen)
    painter.drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()))


# Made once: the overlay is painted sixty times a second.
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
