"""The differential equation of a run between two events, as machine code and its memory.

y = (q, qd, impulse of dry friction, z, work, work of friction), with z only where the torque law integrates. What is
constant between events is in `modes`.
"""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import NamedTuple

import numpy as np

from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Robot, viscous_only
from denoc.arm.robot_arrays import pack
from denoc.kernels.storage.locks import Once
from denoc.recursions.bodies import regrouped_bodies
from denoc.runs.events.stops import Stops
from denoc.runs.integrators.compiled import compiled_loops
from denoc.runs.problem.compiled_equation import CompiledEquation
from denoc.runs.problem.compiled_law import Timing
from denoc.runs.problem.job import Job
from denoc.runs.problem.state_equation import StateEquation, acting_wrench, integrates


class Modes(NamedTuple):
    """(n,) each, written in place: sign of the friction of a joint that slides, whether it is stuck (1, 0), and the
    stop that it presses on (-1 lower, 1 upper, 0 none)."""

    sign: np.ndarray
    stuck: np.ndarray
    side: np.ndarray


class HybridEquation(CompiledEquation):
    """Calls itself like f(t, y) and refuses what is not finite; also a CompiledDerivative for the integrators.

    It integrates joint rates with every formulation, those in quasi-velocities too: a joint at rest is one whose own
    rate is zero. The formulation gives the accelerations while no joint is stuck; with stuck joints,
    M_ff qdd_f = (tau - bias)_f for the free ones.
    """

    def __init__(self, job: Job, stops: Stops, timing: Timing) -> None:
        self._slopes, self.quiet_loops = compiled_loops().slopes, _quiet_loops()
        robot = with_smooth_friction(job.robot)
        wrench = acting_wrench(robot, job.tip_wrench)
        self.smooth = StateEquation(robot, "denoc", job.torque, job.fastest, wrench, pushes=job.pushes, draft=job.draft)
        self.n = robot.n
        self.integrals = robot.n if integrates(job.torque) else 0
        self.size = 3 * robot.n + self.integrals + 2
        super().__init__(self.smooth, "", f"forward {job.method}", timing, modes=True, integrals=self.integrals)
        rows = self.rows
        for name, numbers in pack(job.robot).friction._asdict().items():
            rows[name][:] = numbers
        rows["lower"][:], rows["upper"][:] = stops.lower, stops.upper
        rows["stiffness"][:], rows["damping"][:] = stops.stiffness, stops.damping
        self.modes = Modes(rows["sign"], rows["stuck"], rows["side"])

    def __call__(self, t: float, y: np.ndarray) -> np.ndarray:
        return self.slopes(np.array([t]), y[None, :])[0]

    def slopes(self, times: np.ndarray, states: np.ndarray) -> np.ndarray:
        """y' at several times, (k, size)."""
        out, times = np.empty(states.shape), times.copy()
        status = self._slopes(self.address, self.data, times, np.ascontiguousarray(states), out)
        if status < 0:
            self.reraise()
        if status != 0:
            raise self.trouble(status, float(times[0]))
        return out


@Once
def _quiet_loops() -> ModuleType:
    from denoc.runs.events import quiet_loops  # imported late, as `compiled_loops`

    return quiet_loops


@PerRobot
def with_smooth_friction(robot: Robot) -> Robot:
    """The same arm with viscous friction only, the mean of both directions; made once per robot, since kernels come
    with it."""
    smooth = replace(robot, links=tuple(viscous_only(link) for link in robot.links))
    regrouped_bodies.share(robot, smooth)
    return smooth
