"""The largest Lyapunov exponent of an arm's motion: the mean rate at which small errors grow along it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.cancelling import Cancel, Progress, check_watchers, tell
from denoc.basics.checks import check_kind
from denoc.basics.errors import DynamicsError, NoSolution
from denoc.files.projects.project import Project
from denoc.functions.derivatives import forward_dynamics_derivatives
from denoc.kernels.dispatch import SHARED
from denoc.runs.energy_balance import TOLERATED
from denoc.runs.problem.job import MAX_SAMPLES, MAX_VALUES, Job
from denoc.runs.problem.state_equation import integrates, torque_law
from denoc.runs.recording import Simulation
from denoc.studies.chaos.tangent import LEAST_STEPS, exponent, growth
from denoc.studies.many import finished, stop_if_cancelled

DURATION = 100.0  # s
TOLERANCES = 1e-10, 1e-12  # of the motion along which errors are followed
COARSEST = 100.0  # samples a second to begin with
SHARE = 0.1  # of the uncertainty, that the steps' error may be
SURE = 3.0  # uncertainties that an exponent is above zero where errors grow beyond doubt
SHOWN = 1000  # points of the running estimate
RESTS = 1e-6  # rad, m: a joint that moves less all the time stands still
NUDGE = 1e-6  # rad, m, per s: a torque law's slopes are differences over this


class Lyapunov(NamedTuple):
    """How fast small errors grow along a motion: `exponent` in 1/s, and its standard `uncertainty` in 1/s.

    `running` (m,) is the mean rate of growth up to the times `t` (m,) in s, without the first tenth of the time: where
    it has not settled, nor has the exponent. `energy_error` is the motion's energy balance, as of a `Simulation`, and
    `duration` (s) how long it was followed. The exponent is that of this motion for this time: a motion that sticks to
    a regular region for longer than that shows it too late.
    """

    exponent: float
    uncertainty: float
    t: np.ndarray
    running: np.ndarray
    energy_error: float
    duration: float

    @property
    def grows(self) -> bool:
        """Whether errors grow exponentially beyond doubt: an exponent above three times its uncertainty."""
        return self.exponent > SURE * self.uncertainty and self.energy_error <= TOLERATED

    @property
    def tenfold(self) -> float:
        """Seconds in which errors grow tenfold; inf where they do not grow exponentially beyond doubt."""
        return math.log(10) / self.exponent if self.grows else math.inf

    @property
    def words(self) -> str:
        """The result as a sentence without its full stop."""
        if self.energy_error > TOLERATED:
            return f"not known: the energy balance of the motion is off by {self.energy_error:.1g}"
        if self.grows:
            return f"errors grow tenfold every {self.tenfold:.2g} s"
        if self.exponent < -SURE * self.uncertainty:
            return f"errors shrink to a tenth every {-math.log(10) / self.exponent:.2g} s"
        most = max(self.exponent, 0.0) + SURE * self.uncertainty
        return f"no exponential growth of errors above {most:.2g} 1/s in {self.duration:g} s"

    def __repr__(self) -> str:
        return f"<Lyapunov: {self.exponent:.3g} +- {self.uncertainty:.1g} 1/s, {self.words}>"


def lyapunov(
    subject: Robot | Project,
    q0: object = None,
    qd0: object = None,
    duration: float = DURATION,
    *,
    torque: object = None,
    tip_wrench: object = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
) -> Lyapunov:
    """The largest Lyapunov exponent of a motion: how fast small errors grow along it, in 1/s, and how sure that is.

    `subject` is a `Robot`, which moves from q0 (rad, m) and qd0 (per s), (n,), for `duration` seconds as `simulate`
    makes it, with `torque` and `tip_wrench` as there; or a `Project`, whose forward run is followed, from other states
    where they are given. An error is followed in the linear equation along the motion, whose matrices are the exact
    `forward_dynamics_derivatives` and the slopes of the torque law; so nothing depends on how large it is. The
    uncertainty is that of the mean of twenty blocks of time, with their correlation, together with what cannot be told
    from exponential growth in this time: the error of a regular motion grows in proportion to the time, and its
    exponent comes out as zero within the uncertainty. Of one joint that nothing drives in time it always does, unless
    it stands still: there is no chaos in the plane. Four times the duration halves the first of these and quarters the
    other.

    The motion must be smooth: DynamicsError for dry friction, limits that are met, pushes, and laws that integrate, and
    for any argument that cannot be used. NoSolution where the motion does not last that long. `cancel` is anything with
    is_set(), which ends it with `Cancelled`; `progress` is called with the share that is done, 0 to 1.

    Two rods that are let go level are chaotic, a single one is not:

    >>> found = dn.lyapunov(dn.rod_chain(2).robot, [0.0, 0.0], [0.0, 0.0], duration=40.0)
    >>> found.grows, 1.0 < found.exponent < 4.0
    (True, True)
    >>> dn.lyapunov(dn.rod_chain(1).robot, [0.0], [0.0], duration=40.0).grows
    False
    """
    check_watchers(cancel, progress)
    job = _job(subject, q0, qd0, duration, torque, tip_wrench)
    most = min(MAX_SAMPLES, MAX_VALUES // job.robot.n)
    steps = max(math.ceil(job.duration * COARSEST / 4) * 2, LEAST_STEPS)
    while True:
        if 2 * steps + 1 > most:
            raise NoSolution(f"more than {most} samples are needed for {job.duration:g} s of this motion")
        run = finished(replace(job, samples=2 * steps + 1), cancel)
        if run.status != "completed":
            raise NoSolution(run.message or f"the motion {run.status}")
        along = _Along(run, cancel, progress)
        found = exponent(growth(run.t, along))
        coarse = exponent(growth(run.t, along, stride=2))
        error = abs(found.value - coarse.value) / 15  # of the fourth order
        if error <= SHARE * found.uncertainty:
            break
        steps *= 2
    tell(progress, 1.0)
    thin = max(len(found.t) // SHOWN, 1)
    shown = found.t[thin - 1 :: thin], found.running[thin - 1 :: thin]
    uncertainty = math.hypot(found.uncertainty, error)
    if _cannot_grow(run):
        uncertainty = max(uncertainty, found.value)
    return Lyapunov(found.value, uncertainty, *shown, run.energy_error, job.duration)


def _job(subject: object, q0: object, qd0: object, duration: float, torque: object, tip_wrench: object) -> Job:
    """The run, which is smooth."""
    rtol, atol = TOLERANCES
    if isinstance(subject, Project):
        if torque is not None or tip_wrench is not None:
            raise DynamicsError("a project has its own", field="tip_wrench" if torque is None else "torque")
        if subject.run.mode != "forward":
            raise DynamicsError("a project with a forward run is needed", field="subject", value=subject.run.mode)
        own = subject.job(draft=True)
        start = {"q0": own.q0 if q0 is None else q0, "qd0": own.qd0 if qd0 is None else qd0}
        job = replace(own, **start, duration=duration, samples=None, step=None)  # type: ignore[arg-type]
    else:
        robot = check_kind(subject, Robot, "subject")
        for name, given in (("q0", q0), ("qd0", qd0)):
            if given is None:
                raise DynamicsError("a robot needs a state to start from", field=name)
        job = Job(robot, q0, qd0, duration, torque, tip_wrench, draft=True)  # type: ignore[arg-type]
    for name, jumps in (
        ("dry friction and limits that joints meet", job.has_events),
        ("pushes", bool(job.pushes)),
        ("torque laws with integrals", integrates(job.torque)),
    ):
        if jumps:
            raise DynamicsError(f"{name} are not part of a smooth motion", field="subject")
    return replace(job, method="denoc", integrator="dop853", rtol=rtol, atol=atol)


def _cannot_grow(run: Simulation) -> bool:
    """Whether growth cannot last: that of one joint that nothing drives in time, and that does not rest (Poincare and
    Bendixson: there is no chaos in the plane). Near the upright pose it may look so for longer than it is followed."""
    return run.job.robot.n == 1 and not callable(run.job.torque) and bool(np.ptp(run.q) > RESTS)


class _Along:
    """The matrices of the linear equation along a run: (last - first, 2n, 2n) of the samples first to last."""

    def __init__(self, run: Simulation, cancel: Cancel | None, progress: Progress | None) -> None:
        self._run, self._cancel, self._progress = run, cancel, progress
        torque = run.job.torque
        self._law = torque_law(run.job.robot, torque) if callable(torque) else None

    def __call__(self, first: int, last: int) -> np.ndarray:
        stop_if_cancelled(self._cancel)
        tell(self._progress, first / len(self._run.t))
        run, n = self._run, self._run.job.robot.n
        q, qd, tau = (getattr(run, name)[first:last] for name in ("q", "qd", "tau"))
        by_q, by_qd, by_tau = forward_dynamics_derivatives(
            run.job.robot, q, qd, tau, tip_wrench=run.tip_wrench, kernels=SHARED
        )
        out = np.zeros((len(q), 2 * n, 2 * n))
        out[:, :n, n:] = np.eye(n)
        out[:, n:, :n], out[:, n:, n:] = by_q, by_qd
        if self._law is not None:
            slopes = np.array([_slopes(self._law, *state) for state in zip(run.t[first:last], q, qd, strict=True)])
            out[:, n:] += by_tau @ slopes
        return out


def _slopes(law: Callable[..., np.ndarray], t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
    """How a law's torques change with q and qd: (n, 2n)."""
    n, states = len(q), np.concatenate([q, qd]) + NUDGE * np.concatenate([np.eye(2 * len(q)), -np.eye(2 * len(q))])
    torques = np.array([law(float(t), state[:n], state[n:]) for state in states])
    return (torques[: 2 * n] - torques[2 * n :]).T / (2 * NUDGE)
