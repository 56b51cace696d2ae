"""The drawing of triangles without OpenGL, against a plain loop over pixels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.arm.light import shaded
from app.arm.raster import Canvas, TooManyPixels

WIDTH, HEIGHT = 40, 30
FACE = np.array([[0, 1, 2]])


def drawn(points: np.ndarray, colour: tuple[float, float, float, float], canvas: Canvas | None = None) -> Canvas:
    canvas = canvas or Canvas(WIDTH, HEIGHT)
    canvas.draw(points, np.tile(colour, (3, 1)), FACE, 0.01)
    return canvas


def inside(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pixels whose centre is in the triangle, and those too near to an edge to say."""
    x, y = np.meshgrid(np.arange(WIDTH) + 0.5, np.arange(HEIGHT) + 0.5)
    distances = []
    for k in range(3):
        (ax, ay), (bx, by) = points[k, :2], points[(k + 1) % 3, :2]
        length = max(np.hypot(bx - ax, by - ay), 1e-9)
        distances.append(-((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length)
    nearest = np.min(distances, axis=0)
    return nearest > 0, np.abs(nearest) < 1e-6


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.floats(-30, 70), st.floats(-30, 70)), min_size=3, max_size=3))
def test_a_triangle_covers_the_pixels_inside_it(corners: list[tuple[float, float]]) -> None:
    points = np.column_stack([np.array(corners), np.full(3, 2.0)])
    expected, unsure = inside(points)
    found = drawn(points, (1, 0.5, 0, 1)).bytes()
    covered = found[..., 3] > 0
    assert (covered == expected)[~unsure].all()
    assert (found[covered] == (255, 128, 0, 255)).all()


def test_the_nearer_one_is_seen_whatever_the_order() -> None:
    near = np.array([[5.0, 5, 1], [5, 25, 1], [30, 5, 1]])
    far = near + np.array([3.0, 3.0, 1.0])
    for first, second in ((near, far), (far, near)):
        canvas = Canvas(WIDTH, HEIGHT)
        for points in (first, second):
            drawn(points, (1, 0, 0, 1) if points is near else (0, 0, 1, 1), canvas)
        pixels = canvas.bytes()
        assert tuple(pixels[10, 10]) == (255, 0, 0, 255)
        assert tuple(pixels[27, 8]) == (0, 0, 255, 255)


def test_a_translucent_one_lets_through_what_is_behind() -> None:
    far = np.array([[5.0, 5, 2], [5, 25, 2], [30, 5, 2]])
    canvas = drawn(far, (1, 0, 0, 1))
    drawn(far - (0, 0, 1), (0, 0, 1, 0.5), canvas)
    assert tuple(canvas.bytes()[10, 10]) == (128, 0, 128, 255)


def test_what_faces_away_or_is_behind_the_eye_is_not_drawn() -> None:
    front = np.array([[5.0, 5, 1], [5, 25, 1], [30, 5, 1]])
    assert drawn(front, (1, 1, 1, 1)).bytes().any()
    assert not drawn(front[::-1], (1, 1, 1, 1)).bytes().any()
    assert not drawn(front * (1, 1, -1), (1, 1, 1, 1)).bytes().any()


def test_solids_hide_points_behind_them() -> None:
    canvas = drawn(np.array([[5.0, 5, 1], [5, 25, 1], [30, 5, 1]]), (1, 1, 1, 1))
    points = np.array([[10, 10, 0.5], [10, 10, 1.5], [35, 25, 1.5], [-3, 2, 0.5]])
    assert canvas.visible(points, 1e-3).tolist() == [True, False, True, False]


def test_more_than_can_be_drawn_in_time_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.arm.raster.MOST_PIXELS", 10)
    with pytest.raises(TooManyPixels):
        drawn(np.array([[5.0, 5, 1], [5, 25, 1], [30, 5, 1]]), (1, 1, 1, 1))


def test_light_comes_from_above_and_the_front() -> None:
    up, down, towards, away = np.array([[0.0, 1, 0]]), np.array([[0.0, -1, 0]]), np.eye(3)[2:], -np.eye(3)[2:]
    grey, view = np.full((1, 3), 0.5), np.eye(4)
    assert shaded(up, grey, view).mean() > shaded(down, grey, view).mean() + 0.1
    assert shaded(towards, grey, view).mean() > shaded(away, grey, view).mean() + 0.1
