"""Frames of the arm painted in software: solids by the raster and lines by QPainter in any thread, texts in the
window's.

Two threads must not write at once. Qt locks its fonts, and where one lacks a script it says so with the lock held: the
window's thread then waits for Python to take the message, and another that has Python waits for the fonts, for ever.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QImage, QLinearGradient, QPainter, QPen

from denoc_studio.panels.arm.overlay import Placed, paint_overlay
from denoc_studio.picture.arm.camera import NEAR, Camera
from denoc_studio.picture.arm.compose import Motif
from denoc_studio.picture.arm.picture import Lines, Picture, Solid
from denoc_studio.picture.image.lit_solids import lit_solids, seen
from denoc_studio.picture.image.raster import Anew, TooManyPixels
from denoc_studio.picture.image.raster import Canvas as Raster

FINE, PLAIN = 2.0, 1.0  # image pixels per pixel of the screen, with smooth edges and without
WIDEST = 3600  # image pixels: a larger picture has fine pixels of its own
COARSEST = 0.1
SHADES = 20  # of the opacity of lines
NO_LINES = Lines(np.empty((0, 2, 3)), np.empty((0, 2, 4)))


class WantedFrame(NamedTuple):
    """A frame to be painted; its size is in logical pixels, of `ratio` pixels of the screen."""

    motif: Motif
    camera: Camera
    size: QSize
    ratio: float
    font: QFont
    fine: bool
    compiled: bool  # see `raster.Canvas`


class Abandoned(Exception):
    """Nobody wants the frame any more."""


class FramePainter:
    """Paints one frame after the other, but for its texts; what stays the same between them is kept. For one thread at
    a time, but another may set `abandoned` until the frame is done, which then ends early by raising that."""

    def __init__(self) -> None:
        self.abandoned = False
        self.changed: QRect | None = None  # where the frame may differ from the one before; None: anywhere
        self._raster = Raster(1, 1)
        self._backdrop = QImage()
        self._backdrop_key: object = None
        self._backdrop_lines: Lines | None = None
        self._before: QImage | None = None  # the last frame, where the next one may carry it on
        self._before_on: tuple[QImage, bool] | None = None  # its backdrop, and whether it was fine

    def paint(self, wanted: WantedFrame) -> QImage:
        self.changed = None
        self._go_on()
        picture = wanted.motif.picture
        on = self._backdrop_of(picture, wanted), wanted.fine
        still = self._before_on is not None and on[0] is self._before_on[0] and on[1] == self._before_on[1]
        before, self._before, self._before_on = self._before, None, on  # nothing to carry on until the frame is done
        if not (still and wanted.compiled) or picture.cloud is not None or picture.over:
            return self._painted(wanted, on[0].copy(), None)
        try:
            if before is None:
                raise Anew
            frame = self._painted(wanted, before, on[0])
            self.changed = _outward(self._raster.changed(), wanted.size.width() / self._raster.width)
        except Anew:
            frame = self._painted(wanted, on[0].copy(), None)
        self._before = frame
        return frame.copy()  # for texts to be written on

    def _painted(self, wanted: WantedFrame, frame: QImage, ground: QImage | None) -> QImage:
        """The foreground on a frame; for `ground` see `paint_foreground`."""
        picture, camera, (width, height) = wanted.motif.picture, wanted.camera, wanted.size.toTuple()
        if picture.cloud is not None:
            paint_cloud(frame, picture.cloud, camera, width, height, wanted.compiled)
            self._go_on()
        sampling = FINE if wanted.fine else PLAIN
        if self._raster.compiled != wanted.compiled:
            self._raster = Raster(1, 1, compiled=wanted.compiled)
        view = camera, width, height
        self._raster = paint_foreground(frame, picture, *view, sampling, self._raster, self._go_on, ground)
        return frame

    def _go_on(self) -> None:
        if self.abandoned:
            raise Abandoned

    def _backdrop_of(self, picture: Picture, wanted: WantedFrame) -> QImage:
        """Background and grid, painted anew only when the camera or the colours have changed."""
        key = (picture.look, wanted.camera, wanted.size, wanted.ratio)
        if key != self._backdrop_key or picture.under is not self._backdrop_lines:
            self._backdrop_key, self._backdrop_lines = key, picture.under
            self._backdrop = QImage(wanted.size * wanted.ratio, QImage.Format.Format_RGB32)
            self._backdrop.setDevicePixelRatio(wanted.ratio)
            painter = QPainter(self._backdrop)
            paint_backdrop(painter, picture, wanted.camera, *wanted.size.toTuple())
            painter.end()
        return self._backdrop


def write_on(frame: QImage, wanted: WantedFrame) -> set[Placed]:
    """The texts of a frame, in the window's thread; which they are, and where."""
    painter = QPainter(frame)
    painter.setFont(wanted.font)
    placed = paint_overlay(painter, wanted.motif.picture, wanted.camera, *wanted.size.toTuple())
    painter.end()
    return placed


