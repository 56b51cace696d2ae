"""Forward runs: `simulate`, and `stream`, its chunked and cancellable form.

A run ends as completed, cancelled, diverged (the motion left every bound) or failed (no solution, a
budget used up); whatever was computed until then is kept.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Protocol

import numpy as np

from dynamics.api import ForwardMethod, forward_dynamics, kinetic_energy, potential_energy
from dynamics.conditioning import check_mass_matrix
from dynamics.errors import NoSolution
from dynamics.integrators import (
    EXPLICIT,
    ExplicitStepper,
    NotFinite,
    RadauStepper,
    StepFailed,
    Stepper,
    Tolerances,
)
from dynamics.job import Integrator, Job, frozen
from dynamics.recording import Chunk, Simulation, Status, assemble
from dynamics.robot import Robot
from dynamics.state_equation import BadTorque, StateEquation

DEFAULT_STEP = 1e-3


class Cancel(Protocol):
    """A threading.Event, or anything else with is_set()."""

    def is_set(self) -> bool: ...


def simulate(
    robot: Robot,
    q0: object,
    qd0: object,
    duration: float,
    *,
    torque: object = None,
    method: ForwardMethod = "denoc",
    integrator: Integrator = "dopri5",
    rtol: float = 1e-8,
    atol: float = 1e-10,
    step: float | None = None,
    samples: object = None,
    max_evaluations: float = 2_000_000,
    max_seconds: float | None = None,
) -> Simulation:
    """Let the arm move for `duration` seconds and sample its motion.

    `torque` is None (free fall), n constants, or a function (t, q, qd) -> n torques. `step` is the fixed
    step of rk4 and the longest step of the others. `samples` is a number of evenly spaced samples or the
    times themselves. The normalized and unnormalized methods integrate their own quasi-velocities. A run that uses
    up `max_evaluations` of the dynamics or `max_seconds` of computing time ends as failed.
    Joint limits are not enforced, and a joint with Coulomb friction does not stick: where one comes to rest, use radau.
    """
    return run(
        Job(
            robot=robot,
            q0=q0,  # type: ignore[arg-type]
            qd0=qd0,  # type: ignore[arg-type]
            duration=duration,
            torque=torque,
            method=method,
            integrator=integrator,
            rtol=rtol,
            atol=atol,
            step=step,
            samples=samples,
            max_evaluations=max_evaluations,
            max_seconds=max_seconds,
        )
    )


def run(job: Job, cancel: Cancel | None = None) -> Simulation:
    """The whole run at once."""
    return assemble(job, list(stream(job, cancel)))


def stream(job: Job, cancel: Cancel | None = None, *, interval: float = 1 / 30) -> Iterator[Chunk]:
    """The run's samples in chunks, one about every `interval` seconds of real time; the last says how it ended."""
    try:
        check_mass_matrix(job.robot, job.q0)
        equation = StateEquation(job.robot, job.method, job.torque, job.speed_limit)
        with np.errstate(all="ignore"):
            stepper = _stepper(job, equation)
    except (NotFinite, NoSolution) as trouble:
        yield _nothing(job, str(trouble))
        return

    collector = _Collector(job, equation)
    budget = _Budget(job, equation)
    collector.add_start(stepper.y)
    sent = time.perf_counter()
    while stepper.t < job.duration:
        if cancel is not None and cancel.is_set():
            yield collector.chunk(stepper.t, "cancelled", f"cancelled at t = {stepper.t:.6g} s")
            return
        try:
            with np.errstate(all="ignore"):
                stepper.step(job.duration)
                collector.add(stepper)
            budget.check(stepper.t)
        except (StepFailed, NotFinite) as trouble:
            yield collector.chunk(stepper.t, *_verdict(trouble))
            return
        if time.perf_counter() - sent >= interval and stepper.t < job.duration:
            chunk = collector.chunk(stepper.t, "running", "")
            yield chunk
            if chunk.status != "running":
                return
            sent = time.perf_counter()
    yield collector.chunk(job.duration, "completed", "")


