"""A project: a robot, the state it starts in, and a run; `run_project` carries it out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
import numpy as np

from dynamics.api import ForwardMethod, InverseMethod, inverse_dynamics, kinetic_energy, potential_energy
from dynamics.cartesian import line_motion
from dynamics.errors import DynamicsError, NoSolution
from dynamics.job import MAX_SAMPLES, Integrator, Job, check_start, frozen
from dynamics.recording import Chunk, Recording
from dynamics.robot import Robot, check_name
from dynamics.simulation import Cancel
from dynamics.simulation import run as run_job
from dynamics.simulation import stream
from dynamics.trajectory import Profile, joint_motion

MAX_TEXT = 10_000


class FreeFall(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="free"):
    """No joint torque."""


class ConstantTorque(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="law", tag="constant"):
    values: tuple[float, ...]


class JointMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="joints"):
    """From one joint state to another."""

    start: tuple[float, ...]
    end: tuple[float, ...]
    profile: Profile = "cycloidal"


class LineMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="line"):
    """The tip along a straight line, see `cartesian.line_motion`."""

    start: tuple[float, ...]
    displacement: tuple[float, float, float]
    profile: Profile = "poly4567"
    point: tuple[float, float, float] | None = None


class RunSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to compute. Forward runs use the torque law and the integrator, inverse ones the motion."""

    mode: Literal["forward", "inverse"] = "forward"
    duration: float = 10.0
    samples: int = 1001
    method: ForwardMethod = "denoc"
    inverse_method: InverseMethod = "denoc"
    integrator: Integrator = "dopri5"
    rtol: float = 1e-8
    atol: float = 1e-10
    step: float | None = None
    torque: FreeFall | ConstantTorque = FreeFall()
    motion: JointMotion | LineMotion | None = None


@dataclass(frozen=True)
class Project:
    """`source` says where the numbers come from."""

    name: str
    robot: Robot
    q0: tuple[float, ...]
    qd0: tuple[float, ...]
    run: RunSettings = field(default_factory=RunSettings)
    description: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        check_name(self.name, "name")
        for name in ("description", "source"):
            _check_text(getattr(self, name), name)
        for name in ("q0", "qd0"):
            object.__setattr__(self, name, check_start(self.robot, name, getattr(self, name)))
        try:
            msgspec.convert(msgspec.to_builtins(self.run), RunSettings)
        except msgspec.ValidationError as error:
            raise DynamicsError(str(error), field="run") from None
        if not 2 <= self.run.samples <= MAX_SAMPLES:
            raise DynamicsError(f"2 to {MAX_SAMPLES} samples are possible", field="samples", value=self.run.samples)
        self.job()
        motion = self.run.motion
        if motion is not None:
            check_start(self.robot, "start", motion.start)
        elif self.run.mode == "inverse":
            raise DynamicsError("an inverse run needs a motion", field="motion")
        if isinstance(motion, JointMotion):
            check_start(self.robot, "end", motion.end)

    def save(self, path: Any) -> None:
        """Write the project as one JSON document, all of it or nothing."""
        from dynamics.io.project_file import save_project

        save_project(self, path)

    def job(self) -> Job:
        """The forward run of this project."""
        run = self.run
        torque = run.torque.values if isinstance(run.torque, ConstantTorque) else None
        return Job(
            self.robot,
            self.q0,
            self.qd0,
            run.duration,
            torque=torque,
            method=run.method,
            integrator=run.integrator,
            rtol=run.rtol,
            atol=run.atol,
            step=run.step,
            samples=run.samples,
        )

    def motion(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """q, qd, qdd of the inverse run at the times of its samples."""
        motion, run, t = self.run.motion, self.run, self.job().times
        if motion is None:
            raise DynamicsError("this project has no motion", field="run.motion")
        if isinstance(motion, JointMotion):
            return joint_motion(self.robot, motion.start, motion.end, run.duration, t, motion.profile)
        return line_motion(
            self.robot, motion.start, motion.displacement, run.duration, t, motion.profile, point=motion.point
        )


def run_project(project: Project, cancel: Cancel | None = None) -> Recording:
    """Carry the project's run out: a Simulation, or for an inverse run a Recording."""
    if project.run.mode == "inverse":
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


def inverse_recording(project: Project) -> Recording:
    """Torques and energies along the project's motion."""
    robot = project.robot
    with np.errstate(all="ignore"):
        q, qd, qdd = project.motion()
        tau = inverse_dynamics(robot, q, qd, qdd, method=project.run.inverse_method)
        energies = kinetic_energy(robot, q, qd), potential_energy(robot, q)
    t = project.job().times
    finite = np.isfinite(np.column_stack([q, qd, qdd, tau, *energies])).all(axis=1)
    if not finite.all():
        raise NoSolution(f"the torques are not finite at t = {t[np.argmin(finite)]:.6g} s")
    return Recording(*(frozen(array) for array in (t, q, qd, qdd, tau, *energies)))


def _check_text(value: object, name: str) -> None:
    """A text of some paragraphs that can be written as UTF-8."""
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise DynamicsError(f"a text of up to {MAX_TEXT} characters is needed", field=name, value=value)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise DynamicsError("contains half a character", field=name) from None