def _outward(box: tuple[int, int, int, int], scale: float) -> QRect:
    """The whole logical pixels that have something of this box."""
    left, top, right, bottom = box
    corner = math.floor(left * scale), math.floor(top * scale)
    return QRect(*corner, math.ceil(right * scale) - corner[0], math.ceil(bottom * scale) - corner[1])


def paint_backdrop(painter: QPainter, picture: Picture, camera: Camera, width: int, height: int) -> None:
    """Background and grid."""
    gradient = QLinearGradient(0, 0, 0, height)
    gradient.setColorAt(0, QColor(picture.look.top))
    gradient.setColorAt(1, QColor(picture.look.bottom))
    painter.fillRect(QRectF(0, 0, width, height), gradient)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if picture.under is not None:
        _draw_lines(painter, picture.under, camera, width, height, None)


def paint_cloud(frame: QImage, lines: Lines, camera: Camera, width: int, height: int, compiled: bool) -> None:
    """Thousands of thin lines, which nothing hides; QPainter takes ten times as long."""
    if compiled:
        from denoc_studio.picture.image.thin_loops import thin_lines  # numba takes its time

        ends = camera.project(lines.points.reshape(-1, 3), frame.width(), frame.height()).reshape(-1, 2, 3)
        thin_lines(np.ascontiguousarray(ends), lines.colours[:, 0].copy(), NEAR * camera.distance, _words(frame))
        return
    painter = QPainter(frame)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_lines(painter, lines, camera, width, height, None)
    painter.end()


def _words(frame: QImage) -> np.ndarray:
    """Its pixels, (h, w) of 0xffrrggbb; Qt fills up rows of such pixels never."""
    return np.frombuffer(frame.bits(), np.uint32).reshape(frame.height(), -1)


def paint_foreground(
    frame: QImage,
    picture: Picture,
    camera: Camera,
    width: int,
    height: int,
    sampling: float,
    raster: Raster,
    go_on: Callable[[], None],
    ground: QImage | None = None,
) -> Raster:
    """Solids, lines amid them, and what lies over all; `sampling` is how many image pixels make one of the screen's.

    `go_on` is called between the parts, and may raise.
    `raster` is one that was used before, whose memory may serve again; the one that was used comes back. With a
    `ground`, `frame` is what was painted on it by this raster before, from the same place, and only what has changed is
    painted; where that cannot be, it raises `Anew`.
    """
    ratio = frame.devicePixelRatioF()
    if width * ratio * sampling > WIDEST:
        sampling = PLAIN
    sampling *= ratio
    again = ground is not None
    raster = _rasterised((picture.solid, picture.translucent), camera, width, height, sampling, raster, again)
    go_on()
    lines: Lines | None = picture.lines or NO_LINES
    if lines is not None and _stroked(raster, lines, camera, raster.width / width):
        lines = None
    _put(frame, raster, width, ground)
    if lines is not None:
        painter = QPainter(frame)
        _draw_lines(painter, lines, camera, width, height, raster)
        painter.end()
    for solid in picture.over:
        go_on()
        raster = _rasterised((solid,), camera, width, height, sampling, raster)
        _put(frame, raster, width)
    return raster


