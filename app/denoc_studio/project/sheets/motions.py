"""The columns and tables in which motions are edited: ends of the joints, sines; via points, poses of the tip."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.motions.motion_data import (
    ArcMotion,
    JointMotion,
    LineMotion,
    PoseMotion,
    SineMotion,
    TipPose,
    Triple,
    ViaMotion,
)
from denoc_studio.project.edits import still
from denoc_studio.project.entry.joint_units import HERTZ, SECOND, angle_unit, position_unit
from denoc_studio.project.entry.numbers import METRE, Unit
from denoc_studio.project.motion_kinds import PROFILES
from denoc_studio.project.run_edits import change_motion
from denoc_studio.project.sheets.per_joint import Entry, field_entry
from denoc_studio.project.sheets.sheet import Cells, Column, RowUnit, Sheet, UnitOf, of_joint, of_row
from denoc_studio.project.sheets.timed_rows import NO_ROWS, TimedRows, TimedSheet

AS_BEFORE: Triple = (math.inf, math.inf, math.inf)
TURN = (
    "Rotation vector of the tip: axis times angle, world axes; three zeros are the world's axes, and without any the "
    "tip keeps the orientation before"
)


def _turn_unit(_project: Project, _row: int, degrees: bool) -> Unit:
    return angle_unit(degrees)


def _field(name: str, tip: str, unit: RowUnit | None, **more: Any) -> Entry:
    """The column of the motion's field of this name."""
    return field_entry(Column(name, name, tip, unit, **more), name, lambda project: project.run.motion, change_motion)


OF_POSITION = of_row(position_unit)
START = _field("start", "Where the joint starts", OF_POSITION)
END = _field("end", "Where the joint ends", OF_POSITION)
TIP_START = _field("start", "Where the joint is when the tip sets off", OF_POSITION)
SHORT_PROFILES = {key: words.removesuffix(" polynomial") for key, words in PROFILES.items()}
PROFILE = _field("profile", "How the joint speeds up and slows down", None, choices=SHORT_PROFILES)


def motion_entries(project: Project, term: int) -> tuple[Entry, ...]:
    """What the motion has for each joint; of sums of sines the `term`-th sine."""
    match project.run.motion:
        case JointMotion(profile=str()):
            return START, END
        case JointMotion():
            return START, END, PROFILE
        case SineMotion():
            return sine_entries(term)
        case LineMotion() | ArcMotion() | PoseMotion():
            return (TIP_START,)
    return ()


class ViaSheet(TimedSheet):
    """One row a via point: its time and the joints."""

    row = "point"

    def columns(self, project: Project) -> Sequence[Column]:
        return [Column("t", "time", "When the arm is there [s]; the first time is 0", lambda *_: SECOND)] + [
            Column(f"q{k + 1}", f"q{k + 1}", f"Position of joint {k + 1}", of_joint(position_unit, k))
            for k in range(project.robot.n)
        ]

    def table(self, project: Project) -> TimedRows:
        motion = project.run.motion
        return TimedRows(motion.times, motion.points) if isinstance(motion, ViaMotion) else NO_ROWS

    def with_table(self, project: Project, table: TimedRows) -> Project:
        return change_motion(project, times=table.times, points=table.rows)


def _sine(heading: str, name: str, tip: str, unit: UnitOf, term: int, place: int) -> Entry:
    """One number of one sine of each joint, 0 where it has no such sine."""

    def of(project: Project) -> tuple[float, ...]:
        motion = still(project.run.motion, SineMotion)
        return tuple(terms[term][place] if term < len(terms) else 0.0 for terms in motion.terms)

    def put(project: Project, values: tuple[float, ...]) -> Project:
        motion = still(project.run.motion, SineMotion)
        return change_motion(project, terms=tuple(map(with_value, motion.terms, values)))

    def with_value(terms: tuple[Triple, ...], value: float) -> tuple[Triple, ...]:
        if term >= len(terms):
            if value == 0:
                return terms
            terms = (*terms, *((0.0, 0.0, 0.0),) * (term + 1 - len(terms)))
        a, f, p = (value if k == place else number for k, number in enumerate(terms[term]))
        return (*terms[:term], (a, f, p), *terms[term + 1 :])

    return Entry(Column(heading, name, tip, of_row(unit)), of, put)


@cache
def sine_entries(term: int) -> tuple[Entry, ...]:
    """The middle about which each joint swings, and amplitude, frequency and phase of one of its sines."""
    return (
        _field("offset", "The middle about which the joint swings", OF_POSITION),
        _sine("ampl.", "amplitude", "How far it swings to either side", position_unit, term, 0),
        _sine("freq.", "frequency", "Swings per second", lambda *_: HERTZ, term, 1),
        _sine("phase", "phase", "Of the sine at t = 0", lambda _link, degrees: angle_unit(degrees), term, 2),
    )


class PoseSheet(Sheet):
    """One row a pose: the tip's position and its rotation vector, empty where it keeps the one before."""

    row = "pose"
    grows = True
    units_in_cells = False
    digits = 5

    def rows(self, project: Project) -> int:
        motion = project.run.motion
        return len(motion.poses) if isinstance(motion, PoseMotion) else 0

    def columns(self, project: Project) -> Sequence[Column]:
        places = [Column(axis, axis, f"The tip's {axis} [m], world axes", lambda *_: METRE) for axis in "xyz"]
        turns = [
            Column(f"r{axis}", f"rotation {axis}", TURN, _turn_unit, optional=True, none_words="as before")
            for axis in "xyz"
        ]
        motion = project.run.motion
        turning = isinstance(motion, PoseMotion) and any(pose.rotation is not None for pose in motion.poses)
        return [*places, *turns] if turning else places

    def get(self, project: Project, row: int, column: int) -> float:
        motion = still(project.run.motion, PoseMotion)
        pose = motion.poses[row]
        return (*pose.position, *(pose.rotation or AS_BEFORE))[column]

    def put(self, project: Project, cells: Cells) -> Project:
        motion = still(project.run.motion, PoseMotion)
        poses = list(motion.poses)
        for (row, column), value in sorted(cells.items()):
            while row >= len(poses):
                poses.append(poses[-1])
            poses[row] = _with_entry(poses[row], column, value)
        poses = [_turned(pose) for pose in poses]
        return change_motion(project, poses=tuple(poses), shares=_shares(motion, len(poses)))


def add_pose(project: Project, pose: TipPose | None = None) -> Project:
    """Another pose at the end; without one, like the last one."""
    motion = still(project.run.motion, PoseMotion)
    return change_motion(project, poses=(*motion.poses, pose or motion.poses[-1]), shares=None)


def remove_poses(project: Project, rows: Sequence[int]) -> Project:
    motion = still(project.run.motion, PoseMotion)
    left = tuple(pose for k, pose in enumerate(motion.poses) if k not in rows)
    if not left:
        raise DynamicsError("a motion keeps at least one pose", field="poses")
    return change_motion(project, poses=left, shares=None)


def _shares(motion: PoseMotion, count: int) -> tuple[float, ...] | None:
    return motion.shares if motion.shares is not None and len(motion.shares) == count else None


def _with_entry(pose: TipPose, column: int, value: float) -> TipPose:
    def replaced(triple: Triple, k: int) -> Triple:
        x, y, z = (value if i == k else each for i, each in enumerate(triple))
        return x, y, z

    if column < 3:
        return msgspec.structs.replace(pose, position=replaced(pose.position, column))
    return msgspec.structs.replace(pose, rotation=replaced(pose.rotation or AS_BEFORE, column - 3))


def _turned(pose: TipPose) -> TipPose:
    """With its rotation whole: what is left out beside other entries is zero, and all three keep the one before."""
    if pose.rotation is None or all(map(math.isfinite, pose.rotation)):
        return pose
    x, y, z = (0.0 if math.isinf(value) else value for value in pose.rotation)
    return msgspec.structs.replace(pose, rotation=None if pose.rotation == AS_BEFORE else (x, y, z))
