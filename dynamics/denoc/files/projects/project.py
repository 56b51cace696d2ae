"""A project: a robot, the state it starts in, and a run; `run_project` carries it out."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field, fields
from typing import Any, Literal

import msgspec
import numpy as np

from denoc.arm.batch import check_start
from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.arm.visuals import Visual, check_visuals
from denoc.basics.caching import cached_property
from denoc.basics.cancelling import Cancel
from denoc.basics.checks import check_kind, check_name
from denoc.basics.errors import DynamicsError, NoSolution
from denoc.basics.plain_data import check_data
from denoc.files.projects.plot_view import View, check_view
from denoc.files.projects.tolerances import Tolerance, check_tolerances
from denoc.functions.api import ForwardMethod, InverseMethod, inverse_dynamics, kinetic_energy, potential_energy
from denoc.kernels.dispatch import SHARED
from denoc.motions.changes import Changes
from denoc.motions.joint_trajectories import States, Trajectory, state_at
from denoc.motions.motion_checks import check_motion
from denoc.motions.motion_data import JointMotion, LineMotion, Motion
from denoc.motions.motion_to_trajectory import trajectory_of
from denoc.notebook.plain_text import named, vector
from denoc.runs.problem.job import MAX_SAMPLES, Integrator, Job, Limits, frozen
from denoc.runs.recording import Chunk, Recording
from denoc.runs.simulation import run as run_job
from denoc.runs.simulation import stream
from denoc.torques.actuators import Actuators, check_actuators
from denoc.torques.controllers import check_limits, controller, followed
from denoc.torques.pushes import Pushes
from denoc.torques.torque_laws import ConstantTorque, FreeFall, TorqueLaw, check_law, follows_motion

__all__ = ["ConstantTorque", "FreeFall", "JointMotion", "LineMotion"]

MAX_TEXT = 10_000


class RunSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a project computes: a forward run by a torque law and an integrator, or an inverse run along a motion.

    `mode` is "forward" or "inverse"; `duration` in s, `samples` evenly spaced (2 to 1,000,000). Forward runs use
    `torque`, a law such as `FreeFall` or `PdTorque`, `method` (see `forward_dynamics`), and `integrator`, `rtol`,
    `atol`, `step`, `limits`, `limit_stiffness`, `limit_damping` (see `Job`). `torque_limit` (N m, N) and `speed_limit`
    (rad/s, m/s), one number a joint or inf for none, are what the joints' motors can do there: torques are clipped, and
    what would speed a joint up fades over the last tenth before its speed limit. Inverse runs use `motion`, such as
    `JointMotion`, and `inverse_method` (see `inverse_dynamics`); laws that follow something follow the same motion.
    `tip_wrench`, moment (N m) and force (N) in world axes, acts at the tip in both kinds of run; `pushes`, `Push`es at
    links, act in forward runs.

    Plain data, checked when a `Project` is made of it; `msgspec.structs.replace` changes entries.

    >>> dn.RunSettings(mode="inverse", duration=2.0, samples=201, motion=dn.JointMotion((0.0,), (1.0,))).method
    'denoc'
    """

    mode: Literal["forward", "inverse"] = "forward"
    duration: float = 10.0
    samples: int = 1001
    method: ForwardMethod = "denoc"
    inverse_method: InverseMethod = "denoc"
    integrator: Integrator = "dopri5"
    rtol: float = 1e-8
    atol: float = 1e-10
    step: float | None = None
    limits: Limits = "none"
    limit_stiffness: float | None = None
    limit_damping: float | None = None
    torque: TorqueLaw = FreeFall()
    torque_limit: tuple[float, ...] | None = None
    speed_limit: tuple[float, ...] | None = None
    motion: Motion | None = None
    tip_wrench: tuple[float, float, float, float, float, float] | None = None
    pushes: Pushes = ()


