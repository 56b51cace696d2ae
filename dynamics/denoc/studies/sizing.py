"""What a motion asks of the joints' actuators, and whether a motor with a gear gives it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.basics.checks import as_numbers, check_count, check_kind, check_number
from denoc.basics.errors import DynamicsError
from denoc.runs.recording import Recording, check_recording
from denoc.studies.sampled_integrals import (
    check_times,
    integral,
    mean,
    positive_integral,
    product_mean,
    root_mean_square,
)
from denoc.torques.motors import Gear, Motor, check_gear, check_motor

RATIOS = 200  # in a sweep
MAX_RATIOS = 10_000
SWEEP = 1000.0  # largest over smallest ratio of a sweep
IN_HAND = 1.2  # margins, that the best ratio leaves where one can
MARGINS = ("continuous torque", "peak torque", "speed")
BEYOND = 1.25  # so far past the largest ratio that the motor's speed allows, and below the matched one
ROUNDING = 1e-9  # of what there is: a motor that has just what is needed fits
AT_END = "at the end of the range: widen it"


@dataclass(frozen=True)
class JointLoad:
    """What a recorded motion asks of one joint: N m and rad/s (N and m/s if prismatic), W, J; times in s.

    Peaks and the mean speed are sizes, without sign. They are those of the motion where it is known at every time
    (`Recording.resample`), else those of the samples. The recording is taken for one cycle of a motion that repeats.
    """

    peak_torque: float
    peak_torque_time: float
    rms_torque: float  # what the actuator must bear continuously when the cycle repeats
    peak_speed: float
    peak_speed_time: float
    mean_speed: float  # of its size
    peak_power: float  # of its size
    peak_power_time: float
    mean_power: float
    positive_work: float  # put in over the cycle, nothing recovered
    net_work: float


@dataclass(frozen=True, eq=False)
class MotorLoad:
    """What a recorded motion asks of a motor behind a gear: torque (m,) in N m and speed (m,) in rad/s at its shaft.

    A margin is what there is over what is needed: below 1 the motor does not fit, inf where nothing is needed. Times in
    s.
    """

    motor: Motor
    gear: Gear
    torque: np.ndarray  # (k,), N m: with `speed`, the torque-speed cloud
    speed: np.ndarray  # (k,), rad/s
    rms_torque: float
    continuous_margin: float
    peak_margin: float  # the smallest along the motion, with the torque that the motor has at each speed
    peak_margin_time: float
    speed_margin: float
    peak_speed_time: float
    peak_margin_speed: float  # rad/s, at the shaft: where the peak margin is smallest

    @property
    def fits(self) -> bool:
        """Whether the motor gives all that is needed: no margin is below 1."""
        return min(self.continuous_margin, self.peak_margin, self.speed_margin) >= 1

    @property
    def verdict(self) -> str:
        """In words, with the margins or with what the motor would need more of, first of all."""
        if self.speed_margin < 1:
            return f"needs {_times(self.speed_margin)} its top speed at t = {self.peak_speed_time:.4g} s"
        if self.peak_margin < 1:
            return self._lack_of_torque()
        if self.continuous_margin < 1:
            return f"needs {_times(self.continuous_margin)} its continuous torque"
        named = (("continuous", self.continuous_margin), ("peak", self.peak_margin), ("speed", self.speed_margin))
        margins = ", ".join(f"{_shown(margin)}x {name}" for name, margin in named if math.isfinite(margin))
        return f"fits, {margins} margin" if margins else "fits, there is no load"

    def _lack_of_torque(self) -> str:
        """Beyond its knee a motor has less than its peak torque."""
        when = f"at t = {self.peak_margin_time:.4g} s"
        if self.peak_margin <= 0:
            return f"needs torque at a speed where it has none, {when}"
        if self.motor.available(self.peak_margin_speed) >= self.motor.peak_torque * (1 - ROUNDING):
            return f"needs {_times(self.peak_margin)} its peak torque {when}"
        return f"needs {_times(self.peak_margin)} its torque at that speed, {when}"


@dataclass(frozen=True, eq=False)
class GearSweep:
    """What each gear ratio asks of a motor: arrays (r,), torques in N m and speeds in rad/s at the motor's shaft."""

    ratios: np.ndarray
    rms_torque: np.ndarray
    peak_torque: np.ndarray
    peak_speed: np.ndarray
    feasible: np.ndarray  # bool
    matched: float | None  # the ratio of least RMS motor torque: rotor and load inertia in balance
    best: float | None  # of the feasible ratios: see `gear_sweep`
    reason: str = ""  # why it is the best one, in words

    @property
    def interval(self) -> tuple[float, float] | None:
        """The feasible ratios around the best one."""
        if self.best is None:
            return None
        here = int(np.searchsorted(self.ratios, self.best))
        refused = np.flatnonzero(~self.feasible)
        low, high = refused[refused < here], refused[refused > here]
        first = int(low[-1]) + 1 if len(low) else 0
        last = int(high[0]) - 1 if len(high) else len(self.ratios) - 1
        return float(self.ratios[first]), float(self.ratios[last])


