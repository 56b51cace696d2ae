"""What a run leaves: chunks while it goes on, a recording when it is over."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.caching import cached_property
from denoc.basics.checks import as_numbers, check_count, check_kind
from denoc.basics.errors import DynamicsError
from denoc.motions.changes import Changes
from denoc.runs.energy_balance import EnergyBalance, tolerated, warning_words
from denoc.runs.events.event_search import Event
from denoc.runs.peaks import Grid, fine_times, grid_of, turning_little, with_turns
from denoc.runs.problem.job import Job, Wrench, frozen
from denoc.runs.problem.springs import Springs
from denoc.runs.reproduction import Horizon

BETWEEN = 500_000  # times between samples, times joints, that largest values are looked for at
SLIDE = 1e-3  # rad or m: dry friction over less than this is next to nothing exchanged

Status = Literal["running", "completed", "cancelled", "diverged", "failed", "stopped"]

UNSAMPLED = np.zeros((5, 0))
UNSAMPLED.setflags(write=False)
OF_THE_ARM = ("t", "kinetic", "potential", "work", "friction_work")  # (k,), where the others are (k, n)
SERIES = ("t", "q", "qd", "qdd", "tau", "kinetic", "potential", "work", "friction_work")


class Chunk(NamedTuple):
    """Samples of a run, in order; arrays are read-only. `status` is "running" except in the last one."""

    t: np.ndarray  # (k,)
    q: np.ndarray  # (k, n)
    qd: np.ndarray
    qdd: np.ndarray
    tau: np.ndarray
    kinetic: np.ndarray  # (k,)
    potential: np.ndarray
    work: np.ndarray  # put in since the start by joint torques, tip wrench, pushes and the springs of stops
    friction_work: np.ndarray  # taken out since the start by friction and the dampers of stops
    reached: float  # the time that the integrator has reached
    steps: int
    evaluations: int
    status: Status
    message: str
    events: tuple[Event, ...] = ()  # since the last chunk
    shortest_step: float = math.inf  # s, of all so far
    unsampled: np.ndarray = UNSAMPLED  # (5, k): t, kinetic, potential, work and friction_work outside the samples


@dataclass(frozen=True, eq=False, repr=False)
class Recording:
    """A motion with its torques and energies, sampled: what `run_project` gives for an inverse run.

    `t` is (m,) in s; `q`, `qd`, `qdd` and `tau` are (m, n); `kinetic` and `potential` are (m,) in J. q is in rad or m,
    torques in N m or N; arrays are read-only. `tip_wrench` is the moment and force (N m, N, world axes) that acted at
    the tip all the time, if anything. `resample` gives the same run at other times where it is known at every time: an
    inverse run is, a forward one (`Simulation`) is known at its samples only. If it has the methods,
    `motion(t)` gives q, qd and qdd alone, `changes()` says when the motion jumps in some derivative, and
    `friction_levels()` at which rates, (k, n), friction does. DynamicsError for arrays whose shapes do not fit.

    >>> run = dn.run_project(dn.load("planar-3r-inverse"))
    >>> run
    <Recording: 3 joints, 1001 samples over 10 s>
    """

    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray
    tau: np.ndarray
    kinetic: np.ndarray
    potential: np.ndarray
    tip_wrench: Wrench | None = field(default=None, kw_only=True)
    resample: Callable[[np.ndarray], Recording] | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        t, q = as_numbers(self.t, "t"), as_numbers(self.q, "q")
        if t.ndim != 1 or q.ndim != 2 or len(q) != len(t):
            raise DynamicsError("(k,) times and (k, n) positions are needed", field="t, q", value=(t.shape, q.shape))
        for name in SERIES:
            array = as_numbers(getattr(self, name, t), name)
            shape = t.shape if name in OF_THE_ARM else q.shape
            if array.shape != shape:
                raise DynamicsError(f"the shape {shape} is needed", field=name, value=array.shape)

    @property
    def doubtful_from(self) -> float:
        """The time (s) from which the run cannot be reproduced; inf where all of it can, or while that is not known."""
        return math.inf

    @property
    def total(self) -> np.ndarray:
        """Kinetic and potential energy together, (m,), in J."""
        return self.kinetic + self.potential

    @cached_property
    def fine(self) -> Recording:
        """The run with samples between, so many that the largest values and the means are those of the motion.

        That is the largest torque, rate, acceleration and power of every joint, and its positions at either end. Where
        the run is known at its samples only, the recording itself.
        """
        resample = self.resample
        if resample is None or len(self.t) < 2:
            return self

        def signals(t: np.ndarray) -> np.ndarray:
            found = resample(t)
            sizes = np.abs(np.hstack([found.tau, found.qd, found.qdd, found.tau * found.qd]))
            return np.hstack([sizes, found.q, -found.q])

        finest = resample(fine_times(self.grid.times, signals))
        vars(finest).update(fine=finest, grid=self.grid)  # nothing is left to be found
        return finest

    @cached_property
    def grid(self) -> Grid:
        """The times that the largest values of `fine` are looked for at; around them, it is looked closer."""
        if self.resample is None or len(self.t) < 2:
            return Grid(self.t, dense=False)
        most = 2 * len(self.t) + BETWEEN // self.q.shape[1]
        grid = grid_of(self.t, self.changes, most)
        motion, levels = (getattr(self.resample, name, None) for name in ("motion", "friction_levels"))
        if motion is None or levels is None:
            return grid

        def rates(t: np.ndarray) -> np.ndarray:
            return np.asarray(motion(t)[1])

        return with_turns(turning_little(grid, rates, most), rates, levels(), most)

    @property
    def changes(self) -> Changes:
        """When the motion jumps in some derivative, as far as that is known: a run without samples may have none."""
        return getattr(self.resample, "changes", Changes)() if len(self.t) > 1 else Changes()

    @property
    def peaks_of(self) -> str:
        """What the largest values of `fine` are the largest of, in words: "the motion" or so many samples."""
        return "the motion" if self.grid.dense else f"{len(self.grid.times)} samples"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._in_words()}>"

    def _in_words(self) -> str:
        lasts = self.t[-1] - self.t[0] if len(self.t) else 0.0
        return f"{self.q.shape[1]} joints, {len(self.t)} samples over {lasts:g} s"

    def __str__(self) -> str:
        """The summary, for `print`."""
        from denoc.runs.recording_page import recording_text

        return recording_text(self)

    def _repr_html_(self) -> str:
        """A summary and curves, for notebooks."""
        from denoc.runs.recording_page import recording_html

        return recording_html(self)


@dataclass(frozen=True, eq=False, repr=False)
class Simulation(Recording):
    """A finished forward run: a `Recording` with its `job`, how it was computed, and how it ended.

    `status` is "completed", "stopped" (at a joint limit, where that was asked for), "cancelled", "diverged" or
    "failed", `message` says why. `work` (m,) in J is what the joint torques, the tip wrench and pushes have put in
    since the start, and the springs of the stops that joints press on: less than zero while one is compressed, and by
    what is left in it once its joint has let go. `friction_work` (m,) in J is what friction, viscous and dry, and the
    dampers of these stops have taken out. Kinetic and potential energy change by their difference. `steps`,
    `evaluations` of the dynamics and `shortest_step` (s) say what it took; `events` lists what happened to joints;
    `horizon` says until when the run can be reproduced, once a second run has been made. DynamicsError for arrays whose
    shapes do not fit.

    >>> fall = dn.simulate(dn.rod_chain(2).robot, [0.0, 0.0], [0.0, 0.0], 1.0)
    >>> fall.status, fall.energy_error < 1e-6
    ('completed', True)
    """

    job: Job
    work: np.ndarray
    friction_work: np.ndarray
    steps: int
    evaluations: int
    status: Status
    message: str
    events: tuple[Event, ...] = ()
    shortest_step: float = math.inf  # s
    horizon: Horizon | None = None  # until when it can be reproduced, once a second run has said so: `with_horizon`
    unsampled: np.ndarray = field(default_factory=lambda: UNSAMPLED)  # of `Chunk`, of all of them

    def __post_init__(self) -> None:
        check_kind(self.job, Job, "job")
        for name in ("steps", "evaluations"):
            check_count(getattr(self, name), name, 0, 2**63)
        super().__post_init__()

    def _in_words(self) -> str:
        known = f", {self.horizon.words}" if self.horizon is not None else ""
        return f"{super()._in_words()}, {self.status}, energy error {self.energy_error:.1e}{known}"

    @property
    def doubtful_from(self) -> float:
        """The time (s) from which the run cannot be reproduced; inf where all of it can, or while that is not known."""
        return math.inf if self.horizon is None or self.horizon.whole else self.horizon.until

    @cached_property
    def springs(self) -> Springs:
        """Its pushes, ready to be computed with."""
        return Springs(self.job.robot, self.job.pushes)

    @property
    def energy_drift(self) -> np.ndarray:
        """What the energy balance leaves unexplained since the first sample, (m,), in J."""
        if len(self.t) == 0:
            return np.zeros(0)
        supplied = self.work - self.friction_work
        return self.total - self.total[0] - (supplied - supplied[0])

    @cached_property
    def energy_error(self) -> float:
        """Largest drift over the energy that was exchanged, or that moves, during all of the run.

        Before the first sample and after the last it is looked at too.
        Joints that friction holds but for slips far below a millimetre or a milliradian exchange next to nothing, and
        how well that balances says nothing: it counts as the work of their dry friction over SLIDE.
        """
        balance = EnergyBalance()
        take_energies(balance, self)
        return float(balance.error(dry_friction(self.job.robot)))

    @property
    def warning(self) -> str:
        """In words, when the energy balance says that the numbers should not be trusted; else empty."""
        error = self.energy_error
        return "" if error <= tolerated(self.job.rtol) else warning_words(error)  # nan balances nothing


def take_energies(balance: EnergyBalance, part: Chunk | Simulation) -> None:
    """Those of a run or a chunk of it, in the order of their times."""
    samples = np.array([part.t, part.kinetic, part.potential, part.work, part.friction_work])
    if part.unsampled.size:
        samples = np.concatenate([samples, part.unsampled], axis=1)
        samples = samples[:, np.argsort(samples[0], kind="stable")]
    balance.take(samples[1:])


def dry_friction(robot: Robot) -> float:
    """The work (J) of all joints' dry friction over SLIDE."""
    return SLIDE * sum(max(link.breakaways) for link in robot.links)


def check_recording(robot: Robot, recording: Recording) -> Recording:
    """The recording, which is one of an arm with as many joints."""
    check_kind(robot, Robot, "robot")
    joints = check_kind(recording, Recording, "recording").q.shape[1]
    if joints != robot.n:
        raise DynamicsError(f"a recording of {robot.n} joints is needed", field="recording", value=joints)
    return recording


def assemble(job: Job, chunks: Sequence[Chunk]) -> Simulation:
    """All chunks of a run put together."""
    last = chunks[-1]
    series = {name: getattr(last, name) for name in SERIES}
    if len(chunks) > 1:
        series = {name: frozen(np.concatenate([getattr(chunk, name) for chunk in chunks])) for name in SERIES}
    result = Simulation(
        job=job,
        tip_wrench=job.tip_wrench,
        **series,
        steps=last.steps,
        evaluations=last.evaluations,
        status=last.status,
        message=last.message,
        events=tuple(event for chunk in chunks for event in chunk.events),
        shortest_step=last.shortest_step,
        unsampled=frozen(np.concatenate([chunk.unsampled for chunk in chunks], axis=1)),
    )
    return result if result.message or not result.warning else replace(result, message=result.warning)
