"""What a run asks of every joint's actuator, and what the chosen ones have: numbers for table, plots and paper."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.runs.recording import Recording
from denoc.studies.sizing import GearSweep, JointLoad, MotorLoad, actuator_sizing, gear_sweep, motor_sizing
from denoc.torques.actuators import Actuator, Actuators
from denoc.torques.motors import Motor
from denoc_studio.project.entry.joint_units import rate_unit, torque_unit
from denoc_studio.project.entry.numbers import shown, with_unit

DIGITS = 4
SAME = 1e-9  # of the rotor's inertia


class Row(NamedTuple):
    """One joint; what is not known yet, or not chosen, is None."""

    load: JointLoad | None = None
    actuator: Actuator | None = None
    drive: MotorLoad | None = None


@dataclass(frozen=True, eq=False)
class Study:
    """A run seen by its actuators, so finely sampled that its peaks are among the samples; one row a joint."""

    robot: Robot
    recording: Recording
    rows: tuple[Row, ...]

    def cloud(self, joint: int) -> tuple[np.ndarray, np.ndarray]:
        """Speed and torque of joint number `joint`, from 0: at the motor's shaft, or at the joint without a motor."""
        drive = self.rows[joint].drive
        if drive is not None:
            return drive.speed, drive.torque
        return self.recording.qd[:, joint], self.recording.tau[:, joint]

    def sweep(self, joint: int) -> GearSweep | None:
        """What every gear ratio would ask of the joint's motor; None without one."""
        actuator = self.rows[joint].actuator
        if actuator is None:
            return None
        efficiency = actuator.gear.efficiency
        return gear_sweep(self.robot, self.recording, joint + 1, actuator.motor, efficiency=efficiency)


def study(robot: Robot, recording: Recording, actuators: Actuators) -> Study:
    """DynamicsError where the recording is too short to be judged."""
    rows = []
    for number, load in enumerate(actuator_sizing(recording), 1):
        chosen = actuators[number - 1] if actuators else None
        drive = motor_sizing(robot, recording, number, chosen.motor, chosen.gear) if chosen else None
        rows.append(Row(load, chosen, drive))
    return Study(robot, recording.fine, tuple(rows))


def missing_rotors(robot: Robot, actuators: Actuators, joints: Iterable[int]) -> list[str]:
    """Of these joints, from 0, whose motors' rotors the arm's own table has not: a sentence for each kind."""
    none: list[str] = []
    other: list[str] = []
    for index in joints:
        link, chosen = robot.links[index], actuators[index] if actuators else None
        if chosen is None:
            continue
        wanted = chosen.gear.ratio**2 * chosen.motor.rotor_inertia
        if not math.isclose(link.armature, wanted, rel_tol=SAME):
            (other if link.armature else none).append(str(index + 1))
    found = []
    if none:
        what, whose = ("no rotor for joint", "its") if len(none) == 1 else ("no rotors for joints", "their")
        found.append(f"The model has {what} {', '.join(none)}: torques lack {whose} inertia")
    if other:
        what, whose = ("another rotor for joint", "motor") if len(other) == 1 else ("other rotors for joints", "motors")
        found.append(f"The model has {what} {', '.join(other)} than the {whose} chosen here")
    return found


def beyond_limits(robot: Robot, loads: Iterable[tuple[int, JointLoad | None]], degrees: bool) -> list[str]:
    """Of these joints, from 0, which a run asks for more than their own largest torque or speed: one sentence, or none.

    That is apart from their motors: a motor may fit where the joint says that it bears less.
    """
    found = []
    for index, load in loads:
        if load is None:
            continue
        link = robot.links[index]
        for name, asked, limit, unit in (
            ("torque", load.peak_torque, link.max_torque, torque_unit(link, degrees)),
            ("speed", load.peak_speed, link.max_speed, rate_unit(link, degrees)),
        ):
            if asked > limit * (1 + SAME):
                told = with_unit(asked, unit, DIGITS), shown(limit, unit, DIGITS)
                found.append(f"joint {index + 1} {name} {told[0]} (limit {told[1]})")
    return [f"Beyond the joints' own limits: {', '.join(found)}"] if found else []


def outline(motor: Motor, *, continuous: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Speeds and torques around all that the motor can do, both ways round and driving or braking; closed.

    With `continuous`, around what it can do for ever.
    """
    limit = motor.continuous_torque if continuous else motor.peak_torque
    corners = np.array(_cut(motor.points, limit))
    speed, torque = np.append(corners, [[corners[-1, 0], 0.0]], axis=0).T
    half = np.concatenate([speed, speed[::-1]]), np.concatenate([torque, -torque[::-1]])
    x, y = (np.concatenate([half[0], -half[0]]), np.concatenate([half[1], -half[1]]))
    return np.append(x, x[0]), np.append(y, y[0])


def _cut(points: tuple[tuple[float, float], ...], limit: float) -> list[tuple[float, float]]:
    """The curve through the points, cut off above the limit, with the corners that this makes."""
    speeds, torques = zip(*points, strict=True)
    corners = set(speeds)
    for k in range(len(points) - 1):
        rise = torques[k + 1] - torques[k]
        if (torques[k] - limit) * (torques[k + 1] - limit) < 0:
            corners.add(speeds[k] + (limit - torques[k]) / rise * (speeds[k + 1] - speeds[k]))
    return [(speed, min(float(np.interp(speed, speeds, torques)), limit)) for speed in sorted(corners | {0.0})]
