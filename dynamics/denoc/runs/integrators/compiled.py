"""Explicit Runge-Kutta methods with error control and dense output; the loop itself is in `loops`."""

from __future__ import annotations

import ctypes
import logging
import time
from typing import Protocol

import numpy as np

from dynamics.integrators.stepper import Derivative, NotFinite, Progress, StepFailed, Tolerances
from dynamics.integrators.tableaus import Tableau
from dynamics.kernels.compiler import Loaded
from dynamics.kernels.locks import Once, making
from dynamics.kernels.objects import cached

MANY = 1 << 40

_log = logging.getLogger("dynamics")


class CompiledDerivative(Protocol):
    """y' as machine code: f(data, t, address of y, address of y') -> 0, or above 1 for a state that has none."""

    address: int
    data: int

    def trouble(self, status: int, t: float) -> NotFinite:
        """In words, after f has given `status` at t."""

    def reraise(self) -> None:
        """Raises what f met when it gave a number below zero."""


class PythonDerivative:
    """A Python function in the place of machine code."""

    def __init__(self, f: Derivative, size: int) -> None:
        self._f = f
        self._met: BaseException | None = None
        self.data = 0
        vector = ctypes.c_double * size
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p)

        def call(data: int, t: float, y: int, out: int) -> int:
            try:
                given = np.array(vector.from_address(y))
                vector.from_address(out)[:] = self._f(t, given).tolist()
            except NotFinite as trouble:
                self._met = trouble
                return 2
            except BaseException as error:  # an interrupt too: ctypes would swallow it
                self._met = error
                return -1
            return 0

        self._callback = kind(call)
        self.address = ctypes.cast(self._callback, ctypes.c_void_p).value or 0

    def trouble(self, status: int, t: float) -> NotFinite:
        return self._met if isinstance(self._met, NotFinite) else NotFinite(f"no derivative at t = {t:.6g} s")

    def reraise(self) -> None:
        if self._met is not None:
            raise self._met


