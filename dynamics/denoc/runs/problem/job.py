"""A run as a value: everything that decides it, checked once."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, get_args

import numpy as np

from denoc.arm.batch import check_start
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.basics.checks import as_numbers, check_choice, check_count, check_flag, check_number
from denoc.basics.errors import DynamicsError, OutOfRange
from denoc.functions.api import FORWARD, ForwardMethod, check_method
from denoc.motions.changes import Changes
from denoc.runs.integrators import INTEGRATORS
from denoc.runs.problem.state_equation import torque_law
from denoc.torques.pushes import Pushes, check_pushes

Integrator = Literal["rk4", "dopri5", "verner65", "dop853", "radau"]
Limits = Literal["none", "stop", "bounce"]
LIMITS: tuple[Limits, ...] = get_args(Limits)

Wrench = tuple[float, ...]  # (moment, force): six numbers
WRENCH = ("moment x", "moment y", "moment z", "force x", "force y", "force z")

SAMPLES_PER_SECOND = 100
BLUR, MOST_BLUR = 100, 1e-3  # absolute tolerances, and rad/s or m/s, within which a joint's rate may be wrong
COARSEST = 1000  # samples: an unknown torque function is asked for at least as often
DEFAULT_STEP = 1e-3  # s, of rk4
FEW = 4  # samples, that no step is longer than while a known input changes smoothly
MAX_SAMPLES = 1_000_000
MAX_VALUES = 20_000_000  # samples times joints
SPEED = 1e3  # m/s
SLOWEST_LIMIT, FASTEST_LIMIT = 1e4, 1e5  # rad/s: chains of short links whip at thousands
WHIRL = 340.0  # m/s of all mass centres together, as fast as sound
RANGES = {
    "duration": (1e-9, 1e9),
    "rtol": (1e-14, 0.1),
    "atol": (1e-300, 1e3),
    "speed_limit": (1e-9, 1e12),
    "max_evaluations": (1, 1e12),
}


@dataclass(frozen=True)
class Job:
    """A forward run as a value: everything that decides it, checked when it is made. `stream` computes it.

    `q0` (rad, m) and `qd0` (per s) are n numbers, `duration` is in s. `torque` is None (free fall), n constants (N m,
    N), or a function (t, q, qd) -> n torques. `tip_wrench` is the moment (N m) and force (N), six numbers in world
    axes, that the surroundings apply to the last link at the tip all the time; a torque law is not told of it, unless
    by its maker. `pushes` are `Push`es at links, of which no law knows.

    `samples` is a number of evenly spaced samples or the times themselves (s); None takes 100 a second. `rtol` and
    `atol` bound an error of a step, `step` (s) is the fixed step of "rk4" and the longest step of the others. `breaks`
    are times (s) at which the torque function, or one of its derivatives, jumps: steps end there. A torque that is a
    function is looked at in every sampling interval, unless `step` says otherwise; one with a method `changes(duration,
    longest)` says itself when it changes.

    `limits` says what happens at a joint limit: nothing ("none"), the run stops ("stop"), or the joint bounces on a
    spring and a damper ("bounce"). `limit_stiffness` (N m/rad, N/m) and `limit_damping` (N m s/rad, N s/m) are those of
    every joint; None fits each joint's to its inertia. `speed_limit` (rad/s, m/s) is where a run counts as diverged;
    None fits it to the arm, and a bound of the kinetic energy too. `max_evaluations` of the dynamics and `max_seconds`
    of computing end a run as failed.

    Frozen: hand it to another thread as it is. DynamicsError names the argument that cannot be used.

    A `draft` waits for no compiler: it uses kernels for all arms instead of one written out for this robot. Its numbers
    differ from those of the run proper by rounding, and are as reproducible.

    >>> job = dn.Job(dn.rod_chain(1).robot, (0.0,), (0.0,), duration=1.0, samples=5)
    >>> job.times.tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """

    robot: Robot
    q0: tuple[float, ...]
    qd0: tuple[float, ...]
    duration: float
    torque: object = None
    tip_wrench: Wrench | None = None
    method: ForwardMethod = "denoc"
    integrator: Integrator = "dopri5"
    rtol: float = 1e-8
    atol: float = 1e-10
    step: float | None = None
    samples: object = None
    max_evaluations: float = 1e8
    max_seconds: float | None = None
    speed_limit: float | None = None
    limits: Limits = "none"
    limit_stiffness: float | None = None
    limit_damping: float | None = None
    breaks: tuple[float, ...] = ()
    pushes: Pushes = ()
    draft: bool = False
    times: np.ndarray = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        def put(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        put("q0", check_start(self.robot, "q0", self.q0))
        put("qd0", check_start(self.robot, "qd0", self.qd0))
        for name, (lowest, highest) in RANGES.items():
            if getattr(self, name) is None and name == "speed_limit":
                continue
            value = check_number(getattr(self, name), name)
            if not lowest <= value <= highest:
                raise DynamicsError(f"must be within {lowest:g} and {highest:g}", field=name, value=value)
            put(name, value)
        if self.max_seconds is not None:
            put("max_seconds", check_number(self.max_seconds, "max_seconds", minimum=0.0))
        check_method(FORWARD, self.method)
        check_choice(self.integrator, INTEGRATORS, "integrator")
        self._check_step()
        self._check_limits()
        put("tip_wrench", check_tip_wrench(self.tip_wrench))
        put("breaks", _check_breaks(self.breaks))
        put("pushes", check_pushes(self.robot, self.pushes))
        put("draft", check_flag(self.draft, "draft"))
        torque_law(self.robot, self.torque)
        if self.torque is not None and not callable(self.torque):
            put("torque", tuple(as_numbers(self.torque, "torque").tolist()))
        times = _sample_times(self.samples, self.duration, self.robot.n)
        if len(times) * self.robot.n > MAX_VALUES:
            raise DynamicsError(
                f"at most {MAX_VALUES} samples times joints are kept", field="samples", value=len(times)
            )
        if self.samples is not None and not isinstance(self.samples, int | np.integer):
            put("samples", tuple(times.tolist()))
        put("times", times)

    @property
    def fastest(self) -> float:
        """The speed, in rad/s or m/s, at which this run counts as diverged: `speed_limit`, or what fits the arm."""
        return usual_speed_limit(self.robot) if self.speed_limit is None else self.speed_limit

    def _check_step(self) -> None:
        if self.step is None:
            return
        step = check_number(self.step, "step")
        if step <= 0:
            raise DynamicsError("must be above zero", field="step", value=step)
        if self.duration / step > self.max_evaluations:
            raise DynamicsError(
                f"{self.duration:g} s in such steps need more than {self.max_evaluations:g} evaluations",
                field="step",
                value=step,
            )
        object.__setattr__(self, "step", step)

    def _check_limits(self) -> None:
        check_choice(self.limits, LIMITS, "limits")
        for name in ("limit_stiffness", "limit_damping"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, check_number(getattr(self, name), name, minimum=0.0))
        if self.limit_stiffness == 0:
            raise DynamicsError("must be above zero", field="limit_stiffness", value=self.limit_stiffness)
        if self.limits != "stop":
            return
        for number, (link, q) in enumerate(zip(self.robot.links, self.q0, strict=True), 1):
            if not link.lower <= q <= link.upper:
                words = "starts beyond its limits, {} to {}, where the run would stop"
                raise OutOfRange(words, (link.lower, link.upper), link=number, field="q0", value=q)

    def changes(self) -> Changes:
        """When what drives the run changes (times in s), and how long its steps may be (s)."""
        interval = self.duration / max(len(self.times) - 1, COARSEST)
        known = getattr(self.torque, "changes", None)
        if callable(known):
            found = known(self.duration, FEW * interval)
        else:
            found = Changes(longest=interval if callable(self.torque) else math.inf)
        natural = min(found.longest, DEFAULT_STEP) if self.integrator == "rk4" else found.longest
        knots = [push.t for push in self.pushes]
        return Changes(np.concatenate([found.breaks, self.breaks, *knots]), self.step or natural)

    @property
    def blur(self) -> float:
        """The rate, in rad/s or m/s, below which integration errors may decide the sign of a joint's motion."""
        return min(BLUR * self.atol, MOST_BLUR)

    @property
    def has_events(self) -> bool:
        """Whether joints may stick or meet their limits: such a run is computed piece by piece."""
        links = self.robot.links
        limited = self.limits != "none" and any(link.lower > -math.inf or link.upper < math.inf for link in links)
        return limited or any(max(link.breakaways) > 0 for link in links)


