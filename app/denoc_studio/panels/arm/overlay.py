"""What lies flat on the picture: names of the joints, the direction of gravity, the world's axes, the grid's step."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QLinearGradient,
    QPaintEngine,
    QPainter,
    QPen,
    QPolygonF,
)

from denoc_studio.look.colours import AXIS_COLOURS, readable_on
from denoc_studio.picture.arm.camera import Camera
from denoc_studio.picture.arm.picture import ColourKey, Label, Picture

MARGIN = 14.0  # pixels, as everything here
AXIS_LENGTH, GRAVITY_LENGTH = 26.0, 34.0
TAG_OFFSET = QPointF(12.0, -14.0)
EDGE = 4.0  # that a label which is kept stays away from the picture's edge
CROWD = 8  # labels: of more than that, none lies on another
KEY_WIDTH, KEY_HEIGHT, LINE = 132.0, 7.0, 16.0  # of a scale of colours, and of a line of text
MOST_WORDS = 1000  # that are kept as images
_words: dict[tuple[object, ...], QImage] = {}


def paint_overlay(painter: QPainter, picture: Picture, camera: Camera, width: float, height: float) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = QFont(painter.font())
    font.setPointSizeF(8.5)
    painter.setFont(font)
    _tags(painter, picture.labels, camera, width, height)
    corner = QPointF(MARGIN + AXIS_LENGTH + 8, height - MARGIN - AXIS_LENGTH - 8)
    _axes(painter, camera, corner, picture.look.text)
    if picture.caption:
        place = QRectF(corner.x() + AXIS_LENGTH + 14, height - MARGIN - 18, 200, 18)
        painter.setPen(QColor(picture.look.muted))
        _write(painter, place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, picture.caption)
    if picture.key is not None:
        _key(painter, picture.key, picture.look.muted, QPointF(width - MARGIN, height - MARGIN))
    if picture.gravity is not None:
        _gravity(painter, picture, camera, QPointF(width - MARGIN - GRAVITY_LENGTH, MARGIN + GRAVITY_LENGTH))


def _tags(painter: QPainter, labels: list[Label], camera: Camera, width: float, height: float) -> None:
    if not labels:
        return
    places = camera.project(np.array([label.point for label in labels]), width, height)
    metrics = QFontMetricsF(painter.font())
    drawn: list[QRectF] = []
    for (x, y, depth), label in zip(places.tolist(), labels, strict=True):
        if depth <= 0 or not (label.kept or (-50 < x < width + 50 and -50 < y < height + 50)):
            continue
        tag = QRectF(0, 0, max(metrics.horizontalAdvance(label.text) + 9, 17), 17)
        tag.moveCenter(QPointF(x, y) + TAG_OFFSET)
        if label.kept:
            tag.moveLeft(max(min(tag.left(), width - tag.width() - EDGE), EDGE))
            tag.moveTop(max(min(tag.top(), height - tag.height() - EDGE), EDGE))
        elif len(labels) > CROWD and any(tag.intersects(other) for other in drawn):
            continue
        drawn.append(tag)
        painter.setPen(QPen(QColor(label.ring), 2.0) if label.ring else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(label.colour))
        painter.drawRoundedRect(tag, 8.5, 8.5)
        painter.setPen(QColor(readable_on(label.colour)))
        _write(painter, tag, Qt.AlignmentFlag.AlignCenter, label.text)


def _axes(painter: QPainter, camera: Camera, origin: QPointF, text: str) -> None:
    """The world's axes as the camera sees them, the nearest drawn last."""
    seen = camera.axes  # rows: right, up, towards
    for k in np.argsort(seen[2]):
        name = "xyz"[k]
        step = QPointF(seen[0, k], -seen[1, k]) * AXIS_LENGTH
        painter.setPen(QPen(QColor(AXIS_COLOURS[name]), 2.0))
        painter.drawLine(origin, origin + step)
        letter = QRectF(0, 0, 14, 14)
        letter.moveCenter(origin + step * 1.32)
        painter.setPen(QColor(text))
        _write(painter, letter, Qt.AlignmentFlag.AlignCenter, name)


def _gravity(painter: QPainter, picture: Picture, camera: Camera, middle: QPointF) -> None:
    assert picture.gravity is not None
    direction = camera.axes @ (picture.gravity / np.linalg.norm(picture.gravity))
    step = QPointF(direction[0], -direction[1]) * (GRAVITY_LENGTH / 2)
    colour = QColor(picture.look.text)
    painter.setPen(QPen(colour, 2.0))
    painter.setBrush(colour)
    start, end = middle - step, middle + step
    length = float(np.hypot(step.x(), step.y()))
    if length > 6:
        along = step / length
        across = QPointF(-along.y(), along.x())
        painter.drawLine(start, end - along * 7)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(QPolygonF([end, end - along * 9 + across * 4, end - along * 9 - across * 4]))
    else:  # along the view: the point or the feathers of an arrow
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(middle, 6.0, 6.0)
        if direction[2] > 0:
            painter.drawPoint(middle)
        else:
            painter.drawLine(middle - QPointF(4, 4), middle + QPointF(4, 4))
            painter.drawLine(middle - QPointF(4, -4), middle + QPointF(4, -4))
    painter.setPen(colour)
    letter = QRectF(0, 0, 16, 16)
    letter.moveCenter(middle + QPointF(14, 0))
    _write(painter, letter, Qt.AlignmentFlag.AlignCenter, "g")


def _key(painter: QPainter, key: ColourKey, muted: str, corner: QPointF) -> None:
    """A scale of colours in the corner below right: its title above it, and its ends below."""
    area = QRectF(corner.x() - KEY_WIDTH, corner.y() - LINE - KEY_HEIGHT, KEY_WIDTH, KEY_HEIGHT)
    painter.setPen(QColor(muted))
    _write(painter, QRectF(area.left(), area.top() - LINE, KEY_WIDTH, LINE), Qt.AlignmentFlag.AlignLeft, key.title)
    for words, side in zip(key.ends, (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight), strict=True):
        _write(painter, QRectF(area.left(), area.bottom() + 1, KEY_WIDTH, LINE), side, words)
    gradient = QLinearGradient(area.topLeft(), area.topRight())
    for k, colour in enumerate(key.colours):
        gradient.setColorAt(k / (len(key.colours) - 1), QColor(colour))
    painter.fillRect(area, gradient)


def _write(painter: QPainter, place: QRectF, where: Qt.AlignmentFlag, text: str) -> None:
    """As `drawText` does; by OpenGL as an image of the text, since Qt keeps the letters that it has once written in a
    context with their font, also when the context is gone: 9 kB for each view that there has been."""
    if painter.paintEngine().type() != QPaintEngine.Type.OpenGL2:
        painter.drawText(place, where, text)
        return
    ratio, font, colour = painter.device().devicePixelRatioF(), painter.font(), painter.pen().color()
    key = (text, font.key(), colour.rgba(), place.width(), place.height(), where, ratio)
    if key not in _words:
        if len(_words) >= MOST_WORDS:
            _words.clear()
        _words[key] = _written(text, font, colour, place, where, ratio)
    corner = QPointF(round(place.left() * ratio) / ratio, round(place.top() * ratio) / ratio)
    painter.drawImage(corner, _words[key])


def _written(text: str, font: QFont, colour: QColor, place: QRectF, where: Qt.AlignmentFlag, ratio: float) -> QImage:
    """A text in its place, on nothing."""
    room = QRectF(0.0, 0.0, place.width(), place.height())
    image = QImage((room.size() * ratio).toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(room, where, text)
    painter.end()
    return image
