"""The samples of runs: filled in while they are computed, looked up by time, and another run to compare them with."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, Signal

from denoc.basics.caching import cached_property
from denoc.files.projects.project import Project, inverse_recording
from denoc.functions.kinematics import tip_frames
from denoc.kernels.dispatch import SHARED
from denoc.runs.energy_balance import EnergyBalance
from denoc.runs.events.event_search import Event
from denoc.runs.problem.job import Job
from denoc.runs.pushed import PushedState, pushed_state
from denoc.runs.recording import SERIES, Chunk, Recording, Simulation, Status, dry_friction, take_energies
from denoc.runs.reproduction import Horizon
from denoc.studies.drive_limits import Reached, Watch, bounds_of
from denoc.studies.joint_limits import limit_passed
from denoc.studies.trust import Measures, Trust, judge
from denoc.torques.pushes import Pushes
from denoc_studio.picture.arm.reaction_arrows import largest_force
from denoc_studio.plots.derived import DERIVED
from denoc_studio.plots.motion import has_reference, reference_states
from denoc_studio.plots.samples import Samples, between, nearest
from denoc_studio.project.run_names import run_name
from denoc_studio.session.lazy_rows import Rows

PATIENCE = 0.005  # seconds at a time for what a plot wants computed
AT_ONCE = 8000  # joints times samples: a run of usual length is split by cause in one go


class Run:
    """One run: `count` samples so far, of the `len(times)` that were asked for."""

    def __init__(self, number: int, project: Project, step: int = 0, job: Job | None = None) -> None:
        """`job` is the project's, or a draft of it, where somebody has made it already."""
        self.number = number
        self.project = project
        self.step = step  # the undo step that it shows
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
        self._forget()

    @cached_property
    def recording(self) -> Recording:
        """What there is so far; arrays are read-only views."""
        arrays = {}
        for name, array in self._series.items():
            arrays[name] = array[: self.count]
            arrays[name].setflags(write=False)
        if self.project.run.mode == "inverse":
            samples = (arrays[name] for name in SERIES[:7])
            resample = partial(inverse_recording, self.project)
            return Recording(*samples, tip_wrench=self.job.tip_wrench, resample=resample)
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
        vars(run)["energy_error"] = self._balance.error(dry_friction(self.project.robot))  # of all samples, anew: slow
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
        r = self.recording
        return torques.seen(r.t, r.tau), rates.seen(r.t, r.qd)

    @cached_property
    def warning(self) -> str:
        """What an ended run should not be trusted with, in words."""
        passed = "" if self.project.run.limits == "bounce" else limit_passed(self.project.robot, self.recording)
        first = getattr(self.recording, "warning", "") or passed.capitalize()
        return "; ".join(words for words in (self.hint, first) if words)  # the cause before what may come of it

    def _forget(self, *names: str) -> None:
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


