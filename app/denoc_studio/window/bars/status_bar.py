"""The line at the bottom: what the computation says, in words, and how far it is."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QProgressBar, QStatusBar, QWidget

from denoc.studies.trust import Trust
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.project.entry.numbers import in_shown_unit
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from denoc_studio.session.simulation_runner import Runner
from denoc_studio.window.bars.trust_badge import TrustBadge

REFRESH = 100  # milliseconds
SHOW_PROGRESS_AFTER = 0.3  # seconds
COMPUTING = Trust("unknown", "computing", "What can be said of this run follows when it has been computed.", "", ())
RATE_OVER = 1.0  # seconds over which frames are counted


class StatusBar(QStatusBar):
    def __init__(
        self,
        document: Document,
        playback: Playback,
        runner: Runner,
        preferences: Preferences,
        themes: Themes,
        trust: TrustBadge,
        parent: QWidget | None = None,
    ) -> None:
        """`trust` is told how far the run can be trusted, wherever it is shown."""
        super().__init__(parent)
        self._document = document
        self._playback = playback
        self._runner = runner
        self._preferences = preferences
        self._themes = themes
        self.outcome = QLabel()
        self.outcome.setMinimumWidth(10)
        self.outcome.setIndent(8)
        self.outcome.setTextFormat(Qt.TextFormat.PlainText)
        self.addWidget(self.outcome, 1)
        # Qt hides what stands under a message only where the bar itself is seen by then
        self.messageChanged.connect(lambda text: self.outcome.setVisible(not text))
        self.progress = QProgressBar()
        self.progress.setMaximumWidth(180)
        self.progress.setRange(0, 1000)
        self.progress.hide()
        self.addPermanentWidget(self.progress)
        self.pace = self._field("Simulated time over computing time")
        self.rate = self._field("Pictures of the arm per second")
        self.trust = trust
        self._frames: list[float] = []

        results = document.results
        # A run that begins has samples in the next moment, often all: a badge that goes and comes is laid out twice.
        results.started.connect(self._show_started, Qt.ConnectionType.QueuedConnection)
        for signal in (results.ended, results.advised, results.judged, results.refused, results.stale):
            signal.connect(self._show_run)
        runner.changed.connect(self._show_state)
        themes.changed.connect(lambda _: self._show_state())
        preferences.degrees_changed.connect(self._show_state)
        self._timer = QTimer(self)
        self._timer.setInterval(REFRESH)
        self._timer.timeout.connect(self._refresh)
        self._timer.start()

    def count_frame(self) -> None:
        self._frames.append(time.perf_counter())

    def _field(self, tip: str) -> QLabel:
        label = QLabel()
        label.setToolTip(tip)
        self.addPermanentWidget(label)
        return label

    def _refresh(self) -> None:
        now = time.perf_counter()
        self._frames = [t for t in self._frames if now - t < RATE_OVER]
        self.rate.setText(f"{len(self._frames) / RATE_OVER:.0f} fps" if self._playback.playing else "")
        if self._runner.computing:
            self._show_progress()
        run = self._document.results.current
        if run is not None and run.running:
            self._show_run(run)

    def _show_state(self) -> None:
        self._show_progress()
        if self._preparing:
            return
        if self._document.results.current is not None:
            self._show_run(self._document.results.current)
        else:
            self.outcome.setText("")
            self._show_figures(None)

    @property
    def _preparing(self) -> bool:
        """Has a run been asked for some time ago, and nothing of it come yet?"""
        run = self._runner.run
        return self.progress.isVisible() and run is not None and not run.reached and not self._runner.paused

    def _show_progress(self) -> None:
        runner = self._runner
        run, busy = runner.run, runner.computing
        long = busy and (runner.paused or time.perf_counter() - runner.started_at > SHOW_PROGRESS_AFTER)
        self.progress.setVisible(long)
        if not long or run is None:
            return
        left = runner.time_left
        words = "paused" if runner.paused else "starting" if left is None else f"%p %, {_span(left)} left"
        self.progress.setUpdatesEnabled(False)  # or it would paint the whole window at once, not when there is time
        self.progress.setRange(0, 1000 if run.reached > 0 else 0)  # a busy bar while it is compiled
        self.progress.setValue(round(1000 * run.reached / run.duration))
        self.progress.setFormat(words)
        self.progress.setUpdatesEnabled(True)
        if self._preparing:  # a busy bar cannot say so itself
            _set_style(self.outcome, "")
            waited = runner.compiling
            words = f"Compiling, once: {waited:.0f} s" if waited else f"Preparing the run: {runner.elapsed:.0f} s"
            self.outcome.setText(words)
            self._show_figures(run)

    def _show_started(self, run: Run) -> None:
        if run is self._document.results.current and run.running:
            self._show_run(run)

    def _show_run(self, run: Run) -> None:
        if self._preparing and run is not self._runner.run:
            return  # it is the run before
        theme = self._themes.current
        warning = "" if run.running or run.count < 2 else run.warning
        colour, words = "", ""
        if self._outdated(run):
            colour, words = theme.warning, "The curves are out of date: the project has changed (F5 computes it)"
        elif run.status in ("diverged", "failed"):
            colour, words = theme.error, f"The run {run.status}: {run.message}"
        elif run.status == "cancelled":
            colour, words = theme.warning, f"The run was {run.message}"
        elif run.status == "stopped":
            colour, words = theme.warning, f"The run stopped: {run.message}"
        elif warning:
            colour, words = theme.warning, warning
        elif run.status == "completed":
            words = f"{run.count} samples" + (f", {run.steps} steps" if run.steps else "")
        words = in_shown_unit(words, self._preferences["degrees"])
        _set_style(self.outcome, f"color: {colour}" if colour else "")
        self.outcome.setText(words)
        self.outcome.setToolTip(words)
        self._show_figures(run)

    def _outdated(self, run: Run) -> bool:
        """Whether the project has left it behind, and no other is on its way."""
        return run.stale and not self._runner.expects

    def _show_figures(self, run: Run | None) -> None:
        """Nothing that the project has left behind, and nothing of the run before while the next one takes its time."""
        if run is None or self._preparing:
            self.pace.setText("")
            self.trust.show_trust(COMPUTING if self._preparing else None)
            return
        outdated = self._outdated(run)
        seconds = self._runner.computed_for if run.running else self._runner.seconds
        self.pace.setText(_pace(run.reached / seconds) if seconds > 0 and run.reached and not outdated else "")
        failed = run.status in ("diverged", "failed") and run.project.run.mode == "forward"
        judged = failed or run.count > (0 if run.running else 1)
        self.trust.show_trust(run.trust if judged and not outdated else None)


def _set_style(label: QLabel, style: str) -> None:
    """Qt works a style out again even where it is the same."""
    if label.styleSheet() != style:
        label.setStyleSheet(style)


def _pace(ratio: float) -> str:
    """Simulated over computing time."""
    return f"{ratio:,.0f}× real time" if ratio >= 10 else f"{ratio:.2g}× real time"


def _span(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
