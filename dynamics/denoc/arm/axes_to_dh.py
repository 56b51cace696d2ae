"""The Denavit-Hartenberg table of given joint axes: standard rows, from the common normals of successive axes.

Everything is given and returned at the zero position, in world axes. The tip's z axis serves as one more axis
behind the last joint, so that the table takes up as much of the tip's place as it can and `tool` only the rest.

Two turning axes that are almost parallel have their common normal far away: the smaller the angle, the more digits
a table loses. Where it would lose more than by calling them parallel, they are called parallel; `Note` says so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from denoc.arm.conventions import inverse, turn_transform, twist_transform

NEGLIGIBLE = 1e-13  # of an angle in rad, of a length against the arm's size
NOTEWORTHY = 1e-11  # rad
LOSS = 16 * np.finfo(float).eps  # of inertias about a frame as far away as the arm is long
FAR = 100.0  # arm lengths to a common normal that are worth a note


class Axis(NamedTuple):
    """A joint's axis: any point on it, its unit direction."""

    revolute: bool
    point: np.ndarray
    direction: np.ndarray


class Row(NamedTuple):
    a: float
    b: float
    alpha: float
    theta: float


class Note(NamedTuple):
    """The axes of `joint` (counted from 1) and the next one are `angle` from parallel; taken as such or not."""

    joint: int
    angle: float
    taken_as_parallel: bool
    distance: float  # to their common normal, m


class AxesTable(NamedTuple):
    rows: list[Row]
    frames: np.ndarray  # (n+1, 4, 4): the first frame, which is `base`, and each link's, without the tool
    tool: np.ndarray  # (4, 4)
    notes: list[Note]


def table_of_axes(axes: Sequence[Axis], tip: np.ndarray) -> AxesTable:
    """Rows, frames and tool of an arm with these axes and the tip (4, 4)."""
    size = _size(axes, tip)
    rows, notes = [], []
    frames = [_clean(_first_frame(axes[0], size), size)]
    for number, following in enumerate([*axes[1:], None], 1):
        before = frames[-1]
        if following is None:
            after = _last_frame(before, tip, size)
        else:
            after, note = _next_frame(before, following, size)
            if note is not None:
                notes.append(note._replace(joint=number))
        row = _tidy(_row(before, after), size)
        rows.append(row)
        frames.append(before @ turn_transform(row.b, row.theta) @ twist_transform(row.a, row.alpha))
    return AxesTable(rows, np.array(frames), _clean(inverse(frames[-1]) @ tip, size), notes)


def _size(axes: Sequence[Axis], tip: np.ndarray) -> float:
    first = axes[0].point
    return max(float(np.linalg.norm(point - first)) for point in (*(axis.point for axis in axes), tip[:3, 3])) or 1.0


def _first_frame(axis: Axis, size: float) -> np.ndarray:
    """z on the axis, x along a world axis where that is possible, the origin where the world's is nearest."""
    z, point = axis.direction, axis.point
    origin = point - (point @ z) * z
    if np.linalg.norm(origin - point) > 10 * size:  # a far world must not cost digits
        origin = point
    world = np.eye(3)
    across = next((x for x in world if abs(x @ z) < NEGLIGIBLE), world[int(np.argmin(np.abs(z)))])
    return _frame(across, z, origin)


def _next_frame(before: np.ndarray, axis: Axis, size: float) -> tuple[np.ndarray, Note | None]:
    """The frame on the next axis, its x on the common normal; and what has to be said about it."""
    origin, u, v = before[:3, 3], before[:3, 2], axis.direction
    offset = axis.point - origin
    sine = float(np.linalg.norm(_cross(u, v)))
    if sine < NEGLIGIBLE:
        return _parallel_frame(before, v, offset, size), None
    if not axis.revolute and sine < 0.1:  # a slide may as well cross the axis before it
        offset = (offset @ u) * u
    near, far = _feet(u, v, offset)
    distance = max(abs(near), abs(far))
    if sine < LOSS * (1 + distance / size) ** 2:
        note = Note(0, sine, True, distance) if sine > NOTEWORTHY else None
        return _parallel_frame(before, v, offset, size), note
    x = _choose_x(before, _cross(u, v) / sine, offset)
    frame = _frame(x, v, origin + offset + far * v)
    return frame, Note(0, sine, False, distance) if distance > FAR * size else None