class Results(QObject):
    """The current run, and the one that it is compared with: the run before, or one that was pinned."""

    started = Signal(object)  # Run
    extended = Signal(object)
    ended = Signal(object)
    advised = Signal(object)  # Run, which has ended: it could be computed better
    judged = Signal(object)  # Run, which has ended: more is known of how far it can be trusted
    refused = Signal(object)  # Run that came to nothing; the current one stays
    stale = Signal(object)  # Run: whether the document's project still is the run's has changed
    ghost_changed = Signal(object)  # Run or None
    pinned_changed = Signal(object)  # Run or None
    second_changed = Signal(object)  # Run or None

    def __init__(self, project: Project, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = project  # the document's, which the current run may be of or not
        self.current: Run | None = None
        self.ghost: Run | None = None
        self.pinned: Run | None = None
        self.second: Run | None = None  # pinned after that one, to be compared with it in place of the current run
        self._before: Run | None = None
        self._named: tuple[Run | None, Run | None, str] = (None, None, "")  # pinned, current, what the first is called

    def start(self, run: Run) -> None:
        """A new run. The one before becomes the ghost, unless both belong to one gesture or another one is pinned."""
        before = self.current
        if before is not None and before.count > 1 and before.step != run.step:
            self._before = before
        self.current = run
        self._compare()
        self._choose_ghost()
        self.started.emit(run)

    def extend(self, number: int, chunk: Chunk, *, more: bool = False) -> None:
        """Samples of run `number`; those of any other than the current one are dropped. Where `more` are here already
        nobody is told before them."""
        run = self.current
        if run is None or run.number != number or not run.running:
            return
        run.append(chunk)
        if not (more and run.running):
            self.extended.emit(run)
        if not run.running:
            self.ended.emit(run)

    def end(self, number: int, status: str, message: str) -> None:
        """The current run ends without a last chunk."""
        run = self.current
        if run is None or run.number != number or not run.running:
            return
        run.status, run.message = status, message
        run._forget()
        self.ended.emit(run)

    def advise(self, number: int, hint: str) -> None:
        """How the current run could be computed better."""
        run = self._ended(number)
        if run is not None:
            run.hint = hint
            run._forget("trust", "warning")
            self.advised.emit(run)

    def set_horizon(self, number: int, horizon: Horizon) -> None:
        """Until when the current run can be reproduced."""
        run = self._ended(number)
        if run is not None:
            run.horizon = horizon
            run._forget()
            self.judged.emit(run)

    def set_measures(self, number: int, measures: Measures) -> None:
        """What the formulations say of the current run."""
        run = self._ended(number)
        if run is not None:
            run.measures = measures
            run._forget("trust")
            self.judged.emit(run)

    def _ended(self, number: int) -> Run | None:
        """The current run, if it is the one of this number and over."""
        run = self.current
        return run if run is not None and run.number == number and not run.running else None

    def refuse(self, run: Run, reason: str) -> None:
        """A run without a single sample: what there was before stays to be seen, out of date."""
        run.status, run.message = "failed", reason
        self.refused.emit(run)

    def follow(self, project: Project) -> Run | None:
        """The document's project from now on; the current run where it has become out of date by that, or current
        again. Who hears of it may lay the window out anew, so it is told when every view knows the project."""
        self._project = project
        return self._compared()

    def _compare(self) -> None:
        run = self._compared()
        if run is not None:
            self.stale.emit(run)

    def _compared(self) -> Run | None:
        """The current run, where whether it is one of the document's project is not what it was. Whatever has happened,
        in whatever order."""
        run = self.current
        if run is None or run.stale != run.project.same_run(self._project):
            return None
        run.stale = not run.stale
        return run

    def retitle(self, project: Project) -> None:
        """The current run goes by the name and the notes that the project has now."""
        run = self.current
        if run is not None:
            name, description, source = project.name, project.description, project.source
            run.project = replace(run.project, name=name, description=description, source=source)

    @property
    def pinned_name(self) -> str:
        """What the pinned run is called beside the current one; empty where none is pinned."""
        pinned, current = self.pinned, self.current
        if pinned is None or current is None:
            return ""
        if self._named[0] is not pinned or self._named[1] is not current:
            self._named = (pinned, current, run_name(pinned.project, current.project))
        return self._named[2]

    def pin(self) -> None:
        """The current run stays to be compared with, whatever runs follow."""
        if self.current is not None and self.current.count > 1:
            self._set_pinned(self.current)

    def unpin(self) -> None:
        self._set_pinned(None)

    def toggle_pin(self) -> None:
        self.pin() if self.pinned is None else self.unpin()

    def toggle_second(self) -> None:
        """The current run is pinned too, beside the one that is; or no longer."""
        run = self.current
        if self.second is not None:
            self._set_second(None)
        elif self.pinned is not None and run is not None and run is not self.pinned and run.count > 1:
            self._set_second(run)

    def clear(self) -> None:
        self.current = self._before = None
        self._set_pinned(None)

    def _set_second(self, run: Run | None) -> None:
        if run is not self.second:
            self.second = run
            self.second_changed.emit(run)

    def _set_pinned(self, run: Run | None) -> None:
        changed = run is not self.pinned
        self.pinned = run
        self._set_second(None)
        self._choose_ghost()
        if changed:
            self.pinned_changed.emit(run)

    def _choose_ghost(self) -> None:
        ghost = self.pinned or self._before
        if ghost is not self.ghost:
            self.ghost = ghost
            self.ghost_changed.emit(ghost)
