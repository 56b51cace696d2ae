"""Random runs whose inputs change at a time, with exact answers: pulses, ramps, dwells, formulas, limits, friction."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import erf

from denoc import Link, Project, Robot, RunSettings, Simulation, run_project, simulate
from denoc.motions.motion_data import JointMotion, Motion, SampledMotion, ViaMotion
from denoc.motions.motion_to_trajectory import trajectory_of
from denoc.runs.integrators import INTEGRATORS
from denoc.torques.torque_laws import ComputedTorque, ExpressionTorque, PdTorque, TableTorque
from tests.support.oracles.arms import random_arm

DURATION = 10.0


@dataclass(frozen=True)
class Case:
    """A run, how far it is from the truth, and how far it may be."""

    name: str
    run: Callable[[], Simulation]
    error: Callable[[Simulation], float]
    allowed: float


def wheel(inertia: float) -> Robot:
    return Robot("wheel", (Link(joint="R", inertia=(inertia,) * 3 + (0, 0, 0)),), gravity=(0, 0, 0))


def slide(mass: float, coulomb: float = 0.0, gravity: float = 0.0, **limits: float) -> Robot:
    return Robot("slide", (Link(joint="P", mass=mass, coulomb=coulomb, **limits),), gravity=(0, 0, -gravity))


def rod() -> Robot:
    return Robot(
        "rod", (Link(joint="R", a=1, mass=1, com=(-0.5, 0, 0), inertia=(0, 1 / 12, 1 / 12, 0, 0, 0)),),
        gravity=(0, -9.81, 0),
    )  # fmt: skip


def project(robot: Robot, q0: Any, integrator: str, samples: int = 1001, **run: Any) -> Project:
    settings = RunSettings(integrator=integrator, duration=DURATION, samples=samples, **run)  # type: ignore[arg-type]
    return Project("case", robot, tuple(map(float, q0)), (0.0,) * robot.n, settings)


def pulses(rng: np.random.Generator, most: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Times from 0 at which a force changes, and its values: short pulses between long rests."""
    times, values = [0.0], [0.0]
    for begin in np.sort(rng.uniform(0.5, DURATION - 0.6, rng.integers(1, most + 1))):
        if begin > times[-1]:
            times += [float(begin), float(begin + 10 ** rng.uniform(-4, -0.7))]
            values += [float(rng.choice([-1, 1]) * 10 ** rng.uniform(0, 2)), 0.0]
    return np.array(times), np.array(values)


def held_pulses(rng: np.random.Generator, integrator: str) -> Case:
    times, values = pulses(rng)
    inertia = 10 ** rng.uniform(-1, 1)
    law = TableTorque(tuple(times.tolist()), tuple((v,) for v in values.tolist()), hold=True)
    planned = project(wheel(inertia), [0], integrator, int(rng.choice([2, 101, 1001])), torque=law)
    q, qd = piecewise_constant(times, values / inertia)
    return Case(f"held pulses, {integrator}", lambda: run_project(planned), at_end(q, qd), 1e-7 * (1 + abs(q)))


def piecewise_constant(times: np.ndarray, accelerations: np.ndarray) -> tuple[float, float]:
    q = qd = 0.0
    for h, a in zip(np.diff(times, append=DURATION), accelerations, strict=True):
        q, qd = q + qd * h + a * h * h / 2, qd + a * h
    return q, qd


def at_end(q: float, qd: float) -> Callable[[Simulation], float]:
    return lambda r: max(abs(r.q[-1, 0] - q), abs(r.qd[-1, 0] - qd)) if r.status == "completed" else math.inf


def sloped_table(rng: np.random.Generator, integrator: str) -> Case:
    """Triangles of torque between rests."""
    begin, width, top = rng.uniform(1, 8), 10 ** rng.uniform(-3, -0.5), rng.uniform(1, 50)
    law = TableTorque((0.0, begin, begin + width, begin + 2 * width), ((0.0,), (0.0,), (top,), (0.0,)))
    planned = project(wheel(1.0), [0], integrator, torque=law)
    qd = top * width
    q = qd * width + qd * (DURATION - begin - 2 * width)
    return Case(f"triangle, {integrator}", lambda: run_project(planned), at_end(q, qd), 1e-7 * (1 + abs(q)))


