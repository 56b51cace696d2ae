"""Computations beside the window that tell their results one after the other, coarse to fine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal

from denoc.basics.cancelling import Cancelled, cancellable
from denoc.basics.errors import DynamicsError

Work = Callable[[], Iterable[Any]]


class NewestStream(QObject):
    """One at a time; the newest question takes the place of those that wait, and ends the one under way.

    That one still tells its first result: while questions come faster than answers, as under a hand that drags, the
    coarse ones follow each other. After `forget` nothing of it is told.
    """

    found = Signal(object)
    failed = Signal(str)
    finished = Signal()  # nothing is under way, and nothing waits

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._course: _Course | None = None
        self._waiting: Work | None = None

    @property
    def busy(self) -> bool:
        return self._course is not None

    def ask(self, work: Work) -> None:
        if self._course is not None:
            self._waiting = work
            if self._course.told:
                self._course.cancel.set()
            return
        self._course = _Course(work, self)
        self._course.result.connect(self._tell)
        self._course.refused.connect(self._refuse)
        self._course.finished.connect(self._next)
        self._course.start()

    def forget(self) -> None:
        """What is under way or waits no longer matters."""
        self._waiting = None
        if self._course is not None:
            self._course.wanted = False
            self._course.cancel.set()

    def wait(self) -> None:
        """Until nothing is under way; nothing is told any more."""
        self.forget()
        if self._course is not None:
            self._course.wait()

    def _tell(self, course: _Course, result: object) -> None:
        if not course.wanted or (course.told and self._waiting is not None):
            return
        course.told = True
        if self._waiting is not None:
            course.cancel.set()
        self.found.emit(result)

    def _refuse(self, course: _Course, reason: str) -> None:
        if course.wanted and self._waiting is None:
            self.failed.emit(reason)

    def _next(self) -> None:
        if self._course is not None:
            self._course.deleteLater()
        self._course = None
        work, self._waiting = self._waiting, None
        if work is not None:
            self.ask(work)
        else:
            self.finished.emit()


class _Course(QThread):
    """One computation."""

    result = Signal(object, object)  # the course and what it has found
    refused = Signal(object, str)

    def __init__(self, work: Work, parent: QObject) -> None:
        super().__init__(parent)
        self._work = work
        self.cancel = threading.Event()
        self.wanted, self.told = True, False  # by the window's thread

    def run(self) -> None:
        try:
            with cancellable(self.cancel):
                for each in self._work():
                    self.result.emit(self, each)
                    if self.cancel.is_set():
                        return
        except Cancelled:
            return
        except DynamicsError as error:
            self.refused.emit(self, str(error))
        except Exception as error:  # whatever happens here, the window lives on and says so
            self.refused.emit(self, f"{type(error).__name__}: {error}")
