"""Who draws the arm: OpenGL where there is any, the painter elsewhere, and when OpenGL is lost."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.arm.gl_probe import only_software, probe
from denoc_studio.panels.arm.painter_canvas import PainterCanvas
from denoc_studio.picture.arm.camera import Camera
from denoc_studio.picture.arm.compose import Motif
from denoc_studio.widgets.guard import guard_overrides

if TYPE_CHECKING:
    from denoc_studio.panels.arm.gl_canvas import GLCanvas

SAMPLES = 4  # per pixel, for smooth edges
log = logging.getLogger("denoc_studio")


class ArmCanvas(QWidget):
    """Shows what `source` gives, through the one or the other."""

    notice = Signal(str)  # once, when the painter had to take over
    painted = Signal()  # a frame

    def __init__(
        self, source: Callable[[], tuple[Motif, Camera]], preferences: Preferences, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._source, self._preferences = source, preferences
        self._gl_problem = ""
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.drawer = self._new_drawer()
        self._install()
        preferences.changed.connect(self._follow_preference)

    def refresh(self, urgent: bool = False) -> None:
        """Paint at the next occasion; an urgent frame does not wait for another that is being painted."""
        self.drawer.refresh(urgent)

    def finish(self) -> None:
        """Nothing is painted any more."""
        self.drawer.finish()

    def _follow_preference(self, name: str) -> None:
        if name in ("drawing", "smooth"):
            self._change_drawer()

    def _change_drawer(self) -> None:
        old, self.drawer = self.drawer, self._new_drawer()
        old.finish()
        self._layout.removeWidget(old)
        old.hide()
        old.deleteLater()
        self._install()

    def _install(self) -> None:
        self.drawer.painted.connect(self.painted)
        self._layout.addWidget(self.drawer)
        self.drawer.setGeometry(self.rect())  # at once: a layout takes its time with a latecomer
        self.drawer.show()

    def _new_drawer(self) -> GLCanvas | PainterCanvas:
        smooth = bool(self._preferences["smooth"])
        wanted = self._preferences["drawing"]
        if wanted == "painter" or self._gl_problem or (wanted == "auto" and only_software()):
            return PainterCanvas(self._source, smooth, self)
        found = probe()
        if found.problem:
            self._give_up_gl(found.problem)
        if found.problem or (found.software and wanted == "auto"):  # Qt composes the whole window by OpenGL then
            return PainterCanvas(self._source, smooth, self)
        try:
            from denoc_studio.panels.arm.gl_canvas import GLCanvas  # needs PyOpenGL
        except Exception as error:  # a library that is missing shows in several ways
            self._give_up_gl(f"PyOpenGL cannot be used: {error}")
            return PainterCanvas(self._source, smooth, self)
        guard_overrides()
        canvas = GLCanvas(self._source, SAMPLES if smooth and not found.software else 0, self)
        canvas.failed.connect(self._lose_gl, Qt.ConnectionType.QueuedConnection)
        return canvas

    def _lose_gl(self, problem: str) -> None:
        if not self._gl_problem:
            self._give_up_gl(problem)
            self._change_drawer()

    def _give_up_gl(self, problem: str) -> None:
        self._gl_problem = problem
        log.warning("the arm is drawn without OpenGL: %s", problem)
        # Later, since whoever listens cannot do so before the view exists.
        QTimer.singleShot(0, self, lambda: self.notice.emit(f"The arm is drawn without OpenGL: {problem}"))
