"""Torque laws as what the integrator calls: (t, q, qd) -> tau; most are machine code too, made of their `parts`.

They hold no memory of earlier calls: stages of one step go back and forth in time, and steps are tried again. What a
law must remember, the integral of an error, is part of the state that the integrator advances: `feedback.Pid`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.motions.changes import Changes, together
from denoc.torques.feedback import Computed, Following, Motors, Pd, Pid, ReferenceMotion, Resting
from denoc.torques.formula_changes import formula_changes
from denoc.torques.formula_program import program_of
from denoc.torques.law_parts import LawParts
from denoc.torques.torque_laws import (
    ComputedTorque,
    ConstantTorque,
    ExpressionTorque,
    FreeFall,
    PdTorque,
    PerJoint,
    TableTorque,
    TorqueLaw,
    check_per_joint,
    follows_motion,
    formulas,
)


class Controller(Protocol):
    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray: ...

    def parts(self) -> LawParts | None:
        """For machine code; None where there is none for this law."""

    def changes(self, duration: float, longest: float) -> Changes:
        """When the law changes with time, from 0 to `duration`; `longest` is the step where it does so smoothly."""


def controller(
    robot: Robot,
    law: TorqueLaw,
    motion: ReferenceMotion | None = None,
    *,
    torque_limit: PerJoint | None = None,
    speed_limit: PerJoint | None = None,
    tip_wrench: Sequence[float] | None = None,
    draft: bool = False,
) -> Controller | Pid | PerJoint | None:
    """The law as `Job.torque` takes it: None, constants, a function of t, q, qd, or one that integrates.

    `motion` is what it may follow; `torque_limit` and `speed_limit`, one a joint, are what its motors can do, see
    `feedback.Motors`. `tip_wrench` (world axes) is told to a law that knows of it, see `ControllerModel`. `draft` is
    that of the job.
    """
    check_limits(robot, torque_limit, speed_limit)
    if isinstance(law, FreeFall):
        return None
    if isinstance(law, ConstantTorque) and speed_limit is None:
        values = np.array(law.values)
        return tuple(Motors(torque_limit, None).give(values, np.zeros(robot.n)).tolist())
    limited = torque_limit is not None or speed_limit is not None
    motors = Motors(torque_limit, speed_limit) if limited else None
    act = _unlimited(robot, law, motion, tip_wrench, draft)
    if isinstance(act, Pd) and isinstance(law, PdTorque) and law.ki is not None and any(law.ki):
        return Pid(act, law.ki, motors)
    return act if motors is None else _Limited(act, motors)


def followed(law: TorqueLaw, motion: ReferenceMotion | None) -> ReferenceMotion | None:
    """What the law makes the arm follow: the motion, its own target, or nothing."""
    if isinstance(law, PdTorque) and law.target is not None:
        return Resting(law.target).motion
    return motion if follows_motion(law) else None


def check_limits(robot: Robot, torque_limit: PerJoint | None, speed_limit: PerJoint | None) -> None:
    """Limits are positive, one a joint; inf is none."""
    for name, limit in (("torque_limit", torque_limit), ("speed_limit", speed_limit)):
        if limit is None:
            continue
        check_per_joint(robot, name, limit, minimum=0.0, infinite=True)
        if name == "speed_limit" and 0.0 in limit:
            raise DynamicsError("must be above zero", link=limit.index(0.0) + 1, field=name, value=0.0)


def _unlimited(
    robot: Robot, law: TorqueLaw, motion: ReferenceMotion | None, tip_wrench: Sequence[float] | None, draft: bool
) -> Controller:
    if isinstance(law, ConstantTorque):
        return Table(TableTorque((0.0,), (law.values,)))
    if isinstance(law, TableTorque):
        return Table(law)
    if isinstance(law, ExpressionTorque):
        return _Formulas(robot, law)
    if isinstance(law, PdTorque) and law.target is not None:
        return Pd(robot, law, Resting(law.target), tip_wrench, draft=draft)
    if motion is None:
        raise DynamicsError("this torque law follows a motion, and there is none", field="motion")
    if isinstance(law, PdTorque):
        return Pd(robot, law, Following(motion), tip_wrench, draft=draft)
    assert isinstance(law, ComputedTorque)
    return Computed(robot, law, Following(motion), tip_wrench, draft=draft)


class Table:
    """Torques between the rows of a table."""

    def __init__(self, law: TableTorque) -> None:
        self._times = list(law.times)
        self._values = np.array(law.values)
        self._slopes = np.zeros_like(self._values)
        if not law.hold:
            self._slopes[:-1] = np.diff(self._values, axis=0) / np.diff(law.times)[:, None]

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        row = bisect_right(self._times, t) - 1
        if row < 0:
            return self._values[0].copy()
        return self._values[row] + (t - self._times[row]) * self._slopes[row]

    def parts(self) -> LawParts:
        return LawParts(of_time=self.rows)

    def rows(self, t: np.ndarray) -> np.ndarray:
        """At times (k,), (k, n)."""
        row = np.maximum(np.searchsorted(self._times, t, side="right") - 1, 0)
        late = np.maximum(t - np.array(self._times)[row], 0.0)
        return self._values[row] + late[:, None] * self._slopes[row]

    def changes(self, duration: float, longest: float) -> Changes:
        """Rows at which the torque, or its slope, is not what it was before."""
        before = np.vstack([np.zeros_like(self._slopes[:1]), self._slopes[:-1]])
        reached = self._values[:-1] + self._slopes[:-1] * np.diff(self._times)[:, None]
        jumps = np.vstack([np.zeros_like(self._values[:1]), self._values[1:] - reached])
        return Changes(np.array(self._times)[((before != self._slopes) | (jumps != 0)).any(axis=1)])


class _Formulas:
    def __init__(self, robot: Robot, law: ExpressionTorque) -> None:
        self._all = formulas(robot, law)
        self._formulas = [(i, formula) for i, formula in enumerate(self._all) if formula is not None]

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        values = [float(t), *q.tolist(), *qd.tolist()]  # numpy's floats would warn where Python's refuse
        tau = np.zeros(len(q))
        for joint, formula in self._formulas:
            tau[joint] = formula.at(values)
        return tau

    def parts(self) -> LawParts:
        return LawParts(program=program_of(self._all, len(self._all)))

    def changes(self, duration: float, longest: float) -> Changes:
        return together(formula_changes(f.text, f.joints, duration, longest) for _, f in self._formulas)


class _Limited:
    """A law within what the motors can do."""

    def __init__(self, law: Controller, motors: Motors) -> None:
        self._law = law
        self._motors = motors

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return self._motors.give(self._law(t, q, qd), qd)

    def in_mode(self, t: float, q: np.ndarray, qd: np.ndarray, sign: np.ndarray) -> np.ndarray:
        law = self._law
        return self._motors.give(law.in_mode(t, q, qd, sign) if isinstance(law, Computed) else law(t, q, qd), qd)

    def parts(self) -> LawParts | None:
        found = self._law.parts()
        return None if found is None else replace(found, motors=self._motors)

    def changes(self, duration: float, longest: float) -> Changes:
        return self._law.changes(duration, longest)
