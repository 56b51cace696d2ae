"""The figure of the Denavit-Hartenberg parameters, painted: crisp at every scale, in the theme's colours."""

from __future__ import annotations

import math
from typing import get_args

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QApplication

from denoc.arm.robot import Convention
from denoc_studio.look.colours import AXIS_COLOURS, mixed
from denoc_studio.look.palettes import Theme
from denoc_studio.picture.arm.dh_diagram import Diagram, Kind, Stroke, dh_diagram

SIZE = QSize(640, 360)  # logical pixels
MARGIN = 34.0
AZIMUTH: dict[Convention, float] = {"standard": math.radians(-78), "modified": math.radians(-112)}  # seen from there
ELEVATION = math.radians(24)
HEAD = 8.0  # pixels of an arrow
OUT = 11.0  # pixels from a line to its letter


def dh_image(convention: Convention, theme: Theme, ratio: float) -> QImage:
    """SIZE logical pixels, `ratio` device pixels each."""
    image = QImage(SIZE * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(theme.base))
    painter = QPainter(image)
    paint_diagram(painter, dh_diagram(convention), theme)
    painter.end()
    return image


def paint_diagram(painter: QPainter, diagram: Diagram, theme: Theme) -> list[tuple[str, QRectF]]:
    """Where the words stand, in the order in which they are written."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    view = _View(diagram)
    order = get_args(Kind)
    for stroke in sorted(diagram.strokes, key=lambda stroke: order.index(stroke.kind)):
        _draw(painter, view, stroke, theme)
    return [_write(painter, view, stroke, theme) for stroke in diagram.strokes if stroke.words]


class _View:
    """Parallel projection that fills the picture."""

    def __init__(self, diagram: Diagram) -> None:
        azimuth, level = AZIMUTH[diagram.convention], math.cos(ELEVATION)
        right = np.array([-math.sin(azimuth), math.cos(azimuth), 0.0])
        towards = np.array([level * math.cos(azimuth), level * math.sin(azimuth), math.sin(ELEVATION)])
        self._axes = np.array([right, -np.cross(towards, right)])  # right and down
        flat = np.concatenate([stroke.points @ self._axes.T for stroke in diagram.strokes])
        low, high = flat.min(axis=0), flat.max(axis=0)
        room = np.array([SIZE.width() - 4 * MARGIN, SIZE.height() - 2 * MARGIN])
        self._scale = float((room / (high - low)).min())
        self._middle = (low + high) / 2

    def place(self, point: np.ndarray) -> QPointF:
        x, y = self._scale * (self._axes @ point - self._middle)
        return QPointF(SIZE.width() / 2 + x, SIZE.height() / 2 + y)


def _draw(painter: QPainter, view: _View, stroke: Stroke, theme: Theme) -> None:
    points = [view.place(point) for point in stroke.points]
    if stroke.kind == "origin":
        painter.setPen(QPen(QColor(theme.text), 1.5))
        painter.setBrush(QColor(theme.base))
        painter.drawEllipse(points[0], 3.5, 3.5)
        return
    pens = {
        "axis": QPen(QColor(theme.muted), 1.0, Qt.PenStyle.DashDotLine),
        "link": QPen(QColor(mixed(theme.base, theme.metal, 0.3)), 16.0),
        "joint": QPen(QColor(mixed(theme.base, theme.metal, 0.6)), 26.0),
        "ray": QPen(QColor(theme.muted), 1.2, Qt.PenStyle.DotLine),
        "length": QPen(QColor(theme.ink), 3.0),
        "angle": QPen(QColor(theme.ink), 2.0),
    }
    pen = pens.get(stroke.kind) or QPen(QColor(AXIS_COLOURS[stroke.kind]), 2.0)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap if stroke.kind == "link" else Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(points))
    if stroke.kind in ("angle", "x", "y", "z"):
        _head(painter, points[-2], points[-1], pen.color())


def _head(painter: QPainter, before: QPointF, end: QPointF, colour: QColor) -> None:
    along = _unit(end - before)
    across = QPointF(-along.y(), along.x()) * (HEAD * 0.42)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    tip = end + along * 2
    painter.drawPolygon(QPolygonF([tip, tip - along * HEAD + across, tip - along * HEAD - across]))


def _write(painter: QPainter, view: _View, stroke: Stroke, theme: Theme) -> tuple[str, QRectF]:
    """A parameter large, the rest as captions are."""
    parameter = stroke.kind in ("length", "angle")
    font = QFont(QApplication.font())
    font.setPixelSize(17 if parameter else 13)
    font.setItalic(stroke.kind != "axis")
    font.setBold(parameter)
    painter.setFont(font)
    metrics = QFontMetricsF(font)
    room = QRectF(0, 0, metrics.horizontalAdvance(stroke.words) + 4, metrics.height())
    room.moveCenter(_beside(stroke, [view.place(point) for point in stroke.points], room.width()))
    painter.setPen(QColor(theme.muted if stroke.kind == "axis" else theme.text))
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, stroke.words)
    return stroke.words, room


def _beside(stroke: Stroke, points: list[QPointF], width: float) -> QPointF:
    """The middle of the words: beside a length, outside an arc, behind the end of an arrow."""
    end, along = points[-1], _unit(points[-1] - points[0])
    across = QPointF(along.y(), -along.x())  # to the left of the way
    before = stroke.words.endswith("ᵢ₋₁")
    if stroke.kind == "length":
        side = across if stroke.words[0] != "d" else -across
        return (points[0] + end) / 2 + side * (OUT + width / 2 * abs(side.x()) + 6)
    if stroke.kind == "angle":
        middle = points[len(points) // 2]
        return middle + _unit(middle - (points[0] + end) / 2) * (OUT + 4)
    if stroke.kind == "axis":
        return end + QPointF(width / 2 + 6, 2)
    if stroke.kind == "origin":
        return end + (QPointF(-26, 12) if before else QPointF(14, 16))
    if stroke.kind == "z":  # its joint's axis goes on from there
        return end + across * (OUT + width / 2) if before else end + along * 14 - across * 9
    return end + (QPointF(0, OUT + 6) if stroke.kind == "x" and before else along * 16)


def _unit(step: QPointF) -> QPointF:
    return step / max(math.hypot(step.x(), step.y()), 1e-9)
