"""Frames of the links, and the potential energy of the arm. Twists have no part in them: any link will do for joint
frames, links at the joints' origins (`bodies`) for the energy, links that know the robot's own table (`table`) for the
frames of that."""

from __future__ import annotations

from denoc.algebra.algebra import NULL_SYM
from denoc.algebra.screws import RigidBody
from denoc.arm.trees import Tree
from denoc.recursions.joints import BASE_FRAME, NO_BODY, Frame
from denoc.recursions.sweeps import Link, Record, Recursion, Step, Sweep


def _turn(link: Link, record: Record, frame: Frame) -> Step:
    """The frame after the link's two screws, and as a 4x4 matrix by rows."""
    frame = frame.after(link.joint.screws(record["q"]))
    return frame, {"frame": frame.rows}


def _own(link: Link, record: Record, handed: Tree) -> Step:
    """The same with the frame of the robot's own table; saved is the one of the link before it."""
    joint, before = handed
    joint = joint.after(link.joint.screws(record["q"]))
    return (joint, joint.along_x(link.a, link.cos_alpha, link.sin_alpha)), {"before": before.rows}


def _lift(link: Link, record: Record, outboard: RigidBody) -> Step:
    """First moment of everything outboard; the inertia has no part in it."""
    B = link.B(record["q"])
    whole = link.M._replace(inertia=NULL_SYM) + outboard
    return (B.T @ whole @ B)._replace(inertia=NULL_SYM), {}


def frames() -> Recursion:
    """Each link's frame, z on its joint, seen from the first frame: 4x4 matrices."""
    return Recursion(("q",), (Sweep(lambda ends, before: BASE_FRAME, _turn),), saved="frame")


def table_frames() -> Recursion:
    """In the world the first frame, each link's own but the last one's, and the tip's: 4x4 matrices."""
    return Recursion(
        ("q",),
        (Sweep(lambda ends, before: (ends.base, ends.first), _own),),
        saved="before",
        last=lambda ends, handed: [x for row in handed[0].before(ends.tool).rows for x in row],
    )


def potential_energy() -> Recursion:
    """Zero at the first frame's origin."""
    sweep = Sweep(lambda ends, before: NO_BODY, _lift, inward=True)
    return Recursion(("q",), (sweep,), last=lambda ends, body: [-ends.gravity.dot(body.moment)])
