"""Computations beside the window of which only the newest matters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal, SignalInstance

from denoc.basics.errors import DynamicsError
from denoc_studio.widgets.task import Task

Work = Callable[[], Any]


class NewestOnly(QObject):
    """One at a time; what is asked for meanwhile waits, and the newest of it takes the place of the others.

    Only the result of the last question is told.
    """

    done = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._waiting: Work | None = None
        self._wanted = True

    def answer(self, work: Work) -> None:
        """Here and now: for what takes no longer than a thread takes to start."""
        self.forget()
        try:
            result = work()
        except DynamicsError as error:
            self.failed.emit(str(error))
        else:
            self.done.emit(result)

    def ask(self, work: Work) -> None:
        if self._task is not None:
            self._waiting = work
            return
        self._wanted = True
        self._task = Task(lambda _: work(), self)
        self._task.over.connect(self._let_go)
        self._task.done.connect(lambda result: self._go_on(self.done, result))
        self._task.failed.connect(lambda reason: self._go_on(self.failed, reason))
        self._task.start()

    def forget(self) -> None:
        """What is under way or waits no longer matters."""
        self._waiting = None
        self._wanted = False

    def wait(self) -> None:
        """Until nothing is under way; nothing is told any more."""
        self.forget()
        if self._task is not None:
            self._task.wait()

    def _let_go(self) -> None:
        self._task = None

    def _go_on(self, signal: SignalInstance, what: object) -> None:
        work, self._waiting = self._waiting, None
        if work is not None:
            self.ask(work)
        elif self._wanted:
            signal.emit(what)
