"""Ends that nobody chose in the window: Ctrl+C in the terminal, a signal, a display that is gone.

Nothing is asked: unsaved changes stay on the disk as a recovery copy, which the next start offers.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
from typing import NoReturn, Protocol

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier

from denoc_studio.session.recovery import Recovery
from denoc_studio.window.crash_log import when_qt_says

LOST = ("The X11 connection broke", "The Wayland connection")  # Qt's last words, before it ends the program by itself
PATIENCE = 10.0  # seconds after which a window that does not close is left as it is


class Closing(Protocol):
    def leave(self) -> None:
        """Close without asking."""


class Shutdown(QObject):
    """Closes the window when a signal comes; `code` is the exit code then, by convention, and 0 before."""

    def __init__(self, window: Closing, recovery: Recovery, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.code = 0
        self._window = window
        self._recovery = recovery
        # The system writes the signal's number into one end; a handler in Python would wait for the interpreter, which
        # an idle event loop does not come to.
        self._heard, self._told = socket.socketpair()
        for end in (self._heard, self._told):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._heard.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._hear)
        signal.set_wakeup_fd(self._told.fileno(), warn_on_full_buffer=False)
        self._signals = heeded()
        for number in self._signals:
            signal.signal(number, lambda *_: None)
        when_qt_says(LOST, self._lose_display)

    def finish(self) -> None:
        """After the event loop: a window that was asking something when it was told to close does it now."""
        if self.code:
            self._window.leave()
        signal.set_wakeup_fd(-1)
        self._heard.close()
        self._told.close()

    def _hear(self) -> None:
        for number in self._heard.recv(64):
            if number in self._signals and not self.code:
                self._end(128 + number)

    def _end(self, code: int) -> None:
        self.code = code
        for number in self._signals:  # a second one ends the program at once
            signal.signal(number, signal.SIG_DFL)
        _end_anyway(code)
        try:
            self._window.leave()
        finally:
            QCoreApplication.exit(code)

    def _lose_display(self) -> None:
        """Called by Qt's last words: what is done here is done in time, and Qt's own way out is not taken. It would
        run destructors under threads that still work."""
        _end_anyway(1)
        try:
            print("denoc-studio: error: the display is gone; unsaved changes are kept", file=sys.stderr, flush=True)
            self._recovery.leave()
        finally:
            end_process(1)


def end_process(code: int) -> NoReturn:
    """At once: nothing is taken down under threads that still compile, which would crash. Files are written by now."""
    try:
        for child in multiprocessing.active_children():
            child.terminate()
        logging.shutdown()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    finally:
        os._exit(code)


def heeded() -> list[int]:
    """The signals that end a program, without those that whoever started it wants to be ignored."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    known = [getattr(signal, name) for name in names if hasattr(signal, name)]
    return [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]


def _end_anyway(code: int) -> None:
    """In some seconds, whatever the window is waiting for."""
    timer = threading.Timer(PATIENCE, os._exit, (code,))
    timer.daemon = True
    timer.start()
