"""Tables of joint axes: the rows that a textbook would give, for every way in which two axes can lie."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from denoc.arm.axes_to_dh import AxesTable, Axis, table_of_axes
from tests.support.oracles.arms import random_rotation, random_transform
from tests.support.oracles.table import rot_x, rot_z, shift

X, Y, Z = np.eye(3)
RIGHT = math.pi / 2


def turning(point: Sequence[float], direction: np.ndarray) -> Axis:
    return Axis(True, np.array(point, dtype=float), direction)


def sliding(point: Sequence[float], direction: np.ndarray) -> Axis:
    return Axis(False, np.array(point, dtype=float), direction)


def place(x: float = 0.0, y: float = 0.0, z: float = 0.0, rotation: np.ndarray | None = None) -> np.ndarray:
    out = np.eye(4)
    out[:3, 3] = x, y, z
    if rotation is not None:
        out[:3, :3] = rotation
    return out


@pytest.mark.parametrize(
    ("axes", "tip", "rows"),
    [
        ([turning((0, 0, 0), Z)], place(0.5), [(0.5, 0, 0, 0)]),
        ([turning((0, 0, 0), Z)], place(0, 0, 0.5), [(0, 0.5, 0, 0)]),
        ([turning((0, 0, 0), Z), turning((0.3, 0, 0), Z)], place(0.5), [(0.3, 0, 0, 0), (0.2, 0, 0, 0)]),
        ([turning((0, 0, 0), Z), turning((0.3, 0, 0.1), -Z)], place(0.5), [(0.3, 0, math.pi, 0), (0.2, 0, math.pi, 0)]),
        ([turning((0, 0, 0), Z), turning((0, 0, 0.2), Z)], place(0, 0, 0.5), [(0, 0, 0, 0), (0, 0.5, 0, 0)]),
        ([turning((0, 0, 0), Z), turning((0, 0, 0.4), -Y)], place(0.5, 0, 0.4),
         [(0, 0.4, RIGHT, 0), (0.5, 0, -RIGHT, 0)]),
        ([turning((0, 0, 0), Z), turning((0.2, 0, 0.4), Y)], place(0.2, 0.3, 0.4, np.array([X, -Z, Y]).T),
         [(0.2, 0.4, -RIGHT, 0), (0, 0.3, 0, 0)]),
        ([sliding((0, 0, 0), X), sliding((0, 0, 0), Y), sliding((0, 0, 0), Z)], place(0, 0.2, 0.3),
         [(0, 0, RIGHT, RIGHT), (0, 0, RIGHT, RIGHT), (0.2, 0.3, 0, RIGHT)]),
    ],
    ids=["planar", "along", "parallel", "antiparallel", "coincident", "crossing", "skew", "gantry"],
)  # fmt: skip
def test_textbook_rows(axes: list[Axis], tip: np.ndarray, rows: list[tuple[float, ...]]) -> None:
    table = table_of_axes(axes, tip)
    assert [tuple(row) for row in table.rows] == rows
    check(table, axes, tip)


def check(table: AxesTable, axes: list[Axis], tip: np.ndarray) -> None:
    """The rows lead from frame to frame and to the tip, and every frame's z lies on the next joint's axis."""
    frame = table.frames[0]
    for row, axis, after in zip(table.rows, axes, table.frames[1:], strict=True):
        assert np.allclose(frame[:3, 2], axis.direction, rtol=0, atol=1e-12)
        if axis.revolute:
            apart = np.cross(axis.point - frame[:3, 3], axis.direction)
            assert np.allclose(apart, 0, atol=1e-12 * (1 + np.linalg.norm(frame[:3, 3])))
        frame = frame @ rot_z(row.theta) @ shift(z=row.b) @ shift(x=row.a) @ rot_x(row.alpha)
        assert np.allclose(frame, after, rtol=0, atol=1e-12)
    assert np.allclose(frame @ table.tool, tip, rtol=0, atol=1e-12)


@settings(max_examples=200)
@given(seed=st.integers(0, 2**32), n=st.integers(1, 9))
def test_any_axes(seed: int, n: int) -> None:
    """Skew, parallel, crossing and coincident ones in random order, in a world turned at random."""
    rng = np.random.default_rng(seed)
    world = random_rotation(rng)
    axes, point, direction = [], np.zeros(3), Z
    for _ in range(n):
        kind = rng.integers(4)
        if kind in (0, 2):
            direction = [X, Y, Z, -Z, random_rotation(rng)[0]][rng.integers(5)]
        if kind in (0, 1):
            point = point + rng.normal(size=3) * 0.3
        axes.append(Axis(bool(rng.integers(3)), world @ point, world @ direction))
    tip = random_transform(rng)
    table = table_of_axes(axes, tip)
    assert table.notes == [] or max(note.distance for note in table.notes) > 10
    if not table.notes:
        check(table, axes, tip)


def test_where_the_world_is_far_the_frames_stay_near() -> None:
    axes = [turning((1e4, 1e4, 1e4), np.array([0.6, 0, 0.8])), turning((1e4, 1e4 + 0.3, 1e4), Y)]
    table = table_of_axes(axes, place(1e4, 1e4, 1e4 + 0.5))
    assert max(abs(value) for row in table.rows for value in row[:2]) < 1


def test_almost_parallel_axes_are_named() -> None:
    tilted = np.array([1e-6, 0, 1.0]) / math.hypot(1e-6, 1)
    table = table_of_axes([turning((0, 0, 0), Z), turning((0.4, 0, 0), tilted)], place(0.5))
    (note,) = table.notes  # their common normal is 400 km away
    assert (note.joint, note.taken_as_parallel) == (1, True)
    assert (note.angle, note.distance) == (pytest.approx(1e-6), pytest.approx(4e5))
    assert table.rows[0] == (0.4, 0.0, 0.0, 0.0)


def test_nearly_parallel_axes_that_meet_nearby_are_kept() -> None:
    tilted = np.array([1e-6, 0, 1.0]) / math.hypot(1e-6, 1)
    table = table_of_axes([turning((0, 0, 0), Z), turning((0, 0, 0.2), tilted)], place(0.5))
    assert table.notes == []
    assert abs(table.rows[0].alpha) == pytest.approx(1e-6, rel=1e-9)
    assert table.rows[0].b == pytest.approx(0.2)
