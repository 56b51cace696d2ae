"""The pieces that an arm is built of: which solid, in which of the moving frames, on which link, in which role."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import RobotArrays, pack
from denoc_studio.picture.meshes.assembly import NO_LINK, Piece
from denoc_studio.picture.meshes.primitives import Mesh, box, capsule, cylinder, lathe, sphere

BASE_FRAME = 0  # then one frame a link, the tip's, and two for each prismatic joint

# Lengths in units of a link's radius.
JOINT_RADIUS, JOINT_HALF = 1.75, 1.9
GUIDE_HALF, RAIL_HALF, CARRIAGE_HALF = 1.6, 0.75, 1.2
PLATE = 3.4  # from the first joint to what it is mounted on


class Rod(NamedTuple):
    """What the mouse finds: a thick line between two points of a frame."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radius: float
    frame: int
    link: int


class Sizes(NamedTuple):
    """`reach` is the length of the stretched arm, `radius` that of its links, both in m."""

    reach: float
    radius: float
    sides: int  # of round pieces


def sizes(robot: Robot) -> Sizes:
    """Thickness that suits the arm's length and the length of its links; an arm without any length gets one of 1 m."""
    arrays = pack(robot)
    lengths = np.concatenate([np.abs(arrays.a[1:]), _offsets(robot), [np.linalg.norm(arrays.tool[:3, 3])]])
    reach = float(lengths.sum())
    sides = 20 if robot.n <= 12 else 12 if robot.n <= 60 else 8 if robot.n <= 120 else 6
    if reach == 0:
        return Sizes(1.0, 0.05, sides)
    segments = lengths[lengths > 0.02 * lengths.max()]
    radius = min(0.034 * reach, 0.18 * float(np.median(segments)))
    return Sizes(reach, max(radius, 0.002 * reach), sides)


def _offsets(robot: Robot) -> np.ndarray:
    """The largest |b + q| of each joint, as far as the table says."""
    bounds = np.abs(pack(robot).b)
    for i, link in enumerate(robot.links):
        if not link.revolute:
            ends = [x for x in (0.0, link.lower, link.upper) if math.isfinite(x)]
            bounds[i] = max(abs(link.b + x) for x in ends)
    return bounds


def mounting_side(robot: Robot) -> float:
    """Which way along the first joint's axis the arm is mounted: -1, or 1 where it leaves that way."""
    return 1.0 if pack(robot).b[0] < 0 else -1.0


def pieces(robot: Robot, size: Sizes, without: Container[int] = ()) -> Iterator[Piece]:
    """All solids of the arm, from the base to the tip; not of the links `without`, counted from 1, 0 for the base."""
    if 0 not in without:
        yield Piece(_plate(size.sides, mounting_side(robot)).scaled(size.radius), BASE_FRAME, NO_LINK, "base")
    extra = robot.n + 2
    for i, link in enumerate(robot.links):
        if i + 1 not in without:
            yield from _link_pieces(robot, i, extra, size)
        extra += 0 if link.revolute else 2
    if robot.n not in without:
        yield Piece(_ball(size.sides).scaled(size.radius), robot.n + 1, robot.n - 1, "tip")


def _link_pieces(robot: Robot, i: int, extra: int, size: Sizes) -> Iterator[Piece]:
    """The joint and what it moves; `extra` is the first frame of a slide."""
    arrays = pack(robot)
    yield from _revolute(arrays, i, size) if arrays.revolute[i] else _prismatic(i, extra, size.radius)
    end = _far_end(arrays, i)
    if math.hypot(*end) > 1e-3 * size.radius:
        yield Piece(_rod((0.0, 0.0, 0.0), end, size), i + 1, i, "link")


def rods(robot: Robot, size: Sizes) -> Iterator[Rod]:
    """The same arm as thick lines."""
    arrays, r = pack(robot), size.radius
    extra = robot.n + 2
    for i in range(robot.n):
        if arrays.revolute[i]:
            b = float(arrays.b[i])
            yield Rod((0, 0, -b - 0.5 * r), (0, 0, -b + 0.5 * r), JOINT_RADIUS * r, i + 1, i)
            yield Rod((0, 0, -b), (0, 0, 0), r, i + 1, i)
        else:
            yield Rod((0, 0, 0), (0, 0, 1), GUIDE_HALF * r, extra + 1, i)
            extra += 2
        yield Rod((0, 0, 0), _far_end(arrays, i), r, i + 1, i)


def _far_end(arrays: RobotArrays, i: int) -> tuple[float, float, float]:
    """Where link i ends, in its own frame: on the next joint's axis, or at the tip."""
    if i + 1 < arrays.n:
        return (float(arrays.a[i + 1]), 0.0, 0.0)
    x, y, z = arrays.tool[:3, 3].tolist()
    return (x, y, z)


def _revolute(arrays: RobotArrays, i: int, size: Sizes) -> Iterator[Piece]:
    b = float(arrays.b[i])
    yield Piece(_drum_at(-b, size), i + 1, i, "joint")
    if abs(b) > 1e-3 * size.radius:
        yield Piece(_rod((0.0, 0.0, -b), (0.0, 0.0, 0.0), size), i + 1, i, "link")


def _prismatic(i: int, extra: int, radius: float) -> Iterator[Piece]:
    """A guide on the link before, a rail that is as long as the joint is out, a carriage at its end."""
    yield Piece(_block(GUIDE_HALF).scaled(radius), extra, i, "joint")
    half = RAIL_HALF * radius
    yield Piece(box((-half, -half, 0), (half, half, 1)), extra + 1, i, "link")
    yield Piece(_block(CARRIAGE_HALF).scaled(radius), i + 1, i, "link")


@lru_cache(maxsize=32)  # a long arm has hundreds of links that are alike
def _rod(start: tuple[float, float, float], end: tuple[float, float, float], size: Sizes) -> Mesh:
    return capsule(size.radius, start, end, size.sides)


@lru_cache(maxsize=32)
def _drum_at(z: float, size: Sizes) -> Mesh:
    return _drum(size.sides).scaled(size.radius).moved((0, 0, z))


@lru_cache(maxsize=32)
def _drum(sides: int) -> Mesh:
    return cylinder(JOINT_RADIUS, -JOINT_HALF, JOINT_HALF, sides, bevel=0.25)


@lru_cache(maxsize=32)
def _ball(sides: int) -> Mesh:
    return sphere(1.3, sides)


@lru_cache(maxsize=32)
def _block(half: float) -> Mesh:
    return box((-half, -half, -half), (half, half, half))


@lru_cache(maxsize=32)
def _plate(sides: int, side: float) -> Mesh:
    foot = [(0.0, -PLATE), (3.6, -PLATE), (3.6, -2.9), (2.2, -2.5), (1.9, -1.6), (0.0, -1.6)]
    mesh = lathe(foot, 2 * sides)
    return mesh if side < 0 else mesh.turned(np.diag([1.0, -1.0, -1.0]))
