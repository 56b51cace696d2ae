"""Forward runs: `simulate`, and `stream`, its chunked and cancellable form.

A run ends as completed, stopped (at a joint limit, where that was asked for), cancelled, diverged (the motion left
every bound) or failed (no solution, a budget used up); whatever was computed until then is kept.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.cancelling import Cancel, Cancelled, cancellable, check_watchers
from denoc.basics.checks import check_kind, check_number
from denoc.basics.errors import NoSolution
from denoc.functions.api import ForwardMethod, kinetic_energy
from denoc.functions.conditioning import check_mass_matrix
from denoc.kernels.dispatch import SHARED, is_made_for_run
from denoc.kernels.functions import LONGEST
from denoc.motions.changes import stretches
from denoc.runs.events.equation import HybridEquation, with_smooth_friction
from denoc.runs.events.stepper import HybridStepper, Piece
from denoc.runs.events.stops import Stops
from denoc.runs.integrators import (
    EXPLICIT,
    LOOK,
    CompiledDerivative,
    Derivative,
    ExplicitStepper,
    NotFinite,
    RadauStepper,
    StepFailed,
    Stepper,
    Tolerances,
)
from denoc.runs.problem.compiled_equation import CompiledEquation
from denoc.runs.problem.compiled_law import Timing
from denoc.runs.problem.job import Integrator, Job, Limits, masses_alone, usual_energy_limit
from denoc.runs.problem.state_equation import TIP_TORQUE, StateEquation, acting_wrench, integrates, kernel_names
from denoc.runs.recording import Chunk, Simulation, assemble
from denoc.runs.sample_collector import SampleCollector, nothing


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
    pushes: object = (),
) -> Simulation:
    """Let the arm move for `duration` seconds and sample its motion: forward dynamics, integrated.

    The `Simulation` has t (m,) in s, q, qd, qdd (rad, m, per s, s^2) and tau (N m, N), (m, n) each, and energies (J).
    `q0` (rad, m) and `qd0` (per s) are (n,). `torque` is None (free fall), n constants (N m, N), or a function (t, q,
    qd) -> n torques. `tip_wrench` is the moment (N m) and force (N), six constants in world axes, that the surroundings
    apply at the tip, `pushes` are `Push`es at links; their work counts with that of the torques. `method` as for
    `forward_dynamics`: the normalized and unnormalized ones integrate their own quasi-velocities. `integrator` is "rk4"
    (fixed steps), "dopri5", "verner65", "dop853" (adaptive steps) or "radau" (implicit, for stiff runs). `samples`,
    `rtol`, `atol`, `step`, `breaks`, `limits`, `limit_stiffness`, `limit_damping`, `max_evaluations` and `max_seconds`
    are explained at `Job`: give the `breaks` at which a torque function jumps, or they may be stepped over.

    Joints with dry friction stick and slip at events, which the result lists; runs with events are integrated in
    joint rates by every method. `status` says how the run ended and `message` why, where it did not complete: nothing
    is raised for a motion that diverges, and what was computed until then is kept. DynamicsError names an argument that
    cannot be used; what your torque function raises passes through.

    >>> fall = dn.simulate(dn.rod_chain(1).robot, [0.0], [0.0], 2.0)
    >>> fall.status, fall.q.shape
    ('completed', (201, 1))
    >>> round(float(fall.q.min()), 2)  # rad: it swings through to the other side
    -3.14
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
            pushes=pushes,  # type: ignore[arg-type]
        )
    )


def run(job: Job, cancel: Cancel | None = None) -> Simulation:
    """The whole run at once."""
    return assemble(job, list(stream(job, cancel)))


def stream(job: Job, cancel: Cancel | None = None, *, interval: float = 1 / 30) -> Iterator[Chunk]:
    """The samples of a run in chunks while it is computed, one about every `interval` seconds of real time.

    `job` is a `Job`. Each chunk has t (m,) in s, q, qd, qdd, tau (m, n), energies (m,) in J, the time `reached`, and a
    `status` that is "running" in all but the last one. `cancel` is a threading.Event or anything else with is_set():
    once set, the last chunk comes soon, with the status "cancelled". DynamicsError for what is no Job.

    >>> job = dn.Job(dn.rod_chain(2).robot, (0.0, 0.0), (0.0, 0.0), duration=1.0, samples=11)
    >>> chunks = list(dn.stream(job))
    >>> chunks[-1].status, sum(len(chunk.t) for chunk in chunks)
    ('completed', 11)
    """
    check_kind(job, Job, "job")
    interval = check_number(interval, "interval", minimum=0.0)
    check_watchers(cancel)
    try:
        check_mass_matrix(job.robot, job.q0)
        with cancellable(cancel):
            changes = job.changes()
            timing = Timing(list(stretches(changes.breaks, job.duration)), changes.longest)
            with np.errstate(all="ignore"):
                begin = _hybrid if _in_pieces(job) else _smooth
                equation, stepper = begin(job, timing)
    except Cancelled:
        yield nothing(job, "cancelled at t = 0 s", "cancelled")
        return
    except (NotFinite, NoSolution, StepFailed) as trouble:
        yield nothing(job, trouble.in_words if isinstance(trouble, NoSolution) else str(trouble))
        return

    collector = SampleCollector(job, equation, stepper, timing.stretches)
    budget = _Budget(job, stepper, equation)
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
    MORE = 10  # times the kinetic energy at the start, which is allowed where that is much

    def __init__(self, job: Job, stepper: Stepper, equation: StateEquation) -> None:
        self.job = job
        self.stepper = stepper
        self.equation = equation
        self.started = time.perf_counter()
        self.looked_at = 0  # steps
        self.looked_when = 0.0

    def exceeded(self) -> StepFailed | None:
        job, t, steps = self.job, self.stepper.t, self.stepper.steps
        if self.stepper.evaluations > job.max_evaluations:
            return StepFailed(f"{job.max_evaluations:g} evaluations were used up at t = {t:.6g} s")
        if job.max_seconds is not None and time.perf_counter() - self.started > job.max_seconds:
            return StepFailed(f"{job.max_seconds:g} s of computing time were used up at t = {t:.6g} s")
        if steps % LOOK == 0 and job.speed_limit is None and self._whirls():
            return self._too_fast()
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

    def _whirls(self) -> bool:
        """Whether the arm as a whole is so fast that it would take very many steps more until one of its joints is."""
        job, y = self.job, self.stepper.y
        energy = partial(kinetic_energy, masses_alone(job.robot), kernels=SHARED)
        now = energy(y[: job.robot.n], self.equation.rates(y))
        return bool(now > max(usual_energy_limit(job.robot), self.MORE * energy(job.q0, job.qd0)))

    def _too_fast(self) -> StepFailed:
        joint = int(np.argmax(np.abs(self.equation.rates(self.stepper.y)))) + 1
        words = f"the links passed the speed of sound, with joint {joint} the fastest"
        cause = NotFinite(f"{words}, at t = {self.stepper.t:.6g} s", joint)
        return StepFailed(str(cause), cause)


def must_compile(job: Job) -> bool:
    """Whether the run proper of this job has kernels to make that a draft of it would do without; a draft is the run
    proper otherwise."""
    if job.robot.n > LONGEST:
        return False
    robot: Robot | None = job.robot
    names = list(kernel_names(job.method))
    if _in_pieces(job):
        robot = with_smooth_friction.known(job.robot)  # not made here: a window's thread asks
        names = [f"forward {job.method}", "mass matrix", "inverse denoc"]
    names += ["frames"] * bool(job.pushes) + [TIP_TORQUE] * any(job.tip_wrench or ())
    return robot is None or not all(is_made_for_run(robot, name) for name in names if name)


def _in_pieces(job: Job) -> bool:
    return job.has_events or integrates(job.torque)


def _smooth(job: Job, timing: Timing) -> tuple[StateEquation, Stepper]:
    """A run without events: one piece."""
    wrench = acting_wrench(job.robot, job.tip_wrench)
    equation = StateEquation(job.robot, job.method, job.torque, job.fastest, wrench, pushes=job.pushes, draft=job.draft)
    equation.enter(timing.stretches[0])
    y = equation.initial(np.array(job.q0), np.array(job.qd0))
    compiled = CompiledEquation(equation, *equation.kernel_names, timing)
    return equation, _integrator(job, timing.longest, compiled, 2 * job.robot.n, 0.0, y)


def _hybrid(job: Job, timing: Timing) -> tuple[StateEquation, Stepper]:
    """A run with events or integrals of the torque law, and the equation that its rows belong to."""
    stops = Stops(job)
    equation = HybridEquation(job, stops, timing)
    equation.smooth.enter(timing.stretches[0])

    def piece(t: float, y: np.ndarray) -> Piece:
        return _integrator(job, timing.longest, equation, equation.size - 2, t, y)

    return equation.smooth, HybridStepper(job, equation, stops, piece)


def _integrator(
    job: Job,
    longest: float,
    compiled: CompiledDerivative | Derivative,
    controlled: int,
    t: float,
    y: np.ndarray,
) -> RadauStepper | ExplicitStepper:
    """The integrator that the job names, at the start of a smooth piece; `controlled` numbers of y count."""
    floor = 1e-13 * job.duration
    tolerances = Tolerances(job.rtol, job.atol, controlled, min(longest, job.duration), floor)
    if job.integrator == "radau":
        return RadauStepper(compiled, t, y, tolerances)
    return ExplicitStepper(EXPLICIT[job.integrator], compiled, t, y, tolerances)
