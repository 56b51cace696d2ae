"""Two lines: the largest payload at the pose that is shown, and over the run."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from denoc_studio.look.theme import Themes
from denoc_studio.plots.reach.capacity_words import Carried, has_limits, pose_capacity, run_capacity
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from denoc_studio.widgets.folding_line import FoldingLine
from denoc_studio.widgets.newest_only import NewestOnly
from denoc_studio.widgets.visibility import in_sight

EVERY = 100  # milliseconds between two looks while time goes on
POSE, RUN = "At this pose", "Over the run"


class CarriedLines(QWidget):
    """Computed beside the window, and only while they are in sight."""

    def __init__(
        self,
        document: Document,
        playback: Playback,
        themes: Themes,
        shown_pose: Callable[[], np.ndarray],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._themes, self._shown_pose = document, themes, shown_pose
        self._judged: tuple[object, ...] = ()  # the run and robot that the second line is of, or is to be
        self.pose, self.run = self.lines = FoldingLine(), FoldingLine()
        self._said: dict[FoldingLine, Carried] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for line in self.lines:
            layout.addWidget(line)
        self._poses, self._runs = NewestOnly(self), NewestOnly(self)
        self._poses.done.connect(lambda found: self._say(self.pose, POSE, found))
        self._runs.done.connect(lambda found: self._say(self.run, RUN, found))
        self._poses.failed.connect(lambda reason: self._say(self.pose, POSE, Carried(reason, held=False)))
        self._runs.failed.connect(lambda reason: self._say(self.run, RUN, Carried(reason, held=False)))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(EVERY)
        self._timer.timeout.connect(self.refresh)
        results = document.results
        for signal in (results.started, results.ended, results.stale, document.start_changed, playback.time_changed):
            signal.connect(self._look_soon)
        themes.changed.connect(lambda _: self._colour())

    def refresh(self) -> None:
        """Look at the pose and the run as they are now."""
        robot = self._document.robot
        if not in_sight(self) or not has_limits(robot):
            return
        q = self._shown_pose()
        self._poses.ask(lambda: pose_capacity(robot, q))
        self._look_at_run()

    def finish(self) -> None:
        """Ends what is under way."""
        for each in (self._poses, self._runs):
            each.wait()

    def _look_soon(self, *_: object) -> None:
        if not self._timer.isActive() and in_sight(self):
            self._timer.start()

    def _look_at_run(self) -> None:
        """The robot is the document's: a run that it made before it was changed says nothing of it now."""
        run = self._document.results.current
        if run is None or run.running or run.count < 2 or run.stale:
            self._runs.forget()
            self._judged = ()
            self._say(self.run, RUN, Carried(_waiting(run)))
            return
        judged = (run.number, run.count, self._document.robot)
        if judged != self._judged:
            self._judged = judged
            robot, recording = run.project.robot, run.recording
            self._runs.ask(lambda: run_capacity(robot, recording))

    def _say(self, line: FoldingLine, what: str, found: Carried) -> None:
        self._said[line] = found
        line.say(f"{what}: {found.words}".replace(" N m", "\u00a0N\u00a0m"))  # a unit is not broken
        self._colour()

    def _colour(self) -> None:
        for line, found in self._said.items():
            line.setStyleSheet("" if found.held else f"color: {self._themes.current.error}")


def _waiting(run: Run | None) -> str:
    """Why there is nothing to say about a run."""
    if run is None:
        return "no run yet"
    if run.running:
        return "computing"
    return "out of date, the project has changed since this run" if run.stale else "the run has no samples"
