"""The arm drawn without OpenGL: frames are painted in a thread, the widget shows the last one."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.arm.camera import Camera
from app.arm.compose import Motif
from app.arm.raster import compiled
from app.views.arm_frames import Brush, Wanted
from dynamics.kernels.dispatch import never_compile_here

AT_REST = 180  # milliseconds without a change


class PainterCanvas(QWidget):
    """Asks `source` for what is to be seen whenever it has changed and the frame before is done."""

    name = "painter"
    painted = Signal()

    def __init__(self, source: Callable[[], tuple[Motif, Camera]], smooth: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._source, self._smooth = source, smooth
        self._frame: QImage | None = None
        self._new = False  # the frame has not been on the screen
        self._changed = self._busy = False
        self._asked: tuple[Motif, Camera] | None = None
        self._studio = Studio()
        self._studio.made.connect(self._take)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._ask)
        self._rest = QTimer(self, singleShot=True, interval=AT_REST)
        self._rest.timeout.connect(self.refresh)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def settled(self) -> bool:
        """Whether the frame shows all that has happened."""
        return not (self._changed or self._busy or self._rest.isActive())

    def refresh(self) -> None:
        """Another frame, at the next occasion; many changes at once are one frame."""
        self._changed = True
        if not self._busy:
            self._soon.start()

    def finish(self) -> None:
        """No more frames."""
        self._studio.close()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._frame is None and not self._busy:  # never an empty view, not even for a moment
            self._frame, self._new = self._studio.brush.paint(self._wanted()), True
        if self._frame is not None and self._frame.devicePixelRatio() != self.devicePixelRatioF():
            self.refresh()  # it came to another screen
        painter = QPainter(self)
        if self._frame is None or self._frame.deviceIndependentSize().toSize() != self.size():
            painter.fillRect(self.rect(), QColor(self._source()[0].options.look.bottom))
        if self._frame is not None:
            spare = self.size() - self._frame.deviceIndependentSize().toSize()
            painter.drawImage(QPoint(spare.width() // 2, spare.height() // 2), self._frame)
        painter.end()
        if self._new:
            self._new = False
            self.painted.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._changed and self._frame is not None:
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._frame is not None:
            self.refresh()

    def _ask(self) -> None:
        """What is not visible, or has no room, is painted when it is shown, and the first frame at once."""
        if self._frame is not None and self.isVisible() and not self.size().isEmpty() and not self._busy:
            self._busy = self._studio.ask(self._wanted())

    def _wanted(self) -> Wanted:
        shown = self._source()
        at_rest = self._asked is not None and all(new is old for new, old in zip(shown, self._asked, strict=True))
        self._changed, self._asked = False, shown
        fine = self._smooth and (at_rest or compiled())
        if self._smooth and not fine:
            self._rest.start()
        return Wanted(*shown, self.size(), self.devicePixelRatioF(), self.font(), fine)

    def _take(self, made: QImage | Exception) -> None:
        self._busy = False
        if self._changed:
            self._ask()
        if isinstance(made, Exception):
            raise made
        self._frame, self._new = made, True
        self.update()


class Studio(QObject):
    """A thread that paints frames, one at a time.

    It has no parent: a frame under way when its canvas goes must still find somebody to give it to.
    """

    made = Signal(object)  # QImage, or the exception instead

    def __init__(self) -> None:
        super().__init__()
        self.brush = Brush()
        self._thread = ThreadPoolExecutor(1, "arm frames", never_compile_here)
        self._open = True

    def ask(self, wanted: Wanted) -> bool:
        """Whether there will be a frame."""
        if self._open:
            self._thread.submit(self._paint, wanted)
        return self._open

    def close(self) -> None:
        self._open = False
        self._thread.shutdown(wait=True)

    def _paint(self, wanted: Wanted) -> None:
        try:
            self.made.emit(self.brush.paint(wanted))
        except Exception as error:  # the window's thread will say so
            self.made.emit(error)
