"""A computation beside the window: it tells how far it is, hands over what it has found so far, and can be given up."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

from denoc.basics.cancelling import Cancelled
from denoc_studio.widgets.task import Task

OFTEN = 50  # milliseconds from one handing over to the next, where showing it takes no more than its share
SHARE = 0.1  # of the time: what showing it may take


def threads() -> int:
    """For work beside the window: one core is the window's."""
    return max(1, (os.cpu_count() or 1) - 1)


class Reporter:
    """What the work is given: its `cancel` flag, which it looks at or hands on, and two ways to tell the window."""

    def __init__(self) -> None:
        self.cancel = threading.Event()
        self.come: deque[Any] = deque()
        self._share = 0.0

    @property
    def share(self) -> float:
        """That is done, from 0 to 1."""
        return self._share

    def reach(self, share: float) -> None:
        """So much is done, from 0 to 1."""
        self._share = share

    def hand(self, part: Any) -> None:
        """Something is found already."""
        self.come.append(part)


class Beside(QObject):
    """One computation at a time. What is told comes some times a second, however fast it is found; what was given up
    hands over what it had found and says nothing else."""

    started = Signal()
    reached = Signal(float)  # the share that is done
    handed = Signal(object)  # a list of what was found since
    done = Signal(object)  # what the work returned
    failed = Signal(str)
    ended = Signal()  # in whichever way, after all others

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._reporter = Reporter()
        self._told = 0.0
        self._often = QTimer(self)
        self._often.setInterval(OFTEN)
        self._often.timeout.connect(self._hand_over)

    @property
    def busy(self) -> bool:
        return self._task is not None

    def start(self, work: Callable[[Reporter], Any]) -> None:
        """Unless one is under way; Cancelled is a way for the work to end."""
        if self._task is not None:
            return
        reporter, self._told = Reporter(), 0.0
        self._reporter = reporter

        def carried_out(_: Callable[..., None]) -> Any:
            try:
                return work(reporter)
            except Cancelled:
                return None

        self._task = Task(carried_out, self)
        self._task.over.connect(self._let_go)
        self._task.done.connect(lambda found: self._end_with(reporter, self.done, found))
        self._task.failed.connect(lambda reason: self._end_with(reporter, self.failed, reason))
        self._task.start()
        self._often.start(OFTEN)
        self.started.emit()

    def stop(self) -> None:
        self._reporter.cancel.set()

    def forget(self) -> None:
        """Give up, and hand nothing over that has been found."""
        self.stop()
        self._reporter = Reporter()

    def finish(self) -> None:
        """Give up and wait; before the window goes."""
        self.stop()
        if self._task is not None:
            self._task.wait()

    def _let_go(self) -> None:
        self._often.stop()
        self._task = None

    def _end_with(self, reporter: Reporter, signal: SignalInstance, what: object) -> None:
        self._hand_over()
        if not reporter.cancel.is_set():
            signal.emit(what)
        if self._task is None:
            self.ended.emit()

    def _hand_over(self) -> None:
        begin, parts = time.perf_counter(), []
        while self._reporter.come:
            parts.append(self._reporter.come.popleft())
        if self._reporter.share != self._told:
            self._told = self._reporter.share
            self.reached.emit(self._told)
        if parts:
            self.handed.emit(parts)
            self._often.setInterval(max(OFTEN, round(1000 * (time.perf_counter() - begin) / SHARE)))
