"""A run against what was measured: how far apart in time they are, and what is left when that is taken out."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from denoc.basics.checks import check_choice, check_flag, check_kind, check_number
from denoc.basics.errors import DynamicsError, NoSolution
from denoc.runs.recording import Recording
from denoc.studies.identification.measurement import QUANTITIES, Measurement, Quantity

FEWEST = 8  # samples in common
LEAST_ALIKE = 0.5  # correlation: with less, no shift makes them alike
FLAT = 0.01  # of correlation between the best shift and the worst: with less, any of them will do
STILL = 1e-9  # of a curve's size: it does not change
OVERLAP = 0.5  # of the shorter one must lie in the other


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """What was measured and a run, one beside the other at the m measured times that both have.

    A sample measured at t belongs to the run at t - `shift` (s). `measured`, `expected` and `residual`, their
    difference, are (m, n), N m (N) for torques, NaN for joints that were not measured; `expected` is
    scale * run + offset. `correlation` at that shift is 1 for curves of the same form, None where it was not looked
    for. `rms`, `largest` and `largest_time` (s) are (n,), of the residual.
    """

    quantity: Quantity
    t: np.ndarray
    shift: float
    correlation: float | None
    offset: np.ndarray
    scale: np.ndarray
    measured: np.ndarray
    expected: np.ndarray

    def __repr__(self) -> str:
        rms = ", ".join(f"{value:.3g}" for value in self.rms)
        return f"<Comparison of {self.quantity}: {len(self.t)} samples, shift {self.shift:.4g} s, RMS {rms}>"

    @property
    def residual(self) -> np.ndarray:
        """What the run does not explain of what was measured, (m, n)."""
        return self.measured - self.expected

    @property
    def rms(self) -> np.ndarray:
        """The root of the mean square of the residual, (n,)."""
        return np.sqrt((self.residual**2).mean(axis=0))

    @property
    def largest(self) -> np.ndarray:
        """The largest absolute residual of each joint, (n,)."""
        return np.abs(self.residual).max(axis=0)

    @property
    def largest_time(self) -> np.ndarray:
        """When it was met, (n,), in s of the measurement."""
        at = np.argmax(np.abs(np.nan_to_num(self.residual)), axis=0)
        return np.where(np.isnan(self.residual[0]), np.nan, self.t[at])


def compare_measured(
    recording: Recording,
    measurement: Measurement,
    quantity: Quantity = "tau",
    *,
    shift: bool = True,
    max_shift: float | None = None,
    offset: bool = False,
    scale: bool = False,
) -> Comparison:
    """A run beside what was measured: time shift, and residual, RMS and largest difference of each joint.

    `quantity` is "tau" (N m, N), "q" (rad, m), "qd" or "qdd". With `shift` the time by which the measurement is late is
    looked for, common to all joints, up to `max_shift` (s; half of the shorter one without it), where the correlation
    is largest, finer than a sample. With `offset` and `scale` the run is fitted to the measurement, joint by joint, by
    least squares. The result has `shift`, `correlation`, `offset`, `scale`, `t` (m,), `residual` (m, n), `rms`,
    `largest` and `largest_time`. DynamicsError for another number of joints or what was not measured; NoSolution where
    curves are flat or no shift makes them alike.

    >>> run = dn.run_project(dn.load("planar-3r-inverse"))
    >>> late = dn.Measurement(run.t + 0.123, tau=1.1 * run.tau)
    >>> found = dn.compare_measured(run, late, scale=True)
    >>> round(found.shift, 4), found.scale.round(3).tolist(), bool((found.rms < 1e-3).all())
    (0.123, [1.1, 1.1, 1.1], True)
    """
    check_kind(recording, Recording, "recording")
    check_kind(measurement, Measurement, "measurement")
    check_choice(quantity, QUANTITIES, "quantity")
    flags = {"shift": shift, "offset": offset, "scale": scale}
    for name, flag in flags.items():
        check_flag(flag, name)
    if recording.q.shape[1] != measurement.n:
        reason = f"a measurement of {recording.q.shape[1]} joints is needed"
        raise DynamicsError(reason, field="measurement", value=measurement.n)
    there = measurement.measured(quantity)
    if not there.any():
        raise DynamicsError(f"the measurement has no {quantity}", field="measurement")
    if len(recording.t) < FEWEST or not np.isfinite(getattr(recording, quantity)).all():
        reason = f"at least {FEWEST} samples of finite numbers are needed"
        raise DynamicsError(reason, field="recording", value=len(recording.t))
    even = measurement.even()
    run, values = getattr(recording, quantity)[:, there], getattr(even, quantity)[:, there]
    curve = _spline(recording.t, run)
    span = min(float(np.ptp(recording.t)), float(np.ptp(even.t)))
    most = span * OVERLAP if max_shift is None else check_number(max_shift, "max_shift", minimum=0.0)
    late, alike = _best_shift(recording.t, curve, even.t, values, min(most, span * OVERLAP)) if shift else (0.0, None)
    common = (even.t - late >= recording.t[0]) & (even.t - late <= recording.t[-1])
    if common.sum() < FEWEST:
        raise NoSolution(f"the run and the measurement have {common.sum()} samples in common: {FEWEST} are needed")
    found = values[common]
    model = curve(even.t[common] - late)
    factors, additions = _fit(model, found, offset, scale)
    whole = np.full((4, len(found), measurement.n), np.nan)
    whole[:, :, there] = found, model * factors + additions, factors + 0 * model, additions + 0 * model
    return Comparison(quantity, even.t[common], late, alike, whole[3, 0], whole[2, 0], whole[0], whole[1])


def _spline(t: np.ndarray, values: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    from scipy.interpolate import CubicSpline  # imported late: it costs as much as the rest of the package

    found: Callable[[np.ndarray], np.ndarray] = CubicSpline(t, values)
    return found


def _fit(model: np.ndarray, found: np.ndarray, offset: bool, scale: bool) -> tuple[np.ndarray, np.ndarray]:
    """Scale and offset of each column, by least squares."""
    middle = model.mean(axis=0) if offset else np.zeros(model.shape[1])
    mean = found.mean(axis=0) if offset else middle
    factors = np.ones(model.shape[1])
    if scale:
        squares = ((model - middle) ** 2).sum(axis=0)
        products = ((model - middle) * (found - mean)).sum(axis=0)
        factors = np.where(squares > 0, products / np.where(squares > 0, squares, 1.0), 1.0)
    return factors, mean - factors * middle if offset else np.zeros_like(factors)


def _best_shift(
    run_t: np.ndarray, curve: Callable[[np.ndarray], np.ndarray], t: np.ndarray, values: np.ndarray, most: float
) -> tuple[float, float]:
    """By how much the measurement is late, s, and the correlation then; `most` either way."""
    from scipy.optimize import minimize_scalar

    step = float(t[1] - t[0])
    grid = np.arange(run_t[0], run_t[-1] + 0.5 * step, step)
    run = _normal(curve(np.minimum(grid, run_t[-1])), "recording")
    measured = _normal(values, "measurement")
    # sample i of the run meets sample i + lag of the measurement; its time is grid[0] + i step
    begin = (t[0] - run_t[0]) / step
    lags, alike = _correlations(run, measured, FEWEST)
    late = (lags + begin) * step
    allowed = np.abs(late) <= most + 0.5 * step
    if not allowed.any():
        raise NoSolution("the run and the measurement do not overlap within the shifts that are allowed")
    late, alike = late[allowed], alike[allowed]
    best = int(np.argmax(alike))
    if alike[best] < LEAST_ALIKE:
        raise NoSolution(f"no time shift makes them alike: the largest correlation is {alike[best]:.2g}")
    if len(alike) > 1 and alike[best] - alike.min() < FLAT:
        raise NoSolution("any time shift is as good as another: the correlation is flat")

    def unlike(shift: float) -> float:
        common = (t - shift >= run_t[0]) & (t - shift <= run_t[-1])
        model, found = curve(t[common] - shift), values[common]
        model, found = model - model.mean(axis=0), found - found.mean(axis=0)
        sizes = np.sqrt((model**2).sum(axis=0) * (found**2).sum(axis=0))
        moving = sizes > STILL * sizes.max(initial=math.ulp(0.0))
        return -float(((model * found).sum(axis=0)[moving] / sizes[moving]).mean())

    fine = minimize_scalar(
        unlike, bounds=(late[best] - step, late[best] + step), method="bounded", options={"xatol": 1e-6 * step}
    )
    return float(fine.x), -float(fine.fun)


def _normal(values: np.ndarray, name: str) -> np.ndarray:
    """Each column about its mean, with a variance of one; zero where it does not change."""
    about = values - values.mean(axis=0)
    sizes = about.std(axis=0)
    moving = sizes > STILL * np.maximum(np.abs(values).max(axis=0), math.ulp(0.0))
    if not moving.any():
        raise NoSolution(f"nothing changes in the {name}: no time shift can be found")
    return np.where(moving, about / np.where(moving, sizes, 1.0), 0.0)


def _correlations(run: np.ndarray, measured: np.ndarray, fewest: int) -> tuple[np.ndarray, np.ndarray]:
    """Lags in samples and the correlation over what overlaps, the mean of all columns that change.

    Each about its mean over the overlap: a motion from one end to another has another mean in every part of it.
    """
    from scipy.signal import correlate

    least = max(fewest, int(OVERLAP * min(len(run), len(measured))))
    lags = np.arange(-len(run) + 1, len(measured))
    overlap = np.minimum(np.minimum(len(run), len(measured) - lags), np.minimum(len(run) + lags, len(measured)))
    enough = overlap >= least
    count = overlap[enough]

    def summed(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return np.asarray(correlate(y, x, method="fft"))[enough]

    moving = [j for j in range(run.shape[1]) if run[:, j].any() and measured[:, j].any()]
    alike = np.zeros(len(count))
    ones_run, ones_measured = np.ones(len(run)), np.ones(len(measured))
    for j in moving:
        x, y = run[:, j], measured[:, j]
        mean_x, mean_y = summed(x, ones_measured) / count, summed(ones_run, y) / count
        spread_x = summed(x**2, ones_measured) / count - mean_x**2
        spread_y = summed(ones_run, y**2) / count - mean_y**2
        changing = np.minimum(spread_x, spread_y) > STILL  # both have a variance of one over all of their time
        size = np.sqrt(np.where(changing, spread_x * spread_y, 1.0))
        alike += np.where(changing, (summed(x, y) / count - mean_x * mean_y) / size, 0.0)
    return lags[enough], alike / max(len(moving), 1)
