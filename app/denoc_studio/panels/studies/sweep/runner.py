"""A sweep computed beside the window: its rows are handed over some times a second, however fast they come."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from denoc.files.projects.project import Project
from denoc.studies.sweeps.crews import Threads
from denoc.studies.sweeps.sweep import compute, work_of
from denoc_studio.plots.sweep.request import Request
from denoc_studio.plots.sweep.table import SweepTable
from denoc_studio.widgets.beside import Beside, Reporter, threads


class SweepRunner(Beside):
    """One sweep at a time. A sweep that is stopped keeps the rows that there are."""

    began = Signal(object)  # SweepTable, still empty
    grew = Signal()  # it has more rows

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._table: SweepTable | None = None
        self.handed.connect(self._take)

    def sweep(self, project: Project, request: Request) -> None:

        def carry_out(reporter: Reporter) -> None:
            plan = request.plan()
            work, columns = work_of(project, plan, request.measures)
            reporter.hand(SweepTable(project, request, columns))
            with Threads(threads(), reporter.cancel) as crew:
                hand = reporter.hand
                compute(work, plan.values, crew, keep=lambda rows: hand(dict(rows)), cancel=reporter.cancel)

        self.start(carry_out)

    def _take(self, parts: list[Any]) -> None:
        grown = False
        for each in parts:
            if isinstance(each, SweepTable):
                self._table = each
                self.began.emit(each)
            elif self._table is not None:
                self._table.put(each)
                grown = True
        if grown:
            self.grew.emit()
