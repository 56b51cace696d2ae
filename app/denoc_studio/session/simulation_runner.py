"""The window's side of a run: asks the worker for it, cancels it, and files its samples with the document's results."""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable

from PySide6.QtCore import QDeadlineTimer, QObject, Qt, QThread, QTimer, Signal

from denoc.runs.recording import Chunk, Simulation
from denoc.runs.reproduction import Horizon
from denoc.runs.simulation import must_compile
from denoc.studies.trust import Measures
from denoc_studio.look.preferences import Preferences
from denoc_studio.session.document import Document
from denoc_studio.session.run import Run
from denoc_studio.session.simulation_worker import Ticket, Worker

REST = 500  # milliseconds without a change, after which a draft is followed by the run proper
MOST_DRAFT = 1.0  # seconds of computing, after which a draft gives way to the run proper
GRACE = 150  # milliseconds that a run is given to show something before a change cancels it
JUDGE_AFTER = 50  # milliseconds from a run's end, in which its curves are painted, until it is computed once more
COMPARE_AFTER = 700  # milliseconds of rest before the formulations are compared
WAIT_FOR_THREADS = 10_000  # milliseconds


class Runner(QObject):
    """One run at a time. A change of the project starts a new one; what comes late from an old one is dropped.

    While values are dragged, runs follow each other as fast as they are computed. Those that would have to compile for
    a new arm are drafts: their last digits differ, so the run proper, which is the same to the last bit whenever it is
    computed, comes at rest. Any other run is the run proper already and is not computed again.

    A compiler cannot be told to stop, so what must compile has a thread of its own, as has what is only said of a run:
    the next change never waits for either.
    """

    changed = Signal()  # computing or paused

    _compute = Signal(object)
    _compile = Signal(object)  # and compute
    _advise = Signal(object, object)
    _reproduce = Signal(object, object)
    _compare = Signal(object, object)
    _soon = Signal()  # what a timer of 0 ms calls comes after painting, and the thread would be idle meanwhile

    def __init__(self, document: Document, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._preferences = preferences
        self._ticket: Ticket | None = None
        self._run: Run | None = None
        self._number = 0
        self._closed = False
        self._draft_wanted = False  # a change waits for its run
        self.computing = False
        self.insists = False  # changes are computed whatever the preference says: somebody holds the arm
        self.started_at = self._paused_at = 0.0
        self.seconds = 0.0  # that the last run was computed for

        prompt, patient = Worker(), Worker()
        self._workers = prompt, patient
        self._threads = [self._thread_of(prompt, "runs"), self._thread_of(patient, "compiled runs")]
        queued = Qt.ConnectionType.QueuedConnection
        self._compute.connect(prompt.compute, queued)
        self._compile.connect(patient.compute, queued)
        self._advise.connect(patient.advise, queued)
        self._reproduce.connect(patient.reproduce, queued)
        self._compare.connect(patient.compare, queued)
        self._soon.connect(self._start_draft, queued)
        for worker in self._workers:
            worker.chunk_ready.connect(self._take, queued)
            worker.failed.connect(self._fail, queued)
        patient.advised.connect(self._take_advice, queued)
        patient.reproduced.connect(self._take_horizon, queued)
        patient.compared.connect(self._take_measures, queued)
        for thread in self._threads:
            thread.start()

        self._next_draft = self._single_shot(GRACE, self._start_draft)
        self._at_rest = self._single_shot(REST, self._settle)
        self._judging = self._single_shot(JUDGE_AFTER, self._ask_for_advice)
        self._idle = self._single_shot(COMPARE_AFTER, self._ask_to_compare)
        document.run_outdated.connect(self._project_changed)

    @property
    def paused(self) -> bool:
        return self.computing and self._ticket is not None and not self._ticket.go_on.is_set()

    @property
    def expects(self) -> bool:
        """Whether a run is being computed or about to be."""
        return self.computing or self._draft_wanted or self.insists

    @property
    def run(self) -> Run | None:
        """The run that was asked for last."""
        return self._run

    @property
    def time_left(self) -> float | None:
        """Seconds until the run is computed, at the pace so far; None while that is unknown."""
        run = self._run
        if not self.computing or run is None or run.reached <= 0:
            return None
        return self.computed_for * (run.duration / run.reached - 1)

    @property
    def elapsed(self) -> float:
        """Seconds that the run has been computed for, pauses left out."""
        return (self._paused_at if self.paused else time.perf_counter()) - self.started_at

    @property
    def computed_for(self) -> float:
        """The same without what went into compiling, which another run of this arm does not need."""
        return max(self.elapsed - (self._ticket.waited if self._ticket is not None else 0.0), 0.0)

    @property
    def compiling(self) -> float:
        """Seconds that the run has waited for code being compiled; 0 where it does not at this moment."""
        return self._ticket.waited if self.computing and self._ticket is not None and self._ticket.compiling else 0.0

    def start(self) -> None:
        """Compute the project as it is now, from the beginning."""
        self._at_rest.stop()
        self._begin(draft=False)

    def stop(self) -> None:
        """End the run; the samples so far stay."""
        wanted, self._draft_wanted = self._draft_wanted, False
        self._next_draft.stop()
        self._at_rest.stop()
        if self.computing:
            self._abandon()
            if self._document.results.current is not self._run:  # nothing has come yet, so nothing will end it
                self._run = None
                self._set_computing(False)
        elif wanted:
            self.changed.emit()

    def pause(self) -> None:
        if self._ticket is not None and self.computing:
            self._paused_at = time.perf_counter()
            self._ticket.go_on.clear()
            self.changed.emit()

    def resume(self) -> None:
        if self._ticket is not None and self.paused:
            self.started_at += time.perf_counter() - self._paused_at
            self._ticket.go_on.set()
            self.changed.emit()

    def close(self) -> None:
        """End the threads; nothing runs afterwards."""
        self._draft_wanted = False
        for timer in (self._next_draft, self._at_rest, self._judging, self._idle):
            timer.stop()
        self._dismiss()
        self._run, self._closed = None, True  # what is on its way comes too late: the views may be gone
        for thread in self._threads:
            thread.quit()
        until = QDeadlineTimer(WAIT_FOR_THREADS)
        for thread in self._threads:
            if not thread.wait(until):  # a compiler cannot be told to stop, and no thread may go while it runs
                thread.setParent(None)
                atexit.register(thread.wait)

    def _project_changed(self) -> None:
        if not (self._preferences["recompute"] or self.computing or self.insists):
            return
        self._at_rest.start()
        if not self._draft_wanted:
            self._draft_wanted = True
            left = GRACE - round(1e3 * (time.perf_counter() - self.started_at))
            if self.computing and not self.paused and not self._is_seen and left > 0:
                self._next_draft.start(left)
            else:
                self._soon.emit()

    @property
    def _is_seen(self) -> bool:
        """Whether a draft has shown already what is being computed."""
        run, shown = self._run, self._document.results.current
        return run is not None and shown is not None and shown is not run and shown.project is run.project

    def _start_draft(self) -> None:
        if self._draft_wanted:
            self._begin(draft=True)

    def _settle(self) -> None:
        """At rest: the run proper, unless that is what is there or on its way. It has to compile, so that a draft that
        is being computed is seen sooner, where it does not take long."""
        ticket, run = self._ticket, self._run
        if ticket is not None and ticket.job.draft and self.computing and not self.paused and self.elapsed < MOST_DRAFT:
            self._at_rest.start()
            return
        proper = ticket is not None and not ticket.job.draft and not ticket.cancel.is_set()
        if self._draft_wanted or not proper or run is None or run.project is not self._document.project:
            self.start()

    def _begin(self, draft: bool) -> None:
        self._draft_wanted = False
        self._next_draft.stop()
        self._judging.stop()
        self._idle.stop()
        self._dismiss()
        self._number += 1
        project = self._document.project
        job = project.job()
        compiles = project.run.mode == "forward" and must_compile(job)
        if draft and compiles:
            job = project.job(draft=True)
        self._run = Run(self._number, project, self._document.step, job)
        self._ticket = Ticket(self._number, project, job, self._run.samples)
        self.started_at = time.perf_counter()
        (self._compile if compiles and not draft else self._compute).emit(self._ticket)
        self._set_computing(True)

    def _dismiss(self) -> None:
        """Nothing more of the run is wanted, nor about it."""
        self._abandon()
        if self._ticket is not None:
            self._ticket.dismissed.set()

    def _abandon(self) -> None:
        if self._ticket is not None:
            self._ticket.cancel.set()
            self._ticket.go_on.set()

    def _take(self, number: int, chunk: Chunk) -> None:
        ticket = self._ticket
        if self._run is None or ticket is None or number != self._run.number:
            return
        ticket.taken += 1
        results = self._document.results
        if results.current is not self._run:
            results.start(self._run)
        results.extend(number, chunk, more=ticket.sent > ticket.taken)
        if not self._run.running:
            self._judging.start()
            self._finish()

    def _take_advice(self, number: int, hint: str) -> None:
        if not self._closed:
            self._document.results.advise(number, hint)

    def _take_horizon(self, number: int, horizon: Horizon) -> None:
        if not self._closed:
            self._document.results.set_horizon(number, horizon)

    def _take_measures(self, number: int, measures: Measures) -> None:
        if not self._closed:
            self._document.results.set_measures(number, measures)

    def _fail(self, number: int, reason: str) -> None:
        if self._run is None or number != self._run.number:
            return
        results, before = self._document.results, self._document.results.current
        if before is self._run:
            results.end(number, "failed", reason)
        elif before is not None and before.count > 1 and before.project.robot.n == self._run.project.robot.n:
            results.refuse(self._run, reason)
        else:
            results.start(self._run)
            results.end(number, "failed", reason)
        self._finish()

    def _finish(self) -> None:
        self.seconds = self.computed_for
        self._set_computing(False)
        if self._draft_wanted:  # now is its time
            self._soon.emit()
        elif self._ticket is not None and not self._ticket.job.draft:
            self._idle.start()

    def _ask_for_advice(self) -> None:
        """What is said of a forward run soon after it; of a draft only how the run proper could go better."""
        ticket, recording = self._ticket, self._run.recording if self._run is not None else None
        if isinstance(recording, Simulation) and ticket is not None:
            self._advise.emit(ticket, recording)
            if not ticket.job.draft and len(recording.t) > 1:
                self._reproduce.emit(ticket, recording)

    def _ask_to_compare(self) -> None:
        run = self._run
        if run is not None:
            self._compare.emit(self._ticket, run.recording)

    def _set_computing(self, computing: bool) -> None:
        self.computing = computing
        self.changed.emit()

    def _thread_of(self, worker: Worker, name: str) -> QThread:
        thread = QThread(self)
        thread.setObjectName(name)
        worker.moveToThread(thread)
        return thread

    def _single_shot(self, milliseconds: int, slot: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(slot)
        return timer
