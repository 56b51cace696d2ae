"""A robot as a chain of moving frames, each with z on its joint: what other programs' files are made of."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dynamics.checks import MAX_NAME
from dynamics.conventions import as_matrix, to_convention, turn_transform, twist_transform
from dynamics.rigid_body import Body
from dynamics.robot import Link, Robot

THICKNESS = 0.03  # of the sticks that stand for the links, against the arm's length


class Segment(NamedTuple):
    """`pose`: the joint's frame at zero in the one before; `body` and `end`, where the next joint is, in its own."""

    name: str
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
    length = sum(float(np.linalg.norm(end)) for end in ends) or 1.0
    found = [
        Segment(*each) for each in zip(names, modified.links, poses, map(Body.of, modified.links), ends, strict=True)
    ]
    return Segments(base, found, tip, tool, payload, THICKNESS * length / max(1.0, robot.n**0.5))


def _unique(names: list[str]) -> list[str]:
    """The links keep their names; what was only called something gives way."""
    own, given = names[:3], names[3:]
    taken: set[str] = set()
    out = [_free(name, taken) for name in given]
    return [*(_free(name, taken) for name in own), *out]


def _free(name: str, taken: set[str]) -> str:
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name[: MAX_NAME - 8]}_{number}"
    taken.add(found)
    return found
