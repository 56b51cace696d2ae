"""What lies flat on the picture: names of the joints, the direction of gravity, the world's axes, the grid's step.

Each is an image that is painted once and kept: from frame to frame they change their places, if anything. By OpenGL
there is another reason: Qt keeps the letters that it has once written in a context with their font, also when the
context is gone, 9 kB for each view that there has been.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QLinearGradient, QPainter, QPen, QPolygonF

from denoc_studio.look.colours import AXIS_COLOURS, readable_on
from denoc_studio.picture.arm.camera import Camera
from denoc_studio.picture.arm.picture import ColourKey, Label, Picture

MARGIN = 14.0  # pixels, as everything here
AXIS_LENGTH, GRAVITY_LENGTH = 26.0, 34.0
AXES = QSizeF(2 * AXIS_LENGTH + 32, 2 * AXIS_LENGTH + 32)  # around arrows in any direction, with their letters
GRAVITY = QSizeF(GRAVITY_LENGTH + 16, GRAVITY_LENGTH + 16)
CAPTION = QSizeF(200.0, 18.0)
TAG_OFFSET = QPointF(12.0, -14.0)
TAG, TAG_ENDS, RING = 17.0, 9.0, 2.0  # height of a label, room beside its text, and around it for a ring
EDGE = 4.0  # that a label which is kept stays away from the picture's edge
CROWD = 8  # labels: of more than that, none lies on another
KEY_WIDTH, KEY_HEIGHT, LINE = 132.0, 7.0, 16.0  # of a scale of colours, and of a line of text
KEY = QSizeF(KEY_WIDTH, 2 * LINE + KEY_HEIGHT + 1)
MOST_KEPT = 1000
_kept: dict[Hashable, tuple[Hashable, QImage]] = {}  # by what they show: how that looked last, and the image

Paint = Callable[[QPainter, QRectF], None]  # on an image, within its bounds
Placed = tuple[int, float, float, float, float]  # an image's key, and where it lies: left, top, width and height


def paint_overlay(painter: QPainter, picture: Picture, camera: Camera, width: float, height: float) -> set[Placed]:
    """What has been put where."""
    images, look, seen = _Images(painter), picture.look, camera.axes.tobytes()
    _tags(images, picture.labels, camera, width, height)
    corner = QPointF(MARGIN + AXIS_LENGTH + 8, height - MARGIN - AXIS_LENGTH - 8)
    axes = images.of("axes", (seen, look.text), AXES, partial(_axes, camera=camera, text=look.text))
    images.put(axes, corner)
    if words := picture.caption:
        middle = QPointF(corner.x() + AXIS_LENGTH + 14 + CAPTION.width() / 2, height - MARGIN - CAPTION.height() / 2)
        caption = images.of("caption", (words, look.muted), CAPTION, partial(_words, words=words, colour=look.muted))
        images.put(caption, middle)
    if (key := picture.key) is not None:
        middle = QPointF(width - MARGIN - KEY.width() / 2, height - MARGIN + 1 - KEY.height() / 2)
        images.put(images.of("key", (key, look.muted), KEY, partial(_key, key=key, muted=look.muted)), middle)
    if (gravity := picture.gravity) is not None:
        looks = seen, gravity.tobytes(), look.text
        drawn = images.of("gravity", looks, GRAVITY, partial(_gravity, seen=camera.axes @ gravity, text=look.text))
        images.put(drawn, QPointF(width - MARGIN - GRAVITY_LENGTH, MARGIN + GRAVITY_LENGTH))
    return images.placed


class _Images:
    """What lies on the picture of one painter."""

    def __init__(self, painter: QPainter) -> None:
        self._painter = painter
        self.placed: set[Placed] = set()
        self.font = QFont(painter.font())
        self.font.setPointSizeF(8.5)
        self._ratio = painter.device().devicePixelRatioF()
        self._written = self.font.key(), self._ratio

    def of(self, what: Hashable, looks: Hashable, size: QSizeF | Callable[[], QSizeF], paint: Paint) -> QImage:
        """What `paint` makes, or has made when it had the same looks."""
        key, found = (looks, self._written), _kept.get(what)
        if found is None or found[0] != key:
            if len(_kept) >= MOST_KEPT:
                _kept.clear()
            found = _kept[what] = key, self._painted(size() if callable(size) else size, paint)
        return found[1]

    def put(self, image: QImage, middle: QPointF) -> None:
        """On whole pixels of the screen: letters between them would be blurred."""
        size, ratio = image.deviceIndependentSize(), self._ratio
        left, top = middle.x() - size.width() / 2, middle.y() - size.height() / 2
        left, top = round(left * ratio) / ratio, round(top * ratio) / ratio
        self._painter.drawImage(QPointF(left, top), image)
        self.placed.add((image.cacheKey(), left, top, size.width(), size.height()))

    def _painted(self, size: QSizeF, paint: Paint) -> QImage:
        image = QImage((size * self._ratio).toSize(), QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(self._ratio)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font)
        paint(painter, QRectF(QPointF(), size))
        painter.end()
        return image


def _tags(images: _Images, labels: list[Label], camera: Camera, width: float, height: float) -> None:
    if not labels:
        return
    places = camera.project(np.array([label.point for label in labels]), width, height)
    drawn: list[QRectF] = []
    for (x, y, depth), label in zip(places.tolist(), labels, strict=True):
        if depth <= 0 or not (label.kept or (-50 < x < width + 50 and -50 < y < height + 50)):
            continue
        image = _tag(images, label)
        tag = QRectF(QPointF(), image.deviceIndependentSize()).adjusted(RING, RING, -RING, -RING)
        tag.moveCenter(QPointF(x, y) + TAG_OFFSET)
        if label.kept:
            tag.moveLeft(max(min(tag.left(), width - tag.width() - EDGE), EDGE))
            tag.moveTop(max(min(tag.top(), height - tag.height() - EDGE), EDGE))
        elif len(labels) > CROWD and any(tag.intersects(other) for other in drawn):
            continue
        drawn.append(tag)
        images.put(image, tag.center())


def _tag(images: _Images, label: Label) -> QImage:
    """A label, with room for a ring around it."""

    def size() -> QSizeF:
        text = QFontMetricsF(images.font).horizontalAdvance(label.text)
        return QSizeF(math.ceil(max(text + TAG_ENDS, TAG)) + 2 * RING, TAG + 2 * RING)

    def paint(painter: QPainter, room: QRectF) -> None:
        place = room.adjusted(RING, RING, -RING, -RING)
        painter.setPen(QPen(QColor(label.ring), 2.0) if label.ring else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(label.colour))
        painter.drawRoundedRect(place, TAG / 2, TAG / 2)
        painter.setPen(QColor(readable_on(label.colour)))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, label.text)

    looks = label.text, label.colour, label.ring
    return images.of(looks, looks, size, paint)


def _axes(painter: QPainter, room: QRectF, camera: Camera, text: str) -> None:
    """The world's axes as the camera sees them, the nearest drawn last."""
    seen, origin = camera.axes, room.center()  # rows: right, up, towards
    for k in np.argsort(seen[2]):
        name = "xyz"[k]
        step = QPointF(seen[0, k], -seen[1, k]) * AXIS_LENGTH
        painter.setPen(QPen(QColor(AXIS_COLOURS[name]), 2.0))
        painter.drawLine(origin, origin + step)
        letter = QRectF(0, 0, 14, 14)
        letter.moveCenter(origin + step * 1.32)
        painter.setPen(QColor(text))
        painter.drawText(letter, Qt.AlignmentFlag.AlignCenter, name)


def _words(painter: QPainter, room: QRectF, words: str, colour: str) -> None:
    painter.setPen(QColor(colour))
    painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)


def _gravity(painter: QPainter, room: QRectF, seen: np.ndarray, text: str) -> None:
    """An arrow along gravity as the camera sees it: to the right, up, and towards the eye."""
    direction, middle = seen / np.linalg.norm(seen), room.center()
    step = QPointF(direction[0], -direction[1]) * (GRAVITY_LENGTH / 2)
    colour = QColor(text)
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
    painter.drawText(letter, Qt.AlignmentFlag.AlignCenter, "g")


def _key(painter: QPainter, room: QRectF, key: ColourKey, muted: str) -> None:
    """A scale of colours: its title above it, and its ends below."""
    area = QRectF(0, LINE, KEY_WIDTH, KEY_HEIGHT)
    painter.setPen(QColor(muted))
    painter.drawText(QRectF(0, 0, KEY_WIDTH, LINE), Qt.AlignmentFlag.AlignLeft, key.title)
    for words, side in zip(key.ends, (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight), strict=True):
        painter.drawText(QRectF(0, area.bottom() + 1, KEY_WIDTH, LINE), side, words)
    gradient = QLinearGradient(area.topLeft(), area.topRight())
    for k, colour in enumerate(key.colours):
        gradient.setColorAt(k / (len(key.colours) - 1), QColor(colour))
    painter.fillRect(area, gradient)
