"""A run and many others from almost the same start, at the same times: how a bundle of motions stays together."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from denoc.basics.cancelling import Cancel, Cancelled, Progress, check_watchers, tell
from denoc.basics.checks import check_count, check_kind, check_number
from denoc.basics.errors import DynamicsError, OutOfRange
from denoc.files.projects.project import Project
from denoc.runs.ensembles.drives import INTEGRATORS
from denoc.runs.ensembles.simulate_many import simulate_many
from denoc.runs.recording import Simulation
from denoc.studies.many import each, finished
from denoc.torques.torque_laws import FreeFall

MOST_RUNS = 100_000
MOST_VALUES = 4_000_000  # of q; qd has as many
SMOOTH = 60.0  # samples a second that are wanted
FEWEST, MOST_SAMPLES = 2, 2001
WIDEST = 10.0  # rad, m


class Neighbours(NamedTuple):
    """Runs at the times t (m,) in s: q (rad, m) and qd (per s) are (k + 1, m, n), the first of them the run itself, the
    others from starts beside its own. What a run did not reach is nan; `completed` (k + 1,) says which got to the
    end."""

    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    completed: np.ndarray


def neighbours(
    project: Project,
    count: int = 1000,
    *,
    spread: float = 1e-4,
    seed: int = 1,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
) -> Neighbours:
    """The forward run of a project and `count` others whose first angles and displacements differ a little.

    Each joint's start is drawn by `seed` from a normal distribution about the run's own with the standard deviation
    `spread`, in rad or m; rates begin as the run's. The runs are computed at the project's own tolerances: by
    `simulate_many`, or where their pushes, joint limits, drive limits, tip wrench, method or integrator are none of its
    business one by one. One that starts beyond a limit that stops runs is not computed. There are 60 samples a second
    at most, fewer where that would take too much memory.

    DynamicsError names an argument that cannot be used, or says that the project's run is no forward one. `cancel` is
    anything with is_set(), which ends it with `Cancelled`; `progress` is called with the share that is done, 0 to 1.
    """
    check_watchers(cancel, progress)
    n = check_kind(project, Project, "project").robot.n
    if project.run.mode != "forward":
        raise DynamicsError("a project with a forward run is needed", field="project", value=project.run.mode)
    count = check_count(count, "count", 1, MOST_RUNS)
    if (count + 1) * n * FEWEST > MOST_VALUES:
        most = MOST_VALUES // (n * FEWEST) - 1
        raise DynamicsError(f"at most {most} runs of {n} joints are kept", field="count", value=count)
    spread = check_number(spread, "spread", minimum=0.0, largest=WIDEST)
    draw = np.random.default_rng(check_count(seed, "seed", 0, 2**63 - 1))
    q0 = np.tile(np.array(project.q0), (count + 1, 1))
    q0[1:] += spread * draw.standard_normal((count, n))
    times = np.linspace(0.0, project.run.duration, _samples(project.run.duration, (count + 1) * n))
    if together(project):
        return _in_lanes(project, q0, times, cancel, progress, workers)
    return _one_by_one(project, q0, times, cancel, progress, workers)


def together(project: Project) -> bool:
    """Whether `simulate_many` knows all that acts in the project's run."""
    run = project.run
    limited = not isinstance(run.torque, FreeFall) and (run.torque_limit is not None or run.speed_limit is not None)
    wrench = run.tip_wrench is not None and any(run.tip_wrench)
    stops = run.limits != "none" and any(
        math.isfinite(link.lower) or math.isfinite(link.upper) for link in project.robot.links
    )
    known = run.method == "denoc" and run.integrator in INTEGRATORS
    return known and not (limited or wrench or stops or run.pushes)


def _samples(duration: float, values: int) -> int:
    wanted = math.ceil(SMOOTH * duration) + 1
    return max(min(wanted, MOST_SAMPLES, MOST_VALUES // values), FEWEST)


def _in_lanes(
    project: Project,
    q0: np.ndarray,
    times: np.ndarray,
    cancel: Cancel | None,
    progress: Progress | None,
    workers: int | None,
) -> Neighbours:
    run = project.run
    found = simulate_many(
        project.robot,
        q0,
        np.array(project.qd0),
        run.duration,
        torque=run.torque,
        motion=run.motion,
        integrator=run.integrator,
        rtol=run.rtol,
        atol=run.atol,
        step=run.step,
        samples=times,
        workers=workers,
        progress=progress,
        cancel=cancel,
    )
    if cancel is not None and cancel.is_set():
        raise Cancelled
    return Neighbours(found.t, found.q, found.qd, found.status == "completed")


def _one_by_one(
    project: Project,
    q0: np.ndarray,
    times: np.ndarray,
    cancel: Cancel | None,
    progress: Progress | None,
    workers: int | None,
) -> Neighbours:
    shape = (len(q0), len(times), project.robot.n)
    q, qd, completed = np.full(shape, math.nan), np.full(shape, math.nan), np.zeros(len(q0), dtype=bool)

    def from_start(row: int) -> Simulation | None:
        try:
            own = replace(project, q0=tuple(q0[row].tolist())).job(draft=True)
        except OutOfRange:
            if row == 0:  # the project's own
                raise
            return None
        return finished(replace(own, samples=tuple(times.tolist())), cancel)

    for row, run in enumerate(each(from_start, list(range(len(q0))), cancel=cancel, workers=workers)):
        tell(progress, (row + 1) / len(q0))
        if run is None:
            continue
        rows = np.searchsorted(times, run.t)  # an end that is no sample has one of its own
        known = (rows < len(times)) & (times[np.minimum(rows, len(times) - 1)] == run.t)
        q[row, rows[known]], qd[row, rows[known]] = run.q[known], run.qd[known]
        completed[row] = run.status == "completed"
    return Neighbours(times, q, qd, completed)
