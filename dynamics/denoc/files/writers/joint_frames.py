"""A robot as a chain of moving frames, each with z on its joint: what other programs' files are made of."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.arm.conventions import as_matrix, to_convention, turn_transform, twist_transform
from denoc.arm.rigid_body import Body
from denoc.arm.robot import Link, Robot
from denoc.files.text.free_names import all_different, free_name

THICKNESS = 0.03  # of the sticks that stand for the links, against the arm's length


class Segment(NamedTuple):
    """`pose`: the joint's frame at zero in the one before; `body` and `end`, where the next joint is, in its own."""

    name: str
    joint: str  # its name
    link: Link
    pose: np.ndarray  # (4, 4)
    body: Body
    end: np.ndarray  # (3,)


class Segments(NamedTuple):
    base: str
    segments: list[Segment]
    tip: str
    tool: np.ndarray  # (4, 4), the tip in the last joint's frame
    payload: str
    fixed: tuple[str, str]  # names of the joints that carry the tip and the payload
    radius: float  # of a link's stick, m


def segments(robot: Robot) -> Segments:
    """The arm's joints and bodies, every name there once."""
    modified = to_convention(robot, "modified")
    poses = [twist_transform(link.a, link.alpha) @ turn_transform(link.b, link.theta) for link in modified.links]
    poses[0] = as_matrix(modified.base) @ poses[0]
    tool = as_matrix(modified.tool)
    ends = [pose[:3, 3] for pose in (*poses[1:], tool)]
    wanted = [link.name.strip() or f"link{number}" for number, link in enumerate(robot.links, 1)]
    base, tip, payload, *names = _unique(["base_link", "tip", "payload", *wanted])
    called = [link.joint_name.strip() for link in robot.links]
    taken = {name for name in called if name}
    joints = all_different([name or free_name(f"joint{k}", taken) for k, name in enumerate(called, 1)])
    length = sum(float(np.linalg.norm(end)) for end in ends) or 1.0
    found = [
        Segment(*each)
        for each in zip(names, joints, modified.links, poses, map(Body.of, modified.links), ends, strict=True)
    ]
    fixed = free_name("tip_joint", set(joints)), free_name("payload_joint", set(joints))
    return Segments(base, found, tip, tool, payload, fixed, THICKNESS * length / max(1.0, robot.n**0.5))


def _unique(names: list[str]) -> list[str]:
    """The links keep their names; what was only called something gives way."""
    own, given = names[:3], all_different(names[3:])
    taken = set(given)
    return [*(free_name(name, taken) for name in own), *given]
