"""A sweep computed beside the window: its rows are handed over some times a second, however fast they come."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from denoc.files.projects.project import Project
from denoc.studies.sweeps.crews import Threads
from denoc.studies.sweeps.sweep import Row, compute, work_of
from denoc_studio.plots.sweep.request import Request
from denoc_studio.plots.sweep.table import SweepTable
from denoc_studio.widgets.task import Task

OFTEN = 50  # milliseconds from one handing over to the next, where showing it takes no more than its share
SHARE = 0.1  # of the time: what showing the rows may take


class SweepRunner(QObject):
    """One sweep at a time. A sweep that is stopped keeps the rows that there are."""

    began = Signal(object)  # SweepTable, still empty
    grew = Signal()  # it has more rows
    failed = Signal(str)
    ended = Signal()  # in whichever way

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._cancel = threading.Event()
        self._table: SweepTable | None = None
        self._come: deque[SweepTable | dict[int, Row]] = deque()
        self._often = QTimer(self)
        self._often.setInterval(OFTEN)
        self._often.timeout.connect(self._hand_over)

    @property
    def busy(self) -> bool:
        return self._task is not None

    def start(self, project: Project, request: Request) -> None:
        if self._task is not None:
            return
        cancel, come = threading.Event(), self._come
        self._cancel = cancel
        threads = max(1, (os.cpu_count() or 1) - 1)  # one core is the window's

        def carry_out(_: Callable[..., None]) -> None:
            plan = request.plan()
            work, columns = work_of(project, plan, request.measures)
            come.append(SweepTable(project, request, columns))
            with Threads(threads, cancel) as crew:
                compute(work, plan.values, crew, keep=lambda rows: come.append(dict(rows)), cancel=cancel)

        self._task = Task(carry_out, self)
        self._task.failed.connect(self.failed)
        self._task.finished.connect(self._finished)
        self._task.start()
        self._often.start()

    def stop(self) -> None:
        self._cancel.set()

    def finish(self) -> None:
        """Stop and wait; before the window goes."""
        self.stop()
        if self._task is not None:
            self._task.wait()

    def _hand_over(self) -> None:
        grown, begin = False, time.perf_counter()
        while self._come:
            each = self._come.popleft()
            if isinstance(each, SweepTable):
                self._table = each
                self.began.emit(each)
            elif self._table is not None:
                self._table.put(each)
                grown = True
        if grown:
            self.grew.emit()
            self._often.setInterval(max(OFTEN, round(1000 * (time.perf_counter() - begin) / SHARE)))

    def _finished(self) -> None:
        self._often.stop()
        self._hand_over()
        if self._task is not None:
            self._task.deleteLater()
        self._task = None
        self.ended.emit()