def actuator_sizing(recording: Recording) -> tuple[JointLoad, ...]:
    """What a recorded motion asks of the joints' actuators, one entry a joint.

    Peak and RMS torque, peak and mean speed and power, work over the motion, and when the peaks are. Torques in N m
    (N), speeds in rad/s (m/s), powers in W, work in J, times in s. Peaks are those of the motion where it is known at
    every time, as in an inverse run, else those of the samples. DynamicsError for fewer than two samples.

    >>> loads = dn.actuator_sizing(dn.run_project(dn.load("planar-3r-inverse")))
    >>> len(loads), loads[0].peak_torque > loads[0].rms_torque
    (3, True)
    """
    check_times(check_kind(recording, Recording, "recording").t)
    fine = recording.fine
    return tuple(_joint_load(fine.t, qd, tau) for qd, tau in zip(fine.qd.T, fine.tau.T, strict=True))


def motor_sizing(robot: Robot, recording: Recording, joint: int, motor: Motor, gear: Gear) -> MotorLoad:
    """Whether a motor with a gear does what joint number `joint`, counted from 1, needs along a recorded motion.

    The result has `fits`, a `verdict` in words, the margins of continuous torque, peak torque and speed (what there is
    over what is needed), and the motor's torque (m,) in N m and speed (m,) in rad/s at its shaft. The motor brings its
    own rotor: that of the robot's table is taken out. The gear's losses add to the load when the motor drives and help
    when the load drives it. DynamicsError for a motor or gear that cannot be, fewer than two samples, or no such joint.

    >>> arm, run = dn.load("planar-3r-inverse").robot, dn.run_project(dn.load("planar-3r-inverse"))
    >>> motor = dn.Motor("small", continuous_torque=0.5, peak_torque=1.5, no_load_speed=300.0)
    >>> dn.motor_sizing(arm, run, 1, motor, dn.Gear(50.0, efficiency=0.9)).fits
    True
    """
    motor, gear = check_motor(motor), check_gear(gear)
    t, load, qd, qdd = _load(robot, recording, joint, gear.efficiency)
    return _motor_load(t, load, qd, qdd, motor, gear)


