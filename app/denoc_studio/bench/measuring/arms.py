"""The arms that are measured, their states, and what a peer needs to know to build the same arm."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import denoc
from denoc.arm.robot import Inertia, inertia_entries, inertia_matrix

NUMBERS = 24_576  # in each array of a batch: 4096 states of six joints
FEWEST_ROWS = 512


class Body(NamedTuple):
    """A joint about, or along, z of its own frame, and the body that it moves, in that frame."""

    revolute: bool
    placement: np.ndarray  # (4, 4), at q = 0, in the frame of the body before it; the first in the world
    mass: float
    com: np.ndarray  # (3,)
    inertia: np.ndarray  # (3, 3), about the mass centre


def general_arm(n: int) -> denoc.Robot:
    """n revolute joints and no number that would make anything simpler; the same arm at every call."""
    rng = np.random.default_rng(n)
    links = [
        denoc.Link(
            a=rng.uniform(0.1, 0.5),
            b=rng.uniform(0.1, 0.4),
            alpha=rng.uniform(0.2, 1.4),
            theta=rng.uniform(-3.0, 3.0),
            mass=rng.uniform(0.5, 5.0),
            com=tuple(rng.uniform(-0.2, 0.2, size=3)),
            inertia=_inertia(rng),
        )
        for _ in range(n)
    ]
    return denoc.Robot(f"general {n}R", tuple(links), gravity=(1.3, -2.1, -9.4))


def stanford_arm() -> denoc.Robot:
    """Six joints, one of them prismatic, and many zeros."""
    return denoc.load("stanford-inverse").robot


def _inertia(rng: np.random.Generator) -> Inertia:
    """The tensor of a cloud of points: that of a body which could exist."""
    points = rng.normal(scale=0.1, size=(8, 3))
    points -= points.mean(axis=0)
    return inertia_entries(np.trace(points.T @ points) * np.eye(3) - points.T @ points)


def states(n: int) -> np.ndarray:
    """A batch of q, qd and qdd or tau, (3, rows, n), of about the same size for every n."""
    rows = max(NUMBERS // n // 8 * 8, FEWEST_ROWS)
    return np.random.default_rng(n).normal(size=(3, rows, n))


def bodies(robot: denoc.Robot) -> list[Body]:
    """The arm for a peer; without friction, rotors and payload, which these arms do not have."""
    modified = denoc.to_convention(robot, "modified")
    before = np.eye(4) if modified.base is None else np.array(modified.base)
    found = []
    for link in modified.links:
        placement = before @ _row(link)
        found.append(Body(link.revolute, placement, link.mass, np.array(link.com), inertia_matrix(link.inertia)))
        before = np.eye(4)
    return found


def tool(robot: denoc.Robot) -> np.ndarray:
    """The tip in the frame of the last of the `bodies`, (4, 4)."""
    modified = denoc.to_convention(robot, "modified")
    return np.eye(4) if modified.tool is None else np.array(modified.tool)


def _row(link: denoc.Link) -> np.ndarray:
    """Rot_x(alpha) Tr_x(a) Rot_z(theta) Tr_z(b)."""
    ca, sa, ct, st = np.cos(link.alpha), np.sin(link.alpha), np.cos(link.theta), np.sin(link.theta)
    return np.array(
        [
            [ct, -st, 0.0, link.a],
            [ca * st, ca * ct, -sa, -sa * link.b],
            [sa * st, sa * ct, ca, ca * link.b],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )
