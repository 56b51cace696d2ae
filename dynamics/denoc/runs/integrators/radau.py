"""Radau IIA of order 5 for stiff friction: the choice of steps; what a step is made of is in `radau_loops`."""

from __future__ import annotations

import math

import numpy as np

from denoc.kernels.storage.locks import making
from denoc.runs.integrators.compiled import CompiledDerivative, CompiledStepper
from denoc.runs.integrators.stepper import Derivative, Tolerances

LENIENCY = 10  # tolerances, that the dense output may be off by: such errors do not add up
STRICTEST = 1e-13  # relative tolerance, below which Newton's iteration would be about rounding
SAFETY, SHRINK, GROW, ON_FAILURE = 0.9, 0.2, 10.0, 0.5
KEEP = 1.2  # a step is not made longer by less: the matrices can then be kept
NEVER = -1
SLOW = 1e-3  # rate of convergence from which on a new Jacobian pays

Factors = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


class RadauStepper(CompiledStepper):
    def __init__(self, f: Derivative | CompiledDerivative, t: float, y: np.ndarray, tolerances: Tolerances) -> None:
        with making():
            from scipy.linalg import lapack  # imported late: they cost more than the rest of the package

            from denoc.runs.integrators import radau_loops
        self._radau, self._lapack = radau_loops, lapack
        super().__init__(f, t, y, tolerances, radau_loops.ROWS)
        loops, numbers, size = self._loops, self._numbers, len(y)
        rtol = numbers[loops.RTOL] = max(tolerances.rtol, STRICTEST)
        numbers[loops.ORDER], numbers[loops.ESTIMATES] = 4, 1
        self._wanted = max(10 * np.finfo(float).eps / rtol, min(0.03, math.sqrt(rtol)))  # of Newton, in errors
        self._course = np.ones(3)  # see `newton`
        self._work = np.zeros((2, size), complex)
        self._jacobian = np.zeros((size, size), order="F")
        self._found_at = NEVER  # steps that were made when that Jacobian was found
        self._factors: Factors | None = None  # of the matrices for a step of `_factored` seconds
        self._factored = 0.0
        self._last: tuple[float, float] | None = None  # length and error of the step that this one goes on from
        self._known = False  # whether the memory still has its polynomial
        self._start(0, np.zeros((0, 0)))

    def resume(self) -> None:
        """Beside the slope, what is remembered of the derivative is to be found anew."""
        super().resume()
        self._last, self._known, self._found_at = None, False, NEVER
        self._course[0] = 1.0

    def _run(self, end: float, steps: int, times: np.ndarray) -> tuple[int, np.ndarray]:
        loops, numbers, out = self._loops, self._numbers, np.empty((len(times), self._size))
        numbers[loops.SAMPLED] = 0
        outcome = loops.DONE
        while steps > 0 and numbers[loops.T] < end and outcome == loops.DONE:
            outcome = self._step(float(end))
            if outcome == loops.DONE:
                outcome = loops.sample(*self._given, times, out)
            steps -= 1
        return outcome, out[: int(numbers[loops.SAMPLED])]

    def _step(self, end: float) -> int:
        """One accepted step, not past `end`."""
        loops, numbers = self._loops, self._numbers
        t = self.t
        h = wanted = float(min(numbers[loops.H], numbers[loops.MAX_STEP]))
        if t + h * (1 + 1e-9) >= end:  # what rounding left over joins this step instead of making one of its own
            h = end - t
        rejected = False
        while True:
            target = end if abs(t + h - end) <= 1e-12 * max(abs(end), h) else t + h
            accepted, factor = self._try(h, target, rejected or self._last is None)
            if accepted:
                break
            rejected = True
            h *= factor
            if numbers[loops.STATUS] < 0:
                return loops.WRONG
            if h < numbers[loops.FLOOR]:
                return loops.NO_STEP
        self._radau.move(self._vectors, numbers, h, target)
        self._known = True
        if self._course[1] > 2 and self._course[2] > SLOW:
            self._found_at = NEVER
        elif 1.0 <= factor < KEEP:
            factor = 1.0
        numbers[loops.H] = h * min(1.0, factor) if rejected else max(h * factor, wanted if h < wanted else 0.0)
        return loops.DONE

    def _try(self, h: float, target: float, careful: bool) -> tuple[bool, float]:
        """Whether a step of this length is right, at its end and in between, and by what the next may be longer."""
        radau, given = self._radau, self._memory
        matrices = self._solve(h)
        if matrices is None:
            return False, ON_FAILURE
        error = radau.step_error(*given, *matrices[:2], h, careful)
        most = 2 * radau.ITERATIONS
        factor = SAFETY * (most + 1) / (most + self._course[1]) * self._growth(h, error)
        if not error <= 1.0:
            return False, max(SHRINK, min(factor, SAFETY))
        off = radau.between(*given, h, target) / LENIENCY
        self._known = False
        if off < 0.0:
            return False, ON_FAILURE
        within = SAFETY * max(off, 1e-8) ** -0.25
        if off > 1.0 and h > self._numbers[self._loops.FLOOR]:
            return False, max(SHRINK, within)
        self._last = (h, error)
        return True, min(GROW, factor, within)

    def _growth(self, h: float, error: float) -> float:
        """By what a step may be longer, from its error and the last one's: Gustafsson's control."""
        if not math.isfinite(error):
            return SHRINK
        error = max(error, 1e-8)
        course = 1.0 if self._last is None else h / self._last[0] * (max(self._last[1], 1e-8) / error) ** 0.25
        return float(min(1.0, course) * error**-0.25)

    def _solve(self, h: float) -> Factors | None:
        """The stages of a step, with a new Jacobian where the old one does not do; the matrices, or None."""
        while True:
            matrices = self._matrices(h)
            if matrices is None:
                return None
            outcome = self._radau.newton(
                *self._memory, *matrices, self._work, self._course, h, self._known, self._wanted
            )
            if outcome == self._radau.CONVERGED:
                return matrices
            if outcome == self._loops.WRONG or self._found_at == self.steps:
                return None
            self._found_at = NEVER

    def _matrices(self, h: float) -> Factors | None:
        """gamma/h - J for the real and the complex gamma, factored; None where there is no Jacobian."""
        radau = self._radau
        if self._found_at == NEVER:
            if radau.jacobian(*self._memory, self._jacobian) != self._loops.DONE:
                return None
            self._found_at, self._factors = self.steps, None
        if self._factors is None or self._factored != h:
            real = -self._jacobian
            pair = real.astype(complex)
            np.einsum("ii->i", real)[:] += radau.REAL_VALUE / h
            np.einsum("ii->i", pair)[:] += radau.COMPLEX_VALUE / h
            real, real_pivots, _ = self._lapack.dgetrf(real, overwrite_a=True)
            pair, pair_pivots, _ = self._lapack.zgetrf(pair, overwrite_a=True)
            self._factors, self._factored = (real, real_pivots, pair, pair_pivots), h
        return self._factors