def _put(frame: QImage, raster: Raster, width: int, ground: QImage | None = None) -> None:
    """What the raster has drawn, on a picture that is so many logical pixels wide."""
    if raster.lay_on(_words(frame), None if ground is None else _words(ground)):
        return
    if ground is not None:
        raise Anew
    halved = raster.width > 1.5 * frame.width()
    left, top, pixels = raster.covered(halved)
    if pixels.size:
        image = QImage(pixels.data, pixels.shape[1], pixels.shape[0], QImage.Format.Format_RGBA8888_Premultiplied)
        scale = (1 + halved) * width / raster.width  # 1 but for a screen with fine pixels, or when drawn coarsely
        painter = QPainter(frame)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(left * scale, top * scale, image.width() * scale, image.height() * scale), image)
        painter.end()


def _stroked(raster: Raster, lines: Lines, camera: Camera, scale: float) -> bool:
    """Whether the raster could draw the lines itself."""
    points = lines.points.reshape(-1, 3)
    ends = seen(points, camera, raster.width, raster.height, compiled=raster.compiled).reshape(-1, 2, 3)
    colours = (lines.colours[:, 0] + lines.colours[:, 1]) / 2  # numpy takes ten times as long for a mean of two
    return raster.stroke(ends, colours, lines.width * scale, NEAR * camera.distance)


def _rasterised(
    solids: Sequence[Solid],
    camera: Camera,
    width: int,
    height: int,
    sampling: float,
    raster: Raster,
    again: bool = False,
) -> Raster:
    """Solids at the wanted fineness, or as fine as can be had in good time; `again` instead of those before."""
    while True:
        size = max(round(width * sampling), 1), max(round(height * sampling), 1)
        if (raster.width, raster.height) != size:
            if again:
                raise Anew
            raster = Raster(*size, compiled=raster.compiled)
        raster.clear_solids() if again else raster.clear()
        try:
            for part in lit_solids(solids, camera, *size, compiled=raster.compiled):
                raster.draw(part.points, part.colours, part.faces, part.near)
        except TooManyPixels:
            if again:
                raise Anew from None
            if sampling > COARSEST:
                sampling /= 2
                continue
        return raster


def _draw_lines(
    painter: QPainter, lines: Lines, camera: Camera, width: int, height: int, raster: Raster | None
) -> None:
    """Lines that are before the eye, and not behind the solids of `raster`."""
    ends = camera.project(lines.points, width, height)
    xy = ends[..., :2]
    shown = (ends[..., 2] > NEAR * camera.distance).all(axis=1)
    shown &= (xy.max(axis=1) > 0).all(axis=1) & (xy.min(axis=1) < (width, height)).all(axis=1)
    if raster is not None:
        middle = ends.mean(axis=1) * (raster.width / width, raster.height / height, 1)
        shown &= raster.visible(middle, 1e-3)
    colours = lines.colours[shown].mean(axis=1)
    red, green, blue = np.round(colours[:, :3].T * 255).astype(int)
    shade = np.round(colours[:, 3] * SHADES).astype(int)
    keys = ((red * 256 + green) * 256 + blue) * (SHADES + 1) + shade
    xy = xy[shown].reshape(-1, 4)
    for key in np.unique(keys[shade > 0]).tolist():
        rgb, opacity = divmod(key, SHADES + 1)
        colour = QColor.fromRgb(rgb)
        colour.setAlphaF(opacity / SHADES)
        faint = raster is not None and opacity < SHADES
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not faint)  # in every frame, and hardly seen
        painter.setPen(QPen(colour, 0))
        for shift in _shifts(lines.width if opacity == SHADES else 1.0):
            painter.drawLines([QLineF(*ends) for ends in (xy[keys == key] + shift).tolist()])


def _shifts(width: float) -> list[float]:
    """Thin lines beside each other, in pixels, for a wide one: Qt draws that ten times as slowly."""
    return [0.0] if width <= 1 else [-0.15 * width, 0.15 * width]
