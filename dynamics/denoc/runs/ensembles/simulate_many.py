"""`simulate_many`: thousands of runs at once, and `stream_many`, the same for any number of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.cancelling import Cancel, Progress, check_watchers, tell
from denoc.basics.checks import check_count, check_number
from denoc.basics.errors import DynamicsError
from denoc.basics.plain_data import check_data
from denoc.kernels.emitter.targets import Target, host
from denoc.motions.motion_data import Motion
from denoc.motions.motion_to_trajectory import trajectory_of
from denoc.runs.ensembles.block import Setting
from denoc.runs.ensembles.drives import Driven, drive_of, why_not_in_lanes
from denoc.runs.ensembles.ensemble import Ensemble
from denoc.runs.ensembles.inputs import Starts, check_starts
from denoc.runs.ensembles.pieces import Pieces, Results
from denoc.runs.ensembles.traced_laws import NotInLanes
from denoc.runs.ensembles.workers import Work, do_all, processors
from denoc.runs.problem.job import MAX_VALUES, RANGES, Integrator, Job
from denoc.torques.controllers import controller
from denoc.torques.torque_laws import ConstantTorque, FreeFall, TorqueLaw, check_law

MOST_WORKERS = 256
LARGEST_PIECE = 256  # runs
PIECES = 4  # for each of several workers, so that none waits long for the last one
TWICE = 5  # joints of arms for which lanes fill two registers: what one waits for, the other computes meanwhile


def simulate_many(
    robot: Robot,
    q0: object,
    qd0: object,
    duration: float,
    *,
    torque: object = None,
    motion: Motion | None = None,
    integrator: Integrator = "dop853",
    rtol: float = 1e-8,
    atol: float = 1e-10,
    step: float | None = None,
    samples: object = 2,
    workers: int | None = None,
    robots: Sequence[Robot] | None = None,
    max_evaluations: float = 1e8,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Ensemble:
    """Let the arm move k times, from k states: many runs of `simulate`, computed side by side in the processor's lanes.

    `q0` (rad, m) and `qd0` (per s) are (k, n), or (n,) for the same in all runs. `torque` is None (free fall),
    constant, (n,) or (k, n) in N m (N), a law such as `PdTorque`, or a function (t, q, qd) -> n torques; `motion` is
    what a law follows, see `trajectory_of`. `robots` are k variants of `robot`, with the same joints but other numbers:
    a law goes on believing in `robot`. `integrator` is "dop853", "dopri5" (adaptive steps) or "rk4" (fixed steps);
    `duration`, `rtol`, `atol`, `step`, `samples` (a number of evenly spaced ones, or their times) and
    `max_evaluations` of each run are explained at `Job`.

    The `Ensemble` has t (m,) in s, q and qd (k, m, n), energies (k, m), and how each run ended; its `warning` says when
    their energies do not balance. A run has the same bits whatever `workers` (threads; None is one for each processor)
    there are, in whatever order the runs stand, and alone. Runs that lanes cannot compute, with joints that may stick,
    a torque that is a function or a formula with more than sums, products and sines, or another integrator, are
    computed one by one, and `how` and `reason` say so. `progress` is called with the share that is done, from 0 to 1;
    once `cancel.is_set()`, runs end with the status "cancelled". `stream_many` does the same block by block, for more
    runs than memory holds.

    Nothing is raised for a motion that diverges. DynamicsError names an argument that cannot be used.

    >>> starts = np.random.default_rng(1).uniform(-1, 1, (1000, 3))
    >>> falls = dn.simulate_many(dn.load("planar-3r-free-fall").robot, starts, np.zeros(3), 1.0)
    >>> falls.q.shape, falls.count("completed")
    ((1000, 2, 3), 1000)
    >>> bool(np.abs(falls.total[:, 1] - falls.total[:, 0]).max() < 1e-6)  # J: nothing takes energy out
    True
    """
    many = _Many(
        check_starts(robot, q0, qd0, _constant(torque), robots), duration, torque, motion, integrator, rtol, atol,
        step, samples, max_evaluations, workers, progress, cancel,
    )  # fmt: skip
    if many.values(len(many.starts)) > MAX_VALUES:
        words = f"{len(many.starts)} runs times samples times joints are more than {MAX_VALUES}; see stream_many"
        raise DynamicsError(words, field="samples", value=len(many.job.times))
    return many.compute(0, len(many.starts))


def stream_many(
    robot: Robot,
    q0: object,
    qd0: object,
    duration: float,
    *,
    block: int = 4096,
    torque: object = None,
    motion: Motion | None = None,
    integrator: Integrator = "dop853",
    rtol: float = 1e-8,
    atol: float = 1e-10,
    step: float | None = None,
    samples: object = 2,
    workers: int | None = None,
    robots: Sequence[Robot] | None = None,
    max_evaluations: float = 1e8,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Iterator[Ensemble]:
    """`simulate_many` in blocks of at most `block` runs, in their order: an `Ensemble` each, one in memory at a time.

    So a million runs come down to their peaks, last states or percentiles on the way. Arguments as for `simulate_many`;
    a block is made smaller where its samples would take too much memory. After a cancel no further block comes.
    DynamicsError names an argument that cannot be used, before the first block.

    >>> highest = []
    >>> starts = np.linspace(-1.0, 1.0, 1000)[:, None]
    >>> for some in dn.stream_many(dn.rod_chain(1).robot, starts, [0.0], 2.0, samples=101, block=300):
    ...     highest += some.q.max(axis=(1, 2)).tolist()
    >>> len(highest)
    1000
    """
    many = _Many(
        check_starts(robot, q0, qd0, _constant(torque), robots), duration, torque, motion, integrator, rtol, atol,
        step, samples, max_evaluations, workers, progress, cancel,
    )  # fmt: skip
    return many.blocks(check_count(block, "block", 1, MAX_VALUES))


def _constant(torque: object) -> object:
    """The torques where they are constant, else None."""
    if isinstance(torque, ConstantTorque):
        return torque.values
    return None if callable(torque) or isinstance(torque, TorqueLaw) else torque


def _driven(robot: Robot, torque: object, motion: Motion | None, duration: object) -> Driven:
    """What drives the runs, if their torques are not constant."""
    lasts = check_number(duration, "duration", minimum=RANGES["duration"][0])
    trajectory = None if motion is None else trajectory_of(robot, motion, lasts)
    if callable(torque):
        return Driven(function=torque)
    if not isinstance(torque, TorqueLaw) or isinstance(torque, FreeFall):
        return Driven()
    law = check_data(torque, TorqueLaw, "torque")
    check_law(robot, law)
    function = controller(robot, law, trajectory)
    return Driven(law, trajectory, function) if callable(function) else Driven()


class _Many:
    """An ensemble whose arguments have been checked."""

    def __init__(
        self,
        starts: Starts,
        duration: float,
        torque: object,
        motion: Motion | None,
        integrator: Integrator,
        rtol: float,
        atol: float,
        step: float | None,
        samples: object,
        max_evaluations: float,
        workers: object,
        progress: Progress | None,
        cancel: Cancel | None,
    ) -> None:
        self.starts = starts
        driven = _driven(starts.robot, torque, motion, duration)
        self.job = job = Job(
            starts.robot,
            tuple(starts.q0[0].tolist()),
            tuple(starts.qd0[0].tolist()),
            duration,
            torque=driven.function,
            integrator=integrator,
            rtol=rtol,
            atol=atol,
            step=step,
            samples=samples,
            max_evaluations=max_evaluations,
        )
        self._workers = processors() if workers is None else check_count(workers, "workers", 1, MOST_WORKERS)
        check_watchers(cancel, progress)
        self._progress, self._cancel = progress, cancel
        varies = starts.robots is not None
        setting, self._why, self._lanes = None, "", 1
        try:
            target = self._target(varies)
            setting = Setting(job, varies, drive_of(job, driven, target), job.changes().longest, target)
            self._lanes = target.lanes
            self._why = "" if varies else why_not_in_lanes(starts.robot, tables=setting.tables)
        except NotInLanes as why:
            self._why = str(why)
        self._pieces = Pieces(starts, job, setting)

    def _target(self, varies: bool) -> Target:
        """This machine, with lanes as many as serve; no bit of a run depends on how many there are."""
        target = host()
        twice = not varies and self.starts.robot.n <= TWICE and len(self.starts) > target.lanes
        return target._replace(lanes=target.lanes * (2 if twice else 1))

    def values(self, runs: int) -> int:
        """Numbers that q of so many runs has."""
        return runs * len(self.job.times) * self.starts.robot.n

    def blocks(self, size: int) -> Iterator[Ensemble]:
        size = min(size, max(1, MAX_VALUES // self.values(1)))
        for first in range(0, len(self.starts), size):
            if self._cancel is not None and self._cancel.is_set():
                return
            yield self.compute(first, min(first + size, len(self.starts)))

    def compute(self, first: int, past: int) -> Ensemble:
        """Runs `first` to `past` - 1."""
        out = Results.empty(past - first, len(self.job.times), self.starts.robot.n)
        reasons = self._reasons(first, past)
        apart = np.array([bool(why) for why in reasons])
        work = list[Work]()
        left = deque(_cut(np.flatnonzero(~apart), self._workers, 2 * self._lanes))
        if left:
            runs = self._pieces.runs(first, past, out)
            work += [partial(self._pieces.in_lanes, runs, first, left, out)] * min(self._workers, len(left))
        for rows in _cut(np.flatnonzero(apart), self._workers, 1):
            work.append(partial(self._pieces.one_by_one, np.arange(rows.start, rows.stop) + first, first, out))
        do_all(work, self._workers, self._cancel, partial(self._tell, first))
        how = np.where(apart, "one by one", "lanes")
        return out.ensemble(self.job.times, how, next(filter(None, reasons), ""), self.job.rtol)

    def _reasons(self, first: int, past: int) -> list[str]:
        """Why each run is computed by itself; a matter of that run alone, or its bits would depend on others."""
        robots = self.starts.robots
        if self._why or robots is None:
            return [self._why] * (past - first)
        return [why_not_in_lanes(arm, tables=True) for arm in robots[first:past]]

    def _tell(self, first: int, done: int) -> None:
        tell(self._progress, (first + done) / len(self.starts))


def _cut(rows: np.ndarray, workers: int, fewest: int) -> list[slice]:
    """Rising rows as slices without gaps, with so many rows at least where there are no gaps."""
    size = max(-(-len(rows) // (PIECES * workers)), fewest) if workers > 1 else LARGEST_PIECE
    size = min(size, LARGEST_PIECE)
    gaps = np.flatnonzero(np.diff(rows) > 1) + 1
    whole = [part for part in np.split(rows, gaps) if len(part)]
    return [
        slice(first, min(first + size, past))
        for part in whole
        for past in [int(part[-1]) + 1]
        for first in range(int(part[0]), past, size)
    ]
