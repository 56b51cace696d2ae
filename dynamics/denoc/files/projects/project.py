"""A project: a robot, the state it starts in, and a run; `run_project` carries it out."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from typing import Any, Literal

import msgspec
import numpy as np

from dynamics.actuators import Actuators, check_actuators
from dynamics.api import ForwardMethod, InverseMethod, inverse_dynamics, kinetic_energy, potential_energy
from dynamics.batch import check_start
from dynamics.cancelling import Cancel
from dynamics.changes import Changes
from dynamics.checks import check_kind, check_name
from dynamics.controllers import check_limits, controller, followed
from dynamics.errors import DynamicsError, NoSolution
from dynamics.job import MAX_SAMPLES, Integrator, Job, Limits, frozen
from dynamics.kernels.dispatch import generic_only
from dynamics.motion_checks import check_motion
from dynamics.motions import JointMotion, LineMotion, Motion
from dynamics.plain_data import check_data
from dynamics.recording import Chunk, Recording
from dynamics.robot import Robot
from dynamics.simulation import run as run_job
from dynamics.simulation import stream
from dynamics.torque_laws import ConstantTorque, FreeFall, TorqueLaw, check_law, follows_motion
from dynamics.trajectories import trajectory_of
from dynamics.trajectory import States, Trajectory, state_at
from dynamics.visuals import Visual, check_visuals

__all__ = ["ConstantTorque", "FreeFall", "JointMotion", "LineMotion"]

MAX_TEXT = 10_000


class RunSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to compute. Forward runs use the torque law and the integrator, inverse ones the motion.

    `tip_wrench` acts at the tip in both kinds of run: what the surroundings apply, see `Job`.
    `torque_limit` and `speed_limit` are what the joints' motors can do in a forward run, see `controllers.controller`.
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


@dataclass(frozen=True)
class Project:
    """`source` says where the numbers come from, `actuators` which motors were chosen: one a joint, () for none.

    `visuals` are what the arm looks like; without any it is drawn from its table.
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

    def __post_init__(self) -> None:
        check_name(self.name, "name")
        for name in ("description", "source"):
            _check_text(getattr(self, name), name)
        for name in ("q0", "qd0"):
            object.__setattr__(self, name, check_start(self.robot, name, getattr(self, name)))
        object.__setattr__(self, "actuators", check_actuators(self.robot, self.actuators))
        object.__setattr__(self, "visuals", check_visuals(self.robot, self.visuals))
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

    def save(self, path: Any) -> None:
        """Write the project as one JSON document, all of it or nothing."""
        from dynamics.io.project_file import save_project

        save_project(self, path)

    def same_run(self, other: Project) -> bool:
        """Would the other project compute the very same? Names, motors and visuals do not change a run."""
        check_kind(other, Project, "other")
        return all(getattr(self, name) == getattr(other, name) for name in ("robot", "q0", "qd0", "run"))

    def afresh(self) -> Project:
        """The same project with nothing that was computed from it, as light as it was when it was made."""
        bare = copy(self)
        object.__setattr__(bare, "robot", copy(self.robot))
        return bare

    def __getstate__(self) -> dict[str, Any]:
        return {item.name: getattr(self, item.name) for item in fields(self)}

    def job(self) -> Job:
        """The forward run of this project."""
        run = self.run
        limits = {"torque_limit": run.torque_limit, "speed_limit": run.speed_limit}
        return self._job(controller(self.robot, run.torque, _Wished(self), tip_wrench=run.tip_wrench, **limits))

    def reference(self, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """q, qd, qdd that the torque law makes the arm follow at the times t, (k, n) each; None for nothing."""
        reference = followed(self.run.torque, self.motion_at)
        return None if reference is None else reference(t)

    def _job(self, torque: object) -> Job:
        run = self.run
        return Job(
            self.robot,
            self.q0,
            self.qd0,
            run.duration,
            torque=torque,
            tip_wrench=run.tip_wrench,
            method=run.method,
            integrator=run.integrator,
            rtol=run.rtol,
            atol=run.atol,
            step=run.step,
            samples=run.samples,
            limits=run.limits,
            limit_stiffness=run.limit_stiffness,
            limit_damping=run.limit_damping,
        )

    @property
    def times(self) -> np.ndarray:
        """The times of the run's samples."""
        return self._job(None).times

    def motion(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """q, qd, qdd of the inverse run at the times of its samples."""
        return self.motion_at(self.times)

    def motion_at(self, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """q, qd, qdd of the motion at the times t."""
        return self.trajectory(t)

    @cached_property
    def trajectory(self) -> Trajectory:
        """The motion as a function of time; a motion of the tip is solved once."""
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
    """Carry the project's run out: a Simulation, or for an inverse run a Recording."""
    if check_kind(project, Project, "project").run.mode == "inverse":
        return inverse_recording(project)
    return run_job(project.job(), cancel)


def stream_project(project: Project, cancel: Cancel | None = None, *, interval: float = 1 / 30) -> Iterator[Chunk]:
    """The project's run in chunks, as `stream` gives them; an inverse run comes in one."""
    if project.run.mode == "forward":
        yield from stream(project.job(), cancel, interval=interval)
        return
    r = inverse_recording(project)
    none = frozen(np.zeros(len(r.t)))
    samples = (r.t, r.q, r.qd, r.qdd, r.tau, r.kinetic, r.potential, none, none)
    yield Chunk(*samples, reached=project.run.duration, steps=0, evaluations=0, status="completed", message="")


def inverse_recording(project: Project, times: np.ndarray | None = None) -> Recording:
    """Torques and energies along the project's motion, at the times of its samples or at others, (k,)."""
    robot, t = project.robot, project.times if times is None else times
    with np.errstate(all="ignore"), generic_only():  # the same numbers, whichever kernels are ready
        q, qd, qdd = project.motion_at(t)
        wrench = project.run.tip_wrench
        tau = inverse_dynamics(robot, q, qd, qdd, method=project.run.inverse_method, tip_wrench=wrench)
        energies = kinetic_energy(robot, q, qd), potential_energy(robot, q)
    finite = np.isfinite(np.column_stack([q, qd, qdd, tau, *energies])).all(axis=1)
    if not finite.all():
        raise NoSolution(f"the torques are not finite at t = {t[np.argmin(finite)]:.6g} s")
    samples = (frozen(array) for array in (t, q, qd, qdd, tau, *energies))
    return Recording(*samples, tip_wrench=wrench, resample=partial(inverse_recording, project))


def _check_text(value: object, name: str) -> None:
    """A text of some paragraphs that can be written as UTF-8."""
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise DynamicsError(f"a text of up to {MAX_TEXT} characters is needed", field=name, value=value)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise DynamicsError("contains half a character", field=name) from None
