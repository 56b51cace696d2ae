"""One run: its samples, filled in while they are computed and looked up by time, and what follows from them."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc.basics.caching import cached_property
from denoc.files.projects.project import AtAnyTime, Project
from denoc.functions.kinematics import tip_frames
from denoc.kernels.dispatch import SHARED
from denoc.runs.energy_balance import EnergyBalance
from denoc.runs.events.event_search import Event
from denoc.runs.problem.job import Job
from denoc.runs.pushed import PushedState, pushed_state
from denoc.runs.recording import SERIES, Chunk, Recording, Simulation, Status, dry_friction, take_energies
from denoc.runs.reproduction import Horizon
from denoc.studies.drive_limits import Reached, Watch, bounds_of, closely
from denoc.studies.joint_limits import limit_passed
from denoc.studies.trust import Measures, Trust, judge
from denoc.torques.pushes import Pushes
from denoc_studio.picture.arm.reaction_arrows import largest_force
from denoc_studio.plots.derived import DERIVED
from denoc_studio.plots.motion import has_reference, reference_states
from denoc_studio.plots.samples import Samples, between, nearest
from denoc_studio.session.lazy_rows import Rows

PATIENCE = 0.005  # seconds at a time for what a plot wants computed
AT_ONCE = 8000  # joints times samples: a run of usual length is split by cause in one go


class Step(NamedTuple):
    """A state of the undo stack. An edit after an undo, or of a stack that is full, takes the place of one before it;
    its number is its own."""

    place: int = 0
    edit: int = 0


START = Step()


class Run:
    """One run: `count` samples so far, of the `len(times)` that were asked for."""

    def __init__(self, number: int, project: Project, step: Step = START, job: Job | None = None) -> None:
        """`job` is the project's, or a draft of it, where somebody has made it already."""
        self.number = number
        self.project = project
        self.step = step  # that it shows
        self.job = project.job() if job is None else job
        self.count = 0
        self.reached = 0.0
        self.steps = self.evaluations = 0
        self.shortest_step = math.inf
        self.status: Status | str = "running"
        self.message = ""
        self.events: tuple[Event, ...] = ()
        self.samples = Samples(len(self.job.times), project.robot.n)
        self.stale = False  # the document's project would compute something else: see `Results`
        self.hint = ""  # how it could be computed better, once that is known
        self.horizon: Horizon | None = None  # until when it can be reproduced, once that is known
        self.measures: Measures | None = None  # what the formulations say of it, once they have been compared
        rows, n = len(self.job.times), project.robot.n
        self._series = self.samples.series
        self._tips = Rows(self._tip_positions, (rows, 3), max(1, AT_ONCE // n))
        self._references = Rows(self._followed_states, (rows if has_reference(project) else 0, 3, n))
        self._derived: dict[str, tuple[int, Rows]] = {}  # by name, with the joint
        self.bounds = bounds_of(project)
        self._watches = Watch(self.bounds.torque), Watch(self.bounds.rate)
        self._balance = EnergyBalance()
        self._peaks, self._peaked = np.zeros(n), 0  # the largest torque of each joint, in so many samples
        self._scaled: dict[tuple[str, int, float], Rows] = {}

    def append(self, chunk: Chunk) -> None:
        """A chunk that has been written to `samples` can be read from now on."""
        self.count += len(chunk.t)
        self.reached, self.steps, self.evaluations = chunk.reached, chunk.steps, chunk.evaluations
        self.shortest_step = chunk.shortest_step
        self.status, self.message = chunk.status, chunk.message
        self.events += chunk.events
        take_energies(self._balance, chunk)
        self.forget()

    @cached_property
    def recording(self) -> Recording:
        """What there is so far; arrays are read-only views."""
        arrays = {}
        for name, array in self._series.items():
            arrays[name] = array[: self.count]
            arrays[name].setflags(write=False)
        if self.project.run.mode == "inverse":
            samples = (arrays[name] for name in SERIES[:7])
            return Recording(*samples, tip_wrench=self.job.tip_wrench, resample=AtAnyTime(self.project))
        run = Simulation(
            job=self.job,
            tip_wrench=self.job.tip_wrench,
            **arrays,  # type: ignore[arg-type]
            steps=self.steps,
            evaluations=self.evaluations,
            status=self.status,  # type: ignore[arg-type]
            message=self.message,
            events=self.events,
            shortest_step=self.shortest_step,
            horizon=self.horizon,
        )
        error = self._balance.error(dry_friction(self.project.robot))  # of all samples, anew: slow
        vars(run)["energy_error"] = float(error)
        return run

    @cached_property
    def trust(self) -> Trust:
        """How far it can be trusted, as far as that is known."""
        return judge(self.recording, measures=self.measures, advice=self.hint)

    @property
    def doubtful_from(self) -> float:
        """The time from which it cannot be reproduced; inf where all of it can, or while that is not known."""
        return self.recording.doubtful_from

    @cached_property
    def limits_reached(self) -> tuple[tuple[Reached, ...], tuple[Reached, ...]]:
        """The joints whose torques, and those whose rates, reach what their drives can do, so far."""
        torques, rates = self._watches
        r = closely(self.recording, np.concatenate(self.bounds))
        return torques.seen(r.t, r.tau), rates.seen(r.t, r.qd)

    @cached_property
    def warning(self) -> str:
        """What an ended run should not be trusted with, in words."""
        passed = "" if self.project.run.limits == "bounce" else limit_passed(self.project.robot, self.recording)
        first = getattr(self.recording, "warning", "") or passed.capitalize()
        return "; ".join(words for words in (self.hint, first) if words)  # the cause before what may come of it

    def forget(self, *names: str) -> None:
        """What follows from the samples is to be found anew; or these of it."""
        for name in names or ("recording", "trust", "warning", "limits_reached", "largest_force"):
            self.__dict__.pop(name, None)

    @property
    def running(self) -> bool:
        return self.status == "running"

    @property
    def duration(self) -> float:
        return self.job.duration

    @property
    def pushes(self) -> Pushes:
        """That act in it: none in an inverse run."""
        return self.job.pushes if self.project.run.mode == "forward" else ()

    @property
    def end(self) -> float:
        """Time of the last sample."""
        return float(self._series["t"][self.count - 1]) if self.count else 0.0

    def awaits(self, t: float) -> bool:
        """Whether time t is still to be computed."""
        return self.running and self.end < t

    def q_at(self, t: float) -> np.ndarray:
        """Joint positions at time t, between samples by a straight line; the initial state before the first one."""
        if not self.count:
            return np.array(self.project.q0)
        return between(self._series["t"][: self.count], self._series["q"][: self.count], t)

    def tau_at(self, t: float) -> np.ndarray:
        """Joint torques and forces at time t, as `q_at`; none before the first sample."""
        return self.state_at(t)[3] if self.count else np.zeros(self.project.robot.n)

    def state_at(self, t: float) -> tuple[np.ndarray, ...]:
        """q, qd, qdd and tau at time t, between samples by straight lines; needs a sample."""
        times = self._series["t"][: self.count]
        return tuple(between(times, self._series[name][: self.count], t) for name in ("q", "qd", "qdd", "tau"))

    def pushed_at(self, t: float) -> PushedState | None:
        """What pushes the links at time t; None where nothing ever does. Needs a sample."""
        if not self.pushes:
            return None
        q, qd, *_ = self.state_at(t)
        return pushed_state(self.recording, t, q, qd)

    @property
    def peak_torques(self) -> np.ndarray:
        """The largest of each joint so far, (n,); of more samples only the new ones are looked at."""
        new = self._series["tau"][self._peaked : self.count]
        if len(new):
            self._peaks = np.maximum(self._peaks, np.maximum(new.max(axis=0), -new.min(axis=0)))
            self._peaked = self.count
        return self._peaks

    def scaled(self, name: str, joint: int, scale: float) -> np.ndarray:
        """A joint's values so far in another unit, (k,): each sample is converted once."""
        key = name, joint, scale
        if key not in self._scaled:
            column = self._series[name][:, joint]
            self._scaled[key] = Rows(lambda rows: column[rows] * scale, column.shape)
        return self._scaled[key].upto(self.count)

    @cached_property
    def largest_force(self) -> float:
        """That any joint bears so far, in N."""
        return largest_force(self.project.robot, self.recording)

    def index_at(self, t: float) -> int:
        """The sample nearest to time t; -1 where there is none."""
        return nearest(self._series["t"][: self.count], t)

    def tip_path(self, seconds: float = math.inf) -> np.ndarray:
        """Positions of the tip, (k, 3), at as many samples as there is time for."""
        return self._tips.upto(self.count, seconds)

    def references(self) -> np.ndarray:
        """q, qd and qdd that the run was to follow, if any, (k, 3, n), at as many samples as there was time for."""
        return self._references.upto(self.count, PATIENCE)

    def derived(self, name: str, joint: int) -> np.ndarray:
        """What DERIVED has under this name, at as many samples as there was time for: ask again for the rest. Of one
        joint it is kept for the one that was asked for last."""
        known = self._derived.get(name)
        if known is None or known[0] != joint:
            known = self._derived[name] = (joint, self._rows_of(name, joint))
        return known[1].upto(self.count, PATIENCE)

    def _rows_of(self, name: str, joint: int) -> Rows:
        robot, derived = self.project.robot, DERIVED[name]

        def compute(rows: slice) -> np.ndarray:
            return derived.rows(robot, self.recording, rows, joint)

        return Rows(compute, (len(self.job.times), *derived.shape(robot.n)), max(1, AT_ONCE // robot.n))

    def _tip_positions(self, rows: slice) -> np.ndarray:
        return tip_frames(self.project.robot, self._series["q"][rows], kernels=SHARED)[:, :3, 3]

    def _followed_states(self, rows: slice) -> np.ndarray:
        return reference_states(self.project, self._series["t"][rows])
