"""The differential equation of a run: y = (q, velocities, work of torques, work of friction).

Velocities are joint rates, or for the diagonalized formulations their own quasi-velocities nu or xi. A tip wrench w
acts at the joints as J^T w beside the torques, in every formulation, and its work is counted with theirs.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dynamics.batch import check_wrench
from dynamics.chain import chain
from dynamics.changes import Stretch
from dynamics.checks import as_numbers
from dynamics.errors import DynamicsError
from dynamics.integrators import NotFinite
from dynamics.kernels import derivative
from dynamics.kernels.dispatch import own
from dynamics.kernels.functions import FUNCTIONS, LONGEST
from dynamics.kernels.kernel import Bound, Workspace
from dynamics.reference import TEXTS
from dynamics.robot import Robot
from dynamics.robot_arrays import pack
from dynamics.straight_line import straight_line

Torque = Callable[..., Any]  # of t, q, qd and, where the law integrates, of its integrals

QUASI = ("normalized", "unnormalized")
TIP_TORQUE = "tip torque"
BESIDE = 64  # times as far from a change as its stretch ends, a pole is looked for
POLE = 32.0  # times closer, and at least half as many times larger: as 1/t, twice in a row


class BadTorque(NotFinite):
    """The torque law, not the motion, gave what is not a number."""


def integrates(torque: object) -> bool:
    """Whether a torque law has n numbers z of its own that the integrator advances with the motion, from z = 0.

    Such a law says so by an attribute `integrates`, and is called as (t, q, qd, z) -> (tau, z'). Its runs are computed
    by `hybrid`, where y has room for z.
    """
    return callable(torque) and bool(getattr(torque, "integrates", False))


class StateEquation:
    """Calls itself like f(t, y) and refuses what is not finite; `compiled` is the same as machine code."""

    def __init__(
        self, robot: Robot, method: str, torque: object, speed_limit: float, wrench: np.ndarray | None = None
    ) -> None:
        """`wrench` acts at the tip, in base axes; see `acting_wrench`."""
        self.robot = robot
        self.wrench = wrench
        self.n = robot.n
        self.speed_limit = speed_limit
        self.law = torque_law(robot, torque)
        self._mode_law = torque_law(robot, getattr(torque, "in_mode", None))  # see `feedback.Computed`
        self._first, self._last = -math.inf, math.inf
        self.constant = None if self.law is None or callable(torque) else self.law(0.0, np.zeros(0), np.zeros(0))
        self._quasi = method in QUASI
        self._names = (f"rates {method}", f"acceleration {method}") if self._quasi else ("", f"forward {method}")
        self._from_rates = f"quasi {method}"
        arrays = pack(robot)
        self._friction = arrays.friction if arrays.viscous.any() or arrays.coulomb.any() else None

    def initial(self, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        velocities = self._evaluate(self._from_rates, q, qd) if self._quasi else qd
        return np.concatenate([q, velocities, np.zeros(2)])

    def rates(self, y: np.ndarray) -> np.ndarray:
        """qd from the state's own velocities, for one state or a batch."""
        n = self.n
        q, velocities = np.ascontiguousarray(y[..., :n]), np.ascontiguousarray(y[..., n : 2 * n])
        if not self._quasi:
            return velocities
        if y.ndim == 1:
            return self._evaluate(self._names[0], q, velocities)
        kernel = kernel_of(self.robot, self._names[0])
        if kernel is None:
            return np.array([self.rates(row) for row in y]).reshape(len(y), n)
        out = np.empty((len(y), n))
        kernel.batch([q, velocities], out)
        return out

    def torque(self, t: float, q: np.ndarray, qd: np.ndarray, *z: np.ndarray) -> np.ndarray:
        """(n,), or of a law that integrates (2, n): torques and the rates of z, which it is given too."""
        if self.law is None:
            return np.zeros(self.n)
        return self._finite(t, self.law(t, q, qd, *z))

    def _finite(self, t: float, tau: np.ndarray) -> np.ndarray:
        if not np.isfinite(tau).all():
            row, joint = divmod(int(np.argmin(np.isfinite(tau))), self.n)
            name = "rate of the integral" if row else "torque"
            value = tau.flat[row * self.n + joint]
            raise BadTorque(f"the {name} of joint {joint + 1} is {value} at t = {t:.6g} s", joint + 1)
        return tau

    def enter(self, stretch: Stretch) -> None:
        """From now on the integrator asks for torques of this stretch of time only."""
        self._first, self._last = stretch.first, stretch.last
        self._beside = BESIDE * (stretch.end - stretch.last or float(np.spacing(stretch.end)))

    def check_pole(self, t: float, q: np.ndarray, qd: np.ndarray) -> None:
        """Refuse a torque that grows without bounds towards t: an integral over it does not exist.

        Just beside t the torque is finite, and an integrator passes in between without seeing more of it.
        """
        if self.law is None or self.constant is not None:
            return
        for side in (-1.0, 1.0):
            near = [np.abs(self.law(t + side * self._beside * POLE**k, q, qd)) for k in range(3)]
            poles = (near[0] > POLE / 2 * near[1]) & (near[1] > POLE / 2 * near[2]) & (near[2] > 0)
            if poles.any():
                joint = int(np.argmax(poles)) + 1
                raise BadTorque(f"the torque of joint {joint} grows without bounds at t = {t:.6g} s", joint)

    def stage_torque(self, t: float, *state: np.ndarray, sign: np.ndarray | None = None) -> np.ndarray:
        """`torque` for the integrators: at the ends of a stretch the value that it has within.

        `sign` is the direction in which each joint slides until the next event, 0 where it sticks.
        """
        t = min(max(t, self._first), self._last)
        if sign is not None and self._mode_law is not None:
            return self._finite(t, self._mode_law(t, *state, sign))
        return self.torque(t, *state)

    def compiled(self) -> CompiledEquation | StateEquation:
        """As machine code where the arm has kernels for this formulation."""
        names = [name for name in self._names if name]
        kernels = [kernel_of(self.robot, name) for name in names]
        return self if None in kernels else CompiledEquation(self, [k for k in kernels if k is not None])

    def __call__(self, t: float, y: np.ndarray) -> np.ndarray:
        n = self.n
        q, velocities = y[:n], y[n : 2 * n]
        qd = self.rates(y)
        fastest = int(np.argmax(np.abs(qd)))
        if not abs(qd[fastest]) <= self.speed_limit:
            raise self.too_fast(fastest, t)
        applied = self.stage_torque(t, q, qd)
        if self.wrench is not None:
            applied = applied + own(self.robot, TIP_TORQUE).state((q, self.wrench))[0]
        out = np.empty(2 * n + 2)
        out[:n] = qd
        out[n : 2 * n] = self._evaluate(self._names[1], q, velocities, applied)
        out[2 * n] = applied @ qd
        out[2 * n + 1] = self._friction(qd) @ qd if self._friction else 0.0
        if not np.isfinite(out).all():
            raise self.not_finite(int(np.argmin(np.isfinite(out[n : 2 * n]))), t)
        return out

    def too_fast(self, joint: int, t: float) -> NotFinite:
        unit = "rad/s" if self.robot.links[joint].revolute else "m/s"
        words = f"the speed of joint {joint + 1} passed {self.speed_limit:g} {unit} at t = {t:.6g} s"
        return NotFinite(words, joint + 1)

    def not_finite(self, joint: int, t: float) -> NotFinite:
        return NotFinite(f"the acceleration of joint {joint + 1} is not finite at t = {t:.6g} s", joint + 1)

    def _evaluate(self, name: str, *states: np.ndarray) -> np.ndarray:
        """A function at one state: by its kernel, or written out in Python for an arm too long for one."""
        kernel = kernel_of(self.robot, name)
        if kernel is not None:
            return kernel.state(states)[0]
        arm, text = chain(self.robot), TEXTS[name]
        function = straight_line(self.robot, name, len(states), lambda *x: list(text(arm, *x)))
        try:
            return np.array(function(*(state.tolist() for state in states)))
        except ZeroDivisionError:
            return np.full(self.n, np.nan)


class LawAtAddress:
    """The torque law for machine code: a call of `address` with t reads `state` and writes tau, all shared memory.

    The state is q, qd and, for a law that integrates, z; tau is then (2, n), with the rates of z. The address is 0
    where tau never changes.
    """

    def __init__(
        self,
        equation: StateEquation,
        state: tuple[np.ndarray, ...],
        tau: np.ndarray,
        sign: np.ndarray | None = None,
    ) -> None:
        self._equation = equation
        self._sign = sign
        self._state = state
        self._tau = tau
        self._met: BaseException | None = None
        self.address = 0
        if equation.constant is not None:
            tau[:] = equation.constant
        elif equation.law is not None:
            self._callback = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_double)(self._follow)
            self.address = ctypes.cast(self._callback, ctypes.c_void_p).value or 0

    def trouble(self, t: float) -> NotFinite:
        """In words, after the call at t has given BAD_TORQUE."""
        return self._met if isinstance(self._met, NotFinite) else NotFinite(f"no derivative at t = {t:.6g} s")

    def reraise(self) -> None:
        if self._met is not None:
            raise self._met

    def _follow(self, t: float) -> int:
        try:
            self._tau[:] = self._equation.stage_torque(t, *self._state, sign=self._sign)
        except BadTorque as bad:
            self._met = bad
            return derivative.BAD_TORQUE
        except BaseException as error:  # an interrupt too: ctypes would swallow it
            self._met = error
            return -1
        return 0


