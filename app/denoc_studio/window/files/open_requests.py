"""Files that the desktop wants opened: those of a second start, and macOS's file-open events."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication

from denoc_studio.window.files.handover import FREE, GO, LONGEST, file_named

TOLD_BY_EVENTS = sys.platform == "darwin"  # not elsewhere: Python would be asked about every event of every widget
PATIENCE = 2000  # milliseconds that a visitor may take to say what it wants


class OpenRequests(QObject):
    """`open_file` is told of each; `is_free` says whether another file may take the place of what is open."""

    def __init__(self, open_file: Callable[[Path], None], is_free: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._open = open_file
        self._is_free = is_free
        self._named: dict[QLocalSocket, Path] = {}  # what visitors have asked for and not yet confirmed
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)
        if TOLD_BY_EVENTS:
            application = QApplication.instance()
            assert application is not None
            application.installEventFilter(self)

    def listen(self, path: Path | None) -> bool:
        """For later starts of this user; not where another window listens already. What a dead one left is cleared."""
        if path is None or _answers(path):
            return False
        QLocalServer.removeServer(str(path))
        return self._server.listen(str(path))

    def finish(self) -> None:
        self._server.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent):
            if event.file():
                self._open(Path(event.file()))
            return True
        return False

    def _greet(self) -> None:
        while self._server.hasPendingConnections():
            visitor = self._server.nextPendingConnection()
            visitor.setReadBufferSize(LONGEST)
            visitor.disconnected.connect(lambda visitor=visitor: self._part(visitor))
            visitor.readyRead.connect(lambda visitor=visitor: self._hear(visitor))
            self._hear(visitor)

    def _hear(self, visitor: QLocalSocket) -> None:
        while visitor.canReadLine():
            line = bytes(visitor.readLine(LONGEST).data())
            if visitor in self._named:
                file = self._named.pop(visitor)
                if line == GO:
                    self._open(file)
                visitor.disconnectFromServer()
                return
            named = file_named(line)
            if named is None or not self._is_free():
                visitor.disconnectFromServer()
                return
            self._named[visitor] = named
            visitor.write(FREE)
            visitor.flush()
        if visitor.bytesAvailable() >= LONGEST:
            visitor.abort()

    def _part(self, visitor: QLocalSocket) -> None:
        self._named.pop(visitor, None)
        visitor.deleteLater()


def _answers(path: Path) -> bool:
    """Whether a living window listens there: it takes the connection."""
    line = QLocalSocket()
    line.connectToServer(str(path))
    found = line.waitForConnected(PATIENCE // 4)
    line.abort()
    return found