def gear_sweep(
    robot: Robot,
    recording: Recording,
    joint: int,
    motor: Motor,
    *,
    efficiency: float = 1.0,
    ratios: np.ndarray | None = None,
) -> GearSweep:
    """What `motor` must do behind each of many gear ratios to drive a joint, counted from 1, and which one is best.

    The result has arrays (r,): `ratios` (rad/m for a prismatic joint), `rms_torque` and `peak_torque` (N m),
    `peak_speed` (rad/s), `feasible`; and `best`, `matched` and `interval`. Without `ratios`, those that the motor's top
    speed makes sensible. The best one asks for the least RMS torque among those whose margins all leave a fifth in
    hand: the least of all may lie where the motor can turn no faster. Where no ratio leaves that much, it is the one
    whose smallest margin is largest; None where none fits. `reason` says so when it is an end of the range towards
    which they still get better. DynamicsError as for `motor_sizing`.

    >>> arm, run = dn.load("planar-3r-inverse").robot, dn.run_project(dn.load("planar-3r-inverse"))
    >>> motor = dn.Motor("small", continuous_torque=0.5, peak_torque=1.5, no_load_speed=300.0)
    >>> sweep = dn.gear_sweep(arm, run, 1, motor)
    >>> sweep.best is not None, len(sweep.ratios)
    (True, 200)
    """
    motor, efficiency = check_motor(motor), check_gear(Gear(1.0, check_number(efficiency, "efficiency"))).efficiency
    t, load, qd, qdd = _load(robot, recording, joint, efficiency)
    matched = _matched_ratio(t, load, motor.rotor_inertia * qdd)
    tried = _ratios(motor, qd, matched) if ratios is None else _check_ratios(ratios)
    if matched is not None and tried[0] < matched < tried[-1]:
        tried = np.sort(np.append(tried, matched))
    rows = []
    for ratio in tried.tolist():
        found = _motor_load(t, load, qd, qdd, motor, Gear(ratio, efficiency))
        judged = (found.continuous_margin, found.peak_margin, found.speed_margin)
        rows.append((found.rms_torque, float(np.abs(found.torque).max()), *judged))
    table = np.array(rows)
    rms, peak, margins = table[:, 0], table[:, 1], table[:, 2:]
    best, reason = _best_ratio(rms, margins)
    chosen = None if best is None else float(tried[best])
    speed = tried * float(np.abs(qd).max())
    return GearSweep(tried, rms, peak, speed, margins.min(axis=1) >= 1, matched, chosen, reason)


def _best_ratio(rms: np.ndarray, margins: np.ndarray) -> tuple[int | None, str]:
    """Which one, and why; margins (r, 3) in the order of MARGINS."""
    least = margins.min(axis=1)
    if not (least >= 1).any():
        return None, ""
    ample = least >= IN_HAND
    if ample.any():
        best = int(np.argmin(np.where(ample, rms, np.inf)))
        freely = int(np.argmin(np.where(least >= 1, rms, np.inf)))
        end = _at_end(best, -rms)
        if best == freely:
            return best, f"least RMS torque{end}"
        tight = MARGINS[int(np.argmin(margins[freely]))]
        return best, f"least RMS torque with a fifth of the {tight} in hand{end}"
    best = int(np.argmax(least))
    tight = MARGINS[int(np.argmin(margins[best]))]
    return best, f"all are tight, this one least: {_shown(float(least[best]))}x {tight}{_at_end(best, least)}"


def _at_end(best: int, merit: np.ndarray) -> str:
    """In words, where the merit, (r,), still rises towards the end of the range that is the best."""
    beside = {0: 1, len(merit) - 1: len(merit) - 2}.get(best)
    return f", {AT_END}" if beside is not None and len(merit) > 1 and merit[best] > merit[beside] else ""