class CompiledEquation:
    """The equation for the compiled integrators: memory, addresses, and what they mean."""

    def __init__(self, equation: StateEquation, kernels: list[Bound]) -> None:
        self._equation = equation
        self._kernels = kernels  # keeps the machine code alive
        accelerate = Workspace(kernels[-1])
        rates = Workspace(kernels[0]) if len(kernels) > 1 else None
        q, qd, applied = accelerate.rows  # the kernel itself reads q and velocities from y
        if rates is not None:
            qd = rates.out
        push = _push(equation)
        tau = applied if push is None else np.zeros(equation.n)
        self._law = LawAtAddress(equation, (q, qd), tau)
        arrays = pack(equation.robot)
        friction = arrays.viscous.any() or arrays.coulomb.any()
        working = equation.law is not None or push is not None or friction
        self._report = np.array([equation.speed_limit, 0.0])
        self._keep = (accelerate, rates, push, arrays)
        entries = [
            equation.n,
            kernels[0].kernel.single.address if rates is not None else 0,
            rates.address if rates is not None else 0,
            kernels[-1].kernel.single.address,
            accelerate.address,
            self._law.address,
            own(equation.robot, TIP_TORQUE).kernel.single.address if push is not None else 0,
            push.address if push is not None else 0,
            int(working),
            *(a.ctypes.data for a in (q, qd, tau, applied if push is None else push.out, applied)),
            *(a.ctypes.data for a in (arrays.viscous, arrays.coulomb, self._report)),
        ]
        self._data = np.array(entries, dtype=np.int64)
        self.data: int = self._data.ctypes.data
        self._code = derivative.loaded()
        self.address: int = self._code.address

    def trouble(self, status: int, t: float) -> NotFinite:
        """In words, after the derivative has given `status` at t."""
        joint = int(self._report[1])
        if status == derivative.TOO_FAST:
            return self._equation.too_fast(joint, t)
        if status == derivative.NOT_FINITE:
            return self._equation.not_finite(joint, t)
        return self._law.trouble(t)

    def reraise(self) -> None:
        """The exception that the torque law raised."""
        self._law.reraise()


