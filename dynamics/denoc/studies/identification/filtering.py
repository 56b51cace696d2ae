"""Rates and accelerations from what was measured, and the low-pass filter that torques and regressors share.

The filter is the smoothing spline of `smooth_motion`: no phase shift, 1 / (1 + 0.414 (f / cutoff)^6), which is -3 dB at
the cut-off. Its derivatives are exact ones of the spline, so there is no error of differences. White noise that went
through it and is sampled at twice the cut-off is white again to two per cent, since what is cut off below the cut-off
comes back from above by aliasing: so many samples, and no more, tell something of their own.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.checks import check_number
from denoc.basics.errors import DynamicsError
from denoc.motions.noise import noise_of
from denoc.motions.smoothing import HALF_POWER, SmoothingSpline, cutoff_range, proposed_cutoff
from denoc.studies.identification.measurement import Measurement, check_measurement

ROOM = 2.0  # of the cut-off above the one that noise alone asks for: what is lost of the motion is lost of the torque
WIDEST = 0.2  # of the rate of samples: the cut-off where nothing asks for a lower one
DROPPED = 2.0  # periods of the cut-off at either end: what is wrong with accelerations at the very end has died out
UNEVEN = 0.5  # periods of the cut-off at either end where what was filtered has more noise than elsewhere
PER_PERIOD = 2.0  # samples of what was filtered, in a period of the cut-off
PERIODS = 20.0  # of the cut-off in all, at least, where it is chosen
STILL = 1e-12  # of a position: a joint that moves no more than rounding does stands still
STANDS = 1.5  # of the noise: a joint that moves no more than its noise stands still, too
CALM = 0.5  # of a joint's accelerations may be noise, where the cut-off is chosen: a third of it is motion at least
LOWER = 3.0  # times lower may it be for that: down to what the motion itself asks for
FEWEST = 8  # samples that are needed at all


class MeasuredStates(NamedTuple):
    """Joint states (k, n) at times t (k,) of a measurement, rad, m, per s, s^2, and how they were found, in words."""

    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray
    rows: slice  # of the measurement's even samples
    cutoff: float  # Hz
    words: str
    order: int  # how often what was measured was differentiated for qdd: 2 of q, 1 of qd, 0


def measured_states(robot: Robot, measurement: Measurement, cutoff: float | None = None) -> MeasuredStates:
    """q, qd and qdd (k, n) of a measurement, through a low-pass filter without phase shift; in rad, m, per s and s^2.

    Needed are the q of all joints; qd and qdd are its derivatives, or those of measured qd. Where qdd is there too all
    three are taken as they are. The filter's response is 1 / (1 + 0.414 (f / cutoff)^6): -3 dB at `cutoff` (Hz),
    -0.005 dB at a third of it; without one it is chosen from the noise in q. Two periods of the cut-off are dropped at
    both ends, where it is not valid. The result's `t` (k,) are the times that are left, `rows` their place in
    `measurement.even()`, `words` say all this. DynamicsError for joints that were not measured, a cut-off that the
    samples do not allow, too few samples.

    >>> t = np.linspace(0.0, 10.0, 1001)
    >>> found = dn.measured_states(dn.rod_chain(1).robot, dn.Measurement(t, q=np.sin(t)[:, None]), cutoff=5.0)
    >>> bool(np.allclose(found.qdd, -np.sin(found.t)[:, None], atol=1e-4)), found.words
    (True, 'low-pass of 5 Hz (-3 dB, no phase shift), 0.4 s dropped at both ends: 921 of 1001 samples are left')
    """
    even = check_measurement(robot, measurement, "q").even()
    t, k = even.t - even.t[0], len(even.t)
    if k < FEWEST:
        raise DynamicsError(f"too few samples: at least {FEWEST} are needed", field="measurement", value=k)
    whole = bool(even.measured("qdd").all() and even.measured("qd").all())
    chosen = check_cutoff(even, cutoff, whole)
    q = np.asarray(even.q)
    if whole:
        words = f"q, qd and qdd as measured: all of {k} samples"
        return MeasuredStates(even.t, q, np.asarray(even.qd), np.asarray(even.qdd), slice(0, k), chosen, words, 0)
    rows = _inside(t, chosen)
    inside = t[rows]
    smooth = SmoothingSpline(t, q, chosen)
    if even.measured("qd").all():
        rate = SmoothingSpline(t, np.asarray(even.qd), chosen)
        found, order = (smooth.at(inside, 0), rate.at(inside, 0), rate.at(inside, 1)), 1
    else:
        found, order = (smooth.at(inside, 0), smooth.at(inside, 1), smooth.at(inside, 2)), 2
    still = _standing(q, noise_of(t, q))
    for rates in found[1:]:
        rates[:, still] = 0.0
    words = (
        f"low-pass of {chosen:.4g} Hz (-3 dB, no phase shift), {DROPPED / chosen:.3g} s dropped at both ends: "
        f"{len(inside)} of {k} samples are left"
    )
    return MeasuredStates(even.t[rows], *found, rows, chosen, words, order)


def check_cutoff(even: Measurement, cutoff: float | None, whole: bool) -> float:
    """The cut-off frequency in Hz; chosen by the noise of the positions where it is None."""
    t = even.t - even.t[0]
    low, high = _allowed(t)
    if cutoff is None:
        widest = max(WIDEST * even.rate, low)
        if whole:
            return widest
        q = np.asarray(even.q)
        noise = noise_of(t, q)
        wide = min(max(ROOM * proposed_cutoff(t, q, noise), PERIODS / float(t[-1])), widest)
        return wide if even.measured("qd").all() else max(min(wide, _calm_cutoff(even, noise, wide)), low)
    number = check_number(cutoff, "cutoff")
    if not low * (1 - 1e-9) <= number <= high:
        reason = f"{len(t)} samples over {t[-1]:.4g} s allow {low:.3g} to {high:.3g} Hz"
        raise DynamicsError(reason, field="cutoff", value=number)
    return number


def _calm_cutoff(even: Measurement, noise: np.ndarray, wide: float) -> float:
    """The highest cut-off, Hz, that leaves enough of every moving joint's accelerations its motion; not much lower."""
    t, least = even.t - even.t[0], wide / LOWER
    q = np.asarray(even.q)
    moving = (noise > 0) & ~_standing(q, noise)
    if not moving.any():
        return wide
    made = acceleration_noise(noise, even.rate, least, 2)[moving]
    own = (SmoothingSpline(t, q[:, moving], least).at(t[_inside(t, least)], 2) ** 2).mean(axis=0) - made**2
    allowed = own * CALM**2 / (1 - CALM**2)  # of the noise's power, which goes with the fifth power of the cut-off
    highest = least * (np.maximum(allowed, 0.0) / made**2) ** 0.2
    return float(f"{max(least, min(wide, highest.min())):.2g}")


