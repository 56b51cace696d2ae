"""What torques can tell of the arm, and what the run's motion would show of it, while both are edited."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from denoc.basics.cancelling import cancellable
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.parts import PADDING, number
from denoc_studio.plots.tables.identify import told
from denoc_studio.plots.tables.identify.told import KnownBase, Told, Unknowns
from denoc_studio.plots.tables.text_sheet import EMPTY
from denoc_studio.project.entry.joint_units import HERTZ, NEWTON_METRE
from denoc_studio.session.document import Document
from denoc_studio.widgets.form_parts import muted
from denoc_studio.widgets.message_line import MessageLine
from denoc_studio.widgets.newest_only import NewestOnly
from denoc_studio.widgets.tables.text_table import TextTable

SOON = 60  # milliseconds after an edit, so that one of many at once counts
NOISE, RATE = 0.1, 100.0  # N m and Hz, to begin with
FIELD = 110  # pixels


class TorquesPage(QWidget):
    """Looks again after every edit while it can be seen; the newest question wins."""

    def __init__(self, document: Document, themes: Themes, unknowns: Callable[[], Unknowns]) -> None:
        super().__init__()
        self._document, self._unknowns = document, unknowns
        self._due = True
        self._known = KnownBase()
        self._cancel = threading.Event()
        self.found: Told | None = None
        self.noise = number(NEWTON_METRE, "Torque noise", "Standard deviation of a logged torque [N m, N]", NOISE)
        self.rate = number(HERTZ, "Rate of the log", "Samples a second", RATE)
        self.summary = muted()
        self.message = MessageLine(themes)
        self.table = TextTable("Combinations of parameters that torques can tell")
        self._answers = NewestOnly(self)
        self._answers.done.connect(self._show)
        self._answers.failed.connect(self._refuse)
        self._timer = QTimer(self, singleShot=True, interval=SOON)
        self._timer.timeout.connect(self.refresh)
        self._lay_out()
        for field in (self.noise, self.rate):
            field.edited.connect(lambda _: self.later())
            field.stepped.connect(lambda _: self.later())

    @property
    def log(self) -> tuple[float, float]:
        """Noise of torques and rate of samples that a log is thought to have, N m and Hz."""
        return self.noise.value or NOISE, self.rate.value or RATE

    @property
    def stops(self) -> list[QWidget]:
        """What the keyboard stops at, in order."""
        return [self.noise, self.rate, self.table]

    def later(self) -> None:
        """Something has changed."""
        self._due = True
        if self.isVisible():
            self._timer.start()

    def look(self) -> None:
        """It is seen again."""
        if self._due and not self._timer.isActive():
            self._timer.start(0)

    def refresh(self) -> None:
        self._due = not self.isVisible()
        if self._due:
            return
        project, run = self._document.project, self._document.results.current
        usable = run is not None and not run.running and not run.stale and run.count > 1
        recording = run.recording if run is not None and usable else None
        unknowns, log, known = self._unknowns(), self.log, self._known
        self._cancel.set()  # what was asked before: it tells nothing any more, as another question waits
        cancel = self._cancel = threading.Event()

        def work() -> Told:
            with cancellable(cancel):
                return told.told(project, recording, unknowns, *log, known)

        self._answers.ask(work)

    def finish(self) -> None:
        self._timer.stop()
        self._cancel.set()
        self._answers.wait()

    def _show(self, found: Told) -> None:
        self.found = found
        self.summary.setText(told.summary(found))
        good, words = told.judgement(found)
        self.message.say("good" if good else "warning", words)
        self.table.show_sheet(told.sheet(found))

    def _refuse(self, reason: str) -> None:
        self.found = None
        self.summary.setText("")
        self.message.say("error", reason)
        self.table.show_sheet(EMPTY)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        for field in (self.noise, self.rate):
            field.setFixedWidth(FIELD)
            label = QLabel(field.accessibleName())
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(PADDING, PADDING, PADDING, 4)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.message)
        column.addWidget(self.summary)
        column.addWidget(self.table, 1)