def check_tip_wrench(wrench: object) -> Wrench | None:
    """Six finite numbers, or None."""
    if wrench is None:
        return None
    array = as_numbers(wrench, "tip_wrench")
    if array.shape != (6,):
        raise DynamicsError("six numbers are needed: moment, force", field="tip_wrench", value=array.shape)
    return tuple(check_number(value, f"tip_wrench, {name}") for name, value in zip(WRENCH, array.tolist(), strict=True))


def _check_breaks(breaks: object) -> tuple[float, ...]:
    """Finite times, in any order."""
    times = as_numbers(breaks, "breaks")
    if times.ndim != 1 or not np.isfinite(times).all():
        raise DynamicsError("finite times are needed", field="breaks", value=breaks)
    return tuple(np.unique(times).tolist())


def usual_speed_limit(robot: Robot) -> float:
    """Speed of a joint, in rad/s or m/s, that no motion of this arm comes near: with it a link of mean length has its
    end at 1 km/s, within 1e4 and 1e5."""
    length = sum(math.hypot(link.a, link.b) for link in robot.links) / robot.n
    return min(max(SPEED / max(length, SPEED / FASTEST_LIMIT), SLOWEST_LIMIT), FASTEST_LIMIT)


def usual_energy_limit(robot: Robot) -> float:
    """Kinetic energy in J of the `masses_alone` of this arm that none of its motions comes near: all as fast as sound.
    Whirling like that it may take ten thousand steps more until a joint's speed tells it."""
    return 0.5 * float(pack(robot).mass.sum()) * WHIRL**2