class _Budget:
    """Ends a run that will not end by itself."""

    PATIENCE = 2000  # steps
    PROGRESS = 1e-4  # of the duration, that so many steps must make

    def __init__(self, job: Job, equation: StateEquation) -> None:
        self.job = job
        self.equation = equation
        self.started = time.perf_counter()
        self.steps = 0
        self.last_look = 0.0

    def check(self, t: float) -> None:
        job = self.job
        if self.equation.evaluations > job.max_evaluations:
            raise StepFailed(f"{job.max_evaluations:g} evaluations were used up at t = {t:.6g} s")
        if job.max_seconds is not None and time.perf_counter() - self.started > job.max_seconds:
            raise StepFailed(f"{job.max_seconds:g} s of computing time were used up at t = {t:.6g} s")
        self.steps += 1
        if self.steps % self.PATIENCE == 0:
            made = t - self.last_look
            if made < self.PROGRESS * job.duration and job.step is None:
                raise StepFailed(
                    f"no progress at t = {t:.6g} s: the last {self.PATIENCE} steps made {made:.2g} s"
                    + (", the equations may be too stiff for this integrator" if job.integrator != "radau" else "")
                    + (f" (joint {self._sticking()} may stick)" if self._sticking() else "")
                )
            self.last_look = t

    def _sticking(self) -> int:
        """The first joint with Coulomb friction, or 0."""
        return next((i for i, link in enumerate(self.job.robot.links, 1) if link.coulomb), 0)


class _Collector:
    """Samples waiting to be sent."""

    def __init__(self, job: Job, equation: StateEquation) -> None:
        self.job = job
        self.equation = equation
        self.steps = 0
        self._next = 0  # index of the next sample time
        self._times: list[np.ndarray] = []
        self._states: list[np.ndarray] = []

    def add_start(self, y: np.ndarray) -> None:
        due = int(np.searchsorted(self.job.times, 0.0, side="right"))
        self._put(due, np.repeat(y[None, :], due, axis=0))

    def add(self, stepper: Stepper) -> None:
        self.steps += 1
        due = int(np.searchsorted(self.job.times, stepper.t, side="right"))
        if due > self._next:
            self._put(due, stepper.interpolate(self.job.times[self._next : due]))

    def _put(self, due: int, states: np.ndarray) -> None:
        self._times.append(self.job.times[self._next : due])
        self._states.append(states)
        self._next = due

    def chunk(self, reached: float, status: Status, message: str) -> Chunk:
        """What has gathered since the last chunk."""
        robot, n = self.job.robot, self.job.robot.n
        t = np.concatenate([np.zeros(0), *self._times])
        y = np.concatenate([np.zeros((0, 2 * n + 2)), *self._states])
        self._times, self._states = [], []
        qd = np.array([self.equation.rates(row) for row in y]).reshape(len(t), n)
        torques: list[np.ndarray] = []
        for row in zip(t, y[:, :n], qd, strict=True):
            try:
                torques.append(self.equation.torque(*row))
            except NotFinite as trouble:  # between the integrator's own evaluations: keep what came before
                status, message = _verdict(trouble)
                break
        count = len(torques)
        t, y, qd = t[:count], y[:count], qd[:count]
        q, tau = y[:, :n], np.array(torques).reshape(count, n)
        qdd = forward_dynamics(robot, q, qd, tau, method=self.job.method) if count else tau
        kinetic, potential = kinetic_energy(robot, q, qd), potential_energy(robot, q)
        return Chunk(
            t=frozen(t),
            q=frozen(q),
            qd=frozen(qd),
            qdd=frozen(qdd),
            tau=frozen(tau),
            kinetic=frozen(kinetic),
            potential=frozen(potential),
            work=frozen(y[:, 2 * n]),
            friction_work=frozen(y[:, 2 * n + 1]),
            reached=reached,
            steps=self.steps,
            evaluations=self.equation.evaluations,
            status=status,
            message=message,
        )


def _nothing(job: Job, message: str) -> Chunk:
    """A run that could not start."""
    none, rows = frozen(np.zeros(0)), frozen(np.zeros((0, job.robot.n)))
    return Chunk(none, rows, rows, rows, rows, none, none, none, none, 0.0, 0, 0, "failed", message)


def _stepper(job: Job, equation: StateEquation) -> Stepper:
    y = equation.initial(np.array(job.q0), np.array(job.qd0))
    adaptive = job.integrator != "rk4"
    longest = job.step or (job.duration if adaptive else DEFAULT_STEP)
    if not adaptive:  # equal steps, none longer than asked for, that end with the run
        longest = job.duration / math.ceil(job.duration / longest * (1 - 1e-12))
    floor = 1e-13 * job.duration
    tolerances = Tolerances(job.rtol, job.atol, 2 * job.robot.n, min(longest, job.duration), floor)
    if job.integrator == "radau":
        return RadauStepper(equation, 0.0, y, job.duration, tolerances)
    return ExplicitStepper(EXPLICIT[job.integrator], equation, 0.0, y, tolerances)


def _verdict(trouble: StepFailed | NotFinite) -> tuple[Status, str]:
    cause = trouble.cause if isinstance(trouble, StepFailed) else trouble
    if cause is None:
        return "failed", str(trouble)
    return ("failed" if isinstance(cause, BadTorque) else "diverged"), str(cause)
