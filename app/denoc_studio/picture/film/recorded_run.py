"""A finished run as the arm's picture wants it: states and places by time."""

from __future__ import annotations

import numpy as np

from denoc.basics.caching import cached_property
from denoc.files.projects.project import Project
from denoc.functions.kinematics import tip_frames
from denoc.kernels.dispatch import SHARED
from denoc.runs.pushed import PushedState, pushed_state
from denoc.runs.recording import Recording
from denoc_studio.picture.arm.reaction_arrows import largest_force
from denoc_studio.plots.samples import between, nearest

STATE = ("q", "qd", "qdd", "tau")


class RecordedRun:
    """The samples up to the first that is not finite, at least one: see `arm.run_at_time.RunLike`."""

    running = stale = False

    def __init__(self, project: Project, recording: Recording) -> None:
        finite = np.isfinite(recording.q).all(axis=1)
        self.project = project
        self.count = int(np.argmin(finite)) if not finite.all() else len(finite)
        self._recording = recording
        self._t, self._states = recording.t[: self.count], [getattr(recording, x)[: self.count] for x in STATE]
        if not self.count:
            self.count, self._t = 1, np.zeros(1)
            self._states = [np.array([row]) for row in (project.q0, project.qd0)] + [np.zeros((1, project.robot.n))] * 2
        self._q, self._tau = self._states[0], self._states[3]

    @property
    def end(self) -> float:
        return float(self._t[-1])

    def awaits(self, t: float) -> bool:
        return False

    def q_at(self, t: float) -> np.ndarray:
        return between(self._t, self._q, t)

    def tau_at(self, t: float) -> np.ndarray:
        return between(self._t, self._tau, t)

    def state_at(self, t: float) -> tuple[np.ndarray, ...]:
        """q, qd, qdd and tau."""
        return tuple(between(self._t, rows, t) for rows in self._states)

    def pushed_at(self, t: float) -> PushedState | None:
        q, qd, *_ = self.state_at(t)
        return pushed_state(self._recording, t, q, qd)

    @cached_property
    def largest_force(self) -> float:
        return largest_force(self.project.robot, self._recording)

    @cached_property
    def peak_torques(self) -> np.ndarray:
        return np.abs(self._tau).max(axis=0)

    def index_at(self, t: float) -> int:
        return nearest(self._t, t)

    def tip_path(self, seconds: float = 0.0) -> np.ndarray:
        return self._tips

    @cached_property
    def _tips(self) -> np.ndarray:
        return tip_frames(self.project.robot, self._q, kernels=SHARED)[:, :3, 3]