class ExplicitStepper:
    """Steps of one tableau; a tableau without an error estimate keeps the step `max_step`."""

    SLICE = 0.005  # seconds that one call of the compiled loop should take

    def __init__(
        self,
        tableau: Tableau,
        f: Derivative | CompiledDerivative,
        t: float,
        y: np.ndarray,
        tolerances: Tolerances,
    ) -> None:
        _announce()
        with making():
            from dynamics.integrators import loops  # imported late: numba costs more than the rest of the package

        self._loops = loops
        self._f: CompiledDerivative = f if hasattr(f, "address") else PythonDerivative(f, len(y))  # type: ignore
        self._size = len(y)
        self._batch = 1  # steps of the next call
        self._weights = _weights(tableau)
        self._vectors = np.zeros((self._loops.K + 1 + max(len(tableau.a), tableau.stages + 1), -(-len(y) // 4) * 4))
        self._vectors[[self._loops.Y, self._loops.Y_OLD], : len(y)] = y
        self._numbers = _numbers(tableau, tolerances)
        self._numbers[[self._loops.T, self._loops.T_OLD]] = t
        step, more = self._stages = _stages(tableau)
        self._step = step.address
        self._given = (
            self._f.address, self._f.data, more.address if more else 0, self._weights, self._vectors, self._numbers,
        )  # fmt: skip
        if loops.start(self._f.address, self._f.data, self._vectors, self._numbers) != self._loops.DONE:
            raise self._cause() or NotFinite("the motion has no start at t = 0 s")

    @property
    def t(self) -> float:
        return float(self._numbers[self._loops.T])

    @property
    def y(self) -> np.ndarray:
        return self._vectors[self._loops.Y, : self._size].copy()

    @property
    def steps(self) -> int:
        return int(self._numbers[self._loops.STEPS])

    @property
    def evaluations(self) -> int:
        return int(self._numbers[self._loops.EVALUATIONS])

    @property
    def shortest(self) -> float:
        return float(self._numbers[self._loops.SHORTEST])

    def advance(self, end: float, times: np.ndarray) -> Progress:
        """Steps for a few milliseconds, not past `end`."""
        started = time.perf_counter()
        outcome, states = self._run(end, self._batch, times)
        elapsed = max(time.perf_counter() - started, 1e-9)
        self._batch = max(1, min(MANY, int(self._batch * min(8.0, self.SLICE / elapsed))))
        return Progress(states, self._failure(outcome))

    def resume(self) -> None:
        """The derivative has changed at t; NotFinite where it has none now."""
        loops, numbers = self._loops, self._numbers
        if loops.resume(self._f.address, self._f.data, self._vectors, numbers) != loops.DONE:
            raise self._cause() or NotFinite(f"no derivative at t = {self.t:.6g} s")

    def step(self, end: float) -> None:
        """One accepted step, not past `end`; StepFailed when there is none."""
        outcome, _ = self._run(end, 1, np.zeros(0))
        self._check(outcome)

    def interpolate(self, times: np.ndarray) -> np.ndarray:
        """States at times within the last step, (len(times), len(y))."""
        loops, numbers, out = self._loops, self._numbers, np.empty((len(times), self._size))
        if numbers[self._loops.H_OLD] == 0.0:
            out[:] = self.y
            return out
        numbers[self._loops.SAMPLED] = 0
        self._check(loops.sample(*self._given, np.asarray(times), out))
        return out

    def _run(self, end: float, steps: int, times: np.ndarray) -> tuple[int, np.ndarray]:
        """How it ended, and the states at the times that were passed."""
        loops, numbers, out = self._loops, self._numbers, np.empty((len(times), self._size))
        f, data, *rest = self._given
        outcome = loops.advance(f, data, self._step, *rest, float(end), steps, times, out)
        return outcome, out[: int(numbers[self._loops.SAMPLED])]

    def _check(self, outcome: int) -> None:
        failure = self._failure(outcome)
        if failure is not None:
            raise failure

    def _failure(self, outcome: int) -> StepFailed | None:
        if outcome == self._loops.DONE:
            return None
        cause = self._cause()
        if outcome == self._loops.WRONG:
            return StepFailed(str(cause), cause)
        floor = self._numbers[self._loops.FLOOR]
        return StepFailed(f"the step size fell below {floor:.3g} s at t = {self.t:.6g} s", cause)

    def _cause(self) -> NotFinite | None:
        """What was wrong with the last state that was tried, if anything."""
        status = int(self._numbers[self._loops.STATUS])
        if status < 0:
            self._f.reraise()
        if status == 0:
            return None
        if status == self._loops.GROWN:
            return NotFinite(f"the state grew beyond all bounds at t = {self.t:.6g} s")
        return self._f.trouble(status, float(self._numbers[self._loops.FAILED_AT]))


@Once
def _announce() -> None:
    """A word before the first run on a machine; a note on disk remembers it."""

    def say() -> bytes:
        _log.info("compiling the integrators for this machine: once, for a few seconds")
        return b"said"

    cached("integrators", say)


@Once
def _stages(tableau: Tableau) -> tuple[Loaded, Loaded | None]:
    """The stages of a step, the last of which is the step itself, and those that only the dense output needs."""
    from dynamics.integrators import stages

    count = tableau.stages
    table = [*tableau.a[:count], tableau.b, *tableau.a[count + 1 :]]
    rows = tuple(tuple(row.tolist()) for row in table)
    nodes = (*tableau.nodes[:count].tolist(), 1.0, *tableau.nodes[count + 1 :].tolist())
    more = stages.compiled(rows, nodes, count + 1, len(rows)) if len(rows) > count + 1 else None
    errors = tuple(tuple(row.tolist()) for row in tableau.errors)
    return stages.compiled(rows, nodes, 1, count + 1, errors), more


@Once
def _weights(tableau: Tableau) -> np.ndarray:
    from dynamics.integrators import loops

    out = np.zeros((loops.WEIGHT_ROWS, loops.WEIGHT_COLUMNS))
    if tableau.dense is not None:
        count, width = tableau.dense.shape
        out[:count, :width] = tableau.dense
    return out


def _numbers(tableau: Tableau, tolerances: Tolerances) -> np.ndarray:
    from dynamics.integrators import loops

    out = np.zeros(loops.NUMBERS)
    out[loops.SHORTEST] = np.inf
    out[loops.STAGES] = tableau.stages
    out[loops.LAST_STAGE] = max(len(tableau.a) - 1, tableau.stages)
    out[loops.ORDER], out[loops.ERROR_ORDER] = tableau.order, tableau.error_order
    out[loops.ESTIMATES] = len(tableau.errors)
    out[loops.DENSE_ROWS] = 0 if tableau.dense is None else len(tableau.dense)
    out[loops.BOOTSTRAP] = tableau.bootstrap if tableau.dense is None else 0
    out[loops.RTOL], out[loops.ATOL] = tolerances.rtol, tolerances.atol
    out[loops.CONTROLLED] = tolerances.controlled
    out[loops.MAX_STEP], out[loops.FLOOR] = tolerances.max_step, tolerances.floor
    return out