def _push(equation: StateEquation) -> Workspace | None:
    """Where what the wrench does at the joints is computed."""
    if equation.wrench is None:
        return None
    work = Workspace(own(equation.robot, TIP_TORQUE))
    work.rows[1][:] = equation.wrench
    return work


def acting_wrench(robot: Robot, tip_wrench: tuple[float, ...] | None) -> np.ndarray | None:
    """A run's tip wrench in base axes; None where it is zero."""
    return check_wrench(robot, tip_wrench, np.zeros(robot.n)) if tip_wrench is not None and any(tip_wrench) else None


def kernel_of(robot: Robot, name: str) -> Bound | None:
    """Runs always use the same kernel for the same robot, so that they are the same to the last bit."""
    if robot.n > LONGEST and FUNCTIONS[name].recursion is None:
        return None
    return own(robot, name)


def torque_law(robot: Robot, torque: object) -> Torque | None:
    """None, a constant, or a function (t, q, qd) -> tau or (t, q, qd, z) -> (tau, z'), as a checked function."""
    if torque is None:
        return None
    if callable(torque):
        law, n = torque, robot.n
        shape: tuple[int, ...] = (2, n) if integrates(law) else (n,)
        needed = f"{n} torques and {n} rates of its integrals" if integrates(law) else f"{n} numbers"

        def checked(t: float, q: np.ndarray, qd: np.ndarray, *z: np.ndarray) -> np.ndarray:
            try:
                given = law(t, q.copy(), qd.copy(), *[part.copy() for part in z])
            except Exception as error:  # the caller's own: it passes through as it is
                error.add_note(f"raised by the torque function at t = {t:.6g} s")
                raise
            value = as_numbers(given, "torque")
            if value.shape != shape:
                raise DynamicsError(f"the torque function must give {needed}", field="torque", value=value.shape)
            return value

        return checked
    constant = as_numbers(torque, "torque").copy()
    if constant.shape != (robot.n,):
        raise DynamicsError(f"{robot.n} numbers are needed", field="torque", value=constant.shape)
    if not np.isfinite(constant).all():
        raise DynamicsError("finite numbers are needed", field="torque", value=torque)
    return (lambda t, q, qd: constant) if constant.any() else None
