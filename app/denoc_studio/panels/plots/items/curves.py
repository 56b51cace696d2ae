"""Curves drawn into a view box in its own pixels: thinned to what a screen can show, smooth, and quick."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from denoc_studio.look.colours import readable_on
from denoc_studio.panels.plots.items.box_item import BoxItem
from denoc_studio.plots.curves import Curve
from denoc_studio.plots.decimation import Envelope, thinned
from denoc_studio.widgets.imports.graphs import pg

CROWD = 30  # curves, beyond which each is as plain as can be
MOST_COLUMNS = 100_000  # of all curves of a panel together: what a frame has time for
FAR = 1e5  # pixels: beyond, Qt's own arithmetic overflows
LONGEST_DASHED = 10_000.0  # pixels
REACH = 0.75  # device pixels between copies of a line that read as one wider line
_NONE = np.empty(0)


class Line(NamedTuple):
    """How a curve is drawn, in logical pixels: its width, where it is not solid a dash and the gap behind it, and the
    least distance of the rings round some of its samples, or of its joint's numbers, where it has any."""

    width: float
    dash: float = 0.0
    gap: float = 0.0
    rings: float = 0.0
    numbers: float = 0.0


SOLID, WIDE, DASHED, DOTTED = Line(1.6), Line(2.0), Line(1.0, 6.0, 4.0), Line(1.0, 2.0, 3.0)
RINGED, THIN = Line(1.0, rings=36.0), Line(1.0)
RING = 3.0  # pixels: radius
BETWEEN_NUMBERS = 180.0  # pixels
NUMBER_SIZE = 11  # pixels
TURNS = 7  # joints whose numbers stand apart, also where their curves are one


class Stroke(NamedTuple):
    """One curve as it is drawn."""

    curve: Curve
    colour: str
    line: Line
    line_colour: str = ""  # where its line is paler than its rings


class CurvesItem(BoxItem):
    """Curves of one panel."""

    def __init__(self, box: pg.ViewBox, over_time: bool) -> None:
        super().__init__(box)
        self._over_time = over_time
        self._strokes: Sequence[Stroke] = ()

    @property
    def strokes(self) -> Sequence[Stroke]:
        return self._strokes

    def draw(self, strokes: Sequence[Stroke]) -> None:
        self._strokes = strokes
        self.update()

    @property
    def crowded(self) -> bool:
        return len(self._strokes) > CROWD

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        ratio = painter.device().devicePixelRatioF()
        pixels = Pixels(self.box, self.bounds, ratio, MOST_COLUMNS // max(len(self._strokes), 1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not self.crowded)
        curves = [stroke.curve for stroke in self._strokes]
        places = pixels.over_time(curves) if self._over_time else map(pixels.in_plane, curves)
        for stroke, (x, y) in zip(self._strokes, places, strict=True):
            if len(x) < 2:
                continue
            painter.setPen(_thin_pen(stroke.line_colour or stroke.colour))
            line = Line(0.0) if self.crowded else stroke.line
            joined = None
            if line.dash:
                x, y, joined = _dashes(x, y, line)
            # A pen wider than one pixel costs ten times as much as thin lines side by side.
            for thin in _side_by_side(x, y, line.width, ratio):
                if joined is None:
                    painter.drawPolyline(pg.functions.arrayToQPolygonF(*thin))
                else:
                    painter.drawPath(pg.functions.arrayToQPath(*thin, connect=joined))
            if line.rings:
                painter.setPen(_ring_pen(stroke.colour))
                for place in zip(*pixels.rings(stroke.curve, line.rings), strict=True):
                    painter.drawEllipse(QPointF(*place), RING, RING)
        self._number(painter, pixels)

    def _number(self, painter: QPainter, pixels: Pixels) -> None:
        """Which joint a curve is of, in a disc on it: for eyes and papers that do not tell its colour."""
        wanted = [each for each in self._strokes if each.line.numbers and each.curve.joint >= 0]
        if not self._over_time or self.crowded or not wanted:
            return
        font = painter.font()
        font.setPixelSize(NUMBER_SIZE)
        font.setBold(True)
        painter.setFont(font)
        for stroke in wanted:
            text = str(stroke.curve.joint + 1)
            half = max(NUMBER_SIZE * 0.7, painter.fontMetrics().horizontalAdvance(text) / 2 + 2)
            for x, y in zip(*pixels.rings(stroke.curve, stroke.line.numbers, TURNS), strict=True):
                disc = QRectF(x - half, y - NUMBER_SIZE * 0.7, 2 * half, NUMBER_SIZE * 1.4)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(stroke.colour))
                painter.drawRoundedRect(disc, half, half)
                painter.setPen(QColor(readable_on(stroke.colour)))
                painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, text)
        painter.setBrush(Qt.BrushStyle.NoBrush)


