"""A project: a robot, the state it starts in, and a run; `execute` carries the run out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
import numpy as np

from dynamics.api import ForwardMethod, InverseMethod, inverse_dynamics, kinetic_energy, potential_energy
from dynamics.batch import check_states
from dynamics.cartesian import line_motion
from dynamics.errors import DynamicsError
from dynamics.job import Integrator, Job
from dynamics.recording import Chunk, Recording
from dynamics.robot import Robot
from dynamics.simulation import Cancel, stream
from dynamics.trajectory import Profile, joint_motion

MAX_SAMPLES = 1_000_000


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
        for name in ("q0", "qd0"):
            (array,) = check_states(self.robot, **{name: getattr(self, name)})
            if array.ndim != 1 or not np.isfinite(array).all():
                raise DynamicsError("one finite state is needed", field=name, value=getattr(self, name))
            object.__setattr__(self, name, tuple(array.tolist()))
        if not 2 <= self.run.samples <= MAX_SAMPLES:
            raise DynamicsError(f"2 to {MAX_SAMPLES} samples are possible", field="run.samples", value=self.run.samples)
        if self.run.mode == "inverse" and self.run.motion is None:
            raise DynamicsError("an inverse run needs a motion", field="run.motion")
        self._check_run()

    def _check_run(self) -> None:
        self.job()
        motion = self.run.motion
        if motion is None:
            return
        check_states(self.robot, start=motion.start)
        if isinstance(motion, JointMotion):
            check_states(self.robot, end=motion.end)

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

    def times(self) -> np.ndarray:
        return np.linspace(0.0, self.run.duration, self.run.samples)

    def motion(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """q, qd, qdd of the inverse run at `times()`."""
        motion, run, t = self.run.motion, self.run, self.times()
        if motion is None:
            raise DynamicsError("this project has no motion", field="run.motion")
        if isinstance(motion, JointMotion):
            return joint_motion(self.robot, motion.start, motion.end, run.duration, t, motion.profile)
        return line_motion(
            self.robot, motion.start, motion.displacement, run.duration, t, motion.profile, point=motion.point
        )


def inverse_recording(project: Project) -> Recording:
    """Torques and energies along the project's motion."""
    robot = project.robot
    q, qd, qdd = project.motion()
    tau = inverse_dynamics(robot, q, qd, qdd, method=project.run.inverse_method)
    arrays = (project.times(), q, qd, qdd, tau, kinetic_energy(robot, q, qd), potential_energy(robot, q))
    for array in arrays:
        array.setflags(write=False)
    return Recording(*arrays)


def forward_chunks(project: Project, cancel: Cancel | None = None) -> Iterator[Chunk]:
    """The project's forward run, chunk by chunk."""
    return stream(project.job(), cancel)
