"""A block of lanes: its memory, the machine code that works on it, and the runs that go through it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from denoc.arm.robot import Robot
from denoc.kernels import lanes as lane_kernels
from denoc.kernels.emitter.compiler import Loaded, compile_text
from denoc.kernels.emitter.targets import Target
from denoc.kernels.functions import LONGEST
from denoc.kernels.storage.locks import Once, making
from denoc.kernels.storage.objects import cached
from denoc.runs.ensembles import lane_code, memory
from denoc.runs.ensembles.attempts import attempts
from denoc.runs.ensembles.memory import aligned
from denoc.runs.integrators import EXPLICIT
from denoc.runs.integrators.tableaus import Tableau
from denoc.runs.problem.job import Job

FORWARD = "forward denoc"
SLICE = 30_000  # attempts times joints of one call: some tens of milliseconds


@dataclass(frozen=True)
class Drive:
    """What drives all runs of an ensemble beside constant torques: a law, its inputs as polynomials of time, and the
    stretches of time, each a row (end, first, last, whether something jumps when it begins). Inputs without a law are
    the torques themselves; a law without inputs is told the time."""

    stretches: np.ndarray
    law: Loaded | None = None
    integrals: int = 0
    columns: int = 0  # inputs
    coefficients: np.ndarray | None = None  # (stretches, degree + 1, columns)


@dataclass(frozen=True)
class Setting:
    """What all runs of an ensemble share."""

    job: Job  # robot, tolerances, times and budget are those of all runs
    varies: bool  # whether each run has an arm of its own
    drive: Drive
    longest: float  # step, s
    target: Target  # the processor, with as many lanes as a block has

    @property
    def robot(self) -> Robot:
        return self.job.robot

    @property
    def tables(self) -> bool:
        """Whether the arm's numbers stand in a table, for lack of a kernel written out for it."""
        return self.varies or self.robot.n > LONGEST


class Runs:
    """Runs that any number of blocks take from: what they start from, and views of where their results go."""

    def __init__(
        self, setting: Setting, q0: np.ndarray, qd0: np.ndarray, tau: np.ndarray, q: np.ndarray, qd: np.ndarray
    ) -> None:
        n, size = setting.robot.n, 2 * setting.robot.n + setting.drive.integrals
        self.starts = np.zeros((len(q0), 2 * size + 2))
        self.starts[:, :n], self.starts[:, n : 2 * n] = q0, qd0
        self.tau, self.q, self.qd = np.ascontiguousarray(tau), q, qd
        width = len(lane_kernels.numbers(setting.robot)) if setting.tables else 0
        self.tables = np.zeros((len(q0), width))
        self.report = np.zeros((len(q0), 4))
        self.refused: dict[int, str] = {}  # why, by row

    def tell(self, rows: slice, speed: np.ndarray, tables: np.ndarray) -> None:
        """Where these runs count as diverged (k,), and what the kernel is told of their arms (k, columns)."""
        self.starts[rows, -1], self.tables[rows] = speed, tables