def _joint_load(t: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> JointLoad:
    power = tau * qd
    torque_at, speed_at, power_at = (int(np.argmax(np.abs(x))) for x in (tau, qd, power))
    return JointLoad(
        peak_torque=abs(float(tau[torque_at])),
        peak_torque_time=float(t[torque_at]),
        rms_torque=float(root_mean_square(t, tau)),
        peak_speed=abs(float(qd[speed_at])),
        peak_speed_time=float(t[speed_at]),
        mean_speed=float(positive_integral(t, qd) + positive_integral(t, -qd)) / float(t[-1] - t[0]),
        peak_power=abs(float(power[power_at])),
        peak_power_time=float(t[power_at]),
        mean_power=float(mean(t, power)),
        positive_work=float(positive_integral(t, power)),
        net_work=float(integral(t, power)),
    )


def _load(
    robot: Robot, recording: Recording, joint: int, efficiency: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Times, the torque that the gear must be given, times its ratio, and the joint's qd and qdd, (k,) each.

    The robot's own rotor is taken out, since the motor brings its own. Losses add to the load when the motor drives or
    holds, and help when the load drives the motor.
    """
    check_times(check_recording(robot, recording).t)
    fine, i = recording.fine, check_count(joint, "joint", 1, robot.n) - 1
    qd, qdd = fine.qd[:, i], fine.qdd[:, i]
    load = fine.tau[:, i] - pack(robot).armature[i] * qdd
    return fine.t, np.where(load * qd >= 0, load / efficiency, load * efficiency), qd, qdd


def _motor_load(
    t: np.ndarray, load: np.ndarray, qd: np.ndarray, qdd: np.ndarray, motor: Motor, gear: Gear
) -> MotorLoad:
    torque = load / gear.ratio + motor.rotor_inertia * gear.ratio * qdd
    speed = gear.ratio * qd
    top = motor.top_speed
    reached = np.where(np.abs(np.abs(speed) - top) <= ROUNDING * top, top, speed)
    margins = _over(motor.available(reached), np.abs(torque), motor.peak_torque)
    tightest, fastest = int(np.argmin(margins)), int(np.argmax(np.abs(speed)))
    rms = float(root_mean_square(t, torque))
    return MotorLoad(
        motor,
        gear,
        torque,
        speed,
        rms,
        continuous_margin=float(_over(motor.continuous_torque, rms, motor.continuous_torque)),
        peak_margin=float(margins[tightest]),
        peak_margin_time=float(t[tightest]),
        speed_margin=float(_over(top, abs(speed[fastest]), top)),
        peak_speed_time=float(t[fastest]),
        peak_margin_speed=float(reached[tightest]),
    )


def _matched_ratio(t: np.ndarray, load: np.ndarray, rotor: np.ndarray) -> float | None:
    """Where the RMS of load / r + rotor r is least: the fourth root of the ratio of the mean squares."""
    needed, own = float(product_mean(t, load, load)), float(product_mean(t, rotor, rotor))
    return (needed / own) ** 0.25 if needed > 0 and own > 0 else None


def _ratios(motor: Motor, qd: np.ndarray, matched: float | None) -> np.ndarray:
    fastest = float(np.abs(qd).max())
    largest = BEYOND * motor.top_speed / fastest if fastest > 0 else SWEEP
    least = largest / SWEEP
    return np.geomspace(least if matched is None else min(least, matched / BEYOND), largest, RATIOS)


def _check_ratios(ratios: object) -> np.ndarray:
    """In rising order."""
    array = as_numbers(ratios, "ratios")
    if array.ndim != 1 or not 1 <= len(array) <= MAX_RATIOS:
        raise DynamicsError(f"1 to {MAX_RATIOS} gear ratios are needed", field="ratios", value=array.shape)
    for ratio in array.tolist():
        if check_number(ratio, "ratios") <= 0:
            raise DynamicsError("must be above zero", field="ratios", value=ratio)
    return np.sort(array)


def _over(there: np.ndarray | float, needed: np.ndarray | float, most: float) -> np.ndarray:
    """there / needed; 1 where they are equal and inf where nothing is needed, but for ROUNDING of `most`."""
    slack = ROUNDING * most
    with np.errstate(divide="ignore", invalid="ignore"):
        margin = np.where(np.abs(np.subtract(there, needed)) <= slack, 1.0, np.divide(there, needed))
    return np.where(np.asarray(needed) <= slack, np.inf, margin)


def _shown(margin: float) -> str:
    return f"{margin:.2g}" if margin < 10 else f"{margin:.0f}"


def _times(margin: float) -> str:
    """What is needed, in units of what there is."""
    words = f"{1 / margin:.3g} x"
    return words if words != "1 x" else "slightly more than"
