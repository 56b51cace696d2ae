"""Edits of a project's run as plain functions: its mode, its motion, its duration, its torque law.

A motion with times of its own decides the duration of an inverse run: the two change together.
"""

from __future__ import annotations

import math
from typing import Any, Literal

import msgspec

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.motions.motion_data import JointMotion, Motion, Row, SampledMotion, ViaMotion
from denoc.runs.problem.job import MAX_SAMPLES, MAX_VALUES
from denoc.torques.controller_model import KNOWING, ControllerModel
from denoc.torques.torque_laws import ComputedTorque, ConstantTorque, FreeFall, PdTorque, TorqueLaw, follows_motion
from denoc_studio.project import edits
from denoc_studio.project.edits import still, too_late
from denoc_studio.project.law_kinds import default_law, default_limit, model_of
from denoc_studio.project.motion_kinds import converted, default_motion, own_duration, started_from


def set_mode(project: Project, mode: Literal["forward", "inverse"]) -> Project:
    """Forward or inverse; an inverse run without a motion gets one, and lasts as long as the motion does."""
    if mode == "forward":
        return edits.set_run(project, mode=mode)
    motion = project.run.motion or default_motion(project)
    return edits.set_run(project, mode=mode, motion=motion, duration=own_duration(motion) or project.run.duration)


def set_motion(project: Project, motion: Motion) -> Project:
    own = own_duration(motion)
    if project.run.mode == "forward" or own is None:
        return edits.set_run(project, motion=motion)
    return edits.set_run(project, motion=motion, duration=own)


def use_motion(project: Project, motion: Motion, duration: float) -> Project:
    """A run of this motion and duration (s), as densely sampled: inverse, unless its torque law follows a motion."""
    follows = project.run.mode == "forward" and follows_motion(project.run.torque)
    samples = _as_dense(project, duration, None)
    mode = "forward" if follows else "inverse"
    return edits.set_run(project, mode=mode, motion=motion, duration=duration, samples=samples)


