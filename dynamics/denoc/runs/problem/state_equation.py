"""The differential equation of a run: y = (q, velocities, work of torques, work of friction).

Velocities are joint rates, or for the diagonalized formulations their own quasi-velocities nu or xi. A tip wrench w
acts at the joints as J^T w beside the torques, in every formulation, and so do pushes; their work is counted with that
of the torques.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from denoc.arm.batch import check_wrench
from denoc.arm.robot import Robot
from denoc.basics.caching import cached_property
from denoc.basics.checks import as_numbers
from denoc.basics.errors import DynamicsError
from denoc.kernels.dispatch import of_run
from denoc.kernels.kernel import Bound
from denoc.motions.changes import Stretch
from denoc.runs.integrators import NotFinite
from denoc.runs.problem.springs import Springs
from denoc.torques.law_parts import LawParts
from denoc.torques.pushes import Pushes

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
    by `events`, where y has room for z.
    """
    return callable(torque) and bool(getattr(torque, "integrates", False))


class StateEquation:
    """What its numbers mean, what drives it, and how it fails; `CompiledEquation` computes y'."""

    def __init__(
        self,
        robot: Robot,
        method: str,
        torque: object,
        speed_limit: float,
        wrench: np.ndarray | None = None,
        *,
        pushes: Pushes = (),
        draft: bool = False,
    ) -> None:
        """`wrench` acts at the tip, in base axes; see `acting_wrench`. `pushes` and `draft` are those of the job."""
        self.robot = robot
        self._draft = draft
        self.wrench = wrench
        self.springs = Springs(robot, pushes)
        self.n = robot.n
        self.speed_limit = speed_limit
        self.law = torque_law(robot, torque)
        self._mode_law = torque_law(robot, getattr(torque, "in_mode", None))  # see `feedback.Computed`
        self.span = np.array([-math.inf, math.inf])  # the times that are asked for
        self._torque = torque
        self.constant = None if self.law is None or callable(torque) else self.law(0.0, np.zeros(0), np.zeros(0))
        self._quasi = method in QUASI
        self.kernel_names = kernel_names(method)
        self._from_rates = f"quasi {method}"

    def kernel(self, name: str) -> Bound:
        """The one that this run uses."""
        return of_run(self.robot, name, draft=self._draft)

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
            return self._evaluate(self.kernel_names[0], q, velocities)
        out = np.empty((len(y), n))
        self.kernel(self.kernel_names[0]).batch([q, velocities], out)
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

    @cached_property
    def parts(self) -> LawParts | None:
        """What the torque law consists of, where it says so."""
        known = getattr(self._torque, "parts", None)
        return known() if callable(known) else None

    def enter(self, stretch: Stretch) -> None:
        """From now on the integrator asks for torques and pushes of this stretch of time only."""
        self.springs.enter(stretch)
        self.span[:] = stretch.first, stretch.last
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
        first, last = self.span.tolist()
        t = min(max(t, first), last)
        if sign is not None and self._mode_law is not None:
            return self._finite(t, self._mode_law(t, *state, sign))
        return self.torque(t, *state)

    def too_fast(self, joint: int, t: float) -> NotFinite:
        unit = "rad/s" if self.robot.links[joint].revolute else "m/s"
        words = f"the speed of joint {joint + 1} passed {self.speed_limit:g} {unit} at t = {t:.6g} s"
        return NotFinite(words, joint + 1)

    def not_finite(self, joint: int, t: float) -> NotFinite:
        return NotFinite(f"the acceleration of joint {joint + 1} is not finite at t = {t:.6g} s", joint + 1)

    def _evaluate(self, name: str, *states: np.ndarray) -> np.ndarray:
        """A function at one state."""
        return self.kernel(name).state(states)[0]


def kernel_names(method: str) -> tuple[str, str]:
    """Of the functions that a run by this formulation integrates with: quasi-velocities to rates, if it has them, and
    accelerations."""
    return (f"rates {method}", f"acceleration {method}") if method in QUASI else ("", f"forward {method}")


def acting_wrench(robot: Robot, tip_wrench: tuple[float, ...] | None) -> np.ndarray | None:
    """A run's tip wrench in base axes; None where it is zero."""
    return check_wrench(robot, tip_wrench, np.zeros(robot.n)) if tip_wrench is not None and any(tip_wrench) else None


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
