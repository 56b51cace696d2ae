"""The samples of runs: filled in while they are computed, looked up by time, and the run before as a ghost."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from PySide6.QtCore import QObject, Signal

from dynamics.kinematics import forward_kinematics
from dynamics.project import Project
from dynamics.recording import SERIES, Chunk, Recording, Simulation, Status


class Run:
    """One run: `count` samples so far, of the `len(times)` that were asked for."""

    def __init__(self, number: int, project: Project, step: int = 0) -> None:
        self.number = number
        self.project = project
        self.step = step  # the undo step that it shows
        self.job = project.job()
        self.count = 0
        self.reached = 0.0
        self.steps = self.evaluations = 0
        self.status: Status | str = "running"
        self.message = ""
        self.stale = False  # the project has changed since
        rows, n = len(self.job.times), project.robot.n
        wide = {"q", "qd", "qdd", "tau"}
        self._series = {name: np.empty((rows, n) if name in wide else rows) for name in SERIES}

    def append(self, chunk: Chunk) -> None:
        end = self.count + len(chunk.t)
        for name, array in self._series.items():
            array[self.count : end] = getattr(chunk, name)
        self.count = end
        self.reached, self.steps, self.evaluations = chunk.reached, chunk.steps, chunk.evaluations
        self.status, self.message = chunk.status, chunk.message
        self.__dict__.pop("recording", None)

    @cached_property
    def recording(self) -> Recording:
        """What there is so far; arrays are read-only views."""
        arrays = {}
        for name, array in self._series.items():
            arrays[name] = array[: self.count]
            arrays[name].setflags(write=False)
        if self.project.run.mode == "inverse":
            return Recording(*(arrays[name] for name in SERIES[:7]))
        return Simulation(
            job=self.job,
            **arrays,
            steps=self.steps,
            evaluations=self.evaluations,
            status=self.status,  # type: ignore[arg-type]
            message=self.message,
        )

    @property
    def running(self) -> bool:
        return self.status == "running"

    @property
    def duration(self) -> float:
        return self.job.duration

    @property
    def end(self) -> float:
        """Time of the last sample."""
        return float(self._series["t"][self.count - 1]) if self.count else 0.0

    def q_at(self, t: float) -> np.ndarray:
        """Joint positions at time t, between samples by a straight line; the initial state before the first one."""
        if not self.count:
            return np.array(self.project.q0)
        times, q = self._series["t"], self._series["q"]
        k = int(np.searchsorted(times[: self.count], t, side="right"))
        if k == 0:
            return q[0].copy()
        if k == self.count:
            return q[k - 1].copy()
        share = (t - times[k - 1]) / (times[k] - times[k - 1])
        return q[k - 1] + share * (q[k] - q[k - 1])

    def index_at(self, t: float) -> int:
        """The sample nearest to time t; -1 where there is none."""
        times = self._series["t"][: self.count]
        k = int(np.searchsorted(times, t))
        if 0 < k < self.count and t - times[k - 1] < times[k] - t:
            k -= 1
        return min(k, self.count - 1)

    def tip_path(self) -> np.ndarray:
        """Positions of the tip at the samples so far, (count, 3); each is computed once."""
        known = self.__dict__.setdefault("_tips", np.empty((len(self.job.times), 3)))
        done = self.__dict__.setdefault("_tips_done", 0)
        if done < self.count:
            frames = forward_kinematics(self.project.robot, self._series["q"][done : self.count])
            known[done : self.count] = frames[:, -1, :3, 3]
            self.__dict__["_tips_done"] = self.count
        return known[: self.count]


class Results(QObject):
    """The current run and its predecessor."""

    started = Signal(object)  # Run
    extended = Signal(object)
    ended = Signal(object)
    stale = Signal(object)  # the project no longer is the run's
    ghost_changed = Signal(object)  # Run or None

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.current: Run | None = None
        self.ghost: Run | None = None

    def start(self, run: Run) -> None:
        """A new run. The one before becomes the ghost, unless both belong to one gesture."""
        before = self.current
        if before is not None and before.count > 1 and before.step != run.step:
            self.set_ghost(before)
        self.current = run
        self.started.emit(run)

    def extend(self, number: int, chunk: Chunk) -> None:
        """Samples of run `number`; those of any other than the current one are dropped."""
        run = self.current
        if run is None or run.number != number or not run.running:
            return
        run.append(chunk)
        self.extended.emit(run)
        if not run.running:
            self.ended.emit(run)

    def end(self, number: int, status: str, message: str) -> None:
        """The current run ends without a last chunk."""
        run = self.current
        if run is None or run.number != number or not run.running:
            return
        run.status, run.message = status, message
        run.__dict__.pop("recording", None)
        self.ended.emit(run)

    def set_stale(self) -> None:
        if self.current is not None and not self.current.stale:
            self.current.stale = True
            self.stale.emit(self.current)

    def set_ghost(self, run: Run | None) -> None:
        if run is not self.ghost:
            self.ghost = run
            self.ghost_changed.emit(run)

    def clear(self) -> None:
        self.current = None
        self.set_ghost(None)
