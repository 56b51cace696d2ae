"""Notices when somebody else writes the document's file, without ever waiting for the disk."""

from __future__ import annotations

import os
import queue
import threading
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from denoc.basics.errors import DynamicsError
from denoc.files.disk.versions import Version, version_of
from denoc.files.projects.project import Project
from denoc.files.projects.project_file import read_project
from denoc_studio.session.document import Document

EVERY = 2000  # milliseconds from one look to the next
AGAIN = 300  # milliseconds to the second look at something that differs: it may be half written
COLLECT = 50

Stamp = tuple[str, int, int, int, int]
Known = tuple[Path | None, Version | None]


class FileOnDisk(NamedTuple):
    """A file as it is now: the project in it, or why there is none."""

    path: Path
    version: Version
    project: Project | None
    problem: str

    @property
    def words(self) -> str:
        """What became of the file."""
        name = self.path.name
        if self.version.absent:
            return f"{name} is no longer there."
        if Path(self.version.place).name != name:
            return f"{name} leads to {self.version.place} now."
        return f"{name} was changed on disk."


class LookResult(NamedTuple):
    """What one look found: when the file was written, and what it holds where that is not what was known."""

    known: Known
    stamp: Stamp | None
    sight: FileOnDisk | None


def look_at(path: Path) -> FileOnDisk:
    try:
        project, version = read_project(path)
    except DynamicsError as error:
        return FileOnDisk(path, version_of(path), None, error.reason)
    return FileOnDisk(path, version, project, "")


class DiskWatch(QObject):
    """Looks every two seconds and when it is told to, each time in a thread that nobody waits for: on a drive that
    does not answer one look hangs, and no other is begun."""

    noticed = Signal(object)  # Sight of a file that is not the document's version; None when all is well again

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._answers: queue.SimpleQueue[LookResult] = queue.SimpleQueue()
        self._busy = False
        self._stamp: Stamp | None = None  # of the file when it was last read
        self._suspected: Version | None = None  # seen once
        self._told: Version | None = None
        self._known = self._wanted()
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        self._collect = QTimer(self)
        self._collect.setInterval(COLLECT)
        self._collect.timeout.connect(self._take)
        document.title_changed.connect(self._follow)

    def look(self) -> None:
        """Begin a look; what it finds is told later."""
        path, version = known = self._wanted()
        if self._busy or path is None or version is None:
            return
        self._busy = True
        stamp = None if self._suspected else self._stamp
        thread = threading.Thread(target=lambda: self._answers.put(_look(known, stamp)), daemon=True)
        thread.name = "disk-watch"
        thread.start()
        self._collect.start()

    def finish(self) -> None:
        self._timer.stop()
        self._collect.stop()

    def _wanted(self) -> Known:
        return self._document.path, self._document.version

    def _follow(self) -> None:
        """Another file, or another version of it, is the document's now."""
        if self._wanted() != self._known:
            self._known = self._wanted()
            self._stamp = self._suspected = None
            self._tell(None)

    def _take(self) -> None:
        try:
            found = self._answers.get_nowait()
        except queue.Empty:
            return
        self._busy = False
        self._collect.stop()
        same = found.stamp is not None and found.stamp == self._stamp
        if found.known != self._wanted() or (same and not self._suspected):
            return
        version = found.sight.version if found.sight is not None else None
        if version is not None and version != self._suspected and version != self._told:
            self._suspected = version
            QTimer.singleShot(AGAIN, self, self.look)
            return
        self._suspected, self._stamp = None, found.stamp
        self._tell(found.sight)

    def _tell(self, sight: FileOnDisk | None) -> None:
        version = sight.version if sight is not None else None
        if version != self._told:
            self._told = version
            self.noticed.emit(sight)


def _look(known: Known, stamp: Stamp | None) -> LookResult:
    path, version = known
    assert path is not None
    now = _stamp(path)
    if now is not None and now == stamp:
        return LookResult(known, now, None)
    found = version_of(path)
    return LookResult(known, now, None if found == version else look_at(path))


def _stamp(path: Path) -> Stamp | None:
    """What changes with every write; None where nothing is."""
    try:
        status = os.stat(path)
        return os.path.realpath(path), status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    except (OSError, ValueError):
        return None
