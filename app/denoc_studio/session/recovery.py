"""Keeps a copy of unsaved work on the disk, so that a crash costs seconds of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc_studio.session.document import Document
from denoc_studio.session.recovery_store import Leftover, Origin, Slot, origin_of

LOG = logging.getLogger("denoc_studio.recovery")
DELAY = 3000  # milliseconds from a change to its copy, however many changes follow


class Recovery(QObject):
    """Follows the document. Everything that touches the disk happens in one thread, in order."""

    failed = Signal(str)  # no copy could be written: said once, until one could be again
    _retry = Signal()  # from the thread to the timer

    def __init__(self, document: Document, folder: Path | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder
        self._document = document
        self._slot: Slot | None = None  # this and the next are the thread's
        self._told = False
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="recovery")
        self._busy: Future[None] | None = None
        self._closed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY)
        self._timer.timeout.connect(self._keep)
        self._retry.connect(self._changed)
        if folder is not None:
            document.project_changed.connect(self._changed)
            document.title_changed.connect(self._title_changed)

    def adopt(self, leftover: Leftover) -> None:
        """Go on with what another session left, as unsaved changes; its copy stays on the disk and becomes ours."""
        self._document.replace(leftover.project, leftover.target, leftover.version, modified=True)
        self._do(lambda: self._take(leftover.slot))

    def close(self) -> None:
        """The document was saved or given up: nothing is left behind, and nothing is kept from now on."""
        self._timer.stop()
        self._do(self._end)
        self._closed = True
        self._thread.shutdown(wait=True)

    def leave(self) -> None:
        """The session ends without an answer: unsaved changes are on the disk when this returns, and stay there."""
        self._timer.stop()
        if self._document.modified and self.folder is not None:
            self._do_write()
        else:
            self._do(self._end)
        self._closed = True
        self._thread.shutdown(wait=True)

    def _changed(self) -> None:
        # Never started anew: a long burst of changes is kept on its way.
        if not self._closed and not self._timer.isActive():
            self._timer.start()

    def _title_changed(self) -> None:
        if self._document.modified:
            self._changed()
        else:
            self._timer.stop()
            self._do(self._clear)

    def _keep(self) -> None:
        if not self._document.modified:
            self._do(self._clear)
        elif self._busy is not None and not self._busy.done():
            self._timer.start()
        else:
            self._do_write()

    def _do_write(self) -> None:
        project, origin = self._document.project, origin_of(self._document.path, self._document.version)
        self._do(lambda: self._write(project, origin))

    def _do(self, act: Callable[[], None]) -> None:
        if not self._closed:
            self._busy = self._thread.submit(act)

    def _write(self, project: Project, origin: Origin) -> None:
        try:
            if self._slot is None:
                assert self.folder is not None
                self._slot = Slot.new(self.folder)
            self._slot.write(project, origin)
            self._told = False
        except (DynamicsError, OSError) as error:
            self._retry.emit()
            if not self._told:
                self._told = True
                LOG.warning("no recovery file could be written: %s", error)
                self.failed.emit(f"Unsaved changes are not protected: {error}")

    def _take(self, slot: Slot) -> None:
        self._end()
        self._slot = slot

    def _clear(self) -> None:
        if self._slot is not None:
            self._slot.clear()

    def _end(self) -> None:
        if self._slot is not None:
            self._slot.close()
            self._slot = None