def step_formula(rng: np.random.Generator, integrator: str) -> Case:
    begin, width, height = rng.uniform(1, 8), 10 ** rng.uniform(-4, -0.5), rng.uniform(1, 50)
    texts = (
        f"{height!r}*(step(t-{begin!r})-step(t-{begin + width!r}))",
        f"{height!r}*step({width / 2!r}-abs(t-{begin + width / 2!r}))",
        f"{height / 2!r}*(1+sign({width / 2!r}-abs(t-{begin + width / 2!r})))",
        f"clip({1e12!r}*(t-{begin!r}),0,{height!r})*step({begin + width!r}-t)",
    )
    text = texts[rng.integers(len(texts))]
    planned = project(wheel(1.0), [0], integrator, torque=ExpressionTorque((text,)))
    q, qd = piecewise_constant(np.array([0, begin, begin + width]), np.array([0, height, 0]))
    return Case(f"{text}, {integrator}", lambda: run_project(planned), at_end(q, qd), 1e-6 * (1 + abs(q)))


def bell_formula(rng: np.random.Generator, integrator: str) -> Case:
    """A bell of torque, narrower than a sample; smooth, so no time is singled out."""
    middle, width = rng.uniform(1, 9), 10 ** rng.uniform(-3, -1)
    text = f"10*exp(-((t-{middle!r})/{width!r})^2)"
    planned = project(wheel(1.0), [0], integrator, torque=ExpressionTorque((text,)))
    qd = 5 * width * math.sqrt(math.pi) * (erf((DURATION - middle) / width) + erf(middle / width))

    def error(r: Simulation) -> float:
        return abs(r.qd[-1, 0] - qd)

    return Case(f"{text}, {integrator}", lambda: run_project(planned), error, 1e-5 if integrator == "rk4" else 1e-6)


def braked_pulses(rng: np.random.Generator, integrator: str) -> Case:
    """A block with dry friction that pulses push, some too weakly to move it."""
    times, values = pulses(rng)
    mass, coulomb = rng.uniform(0.5, 3), rng.uniform(0.5, 5)
    law = TableTorque(tuple(times.tolist()), tuple((v,) for v in values.tolist()), hold=True)
    planned = project(slide(mass, coulomb), [0], integrator, torque=law)
    q = qd = 0.0
    for h, force in zip(np.diff(times, append=DURATION), values, strict=True):
        q, qd = _braked(q, qd, force, mass, coulomb, h)
    return Case(f"braked pulses, {integrator}", lambda: run_project(planned), at_end(q, qd), 1e-6 * (1 + abs(q)))


def _braked(q: float, qd: float, force: float, mass: float, coulomb: float, h: float) -> tuple[float, float]:
    """A constant force on a block with dry friction for a time h."""
    while h > 0:
        sign = np.sign(qd) if qd else (np.sign(force) if abs(force) > coulomb else 0.0)
        if sign == 0:
            return q, 0.0
        a = (force - sign * coulomb) / mass
        stop = -qd / a if qd * a < 0 else math.inf
        step = min(h, stop)
        q, qd = q + qd * step + a * step**2 / 2, qd + a * step if step < stop else 0.0
        h -= step
    return q, qd


def followed_motion(rng: np.random.Generator, integrator: str) -> Case:
    """Computed torque: an arm that starts on its motion stays on it, whenever that begins."""
    robot = random_arm(rng, int(rng.integers(1, 4)))
    motion = _dwelling_motion(rng, robot.n)
    wished = trajectory_of(robot, motion, DURATION)
    gains = {"kp": (100.0,) * robot.n, "kd": (20.0,) * robot.n}
    planned = project(robot, wished(np.zeros(1))[0][0], integrator, torque=ComputedTorque(**gains), motion=motion)
    return Case(
        f"computed torque along {type(motion).__name__}, {integrator}", lambda: run_project(planned),
        lambda r: float(np.abs(r.q - wished(r.t)[0]).max()), 1e-5,
    )  # fmt: skip


def _dwelling_motion(rng: np.random.Generator, joints: int) -> Motion:
    """Out and back within a second, after a rest of seconds."""
    begin, half = rng.uniform(4, 8), rng.uniform(0.1, 0.5)
    stroke = rng.uniform(-0.5, 0.5, joints)
    if rng.random() < 0.3:
        return JointMotion((0.0,) * joints, tuple(stroke.tolist()), "trapezoidal", 0.2)
    if rng.random() < 0.5:
        times = (0.0, begin - 1, begin, begin + half, begin + 2 * half, DURATION)
        points = (np.zeros(joints),) * 3 + (stroke,) + (np.zeros(joints),) * 2
        return ViaMotion(times, tuple(tuple(p.tolist()) for p in points), "cubic" if rng.random() < 0.5 else "quintic")
    grid = np.linspace(0, DURATION, 201)
    shape = np.where(np.abs(grid - begin - half) < half, np.cos((grid - begin - half) / half * np.pi / 2) ** 4, 0.0)
    rows = tuple(tuple(row.tolist()) for row in shape[:, None] * stroke)
    return SampledMotion(tuple(grid.tolist()), rows)


