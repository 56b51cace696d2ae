"""Radau IIA of order 5 for stiff friction: SciPy's, behind the same interface."""

from __future__ import annotations

from typing import Any

import numpy as np

from dynamics.integrators.stepper import Derivative, NotFinite, Progress, StepFailed, Tolerances

UNCONTROLLED = 1e100  # an absolute tolerance that never matters


class RadauStepper:
    def __init__(self, f: Derivative, t: float, y: np.ndarray, end: float, tolerances: Tolerances) -> None:
        from scipy.integrate import Radau  # imported late: it costs more than the rest of the package

        self.t = t
        self.y = y
        self.steps = 0
        self.evaluations = 0
        self._cause: NotFinite | None = None
        self._f = f
        f(t, y)  # a state that is bad from the start is told at once
        atol = np.full(len(y), UNCONTROLLED)
        atol[: tolerances.controlled] = tolerances.atol
        self._solver: Any = Radau(
            self._guarded, t, y, end, max_step=tolerances.max_step, rtol=max(tolerances.rtol, 1e-13), atol=atol
        )
        self._floor = tolerances.floor

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

    def step(self, end: float) -> None:
        self._cause = None
        try:
            message = self._solver.step()
        except ValueError:  # raised by the linear algebra on a matrix that is not finite
            grown = NotFinite("the motion grew beyond all bounds")
            raise StepFailed(f"no step was found at t = {self.t:.6g} s", self._cause or grown) from None
        if self._solver.status == "failed" or not np.isfinite(self._solver.y).all():
            raise StepFailed(f"{message or 'no step was found'} at t = {self.t:.6g} s", self._cause)
        self.steps += 1
        self.t = float(self._solver.t)
        self.y = self._solver.y
        if self.t < end and self._solver.step_size is not None and self._solver.step_size < self._floor:
            raise StepFailed(f"the step size fell below {self._floor:.3g} s at t = {self.t:.6g} s", self._cause)

    def interpolate(self, times: np.ndarray) -> np.ndarray:
        if not len(times):
            return np.zeros((0, len(self.y)))
        return self._solver.dense_output()(np.asarray(times)).T
