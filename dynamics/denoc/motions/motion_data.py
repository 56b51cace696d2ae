"""Motions as a project keeps them: one struct a kind, SI units and radians; `motion_to_trajectory` makes them move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import msgspec
import numpy as np

from denoc.motions.joint_trajectories import RAMP, Profile
from denoc.motions.tip_task import WHOLE_POSE

Row = tuple[float, ...]
Triple = tuple[float, float, float]
Weights = tuple[float, float, float, float, float, float]


class JointMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="joints"):
    """A motion from one joint state to another, at rest at both ends; it takes the run's whole duration.

    `start` and `end` (rad, m) have n numbers. `profile` says how a joint rises from one to the other: "cycloidal",
    "poly345", "poly4567" or "trapezoidal", one for all joints or a tuple of one for each. All but the trapezoid also
    begin and end without acceleration. `ramp` is the share of the time, 1e-6 to 0.5, in which a trapezoid reaches
    its full speed, and in which it brakes. Checked where it is used: DynamicsError from `Project` and `trajectory_of`.

    >>> swing = dn.JointMotion(start=(0.0, 0.0), end=(1.0, -0.5))
    >>> q, qd, qdd = dn.trajectory_of(dn.rod_chain(2).robot, swing, duration=2.0)(np.array([0.0, 1.0, 2.0]))
    >>> q.round(6).tolist()
    [[0.0, 0.0], [0.5, -0.25], [1.0, -0.5]]
    """

    start: Row
    end: Row
    profile: Profile | tuple[Profile, ...] = "cycloidal"
    ramp: float = RAMP


class ViaMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="via"):
    """A motion through joint states at given times: a spline, at rest at both ends.

    `times` (s) rise from 0, whatever the run's duration: the motion lasts to the last of them, and rests after it.
    `points` has one row of n numbers (rad, m) for each. "cubic" keeps the acceleration continuous, "quintic" everything
    up to the fourth derivative, and begins and ends without acceleration. Checked where it is used: DynamicsError from
    `Project` and `trajectory_of`.

    >>> via = dn.ViaMotion(times=(0.0, 1.0, 2.0), points=((0.0, 0.0), (1.0, 0.5), (0.0, 0.0)))
    >>> path = dn.trajectory_of(dn.rod_chain(2).robot, via, duration=2.0)
    >>> path(np.array([1.0]))[0].round(6).tolist()
    [[1.0, 0.5]]
    """

    times: Row
    points: tuple[Row, ...]
    order: Literal["cubic", "quintic"] = "quintic"


class SampledMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="sampled"):
    """A motion given as a table, measured or computed elsewhere: joint states at given times.

    `times` (s) rise from 0, whatever the run's duration: the motion lasts to the last of them, and rests after it. `q`
    has one row of n numbers (rad, m) for each, and so have `qd` and `qdd` (per s, s^2) where they are given. Of q alone
    a quintic spline is taken, with rates and accelerations at the ends as it finds them; with qd cubic pieces, whose
    acceleration jumps at the samples; with qd and qdd quintic pieces. What is given is met at every sample.
    `read_motion_csv` reads one, `smooth_motion` takes noise out of one. Checked where it is used: DynamicsError from
    `Project` and `trajectory_of`.
    """

    times: Row
    q: tuple[Row, ...]
    qd: tuple[Row, ...] | None = None
    qdd: tuple[Row, ...] | None = None


class SineMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="sines"):
    """A motion of sines, offset + sum of amplitude sin(2 pi frequency t + phase): excitation, not from or to rest.

    `offset` (rad, m) has n numbers; `terms` has for each joint a tuple of (amplitude in rad or m, frequency in Hz,
    phase in rad), which may be empty. Checked where it is used: DynamicsError from `Project` and `trajectory_of`.

    >>> shake = dn.SineMotion(offset=(0.1,), terms=(((0.5, 1.0, 0.0), (0.1, 3.0, 0.0)),))
    >>> q, qd, qdd = dn.trajectory_of(dn.rod_chain(1).robot, shake, duration=5.0)(np.array([0.0]))
    >>> float(q[0, 0]), round(float(qd[0, 0] / (2 * np.pi)), 6)
    (0.1, 0.8)
    """

    offset: Row
    terms: tuple[tuple[Triple, ...], ...]


class LineMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="line"):
    """A motion of the tip along a straight line without change of orientation, through inverse kinematics; any arm.

    The tip starts where the joint state `start` (n numbers; rad, m) puts it and moves by `displacement` (m, world
    axes), from rest to rest by `profile` (see `JointMotion`) over the run's duration. Where a `point` (m, world axes)
    is given, the line starts there and `start` is the first guess. `task` has six numbers from 0 to 1, for rotation
    about and shift along world x, y, z: 1 must be met, 0 is free, what is between is met as well as the others allow.
    Joints that the task leaves idle move as little as they can, or with `pull` are drawn to the middle of their limits
    at that rate per whole path. DynamicsError where numbers cannot be used; NoSolution from `trajectory_of` or the run,
    which says when and why, for a path out of reach, through a singularity or beyond a joint limit.

    >>> arm = dn.rod_chain(3).robot
    >>> line = dn.LineMotion(start=(0.5, -1.0, 0.5), displacement=(-0.1, 0.05, 0.0))
    >>> q, _, _ = dn.trajectory_of(arm, line, duration=1.0)(np.array([0.0, 1.0]))
    >>> tips = dn.forward_kinematics(arm, q)[:, -1, :3, 3]
    >>> (tips[1] - tips[0]).round(6).tolist()
    [-0.1, 0.05, 0.0]
    """

    start: Row
    displacement: Triple
    profile: Profile = "poly4567"
    point: Triple | None = None
    task: Weights = WHOLE_POSE
    pull: float = 0.0


class ArcMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="arc"):
    """A motion of the tip along a circular arc, through inverse kinematics.

    The tip starts where the joint state `start` (n numbers; rad, m) puts it and goes by `angle` (rad) about the line
    through `centre` (m) along `normal`, world axes. It keeps its orientation or, `turning`, turns with the arc.
    `profile`, `task`, `pull` and errors as for `LineMotion`.

    >>> arm = dn.rod_chain(3).robot
    >>> arc = dn.ArcMotion(start=(0.5, -1.0, 0.5), centre=(0.5, 0.0, 0.0), normal=(0, 0, 1), angle=0.3)
    >>> q, _, _ = dn.trajectory_of(arm, arc, duration=1.0)(np.linspace(0.0, 1.0, 5))
    >>> radii = np.linalg.norm(dn.forward_kinematics(arm, q)[:, -1, :3, 3] - [0.5, 0, 0], axis=1)
    >>> bool(np.allclose(radii, radii[0]))
    True
    """

    start: Row
    centre: Triple
    normal: Triple
    angle: float
    profile: Profile = "poly4567"
    turning: bool = False
    task: Weights = WHOLE_POSE
    pull: float = 0.0


class TipPose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pose that the tip is to take: `position` (m) and `rotation`, world axes.

    `rotation` is a rotation vector, axis times angle in rad, from world axes to tip axes; None keeps the orientation
    before. One of the poses of a `PoseMotion`, which is where it is checked.
    """

    position: Triple
    rotation: Triple | None = None


class PoseMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="poses"):
    """A motion of the tip from pose to pose, at rest in each, through inverse kinematics.

    The tip starts where the joint state `start` (n numbers; rad, m) puts it; `poses` are `TipPose`. Between two of them
    it goes straight and turns about one axis, the shorter way. `shares` are those of the run's duration that the legs
    take, all alike when None. `profile`, `task`, `pull` and errors as for `LineMotion`.

    >>> there, back = dn.TipPose((0.7, 0.1, 0.0)), dn.TipPose((0.8, 0.0, 0.0))
    >>> tour = dn.PoseMotion((0.5, -1.0, 0.5), (there, back), task=(0, 0, 0, 1, 1, 0))
    >>> arm = dn.rod_chain(3).robot
    >>> q, _, _ = dn.trajectory_of(arm, tour, duration=2.0)(np.array([1.0, 2.0]))
    >>> dn.forward_kinematics(arm, q)[:, -1, :2, 3].round(6).tolist()
    [[0.7, 0.1], [0.8, 0.0]]
    """

    start: Row
    poses: tuple[TipPose, ...]
    profile: Profile = "poly4567"
    shares: Row | None = None
    task: Weights = WHOLE_POSE
    pull: float = 0.0


Motion = JointMotion | ViaMotion | SampledMotion | SineMotion | LineMotion | ArcMotion | PoseMotion
KINDS = tuple(kind.__struct_config__.tag for kind in get_args(Motion))


def first_state(motion: Motion) -> Row:
    """The joint state in which the motion begins; where a line has a `point`, the guess at it."""
    match motion:
        case ViaMotion():
            return motion.points[0]
        case SampledMotion():
            return motion.q[0]
        case SineMotion():
            sines = [sum(a * float(np.sin(phase)) for a, _, phase in terms) for terms in motion.terms]
            return tuple(offset + sine for offset, sine in zip(motion.offset, sines, strict=True))
    return motion.start


def rearranged(motion: Motion, change: Callable[[Row], Row]) -> Motion:
    """The motion of an arm whose joints were rearranged: `change` does it to one number a joint.

    Numbers that `change` adds for new joints must be below 1.
    """
    changes: dict[str, Any] = {}
    for name in ("start", "end", "offset"):
        if hasattr(motion, name):
            changes[name] = change(getattr(motion, name))
    for name in ("points", "q", "qd", "qdd"):
        if getattr(motion, name, None) is not None:
            changes[name] = tuple(change(row) for row in getattr(motion, name))
    for name, new in (("terms", ()), ("profile", "cycloidal")):
        old = getattr(motion, name, None)
        if isinstance(old, tuple):
            numbers = change(tuple(float(i) for i in range(1, len(old) + 1)))
            changes[name] = tuple(old[int(i) - 1] if i >= 1 else new for i in numbers)
    return msgspec.structs.replace(motion, **changes)