def _feet(u: np.ndarray, v: np.ndarray, offset: np.ndarray) -> tuple[float, float]:
    """Where the common normal meets the line along u and the one along v, from a point on each; v's is `offset` on."""
    cross = _cross(u, v)
    square = cross @ cross
    return float(_cross(offset, v) @ cross / square), float(_cross(offset, u) @ cross / square)


def _parallel_frame(before: np.ndarray, v: np.ndarray, offset: np.ndarray, size: float) -> np.ndarray:
    """Any common normal will do: the one through the frame before, so that b is zero."""
    u, x = before[:3, 2], before[:3, 0]
    across = offset - (offset @ u) * u
    length = np.linalg.norm(across)
    if length < NEGLIGIBLE * size:
        across = np.zeros(3)
    else:
        x = _choose_x(before, across / length, across)
    return _frame(x, math.copysign(1.0, u @ v) * u, before[:3, 3] + across)


def _last_frame(before: np.ndarray, tip: np.ndarray, size: float) -> np.ndarray:
    """The last link's frame: z along the tip's where the table can express that well, else left on the joint."""
    u, v, offset = before[:3, 2], tip[:3, 2], tip[:3, 3] - before[:3, 3]
    sine = float(np.linalg.norm(_cross(u, v)))
    if sine < NEGLIGIBLE:
        frame = _parallel_frame(before, v, offset, size)
        if np.linalg.norm(offset - (offset @ u) * u) < NEGLIGIBLE * size:
            frame = _frame(tip[:3, 0], frame[:3, 2], before[:3, 3])
        frame[:3, 3] += (offset @ u) * u
        return frame
    near, far = _feet(u, v, offset)
    if max(abs(near), abs(far)) > 3 * size:
        return before
    x = _choose_x(before, _cross(u, v) / sine, offset)
    return _frame(x, v, before[:3, 3] + offset + far * v)


def _choose_x(before: np.ndarray, normal: np.ndarray, offset: np.ndarray) -> np.ndarray:
    """The normal or its opposite: theta within a quarter turn; at a quarter turn a positive a, then theta."""
    along = normal @ before[:3, 0]
    if abs(along) < 1e-9:
        along = normal @ offset
        if abs(along) < 1e-9 * (np.linalg.norm(offset) or 1.0):
            along = normal @ before[:3, 1]
    return normal if along >= 0 else -normal


def _frame(x: np.ndarray, z: np.ndarray, origin: np.ndarray) -> np.ndarray:
    """x is made perpendicular to z."""
    x = x - (x @ z) * z
    x = x / np.linalg.norm(x)
    frame = np.eye(4)
    frame[:3, 0], frame[:3, 1], frame[:3, 2], frame[:3, 3] = x, _cross(z, x), z, origin
    return frame


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Of two vectors; NumPy's own takes ten times as long for so little."""
    (x, y, z), (u, v, w) = a.tolist(), b.tolist()
    return np.array([y * w - z * v, z * u - x * w, x * v - y * u])


def _row(before: np.ndarray, after: np.ndarray) -> Row:
    """The four entries that lead from one frame to the other."""
    step = inverse(before) @ after
    x, z, move = step[:3, 0], step[:3, 2], step[:3, 3]
    theta = math.atan2(x[1], x[0])
    alpha = math.atan2(z @ np.array([math.sin(theta), -math.cos(theta), 0.0]), z[2])
    return Row(float(move @ x), float(move[2]), alpha, theta)


def _tidy(row: Row, size: float) -> Row:
    """Without the last digits' noise."""
    a, b = _tidy_length(row.a, size), _tidy_length(row.b, size)
    return Row(a, b, _tidy_angle(row.alpha), _tidy_angle(row.theta))


def _tidy_length(length: float, size: float) -> float:
    rounded = round(length, 12)
    return rounded + 0.0 if abs(length - rounded) < NEGLIGIBLE * size else length


def _tidy_angle(angle: float) -> float:
    quarter = math.pi / 2
    nearest = round(angle / quarter)
    if abs(angle - nearest * quarter) < NEGLIGIBLE:
        return (2 if nearest == -2 else nearest) * quarter
    return angle


def _clean(transform: np.ndarray, size: float) -> np.ndarray:
    """Axes and origin within rounding of the world's exactly so; no negative zeros."""
    out = transform.copy()
    rotation, origin = out[:3, :3], out[:3, 3]
    for value in (-1.0, 0.0, 1.0):
        rotation[np.abs(rotation - value) < NEGLIGIBLE] = value
    origin[np.abs(origin) < NEGLIGIBLE * size] = 0.0
    return out + 0.0
