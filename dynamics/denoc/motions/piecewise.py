"""Piecewise polynomials through given states: splines, and Hermite pieces where rates are given too."""

from __future__ import annotations

from bisect import bisect_right
from typing import Literal

import numpy as np

from denoc.algebra.banded import solve_banded
from denoc.motions.changes import Changes
from denoc.motions.joint_trajectories import States, check_times

Ends = Literal["rest", "free"]


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
        return q, qd, 2 * half_qdd


def hermite(times: np.ndarray, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray | None = None) -> PiecewisePolynomial:
    """Cubic pieces that meet the given states and rates, or quintic ones that meet the accelerations too.

    times (m,), the others (m, n). Without accelerations qdd jumps at the samples.
    """
    h = np.diff(times)[:, None]
    change, v0, v1 = np.diff(q, axis=0), qd[:-1] * h, qd[1:] * h  # over each piece, time from 0 to 1
    if qdd is None:
        rows = [q[:-1], v0, 3 * change - 2 * v0 - v1, v0 + v1 - 2 * change]
    else:
        w0, w1 = qdd[:-1] * h**2, qdd[1:] * h**2
        rows = [
            *(q[:-1], v0, w0 / 2),
            10 * change - 6 * v0 - 4 * v1 + (w1 - 3 * w0) / 2,
            -15 * change + 8 * v0 + 7 * v1 + (3 * w0 - 2 * w1) / 2,
            6 * change - 3 * (v0 + v1) + (w1 - w0) / 2,
        ]
    return PiecewisePolynomial(times, np.stack([row / h**power for power, row in enumerate(rows)]))


def cubic_spline(times: np.ndarray, points: np.ndarray) -> PiecewisePolynomial:
    """Through the points (m, n) with continuous acceleration, from rest to rest; qdd does not vanish at the ends."""
    h = np.diff(times)
    slope = np.diff(points, axis=0) / h[:, None]
    band, right = np.zeros((3, len(times))), np.zeros_like(points)
    band[1, [0, -1]] = 1.0
    # The accelerations of two neighbouring Hermite cubics agree at their common knot.
    band[0, 2:], band[1, 1:-1], band[2, :-2] = 1 / h[1:], 2 / h[:-1] + 2 / h[1:], 1 / h[:-1]
    right[1:-1] = 3 * (slope[:-1] / h[:-1, None] + slope[1:] / h[1:, None])
    return hermite(times, points, solve_banded(band, right))


def quintic_spline(times: np.ndarray, points: np.ndarray, ends: Ends) -> PiecewisePolynomial:
    """Through the points (m, n), continuous up to the fourth derivative.

    Ends "rest": rate and acceleration vanish there. "free": the two outermost knots at either end are none (the fifth
    derivative does not jump there); fewer than six points are joined by one polynomial.
    """
    if ends == "free" and len(times) < 6:
        return _one_polynomial(times, points)
    band, right = _quintic_conditions(times, points, ends)
    found = solve_banded(band, right)
    return hermite(times, points, found[0::2], found[1::2])


def _one_polynomial(times: np.ndarray, points: np.ndarray) -> PiecewisePolynomial:
    scale = times[-1]
    powers = np.arange(len(times))
    coefficients = np.linalg.solve((times[:, None] / scale) ** powers, points)
    return PiecewisePolynomial(times[[0, -1]], (coefficients / scale ** powers[:, None])[:, None, :])


def _quintic_conditions(times: np.ndarray, points: np.ndarray, ends: Ends) -> tuple[np.ndarray, np.ndarray]:
    """Equations for rate and acceleration at each knot, as diagonals (15, 2 m), and their right-hand sides.

    Derivatives of order 3, 4, 5 of a quintic Hermite piece at its two ends are linear in
    (q0, v0, a0, q1, v1, a1); that they agree from piece to piece gives the equations.
    """
    m = len(times)
    h = np.diff(times)
    band, right = np.zeros((15, 2 * m)), np.zeros((2 * m, points.shape[1]))

    def agree(row: np.ndarray, knot: np.ndarray, order: int) -> None:
        """The derivative of this order does not jump at these knots."""
        size = h.max() ** (order - 1)  # keeps the equations of one size
        for side, piece, sign in ((1, knot - 1, -size), (0, knot, size)):
            factors = sign * _DERIVATIVES[order][side][:, None] / h[piece] ** (order - _POWERS[:, None])
            for entry, factor in enumerate(factors):
                point, kind = piece + entry // 3, entry % 3
                if kind == 0:
                    right[row] -= factor[:, None] * points[point]
                else:
                    column = 2 * point + kind - 1
                    band[7 + row - column, column] += factor

    inner = np.arange(1, m - 1)
    agree(2 * inner, inner, 3)
    agree(2 * inner + 1, inner, 4)
    if ends == "rest":
        band[7, [0, 1, -2, -1]] = 1.0
    else:
        agree(np.array([0, 1, 2 * m - 2, 2 * m - 1]), np.array([1, 2, m - 3, m - 2]), 5)
    return band, right


_POWERS = np.array([0, 1, 2, 0, 1, 2])  # of h that (q0, v0, a0, q1, v1, a1) carry
# By order, then at the piece's beginning and end, for a piece of length 1.
_DERIVATIVES = {
    3: (np.array([-60.0, -36, -9, 60, -24, 3]), np.array([-60.0, -24, -3, 60, -36, 9])),
    4: (np.array([360.0, 192, 36, -360, 168, -24]), np.array([-360.0, -168, -24, 360, -192, 36])),
    5: (np.array([-720.0, -360, -60, 720, -360, 60]), np.array([-720.0, -360, -60, 720, -360, 60])),
}
