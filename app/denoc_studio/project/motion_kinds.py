"""The kinds of motion in words, and a motion of one kind made of one of another: start, end and duration stay."""

from __future__ import annotations

import math

import msgspec
import numpy as np

from denoc.arm.robot import Robot
from denoc.files.projects.project import Project
from denoc.motions.joint_trajectories import States
from denoc.motions.motion_data import (
    ArcMotion,
    JointMotion,
    LineMotion,
    Motion,
    PoseMotion,
    Row,
    SampledMotion,
    SineMotion,
    TipPose,
    Triple,
    ViaMotion,
    first_state,
)
from denoc_studio.project.slider_range import pose_ranges, reach
from denoc_studio.project.tip_motions import good_normal, good_start, good_way, tip_position, usual_task

KINDS = {
    "joints": "joints, from start to end",
    "via": "joints, through via points",
    "sines": "joints, sums of sines",
    "sampled": "joints, sampled (CSV)",
    "line": "tip, straight line",
    "arc": "tip, circular arc",
    "poses": "tip, from pose to pose",
}
PROFILES = {
    "cycloidal": "cycloid",
    "poly345": "3-4-5 polynomial",
    "poly4567": "4-5-6-7 polynomial",
    "trapezoidal": "trapezoid",
}
STROKE = math.pi / 3  # rad, of a new motion
SAMPLES = 101  # rows of a sampled motion made of another one

TipMotion = LineMotion | ArcMotion | PoseMotion


def kind_of(motion: Motion) -> str:
    return str(motion.__struct_config__.tag)


def default_motion(project: Project) -> JointMotion:
    """A cycloid from the initial state, every joint by a visible stroke."""
    return JointMotion(project.q0, stroke_from(project.robot, project.q0))


def stroke_from(robot: Robot, start: Row) -> Row:
    """A state that lies a visible way from `start`, on the side where the limits leave room."""
    end, length = [], reach(robot)
    for link, q, (low, high) in zip(robot.links, start, pose_ranges(robot), strict=True):
        stroke = min(STROKE if link.revolute else 0.2 * length, 0.8 * (high - low))
        end.append(q + stroke if q + stroke <= high else q - stroke)
    return tuple(end)


def own_duration(motion: Motion | None) -> float | None:
    """The time at which a motion with times of its own ends; None where the run decides."""
    return motion.times[-1] if isinstance(motion, ViaMotion | SampledMotion) else None


def states_at(project: Project, times: np.ndarray) -> States | None:
    """The motion's states; None where it is one of the tip that nobody has solved yet, for that takes its time."""
    if project.run.motion is None or (isinstance(project.run.motion, TipMotion) and "trajectory" not in vars(project)):
        return None
    return project.trajectory(times)


def converted(project: Project, kind: str) -> Motion:
    """The project's motion as one of another kind, as far as it goes."""
    motion = project.run.motion or default_motion(project)
    if kind_of(motion) == kind:
        return motion
    if kind in ("line", "arc", "poses"):
        return _tip_motion(project, motion, kind)
    if kind == "joints":
        start, end = _through(project, motion, 2)
        return JointMotion(start, end)
    if kind == "via":
        times = np.linspace(0.0, own_duration(motion) or project.run.duration, 3)
        return ViaMotion(tuple(times.tolist()), _through(project, motion, 3))
    if kind == "sampled":
        times = np.linspace(0.0, own_duration(motion) or project.run.duration, SAMPLES)
        return SampledMotion(tuple(times.tolist()), _through(project, motion, SAMPLES))
    return _sines(project, motion)


def _through(project: Project, motion: Motion, count: int) -> tuple[Row, ...]:
    """States of the motion at equal times, from the first to the last; on a straight way where it is not solved."""
    times = np.linspace(0.0, own_duration(motion) or project.run.duration, count)
    states = states_at(project, times)
    if states is None:
        start = np.array(first_state(motion))
        end = np.array(stroke_from(project.robot, first_state(motion)))
        q = start + np.linspace(0.0, 1.0, count)[:, None] * (end - start)
    else:
        q = states[0]
    return tuple(tuple(row) for row in q.tolist())


def _sines(project: Project, motion: Motion) -> SineMotion:
    """One sine a joint that turns round at the start and, after half the time, at the end."""
    start, end = _through(project, motion, 2)
    if start == end:
        end = stroke_from(project.robot, start)
    frequency = 1 / project.run.duration
    pairs = list(zip(start, end, strict=True))
    offset = tuple((a + b) / 2 for a, b in pairs)
    return SineMotion(offset, tuple((((b - a) / 2, frequency, -math.pi / 2),) for a, b in pairs))


def _tip_motion(project: Project, motion: Motion, kind: str) -> TipMotion:
    robot = project.robot
    if isinstance(motion, TipMotion):
        start, task, profile, way = motion.start, motion.task, motion.profile, _way_of(robot, motion)
    else:
        task = usual_task(robot)
        start, profile = good_start(robot, first_state(motion), task), "poly4567"
        way = good_way(robot, start, task)
    if kind == "line":
        return LineMotion(start, way, profile, task=task)
    tip = tip_position(robot, start)
    if kind == "poses":
        return PoseMotion(start, (TipPose(_sum(tip, way)),), profile, task=task)
    normal = good_normal(robot, start, task, way)
    return ArcMotion(start, _sum(tip, way, 0.5), normal, math.pi, profile, task=task)


def _way_of(robot: Robot, motion: TipMotion) -> Triple:
    """From the tip's first place to its last one."""
    if isinstance(motion, LineMotion):
        return motion.displacement
    tip = np.array(tip_position(robot, motion.start))
    if isinstance(motion, PoseMotion):
        end = np.array(motion.poses[-1].position)
    else:
        arm, axis = tip - motion.centre, np.array(motion.normal) / np.linalg.norm(motion.normal)
        c, s = math.cos(motion.angle), math.sin(motion.angle)
        end = motion.centre + c * arm + s * np.cross(axis, arm) + (1 - c) * axis * (axis @ arm)
    x, y, z = np.round(end - tip, 12).tolist()
    return x, y, z


def _sum(place: Triple, way: Triple, share: float = 1.0) -> Triple:
    """Rounded, for reading."""
    x, y, z = (float(f"{a + share * b:.6g}") for a, b in zip(place, way, strict=True))
    return x, y, z


def started_from(motion: Motion, q: Row) -> Motion:
    """The motion begun in another state; what comes after keeps its distance or its place, as the kind has it."""
    match motion:
        case ViaMotion():
            return msgspec.structs.replace(motion, points=(q, *motion.points[1:]))
        case SineMotion():
            moved = zip(motion.offset, q, first_state(motion), strict=True)
            return msgspec.structs.replace(motion, offset=tuple(a + b - c for a, b, c in moved))
        case LineMotion():
            return msgspec.structs.replace(motion, start=q, point=None)
        case SampledMotion():
            return motion
    return msgspec.structs.replace(motion, start=q)
