"""Motions as a project keeps them: one struct a kind, SI units and radians; see `trajectories` for what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import msgspec
import numpy as np

from dynamics.tip_task import WHOLE_POSE
from dynamics.trajectory import RAMP, Profile

Row = tuple[float, ...]
Triple = tuple[float, float, float]
Weights = tuple[float, float, float, float, float, float]


class JointMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="joints"):
    """From one joint state to another, by one profile or by one for each joint.

    Rate zero at both ends, and but for the trapezoid the acceleration too. `ramp` is the share of the time in which
    a trapezoid reaches its full speed, and in which it brakes.
    """

    start: Row
    end: Row
    profile: Profile | tuple[Profile, ...] = "cycloidal"
    ramp: float = RAMP


class ViaMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="via"):
    """Through joint states at given times, which rise from 0; the motion lasts to the last of them.

    Cubic: continuous acceleration, rate zero at both ends. Quintic: continuous up to the fourth derivative, rate and
    acceleration zero at both ends.
    """

    times: Row
    points: tuple[Row, ...]
    order: Literal["cubic", "quintic"] = "quintic"


class SampledMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="sampled"):
    """A table of joint states at given times, which rise from 0; the motion lasts to the last of them.

    Of q alone a quintic spline, with rates and accelerations at the ends as it finds them; with qd cubic pieces, whose
    acceleration jumps at the samples; with qd and qdd quintic pieces. What is given is met at every sample.
    """

    times: Row
    q: tuple[Row, ...]
    qd: tuple[Row, ...] | None = None
    qdd: tuple[Row, ...] | None = None


class SineMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="sines"):
    """offset + sum of amplitude sin(2 pi frequency t + phase), per joint: excitation, not from or to rest.

    A term is (amplitude, frequency in Hz, phase in rad).
    """

    offset: Row
    terms: tuple[tuple[Triple, ...], ...]


class LineMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="line"):
    """The tip along a straight line, see `cartesian.line_trajectory`."""

    start: Row
    displacement: Triple
    profile: Profile = "poly4567"
    point: Triple | None = None
    task: Weights = WHOLE_POSE
    pull: float = 0.0


class ArcMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="arc"):
    """The tip along a circular arc, see `cartesian.arc_trajectory`."""

    start: Row
    centre: Triple
    normal: Triple
    angle: float
    profile: Profile = "poly4567"
    turning: bool = False
    task: Weights = WHOLE_POSE
    pull: float = 0.0


class TipPose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Position and rotation vector of the tip, world axes; without a rotation it keeps the one before."""

    position: Triple
    rotation: Triple | None = None


class PoseMotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="poses"):
    """The tip from pose to pose, at rest in each, see `cartesian.pose_trajectory`."""

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
