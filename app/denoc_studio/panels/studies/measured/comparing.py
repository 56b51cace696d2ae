"""The log laid over the run, beside the window: again for every run, every log and every alignment."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from denoc.runs.recording import Recording
from denoc.studies.identification.measurement import Measurement
from denoc_studio.plots.measured import Alignment, Filtered, Overlay, filtered, lay_over
from denoc_studio.session.document import Document
from denoc_studio.session.log_overlay import LogOverlay
from denoc_studio.session.measured_log import Log
from denoc_studio.session.run import Run
from denoc_studio.widgets.newest_only import NewestOnly


class Compared(NamedTuple):
    run: Run
    overlay: Overlay
    measurement: Measurement
    cutoff: float | None  # that was asked for
    filtered: Filtered


class Comparing(QObject):
    """Puts what it finds into the session's overlay; `refused` says why it could not, and all stays as it was."""

    refused = Signal(str)
    compared = Signal()

    def __init__(self, document: Document, overlay: LogOverlay, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._overlay = document, overlay
        self._last: Compared | None = None  # what its filter made serves as long as log and cut-off stay
        self._laying, self._asking = NewestOnly(self), NewestOnly(self)
        self._laying.done.connect(self._show)
        self._laying.failed.connect(self.refused)
        self._asking.failed.connect(self.refused)
        self._asked: Callable[[object], None] = lambda _: None
        self._asking.done.connect(lambda found: self._asked(found))
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.compare)
        for signal in (overlay.aligned, document.results.ended, document.robot_changed, document.replaced):
            signal.connect(lambda *_: self._soon.start())
        self._soon.start()

    @property
    def run(self) -> Run | None:
        """The run that is compared with: one that has ended, of as many joints as the log has."""
        run, log = self._document.results.current, self._overlay.measured.current
        if run is None or log is None or run.running or run.count < 2 or not self._overlay.usable:
            return None
        return run if run.project.robot.n == log.measurement.n else None

    def compare(self) -> None:
        """Once more, with what there is now."""
        log, run = self._overlay.measured.current, self.run
        if log is None or not self._overlay.usable:
            self._laying.forget()
            self._overlay.show(None, None)
            self._last = None
        elif run is not None:
            known = self._last
            alignment, same = self._overlay.alignment, known is not None and known.measurement is log.measurement
            made = known.filtered if known is not None and same and known.cutoff == alignment.cutoff else None
            self._laying.ask(partial(_laid, log, alignment, run, run.recording, made))

    def ask(self, work: Callable[[Recording, Measurement], object], then: Callable[..., None]) -> None:
        """Something else of run and log, beside the window; `then` is told what was found."""
        log, run = self._overlay.measured.current, self.run
        if log is not None and run is not None:
            recording, measurement = run.recording, log.measurement
            self.ask_plainly(lambda: work(recording, measurement), then)

    def ask_plainly(self, work: Callable[[], object], then: Callable[..., None]) -> None:
        """The same of something that needs no run; it is dropped where another log has come meanwhile."""
        log = self._overlay.measured.current
        self._asked = lambda found: then(found) if self._overlay.measured.current is log else None
        self._asking.ask(work)

    def finish(self) -> None:
        """Nothing is computed any more; before the window goes."""
        self._soon.stop()
        self._laying.wait()
        self._asking.wait()

    def _show(self, found: Compared) -> None:
        log = self._overlay.measured.current
        if log is None or found.measurement is not log.measurement or found.run is not self.run:
            return  # of what is not there any more
        self._last = found
        self._overlay.show(found.overlay, found.run)
        self.compared.emit()


def _laid(log: Log, alignment: Alignment, run: Run, recording: Recording, made: Filtered | None) -> Compared:
    measurement = log.measurement
    derived = filtered(run.project.robot, measurement, alignment.cutoff) if made is None else made
    overlay = lay_over(log.name, measurement, alignment, derived, recording, run.duration)
    return Compared(run, overlay, measurement, alignment.cutoff, derived)
