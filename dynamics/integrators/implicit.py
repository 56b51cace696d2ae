"""Radau IIA of order 5 for stiff friction: SciPy's, behind the same interface."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dynamics.integrators.stepper import Derivative, NotFinite, Progress, StepFailed, Tolerances

UNCONTROLLED = 1e100  # an absolute tolerance that never matters
LENIENCY = 10  # tolerances, that the dense output may be off by: such errors do not add up


class RadauStepper:
    def __init__(self, f: Derivative, t: float, y: np.ndarray, end: float, tolerances: Tolerances) -> None:
        from scipy.integrate import Radau  # imported late: it costs more than the rest of the package

        self.t = t
        self.y = y
        self.steps = 0
        self.evaluations = 0
        self.shortest = math.inf
        self._cause: NotFinite | None = None
        self._f = f
        f(t, y)  # a state that is bad from the start is told at once
        atol = np.full(len(y), UNCONTROLLED)
        atol[: tolerances.controlled] = tolerances.atol
        self._solver: Any = Radau(
            self._guarded, t, y, end, max_step=tolerances.max_step, rtol=max(tolerances.rtol, 1e-13), atol=atol
        )
        self._floor, self._controlled = tolerances.floor, tolerances.controlled
        self._natural = self._solver.h_abs  # the step that accuracy allows, where an end cuts the last one short

    def _guarded(self, t: float, y: np.ndarray) -> np.ndarray:
        """Not a number in place of an exception: the solver then tries a shorter step."""
        self.evaluations += 1
        try:
            return self._f(t, y)
        except NotFinite as trouble:
            self._cause = trouble
            return np.full(len(y), np.nan)

    def advance(self, end: float, times: np.ndarray) -> Progress:
        """One step: SciPy's steps take long enough."""
        try:
            self.step(end)
        except StepFailed as failed:
            return Progress(np.zeros((0, len(self.y))), failed)
        return Progress(self.interpolate(times[times <= self.t]), None)

    def resume(self) -> None:
        """The derivative has changed at t: what the solver remembers of it is to be found anew, but for the step."""
        solver = self._solver
        solver.f = self._f(self.t, self.y)
        solver.sol = solver.LU_real = solver.LU_complex = solver.h_abs_old = solver.error_norm_old = None
        solver.current_jac = False
        solver.h_abs = max(solver.h_abs, self._natural)

    def step(self, end: float) -> None:
        """One accepted step, not past `end`, that is right between its ends too; StepFailed when there is none."""
        solver = self._solver
        solver.t_bound, solver.status = end, "running"
        self._natural = solver.h_abs
        while True:
            before = dict(vars(solver))
            self._try_step()
            length = solver.t - before["t"]
            error = self._error_between(before["y"], before["f"], length)
            if error <= 1.0 or length <= self._floor:
                break
            vars(solver).update(before, h_abs=length * max(0.2, 0.9 * error**-0.25), LU_real=None, LU_complex=None)
        self.steps += 1
        self.shortest = min(self.shortest, length)
        self.t = float(solver.t)
        self.y = solver.y
        if self.t < end and solver.step_size is not None and solver.step_size < self._floor:
            raise StepFailed(f"the step size fell below {self._floor:.3g} s at t = {self.t:.6g} s", self._cause)

    def _try_step(self) -> None:
        self._cause = None
        try:
            message = self._solver.step()
        except ValueError:  # raised by the linear algebra on a matrix that is not finite
            grown = NotFinite(f"the motion grew beyond all bounds at t = {self.t:.6g} s")
            raise StepFailed(f"no step was found at t = {self.t:.6g} s", self._cause or grown) from None
        if self._solver.status == "failed" or not np.isfinite(self._solver.y).all():
            raise StepFailed(f"{message or 'no step was found'} at t = {self.t:.6g} s", self._cause)

    def _error_between(self, y: np.ndarray, slope: np.ndarray, length: float) -> float:
        """How far the dense output is from Hermite's cubic in the middle of the step, in units of what is allowed.

        The solver controls the step's end, which is of order 5; between the ends it is of order 3 and not controlled.
        """
        solver, n = self._solver, self._controlled
        hermite = (y + solver.y) / 2 + length / 8 * (slope - solver.f)
        off = solver.dense_output()(solver.t - length / 2) - hermite
        scale = solver.atol + solver.rtol * np.maximum(np.abs(y), np.abs(solver.y))
        return float(np.sqrt(np.mean((off[:n] / scale[:n]) ** 2))) / LENIENCY

    def interpolate(self, times: np.ndarray) -> np.ndarray:
        if not len(times):
            return np.zeros((0, len(self.y)))
        return self._solver.dense_output()(np.asarray(times)).T
