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

from dynamics.api import ForwardMethod, kinetic_energy, potential_energy
from dynamics.conditioning import check_mass_matrix
from dynamics.errors import NoSolution
from dynamics.evaluation import evaluate_states
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
from dynamics.kernels.dispatch import generic_only
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
    max_evaluations: float = 1e8,
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

    collector = _Collector(job, equation, stepper)
    budget = _Budget(job, stepper)
    collector.add_start()
    sent = time.perf_counter()
    while stepper.t < job.duration:
        if cancel is not None and cancel.is_set():
            yield collector.chunk("cancelled", f"cancelled at t = {stepper.t:.6g} s")
            return
        failed = collector.advance() or budget.exceeded()
        if failed is not None:
            yield collector.chunk(*_verdict(failed))
            return
        if time.perf_counter() - sent >= interval and stepper.t < job.duration:
            chunk = collector.chunk("running", "")
            yield chunk
            if chunk.status != "running":
                return
            sent = time.perf_counter()
    yield collector.chunk("completed", "")


class _Budget:
    """Ends a run that will not end by itself."""

    PATIENCE = 20_000  # steps
    PROGRESS = 2e-5  # of the duration, that so many steps must make

    def __init__(self, job: Job, stepper: Stepper) -> None:
        self.job = job
        self.stepper = stepper
        self.started = time.perf_counter()
        self.looked_at = 0  # steps
        self.looked_when = 0.0

    def exceeded(self) -> StepFailed | None:
        job, t, steps = self.job, self.stepper.t, self.stepper.steps
        if self.stepper.evaluations > job.max_evaluations:
            return StepFailed(f"{job.max_evaluations:g} evaluations were used up at t = {t:.6g} s")
        if job.max_seconds is not None and time.perf_counter() - self.started > job.max_seconds:
            return StepFailed(f"{job.max_seconds:g} s of computing time were used up at t = {t:.6g} s")
        tried, made = steps - self.looked_at, t - self.looked_when
        if tried < self.PATIENCE:
            return None
        if made < self.PROGRESS * job.duration * tried / self.PATIENCE and job.step is None:
            return StepFailed(
                f"no progress at t = {t:.6g} s: the last {tried} steps made {made:.2g} s"
                + (", the equations may be too stiff for this integrator" if job.integrator != "radau" else "")
                + (f" (joint {self._sticking()} may stick)" if self._sticking() else "")
            )
        self.looked_at, self.looked_when = steps, t
        return None

    def _sticking(self) -> int:
        """The first joint with Coulomb friction, or 0."""
        return next((i for i, link in enumerate(self.job.robot.links, 1) if link.coulomb), 0)


class _Collector:
    """Samples waiting to be sent."""

    def __init__(self, job: Job, equation: StateEquation, stepper: Stepper) -> None:
        self.job = job
        self.equation = equation
        self.stepper = stepper
        self._next = 0  # index of the next sample time
        self._sent = 0
        self._states: list[np.ndarray] = []

    def add_start(self) -> None:
        due = int(np.searchsorted(self.job.times, 0.0, side="right"))
        self._put(np.repeat(self.stepper.y[None, :], due, axis=0))

    def advance(self) -> StepFailed | None:
        """Some steps further; why there is none, if so."""
        with np.errstate(all="ignore"):
            states, failed = self.stepper.advance(self.job.duration, self.job.times[self._next :])
        self._put(states)
        return failed

    def _put(self, states: np.ndarray) -> None:
        self._states.append(states)
        self._next += len(states)

    def chunk(self, status: Status, message: str) -> Chunk:
        """What has gathered since the last chunk."""
        robot, n = self.job.robot, self.job.robot.n
        t = self.job.times[self._sent : self._next]
        y = np.concatenate([np.zeros((0, 2 * n + 2)), *self._states])
        self._sent, self._states = self._next, []
        qd = self.equation.rates(y)
        tau, trouble = self._torques(t, y[:, :n], qd)
        if trouble is not None:  # between the integrator's own evaluations: keep what came before
            status, message = _verdict(trouble)
        count = len(tau)
        t, y, q, qd = t[:count], y[:count], frozen(y[:count, :n]), qd[:count]
        with generic_only():  # so that samples do not depend on which kernels are ready
            qdd = evaluate_states(robot, f"forward {self.job.method}", [q, qd, tau])[0] if count else tau
            kinetic, potential = kinetic_energy(robot, q, qd), potential_energy(robot, q)
        return Chunk(
            t=frozen(t),
            q=q,
            qd=frozen(qd),
            qdd=frozen(qdd),
            tau=frozen(tau),
            kinetic=frozen(kinetic),
            potential=frozen(potential),
            work=frozen(y[:, 2 * n]),
            friction_work=frozen(y[:, 2 * n + 1]),
            reached=self.stepper.t,
            steps=self.stepper.steps,
            evaluations=self.stepper.evaluations,
            status=status,
            message=message,
        )

    def _torques(self, t: np.ndarray, q: np.ndarray, qd: np.ndarray) -> tuple[np.ndarray, NotFinite | None]:
        equation = self.equation
        if equation.law is None or equation.constant is not None:
            return np.tile(np.zeros(equation.n) if equation.constant is None else equation.constant, (len(t), 1)), None
        torques: list[np.ndarray] = []
        for row in zip(t, q, qd, strict=True):
            try:
                torques.append(equation.torque(*row))
            except NotFinite as trouble:
                return np.array(torques).reshape(-1, equation.n), trouble
        return np.array(torques).reshape(len(t), equation.n), None


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
    return ExplicitStepper(EXPLICIT[job.integrator], equation.compiled(), 0.0, y, tolerances)


def _verdict(trouble: StepFailed | NotFinite) -> tuple[Status, str]:
    cause = trouble.cause if isinstance(trouble, StepFailed) else trouble
    if cause is None:
        return "failed", str(trouble)
    return ("failed" if isinstance(cause, BadTorque) else "diverged"), str(cause)
