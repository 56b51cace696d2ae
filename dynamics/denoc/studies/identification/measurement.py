"""What was measured on an arm: times, and of every joint what a sensor told; checked when it is made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.caching import cached_property
from denoc.basics.checks import as_numbers, check_choice, check_kind
from denoc.basics.errors import DynamicsError

Quantity = Literal["q", "qd", "qdd", "tau"]
QUANTITIES: tuple[Quantity, ...] = ("q", "qd", "qdd", "tau")
MOST_SAMPLES = 200_000
FEWEST_TO_RESAMPLE = 4
GAP = 10.0  # usual intervals between samples without one: what was between cannot be guessed
EVEN = 1e-3  # of the usual interval: so far may one be off


@dataclass(frozen=True, eq=False, repr=False)
class Measurement:
    """Samples of a real arm: times `t` (k,) in s and, (k, n) each, any of `q`, `qd`, `qdd` (rad, m, per s, s^2), `tau`.

    `tau` is the torque on the joint's side of the gear, N m (N). What was not measured is None; a whole column of NaN
    is a joint that was not measured. `notes` say how it came about. `read_measurement_csv` reads one from a file.
    Arrays are kept read-only. DynamicsError names the row and the joint: lengths that differ, a number that is not
    finite, times that do not rise, a gap of more than ten usual intervals.

    >>> t = np.linspace(0.0, 1.0, 101)
    >>> dn.Measurement(t, q=np.sin(t)[:, None], tau=np.cos(t)[:, None])
    <Measurement: 1 joint, q and tau, 101 samples over 1 s>
    """

    t: np.ndarray
    q: np.ndarray | None = None
    qd: np.ndarray | None = None
    qdd: np.ndarray | None = None
    tau: np.ndarray | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        t = _kept(as_numbers(self.t, "t"))
        if t.ndim != 1 or not 2 <= len(t) <= MOST_SAMPLES:
            raise DynamicsError(f"2 to {MOST_SAMPLES} times, (k,), are needed", field="t", value=t.shape)
        if not np.isfinite(t).all():
            row = int(np.flatnonzero(~np.isfinite(t))[0])
            raise DynamicsError(f"row {row + 1}: a finite time is needed", field="t", value=t[row])
        check_steps(t)
        object.__setattr__(self, "t", t)
        shape: tuple[int, ...] | None = None
        for name in QUANTITIES:
            if getattr(self, name) is not None:
                array = _kept(as_numbers(getattr(self, name), name))
                if array.ndim != 2 or len(array) != len(t) or (shape is not None and array.shape != shape):
                    needed = f"(k, n) for k = {len(t)} times t" if shape is None else f"{shape}"
                    raise DynamicsError(f"the shape {needed} is needed", field=name, value=array.shape)
                shape = array.shape
                _check_finite(name, array)
                object.__setattr__(self, name, array)
        if shape is None or shape[1] == 0:
            raise DynamicsError("at least one of q, qd, qdd and tau is needed", field="q")
        if not isinstance(self.notes, tuple) or not all(isinstance(note, str) for note in self.notes):
            raise DynamicsError("a tuple of texts is needed", field="notes", value=self.notes)

    @property
    def n(self) -> int:
        """The number of joints."""
        return self._first.shape[1]

    @property
    def names(self) -> tuple[Quantity, ...]:
        """Which of q, qd, qdd and tau there are."""
        return tuple(name for name in QUANTITIES if getattr(self, name) is not None)

    @property
    def _first(self) -> np.ndarray:
        found: np.ndarray = getattr(self, self.names[0])
        return found

    @property
    def rate(self) -> float:
        """Samples a second, on average, in Hz."""
        return float((len(self.t) - 1) / (self.t[-1] - self.t[0]))

    def measured(self, name: Quantity) -> np.ndarray:
        """Which joints were measured in q, qd, qdd or tau: n truth values; DynamicsError for another name."""
        check_choice(name, QUANTITIES, "name")
        values = getattr(self, name)
        return np.zeros(self.n, bool) if values is None else ~np.isnan(values[0])

    @cached_property
    def is_even(self) -> bool:
        """Whether all intervals between samples are the same, to a thousandth."""
        steps = np.diff(self.t)
        return bool(np.abs(steps - np.median(steps)).max() <= EVEN * np.median(steps))

    def even(self) -> Measurement:
        """The measurement at even times: itself, or as many samples by cubic interpolation, with a note that says so.

        DynamicsError for fewer than four uneven samples.
        """
        if self.is_even:
            return self
        if len(self.t) < FEWEST_TO_RESAMPLE:
            raise DynamicsError(
                f"at least {FEWEST_TO_RESAMPLE} uneven samples are needed", field="t", value=len(self.t)
            )
        from scipy.interpolate import CubicSpline  # imported late: it costs as much as the rest of the package

        steps = np.diff(self.t) * 1e3
        t = np.linspace(self.t[0], self.t[-1], len(self.t))
        note = (
            f"sampled unevenly, every {steps.min():.4g} to {steps.max():.4g} ms: "
            f"resampled every {(t[1] - t[0]) * 1e3:.4g} ms by cubic interpolation"
        )
        series = {}
        for name in self.names:
            there = self.measured(name)
            values = np.full((len(t), self.n), np.nan)
            values[:, there] = CubicSpline(self.t, getattr(self, name)[:, there])(t)
            series[name] = values
        return replace(self, t=t, **series, notes=(*self.notes, note))

    def __repr__(self) -> str:
        joints = "1 joint" if self.n == 1 else f"{self.n} joints"
        what = " and ".join(", ".join(self.names).rsplit(", ", 1))
        return f"<Measurement: {joints}, {what}, {len(self.t)} samples over {self.t[-1] - self.t[0]:g} s>"


def check_measurement(robot: Robot, measurement: Measurement, *needed: Quantity) -> Measurement:
    """The measurement of an arm with as many joints; of what is needed, all joints but for torques."""
    check_kind(robot, Robot, "robot")
    check_kind(measurement, Measurement, "measurement")
    if measurement.n != robot.n:
        raise DynamicsError(f"a measurement of {robot.n} joints is needed", field="measurement", value=measurement.n)
    for name in needed:
        there = measurement.measured(name)
        missing = not there.any() if name == "tau" else not there.all()
        if missing:
            joint = int(np.flatnonzero(~there)[0]) + 1
            whole = getattr(measurement, name) is None or name == "tau"
            words = f"has no {name}" if whole else f"has no {name} of joint {joint}"
            raise DynamicsError(f"the measurement {words}", field="measurement")
    return measurement


def check_steps(t: np.ndarray) -> None:
    """Times that rise, without a gap."""
    place = bad_step(t)
    if place is not None:
        row, why = place
        raise DynamicsError(f"row {row + 1}: {why}", field="t", value=float(t[row]))


def bad_step(t: np.ndarray) -> tuple[int, str] | None:
    """The first row whose time does not follow the one before, counted from 0, and in which way; None where all do."""
    steps = np.diff(t)
    late = np.flatnonzero(steps <= 0)
    if len(late):
        return int(late[0]) + 1, f"the times must rise, and {t[late[0] + 1]:g} s does not come after {t[late[0]]:g} s"
    usual = float(np.median(steps))
    wide = np.flatnonzero(steps > GAP * usual)
    if len(wide):
        words = f"a gap: no sample for {steps[wide[0]]:.4g} s before, where there is one every {usual:.4g} s"
        return int(wide[0]) + 1, words
    return None


def _check_finite(name: str, array: np.ndarray) -> None:
    """Finite numbers, but for joints that were not measured at all."""
    bad = ~np.isfinite(array) & ~np.isnan(array).all(axis=0)
    if bad.any():
        row, joint = np.argwhere(bad)[0]
        reason = f"row {row + 1}, joint {joint + 1}: a finite number is needed"
        raise DynamicsError(reason, field=name, value=float(array[row, joint]))


def _kept(array: np.ndarray) -> np.ndarray:
    if array.size > MOST_SAMPLES * 100:
        raise DynamicsError("too many numbers", field="t")
    out = np.array(array, dtype=float)
    out.setflags(write=False)
    return out
