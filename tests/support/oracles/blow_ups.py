"""Runs that cannot go well, and healthy ones that look a little like them, by every integrator."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from denoc import Job, Link, Robot, mass_matrix
from denoc.files.projects.project import Project, RunSettings
from denoc.motions.motion_data import JointMotion
from denoc.runs.integrators import INTEGRATORS
from denoc.torques.controllers import controller
from denoc.torques.torque_laws import ComputedTorque, ConstantTorque, ExpressionTorque, PdTorque
from tests.support.oracles.arms import random_arm

ARMS = 6  # different ones: each costs seconds of compiling
DURATION = 4.0  # s


class Case(NamedTuple):
    """A run, and its name in words."""

    name: str
    job: Job


Make = Callable[[np.random.Generator, Robot, str], Case]


def arm(number: int, friction: bool) -> Robot:
    """One of ARMS random arms of 1 to 6 joints; without friction its energy is conserved."""
    rng = np.random.default_rng(1000 + number % ARMS)
    robot = random_arm(rng, 1 + number % 6, joints="R" if number % 2 else "mixed")
    kept = {} if friction else {"coulomb": 0.0, "viscous": 0.0}
    return replace(robot, links=tuple(replace(link, **kept) for link in robot.links))


def inertia(robot: Robot, q: np.ndarray) -> float:
    """The largest of the joints, payload and rotors included."""
    return float(np.diag(mass_matrix(robot, q)).max())


def job(rng: np.random.Generator, robot: Robot, integrator: str, torque: object, **more: Any) -> Job:
    given = {"duration": DURATION, "samples": 201} | more
    q0, qd0 = rng.uniform(-0.3, 0.3, robot.n), rng.uniform(-0.2, 0.2, robot.n)
    return Job(robot, q0, qd0, torque=torque, integrator=integrator, **given)  # type: ignore[arg-type]


def negative_damping(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    """Every joint is pushed the way it goes."""
    gain = rng.uniform(8, 80) * inertia(robot, np.zeros(robot.n))
    return Case("negative damping", job(rng, robot, integrator, lambda t, q, qd: gain * qd + gain / 10))


def away(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    """Every joint is pushed the further, the further it is: in finite time, or nearly, it is beyond everything."""
    gain, power = rng.uniform(50, 500) * inertia(robot, np.zeros(robot.n)), int(rng.choice([3, 5]))
    return Case(f"away by power {power}", job(rng, robot, integrator, lambda t, q, qd: gain * (q**power + 0.3)))


def growing_formula(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    """Formulas without end: poles, towers of exponentials, feedback with the wrong sign."""
    j, at = int(rng.integers(1, robot.n + 1)), rng.uniform(0.2, 0.8 * DURATION)
    scale = inertia(robot, np.zeros(robot.n))
    texts = (
        f"1/({at!r}-t)", f"{scale!r}/({at!r}-t)^2", f"exp(exp(3*t))*{scale!r}", f"exp(12*t)*{scale!r}",
        f"tan(t/{at!r}*pi/2)", f"{scale!r}*exp(t)/sqrt(abs({at!r}-t))^3",
        f"{30 * scale!r}*qd{j}+{scale!r}", f"{1e3 * scale!r}*(q{j}+1)^3",
    )  # fmt: skip
    turning = all(link.revolute for link in robot.links)  # or a link that slides away makes others too heavy for them
    return formula(rng, robot, integrator, j, texts[rng.integers(len(texts) if turning else len(texts) - 2)])


def undefined_formula(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    """Formulas that have no value from some time on, or none at all."""
    j, at = int(rng.integers(1, robot.n + 1)), rng.uniform(0.1, 0.9 * DURATION)
    texts = (
        f"sqrt({at!r}-t)",
        f"log({at!r}-t)",
        f"acos(t/{at!r})",
        "log(-1-t)",
        "0/(t-t)",
        "exp(1e3*(t+1))",
        f"0^(t-{at!r})",
    )
    return formula(rng, robot, integrator, j, texts[rng.integers(len(texts))])


def formula(rng: np.random.Generator, robot: Robot, integrator: str, joint: int, text: str) -> Case:
    law = ExpressionTorque(tuple(text if k == joint else "" for k in range(1, robot.n + 1)))
    return Case(text, job(rng, robot, integrator, controller(robot, law)))


def bad_function(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    """A Python function that gives what is no number, from the start or from some time on."""
    value, at = float(rng.choice([math.nan, math.inf, -math.inf])), float(rng.choice([-1.0, rng.uniform(0.1, 3.5)]))
    joint = int(rng.integers(robot.n))

    def law(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return np.where((np.arange(robot.n) == joint) & (t > at), value, 0.0)

    return Case(f"torque {value} from {at:.3g} s on", job(rng, robot, integrator, law))


def too_much_integral(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    """A PID law whose integral is far beyond what its gains can carry."""
    scale = inertia(robot, np.zeros(robot.n))
    kp, kd, ki = (np.full(robot.n, rng.uniform(*at) * scale) for at in ((100, 400), (0.0, 1.0), (2e5, 1e6)))
    law = PdTorque(tuple(kp), tuple(kd), False, (0.5,) * robot.n, tuple(ki))
    return Case("PID", job(rng, robot, integrator, controller(robot, law)))


def coarse_spring(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    """A spring far too stiff for the step: only RK4 cannot help it, the others are pushed away from the middle."""
    scale = inertia(robot, np.zeros(robot.n))
    if integrator == "rk4":
        gain = rng.uniform(1e6, 1e8) * scale
        return Case("coarse spring", job(rng, robot, integrator, lambda t, q, qd: -gain * q, step=0.01))
    gain = rng.uniform(100, 1e4) * scale
    return Case("spring that pushes away", job(rng, robot, integrator, lambda t, q, qd: gain * (q + 0.1)))


def huge(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    """Constant torques or a wrench at the tip beyond all machines."""
    if rng.random() < 0.5:
        torque = rng.choice([-1, 1], robot.n) * 10 ** rng.uniform(9, 12, robot.n)
        law = ConstantTorque(tuple(torque.tolist()))
        return Case("huge torques", job(rng, robot, integrator, controller(robot, law)))
    wrench = tuple((rng.choice([-1, 1], 6) * 10 ** rng.uniform(9, 12, 6)).tolist())
    return Case("huge wrench", job(rng, robot, integrator, None, tip_wrench=wrench))


def without_inertia(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    """A last link of nothing, or two joints of which the second can undo the first: no acceleration exists."""
    if rng.random() < 0.5:
        links = (*robot.links[:-1], Link(joint=robot.links[-1].joint, a=0.3))
    else:
        links = (Link(), Link(mass=1.0, com=(0.5, 0, 0), inertia=(0.1, 0.1, 0.1, 0, 0, 0)))
    bare = Robot("bare", links, gravity=robot.gravity)
    return Case("no inertia", job(rng, bare, integrator, None))


BLOW_UPS: tuple[Make, ...] = (
    negative_damping, away, growing_formula, undefined_formula, bad_function, too_much_integral, coarse_spring, huge,
    without_inertia,
)  # fmt: skip


def fall(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    """Nothing but gravity, for a second: the energy stays."""
    return Case("fall", job(rng, robot, integrator, None, duration=1.0))


def pushed(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    torque = rng.uniform(-1, 1, robot.n)
    return Case("pushed", job(rng, robot, integrator, tuple(torque.tolist()), duration=1.0))


def damped(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    gain = rng.uniform(0.5, 5) * inertia(robot, np.zeros(robot.n))
    return Case("damped", job(rng, robot, integrator, lambda t, q, qd: -gain * qd, duration=2.0))


def held(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    """PD or PID with gravity compensated, within its gains."""
    scale = inertia(robot, np.zeros(robot.n))
    kp, kd = (scale * rng.uniform(*at) for at in ((20, 100), (20, 40)))
    ki = kp * kd / scale * rng.uniform(0.0, 0.05)
    law = PdTorque((kp,) * robot.n, (kd,) * robot.n, True, tuple(rng.uniform(-0.3, 0.3, robot.n)), (ki,) * robot.n)
    return Case("held", job(rng, robot, integrator, controller(robot, law), duration=2.0))


def driven(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    """Computed torque along a motion."""
    settings = RunSettings(
        integrator=integrator,  # type: ignore[arg-type]
        duration=2.0,
        samples=201,
        motion=JointMotion((0.0,) * robot.n, tuple(rng.uniform(-0.5, 0.5, robot.n)), "cycloidal"),
        torque=ComputedTorque((100.0,) * robot.n, (20.0,) * robot.n),
    )
    start = tuple(rng.uniform(-0.1, 0.1, robot.n).tolist())
    return Case("driven", Project("driven", robot, start, (0.0,) * robot.n, settings).job())


def shaken(rng: np.random.Generator, robot: Robot, integrator: str) -> Case:
    """Formulas that stay small: swings, pulses, springs."""
    j = int(rng.integers(1, robot.n + 1))
    texts = (
        f"{rng.uniform(0.1, 1)!r}*sin({rng.uniform(1, 20)!r}*t)-0.5*qd{j}",
        f"step(t-{rng.uniform(0.1, 0.9)!r})-qd{j}",
        f"-{rng.uniform(1, 50)!r}*q{j}-2*qd{j}",
        f"exp(-t)*cos(7*t)-tanh(qd{j})",
    )
    text = texts[rng.integers(len(texts))]
    law = ExpressionTorque(tuple(text if k == j else f"-2*qd{k}" for k in range(1, robot.n + 1)))
    return Case(text, job(rng, robot, integrator, controller(robot, law), duration=1.0))


HEALTHY: tuple[Make, ...] = (fall, pushed, damped, held, driven, shaken)


def case(kinds: tuple[Make, ...], seed: int, number: int | None = None) -> Case:
    """One of the kinds by its seed: every integrator and every kind in turn, arms with and without friction.

    `number` is that of the arm, or any.
    """
    rng = np.random.default_rng(seed)
    integrator = INTEGRATORS[seed % len(INTEGRATORS)]
    make = kinds[seed // len(INTEGRATORS) % len(kinds)]
    robot = arm(int(rng.integers(ARMS)) if number is None else number, bool(rng.random() < 0.4))
    found = make(rng, robot, str(integrator))
    return found._replace(name=f"seed {seed}: {found.name}, {found.job.robot.n} joints, {integrator}")
