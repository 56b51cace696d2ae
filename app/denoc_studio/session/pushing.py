"""A hand at the arm while its run plays: the mouse's path becomes a push of the project, and the run follows."""

from __future__ import annotations

import math
import time

import msgspec
import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from denoc.arm.conventions import inverse
from denoc.arm.robot import Robot
from denoc.arm.visuals import anchor
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.functions.kinematics import link_frames
from denoc.kernels.dispatch import SHARED
from denoc.torques.pushes import MAX_ROWS, Point, Push
from denoc_studio.project.pushes import add_push, usual_damping, usual_stiffness
from denoc_studio.session.commands import held
from denoc_studio.session.document import Document
from denoc_studio.session.playback import FRAME, LONGEST_FRAME, Playback
from denoc_studio.session.simulation_runner import Runner

INTERVAL = 1 / 30  # seconds of the run between two recorded positions of the target
CLOSE = 1e-3  # seconds: rows that are closer are one
HOLD = 0.5  # seconds that the target stays where the mouse has it, until the mouse tells more
ONLY_FORWARD = "Only a forward run can be pushed: in an inverse run the motion is given"
NO_RUN = "There is nothing to push yet: run it first"
AT_END = "The run ends here: go back in time to push the arm"


class Pushing(QObject):
    """One push at a time, from `begin` to `release` or `cancel`.

    Time goes on while a link is held, also where it stood still before, as fast as it is played, but never ahead of
    what has been computed. The project has the push so far in it all the time, as one undo step: its run is computed
    again whenever the target has moved, by the ordinary way, so that the run that is left at the end is the project's.
    """

    changed = Signal()  # begun, moved, over, or another stiffness or damping
    refused = Signal(str)  # why nothing can be pushed

    def __init__(self, document: Document, playback: Playback, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._playback, self._runner = document, playback, runner
        self._stiffness: float | None = None  # chosen by the user, for the next push
        self._damping: float | None = None
        self._push: Push | None = None
        self._target = np.zeros(3)
        self._before: Project | None = None  # the project without this push,
        self._ours: Project | None = None  # and as it was put last
        self._played = False
        self._gesture = ""
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME)
        self._timer.timeout.connect(self._tick)
        document.replaced.connect(self._forget)

    @property
    def active(self) -> bool:
        return self._push is not None

    @property
    def stiffness(self) -> float:
        """N/m of the next push."""
        return usual_stiffness(self._document.robot) if self._stiffness is None else self._stiffness

    @property
    def damping(self) -> float:
        """N s/m of the next push."""
        return usual_damping(self._document.robot, self.stiffness) if self._damping is None else self._damping

    def choose(self, *, stiffness: float | None, damping: float | None) -> None:
        """For the next pushes; None is what fits the arm."""
        self._stiffness, self._damping = stiffness, damping
        self.changed.emit()

    @property
    def chosen(self) -> tuple[float | None, float | None]:
        """Stiffness and damping, None where they are those that fit the arm."""
        return self._stiffness, self._damping

    def begin(self, link: int, point: np.ndarray) -> bool:
        """Take hold of a point (3,), world axes, of link `link` (from 0) as it is shown now. False where that cannot
        be, with the reason in `refused`."""
        run, t = self._document.results.current, self._playback.time
        project = self._document.project
        if project.run.mode != "forward":
            return self._refuse(ONLY_FORWARD)
        if run is None or not run.count or run.stale or run.awaits(t) or link >= project.robot.n:
            return self._refuse(NO_RUN)
        if t >= run.end and not run.running:
            return self._refuse(AT_END)
        own = _own_point(project.robot, run.q_at(t), link, point)
        x, y, z = point.tolist()
        push = Push(link + 1, own, self.stiffness, self.damping, (t, t + HOLD), ((x, y, z), (x, y, z)))
        try:
            add_push(project, push)
        except DynamicsError as error:
            return self._refuse(error.reason.capitalize())
        self._push, self._target = push, point
        self._before = self._ours = project
        self._gesture = held("push")
        self._played = self._playback.playing
        self._playback.pause()
        self._runner.insists = True
        self._last = time.perf_counter()
        self._timer.start()
        self.changed.emit()
        return True

    def move(self, target: np.ndarray) -> None:
        """The mouse is here now, (3,), world axes."""
        self._target = target
        self.changed.emit()

    def release(self) -> None:
        """Let go: what was recorded is the push. One that lasted no time is none."""
        push, t = self._push, self._playback.time
        if push is None:
            return
        if self._taken_away():
            self._end()
            return
        rows = list(zip(push.t[:-1], push.target[:-1], strict=True))
        rows = [rows[0], *(row for row in rows[1:] if row[0] < t - CLOSE)]
        if t - rows[0][0] <= CLOSE:
            self.cancel()
            return
        self._put(_with_rows(push, [*rows, (t, self._here())]))
        self._end()

    def cancel(self) -> None:
        """Let go, as if nothing had been touched."""
        if self._push is None:
            return
        if self._before is not None and not self._taken_away():
            self._document.edit(self._before, self._text, self._gesture)
        self._end()

    @property
    def _text(self) -> str:
        return f"Push link {self._push.link}" if self._push is not None else ""

    def _tick(self) -> None:
        now = time.perf_counter()
        passed, self._last = min(now - self._last, LONGEST_FRAME), now
        playback, run = self._playback, self._document.results.current
        if self._taken_away() or run is None:
            self._end()
            return
        t = playback.time + passed * (playback.speed if math.isfinite(playback.speed) else 1.0)
        if not run.running and t >= run.end:
            playback.seek(run.end)
            self.release()
        elif t <= playback.end:
            playback.seek(t)
            self._record()

    def _record(self) -> None:
        """Where the target is now, once in a while: the row before the last is the newest that was recorded."""
        push, t = self._push, self._playback.time
        if push is None or t - push.t[-2] < INTERVAL:
            return
        rows = list(zip(push.t[:-1], push.target[:-1], strict=True))
        self._put(_with_rows(push, [*rows, (t, self._here()), (t + HOLD, self._here())]))
        if len(push.t) + 2 >= MAX_ROWS:
            self.release()

    def _put(self, push: Push) -> None:
        assert self._before is not None
        try:
            after = add_push(self._before, push)
        except DynamicsError as error:
            self._end()
            self.refused.emit(error.reason.capitalize())
            return
        self._push, self._ours = push, after
        self._document.edit(after, self._text, self._gesture)

    def _taken_away(self) -> bool:
        """Whether somebody else has changed the project meanwhile."""
        return self._document.project != self._ours

    def _end(self) -> None:
        self._timer.stop()
        self._push = self._before = self._ours = None
        self._runner.insists = False
        if self._played:
            self._playback.play()
        self.changed.emit()

    def _forget(self) -> None:
        """Another project: nothing is held, and its arm has a weight of its own."""
        if self._push is not None:
            self._end()
        self.choose(stiffness=None, damping=None)

    def _here(self) -> Point:
        x, y, z = self._target.tolist()
        return x, y, z

    def _refuse(self, reason: str) -> bool:
        self.refused.emit(reason)
        return False


def _own_point(robot: Robot, q: np.ndarray, link: int, point: np.ndarray) -> Point:
    """A point in world axes in the link's own frame."""
    own = link_frames(robot, q, kernels=SHARED)[link] @ anchor(robot, link + 1)
    back = inverse(own)
    x, y, z = (back[:3, :3] @ point + back[:3, 3]).tolist()
    return x, y, z


def _with_rows(push: Push, rows: list[tuple[float, Point]]) -> Push:
    return msgspec.structs.replace(push, t=tuple(t for t, _ in rows), target=tuple(x for _, x in rows))
