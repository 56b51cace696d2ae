"""Measured positions: is a curve through them mostly noise, and the smooth curve that keeps the motion."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc.basics.checks import check_number
from denoc.basics.errors import DynamicsError
from denoc.basics.plain_data import check_data
from denoc.motions.motion_checks import check_rising
from denoc.motions.motion_data import SampledMotion
from denoc.motions.noise import noise_of, rounding_step
from denoc.motions.piecewise import quintic_spline

PIECES = 8  # of the smooth curve in one period of the cut-off frequency
NOISY = 0.5  # of the motion's own acceleration: more than that, and it is mostly noise
SPLINE_GAIN = math.pi**2 / math.sqrt(5)  # from white noise to the accelerations of a curve through it, at rate 1
HALF_POWER = math.sqrt(2) - 1  # 1 / (1 + this) is -3 dB
ROOM = 1.5  # of the cut-off above the highest frequency that is seen: what is seen passes almost whole
ROUNDED = 1.1  # of the rounding errors' mean square may be cut off
WIDEST = 0.4  # of the whole time: so long may there be no sample
FINE = 1e-4  # of a joint's travel: what a joint without noise may lose

_GRAM = np.array([1.0, 26.0, 66.0, 26.0, 1.0]) / 120  # of quadratic B-splines with knots at 0, 1, 2, ...
_DIFFERENCE = np.array([-1.0, 3.0, -3.0, 1.0])


class PositionNoise(NamedTuple):
    """What a curve through all samples would make of their noise; SI units and radians."""

    joint: int  # the worst one, counted from 1
    amplitude: float  # standard deviation of the noise in its positions
    acceleration: float  # the largest of a curve through all samples
    smooth_acceleration: float  # the largest of the smooth one
    cutoff: float  # Hz, proposed for `smooth_motion`


def position_noise(motion: SampledMotion) -> PositionNoise | None:
    """Whether accelerations through measured positions would be mostly noise: None, or figures of the worst joint.

    `motion` is a `SampledMotion`; only one of positions alone is looked at, and of 40 samples or more. The result has
    `joint` (counted from 1), the standard deviation of its noise `amplitude` (rad, m), the largest `acceleration` of a
    curve through all samples and `smooth_acceleration` of the smooth one (rad/s^2, m/s^2), and the `cutoff` (Hz) that
    it proposes for `smooth_motion`. DynamicsError for a table that cannot be used.

    >>> t = np.linspace(0.0, 2.0, 201)
    >>> q = np.sin(2 * t) + 1e-3 * np.random.default_rng(0).normal(size=t.size)
    >>> found = dn.position_noise(dn.SampledMotion(tuple(t), tuple((x,) for x in q)))
    >>> found.joint, found.acceleration > 5 * found.smooth_acceleration
    (1, True)
    """
    motion = _checked(motion)
    if motion.qd is not None:
        return None
    times, q = np.array(motion.times), np.array(motion.q)
    noise = noise_of(times, q)
    if not noise.any():
        return None
    cutoff = proposed_cutoff(times, q, noise)
    try:
        kept = SmoothingSpline(times, q, cutoff).at(times, 2)
    except DynamicsError:
        return None
    own = np.sqrt((kept**2).mean(axis=0))
    added = SPLINE_GAIN * noise * ((len(times) - 1) / times[-1]) ** 2
    shares = added / np.maximum(own, 1e-3 * own.max() + 1e-9)
    worst = int(np.argmax(shares))
    if shares[worst] < NOISY:
        return None
    through = quintic_spline(times, q[:, worst : worst + 1], "free").evaluate(times)[2]
    largest = float(np.abs(through).max()), float(np.abs(kept[:, worst]).max())
    return PositionNoise(worst + 1, float(noise[worst]), *largest, cutoff)


def smooth_motion(motion: SampledMotion, cutoff: float) -> SampledMotion:
    """The motion without what is faster than `cutoff` (Hz): a table of q, qd and qdd that needs no further filter.

    `motion` is a `SampledMotion` (s, rad, m); the result is one at times of its own, (k, n) of q, qd and qdd each at
    the knots of the quintic spline s that it is, eight in a period of the cut-off: the motion through them is s itself.
    It minimises integral (q - s)^2 dt + c integral (d3s/dt3)^2 dt, where c makes its response 1 / (1 + 0.414 (f /
    cutoff)^6): -3 dB at the cut-off, -0.06 dB at half of it, no phase shift. Positions alone are used. Within half a
    period of the cut-off from either end there are samples on one side only: parabolas still pass unchanged, but at the
    very ends the accelerations have some 2.5 times the noise, and they miss the motion's by about 0.27 times its jerk
    over the cut-off. DynamicsError for a table or a cut-off that cannot be used.

    >>> t = np.linspace(0.0, 2.0, 201)
    >>> q = np.sin(2 * t) + 1e-3 * np.random.default_rng(0).normal(size=t.size)
    >>> smooth = dn.smooth_motion(dn.SampledMotion(tuple(t), tuple((x,) for x in q)), cutoff=3.0)
    >>> error = np.array(smooth.q)[:, 0] - np.sin(2 * np.array(smooth.times))
    >>> bool(np.abs(error).max() < 2e-3)
    True
    """
    motion = _checked(motion)
    times, q = np.array(motion.times, dtype=float), np.array(motion.q, dtype=float)
    if len(times) < 4:
        raise DynamicsError("at least 4 samples are needed to be smoothed", field="times", value=len(times))
    low, high = cutoff_range(times)
    cutoff = check_number(cutoff, "cutoff")
    if not low <= cutoff <= high:
        raise DynamicsError(f"must be within {low:.3g} and {high:.3g} Hz", field="cutoff", value=cutoff)
    smooth = SmoothingSpline(times, q, cutoff)
    rows = (tuple(map(tuple, smooth.at(smooth.knots, order).tolist())) for order in range(3))
    return SampledMotion(tuple(smooth.knots.tolist()), *rows)


def _checked(motion: SampledMotion) -> SampledMotion:
    """Rising times, and a row of finite positions for each."""
    motion = check_data(motion, SampledMotion, "motion")
    check_rising(motion.times)
    rows = {len(row) for row in motion.q}
    if len(motion.q) != len(motion.times) or len(rows) != 1 or not np.isfinite(motion.q).all():
        raise DynamicsError("finite positions of the same joints are needed for each time", field="q")
    return motion


def cutoff_range(times: np.ndarray) -> tuple[float, float]:
    """The cut-off frequencies that samples at these times allow, Hz: half a period in all, two fifths of their rate."""
    return 0.5 / float(times[-1]), 0.4 * (len(times) - 1) / float(times[-1])


def proposed_cutoff(times: np.ndarray, q: np.ndarray, noise: np.ndarray) -> float:
    """The frequency, Hz, up to which the motion (k, n) stands out from its noise (n,), and some room above.

    Where the estimated error of the accelerations is least: cutting lower loses motion, cutting higher keeps noise.
    Of rounded positions, whose errors are not white, where what is cut off has the size of these errors.
    """
    from scipy.fft import dst  # imported late: it costs as much as the rest of the package

    even = np.linspace(0.0, times[-1], len(times))
    rows = np.column_stack([np.interp(even, times, column) for column in q.T])
    rows -= np.linspace(0.0, 1.0, len(even))[:, None] * (rows[-1] - rows[0]) + rows[0]
    parts = dst(rows[1:-1], type=1, axis=0, norm="ortho")  # sines of 1, 2, ... half periods in all
    floor = np.maximum(noise, FINE * np.ptp(q, axis=0))
    order = np.arange(1.0, len(parts) + 1)[:, None]
    error = np.cumsum(order**4 * (2 * floor**2 - parts**2), axis=0)  # but for a constant
    lost = np.cumsum(parts[::-1] ** 2, axis=0)[::-1]
    small = lost <= ROUNDED * len(parts) * floor**2
    rounded = [rounding_step(column) > 0 for column in q.T]
    highest = int(np.where(rounded, np.argmax(small, axis=0), np.argmin(error, axis=0)).max()) + 1
    low, high = cutoff_range(times)
    return float(f"{min(max(ROOM * highest * low, 2 * low), high):.2g}")


class SmoothingSpline:
    """The smoothing spline through (k, n) samples q, with even knots; their distance is its unit of time."""

    def __init__(self, times: np.ndarray, q: np.ndarray, cutoff: float) -> None:
        from scipy.interpolate import BSpline
        from scipy.linalg import solveh_banded

        widest = float(np.diff(times).max())
        if widest > WIDEST * times[-1]:
            reason = f"too uneven to be smoothed: there is no sample for {widest:.3g} s of {times[-1]:.3g} s"
            raise DynamicsError(reason, field="times", value=widest)
        pieces = max(1, min(math.ceil(PIECES * cutoff * times[-1]), len(times) - 1))
        self.knots = np.linspace(0.0, times[-1], pieces + 1)
        self._step = times[-1] / pieces
        u = np.clip(times / self._step, 0.0, pieces)
        corners = np.arange(-5.0, pieces + 6)
        basis = BSpline.design_matrix(u, corners, 5)
        weights = np.gradient(u) if len(u) > 1 else np.ones(1)
        stiffness = HALF_POWER / (2 * math.pi * cutoff * self._step) ** 6
        normal = basis.T @ basis.multiply(weights[:, None]) + stiffness * _bending(pieces + 5)
        bands = np.zeros((6, pieces + 5))
        for k in range(6):
            bands[5 - k, k:] = normal.diagonal(k)
        self._start = q[0]  # about which it is found: what stands still does so exactly
        self._spline = BSpline(corners, solveh_banded(bands, basis.T @ (weights[:, None] * (q - q[0]))), 5)

    def at(self, times: np.ndarray, order: int) -> np.ndarray:
        """Its derivative of this order at the times (k,): (k, n)."""
        u = np.clip(times / self._step, 0.0, len(self.knots) - 1)
        found = np.asarray(self._spline(u, order)) / self._step**order
        return found + self._start if order == 0 else found


def _bending(count: int) -> object:
    """The integral of the squared third derivative of a spline with this many coefficients, as a sparse matrix."""
    from scipy.sparse import diags

    third = diags(_DIFFERENCE, range(4), shape=(count - 3, count))
    return third.T @ diags(_GRAM, range(-2, 3), shape=(count - 3, count - 3)) @ third
