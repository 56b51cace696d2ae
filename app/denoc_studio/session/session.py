"""What stands behind the window: document, runs, time cursor, preferences, themes, wired to each other."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from denoc.files.projects.project import Project
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.plots.many.bands import Bands
from denoc_studio.plots.many.cloud import Cloud
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.log_overlay import LogOverlay
from denoc_studio.session.measured_log import MeasuredLog
from denoc_studio.session.playback import Playback
from denoc_studio.session.pushing import Pushing
from denoc_studio.session.recovery import Recovery
from denoc_studio.session.run import Run
from denoc_studio.session.run_overlay import RunOverlay
from denoc_studio.session.simulation_runner import Runner


class Session(QObject):
    """`recovery_folder` is where copies of unsaved work are kept; without one none are."""

    def __init__(
        self,
        project: Project,
        preferences: Preferences | None = None,
        parent: QObject | None = None,
        *,
        recovery_folder: Path | None = None,
    ) -> None:
        super().__init__(parent)
        self.preferences = preferences or Preferences(parent=self)
        self.themes = Themes(self.preferences, self)
        self.document = Document(project, self)
        self.measured = MeasuredLog(self)
        self.log_overlay = LogOverlay(self.document, self.measured, self)
        self.band_overlay = RunOverlay[Bands](self)  # in the plots
        self.cloud_overlay = RunOverlay[Cloud](self)  # in the arm view
        for overlay in (self.band_overlay, self.cloud_overlay):
            self.document.replaced.connect(overlay.clear)
        self.playback = Playback(self)
        self.playback.set_speed(self.preferences["speed"])
        self.playback.set_loop(self.preferences["loop"])
        self.runner = Runner(self.document, self.preferences, self)
        self.pushing = Pushing(self.document, self.playback, self.runner, self)
        self.recovery = Recovery(self.document, recovery_folder, self)

        results = self.document.results
        for signal in (results.started, results.extended, results.ended, results.judged):
            signal.connect(self._follow)
        self.playback.changed.connect(self._remember)
        self.preferences.changed.connect(self._follow_preference)
        self.document.replaced.connect(lambda _: self.run())

    def run(self) -> None:
        """Compute from the beginning and play it."""
        self.playback.pause()
        self.playback.seek(0.0)
        self.runner.start()
        self.playback.play()

    def show_start(self) -> None:
        """The cursor to t = 0, at rest: what is posed is what is seen."""
        self.playback.reset()

    def show_end(self) -> None:
        """The cursor to the end of the run, at rest."""
        self.playback.pause()
        self.playback.seek(self.playback.end)

    def shown_pose(self) -> tuple[float, ...] | None:
        """The joints at the cursor; None while there is no run of this arm."""
        run = self.document.results.current
        if run is None or run.project.robot.n != self.document.robot.n:
            return None
        return tuple(run.q_at(self.playback.time).tolist())

    def start_from_shown(self) -> None:
        """The pose at the cursor becomes the initial one, at rest."""
        q0 = self.shown_pose()
        if q0 is None:
            return
        start = partial(edits.set_start, q0=q0, qd0=(0.0,) * len(q0))
        if self.document.attempt(start, "Start from the shown pose"):
            self.show_start()

    def close(self) -> None:
        self.pushing.release()
        self.playback.pause()
        self.runner.close()
        self.recovery.close()

    def _follow(self, run: Run) -> None:
        """A run that is over lasts as long as it went, however long it was to last."""
        duration = run.duration if run.running else run.end or run.duration
        self.playback.set_run(run.end, duration, run.job.times, not run.running)
        self.playback.set_doubtful_from(run.doubtful_from)
        self.playback.set_pushed(tuple((push.t[0], min(push.t[-1], duration)) for push in run.pushes))

    def _follow_preference(self, name: str) -> None:
        if name == "speed":
            self.playback.set_speed(self.preferences["speed"])
        elif name == "loop":
            self.playback.set_loop(self.preferences["loop"])

    def _remember(self) -> None:
        self.preferences["speed"] = self.playback.speed
        self.preferences["loop"] = self.playback.loop