def swinging_pulse(rng: np.random.Generator, integrator: str) -> Case:
    """A pendulum that swings when it is hit; the truth is integrated from change to change. Hard hits make it turn
    round dozens of times: the error is in tens of radians then."""
    times, values = pulses(rng, 1)
    law = TableTorque(tuple(times.tolist()), tuple((v,) for v in values.tolist()), hold=True)
    planned = project(rod(), [-1.0], integrator, torque=law)

    def error(r: Simulation) -> float:
        y = np.array([-1.0, 0.0])
        for begin, end, torque in zip(times, [*times[1:], DURATION], values, strict=True):
            f = lambda t, y, tau=torque: [y[1], 3 * (tau - 9.81 / 2 * math.cos(y[0]))]  # noqa: E731
            y = solve_ivp(f, (begin, end), y, method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
        return float(abs(r.q[-1, 0] - y[0]) / max(1.0, abs(y[0]) / 10))

    return Case(f"swinging pulse, {integrator}", lambda: run_project(planned), error, 1e-4)


def switched_function(rng: np.random.Generator, integrator: str) -> Case:
    """A Python function that jumps when `breaks` says so, whichever of its two values it has there."""
    begin, width, height = rng.uniform(1, 8), 10 ** rng.uniform(-5, -1), rng.uniform(1, 50)
    late = bool(rng.random() < 0.5)

    def torque(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        on = begin < t <= begin + width if late else begin <= t < begin + width
        return np.array([height if on else 0.0])

    q, qd = piecewise_constant(np.array([0, begin, begin + width]), np.array([0, height, 0]))
    return Case(
        f"switched function, {integrator}",
        lambda: simulate(
            wheel(1.0), [0], [0], DURATION, torque=torque, integrator=integrator, breaks=[begin, begin + width]
        ),
        at_end(q, qd), 1e-7 * (1 + abs(q)),
    )  # fmt: skip


def limited_pd(rng: np.random.Generator, integrator: str) -> Case:
    """A wheel that a PID law with a limit drives to a target: saturation, and an integral that waits meanwhile.

    Where the torque bends is made by the state, not known before: it is left to the error control.
    """
    target, limit = rng.uniform(0.5, 3), rng.uniform(0.5, 4)
    kp, kd, ki = rng.uniform(2, 20), rng.uniform(1, 5), float(rng.choice([0.0, 2.0]))
    law = PdTorque((kp,), (kd,), False, (target,), (ki,))
    planned = project(wheel(1.0), [0], integrator, torque=law, torque_limit=(limit,))

    def f(t: float, y: np.ndarray) -> list[float]:
        e = target - y[0]
        wanted = kp * e - kd * y[1] + ki * y[2]
        given = min(max(wanted, -limit), limit)
        waits = e * wanted > 0
        z = math.copysign(max(abs(e) - abs(wanted - given) / (0.1 * kp), 0.0), e) if waits else e
        return [y[1], given, z]

    def error(r: Simulation) -> float:
        truth = solve_ivp(f, (0, DURATION), [0, 0, 0], method="RK45", rtol=1e-9, atol=1e-11, max_step=0.01)
        return abs(r.q[-1, 0] - truth.y[0, -1])

    return Case(f"limited PID, {integrator}", lambda: run_project(planned), error, 1e-4)


def limited_arm(rng: np.random.Generator, integrator: str) -> Case:
    """Two joints that a PID law lifts within torques that barely hold them: one saturates, and the other feels it.

    The arm is two point masses at the ends of massless links (Craig, Introduction to Robotics, section 6.7).
    """
    (l1, l2), (m1, m2), g = rng.uniform(0.3, 0.8, 2), rng.uniform(0.5, 2, 2), 9.81
    links = tuple(Link(a=float(length), mass=float(mass)) for length, mass in ((l1, m1), (l2, m2)))
    robot = Robot("two masses", links, gravity=(0, -g, 0))
    held = np.array([(m1 + m2) * l1 + m2 * l2, m2 * l2]) * g
    kp, kd, ki, limit = held * 6, held * 2, held * rng.choice([0.0, 3.0]), held * rng.uniform(1.1, 1.6, 2)
    start, target = np.full(2, -0.5), rng.uniform(0.3, 1.2, 2)
    law = PdTorque(*(tuple(x.tolist()) for x in (kp, kd)), False, tuple(target.tolist()), tuple(ki.tolist()))
    planned = project(robot, start, integrator, torque=law, torque_limit=tuple(limit.tolist()))

    def accelerations(q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        coupling = m2 * l1 * l2 * math.cos(q[1])
        off = m2 * l2**2 + coupling
        mass = np.array([[(m1 + m2) * l1**2 + off + coupling, off], [off, m2 * l2**2]])
        turning = m2 * l1 * l2 * math.sin(q[1])
        lower = m2 * l2 * g * math.cos(q[0] + q[1])
        weight = np.array([(m1 + m2) * l1 * g * math.cos(q[0]) + lower, lower])
        return np.linalg.solve(mass, tau - weight + turning * np.array([qd[1] * (qd[1] + 2 * qd[0]), -(qd[0] ** 2)]))

    def f(t: float, y: np.ndarray) -> np.ndarray:
        q, qd, z = y.reshape(3, 2)
        e = target - q
        wanted = kp * e - kd * qd + ki * z
        tau = np.clip(wanted, -limit, limit)
        slowed = np.copysign(np.maximum(np.abs(e) - np.abs(wanted - tau) / (0.1 * kp), 0.0), e)
        return np.concatenate([qd, accelerations(q, qd, tau), np.where(e * wanted > 0, slowed, e)])

    def error(r: Simulation) -> float:
        y0 = np.concatenate([start, np.zeros(4)])
        truth = solve_ivp(f, (0, DURATION), y0, "RK45", t_eval=r.t, rtol=1e-9, atol=1e-11, max_step=0.01)
        saturated = np.abs(r.tau) >= limit
        return float(np.abs(r.q - truth.y[:2].T).max()) if saturated.any() and not saturated.all() else math.inf

    return Case(f"limited arm, {integrator}", lambda: run_project(planned), error, 5e-6)


def thrown_slide(rng: np.random.Generator, integrator: str) -> Case:
    """Thrown up to just above its upper limit, which ends the run."""
    g, mass, coulomb = 9.81, rng.uniform(0.5, 3), float(rng.choice([0.0, 1.0]))
    above = 10 ** rng.uniform(-8, -2)
    speed = rng.uniform(1, 4)
    brake = g + coulomb / mass
    upper = speed**2 / (2 * brake) - above
    robot = slide(mass, coulomb, g, upper=upper)
    hit = (speed - math.sqrt(2 * brake * above)) / brake

    def error(r: Simulation) -> float:
        return abs(r.t[-1] - hit) if r.status == "stopped" else math.inf

    return Case(
        f"thrown {above:.1e} m too far, {integrator}",
        lambda: simulate(robot, [0], [speed], 1.0, limits="stop", integrator=integrator), error, 1e-7,
    )  # fmt: skip


def brief_reversal(rng: np.random.Generator, integrator: str) -> Case:
    """A block that turns round for a moment: its friction does too."""
    coulomb, depth = rng.uniform(0.05, 0.3), 10 ** rng.uniform(-5, -1)
    text = f"2*(t-1)+{coulomb!r}"

    def exact() -> float:
        reverse = math.sqrt(depth)  # qd = (t-1)^2 - depth until it is zero at 1 - reverse
        t = 1 - reverse
        q = ((t - 1) ** 3 + 1) / 3 - depth * t
        # At rest it sets off backwards where 2 s + coulomb < -coulomb, s = t - 1, and forwards where s > 0.
        forwards = 0.0
        if -2 * reverse + coulomb < -coulomb:
            s0 = -reverse  # qd = s^2 + 2 coulomb s + c from s0 on
            c = -(s0**2) - 2 * coulomb * s0
            s1 = -2 * coulomb - s0  # where that is zero again
            q += (s1**3 - s0**3) / 3 + coulomb * (s1**2 - s0**2) + c * (s1 - s0)
            forwards = max(s1, 0.0)
        return q + (1 - forwards**3) / 3 - forwards**2 * (1 - forwards)  # qd = s^2 - forwards^2

    planned = Project(
        "case", slide(1.0, coulomb), (0.0,), (1 - depth,),
        RunSettings(integrator=integrator, duration=2.0, torque=ExpressionTorque((text,))),  # type: ignore[arg-type]
    )  # fmt: skip
    return Case(
        f"reversal of {depth:.1e} m/s, {integrator}", lambda: run_project(planned),
        lambda r: abs(r.q[-1, 0] - exact()), 1e-7,
    )  # fmt: skip


KINDS = (
    held_pulses, sloped_table, step_formula, bell_formula, braked_pulses, followed_motion, swinging_pulse,
    switched_function, limited_pd, limited_arm, thrown_slide, brief_reversal,
)  # fmt: skip


def random_case(rng: np.random.Generator) -> Case:
    return KINDS[rng.integers(len(KINDS))](rng, str(rng.choice(INTEGRATORS)))