def _standing(q: np.ndarray, noise: np.ndarray) -> np.ndarray:
    """Which joints of q (k, n) do not move but for their noise (n,) and the last digits."""
    return (np.ptp(q, axis=0) <= STILL * np.abs(q).max(axis=0)) | (q.std(axis=0) <= STANDS * noise)


def acceleration_noise(noise: np.ndarray, rate: float, cutoff: float, order: int) -> np.ndarray:
    """The standard deviation, (n,), of what the filter makes of white `noise` in samples at `rate` (Hz), differentiated
    `order` times."""
    power = (2 * order + 1) / 6
    spread = math.gamma(power) * math.gamma(2 - power) / (6 * HALF_POWER**power)  # of x^(2 order) / (1 + 0.414 x^6)^2
    share = 2 * spread * (2 * math.pi) ** (2 * order) * cutoff ** (2 * order + 1) / rate
    return noise * math.sqrt(share)


def noisy_share(even: Measurement, states: MeasuredStates) -> np.ndarray:
    """How much of each joint's accelerations is noise of what was measured, (n,), from 0 to about 1; 0 at rest."""
    if states.order == 0:
        return np.zeros(even.n)
    source = np.asarray(even.q if states.order == 2 else even.qd)
    made = acceleration_noise(noise_of(even.t - even.t[0], source), even.rate, states.cutoff, states.order)
    whole = np.sqrt((states.qdd**2).mean(axis=0))
    return np.divide(made, whole, out=np.zeros(even.n), where=whole > 0)


def nearest_cutoff(even: Measurement, cutoff: float) -> float:
    """The cut-off, or the nearest one that the samples allow, Hz."""
    low, high = _allowed(even.t - even.t[0])
    return min(max(cutoff, low), high)


def _allowed(t: np.ndarray) -> tuple[float, float]:
    low, high = cutoff_range(t)
    return 12 * low, high  # two periods at both ends, and as many between


def _inside(t: np.ndarray, cutoff: float) -> slice:
    """The samples that lie more than two periods of the cut-off away from both ends."""
    dropped = DROPPED / cutoff
    first, end = np.searchsorted(t, (t[0] + dropped * (1 - 1e-9), t[-1] - dropped * (1 - 1e-9)))
    if end - first < FEWEST:
        reason = f"too few samples: {max(end - first, 0)} are left between the ends that the filter spoils"
        raise DynamicsError(reason, field="measurement", value=len(t))
    return slice(int(first), int(end))


class Decimated:
    """The same low-pass filter for any series at even times t (k,), and samples of it that are nearly independent."""

    def __init__(self, t: np.ndarray, cutoff: float) -> None:
        self._t = t - t[0]
        self._cutoff = cutoff
        dropped = UNEVEN / cutoff
        count = int((self._t[-1] - 2 * dropped) * PER_PERIOD * cutoff + 1e-9) + 1
        if count < FEWEST:
            reason = f"too few samples: {max(count, 0)} are left of the band below {cutoff:.3g} Hz"
            raise DynamicsError(reason, field="measurement", value=len(t))
        self.times = dropped + np.arange(count) / (PER_PERIOD * cutoff)

    def __call__(self, values: np.ndarray) -> np.ndarray:
        """(k, ...) -> (m, ...), m samples at twice the cut-off."""
        flat = values.reshape(len(self._t), -1)
        found = SmoothingSpline(self._t, flat, self._cutoff).at(self.times, 0)
        return found.reshape(len(self.times), *values.shape[1:])
