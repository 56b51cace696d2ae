"""Where the joints' limits are, at the joints: a sector about a hinge, marks at both ends of a slide.

Sizes are in radii of a link, as those of the pieces. A joint at or past a limit is marked in the warning colour.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Link, Robot
from denoc_studio.look.colours import components, joint_colours
from denoc_studio.picture.arm.picture import Lines, PictureColours, Solid, joined_solids
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.meshes.primitives import Mesh, joined

INNER, OUTER = 2.2, 3.7  # of the sector
POINTER = 4.2  # as far as the present angle is drawn
RIM = 0.5  # half the height of the sector's edge, by which it is seen from the side too
SPIRAL = 0.35  # that a sector grows in a turn, where it has more than one
STEP = math.radians(6.0)
MOST_TURNS = 3.0  # limits further apart than this say nothing that could be seen
SLIDE_MARK = 2.4  # half the side of the square at a slide's end
OPACITY, WARNING_OPACITY = 0.18, 0.5
REACHED = 1e-6  # rad or m, within which a joint is at its limit
WIDTH = 2.0  # pixels


class Marks(NamedTuple):
    """What one joint's limits look like: faces in world axes, and lines (k, 2, 3)."""

    mesh: Mesh | None
    lines: np.ndarray


def limit_marks(
    scene: Scene, frames: np.ndarray, q: np.ndarray, look: PictureColours, joints: Container[int] | None = None
) -> tuple[Solid, Lines]:
    """Of these joints, or all, that have limits, in the state that `frames` belong to."""
    colours = joint_colours(scene.robot.n, look.dark)
    solids, points, shades = [], [np.empty((0, 2, 3))], [np.empty((0, 2, 4))]
    for i, link in enumerate(scene.robot.links):
        marks = _marks(scene, frames, link, i, float(q[i])) if joints is None or i in joints else None
        if marks is None:
            continue
        reached = at_limit(link, float(q[i]))
        rgb = components(look.warning if reached else colours[i])
        if marks.mesh is not None:
            colour = (*rgb, WARNING_OPACITY if reached else OPACITY)
            solids.append(Solid(marks.mesh, np.tile(colour, (len(marks.mesh.vertices), 1))))
        points.append(marks.lines)
        shades.append(np.broadcast_to(np.array([*rgb, 1.0]), (len(marks.lines), 2, 4)))
    return joined_solids(solids), Lines(np.concatenate(points), np.concatenate(shades), WIDTH)


def joints_at_limits(robot: Robot, q: np.ndarray) -> frozenset[int]:
    """Those, counted from 0, that are at a limit or past it."""
    return frozenset(i for i, link in enumerate(robot.links) if at_limit(link, float(q[i])))


def at_limit(link: Link, q: float) -> bool:
    """At a limit or past it."""
    return q <= link.lower + REACHED or q >= link.upper - REACHED


def _marks(scene: Scene, frames: np.ndarray, link: Link, i: int, q: float) -> Marks | None:
    ends = [limit for limit in (link.lower, link.upper) if math.isfinite(limit)]
    radius = scene.size.radius
    if not ends:
        return None
    if not link.revolute:
        return _slide(frames[i + 1], q, ends, radius)
    place = np.eye(4)
    place[:3, :3] = frames[i + 1][:3, :3]
    place[:3, 3], _ = scene.joint(frames, i)
    return _hinge(place, q, link, radius)


def _hinge(place: np.ndarray, q: float, link: Link, radius: float) -> Marks | None:
    """A sector from limit to limit, x of `place` being the angle q; with one limit alone, half a turn from there."""
    lower = link.lower if math.isfinite(link.lower) else link.upper - math.pi
    upper = link.upper if math.isfinite(link.upper) else link.lower + math.pi
    if upper - lower > 2 * math.pi * MOST_TURNS:
        return None
    angles = np.linspace(lower, upper, max(int((upper - lower) / STEP), 1) + 1)
    wide = upper - lower > 2 * math.pi

    def ring(size: float, at: np.ndarray) -> np.ndarray:
        growth = SPIRAL * (at - lower) / (2 * math.pi) if wide else 0.0
        lengths = radius * size * (1 + growth)
        local = np.stack([lengths * np.cos(at - q), lengths * np.sin(at - q), np.zeros_like(at)], axis=1)
        return local @ place[:3, :3].T + place[:3, 3]

    inner, outer = ring(INNER, angles), ring(OUTER, angles)
    lines = [np.stack([outer[:-1], outer[1:]], axis=1)]
    for limit, end in ((link.lower, 0), (link.upper, -1)):
        if math.isfinite(limit):
            lines.append(np.stack([inner[end], outer[end]])[None])
    here = np.array([q])
    lines.append(np.stack([ring(INNER, here)[0], ring(POINTER, here)[0]])[None])
    axis = place[:3, 2]
    outward = (outer - place[:3, 3]) / np.linalg.norm(outer - place[:3, 3], axis=1, keepdims=True)
    rim = _strip(outer + RIM * radius * axis, outer - RIM * radius * axis, outward)
    return Marks(joined([_strip(inner, outer, axis), rim]), np.concatenate(lines))


def _slide(frame: np.ndarray, q: float, ends: list[float], radius: float) -> Marks:
    """A square about the axis at each end, and the way between them."""
    axis, origin = frame[:3, 2], frame[:3, 3]
    corners = SLIDE_MARK * radius * np.array([[1.0, 1], [-1, 1], [-1, -1], [1, -1]]) @ frame[:3, :2].T
    lines = []
    for end in ends:
        square = origin + (end - q) * axis + corners
        lines.append(np.stack([square, np.roll(square, -1, axis=0)], axis=1))
    if len(ends) == 2:
        first, last = (origin + (end - q) * axis + corners for end in ends)
        lines.append(np.concatenate(list(_dashes(first, last))))
    return Marks(None, np.concatenate(lines))


def _dashes(first: np.ndarray, last: np.ndarray, count: int = 12) -> Iterator[np.ndarray]:
    """Broken lines from the corners of one square to those of the other."""
    for k in range(count):
        start, end = k / count, (k + 0.5) / count
        yield np.stack([first + start * (last - first), first + end * (last - first)], axis=1)


def _strip(inner: np.ndarray, outer: np.ndarray, normal: np.ndarray) -> Mesh:
    """The band between two rows of points, seen from both sides; one normal for all, or one for each place."""
    count = len(inner)
    low = np.arange(count - 1)
    front = np.concatenate(
        [np.column_stack([low, low + count, low + count + 1]), np.column_stack([low, low + count + 1, low + 1])]
    )
    points = np.concatenate([inner, outer])
    normals = np.tile(np.broadcast_to(normal, inner.shape), (2, 1))
    return Mesh(
        np.concatenate([points, points]),
        np.concatenate([normals, -normals]),
        np.concatenate([front, front[:, ::-1] + 2 * count]).astype(np.int32),
    )
