"""The differential equation of a run between two events, as machine code and its memory.

y = (q, qd, impulse of dry friction, z, work, work of friction), with z only where the torque law integrates. What is
constant between events is in `modes`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from dynamics.hybrid.stops import Stops
from dynamics.integrators import NotFinite
from dynamics.job import Job
from dynamics.kernels.locks import making
from dynamics.robot import Robot
from dynamics.robot_arrays import pack
from dynamics.state_equation import TIP_TORQUE, LawAtAddress, StateEquation, acting_wrench, integrates, kernel_of


class Modes(NamedTuple):
    """(n,) each, written in place: sign of the friction of a joint that slides, whether it is stuck (1, 0), and the
    stop that it presses on (-1 lower, 1 upper, 0 none)."""

    sign: np.ndarray
    stuck: np.ndarray
    side: np.ndarray


class HybridEquation:
    """Calls itself like f(t, y) and refuses what is not finite; also a CompiledDerivative for the explicit integrators.

    It integrates joint rates with every formulation, those in quasi-velocities too: a joint at rest is one whose own
    rate is zero. The formulation gives the accelerations while no joint is stuck (the DeNOC's does in an arm too long
    for kernels of another); with stuck joints, M_ff qdd_f = (tau - bias)_f for the free ones.
    """

    def __init__(self, job: Job, stops: Stops) -> None:
        with making():
            from dynamics.hybrid import derivative  # imported late: numba costs more than the rest of the package

        robot = _without_coulomb(job.robot)
        self.n = robot.n
        self.integrals = robot.n if integrates(job.torque) else 0
        self.size = 3 * robot.n + self.integrals + 2
        wrench = acting_wrench(robot, job.tip_wrench)
        self.smooth = StateEquation(robot, "denoc", job.torque, job.fastest, wrench)
        self._machine = d = derivative
        self._memory = memory = np.zeros((d.ROWS, robot.n))
        memory[d.VISCOUS], memory[d.COULOMB] = pack(robot).viscous, pack(job.robot).coulomb
        memory[d.LOWER], memory[d.UPPER] = stops.lower, stops.upper
        memory[d.STIFFNESS], memory[d.DAMPING] = stops.stiffness, stops.damping
        self.modes = Modes(memory[d.SIGN], memory[d.STUCK], memory[d.SIDE])
        state, tau = memory[d.Q : d.QD + 1], memory[d.TAU]
        if self.integrals:
            state, tau = memory[d.Q : d.Z + 1], memory[d.TAU : d.Z_RATE + 1]
        self._law = LawAtAddress(self.smooth, tuple(state), tau, self.modes.sign)
        self._report = np.array([job.fastest, 0.0, 0.0])
        self._data = self._addresses(robot, job.method)
        self.data: int = self._data.ctypes.data
        self.address: int = d.derivative.address or 0

    def _addresses(self, robot: Robot, method: str) -> np.ndarray:
        """The entries of `data`: what the derivative calls, and where everything is."""
        d, memory = self._machine, self._memory
        self._matrices = np.zeros((2, robot.n, robot.n))
        applied = [memory[d.Q], memory[d.QD], memory[d.APPLIED]]
        forward = f"forward {method}" if kernel_of(robot, f"forward {method}") else "forward denoc"
        self._calls = [
            _Call(robot, forward, applied, memory[d.QDD]),
            _Call(robot, "mass matrix", [memory[d.Q]], self._matrices[0]),
            _Call(robot, "inverse denoc", [memory[d.Q], memory[d.QD], memory[d.STILL]], memory[d.BIAS]),
        ]
        wrench = self.smooth.wrench
        if wrench is not None:
            self._calls.append(_Call(robot, TIP_TORQUE, [memory[d.Q], wrench], memory[d.PUSHED]))
        kernels = [address for call in self._calls for address in (call.kernel, call.arguments)]
        kernels += [0, 0] if wrench is None else []
        arrays = [array.ctypes.data for array in (memory, *self._matrices, self._report)]
        return np.array([robot.n, self.integrals, *kernels, self._law.address, *arrays], dtype=np.int64)

    @property
    def evaluations(self) -> int:
        """So far, whoever asked for them."""
        return int(self._report[self._machine.COUNT])

    def __call__(self, t: float, y: np.ndarray) -> np.ndarray:
        return self.slopes(np.array([t]), y[None, :])[0]

    def slopes(self, times: np.ndarray, states: np.ndarray) -> np.ndarray:
        """y' at several times, (k, size)."""
        out, times = np.empty(states.shape), times.copy()
        status = self._machine.slopes(self.address, self.data, times, np.ascontiguousarray(states), out)
        if status < 0:
            self.reraise()
        if status != 0:
            raise self.trouble(status, float(times[0]))
        return out

    def trouble(self, status: int, t: float) -> NotFinite:
        """In words, after the derivative has given `status` at t."""
        joint = int(self._report[self._machine.JOINT])
        if status == self._machine.TOO_FAST:
            return self.smooth.too_fast(joint, t)
        if status == self._machine.NOT_FINITE:
            return self.smooth.not_finite(joint, t)
        return self._law.trouble(t)

    def reraise(self) -> None:
        """The exception that the torque law raised."""
        self._law.reraise()


class _Call:
    """A kernel's address, and that of arguments which stay where they are."""

    def __init__(self, robot: Robot, name: str, inputs: list[np.ndarray], out: np.ndarray) -> None:
        bound = kernel_of(robot, name)
        assert bound is not None, name
        self._scratch = np.empty(bound.kernel.scratch(bound.n, 1))
        self._arguments = np.array(bound.arguments(inputs, out, self._scratch.ctypes.data), dtype=np.int64)
        self._bound = (bound, inputs)  # keeps the machine code and what it reads alive
        self.kernel: int = bound.kernel.single.address
        self.arguments: int = self._arguments.ctypes.data


def _without_coulomb(robot: Robot) -> Robot:
    """The same arm with viscous friction only; made once per robot, since kernels come with it."""
    if "without coulomb" not in robot._cache:
        links = tuple(replace(link, coulomb=0.0) for link in robot.links)
        robot._cache["without coulomb"] = replace(robot, links=links)
    return robot._cache["without coulomb"]
