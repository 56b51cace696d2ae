"""When an arm that is let go first turns over: maps over the angles of two joints, coarse to fine."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from denoc.arm.batch import check_one_state
from denoc.arm.robot import Robot
from denoc.basics.cancelling import Cancel, Cancelled
from denoc.basics.checks import check_count, check_items, check_kind, check_number, check_tuple
from denoc.basics.errors import DynamicsError
from denoc.functions.api import potential_energy
from denoc.kernels.dispatch import SHARED
from denoc.runs.problem.job import Job
from denoc.runs.simulation import run, stream
from denoc.studies.chaos.flip_energy import least_energy
from denoc.studies.chaos.passing import HalfTurn, Samples
from denoc.studies.linear.equilibria import equilibria
from denoc.studies.many import Progress, check_watchers, each, tell

MOST_CELLS = 1024
LONGEST = 1000.0  # s
STRIDES = (8, 4, 2, 1)
LOOK = 0.01  # s between the times at which a run is looked at
FINER = 16  # times, in the stretch in which a joint passes
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
    cancel: Cancel | None = None,
    progress: Progress | None = None,
) -> Iterator[FlipMap]:
    """When an arm that is let go at rest first turns over, for a grid of two joints' angles: maps, coarse to fine.

    A joint turns over when it passes half a turn, either way, from where it is in the pose `rest` (n,) in rad and m:
    the pose in which the arm hangs, unless another is given. `flipping` is the joint, from 1, that is looked at, None
    any revolute one. `joints` are the two, from 1, whose angles span the grid: `cells` x `cells` starts, in the middle
    of the cells of a whole turn around `rest`; the other joints begin as in `q0` (n,), which is `rest` without it. The
    arm falls freely from rest for `duration` seconds at most, without joint limits; friction counts.

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
    links = tuple(replace(link, lower=-math.inf, upper=math.inf) for link in robot.links)
    free = Job(
        replace(robot, links=links), tuple(start), (0.0,) * n, duration, integrator="dop853", rtol=1e-9, atol=1e-11
    )
    search = _Search(free, (int(two[0]) - 1, int(two[1]) - 1), HalfTurn(home, turning), cancel)
    return _maps(search, cells, progress)


def _maps(search: _Search, cells: int, progress: Progress | None) -> Iterator[FlipMap]:
    angles = math.pi * ((2 * np.arange(cells) + 1) / cells - 1)
    times, known = np.full((cells, cells), math.nan), np.zeros((cells, cells), dtype=bool)
    failed = np.zeros_like(known)
    for stride in (stride for stride in STRIDES if stride <= cells):
        wanted = np.zeros_like(known)
        wanted[::stride, ::stride] = True
        places = np.argwhere(wanted & ~known)
        starts = [search.pose(angles[column], angles[row]) for row, column in places]
        for (row, column), found in zip(places, each(search.time, starts, cancel=search.cancel), strict=True):
            times[row, column], failed[row, column] = found
            known[row, column] = True
            tell(progress, float(known.mean()))
        x, y = (search.turned.home[joint] + angles[::stride] for joint in search.joints)
        shown = times[::stride, ::stride].copy()
        counted = (search.joints[0] + 1, search.joints[1] + 1)
        broken = int(failed[::stride, ::stride].sum())
        yield FlipMap(counted, x, y, shown, search.turned.home, search.job.duration, broken)


class _Search:
    """Looks for the first time at which a joint of a freely falling arm is half a turn from home."""

    def __init__(self, job: Job, joints: tuple[int, int], turned: HalfTurn, cancel: Cancel | None) -> None:
        self.job = replace(job, samples=max(math.ceil(job.duration / LOOK), 1) + 1)
        self.joints, self.turned, self.cancel = joints, turned, cancel
        sides = ((joint, turned.home[joint] + side) for joint in turned.joints for side in (math.pi, -math.pi))
        self._needed = min(least_energy(job.robot, joint, angle) for joint, angle in sides)

    def pose(self, x: float, y: float) -> np.ndarray:
        """The start at a place of the grid."""
        q = np.array(self.job.q0)
        for joint, angle in zip(self.joints, (x, y), strict=True):
            q[joint] = self.turned.home[joint] + angle
        return q

    def time(self, q: np.ndarray) -> tuple[float, bool]:
        """When the arm first turns over that is let go there, and whether its run broke off before that."""
        if self.turned.beyond(q[None]).any():
            return 0.0, False
        energy = float(potential_energy(self.job.robot, q, kernels=SHARED))
        if energy < self._needed - ROUNDING * (abs(energy) + abs(self._needed)):
            return math.inf, False
        known, status = None, ""
        for chunk in stream(replace(self.job, q0=tuple(q)), self.cancel, interval=0.0):
            status, new = chunk.status, Samples.of(chunk)
            known = new if known is None else known.followed_by(new)
            row = self.turned.stretch(known)
            if row is not None:
                return self._exactly(known, row), False
        if status == "cancelled":
            raise Cancelled
        return math.nan, status != "completed"

    def _exactly(self, known: Samples, row: int) -> float:
        """The time within a stretch, which is computed again for that with finer samples."""
        begin, end = float(known.t[row]), float(known.t[row + 1])
        job = replace(
            self.job, q0=tuple(known.q[row]), qd0=tuple(known.qd[row]), duration=end - begin, samples=FINER + 1
        )
        fine = Samples.of(run(job))
        finer = self.turned.stretch(fine)
        if finer is None:  # it only grazes half a turn, and by rounding just does not get there now
            return self.turned.time(known, row)
        return begin + self.turned.time(fine, finer)


def _hanging(robot: Robot) -> np.ndarray:
    """The stable pose nearest to zero."""
    for found in equilibria(robot):
        if found.stability != "unstable":
            return found.q
    raise DynamicsError("this arm hangs nowhere: a pose to count from is needed", field="rest")
