"""The measured log over the current run: how it is aligned, what was found of the two, and whether its joints fit."""

from __future__ import annotations

import weakref

from PySide6.QtCore import QObject, QTimer, Signal

from denoc.basics.errors import counted
from denoc_studio.plots.measured import Alignment, Overlay
from denoc_studio.session.document import Document
from denoc_studio.session.measured_log import Log, MeasuredLog
from denoc_studio.session.run import Run


class LogOverlay(QObject):
    """Who compares (the Measured panel) puts what it has found here; plots and reports take it from here.

    A log of other joints than those of a project that is opened is put aside; it comes back with an arm that it fits.
    """

    aligned = Signal()  # another alignment
    found_changed = Signal()
    noticed = Signal(str, object)  # the log's name, and what became of it in sentences

    def __init__(self, document: Document, measured: MeasuredLog, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.measured = measured
        self.alignment = Alignment()
        self.found: Overlay | None = None
        self._bare: Overlay | None = None  # what was found, without what it says of its run
        self._run: weakref.ref[Run] | None = None
        self._kinds = ""  # of the joints that the log is of
        self._aside: tuple[Log, str, Alignment] | None = None
        measured.changed.connect(self._log_changed)
        document.replaced.connect(lambda _: self._replaced())

    @property
    def usable(self) -> bool:
        """Is there a log of as many joints as the arm has?"""
        log = self.measured.current
        return log is not None and log.measurement.n == self._document.robot.n

    def over(self, run: Run | None) -> Overlay | None:
        """The log as it lies over this run; compared with it where that was done already."""
        if self.found is None or run is None or self.found.n != run.project.robot.n or not self.usable:
            return None
        return self.found if self._run is not None and self._run() is run else self._bare

    def align(self, alignment: Alignment) -> None:
        if alignment != self.alignment:
            self.alignment = alignment
            self.aligned.emit()

    def show(self, found: Overlay | None, run: Run | None) -> None:
        """What was found of the log and a run; None where there is nothing."""
        if found is None and self.found is None:
            return
        self.found, self._bare = found, found.uncompared() if found is not None else None
        self._run = weakref.ref(run) if run is not None else None
        self.found_changed.emit()

    def _log_changed(self) -> None:
        if self.measured.current is not None:
            self._kinds = self._document.robot.kinds
        self.alignment = Alignment()
        self.show(None, None)
        self.aligned.emit()

    def _replaced(self) -> None:
        log, robot = self.measured.current, self._document.robot
        if log is not None and self._kinds != robot.kinds:
            self._aside = log, self._kinds, self.alignment
            of = f"it is a log of {_joints(self._kinds)}, and this arm has {_joints(robot.kinds)}"
            self._tell(log.name, f"the measured log was put aside: {of}")
            self.measured.put(None)
        elif log is None and self._aside is not None and self._aside[1] == robot.kinds:
            log, _, alignment = self._aside
            self._aside = None
            self.measured.put(log)
            self.align(alignment)
            self._tell(log.name, "the measured log is back: its joints are those of this arm")

    def _tell(self, name: str, sentence: str) -> None:
        """Once the window has opened the project: that dismisses what was noticed before."""
        QTimer.singleShot(0, self, lambda: self.noticed.emit(name, [sentence]))


def _joints(kinds: str) -> str:
    spelt = f" ({kinds})" if len(kinds) <= 12 else ""
    return f"{counted(len(kinds), 'joint')}{spelt}"