@PerRobot
def masses_alone(robot: Robot) -> Robot:
    """The arm with each link's mass in its mass centre, without rotors: a wheel may spin as fast as it likes."""
    links = tuple(replace(link, inertia=(0.0,) * 6, rotor_inertia=0.0) for link in robot.links)
    payload = None if robot.payload is None else robot.payload._replace(inertia=(0.0,) * 6)
    return replace(robot, links=links, payload=payload)


def _sample_times(samples: object, duration: float, joints: int) -> np.ndarray:
    if samples is None:
        samples = max(2, min(MAX_SAMPLES, MAX_VALUES // joints, round(duration * SAMPLES_PER_SECOND) + 1))
    if isinstance(samples, (int, np.integer)):
        return _evenly_spaced(duration, check_count(samples, "samples", 1, MAX_SAMPLES))
    times = as_numbers(samples, "samples")
    if times.ndim != 1 or not len(times) or not np.isfinite(times).all():
        raise DynamicsError("a number of samples or finite times are needed", field="samples", value=samples)
    if (np.diff(times) <= 0).any() or times[0] < 0 or times[-1] > duration:
        raise DynamicsError(f"sample times must rise within 0 to {duration:g} s", field="samples", value=samples)
    return frozen(times.copy())


@lru_cache(maxsize=2)
def _evenly_spaced(duration: float, samples: int) -> np.ndarray:
    """Every check of a project makes a job: a million times would take it ten milliseconds."""
    return frozen(np.linspace(0.0, duration, samples))


def frozen(array: np.ndarray) -> np.ndarray:
    array = np.ascontiguousarray(array)
    array.setflags(write=False)
    return array
