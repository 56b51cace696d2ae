"""Forward runs: `simulate`, and `stream`, its chunked and cancellable form.

A run ends as completed, stopped (at a joint limit, where that was asked for), cancelled, diverged (the motion left
every bound) or failed (no solution, a budget used up); whatever was computed until then is kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from dynamics.api import ForwardMethod
from dynamics.cancelling import Cancel, Cancelled, cancellable
from dynamics.changes import Stretch, stretches
from dynamics.checks import check_kind, check_number
from dynamics.collector import Collector, nothing
from dynamics.conditioning import check_mass_matrix
from dynamics.errors import DynamicsError, NoSolution
from dynamics.hybrid.equation import HybridEquation
from dynamics.hybrid.stepper import HybridStepper, Piece
from dynamics.hybrid.stops import Stops
from dynamics.integrators import (
    EXPLICIT,
    CompiledDerivative,
    Derivative,
    ExplicitStepper,
    NotFinite,
    RadauStepper,
    StepFailed,
    Stepper,
    Tolerances,
)
from dynamics.job import Integrator, Job, Limits
from dynamics.recording import Chunk, Simulation, assemble
from dynamics.robot import Robot
from dynamics.state_equation import StateEquation, acting_wrench, integrates


def simulate(
    robot: Robot,
    q0: object,
    qd0: object,
    duration: float,
    *,
    torque: object = None,
    tip_wrench: object = None,
    method: ForwardMethod = "denoc",
    integrator: Integrator = "dopri5",
    rtol: float = 1e-8,
    atol: float = 1e-10,
    step: float | None = None,
    samples: object = None,
    max_evaluations: float = 1e8,
    max_seconds: float | None = None,
    limits: Limits = "none",
    limit_stiffness: float | None = None,
    limit_damping: float | None = None,
    breaks: object = (),
) -> Simulation:
    """Let the arm move for `duration` seconds and sample its motion.

    `torque` is None (free fall), n constants, or a function (t, q, qd) -> n torques; see `state_equation.integrates`
    for one with integrals. `tip_wrench` is (moment, force), six constants in world axes, that the surroundings apply at
    the tip; its work counts with that of the torques. `samples` is a number of evenly spaced samples or the times
    themselves. `step` is the fixed step of rk4 and the longest step of the others; without one, a step with a torque
    function is no longer than the sampling interval. `breaks` are times at which that function jumps: a step ends
    exactly there, and none passes over it. The normalized and unnormalized methods integrate their own
    quasi-velocities. A run that uses up `max_evaluations` of the dynamics or `max_seconds` of computing time ends as
    failed.
    Joints with Coulomb friction stick and slip at events, which the result lists. At a joint limit nothing happens, or
    the run stops, or the joint bounces: `limits`, and `Job` for its stiffness and damping. Runs with such events, or
    with integrals, are integrated in joint rates by every method.
    """
    return run(
        Job(
            robot=robot,
            q0=q0,  # type: ignore[arg-type]
            qd0=qd0,  # type: ignore[arg-type]
            duration=duration,
            torque=torque,
            tip_wrench=tip_wrench,  # type: ignore[arg-type]
            method=method,
            integrator=integrator,
            rtol=rtol,
            atol=atol,
            step=step,
            samples=samples,
            max_evaluations=max_evaluations,
            max_seconds=max_seconds,
            limits=limits,
            limit_stiffness=limit_stiffness,
            limit_damping=limit_damping,
            breaks=breaks,  # type: ignore[arg-type]
        )
    )


def run(job: Job, cancel: Cancel | None = None) -> Simulation:
    """The whole run at once."""
    return assemble(job, list(stream(job, cancel)))


def stream(job: Job, cancel: Cancel | None = None, *, interval: float = 1 / 30) -> Iterator[Chunk]:
    """The run's samples in chunks, one about every `interval` seconds of real time; the last says how it ended."""
    check_kind(job, Job, "job")
    interval = check_number(interval, "interval", minimum=0.0)
    if cancel is not None and not callable(getattr(cancel, "is_set", None)):
        raise DynamicsError("something with is_set() is needed", field="cancel", value=cancel)
    try:
        check_mass_matrix(job.robot, job.q0)
        with cancellable(cancel):
            breaks, longest = job.changes()
        first, *others = stretches(breaks, job.duration)
        with np.errstate(all="ignore"):
            begin = _hybrid if job.has_events or integrates(job.torque) else _smooth
            equation, stepper = begin(job, longest, first)
    except Cancelled:
        yield nothing(job, "cancelled at t = 0 s", "cancelled")
        return
    except (NotFinite, NoSolution, StepFailed) as trouble:
        yield nothing(job, trouble.in_words if isinstance(trouble, NoSolution) else str(trouble))
        return

    collector = Collector(job, equation, stepper, first.end, iter(others))
    budget = _Budget(job, stepper)
    collector.add_start()
    sent = time.perf_counter()
    while stepper.t < job.duration:
        if cancel is not None and cancel.is_set():
            yield collector.chunk("cancelled", f"cancelled at t = {stepper.t:.6g} s")
            return
        failed = collector.advance() or budget.exceeded()
        if failed is not None:
            yield collector.ended(failed)
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
            )
        self.looked_at, self.looked_when = steps, t
        return None


def _smooth(job: Job, longest: float, first: Stretch) -> tuple[StateEquation, Stepper]:
    """A run without events: one piece."""
    wrench = acting_wrench(job.robot, job.tip_wrench)
    equation = StateEquation(job.robot, job.method, job.torque, job.fastest, wrench)
    equation.enter(first)
    y = equation.initial(np.array(job.q0), np.array(job.qd0))
    return equation, _integrator(job, longest, equation, equation.compiled, 2 * job.robot.n, 0.0, y)


def _hybrid(job: Job, longest: float, first: Stretch) -> tuple[StateEquation, Stepper]:
    """A run with events or integrals of the torque law, and the equation that its rows belong to."""
    stops = Stops(job)
    equation = HybridEquation(job, stops)
    equation.smooth.enter(first)

    def piece(t: float, y: np.ndarray) -> Piece:
        return _integrator(job, longest, equation, lambda: equation, equation.size - 2, t, y)

    return equation.smooth, HybridStepper(job, equation, stops, piece)


def _integrator(
    job: Job,
    longest: float,
    f: Derivative,
    compiled: Callable[[], CompiledDerivative | Derivative],
    controlled: int,
    t: float,
    y: np.ndarray,
) -> RadauStepper | ExplicitStepper:
    """The integrator that the job names, at the start of a smooth piece; `controlled` numbers of y count."""
    floor = 1e-13 * job.duration
    tolerances = Tolerances(job.rtol, job.atol, controlled, min(longest, job.duration), floor)
    if job.integrator == "radau":
        return RadauStepper(f, t, y, job.duration, tolerances)
    return ExplicitStepper(EXPLICIT[job.integrator], compiled(), t, y, tolerances)
