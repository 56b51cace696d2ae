"""Torque laws as what the integrator calls: (t, q, qd) -> tau, at every stage, so each is kept to a few microseconds.

They hold no memory of earlier calls: stages of one step go back and forth in time, and steps are tried again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

import numpy as np

from dynamics.api import inverse_dynamics
from dynamics.errors import DynamicsError
from dynamics.robot import Robot
from dynamics.robot_arrays import pack
from dynamics.torque_laws import (
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
from dynamics.trajectory import States

FADE = 0.1  # of the no-load speed, over which a motor's torque fades to zero

Controller = Callable[[float, np.ndarray, np.ndarray], np.ndarray]
Motion = Callable[[np.ndarray], States]  # of times (k,); a Trajectory is one


def controller(
    robot: Robot,
    law: TorqueLaw,
    motion: Motion | None = None,
    *,
    torque_limit: PerJoint | None = None,
    speed_limit: PerJoint | None = None,
) -> Controller | PerJoint | None:
    """The law as `Job.torque` takes it: None, constants, or a function of t, q, qd. `motion` is what it may follow.

    `torque_limit` clips each torque. `speed_limit` is the speed at which the joint's motor has no torque left to push
    further: over the last tenth before it, torque in the direction of motion fades linearly to zero; braking torque
    stays. The fade keeps the torque continuous, so that an arm at its top speed does not chatter.
    """
    check_limits(robot, torque_limit, speed_limit)
    if isinstance(law, FreeFall):
        return None
    if isinstance(law, ConstantTorque) and speed_limit is None:
        values = np.array(law.values)
        return tuple((values if torque_limit is None else _clip(values, np.array(torque_limit))).tolist())
    act = _unlimited(robot, law, motion)
    return act if torque_limit is None and speed_limit is None else _Limited(act, torque_limit, speed_limit)


def followed(law: TorqueLaw, motion: Motion | None) -> Motion | None:
    """What the law makes the arm follow: the motion, its own target, or nothing."""
    if isinstance(law, PdTorque) and law.target is not None:
        return _resting(law.target)
    return motion if follows_motion(law) else None


def _resting(target: PerJoint) -> Motion:
    def motion(t: np.ndarray) -> States:
        q = np.tile(target, (len(t), 1))
        return q, np.zeros_like(q), np.zeros_like(q)

    return motion


def check_limits(robot: Robot, torque_limit: PerJoint | None, speed_limit: PerJoint | None) -> None:
    """Limits are positive, one a joint."""
    for name, limit in (("torque_limit", torque_limit), ("speed_limit", speed_limit)):
        if limit is None:
            continue
        check_per_joint(robot, name, limit, minimum=0.0)
        if name == "speed_limit" and 0.0 in limit:
            raise DynamicsError("must be above zero", link=limit.index(0.0) + 1, field=name, value=0.0)


def _unlimited(robot: Robot, law: TorqueLaw, motion: Motion | None) -> Controller:
    if isinstance(law, ConstantTorque):
        return _Table(TableTorque((0.0,), (law.values,)))
    if isinstance(law, TableTorque):
        return _Table(law)
    if isinstance(law, ExpressionTorque):
        return _Formulas(robot, law)
    if isinstance(law, PdTorque) and law.target is not None:
        return _Pd(robot, law, _Target(law.target))
    if motion is None:
        raise DynamicsError("this torque law follows a motion, and there is none", field="motion")
    if isinstance(law, PdTorque):
        return _Pd(robot, law, _Reference(motion))
    assert isinstance(law, ComputedTorque)
    return _Computed(robot, law, _Reference(motion))


class _Table:
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


class _Formulas:
    def __init__(self, robot: Robot, law: ExpressionTorque) -> None:
        self._formulas = [(i, formula) for i, formula in enumerate(formulas(robot, law)) if formula is not None]

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        values = [t, *q.tolist(), *qd.tolist()]
        tau = np.zeros(len(q))
        for joint, formula in self._formulas:
            tau[joint] = formula.at(values)
        return tau


class _Reference:
    """One time's q, qd, qdd of a motion, (n,) each; the last ones are kept, as stages share their times."""

    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self._last: tuple[float, States] | None = None

    def __call__(self, t: float) -> States:
        last = self._last
        if last is not None and last[0] == t:
            return last[1]
        q, qd, qdd = self._motion(np.array([t]))
        found = (q[0], qd[0], qdd[0])
        self._last = (t, found)
        return found


class _Target:
    """A reference that stays where it is."""

    def __init__(self, target: PerJoint) -> None:
        self._states = (np.array(target), np.zeros(len(target)), np.zeros(len(target)))

    def __call__(self, t: float) -> States:
        return self._states


class _Pd:
    def __init__(self, robot: Robot, law: PdTorque, reference: Callable[[float], States]) -> None:
        self._robot = robot if law.gravity_compensation else None
        self._kp, self._kd = np.array(law.kp), np.array(law.kd)
        self._still = np.zeros(robot.n)
        self._reference = reference

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        q_r, qd_r, _ = self._reference(t)
        tau = self._kp * (q_r - q) + self._kd * (qd_r - qd)
        if self._robot is None:
            return tau
        return tau + inverse_dynamics(self._robot, q, self._still, self._still)  # gravity, by the quickest way


class _Computed:
    """Feedback linearisation (Luh, Walker, Paul 1980): with an exact model the error obeys e'' + kd e' + kp e = 0.

    A joint that stands still has no direction for its dry friction: it is overcome the way the joint shall go.
    """

    def __init__(self, robot: Robot, law: ComputedTorque, reference: Callable[[float], States]) -> None:
        self._robot = robot
        self._kp, self._kd = np.array(law.kp), np.array(law.kd)
        self._reference = reference
        coulomb = pack(robot).coulomb
        self._coulomb = coulomb if coulomb.any() else None

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        q_r, qd_r, qdd_r = self._reference(t)
        wanted = qdd_r + self._kd * (qd_r - qd) + self._kp * (q_r - q)
        tau = inverse_dynamics(self._robot, q, qd, wanted)
        if self._coulomb is not None:
            tau = tau + (qd == 0) * self._coulomb * np.sign(wanted)
        return tau


class _Limited:
    """A law within what the motors can do."""

    def __init__(self, law: Controller, torque_limit: PerJoint | None, speed_limit: PerJoint | None) -> None:
        self._law = law
        self._torque_limit = None if torque_limit is None else np.array(torque_limit)
        self._speed_limit = None if speed_limit is None else np.array(speed_limit)

    def __call__(self, t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        tau = self._law(t, q, qd)
        if self._torque_limit is not None:
            tau = _clip(tau, self._torque_limit)
        if self._speed_limit is not None:
            left = (1 - np.sign(tau) * qd / self._speed_limit) / FADE
            tau = tau * np.minimum(np.maximum(left, 0.0), 1.0)
        return tau


def _clip(tau: np.ndarray, limit: np.ndarray) -> np.ndarray:
    return np.minimum(np.maximum(tau, -limit), limit)  # np.clip takes three times as long
