"""The differential equation of a run: y = (q, velocities, work of torques, work of friction).

Velocities are joint rates, or for the diagonalized formulations their own quasi-velocities nu or xi.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from dynamics import diagonalized
from dynamics.api import FORWARD, check_method
from dynamics.batch import as_numbers
from dynamics.chain import Scalars, chain
from dynamics.errors import DynamicsError
from dynamics.integrators import NotFinite
from dynamics.robot import Robot
from dynamics.robot_arrays import pack
from dynamics.scalars import Scalar, sqrt
from dynamics.straight_line import LONGEST, straight_line

Torque = Callable[[float, np.ndarray, np.ndarray], Any]
Function = Callable[..., list[float]]

QUASI = {"normalized": True, "unnormalized": False}


class BadTorque(NotFinite):
    """The torque law, not the motion, gave what is not a number."""


class Velocities(NamedTuple):
    """What a formulation integrates, as functions of lists of floats."""

    from_rates: Function  # (q, qd) -> velocities
    to_rates: Function  # (q, velocities) -> qd
    accelerate: Function  # (q, velocities, tau) -> rates of the velocities


def velocities(robot: Robot, method: str) -> Velocities:
    arm, forward = chain(robot), check_method(FORWARD, method)
    if method not in QUASI:
        accelerate = _function(robot, method, 3, lambda q, qd, tau: forward(arm, q, qd, tau))
        return Velocities(lambda q, qd: qd, lambda q, qd: qd, accelerate)
    normalized = QUASI[method]

    def to_rates(q: Scalars, quasi: Scalars) -> list[Scalar]:
        joints = diagonalized.articulate(arm, q)
        return [v.qd for v in diagonalized.quasi_rates(arm, joints, quasi, normalized=normalized)]

    def from_rates(q: Scalars, qd: Scalars) -> list[Scalar]:
        joints = diagonalized.articulate(arm, q)
        xi = [v.xi for v in diagonalized.from_joint_rates(arm, joints, qd)]
        return [x * sqrt(joint.D) for x, joint in zip(xi, joints, strict=True)] if normalized else xi

    def quasi_accelerate(q: Scalars, quasi: Scalars, tau: Scalars) -> list[Scalar]:
        return diagonalized.from_quasi(arm, q, quasi, tau, normalized=normalized).rate

    return Velocities(
        _function(robot, f"{method} from rates", 2, from_rates),
        _function(robot, f"{method} to rates", 2, to_rates),
        _function(robot, f"{method} quasi", 3, quasi_accelerate),
    )


class StateEquation:
    """Calls itself like f(t, y); counts its evaluations and refuses what is not finite."""

    def __init__(self, robot: Robot, method: str, torque: object, speed_limit: float) -> None:
        self.robot = robot
        self.n = robot.n
        self.evaluations = 0
        self._velocities = velocities(robot, method)
        self._torque = torque_law(robot, torque)
        self._speed_limit = speed_limit
        arrays = pack(robot)
        self._friction = arrays.friction if arrays.viscous.any() or arrays.coulomb.any() else None

    def initial(self, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return np.concatenate([q, self._velocities.from_rates(q.tolist(), qd.tolist()), np.zeros(2)])

    def rates(self, y: np.ndarray) -> np.ndarray:
        """qd from the state's own velocities."""
        return np.array(self._velocities.to_rates(y[: self.n].tolist(), y[self.n : 2 * self.n].tolist()))

    def torque(self, t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        if self._torque is None:
            return np.zeros(self.n)
        tau = self._torque(t, q, qd)
        if not np.isfinite(tau).all():
            joint = int(np.argmin(np.isfinite(tau)))
            raise BadTorque(f"the torque of joint {joint + 1} is {tau[joint]} at t = {t:.6g} s")
        return tau

    def __call__(self, t: float, y: np.ndarray) -> np.ndarray:
        self.evaluations += 1
        n = self.n
        try:
            qd = self.rates(y)
        except ZeroDivisionError:
            raise _singular(t) from None
        self._check_speed(t, qd)
        tau = self.torque(t, y[:n], qd)
        out = np.empty(2 * n + 2)
        try:
            out[n : 2 * n] = self._velocities.accelerate(y[:n].tolist(), y[n : 2 * n].tolist(), tau.tolist())
        except ZeroDivisionError:
            raise _singular(t) from None
        out[:n] = qd
        out[2 * n] = tau @ qd
        out[2 * n + 1] = self._friction(qd) @ qd if self._friction else 0.0
        if not np.isfinite(out).all():
            joint = int(np.argmin(np.isfinite(out[n : 2 * n])))
            raise NotFinite(f"the acceleration of joint {joint + 1} is not finite at t = {t:.6g} s")
        return out

    def _check_speed(self, t: float, qd: np.ndarray) -> None:
        fastest = int(np.argmax(np.abs(qd)))
        if not abs(qd[fastest]) <= self._speed_limit:
            unit = "rad/s" if self.robot.links[fastest].revolute else "m/s"
            raise NotFinite(f"the speed of joint {fastest + 1} passed {self._speed_limit:g} {unit} at t = {t:.6g} s")


def _singular(t: float) -> NotFinite:
    return NotFinite(f"the mass matrix became singular at t = {t:.6g} s")


def _function(robot: Robot, key: str, inputs: int, recursion: Callable[..., Sequence[Scalar]]) -> Function:
    """The recursion as a function of lists of floats: written out unless the arm is very long."""
    if robot.n <= LONGEST:
        return straight_line(robot, key, inputs, recursion)
    return lambda *states: [float(item) for item in recursion(*states)]


def torque_law(robot: Robot, torque: object) -> Torque | None:
    """None, a constant, or a function (t, q, qd) -> tau, as a checked function."""
    if torque is None:
        return None
    if callable(torque):
        law = torque

        def checked(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
            value = as_numbers(law(t, q.copy(), qd.copy()), "torque")
            if value.shape != (robot.n,):
                raise DynamicsError(
                    f"the torque function must give {robot.n} numbers", field="torque", value=value.shape
                )
            return value

        return checked
    constant = as_numbers(torque, "torque").copy()
    if constant.shape != (robot.n,):
        raise DynamicsError(f"{robot.n} numbers are needed", field="torque", value=constant.shape)
    if not np.isfinite(constant).all():
        raise DynamicsError("finite numbers are needed", field="torque", value=torque)
    return (lambda t, q, qd: constant) if constant.any() else None