@lru_cache(maxsize=4096)
def _thin_pen(colour: str) -> QPen:
    return QPen(QColor(colour), 0)


@lru_cache(maxsize=4096)
def _ring_pen(colour: str) -> QPen:
    return QPen(QColor(colour), 1.3)


class Pixels:
    """Where the curves of a box are on the screen now."""

    def __init__(self, box: pg.ViewBox, bounds: QRectF, ratio: float, most: int = MOST_COLUMNS) -> None:
        (self._left, self._right), (self._low, self._high) = box.viewRange()
        self._width, self._height = bounds.width(), bounds.height()
        self._columns = min(round(self._width * ratio), most)

    def over_time(self, curves: Sequence[Curve]) -> list[tuple[np.ndarray, np.ndarray]]:
        """Of each curve as many points as there are columns to show them; curves of the same times all at once."""
        sharing: dict[int, list[int]] = {}
        for k, curve in enumerate(curves):
            sharing.setdefault(id(curve.x), []).append(k)
        found: list[tuple[np.ndarray, np.ndarray]] = [(_NONE, _NONE)] * len(curves)
        for members in sharing.values():
            envelope = Envelope(curves[members[0]].x, self._left, self._right, self._columns)
            x = self._across(envelope.x)
            for k, y in zip(members, self._down(envelope.of([curves[k].y for k in members])), strict=True):
                found[k] = x, y
        return found

    def in_plane(self, curve: Curve) -> tuple[np.ndarray, np.ndarray]:
        x, y = thinned(curve.x, curve.y)
        return self._across(x), self._down(y)

    def rings(self, curve: Curve, distance: float, turns: int = 3) -> tuple[list[float], list[float]]:
        """Where some of the samples are, at least so many pixels from one another; the same ones wherever one looks.

        Those of one joint stand between those of the next; so many joints on they are in line again.
        """
        first, end = np.searchsorted(curve.x, (self._left, self._right))
        if end - first < 1:
            return [], []
        span = float(curve.x[-1] - curve.x[0])
        apart = (len(curve.x) - 1) / span * distance * (self._right - self._left) / self._width if span > 0 else 1.0
        stride = 2 ** max(int(np.ceil(np.log2(max(apart, 1.0)))), 0)
        begin = (max(curve.joint, 0) * stride) // turns % stride
        rows = np.arange(begin + -(-(first - begin) // stride) * stride, end, stride)
        return self._across(curve.x[rows]).tolist(), self._down(curve.y[rows]).tolist()

    def _across(self, x: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):  # a run that diverged may leave numbers at the end of their range
            return near((x - self._left) / (self._right - self._left) * self._width)

    def _down(self, y: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            return near((self._high - y) / (self._high - self._low) * self._height)


def near(pixels: np.ndarray) -> np.ndarray:
    """What lies far outside, no further than Qt can go."""
    clipped = np.clip(pixels, -FAR, FAR)
    return clipped if np.isfinite(clipped.sum()) else np.nan_to_num(clipped)


def _dashes(x: np.ndarray, y: np.ndarray, line: Line) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points of a dashed line, and which are joined to the next; Qt's own dashes cost many times as much."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    period = line.dash + line.gap
    if not 0 < along[-1] < LONGEST_DASHED:  # up and down so steeply that only stripes are seen
        return x, y, x % period < line.dash
    starts = np.arange(0.0, along[-1], period)
    places = np.stack([starts, starts + line.dash], axis=1).ravel()
    return np.interp(places, along, x), np.interp(places, along, y), np.arange(len(places)) % 2 == 0


def _side_by_side(x: np.ndarray, y: np.ndarray, width: float, ratio: float) -> list[tuple[np.ndarray, np.ndarray]]:
    """The thin lines, one device pixel each, that make up one of `width` logical pixels."""
    extra = max(0.0, width * ratio - 1.0)
    count = int(np.ceil(extra / REACH))
    if count == 0:
        return [(x, y)]
    along_x, along_y = np.gradient(x), np.gradient(y)
    length = np.hypot(along_x, along_y) + 1e-12
    across_x, across_y = along_y / length, -along_x / length
    shifts = (np.arange(count + 1) / count - 0.5) * extra / ratio
    return [(x + shift * across_x, y + shift * across_y) for shift in shifts]
