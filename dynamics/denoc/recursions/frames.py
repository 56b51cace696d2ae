"""Each link's frame, and the potential energy of the arm. Twists have no part in them: any link will do for frames,
links at the joints' origins (`bodies`) for the energy."""

from __future__ import annotations

from typing import NamedTuple

from denoc.algebra.algebra import NULL_SYM, Vec3
from denoc.algebra.scalars import ONE, ZERO
from denoc.algebra.screws import RigidBody
from denoc.recursions.joints import NO_BODY
from denoc.recursions.sweeps import Link, Record, Recursion, Step, Sweep


class Frame(NamedTuple):
    """Axes (as columns) and origin of a link's frame."""

    x: Vec3
    y: Vec3
    z: Vec3
    origin: Vec3


BASE_FRAME = Frame(Vec3(ONE, ZERO, ZERO), Vec3(ZERO, ONE, ZERO), Vec3(ZERO, ZERO, ONE), Vec3(ZERO, ZERO, ZERO))


def _turn(link: Link, record: Record, frame: Frame) -> Step:
    """The frame after the link's two screws, and as a 4x4 matrix by rows."""
    screws = link.joint.screws(record["q"])
    x, y, z, origin = frame
    origin = origin + x * screws.a
    y, z = y * screws.cos_alpha + z * screws.sin_alpha, z * screws.cos_alpha - y * screws.sin_alpha
    x, y = x * screws.cos_theta + y * screws.sin_theta, y * screws.cos_theta - x * screws.sin_theta
    frame = Frame(x, y, z, origin + z * screws.b)
    rows = zip(*frame, strict=True)
    return frame, {"frame": (*rows, (ZERO, ZERO, ZERO, ONE))}


def _lift(link: Link, record: Record, outboard: RigidBody) -> Step:
    """First moment of everything outboard; the inertia has no part in it."""
    B = link.B(record["q"])
    whole = link.M._replace(inertia=NULL_SYM) + outboard
    return (B.T @ whole @ B)._replace(inertia=NULL_SYM), {}


def frames() -> Recursion:
    """Each link's frame, z on its joint, seen from the first frame: 4x4 matrices."""
    return Recursion(("q",), (Sweep(lambda ends, before: BASE_FRAME, _turn),), saved="frame")


def potential_energy() -> Recursion:
    """Zero at the first frame's origin."""
    sweep = Sweep(lambda ends, before: NO_BODY, _lift, inward=True)
    return Recursion(("q",), (sweep,), last=lambda ends, body: [-ends.gravity.dot(body.moment)])