def use_measured_motion(project: Project, motion: SampledMotion, samples: int) -> Project:
    """An inverse run of this motion, as long as it lasts, with so many samples as far as they are kept."""
    most = min(MAX_SAMPLES, MAX_VALUES // project.robot.n)
    last = own_duration(motion) or project.run.duration
    return edits.set_run(project, mode="inverse", motion=motion, duration=last, samples=max(2, min(samples, most)))


def change_motion(project: Project, **changes: Any) -> Project:
    """Some entries of the motion that there is."""
    motion = project.run.motion
    if motion is None or not all(hasattr(motion, name) for name in changes):
        raise too_late()
    return set_motion(project, msgspec.structs.replace(motion, **changes))


def set_kind(project: Project, kind: str) -> Project:
    """Another kind of motion, with what it can keep."""
    return set_motion(project, converted(project, kind))


def start_motion_from(project: Project, q: Row) -> Project:
    if project.run.motion is None:
        raise too_late()
    return set_motion(project, started_from(project.run.motion, q))


def start_near(project: Project, q0: Row, qd0: Row, tau: Row) -> Project:
    """A forward run from a state beside a pose that these torques hold, or where all are zero the arm itself."""
    law = ConstantTorque(tau) if any(tau) else FreeFall()
    return edits.set_run(edits.set_start(project, q0=q0, qd0=qd0), mode="forward", torque=law)


def let_go(project: Project, q0: Row, until: float = 0.0) -> Project:
    """A forward run of the arm that is let go at rest in a pose: nothing acts on it but gravity and friction. It lasts
    longer than before where it has to last until a time (s)."""
    changes = {"mode": "forward", "torque": FreeFall(), "limits": "none", "tip_wrench": None, "pushes": ()}
    made = edits.set_run(edits.set_start(project, q0=q0, qd0=(0.0,) * len(q0)), **changes)
    late = math.isfinite(until) and until >= project.run.duration
    return set_duration(made, math.ceil(1.2 * until)) if late else made


def end_motion_at(project: Project, q: Row) -> Project:
    """The motion of the joints led to another state."""
    motion = project.run.motion
    if isinstance(motion, ViaMotion):
        return change_motion(project, points=(*motion.points[:-1], q))
    return change_motion(project, end=q)


def swap_ends(project: Project) -> Project:
    motion = still(project.run.motion, JointMotion)
    return change_motion(project, start=motion.end, end=motion.start)


def set_profile(project: Project, profile: str | None) -> Project:
    """One profile for all joints, or one for each, to begin with the one that they have."""
    motion = still(project.run.motion, JointMotion)
    if profile is not None:
        return change_motion(project, profile=profile)
    each = (motion.profile,) * project.robot.n if isinstance(motion.profile, str) else motion.profile
    return change_motion(project, profile=each)


def set_duration(project: Project, duration: float, density: float | None = None) -> Project:
    """A longer or shorter run, as densely sampled or with so many samples a second.

    Via points of an inverse run move with it, its samples do not.
    """
    motion, own = project.run.motion, own_duration(project.run.motion)
    if project.run.mode == "forward" or own is None or own == duration:
        return edits.set_run(project, duration=duration, samples=_as_dense(project, duration, density))
    if isinstance(motion, SampledMotion):
        raise DynamicsError(f"the samples last {own:g} s, and so does the run", field="duration", value=duration)
    motion = still(motion, ViaMotion)
    if not duration > 0:
        raise DynamicsError("must be above zero", field="duration", value=duration)
    times = (*(time * (duration / own) for time in motion.times[:-1]), duration)
    return edits.set_run(project, motion=msgspec.structs.replace(motion, times=times), duration=duration)


def _as_dense(project: Project, duration: float, density: float | None) -> int:
    """Samples for another duration, so many a second or as dense as they are now, within what is kept."""
    run, most = project.run, min(MAX_SAMPLES, MAX_VALUES // project.robot.n)
    if not 0 < duration < math.inf:
        return run.samples
    density = (run.samples - 1) / run.duration if density is None else density
    return max(2, round(min(density * duration + 1, most)))


def set_law(project: Project, law: TorqueLaw) -> Project:
    """Another torque law; one that follows a motion gets one where there is none."""
    motion = project.run.motion
    if motion is None and follows_motion(law):
        motion = default_motion(project)
    return edits.set_run(project, torque=law, motion=motion)


def choose_law(project: Project, kind: str) -> Project:
    """A law of another kind, with entries to begin with; a controller keeps what it knows."""
    before, law = project.run.torque, default_law(project, kind)
    if isinstance(before, PdTorque | ComputedTorque) and isinstance(law, PdTorque | ComputedTorque):
        law = msgspec.structs.replace(law, model=before.model)
    return set_law(project, law)


def follow_motion(project: Project, follow: bool) -> Project:
    """Whether a PD law follows the motion or goes to a target, which is the initial state to begin with."""
    law = still(project.run.torque, PdTorque)
    return set_law(project, msgspec.structs.replace(law, target=None if follow else project.q0))


def change_law(project: Project, **changes: Any) -> Project:
    """Some entries of the torque law that there is."""
    return edits.set_run(project, torque=msgspec.structs.replace(project.run.torque, **changes))


def change_model(project: Project, **changes: Any) -> Project:
    """Some of what the controller knows; as a controller knows it anyway, there is nothing to keep."""
    model = msgspec.structs.replace(model_of(project.run.torque), **changes)
    return change_law(project, model=None if model == ControllerModel() else model)


def set_known(project: Project, name: str, on: bool) -> Project:
    """Whether the controller knows the arm's masses, payload or friction, or the tip_wrench."""
    doubted = {"masses": (1.0,) * project.robot.n, "payload": 0.0, "friction": False, "tip_wrench": False}
    return change_model(project, **{name: getattr(KNOWING, name) if on else doubted[name]})


def switch_limit(project: Project, name: str, on: bool) -> Project:
    """The motors' torque_limit or speed_limit, with entries to begin with, or none."""
    return edits.set_run(project, **{name: default_limit(project, name) if on else None})
