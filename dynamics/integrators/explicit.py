"""Explicit Runge-Kutta methods with error control and dense output."""

from __future__ import annotations

import math

import numpy as np

from dynamics.integrators.stepper import Derivative, NotFinite, StepFailed, Tolerances
from dynamics.integrators.tableaus import Tableau

SAFETY, SHRINK, GROW = 0.9, 0.2, 8.0


class ExplicitStepper:
    """Steps of one tableau; a tableau without an error estimate keeps the step `max_step`."""

    def __init__(self, tableau: Tableau, f: Derivative, t: float, y: np.ndarray, tolerances: Tolerances) -> None:
        self.tableau = tableau
        self.f = f
        self.t = t
        self.y = y
        self.tolerances = tolerances
        self._slope = f(t, y)
        self._stages = np.zeros((max(len(tableau.a), tableau.stages + 1), len(y)))
        self._adaptive = bool(tableau.errors)
        self._h = self._first_step() if self._adaptive else tolerances.max_step
        self._last: tuple[float, float, np.ndarray, np.ndarray] = (t, 0.0, y, self._slope)
        self._corrections: np.ndarray | None = None

    def step(self, end: float) -> None:
        h = min(self._h, self.tolerances.max_step)
        # A remainder that rounding left over joins this step instead of making one of its own.
        if self.t + h * (1 + 1e-9) >= end:
            h = end - self.t
        rejected = False
        cause: NotFinite | None = None
        while True:
            try:
                y, slope = self._try(h)
                error = self._error_norm(h, y) if self._adaptive else 0.0
                cause = None
            except NotFinite as trouble:
                if not self._adaptive:
                    raise StepFailed(str(trouble), trouble) from None
                error, cause = math.inf, trouble
            if error <= 1.0:
                break
            rejected = True
            h *= SHRINK if not math.isfinite(error) else max(SHRINK, SAFETY * error**self._exponent)
            if h < self.tolerances.floor:
                raise StepFailed(f"the step size fell below {self.tolerances.floor:.3g} s at t = {self.t:.6g} s", cause)
        if self._adaptive:
            factor = GROW if error == 0.0 else min(GROW, max(SHRINK, SAFETY * error**self._exponent))
            self._h = h * (min(1.0, factor) if rejected else factor)
        self._last = (self.t, h, self.y, self._slope)
        reached = self.t + h
        self.t = end if abs(reached - end) <= 1e-12 * max(abs(end), h) else reached
        self.y = y
        self._slope = slope
        self._corrections = None

    def interpolate(self, times: np.ndarray) -> np.ndarray:
        t, h, y, _ = self._last
        if h == 0.0:
            return np.repeat(y[None, :], len(times), axis=0)
        if self._corrections is None:
            self._corrections = self._dense_corrections()
        return y + _horner(self._corrections, (np.asarray(times) - t) / h)

    @property
    def _exponent(self) -> float:
        return -1.0 / (self.tableau.error_order + 1)

    def _try(self, h: float) -> tuple[np.ndarray, np.ndarray]:
        tableau, k = self.tableau, self._stages
        k[0] = self._slope
        for i in range(1, tableau.stages):
            k[i] = self._evaluate(self.t + tableau.nodes[i] * h, self.y + h * (tableau.a[i, :i] @ k[:i]))
        y = self.y + h * (tableau.b @ k[: tableau.stages])
        k[tableau.stages] = self._evaluate(self.t + h, y)
        return y, k[tableau.stages].copy()

    def _evaluate(self, t: float, y: np.ndarray) -> np.ndarray:
        if not np.isfinite(y).all():
            raise NotFinite("the state grew beyond all bounds")
        return self.f(t, y)

    def _scale(self, y: np.ndarray) -> np.ndarray:
        n = self.tolerances.controlled
        return self.tolerances.atol + self.tolerances.rtol * np.maximum(np.abs(self.y[:n]), np.abs(y[:n]))

    def _error_norm(self, h: float, y: np.ndarray) -> float:
        n = self.tolerances.controlled
        scale = self._scale(y)
        used = self._stages[: len(self.tableau.errors[0]), :n]
        squares = [float(np.mean(((weights @ used) / scale) ** 2)) for weights in self.tableau.errors]
        if len(squares) == 1:
            return h * math.sqrt(squares[0])
        high, low = squares  # DOP853's blend of its two estimates
        return h * high / math.sqrt(high + 0.01 * low) if high else 0.0

    def _first_step(self) -> float:
        """Hairer, Norsett, Wanner, section II.4."""
        n, limit = self.tolerances.controlled, self.tolerances.max_step
        scale = self._scale(self.y)
        size = math.sqrt(float(np.mean((self.y[:n] / scale) ** 2)))
        slope = math.sqrt(float(np.mean((self._slope[:n] / scale) ** 2)))
        h = 1e-6 if size < 1e-5 or slope < 1e-5 else 0.01 * size / slope
        h = min(h, limit)
        try:
            ahead = self._evaluate(self.t + h, self.y + h * self._slope)
        except NotFinite:
            return h
        bend = math.sqrt(float(np.mean(((ahead - self._slope)[:n] / scale) ** 2))) / h
        steepest = max(slope, bend)
        better = max(1e-6, h * 1e-3) if steepest <= 1e-15 else (0.01 / steepest) ** (1.0 / self.tableau.order)
        return min(100 * h, better, limit)

    def _dense_corrections(self) -> np.ndarray:
        """Rows F_0, F_1, ... of y + x (F_0 + (1-x) (F_1 + x (F_2 + (1-x) (F_3 + ...))))."""
        t, h, y, slope = self._last
        difference = self.y - y
        rows = [difference, h * slope - difference, 2 * difference - h * (slope + self._slope)]
        if self.tableau.dense is not None:
            rows.extend(h * (self.tableau.dense @ self._dense_stages(t, h, y)))
        elif self.tableau.bootstrap:
            rows.extend(self._bootstrap(t, h, y, np.array(rows)))
        return np.array(rows)

    def _dense_stages(self, t: float, h: float, y: np.ndarray) -> np.ndarray:
        tableau, k = self.tableau, self._stages
        for i in range(tableau.stages + 1, len(tableau.a)):  # the stages that only the dense output needs
            k[i] = self._evaluate(t + tableau.nodes[i] * h, y + h * (tableau.a[i, :i] @ k[:i]))
        assert tableau.dense is not None
        return k[: tableau.dense.shape[1]]

    def _bootstrap(self, t: float, h: float, y: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Corrections that make the interpolant's slope right at a third, then at both thirds.

        Each round evaluates f on the interpolant of the round before and gains one order.
        """
        for points in (np.array([1 / 3]), np.array([1 / 3, 2 / 3]))[: self.tableau.bootstrap]:
            states = y + _horner(rows, points)
            slopes = np.array([h * self._evaluate(t + x * h, s) for x, s in zip(points, states, strict=True)])
            x = points[:, None]
            hermite = rows[0] + (1 - 2 * x) * rows[1] + (2 * x - 3 * x**2) * rows[2]
            columns = [2 * points * (1 - points) * (1 - 2 * points), points**2 * (1 - points) * (3 - 5 * points)]
            system = np.array(columns[: len(points)]).T
            rows = np.vstack([rows[:3], np.linalg.solve(system, slopes - hermite)])
        return rows[3:]


def _horner(rows: np.ndarray, x: np.ndarray) -> np.ndarray:
    x = np.asarray(x)[:, None]
    out = np.zeros((len(x), rows.shape[1]))
    for i in range(len(rows) - 1, -1, -1):
        out = (out + rows[i]) * (x if i % 2 == 0 else 1 - x)
    return out