@dataclass(frozen=True, repr=False)
class Project:
    """A robot, the state it starts in, and what is to be computed: what a file holds and the window shows.

    `q0` (rad, m) and `qd0` (per s) are n numbers. `description` and `source` are text: what one sees, and where the
    numbers come from. `actuators` are the motors and gears that were chosen, one a joint or None, () for none at all;
    `visuals` what the arm looks like, without any it is drawn from its table; `view` which plots the window shows, and
    two projects that differ in nothing else are equal. `tolerances` say how well some of its numbers are known, at most
    one each; whether these numbers are there is looked at where one is used, or read from a file. Frozen, and checked
    as a whole when it is made: DynamicsError names the link, the field and the value. `dataclasses.replace` makes
    changed ones.

    >>> from dataclasses import replace
    >>> project = dn.load("planar-3r-free-fall")
    >>> steeper = replace(project, name="steeper", q0=(0.5, 0.0, 0.0))
    >>> steeper
    <Project 'steeper': 3 joints, forward run of 10 s, 1001 samples>
    """

    name: str
    robot: Robot
    q0: tuple[float, ...]
    qd0: tuple[float, ...]
    run: RunSettings = field(default_factory=RunSettings)
    description: str = ""
    source: str = ""
    actuators: Actuators = ()
    visuals: tuple[Visual, ...] = ()
    view: View = field(default=View(), compare=False)
    tolerances: tuple[Tolerance, ...] = ()

    def __post_init__(self) -> None:
        check_name(self.name, "name")
        for name in ("description", "source"):
            _check_text(getattr(self, name), name)
        for name in ("q0", "qd0"):
            object.__setattr__(self, name, check_start(self.robot, name, getattr(self, name)))
        object.__setattr__(self, "actuators", check_actuators(self.robot, self.actuators))
        object.__setattr__(self, "visuals", check_visuals(self.robot, self.visuals))
        object.__setattr__(self, "view", check_view(self.view))
        object.__setattr__(self, "tolerances", check_tolerances(self.tolerances))
        object.__setattr__(self, "run", check_data(self.run, RunSettings, "run"))
        if not 2 <= self.run.samples <= MAX_SAMPLES:
            raise DynamicsError(f"2 to {MAX_SAMPLES} samples are possible", field="samples", value=self.run.samples)
        self._job(None)
        check_law(self.robot, self.run.torque)
        check_limits(self.robot, self.run.torque_limit, self.run.speed_limit)
        motion = self.run.motion
        if motion is not None:
            check_motion(self.robot, motion)
        elif self.run.mode == "inverse":
            raise DynamicsError("an inverse run needs a motion", field="motion")
        elif follows_motion(self.run.torque):
            raise DynamicsError("this torque law follows a motion, and there is none", field="motion")

    def __repr__(self) -> str:
        return f"<Project {self.name!r}: {self.robot.n} joints, {self._in_words()}>"

    def __str__(self) -> str:
        """What is computed with which arm from which start, for `print`."""
        run = self.run
        rows: list[tuple[str, object]] = [("robot", repr(self.robot)[len("<Robot ") : -1])]
        if run.mode == "forward":
            rows += [
                ("start", f"q0 {vector(self.q0)}, qd0 {vector(self.qd0)}; rad or m, per s"),
                ("torque", type(run.torque).__name__),
                ("method", f"{run.method}, {run.integrator}, rtol {run.rtol:g}, atol {run.atol:g}"),
            ]
        else:
            rows.append(("method", run.inverse_method))
        if run.mode == "inverse" or follows_motion(run.torque):
            rows.append(("motion", type(run.motion).__name__))
        if run.tip_wrench is not None:
            rows.append(("tip wrench", f"{vector(run.tip_wrench)} N m, N; world axes"))
        if run.pushes and run.mode == "forward":
            rows.append(("pushes", len(run.pushes)))
        if run.limits != "none":
            rows.append(("at limits", run.limits))
        if self.tolerances:
            rows.append(("tolerances", len(self.tolerances)))
        rows += [(name, getattr(self, name)) for name in ("description", "source") if getattr(self, name)]
        return "\n".join([f"{self.name}: {self._in_words()}", *named(rows)])

    def _in_words(self) -> str:
        return f"{self.run.mode} run of {self.run.duration:g} s, {self.run.samples} samples"

    def save(self, path: Any) -> None:
        """Write the project as one JSON document (*.arm.json), all of it or nothing.

        The file before is kept as `NAME.arm.json~`. Meshes are copied beside it. ProjectError, which names the file,
        where it cannot be written.
        """
        from denoc.files.projects.project_file import save_project

        save_project(self, path)

    def same_run(self, other: Project) -> bool:
        """Whether the other project computes the very same: names, motors, visuals and tolerances do not change it."""
        check_kind(other, Project, "other")
        return all(getattr(self, name) == getattr(other, name) for name in ("robot", "q0", "qd0", "run"))

    def afresh(self) -> Project:
        """The same project without what was computed from it, as light as it was when it was made."""
        return self._with_same_robot(copy(self.robot))

    def sharing(self, other: Project) -> Project:
        """The same project with the other's robot where the two are equal, and so with what was computed from that."""
        robot = check_kind(other, Project, "other").robot
        return self._with_same_robot(robot) if self.robot == robot else self

    def showing(self, view: View) -> Project:
        """The same project with another view."""
        made = self._with_same_robot(self.robot)
        object.__setattr__(made, "view", check_view(view))
        return made

    def _with_same_robot(self, robot: Robot) -> Project:
        """Without checking again what fits an equal robot."""
        made = copy(self)
        object.__setattr__(made, "robot", robot)
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {item.name: getattr(self, item.name) for item in fields(self)}

    def job(self, *, draft: bool = False, belief: Project | None = None) -> Job:
        """The forward run of this project as a `Job`, or a draft of it; its torque law is ready for the integrators.

        The law is that of `belief`, and knows its arm, motion and wrench at the tip, where these are not the project's.
        DynamicsError for a `belief` of another number of joints.
        """
        run, known = self.run, self if belief is None else check_kind(belief, Project, "belief")
        if known.robot.n != self.robot.n:
            raise DynamicsError(f"a project of {self.robot.n} joints is needed", field="belief", value=known.robot.n)
        law = controller(
            known.robot,
            known.run.torque,
            _Wished(known),
            torque_limit=run.torque_limit,
            speed_limit=run.speed_limit,
            tip_wrench=known.run.tip_wrench,
            draft=draft,
        )
        return self._job(law, draft=draft)

    def reference(self, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """q, qd, qdd that the torque law makes the arm follow at times t (k,) in s, (k, n) each; None for nothing."""
        reference = followed(self.run.torque, self.motion_at)
        return None if reference is None else reference(t)

    def _job(self, torque: object, *, draft: bool = False) -> Job:
        run = self.run
        return Job(
            self.robot,
            self.q0,
            self.qd0,
            run.duration,
            torque=torque,
            tip_wrench=run.tip_wrench,
            pushes=run.pushes,
            method=run.method,
            integrator=run.integrator,
            rtol=run.rtol,
            atol=run.atol,
            step=run.step,
            samples=run.samples,
            limits=run.limits,
            limit_stiffness=run.limit_stiffness,
            limit_damping=run.limit_damping,
            draft=draft,
        )

    @property
    def times(self) -> np.ndarray:
        """The times of the run's samples, (samples,), in s."""
        return self._job(None).times

    def motion(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """q, qd, qdd of the motion at the times of the samples, (samples, n) each; rad, m, per s, s^2."""
        return self.motion_at(self.times)

    def motion_at(self, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """q, qd, qdd of the motion at the times t (k,) in s, (k, n) each; rad, m, per s, s^2."""
        return self.trajectory(t)

    @cached_property
    def trajectory(self) -> Trajectory:
        """The motion as a function of time, see `trajectory_of`; a motion of the tip is solved once.

        DynamicsError where the project has none, NoSolution where the tip cannot follow.
        """
        if self.run.motion is None:
            raise DynamicsError("this project has no motion", field="run.motion")
        return trajectory_of(self.robot, self.run.motion, self.run.duration)


class _Wished:
    """The motion that a project's torque law may follow, solved when that law first asks for it."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def __call__(self, t: np.ndarray) -> States:
        return self._project.trajectory(t)

    def at(self, t: float) -> States:
        return state_at(self._project.trajectory, t)

    def changes(self) -> Changes:
        return self._project.trajectory.changes()


def run_project(project: Project, cancel: Cancel | None = None) -> Recording:
    """Carry the project's run out: a `Simulation` of a forward run, a `Recording` of an inverse one.

    Either has t (m,) in s and q, qd, qdd, tau (m, n) in SI units, where m is the number of samples. `cancel` is a
    threading.Event or anything else with is_set(), which ends a forward run early. A forward run that diverges or fails
    says so in its `status`. NoSolution where the tip cannot follow an inverse run's motion, or torques are not finite;
    DynamicsError for what is no Project.

    >>> run = dn.run_project(dn.load("planar-3r-inverse"))
    >>> run.tau.shape
    (1001, 3)
    """
    if check_kind(project, Project, "project").run.mode == "inverse":
        return inverse_recording(project)
    return run_job(project.job(), cancel)


def stream_project(
    project: Project, cancel: Cancel | None = None, *, interval: float = 1 / 30, job: Job | None = None
) -> Iterator[Chunk]:
    """The project's run in chunks, as `stream` gives them; an inverse run comes in one. `job` is the project's, where
    somebody has made it already."""
    if project.run.mode == "forward":
        yield from stream(project.job() if job is None else job, cancel, interval=interval)
        return
    r = inverse_recording(project)
    none = frozen(np.zeros(len(r.t)))
    samples = (r.t, r.q, r.qd, r.qdd, r.tau, r.kinetic, r.potential, none, none)
    yield Chunk(*samples, reached=project.run.duration, steps=0, evaluations=0, status="completed", message="")


def inverse_recording(project: Project, times: np.ndarray | None = None) -> Recording:
    """Torques and energies along the project's motion, at the times of its samples or at others, (k,)."""
    robot, t = project.robot, project.times if times is None else times
    with np.errstate(all="ignore"):
        q, qd, qdd = project.motion_at(t)
        wrench = project.run.tip_wrench
        method = project.run.inverse_method
        tau = inverse_dynamics(robot, q, qd, qdd, method=method, tip_wrench=wrench, kernels=SHARED)
        energies = kinetic_energy(robot, q, qd, kernels=SHARED), potential_energy(robot, q, kernels=SHARED)
    finite = np.isfinite(np.column_stack([q, qd, qdd, tau, *energies])).all(axis=1)
    if not finite.all():
        raise NoSolution(f"the torques are not finite at t = {t[np.argmin(finite)]:.6g} s")
    samples = (frozen(array) for array in (t, q, qd, qdd, tau, *energies))
    return Recording(*samples, tip_wrench=wrench, resample=AtAnyTime(project))


class AtAnyTime:
    """What a project's inverse run is at times that are no samples, and when its motion and its friction change."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def __call__(self, t: np.ndarray) -> Recording:
        return inverse_recording(self._project, t)

    def motion(self, t: np.ndarray) -> States:
        return self._project.motion_at(t)

    def changes(self) -> Changes:
        return self._project.trajectory.changes()

    def friction_levels(self) -> np.ndarray:
        return pack(self._project.robot).friction.levels()


def _check_text(value: object, name: str) -> None:
    """A text of some paragraphs that can be written as UTF-8."""
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise DynamicsError(f"a text of up to {MAX_TEXT} characters is needed", field=name, value=value)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise DynamicsError("contains half a character", field=name) from None
