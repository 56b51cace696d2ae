"""When an arm that is let go first turns over: maps over the angles of two joints, coarse to fine."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from denoc.arm.batch import check_one_state
from denoc.arm.robot import Robot
from denoc.basics.cancelling import Cancel, Progress, check_watchers, tell
from denoc.basics.checks import check_count, check_items, check_kind, check_number, check_tuple
from denoc.basics.errors import DynamicsError
from denoc.functions.api import forward_dynamics, potential_energy
from denoc.kernels.dispatch import SHARED
from denoc.runs.ensembles.drives import why_not_in_lanes
from denoc.runs.ensembles.simulate_many import simulate_many
from denoc.runs.ensembles.workers import processors
from denoc.runs.problem.job import Job
from denoc.studies.chaos.flip_energy import least_energy
from denoc.studies.chaos.passing import HalfTurn, Samples
from denoc.studies.linear.equilibria import equilibria
from denoc.studies.many import finished, stop_if_cancelled

MOST_CELLS = 1024
LONGEST = 1000.0  # s
STRIDES = (8, 4, 2, 1)
LOOK = 0.01  # s between the times at which a run is looked at
WINDOW, WIDER = 2.0, 4.0  # s that a run is followed before it is looked at, and times as long the next time
FINER = 16  # times, in the stretch in which a joint passes
AT_ONCE = 256  # starts that are followed together
ROUNDING = 1e-9  # of the energies: as much more than it has an arm might have


class FlipMap(NamedTuple):
    """When an arm that is let go first turns over: `times` (rows, columns) in s, by two joints' first angles.

    Columns are by `x` (columns,), the angle q (rad) of joint `joints[0]`, rows by `y` (rows,) of joint `joints[1]`,
    counted from 1. A time is inf where the arm has not the energy to turn a joint over ever, and nan where it did not
    happen in `duration` seconds, or the run broke off before, as `failed` of them did. `rest` (n,) is the pose from
    which turns are counted.
    """

    joints: tuple[int, int]
    x: np.ndarray
    y: np.ndarray
    times: np.ndarray
    rest: np.ndarray
    duration: float
    failed: int

    def __repr__(self) -> str:
        rows, columns = self.times.shape
        flipped, never = int(np.isfinite(self.times).sum()), int(np.isinf(self.times).sum())
        return f"<FlipMap: {columns} x {rows} starts, {flipped} flip within {self.duration:g} s, {never} never can>"


def flip_times(
    robot: Robot,
    duration: float = 10.0,
    *,
    joints: object = (1, 2),
    cells: int = 64,
    flipping: int | None = None,
    rest: object = None,
    q0: object = None,
    ranges: object = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
) -> Iterator[FlipMap]:
    """When an arm that is let go at rest first turns over, for a grid of two joints' angles: maps, coarse to fine.

    A joint turns over when it passes half a turn, either way, from where it is in the pose `rest` (n,) in rad and m:
    the pose in which the arm hangs, unless another is given. `flipping` is the joint, from 1, that is looked at, None
    any revolute one. `joints` are the two, from 1, whose angles span the grid: `cells` x `cells` starts, in the middle
    of the cells of a whole turn around `rest`, or of `ranges`, two pairs of angles (rad) from and to which they go; the
    other joints begin as in `q0` (n,), which is `rest` without it. The arm falls freely from rest for `duration`
    seconds at most, without joint limits; friction counts.

    The last map is the whole grid, those before have an eighth, a quarter and half as many starts a side, which the
    finer ones have too; each is computed as it is asked for. The passing of half a turn is found in the motion itself,
    not between samples of it, so its time is as good as the integration (rtol 1e-9). inf is certain: the arm has
    less energy than the least that a pose with such a joint half a turn over has, and is claimed for up to three
    revolute joints only.

    DynamicsError names the argument that cannot be used, an arm without a pose to hang in and no `rest`, or a grid over
    fewer than two joints. `cancel` is anything with is_set(), which ends it with `Cancelled`; `progress` is called with
    the share of the whole grid that is done, 0 to 1.

    >>> maps = list(dn.flip_times(dn.rod_chain(2).robot, 2.0, cells=8))
    >>> [found.times.shape for found in maps]
    [(1, 1), (2, 2), (4, 4), (8, 8)]
    >>> maps[-1]
    <FlipMap: 8 x 8 starts, 28 flip within 2 s, 16 never can>
    """
    check_watchers(cancel, progress)
    n = check_kind(robot, Robot, "robot").n
    two = check_items(joints, 2, "joints")
    if len(two) != 2 or len({check_count(one, "joints", 1, n) for one in two}) != 2:
        raise DynamicsError("two different joints are needed", field="joints", value=joints)
    watched = range(1, n + 1) if flipping is None else (check_count(flipping, "flipping", 1, n),)
    turning = [joint - 1 for joint in watched if robot.links[joint - 1].revolute]
    if not turning or not all(robot.links[joint - 1].revolute for joint in two):
        raise DynamicsError("revolute joints are needed", field="joints" if turning else "flipping", value=joints)
    cells = check_count(cells, "cells", 1, MOST_CELLS)
    duration = check_number(duration, "duration", largest=LONGEST)
    home = _hanging(robot) if rest is None else check_one_state(robot, q=check_tuple(rest, n, "rest"))
    start = home if q0 is None else check_one_state(robot, q=check_tuple(q0, n, "q0"))
    spans = None if ranges is None else _spans(ranges)
    links = tuple(replace(link, lower=-math.inf, upper=math.inf) for link in robot.links)
    free = Job(
        replace(robot, links=links), tuple(start), (0.0,) * n, duration, integrator="dop853", rtol=1e-9, atol=1e-11
    )
    search = _Search(free, (int(two[0]) - 1, int(two[1]) - 1), HalfTurn(home, turning), cancel)
    return _maps(search, cells, spans, progress)


def _spans(ranges: object) -> tuple[tuple[float, float], ...]:
    """Of angles, each from a smaller to a larger one."""
    pairs = check_items(ranges, 2, "ranges")
    if len(pairs) != 2:
        raise DynamicsError("two pairs of angles are needed", field="ranges", value=ranges)
    spans = []
    for pair in pairs:
        low, high = check_tuple(pair, 2, "ranges")
        if not low < high:
            raise DynamicsError("goes from a smaller angle to a larger one", field="ranges", value=pair)
        spans.append((low, high))
    return tuple(spans)


def _maps(
    search: _Search, cells: int, spans: tuple[tuple[float, float], ...] | None, progress: Progress | None
) -> Iterator[FlipMap]:
    if spans is None:
        homes = (float(search.turned.home[joint]) for joint in search.joints)
        spans = tuple((home - math.pi, home + math.pi) for home in homes)
    across, up = (low + (high - low) * (2 * np.arange(cells) + 1) / (2 * cells) for low, high in spans)
    times, known = np.full((cells, cells), math.nan), np.zeros((cells, cells), dtype=bool)
    failed = np.zeros_like(known)
    for stride in (stride for stride in STRIDES if stride <= cells):
        wanted = np.zeros_like(known)
        wanted[::stride, ::stride] = True
        rows, columns = np.nonzero(wanted & ~known)
        for first in range(0, len(rows), AT_ONCE):
            stop_if_cancelled(search.cancel)
            some = rows[first : first + AT_ONCE], columns[first : first + AT_ONCE]
            times[some], failed[some] = search.times(search.poses(across[some[1]], up[some[0]]))
            known[some] = True
            tell(progress, float(known.mean()))
        x, y = across[::stride], up[::stride]
        shown = times[::stride, ::stride].copy()
        counted = (search.joints[0] + 1, search.joints[1] + 1)
        broken = int(failed[::stride, ::stride].sum())
        yield FlipMap(counted, x, y, shown, search.turned.home, search.job.duration, broken)


class _Search:
    """Looks for the first time at which a joint of a freely falling arm is half a turn from home."""

    def __init__(self, job: Job, joints: tuple[int, int], turned: HalfTurn, cancel: Cancel | None) -> None:
        self.job, self.joints, self.turned, self.cancel = job, joints, turned, cancel
        sides = ((joint, turned.home[joint] + side) for joint in turned.joints for side in (math.pi, -math.pi))
        self._lanes = not why_not_in_lanes(job.robot, tables=False)
        self._needed = min(least_energy(job.robot, joint, angle) for joint, angle in sides)

    def poses(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """The starts at places (k,) of the grid, (k, n)."""
        q = np.tile(np.array(self.job.q0), (len(x), 1))
        q[:, self.joints[0]], q[:, self.joints[1]] = x, y
        return q

    def times(self, poses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """When the arm first turns over that is let go in each of the poses (k, n), and whether its run broke off
        before that: (k,) each."""
        times, failed = np.full(len(poses), math.nan), np.zeros(len(poses), dtype=bool)
        energy = potential_energy(self.job.robot, poses, kernels=SHARED)
        times[energy < self._needed - ROUNDING * (np.abs(energy) + abs(self._needed))] = math.inf
        times[self.turned.beyond(poses).any(axis=1)] = 0.0
        going = np.flatnonzero(np.isnan(times))
        begin, window, q, qd = 0.0, WINDOW, poses[going], np.zeros((len(going), poses.shape[1]))
        while begin < self.job.duration and len(going):
            lasts = min(window, self.job.duration - begin)
            samples = max(math.ceil(lasts / LOOK), 1) + 1
            followed = self._follow(q, qd, lasts, samples)
            rows = [self.turned.stretch(known) for known in followed]
            passing = [(which, row) for which, row in enumerate(rows) if row is not None]
            exact = self._exactly([(followed[which], row) for which, row in passing], lasts / (samples - 1))
            times[going[[which for which, _ in passing]]] = begin + np.array(exact)
            whole = np.array([len(known.t) == samples for known in followed])
            still = np.array([row is None for row in rows])
            failed[going[still & ~whole]] = True
            left = np.flatnonzero(still & whole)
            going, begin, window = going[left], begin + lasts, WIDER * window
            q = np.array([followed[which].q[-1] for which in left])
            qd = np.array([followed[which].qd[-1] for which in left])
        return times, failed

    def _follow(self, q: np.ndarray, qd: np.ndarray, lasts: float, samples: int) -> list[Samples]:
        """The motions from these states, (k, n) each, as far as they got: in lanes, unless joints may stick."""
        job = replace(self.job, duration=lasts, samples=samples)
        if not self._lanes:
            starts = zip(q.tolist(), qd.tolist(), strict=True)
            return [Samples.of(finished(replace(job, q0=tuple(a), qd0=tuple(b)), self.cancel)) for a, b in starts]
        many = simulate_many(
            job.robot,
            q,
            qd,
            lasts,
            integrator=job.integrator,
            rtol=job.rtol,
            atol=job.atol,
            samples=samples,
            workers=max(processors() - 1, 1),
            cancel=self.cancel,
        )
        stop_if_cancelled(self.cancel)
        flat = many.q.reshape(-1, q.shape[1])
        rates = forward_dynamics(job.robot, flat, many.qd.reshape(flat.shape), np.zeros_like(flat), kernels=SHARED)
        rates = rates.reshape(many.q.shape)
        reached = np.isfinite(rates).all(axis=2).sum(axis=1).tolist()
        known = zip(many.q, many.qd, rates, reached, strict=True)
        return [Samples(many.t[:past], *(values[:past] for values in motion)) for *motion, past in known]

    def _exactly(self, stretches: list[tuple[Samples, int]], lasts: float) -> list[float]:
        """The times within stretches of `lasts` seconds, which are computed again for that with finer samples."""
        if not stretches:
            return []
        starts = [(known.q[row], known.qd[row]) for known, row in stretches]
        q, qd = (np.array(part) for part in zip(*starts, strict=True))
        found = []
        for (known, row), fine in zip(stretches, self._follow(q, qd, lasts, FINER + 1), strict=True):
            finer = self.turned.stretch(fine)
            if finer is None:  # it only grazes half a turn, and by rounding just does not get there now
                found.append(self.turned.time(known, row))
            else:
                found.append(float(known.t[row]) + self.turned.time(fine, finer))
        return found


def _hanging(robot: Robot) -> np.ndarray:
    """The stable pose nearest to zero."""
    for found in equilibria(robot):
        if found.stability != "unstable":
            return found.q
    raise DynamicsError("this arm hangs nowhere: a pose to count from is needed", field="rest")
