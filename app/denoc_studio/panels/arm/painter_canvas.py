"""The arm drawn without OpenGL: frames are painted in a thread, the widget shows the last one."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread

from PySide6.QtCore import QObject, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from denoc_studio.panels.arm.overlay import Placed
from denoc_studio.panels.arm.painted_frames import Abandoned, FramePainter, WantedFrame, write_on
from denoc_studio.picture.arm.camera import Camera
from denoc_studio.picture.arm.compose import Motif
from denoc_studio.picture.image.raster import is_prepared

AT_REST = 180  # milliseconds without a change


class PainterCanvas(QWidget):
    """Asks `source` for what is to be seen whenever it has changed and the frame before is done."""

    name = "painter"
    painted = Signal()

    def __init__(self, source: Callable[[], tuple[Motif, Camera]], smooth: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._source, self._smooth = source, smooth
        self._frame: QImage | None = None
        self._texts: set[Placed] = set()  # of the frame
        self._new = False  # the frame has not been on the screen
        self._changed = self._busy = False
        self._asked: tuple[Motif, Camera] | None = None
        self._studio = PaintingThread()
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

    def refresh(self, urgent: bool = False) -> None:
        """Another frame, at the next occasion; many changes at once are one frame. An urgent one does not wait until
        the one before is done."""
        self._changed = True
        if urgent:
            self._studio.abandon()
        if not self._busy:
            self._soon.start()

    def finish(self) -> None:
        """No more frames."""
        self._studio.close()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._frame is None and not self._busy:  # never an empty view, not even for a moment
            wanted = self._wanted()
            self._studio.brush.abandoned = False
            self._show(self._studio.brush.paint(wanted), wanted)
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

    def _wanted(self) -> WantedFrame:
        shown = self._source()
        at_rest = self._asked is not None and all(new is old for new, old in zip(shown, self._asked, strict=True))
        self._changed, self._asked = False, shown
        compiled = is_prepared()
        fine = self._smooth and (at_rest or compiled)
        if self._smooth and not fine:
            self._rest.start()
        return WantedFrame(*shown, self.size(), self.devicePixelRatioF(), self.font(), fine, compiled)

    def _take(self, made: QImage | Exception, wanted: WantedFrame, changed: QRect | None) -> None:
        self._busy = False
        if self._changed:
            self._ask()
        if isinstance(made, Abandoned):
            return
        if isinstance(made, Exception):
            raise made
        before = self._texts
        self._show(made, wanted)
        if changed is None or changed.isEmpty() or wanted.size != self.size():
            self.update()
            return
        for _, *place in before ^ self._texts:  # what has come, gone or moved
            changed |= QRectF(*place).toAlignedRect()
        self.update(changed)

    def _show(self, frame: QImage, wanted: WantedFrame) -> None:
        self._texts = write_on(frame, wanted)
        self._frame, self._new = frame, True


class PaintingThread(QObject):
    """A thread that paints frames, one at a time, until it is closed or nobody holds it any more.

    It has no parent: a frame under way when its canvas goes must still find somebody to give it to. Frames are asked
    for through a queue without a lock of Python's: the painting thread would hold that while it waits for the
    interpreter, and the window for both.
    """

    # QImage without its texts, or the exception instead; what was wanted; where the image may be new, as `changed`
    made = Signal(object, object, object)

    def __init__(self) -> None:
        super().__init__()
        self.brush = FramePainter()
        self._asked: SimpleQueue[WantedFrame | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._open = True
        weakref.finalize(self, self._asked.put, None)

    def ask(self, wanted: WantedFrame) -> bool:
        """Whether there will be a frame."""
        if self._open:
            if self._thread is None:
                self._thread = Thread(
                    target=_work, args=(self._asked, weakref.ref(self)), name="arm frames", daemon=True
                )
                self._thread.start()
            self.brush.abandoned = False
            self._asked.put(wanted)
        return self._open

    def abandon(self) -> None:
        """The frame under way, if any, is not wanted any more; it is told as an exception."""
        self.brush.abandoned = True

    def close(self) -> None:
        self._open = False
        self.abandon()
        self._asked.put(None)
        if self._thread is not None:
            self._thread.join()

    def _paint(self, wanted: WantedFrame) -> None:
        try:
            self.made.emit(self.brush.paint(wanted), wanted, self.brush.changed)
        except Exception as error:  # the window's thread will say so
            self.made.emit(error, wanted, None)


def _work(asked: SimpleQueue[WantedFrame | None], studio: weakref.ref[PaintingThread]) -> None:
    while (wanted := asked.get()) is not None and (owner := studio()) is not None:
        owner._paint(wanted)
        del owner, wanted  # while it waits for the next one
