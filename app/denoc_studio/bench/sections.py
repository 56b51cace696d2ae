"""What is measured on arms of a given size, a table each."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

import denoc
from denoc.kernels import Kernels
from denoc_studio.bench.measuring.arms import general_arm, stanford_arm, states
from denoc_studio.bench.measuring.timing import Timing, Work, alternate
from denoc_studio.bench.peers import ENGINES, OURS, BatchEngine, Untrusted, What, trusted_call
from denoc_studio.bench.tables import Table, microseconds, nanoseconds, ratio

THREADS = 2


def batches(seconds: float, pinocchio: BatchEngine | None) -> Table:
    """Long batches through the public functions, against Pinocchio."""
    peer = pinocchio.name if pinocchio else "Pinocchio"
    rows = []
    notes = [f"{peer}: {pinocchio.how}." if pinocchio else "Pinocchio is not installed."]
    robots = (stanford_arm(), *map(general_arm, (6, 12, 50, 200)))
    for robot in robots:
        denoc.prepare(robot)
        rows.append([robot.name, *_batch_cells(robot, pinocchio, seconds, notes)])
    six = robots[1]
    generic = _batch_cells(six, pinocchio, seconds, notes, Kernels.SHARED)
    rows.append([f"{six.name}, generic kernel", *generic])
    columns = ["arm", "states", "inverse, ours", peer, "ratio", "forward, ours", peer, "ratio"]
    return Table("Batches on one core: ns per state, best (median)", columns, rows, notes)


def _batch_cells(
    robot: denoc.Robot,
    pinocchio: BatchEngine | None,
    seconds: float,
    notes: list[str],
    kernels: Kernels = Kernels.BEST,
) -> Sequence[str]:
    batch = states(robot.n)
    count = batch.shape[1]
    cells = [str(count)]
    for what in OURS:
        works = [Work(partial(OURS[what], robot, *batch, kernels=kernels), count)]
        if pinocchio:
            try:
                works.append(Work(trusted_call(pinocchio, robot, what, batch), count))
            except Untrusted as trouble:
                notes.append(str(trouble))
        ours, *others = alternate(works, seconds)
        theirs = others[0] if others else None
        cells += [nanoseconds(ours), nanoseconds(theirs), ratio(theirs, ours)]
    return cells


def flop_limit(seconds: float) -> Table:
    """How near the written-out kernels of a general arm come to what the core can do."""
    robot = general_arm(6)
    denoc.prepare(robot)
    batch = states(robot.n)
    peak = denoc.kernels.peak_gflops()
    rows, notes = [], []
    for what, function in OURS.items():
        (ours,) = alternate([Work(partial(function, robot, *batch), batch.shape[1])], seconds)
        flops = denoc.kernels.flops(robot, f"{what} denoc")
        limit = flops / peak
        factor = ours.best * 1e9 / limit
        rows.append([what, str(flops), f"{limit:.1f}", nanoseconds(ours), f"{factor:.1f} x"])
        if factor < 1:
            notes.append(f"{what}: faster than the limit, so the peak was measured too low. Do not use these figures.")
    columns = ["", "flops", "limit, ns", "ours, ns", "factor"]
    return Table(f"{robot.name} against this core's {peak:.1f} GFlop/s", columns, rows, notes)


def threads(seconds: float) -> Table:
    """The same batch in one thread and split over two."""
    robot = general_arm(6)
    denoc.prepare(robot)
    batch = np.tile(states(robot.n), (1, 16, 1))
    halves = np.array_split(batch, THREADS, axis=1)
    count = batch.shape[1]
    rows = []
    with ThreadPoolExecutor(THREADS) as pool:
        for what, function in OURS.items():
            split = partial(_in_threads, pool, [partial(function, robot, *half) for half in halves])
            one, two = alternate([Work(partial(function, robot, *batch), count), Work(split, count)], seconds)
            rows.append([what, nanoseconds(one), nanoseconds(two), ratio(one, two)])
    columns = ["", "one thread", f"{THREADS} threads", "gain"]
    title = f"{robot.name}, {count} states: ns per state, best (median)"
    return Table(title, columns, rows, ["A gain needs a second core that nobody else uses."])


def _in_threads(pool: ThreadPoolExecutor, calls: Sequence[partial[np.ndarray]]) -> None:
    for future in [pool.submit(call) for call in calls]:
        future.result()


def single_calls(seconds: float) -> Table:
    """One state per call from Python, against every engine that is installed."""
    notes: list[str] = []
    measured = {
        f"{robot.name}, {what}": _call_times(robot, what, seconds, notes)
        for robot in (stanford_arm(), general_arm(6))
        for what in OURS
    }
    names = ["ours", *(engine.name for engine in ENGINES if engine.version)]
    rows = [[name, *(microseconds(times.get(name)) for times in measured.values())] for name in names]
    unique = list(dict.fromkeys(notes))
    return Table("Single calls from Python: us per call, best (median)", ["engine", *measured], rows, unique)


def _call_times(robot: denoc.Robot, what: What, seconds: float, notes: list[str]) -> dict[str, Timing]:
    denoc.prepare(robot)
    state = states(robot.n)[:, 0].copy()
    works = {"ours": Work(partial(OURS[what], robot, *state), 1)}
    for engine in ENGINES:
        if engine.version:
            try:
                works[engine.name] = Work(trusted_call(engine, robot, what, state), 1)
            except Untrusted as trouble:
                notes.append(str(trouble))
    return dict(zip(works, alternate(list(works.values()), seconds), strict=True))
