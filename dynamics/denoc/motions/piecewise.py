"""Piecewise polynomials through given states: splines, and Hermite pieces where rates are given too."""

from __future__ import annotations

from bisect import bisect_right
from typing import Literal

import numpy as np

from denoc.algebra.banded import solve_banded
from denoc.algebra.bsplines import bases, powers
from denoc.basics.errors import DynamicsError
from denoc.motions.changes import Changes
from denoc.motions.joint_trajectories import States, check_times

Ends = Literal["rest", "free"]

ROUNDING = 4 * np.finfo(float).eps  # of the largest position
STILL = 16 * np.finfo(float).eps  # of what a rate is the sum of: less is none, for friction would take its sign


class PiecewisePolynomial:
    """A trajectory of n joints made of m polynomials; outside its knots it rests in the first or last state.

    `knots` (m + 1,) rise strictly from 0, `coefficients` (order, m, n) belong to the powers of the time since the
    piece's own knot, lowest first.
    """

    def __init__(self, knots: np.ndarray, coefficients: np.ndarray) -> None:
        self.knots, self.coefficients = knots, coefficients
        self.duration = float(knots[-1])
        self._times = knots.tolist()
        self._pieces = np.ascontiguousarray(np.swapaxes(coefficients, 0, 1))
        order = np.arange(1.0, len(coefficients))[:, None, None]
        terms = order * np.abs(coefficients[1:]) * np.diff(knots)[:, None] ** (order - 1)
        self._least = STILL * terms.sum(axis=0)

    def __call__(self, t: np.ndarray) -> States:
        t = check_times(t)
        inside = np.clip(t, self.knots[0], self.knots[-1])
        q, qd, qdd = self.evaluate(inside)
        moving = (t == inside)[:, None]
        return q, qd * moving, qdd * moving

    def at(self, t: float) -> States:
        """The same at one time, (n,) each, but for rounding: what an integrator asks for."""
        inside = min(max(t, self._times[0]), self._times[-1])
        piece = min(bisect_right(self._times, inside), len(self._times) - 1) - 1
        x = inside - self._times[piece]
        powers = [1.0]
        for _ in range(len(self.coefficients) - 1):
            powers.append(powers[-1] * x)
        slopes = [k * power for k, power in enumerate(powers[:-1], 1)]
        bends = [(k + 1) * slope for k, slope in enumerate(slopes[:-1], 1)]
        q, qd, qdd = np.array([powers, [0.0, *slopes], [0.0, 0.0, *bends][: len(powers)]]) @ self._pieces[piece]
        return (q, qd, qdd) if inside == t else (q, 0.0 * qd, 0.0 * qdd)

    def changes(self) -> Changes:
        return Changes(self.knots)

    def evaluate(self, t: np.ndarray) -> States:
        """Value, first and second derivative within the knots, by one Horner scheme for all three."""
        piece = np.clip(np.searchsorted(self.knots, t, side="right") - 1, 0, len(self.knots) - 2)
        x = (t - self.knots[piece])[:, None]
        c = self.coefficients[:, piece]
        q = c[-1].copy()
        qd, half_qdd = np.zeros_like(q), np.zeros_like(q)
        for row in c[-2::-1]:
            half_qdd = half_qdd * x + qd
            qd = qd * x + q
            q = q * x + row
        qd[np.abs(qd) <= self._least[piece]] = 0.0
        return q, qd, 2 * half_qdd


def hermite(times: np.ndarray, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray | None = None) -> PiecewisePolynomial:
    """Cubic pieces that meet the given states and rates, or quintic ones that meet the accelerations too.

    times (m,), the others (m, n). Without accelerations qdd jumps at the samples. A change of q that its rates and
    accelerations tell too, to within rounding, is taken from these: in a short piece its rounding would be all of qdd.
    """
    h = np.diff(times)[:, None]
    change, v0, v1 = np.diff(q, axis=0), qd[:-1] * h, qd[1:] * h  # over each piece, time from 0 to 1
    w0, w1 = (0.0, 0.0) if qdd is None else (qdd[:-1] * h**2, qdd[1:] * h**2)
    told = (v0 + v1) / 2 + (w0 - w1) / 12
    change = np.where(np.abs(change - told) <= ROUNDING * np.abs(q).max(axis=0), told, change)
    if qdd is None:
        rows = [q[:-1], v0, 3 * change - 2 * v0 - v1, v0 + v1 - 2 * change]
    else:
        rows = [
            *(q[:-1], v0, w0 / 2),
            10 * change - 6 * v0 - 4 * v1 + (w1 - 3 * w0) / 2,
            -15 * change + 8 * v0 + 7 * v1 + (3 * w0 - 2 * w1) / 2,
            6 * change - 3 * (v0 + v1) + (w1 - w0) / 2,
        ]
    return PiecewisePolynomial(times, np.stack([row / h**power for power, row in enumerate(rows)]))


def cubic_spline(times: np.ndarray, points: np.ndarray) -> PiecewisePolynomial:
    """Through the points (m, n) with continuous acceleration, from rest to rest; qdd does not vanish at the ends."""
    return _spline(times, points, 3, times[1:-1])


def quintic_spline(times: np.ndarray, points: np.ndarray, ends: Ends) -> PiecewisePolynomial:
    """Through the points (m, n), continuous up to the fourth derivative.

    Ends "rest": rate and acceleration vanish there. "free": the two outermost knots at either end are none (the fifth
    derivative does not jump there); fewer than six points are joined by one polynomial.
    """
    if ends == "rest":
        return _spline(times, points, 5, times[1:-1])
    return _spline(times, points, min(5, len(times) - 1), times[3:-3])


def _spline(times: np.ndarray, points: np.ndarray, degree: int, inner: np.ndarray) -> PiecewisePolynomial:
    """The spline through the points (m, n) with these knots between the first time and the last.

    Where it has more coefficients than there are points, its lowest derivatives vanish at the ends. It is found in
    B-splines: the equations of its rates and accelerations lose digits where two times are close together. And it is
    found about the first point, so that a joint that stands still does so exactly.
    """
    ends = np.ones(degree + 1)
    corners = np.concatenate([times[0] * ends, inner, times[-1] * ends])
    count = len(corners) - degree - 1
    held = (count - len(times)) // 2  # derivatives that vanish: so many coefficients equal the outermost one
    row = np.arange(held, count - held)
    row[[0, -1]] = 0, count - 1
    band = np.zeros((2 * degree + 1, count))
    band[degree, 1 : held + 1] = band[degree, count - held - 1 : -1] = 1.0
    span, values = bases(corners, degree, times)
    for k, value in enumerate(values[-1]):
        column = span - degree + k
        band[degree + row - column, column] = value
    try:
        found = solve_banded(band, np.pad(points - points[0], ((held, held), (0, 0)), mode="edge"))
    except np.linalg.LinAlgError:
        first = int(np.argmin(times[2:] - times[:-2])) + 1
        reason = f"rows {first} to {first + 2} are too close together for a spline through them"
        raise DynamicsError(reason, field="times") from None
    knots, coefficients = powers(corners, degree, found)
    coefficients[0] += points[0]
    return PiecewisePolynomial(knots, coefficients)