class Block:
    """The lanes of one worker."""

    def __init__(self, setting: Setting) -> None:
        with making():
            from denoc.runs.ensembles import loops  # imported late: numba takes its time

        self._loops, self._setting = loops, setting
        robot, drive, lanes = setting.robot, setting.drive, setting.target.lanes
        tableau, n = EXPLICIT[setting.job.integrator], robot.n
        size = 2 * n + drive.integrals
        stages = max(len(tableau.a), tableau.stages + 1)
        self._codes = [_code(tableau, name, setting.target) for name in memory.CODES]
        self._accelerate, extra, scratch = self._dynamics()
        width = drive.columns * (lane_code.DEGREE + 1)
        counts = {
            "clock": memory.CLOCK, "y": size, "trial": size, "spare": size, "slopes": stages * size,
            "dense": lane_code.dense_rows(tableau) * size, "tau": n + drive.integrals, "inputs": drive.columns,
            "coefficients": width, "tables": self._width, "scratch": scratch,
        }  # fmt: skip
        begins = dict(zip(counts, np.cumsum([0, *counts.values()]).tolist(), strict=False))
        self._rows = aligned(sum(counts.values()), lanes)
        at = {name: self._rows.ctypes.data + 8 * lanes * row for name, row in begins.items()}
        if extra is not None:
            ends = at["tables"] + 8 * lanes * (self._width - lane_kernels.ENDS)
            more = [n, extra.ctypes.data, at["tables"], ends, at["scratch"]]
        else:
            more = []
        if drive.columns and not drive.law:
            at["inputs"] = at["tau"]
        given = at["inputs"] if drive.columns else at["clock"] + 8 * lanes * memory.STAGE_T
        self._arguments = [
            np.array([0, 0, 0, given, at["tau"]], dtype=np.int64),
            np.array([0, 0, at["tau"], 0, *more], dtype=np.int64),
        ]
        self._keep = (drive, extra)
        entries = {
            **at, "n": n, "size": size, "columns": drive.columns,
            "law": drive.law.address if drive.law else 0, "accelerate": self._accelerate.address,
            "law arguments": self._arguments[0].ctypes.data, "accelerate arguments": self._arguments[1].ctypes.data,
        }  # fmt: skip
        self._data = np.array([entries[name] for name in memory.ENTRIES], dtype=np.int64)
        self._addresses = np.array([code.address for code in self._codes], dtype=np.int64)
        whole = {
            memory.LANES: lanes, memory.N: n, memory.SIZE: size, memory.STAGES: tableau.stages,
            memory.ORDER: tableau.order, memory.ADAPTIVE: bool(tableau.errors), memory.Y: begins["y"],
            memory.TRIAL: begins["trial"], memory.SPARE: begins["spare"], memory.SLOPES: begins["slopes"],
            memory.TAU: begins["tau"], memory.COEFFICIENTS: begins["coefficients"], memory.TABLES: begins["tables"],
        }  # fmt: skip
        self._whole = np.array([whole.get(i, 0) for i in range(memory.INTEGERS)], dtype=np.int64)
        self._lane_of = np.zeros((3, lanes), dtype=np.int64)
        self._coefficients = np.zeros((len(drive.stretches), width))
        if drive.coefficients is not None:
            self._coefficients[:] = drive.coefficients.reshape(len(drive.stretches), -1)
        loops.rest(self._rows, self._whole, self._lane_of)
        self._rows[memory.RTOL], self._rows[memory.ATOL] = setting.job.rtol, setting.job.atol
        self._rows[memory.MAX_STEP] = min(setting.longest, float(drive.stretches[-1, 0]))

    def _dynamics(self) -> tuple[Loaded, np.ndarray | None, int]:
        """The kernel of accelerations; for any arm also the kinds of links, and rows to work on."""
        setting = self._setting
        self._width = 0
        if not setting.tables:
            return lane_kernels.written_out(setting.robot, FORWARD, setting.target), None, 0
        kernel = lane_kernels.of_any_arm(FORWARD, setting.target)
        self._width = len(lane_kernels.numbers(setting.robot))
        return kernel, lane_kernels.kinds(setting.robot), lane_kernels.scratch(FORWARD, kernel, setting.robot.n)

    @property
    def use(self) -> float:
        """The part of the lanes that had a run, of all attempts so far."""
        tried = self._whole[memory.MADE_ATTEMPTS] * self._setting.target.lanes
        return float(self._whole[memory.MADE_STEPS] / max(tried, 1))

    @property
    def waiting(self) -> bool:
        """Whether runs that it was given have no lane yet."""
        return bool(self._whole[memory.NEXT_RUN] < self._whole[memory.PAST_RUN])

    def take(self, runs: Runs, rows: slice) -> None:
        """These runs next, with their first slopes and steps; those that are under way stay as they are."""
        under_way = self._rows.copy()
        given = self._given(runs, rows)
        self._loops.prepare(self._addresses, self._data.ctypes.data, self._rows, self._whole, *given)
        self._rows[:] = under_way
        self._whole[memory.NEXT_RUN], self._whole[memory.PAST_RUN] = rows.start, rows.stop

    def advance(self, runs: Runs, *, more: bool) -> int:
        """Some attempts; how many runs are not over then. Where there are `more`, a free lane ends it early."""
        setting, attempts = self._setting, max(1, SLICE // self._setting.robot.n)
        places = self._addresses, self._data.ctypes.data, self._rows, self._whole, self._lane_of
        results = setting.job.times, runs.q, runs.qd, runs.report
        given = self._given(runs, slice(None))
        left = self._loops.drive(*places, *given, *results, attempts, setting.job.max_evaluations, more)
        return int(left)

    def stop(self, runs: Runs) -> None:
        """Nobody waits for them any more: says how far those got that are under way."""
        self._loops.give_up(self._rows, self._whole, self._lane_of, runs.report)
        self._whole[memory.NEXT_RUN] = self._whole[memory.PAST_RUN]

    def _given(self, runs: Runs, rows: slice) -> tuple[np.ndarray, ...]:
        return (
            self._setting.drive.stretches, self._coefficients, runs.tau[rows], runs.tables[rows], runs.starts[rows],
        )  # fmt: skip


@Once
def _code(tableau: Tableau, name: str, target: Target) -> Loaded:
    """A part of a step as machine code."""
    lanes = target.lanes
    if name == "attempts":
        text = attempts(tableau, lanes)
    elif name == "evaluate":
        text = lane_code.evaluation(lanes)
    elif name == "dense":
        text = lane_code.dense_output(tableau, lanes)
    else:
        text = lane_code.interpolation(tableau, lanes)
    return Loaded(cached(f"{target} {text}", lambda: compile_text(text, target, optimise=True)))
