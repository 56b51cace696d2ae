"""Until when a run can be reproduced: compared with a second one, by another integrator at a stricter tolerance.

Energy balance and agreement of the formulations can both be perfect while a run is wrong: an error along the motion
keeps the energy, and chaos makes of any error one of the size of the motion. Only another computation sees that.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TypeVar

import numpy as np

from denoc.basics.cancelling import Cancel
from denoc.basics.errors import DynamicsError
from denoc.runs.problem.job import Integrator, Job
from denoc.runs.recording import Recording, Simulation
from denoc.runs.reproduction import Horizon
from denoc.runs.simulation import run

TOLERANCE = 1e-2  # rad, m
STRICTER = 1e-3  # the second run's tolerances, of the first one's
FINEST = 1e-13, 1e-14  # relative and absolute tolerance that still mean something
FIXED = 1e-9, 1e-11  # what a run of fixed steps is taken for
CAUTION = 0.9  # of the tolerance: the second run is not exact either
FEWEST_SAMPLES = 400  # in which the moment can be found well enough
SHARE = 1 / math.e  # of the first run's longest step, so that the second one does not look at the same times
PATIENCE = 30, 1_000_000  # evaluations of the second run: so many times the first one's, and so many more
NUDGE, SMALL = 1e-9, 1e-4  # rad, m: a disturbance of the start, and how far its growth is watched
CHAOTIC = 1.0  # powers of ten that a disturbance grows by in the second half of that time; t^2 makes 0.6


class Interrupted(DynamicsError):
    """The comparison was cancelled: nothing is known."""


R = TypeVar("R", bound=Recording)


def with_horizon(recording: R, cancel: Cancel | None = None) -> R:
    """The recording with its `horizon`, unless it has one, needs none, or is still being computed."""
    if not isinstance(recording, Simulation) or recording.horizon is not None or recording.status == "running":
        return recording
    return replace(recording, horizon=horizon(recording, cancel=cancel))


class Deadline:
    """A `Cancel` that cancels after so many seconds, or with another one."""

    def __init__(self, seconds: float, cancel: Cancel | None = None) -> None:
        self._end = time.perf_counter() + seconds
        self._cancel = cancel

    def is_set(self) -> bool:
        return time.perf_counter() > self._end or (self._cancel is not None and self._cancel.is_set())


def horizon(first: Simulation, *, tolerance: float = TOLERANCE, cancel: Cancel | None = None) -> Horizon:
    """How far the run is reproduced, and why no further; Interrupted where it was cancelled before that is known."""
    job = first.job
    shorter = "steps" if job.integrator == "rk4" else "tolerances"
    if first.status == "cancelled" and _end(first) > 0:  # what was not computed is not judged either
        first = replace(first, job=replace(job, duration=_end(first), samples=first.t))
    if len(first.t) or first.status != "cancelled":
        first = _with_enough_samples(first, cancel)
    end = _end(first)
    if end <= 0:
        return Horizon(end, end, tolerance, 0.0, math.inf, "", shorter)
    second = _second_run(first, cancel)
    rows = min(len(first.t), len(second.t))
    apart = np.abs(first.q[:rows] - second.q[:rows]).max(axis=1)
    off = np.flatnonzero(~(apart <= CAUTION * tolerance))
    until, stuck = end, ""
    if len(off):
        until = float(first.t[max(off[0] - 1, 0)])
    elif rows < len(first.t) and not _ended_alike(first, second, tolerance):
        until, stuck = float(first.t[max(rows - 1, 0)]), second.message or second.status
    tenfold = math.inf if until >= end else _tenfold(second, cancel)
    if cancel is not None and cancel.is_set():
        raise Interrupted("the second run was cancelled")
    how = f"{second.job.integrator}, relative tolerance {second.job.rtol:.0e}"
    return Horizon(until, end, tolerance, float(apart.max(initial=0.0)), tenfold, how, shorter, stuck)


def _end(run: Simulation) -> float:
    """The time up to which a run is known."""
    return run.job.duration if run.status == "completed" else float(run.t[-1]) if len(run.t) else 0.0


def _with_enough_samples(first: Simulation, cancel: Cancel | None) -> Simulation:
    """The same steps, sampled closely enough, and to their end, to see when two runs part."""
    if len(first.t) >= FEWEST_SAMPLES and first.job.times[-1] >= first.job.duration:
        return first
    longest = first.job.changes().longest
    return run(replace(first.job, samples=1001, step=longest if math.isfinite(longest) else None), cancel)


def _second_run(first: Simulation, cancel: Cancel | None) -> Simulation:
    """By the first of some other integrators that gets as far; stiff runs leave the implicit one only."""
    found = None
    for integrator in _others(first.job.integrator):
        second = run(_stricter(first, integrator), cancel)
        if found is None or len(second.t) > len(found.t):
            found = second
        if len(second.t) == len(first.t) or second.status in ("stopped", "diverged", "cancelled"):
            break
    assert found is not None
    return found


def _others(integrator: Integrator) -> tuple[Integrator, ...]:
    return ("verner65", "radau") if integrator == "dop853" else ("dop853", "radau")


def _stricter(first: Simulation, integrator: Integrator) -> Job:
    job = first.job
    given = FIXED if job.integrator == "rk4" else (job.rtol, job.atol)
    rtol, atol = (max(STRICTER * value, least) for value, least in zip(given, FINEST, strict=True))
    longest = replace(job, step=None, integrator=integrator).changes().longest  # that the input itself allows
    times, more = PATIENCE
    return replace(
        job,
        integrator=integrator,
        rtol=rtol,
        atol=atol,
        step=SHARE * longest if math.isfinite(longest) else None,
        samples=job.samples if len(first.t) == len(job.times) else first.t,  # a million of them take their time
        max_evaluations=min(times * first.evaluations + more, 1e12),
        max_seconds=None,
    )


def _ended_alike(first: Simulation, second: Simulation, tolerance: float) -> bool:
    """Whether both ended early at nearly one time and place, as at a joint limit."""
    if first.status != second.status or first.status == "completed" or not len(second.t):
        return False
    late = abs(float(first.t[-1] - second.t[-1]))
    return bool(late * np.abs(first.qd[-1]).max() <= CAUTION * tolerance) or len(second.t) >= len(first.t) - 1


def _tenfold(second: Simulation, cancel: Cancel | None) -> float:
    """Seconds in which a small disturbance of the start grows tenfold; inf where it does not grow exponentially."""
    job = second.job
    signs = np.where(np.arange(job.robot.n) % 2, -1.0, 1.0)
    try:
        nudged = run(replace(job, q0=tuple(np.array(job.q0) + NUDGE * signs)), cancel)
    except DynamicsError:  # beyond a limit
        return math.inf
    rows = min(len(second.t), len(nudged.t))
    if rows == 0:
        return math.inf
    apart = np.maximum.accumulate(np.abs(second.q[:rows] - nudged.q[:rows]).max(axis=1))
    last = int(np.searchsorted(apart, SMALL))
    half = int(np.searchsorted(second.t, second.t[min(last, rows - 1)] / 2))
    if last - half < 2 or not apart[half] > 0:
        return math.inf
    grown = math.log10(apart[last - 1] / apart[half])
    return float(second.t[last - 1] - second.t[half]) / grown if grown > CHAOTIC else math.inf
