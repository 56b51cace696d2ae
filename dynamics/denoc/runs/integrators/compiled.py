"""What the integrators share that run as machine code: the derivative at an address, their memory, how they fail."""

from __future__ import annotations

import ctypes
import logging
import time
from types import ModuleType
from typing import Protocol

import numpy as np

from denoc.kernels.storage.locks import Once
from denoc.kernels.storage.objects import cached
from denoc.runs.integrators.stepper import LOOK, Derivative, NotFinite, Progress, StepFailed, Tolerances

_log = logging.getLogger("denoc")


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


class CompiledStepper:
    """The memory of an integrator and its clock; see `loops` for what is where. Who steps is left to others."""

    SLICE = 0.005  # seconds that one call of `advance` should take

    def __init__(
        self, f: Derivative | CompiledDerivative, t: float, y: np.ndarray, tolerances: Tolerances, slopes: int
    ) -> None:
        """`slopes` rows of the memory begin at `loops.K`."""
        _announce()
        self._loops = loops = compiled_loops()
        self._f: CompiledDerivative = f if hasattr(f, "address") else PythonDerivative(f, len(y))  # type: ignore
        self._size = len(y)
        self._batch = 1  # steps of the next call
        self._vectors = np.zeros((loops.K + slopes, -(-len(y) // 4) * 4))
        self._vectors[[loops.Y, loops.Y_OLD], : len(y)] = y
        self._numbers = numbers = np.zeros(loops.NUMBERS)
        numbers[loops.SHORTEST] = np.inf
        numbers[[loops.T, loops.T_OLD]] = t
        numbers[loops.RTOL], numbers[loops.ATOL] = tolerances.rtol, tolerances.atol
        numbers[loops.CONTROLLED] = tolerances.controlled
        numbers[loops.MAX_STEP], numbers[loops.FLOOR] = tolerances.max_step, tolerances.floor
        self._memory = self._f.address, self._f.data, self._vectors, numbers  # what all compiled pieces are given

    def _start(self, more_stages: int, weights: np.ndarray) -> None:
        """The slope at the start and a first step size, once `numbers` says of which order the method is; the rest is
        what the dense output needs beyond a cubic."""
        loops = self._loops
        self._given = (self._f.address, self._f.data, more_stages, weights, self._vectors, self._numbers)
        if loops.start(*self._memory) != loops.DONE:
            raise self._cause() or NotFinite("the motion has no start at t = 0 s")

    @property
    def t(self) -> float:
        return float(self._numbers[self._loops.T])

    @property
    def began(self) -> float:
        """When the last step began."""
        return float(self._numbers[self._loops.T_OLD])

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
        started, steps = time.perf_counter(), min(self._batch, LOOK - self.steps % LOOK)
        outcome, states = self._run(end, steps, times)
        elapsed = max(time.perf_counter() - started, 1e-9)
        self._batch = max(1, int(steps * min(8.0, self.SLICE / elapsed)))
        return Progress(states, self._failure(outcome))

    def resume(self) -> None:
        """The derivative has changed at t; NotFinite where it has none now."""
        loops = self._loops
        if loops.resume(*self._memory) != loops.DONE:
            raise self._cause() or NotFinite(f"no derivative at t = {self.t:.6g} s")

    def step(self, end: float) -> None:
        """One accepted step, not past `end`; StepFailed when there is none."""
        outcome, _ = self._run(end, 1, np.zeros(0))
        self._check(outcome)

    def interpolate(self, times: np.ndarray) -> np.ndarray:
        """States at times within the last step, (len(times), len(y))."""
        loops, numbers, out = self._loops, self._numbers, np.empty((len(times), self._size))
        if numbers[loops.H_OLD] == 0.0:
            out[:] = self.y
            return out
        numbers[loops.SAMPLED] = 0
        self._check(loops.sample(*self._given, np.asarray(times), out))
        return out

    def _run(self, end: float, steps: int, times: np.ndarray) -> tuple[int, np.ndarray]:
        """So many steps, not past `end`: how that ended, and the states at the times that were passed."""
        raise NotImplementedError

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
def compiled_loops() -> ModuleType:
    """Imported late, since numba costs more than the rest of the package, and once: no run waits for a compiler that is
    at work for another one."""
    from denoc.runs.integrators import loops

    return loops


@Once
def _announce() -> None:
    """A word before the first run on a machine; a note on disk remembers it."""

    def say() -> bytes:
        _log.info("compiling the integrators for this machine: once, for a few seconds")
        return b"said"

    cached("integrators", say)
