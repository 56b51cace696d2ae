"""Motions of the joints as functions of time: what a trajectory is, rises from rest to rest, sums of sines.

A profile s(u) rises from 0 to 1 while u does; q = start + (end - start) s(t / duration).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

import numpy as np

from denoc.arm.batch import check_start
from denoc.arm.robot import Robot
from denoc.basics.checks import as_numbers, check_items, check_number
from denoc.basics.errors import DynamicsError
from denoc.motions.changes import Changes, together

Profile = Literal["cycloidal", "poly345", "poly4567", "trapezoidal"]
Rise = tuple[np.ndarray, np.ndarray, np.ndarray]  # s, s', s''
States = tuple[np.ndarray, np.ndarray, np.ndarray]  # q, qd, qdd, (k, n) each

RAMP = 0.25  # of the time, for a trapezoid to reach its full speed
RAMPS = 1e-6, 0.5  # that are possible; of a shorter one, the time that is left to brake has too few digits
FEWEST_STEPS = 16  # of an integrator along a rise, or a wave


class Trajectory(Protocol):
    """A motion of n joints as a function of time, from 0 to `duration` in s.

    Called with k times (s) it gives q, qd and qdd (rad, m, per s, s^2), (k, n) each, which are exact derivatives of
    each other. Outside 0 to `duration` the arm rests in the first or last state, whatever the rates there.
    """

    @property
    def duration(self) -> float:
        """How long the motion lasts, in s."""

    def __call__(self, t: np.ndarray) -> States: ...

    def changes(self) -> Changes:
        """When the motion begins, ends, or jumps in some derivative (s), and how long a step along it may be (s)."""


def state_at(motion: Callable[[np.ndarray], States], t: float) -> States:
    """q, qd, qdd at one time, (n,) each; by the motion's own `at`, where it has one that is quicker."""
    at = getattr(motion, "at", None)
    if at is not None:
        return at(t)
    q, qd, qdd = motion(np.array([t]))
    return q[0], qd[0], qdd[0]


def cycloidal(u: np.ndarray) -> Rise:
    """Saha 1999, (38) and (39); Angeles et al. 1989, 7.1: speed and acceleration vanish at both ends."""
    w = 2 * math.pi
    return u - np.sin(w * u) / w, 1 - np.cos(w * u), w * np.sin(w * u)


def poly345(u: np.ndarray) -> Rise:
    """10 u^3 - 15 u^4 + 6 u^5: speed and acceleration vanish at both ends."""
    s = u**3 * (10 + u * (-15 + 6 * u))
    return s, 30 * u**2 * (1 - u) ** 2, 60 * u * (1 - u) * (1 - 2 * u)


def poly4567(u: np.ndarray) -> Rise:
    """35 u^4 - 84 u^5 + 70 u^6 - 20 u^7: speed, acceleration and jerk vanish at both ends."""
    s = u**4 * (35 + u * (-84 + u * (70 - 20 * u)))
    return s, 140 * (u * (1 - u)) ** 3, 420 * (u * (1 - u)) ** 2 * (1 - 2 * u)


def trapezoidal(u: np.ndarray, ramp: float = RAMP) -> Rise:
    """Constant acceleration for the share `ramp` of the time, constant speed, constant braking.

    The speed is continuous and vanishes at both ends; the acceleration jumps four times, also from and to rest.
    """
    speed = 1 / (1 - ramp)
    steep = speed / ramp
    first, last = u < ramp, u > 1 - ramp
    left = 1 - u
    s = np.where(first, steep * u**2 / 2, np.where(last, 1 - steep * left**2 / 2, speed * (u - ramp / 2)))
    ds = np.where(first, steep * u, np.where(last, steep * left, speed))
    return s, ds, steep * (first.astype(float) - last)


PROFILES: dict[str, Callable[[np.ndarray], Rise]] = {
    "cycloidal": cycloidal,
    "poly345": poly345,
    "poly4567": poly4567,
    "trapezoidal": trapezoidal,
}


def rise(profile: str, t: np.ndarray, duration: float, ramp: float = RAMP) -> Rise:
    """s, ds/dt, d2s/dt2 at the times t; at rest before 0 and after `duration`. `ramp` shapes the trapezoid only."""
    ramp = check_profile(profile, ramp)
    u = np.asarray(t, dtype=float) / check_duration(duration)
    inside = np.clip(u, 0.0, 1.0)
    s, ds, dds = trapezoidal(inside, ramp) if profile == "trapezoidal" else PROFILES[profile](inside)
    return s, ds / duration, np.where(u == inside, dds, 0.0) / duration**2


def rise_changes(profile: str, begin: float, end: float, ramp: float = RAMP) -> Changes:
    """Of a rise between two times, at rest before and after."""
    bends = (0.0, ramp, 1 - ramp, 1.0) if profile == "trapezoidal" else (0.0, 1.0)
    return Changes(begin + (end - begin) * np.array(bends), (end - begin) / FEWEST_STEPS)


def check_profile(profile: object, ramp: float = RAMP) -> float:
    """A profile of this name with this ramp, which is given back."""
    if not isinstance(profile, str) or profile not in PROFILES:
        raise DynamicsError(f"the profiles are {', '.join(PROFILES)}", field="profile", value=profile)
    share = check_number(ramp, "ramp")
    if not RAMPS[0] <= share <= RAMPS[1]:
        raise DynamicsError(f"must be within {RAMPS[0]:g} and {RAMPS[1]:g}", field="ramp", value=ramp)
    return share


def check_duration(duration: float) -> float:
    seconds = check_number(duration, "duration")
    if seconds <= 0:
        raise DynamicsError("must be above zero", field="duration", value=duration)
    return seconds


class RestToRest:
    """From one joint state to another, each joint by its profile; the ends are those of the profiles."""

    def __init__(
        self,
        robot: Robot,
        start: object,
        end: object,
        duration: float,
        profile: str | Sequence[str] = "cycloidal",
        ramp: float = RAMP,
    ) -> None:
        self.duration = check_duration(duration)
        self.start = np.array(check_start(robot, "start", start))
        self.stroke = np.array(check_start(robot, "end", end)) - self.start
        self.profiles = joint_profiles(robot, profile, ramp)
        self.ramp = float(ramp)

    def __call__(self, t: np.ndarray) -> States:
        t = check_times(t)
        rises = {name: rise(name, t, self.duration, self.ramp) for name in set(self.profiles)}
        s, ds, dds = np.stack([rises[name] for name in self.profiles], axis=-1)
        return self.start + s * self.stroke, ds * self.stroke, dds * self.stroke

    def changes(self) -> Changes:
        return together(rise_changes(name, 0.0, self.duration, self.ramp) for name in set(self.profiles))


def joint_profiles(robot: Robot, profile: str | Sequence[str], ramp: float = RAMP) -> tuple[str, ...]:
    """One profile a joint, of one for all or of one for each."""
    names = (profile,) * robot.n if isinstance(profile, str) else check_items(profile, robot.n, "profile")
    if len(names) != robot.n:
        raise DynamicsError(f"one profile, or one for each of {robot.n} joints, is needed", field="profile")
    for name in names:
        check_profile(name, ramp)
    return names


class SumOfSines:
    """offset + sum of amplitude sin(2 pi frequency t + phase); the arm starts and ends as the sines do, not at rest.

    `terms` holds (amplitude, frequency in Hz, phase in rad) per joint.
    """

    def __init__(
        self,
        robot: Robot,
        offset: object,
        terms: Sequence[Sequence[Sequence[float]]],
        duration: float,
    ) -> None:
        self.duration = check_duration(duration)
        self.offset = np.array(check_start(robot, "offset", offset))
        # Short joints are filled up with sines of no amplitude.
        table = np.zeros((3, max([1, *map(len, terms)]), robot.n))
        for joint, rows in enumerate(terms):
            for place, row in enumerate(rows):
                table[:, place, joint] = row
        self.amplitude, frequency, self.phase = table
        self.omega = 2 * math.pi * frequency

    def __call__(self, t: np.ndarray) -> States:
        t = check_times(t)
        inside = np.clip(t, 0.0, self.duration)
        angle = self.omega * inside[:, None, None] + self.phase
        sine, moving = self.amplitude * np.sin(angle), (t == inside)[:, None]
        q = self.offset + sine.sum(axis=1)
        qd = (self.omega * self.amplitude * np.cos(angle)).sum(axis=1)
        return q, qd * moving, -(self.omega**2 * sine).sum(axis=1) * moving

    def changes(self) -> Changes:
        fastest = float(np.max(np.abs(self.omega) * (self.amplitude != 0), initial=1 / self.duration))
        return Changes(np.array([0.0, self.duration]), 2 * math.pi / fastest / FEWEST_STEPS)


def check_times(t: object) -> np.ndarray:
    """Finite times, (k,)."""
    times = np.atleast_1d(as_numbers(t, "t"))
    if times.ndim != 1 or not np.isfinite(times).all():
        raise DynamicsError("finite times are needed", field="t", value=t)
    return times


def joint_motion(
    robot: Robot,
    start: object,
    end: object,
    duration: float,
    t: np.ndarray,
    profile: Profile | Sequence[Profile] = "cycloidal",
) -> States:
    """q, qd, qdd, each (k, n), at the times t (k,) in s of a motion between two joint states, at rest at both ends.

    `start` and `end` are (n,) in rad and m; the motion goes from 0 to `duration` (s) and rests before and after.
    `profile` is one of "cycloidal", "poly345", "poly4567", "trapezoidal", or one for each joint; see `JointMotion`.
    DynamicsError for a wrong shape, another profile, a duration that is not above zero.

    >>> q, qd, qdd = dn.joint_motion(dn.rod_chain(1).robot, [0.0], [1.0], 2.0, [0.0, 1.0, 2.0])
    >>> q.round(6).tolist(), qd.round(6).tolist()
    ([[0.0], [0.5], [1.0]], [[0.0], [1.0], [0.0]])
    """
    return RestToRest(robot, start, end, duration, profile)(t)
