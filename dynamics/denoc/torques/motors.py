"""Motors and gears as plain data, with the torque that a motor has at a speed."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import numpy as np

from denoc.basics.checks import as_numbers, check_name, check_number
from denoc.basics.errors import DynamicsError
from denoc.basics.plain_data import check_data

MAX_POINTS = 1000


class Motor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rotary motor: torques in N m, speeds in rad/s, rotor inertia in kg m^2, all at the motor's shaft.

    `continuous_torque` is what it bears for ever; `peak_torque` holds up to `knee_speed` and falls linearly to zero at
    `no_load_speed`. `curve`, points (speed, torque) that start at speed zero, takes the place of that shape; beyond its
    last point there is no torque. The same torque is taken to be there for driving and for braking. Checked where it is
    used: DynamicsError from its own figures, `motor_sizing` and `gear_sweep`.

    >>> motor = dn.Motor("small", continuous_torque=0.5, peak_torque=1.5, no_load_speed=300.0, knee_speed=100.0)
    >>> motor.available([0.0, 200.0, -400.0]).tolist()
    [1.5, 0.75, 0.0]
    """

    name: str
    continuous_torque: float
    peak_torque: float
    no_load_speed: float
    rotor_inertia: float = 0.0
    knee_speed: float = 0.0
    curve: tuple[tuple[float, float], ...] = ()

    def available(self, speed: object) -> np.ndarray:
        """The largest torque (N m) at a `speed` (rad/s), either way round: an array shaped like it."""
        speeds, torques = zip(*self.points, strict=True)
        size = np.abs(as_numbers(speed, "speed"))
        return np.where(size > speeds[-1], 0.0, np.minimum(np.interp(size, speeds, torques), self.peak_torque))

    @property
    def points(self) -> tuple[tuple[float, float], ...]:
        """The corners (speed in rad/s, torque in N m) of the torque-speed curve."""
        motor = check_motor(self)
        if motor.curve:
            return motor.curve
        start = ((0.0, motor.peak_torque),) if motor.knee_speed > 0 else ()
        return (*start, (motor.knee_speed, motor.peak_torque), (motor.no_load_speed, 0.0))

    @property
    def top_speed(self) -> float:
        """The speed (rad/s) beyond which there is no torque: the last corner of the curve."""
        return self.points[-1][0]


class Gear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gear between motor and joint: `ratio` is motor speed over joint speed, `efficiency` above 0 and at most 1.

    The ratio is a number for a revolute joint and in rad/m for a prismatic one: 2 pi over the lead of a screw. Checked
    where it is used: DynamicsError from `motor_sizing`.
    """

    ratio: float
    efficiency: float = 1.0


def check_motor(motor: Motor) -> Motor:
    """The motor, in plain numbers; what no motor can be is refused, naming the field."""
    motor = check_data(motor, Motor, "motor")
    if not check_name(motor.name, "name"):
        raise DynamicsError("a motor needs a name", field="name")
    for name in ("continuous_torque", "peak_torque", "no_load_speed"):
        _above_zero(getattr(motor, name), name)
    check_number(motor.rotor_inertia, "rotor_inertia", minimum=0.0)
    if not 0 <= check_number(motor.knee_speed, "knee_speed") < motor.no_load_speed:
        raise DynamicsError("must lie between zero and the no-load speed", field="knee_speed", value=motor.knee_speed)
    if motor.continuous_torque > motor.peak_torque:
        raise DynamicsError("must not exceed the peak torque", field="continuous_torque", value=motor.continuous_torque)
    if motor.curve:
        _check_curve(motor.curve)
    return motor


def check_gear(gear: Gear) -> Gear:
    gear = check_data(gear, Gear, "gear")
    _above_zero(gear.ratio, "ratio")
    if _above_zero(gear.efficiency, "efficiency") > 1:
        raise DynamicsError("must not be above 1", field="efficiency", value=gear.efficiency)
    return gear


def _check_curve(curve: tuple[tuple[float, float], ...]) -> None:
    if not 2 <= len(curve) <= MAX_POINTS:
        raise DynamicsError(f"2 to {MAX_POINTS} points are needed", field="curve", value=len(curve))
    for number, (speed, torque) in enumerate(curve, 1):
        check_number(speed, f"curve, point {number}", minimum=0.0)
        check_number(torque, f"curve, point {number}", minimum=0.0)
    if curve[0][0] != 0:
        raise DynamicsError("the first point is at speed zero", field="curve", value=curve[0])
    for number, (before, after) in enumerate(pairwise(curve), 2):
        if after[0] <= before[0]:
            raise DynamicsError("the speeds must rise", field=f"curve, point {number}", value=after[0])


def _above_zero(value: object, name: str) -> float:
    number = check_number(value, name)
    if number <= 0:
        raise DynamicsError("must be above zero", field=name, value=number)
    return number
