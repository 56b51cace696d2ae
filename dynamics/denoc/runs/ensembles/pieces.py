"""Some of an ensemble's runs, computed: in the lanes of a block, or one by one where lanes cannot do it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.errors import NoSolution
from denoc.functions.api import potential_at_base
from denoc.functions.conditioning import INERTIAS, are_singular, check_mass_matrix
from denoc.functions.evaluation import evaluate_states
from denoc.kernels import lanes as lane_kernels
from denoc.kernels.dispatch import SHARED
from denoc.runs.energy_balance import EnergyBalance
from denoc.runs.ensembles.arm_functions import of_arms
from denoc.runs.ensembles.block import Block, Runs, Setting
from denoc.runs.ensembles.ensemble import Ensemble
from denoc.runs.ensembles.inputs import Starts
from denoc.runs.ensembles.memory import COMPLETED
from denoc.runs.ensembles.workers import Watch, drawn
from denoc.runs.problem.job import Job, usual_speed_limit
from denoc.runs.recording import dry_friction, take_energies
from denoc.runs.simulation import stream

# By the numbers of `loops`: how a run ended, and why.
ENDS = (
    ("cancelled", "cancelled before it began"),
    ("completed", ""),
    ("failed", "the motion has no start"),
    ("failed", "the step size fell below {floor:.3g} s"),
    ("diverged", "the motion left all bounds"),
    ("failed", "{budget:g} evaluations were used up"),
    ("failed", "no progress: the equations may be too stiff for this integrator"),
    ("cancelled", "cancelled"),
)


@dataclass(frozen=True)
class Results:
    """Arrays of `Ensemble`, to be filled row by row."""

    q: np.ndarray
    qd: np.ndarray
    kinetic: np.ndarray
    potential: np.ndarray
    energy_error: np.ndarray
    steps: np.ndarray
    evaluations: np.ndarray
    reached: np.ndarray
    status: np.ndarray
    message: np.ndarray

    @classmethod
    def empty(cls, runs: int, samples: int, n: int) -> Results:
        def none(*shape: int) -> np.ndarray:
            return np.full((runs, *shape), np.nan)

        return cls(
            q=none(samples, n),
            qd=none(samples, n),
            kinetic=none(samples),
            potential=none(samples),
            energy_error=none(),
            steps=np.zeros(runs, dtype=np.int64),
            evaluations=np.zeros(runs, dtype=np.int64),
            reached=np.zeros(runs),
            status=np.full(runs, ENDS[0][0], dtype="<U9"),
            message=np.full(runs, ENDS[0][1], dtype=object),
        )

    def ensemble(self, t: np.ndarray, how: np.ndarray, reason: str, rtol: float) -> Ensemble:
        for array in (*vars(self).values(), how):
            array.setflags(write=False)
        return Ensemble(t, **vars(self), how=how, reason=reason, rtol=rtol)


class Pieces:
    """Computes any runs of `starts`; their results depend on nothing else."""

    def __init__(self, starts: Starts, job: Job, setting: Setting | None) -> None:
        """`job` is what the runs share, with the law that drives them if that is not constant; without a `setting` none
        can be computed in lanes."""
        self._starts, self._job, self._setting = starts, job, setting
        self._free: list[Block] = []

    def one_by_one(self, runs: np.ndarray, first: int, out: Results, watch: Watch) -> None:
        """By `simulate`; `first` is the run that row 0 of `out` is for."""
        starts = self._starts
        for run in runs.tolist():
            if watch.is_set():
                return
            torque = tuple(starts.tau[run].tolist()) if self._job.torque is None else self._job.torque
            job = replace(
                self._job, robot=starts.arm(run), q0=tuple(starts.q0[run].tolist()),
                qd0=tuple(starts.qd0[run].tolist()), torque=torque, draft=starts.robots is not None,
            )  # fmt: skip
            row, chunks = run - first, list(stream(job, watch, interval=1.0))
            last, begin, balance = chunks[-1], 0, EnergyBalance()
            for chunk in chunks:
                past = begin + len(chunk.t)
                for name in ("q", "qd", "kinetic", "potential"):
                    getattr(out, name)[row, begin:past] = getattr(chunk, name)
                take_energies(balance, chunk)
                begin = past
            out.energy_error[row] = balance.error(dry_friction(job.robot))
            out.steps[row], out.evaluations[row], out.reached[row] = last.steps, last.evaluations, last.reached
            out.status[row], out.message[row] = last.status, last.message
            watch.add(1)

    def runs(self, first: int, past: int, out: Results) -> Runs:
        """Those whose results go into `out`, before lanes take them."""
        some, starts = slice(first, past), self._starts
        return Runs(self._lanes, starts.q0[some], starts.qd0[some], starts.tau[some], out.q, out.qd)

    def in_lanes(self, runs: Runs, first: int, left: deque[slice], out: Results, watch: Watch) -> None:
        """Side by side, in one block: rows of `runs` as long as there are some left that nobody has drawn."""
        block, mine, under_way = self._free_block(), list[slice](), 0
        while not watch.is_set():
            if not block.waiting and (rows := drawn(left)) is not None:
                self._prepare(runs, rows, first)
                block.take(runs, rows)
                mine.append(rows)
                under_way += rows.stop - rows.start
            still = block.advance(runs, more=bool(left))
            watch.add(under_way - still)
            under_way = still
            if not under_way and not left:
                break
        else:
            block.stop(runs)
        self._free.append(block)
        for rows in _joined(mine):
            self._report(runs, rows, out)
            self._energies(runs, rows, first, out)
        for rows in mine if self._job.torque is None else ():
            self._balance(rows, first, out)

    def _free_block(self) -> Block:
        try:
            return self._free.pop()
        except IndexError:
            return Block(self._lanes)

    def _prepare(self, runs: Runs, rows: slice, first: int) -> None:
        """What they must know of their arms. Where one has no acceleration at its start, the run has none either."""
        numbers = np.arange(rows.start, rows.stop) + first
        runs.tell(rows, self._of_arms(numbers, lambda arm: np.array(usual_speed_limit(arm))), self._tables(numbers))
        start = self._starts.q0[numbers][:, None]
        inertias = (self._function(name, runs.tables[rows], [start])[:, 0] for name in INERTIAS)
        for row in (np.flatnonzero(are_singular(*inertias)) + rows.start).tolist():
            runs.starts[row], runs.refused[row] = np.nan, self._why_refused(row + first)

    def _report(self, runs: Runs, rows: slice, out: Results) -> None:
        t, codes, evaluations, steps = runs.report[rows].T
        out.steps[rows], out.evaluations[rows], out.reached[rows] = steps, evaluations, t
        out.status[rows] = np.array([status for status, _ in ENDS])[codes.astype(int)]
        out.message[rows] = ""
        for row in (np.flatnonzero(codes != COMPLETED) + rows.start).tolist():
            when, code = runs.report[row, :2].tolist()
            words = ENDS[int(code)][1]
            out.message[row] = runs.refused.get(row) or (self._words(words, when) if code else words)

    @property
    def _lanes(self) -> Setting:
        assert self._setting is not None
        return self._setting

    def _words(self, words: str, t: float) -> str:
        floor, budget = 1e-13 * self._job.duration, self._job.max_evaluations
        return f"{words.format(floor=floor, budget=budget)} at t = {t:.6g} s"

    def _why_refused(self, run: int) -> str:
        try:
            check_mass_matrix(self._starts.arm(run), self._starts.q0[run])
        except NoSolution as why:
            return why.in_words
        return "the mass matrix is next to singular at the start"

    def _function(self, name: str, tables: np.ndarray, states: Sequence[np.ndarray]) -> np.ndarray:
        """Of states (k, m, n) each, (k, m, columns)."""
        robot = self._starts.robot
        if self._starts.robots is not None:
            return of_arms(name, robot, self._lanes.target, tables, states)
        flat = [np.ascontiguousarray(each).reshape(-1, robot.n) for each in states]
        found, _ = evaluate_states(robot, name, flat, kernels=SHARED)
        return found.reshape(*states[0].shape[:2], -1)

    def _tables(self, runs: np.ndarray) -> np.ndarray:
        if not self._lanes.tables:
            return np.zeros((len(runs), 0))
        return self._of_arms(runs, lane_kernels.numbers)

    def _of_arms(self, runs: np.ndarray, what: Callable[[Robot], np.ndarray]) -> np.ndarray:
        if self._starts.robots is None:
            found = what(self._starts.robot)
            return np.broadcast_to(found, (len(runs), *found.shape)).copy()
        return np.array([what(self._starts.arm(run)) for run in runs.tolist()])

    def _energies(self, runs: Runs, rows: slice, first: int, out: Results) -> None:
        q, qd, tables = out.q[rows], out.qd[rows], runs.tables[rows]
        out.kinetic[rows] = self._function("kinetic", tables, [q, qd])[:, :, 0]
        numbers = np.arange(rows.start, rows.stop) + first
        level = self._of_arms(numbers, lambda arm: np.array(potential_at_base(arm)))
        out.potential[rows] = self._function("potential", tables, [q])[:, :, 0] + level[:, None]

    def _balance(self, rows: slice, first: int, out: Results) -> None:
        """What constant torques put in is known from where the joints are; what friction takes out is not."""
        q, numbers = out.q[rows], np.arange(rows.start, rows.stop) + first
        work = ((q - q[:, :1]) @ self._starts.tau[numbers][:, :, None])[:, :, 0]
        flows = np.array([out.kinetic[rows], out.potential[rows], work, np.zeros_like(work)])
        balance = EnergyBalance()
        balance.take(np.where(np.isnan(flows), flows[:, :, :1], flows))  # samples that were not reached add nothing
        known = self._of_arms(numbers, lambda arm: np.array(all(link.frictionless for link in arm.links)))
        out.energy_error[rows] = np.where(known, balance.error(), np.nan)


def _joined(rows: list[slice]) -> list[slice]:
    """Rising slices, those that follow each other as one."""
    found: list[slice] = []
    for each in rows:
        if found and found[-1].stop == each.start:
            found[-1] = slice(found[-1].start, each.stop)
        else:
            found.append(each)
    return found
