"""Logs of a run whose truth is known: late, scaled, offset and noisy by given amounts."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.interpolate import CubicSpline

from denoc import Measurement, load, run_project
from denoc.files.projects.project import Project
from denoc.runs.recording import Recording

NOISE = 0.02  # N m
POSITION_NOISE = 1e-4  # rad
LATE, SCALE, OFFSET = 0.5, 1.25, 0.4  # s, of torques, N m
RATE = 100.0  # Hz


class Truth(NamedTuple):
    project: Project
    run: Recording
    t: np.ndarray
    q: np.ndarray
    tau: np.ndarray

    @property
    def measurement(self) -> Measurement:
        return Measurement(self.t, q=self.q, tau=self.tau)

    def write(self, path: Path) -> Path:
        """In degrees and milliseconds, as a controller's log may be."""
        names = [f"axis {i} [deg]" for i in (1, 2, 3)] + [f"torque_{i} [Nm]" for i in (1, 2, 3)]
        rows = np.column_stack([self.t * 1e3, np.degrees(self.q), self.tau])
        lines = [",".join(["time [ms]", *names]), *(",".join(map(repr, row)) for row in rows.tolist())]
        path.write_text("\n".join(lines) + "\n")
        return path


def known_log(late: float = LATE, scale: float = SCALE, offset: float = OFFSET, noise: float = NOISE) -> Truth:
    """The planar arm's inverse run: before it moves the log stands still, for as long as it is late."""
    project = load("planar-3r-inverse")
    run = run_project(project)
    t = np.arange(0.0, run.t[-1] + late + 0.5 / RATE, 1 / RATE)
    inside = np.clip(t - late, run.t[0], run.t[-1])
    random = np.random.default_rng(7)
    q = CubicSpline(run.t, run.q)(inside) + (POSITION_NOISE if noise else 0.0) * random.normal(size=(len(t), 3))
    tau = scale * CubicSpline(run.t, run.tau)(inside) + offset + noise * random.normal(size=(len(t), 3))
    return Truth(project, run, t, q, tau)
