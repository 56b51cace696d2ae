"""The arm drawn by OpenGL, in pyqtgraph's view with matrices, items and light of our own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import numpy as np
from OpenGL import GL, contextdata
from pyqtgraph.opengl import GLViewWidget
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMatrix4x4, QPainter
from PySide6.QtWidgets import QWidget

from denoc_studio.panels.arm.gl_items import Background, LinesItem, SolidItem
from denoc_studio.panels.arm.gl_probe import surface_format
from denoc_studio.panels.arm.overlay import paint_overlay
from denoc_studio.picture.arm.camera import Camera
from denoc_studio.picture.arm.compose import Motif
from denoc_studio.picture.arm.picture import Picture, joined_solids

MOST_OVER = 3  # solids that a picture has over all others


class GLCanvas(GLViewWidget):
    """Asks `source` for the picture whenever it paints; says `failed` once when OpenGL lets it down."""

    name = "OpenGL"
    failed = Signal(str)
    painted = Signal()

    def __init__(self, source: Callable[[], tuple[Motif, Camera]], samples: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFormat(surface_format(samples))
        self._source = source
        self._camera = Camera()
        self._picture: Picture | None = None
        self._has_failed = False
        self._background, self._under, self._cloud, self._lines = Background(), LinesItem(), LinesItem(), LinesItem()
        self._solid, self._translucent = SolidItem(translucent=False), SolidItem(translucent=True)
        self._over = [SolidItem(translucent=True, over=True) for _ in range(MOST_OVER)]
        beneath = (self._background, self._under, self._cloud)
        for item in (*beneath, self._solid, self._lines, self._translucent, *self._over):
            self.addItem(item)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def refresh(self, urgent: bool = False) -> None:
        """Paint at the next occasion, which is soon enough for every frame."""
        self.update()

    def finish(self) -> None:
        """Nothing to end: it paints in the window's own thread."""

    def initializeGL(self) -> None:
        """Also after the window was torn off or docked: then all of it is made again in the new context."""
        try:
            super().initializeGL()
            for item in self.items:
                item.initializeGL()
            held = contextdata.getContext()  # what PyOpenGL keeps by this context, and by itself would keep for ever
            self.context().aboutToBeDestroyed.connect(lambda: contextdata.cleanupContext(held))
        except Exception as error:
            self._fail(error)

    def paintGL(self) -> None:
        if self._has_failed:
            return
        try:
            motif, camera = self._source()
            self._take(motif.picture, camera)
            super().paintGL()
            self._paint_overlay()
            self.painted.emit()
        except Exception as error:
            self._fail(error)

    def paint(self, *, region: Any, viewport: Any, useItemNames: bool = False) -> None:
        """As pyqtgraph does, except that an item's error is not printed and forgotten."""
        self.setProjection(region, viewport)
        self.setModelview()
        GL.glClearColor(0.0, 0.0, 0.0, 1.0)
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT | GL.GL_COLOR_BUFFER_BIT)
        for item in self.items:
            item.paint()

    def viewMatrix(self) -> QMatrix4x4:
        """From axes at the camera's centre, which is where the items' vertices are counted from."""
        matrix = self._camera.view_matrix()
        matrix[:3, 3] = (0.0, 0.0, -self._camera.distance)
        return QMatrix4x4(*matrix.ravel().tolist())

    def projectionMatrix(self, region: Any, viewport: Any) -> QMatrix4x4:
        aspect = max(self.width(), 1) / max(self.height(), 1)
        return QMatrix4x4(*self._camera.projection_matrix(aspect).ravel().tolist())

    def _take(self, picture: Picture, camera: Camera) -> None:
        if picture is self._picture and camera.centre == self._camera.centre:
            self._camera = camera
            return
        self._picture, self._camera = picture, camera
        centre, ratio = np.array(camera.centre), self.devicePixelRatioF()
        self._background.show_colours(picture.look.top, picture.look.bottom)
        self._under.show_lines(picture.under, centre, ratio)
        self._cloud.show_lines(picture.cloud, centre, ratio)
        self._lines.show_lines(picture.lines, centre, ratio)
        self._solid.show_solid(picture.solid, centre)
        self._translucent.show_solid(picture.translucent, centre)
        for item, solid in zip_longest(self._over, picture.over):
            item.show_solid(solid or joined_solids([]), centre)

    def _paint_overlay(self) -> None:
        assert self._picture is not None
        painter = QPainter(self)
        try:
            paint_overlay(painter, self._picture, self._camera, self.width(), self.height())
        finally:
            painter.end()  # a painter left open takes the program down with the widget

    def _fail(self, error: Exception) -> None:
        if not self._has_failed:
            self._has_failed = True
            self.failed.emit(str(error) or type(error).__name__)
