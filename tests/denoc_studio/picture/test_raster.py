"""The drawing of triangles without OpenGL, against a plain loop over pixels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage, QPainter

from denoc import load
from denoc_studio.picture.arm.camera import Camera
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.image import line_loops
from denoc_studio.picture.image.light import shaded
from denoc_studio.picture.image.raster import Anew, Canvas, TooManyPixels
from denoc_studio.picture.image.raster_loops import FRESH

WIDTH, HEIGHT = 40, 30
FACE = np.array([[0, 1, 2]])


Empty = Callable[[], Canvas]


@pytest.fixture(scope="module", params=[False, True], ids=["numpy", "compiled"])
def empty(request: pytest.FixtureRequest) -> Empty:
    """A new canvas; everything here holds for both ways of drawing."""
    return partial(Canvas, WIDTH, HEIGHT, compiled=request.param)


def drawn(points: np.ndarray, colour: tuple[float, float, float, float], canvas: Canvas) -> Canvas:
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


@settings(max_examples=200)
@given(st.lists(st.tuples(st.floats(-30, 70), st.floats(-30, 70)), min_size=3, max_size=3))
def test_a_triangle_covers_the_pixels_inside_it(empty: Empty, corners: list[tuple[float, float]]) -> None:
    points = np.column_stack([np.array(corners), np.full(3, 2.0)])
    expected, unsure = inside(points)
    found = drawn(points, (1, 0.5, 0, 1), empty()).bytes()
    covered = found[..., 3] > 0
    assert (covered == expected)[~unsure].all()
    assert (found[covered] == (255, 128, 0, 255)).all()


def test_the_nearer_one_is_seen_whatever_the_order(empty: Empty) -> None:
    near = np.array([[5.0, 5, 1], [5, 25, 1], [30, 5, 1]])
    far = near + np.array([3.0, 3.0, 1.0])
    for first, second in ((near, far), (far, near)):
        canvas = empty()
        for points in (first, second):
            drawn(points, (1, 0, 0, 1) if points is near else (0, 0, 1, 1), canvas)
        pixels = canvas.bytes()
        assert tuple(pixels[10, 10]) == (255, 0, 0, 255)
        assert tuple(pixels[27, 8]) == (0, 0, 255, 255)


def test_a_translucent_one_lets_through_what_is_behind(empty: Empty) -> None:
    far = np.array([[5.0, 5, 2], [5, 25, 2], [30, 5, 2]])
    canvas = drawn(far, (1, 0, 0, 1), empty())
    drawn(far - (0, 0, 1), (0, 0, 1, 0.5), canvas)
    assert tuple(canvas.bytes()[10, 10]) == (128, 0, 128, 255)


def test_what_faces_away_or_is_behind_the_eye_is_not_drawn(empty: Empty) -> None:
    front = np.array([[5.0, 5, 1], [5, 25, 1], [30, 5, 1]])
    assert drawn(front, (1, 1, 1, 1), empty()).bytes().any()
    assert not drawn(front[::-1], (1, 1, 1, 1), empty()).bytes().any()
    assert not drawn(front * (1, 1, -1), (1, 1, 1, 1), empty()).bytes().any()


def test_solids_hide_points_behind_them(empty: Empty) -> None:
    canvas = drawn(np.array([[5.0, 5, 1], [5, 25, 1], [30, 5, 1]]), (1, 1, 1, 1), empty())
    points = np.array([[10, 10, 0.5], [10, 10, 1.5], [35, 25, 1.5], [-3, 2, 0.5]])
    assert canvas.visible(points, 1e-3).tolist() == [True, False, True, False]


def test_more_than_can_be_drawn_in_time_is_refused(empty: Empty, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("denoc_studio.picture.image.raster.MOST_PIXELS", 10)
    monkeypatch.setattr("denoc_studio.picture.image.raster.MOST_COMPILED", 10)
    canvas, points = empty(), np.array([[5.0, 5, 1], [5, 25, 1], [30, 5, 1]])
    with pytest.raises(TooManyPixels):
        drawn(points, (1, 1, 1, 1), canvas)
    monkeypatch.undo()
    canvas.clear()
    assert (drawn(points, (1, 1, 1, 1), canvas).bytes() == drawn(points, (1, 1, 1, 1), empty()).bytes()).all()


def test_a_cleared_canvas_is_as_good_as_new(empty: Empty) -> None:
    canvas = drawn(np.array([[5.0, 5, 1], [5, 25, 1], [30, 5, 1]]), (1, 0, 0, 1), empty())
    canvas.clear()
    assert not canvas.bytes().any()
    other = np.array([[2.0, 8, 2], [9, 28, 2], [33, 3, 2]])
    assert (drawn(other, (0, 1, 0, 1), canvas).bytes() == drawn(other, (0, 1, 0, 1), empty()).bytes()).all()


def test_half_the_size_is_the_mean_of_four(empty: Empty) -> None:
    canvas = drawn(np.array([[5.3, 5, 1], [5.3, 25, 1], [30, 5, 1]]), (1, 0.5, 0.2, 1), empty())
    whole = canvas.bytes().astype(int)
    mean = (whole[::2, ::2] + whole[1::2, ::2] + whole[::2, 1::2] + whole[1::2, 1::2] + 2) // 4
    assert (canvas.bytes(halved=True) == mean).all()
    assert not empty().bytes(halved=True).any()


@pytest.mark.parametrize("shrunk", [1, 2])
def test_a_picture_is_laid_on_an_image_as_by_qt(shrunk: int) -> None:
    canvas = Canvas(WIDTH, HEIGHT, compiled=True)
    drawn(np.array([[5.3, 5, 1], [5.3, 25, 1], [30, 5, 1]]), (1, 0.5, 0.2, 1), canvas)
    drawn(np.array([[2.0, 8, 2], [9, 28, 2], [33, 3, 2]]), (0.1, 0.4, 0.9, 0.3), canvas)
    ours = np.random.default_rng(7).integers(0, 2**24, (HEIGHT // shrunk, WIDTH // shrunk), dtype=np.uint32) | 255 << 24
    theirs = ours.copy()
    assert canvas.lay_on(ours)
    pixels = np.ascontiguousarray(canvas.bytes(halved=shrunk == 2))
    below, above = (
        QImage(made.data, WIDTH // shrunk, HEIGHT // shrunk, kind)
        for made, kind in ((theirs, QImage.Format.Format_RGB32), (pixels, QImage.Format.Format_RGBA8888_Premultiplied))
    )
    painter = QPainter(below)
    painter.drawImage(0, 0, above)
    painter.end()
    apart = np.abs(ours.view(np.uint8).astype(int) - theirs.view(np.uint8))
    assert apart.max() <= 1
    assert (ours >> 24 == 255).all()


def test_a_picture_of_another_size_is_not_laid_on() -> None:
    image = np.zeros((HEIGHT, WIDTH - 1), dtype=np.uint32)
    assert not Canvas(WIDTH, HEIGHT, compiled=True).lay_on(image)
    assert not Canvas(WIDTH, HEIGHT).lay_on(np.zeros((HEIGHT, WIDTH), dtype=np.uint32))


def test_both_ways_draw_the_same_arm() -> None:
    project = load("puma560")
    scene, q = Scene(project.robot), np.array(project.q0)
    mesh = scene.solids.placed(scene.frames(q))
    camera = Camera().fitted(scene.outline(q), 1.5)
    lit = shaded(mesh.normals, np.full((len(mesh.vertices), 3), 0.7), camera.view_matrix())
    colours = np.column_stack([lit, np.ones(len(lit))])
    pictures = []
    for compiled in (False, True):
        canvas = Canvas(300, 200, compiled=compiled)
        canvas.draw(camera.project(mesh.vertices, 300, 200), colours, mesh.faces, 1e-3)
        pictures.append(canvas.bytes().astype(int))
    different = np.abs(pictures[0] - pictures[1]).max(axis=2) > 3
    assert pictures[0][..., 3].any()
    assert different.sum() <= 5  # where two faces are equally near, rounding decides


def test_light_comes_from_above_and_the_front() -> None:
    up, down, towards, away = np.array([[0.0, 1, 0]]), np.array([[0.0, -1, 0]]), np.eye(3)[2:], -np.eye(3)[2:]
    grey, view = np.full((1, 3), 0.5), np.eye(4)
    assert shaded(up, grey, view).mean() > shaded(down, grey, view).mean() + 0.1
    assert shaded(towards, grey, view).mean() > shaded(away, grey, view).mean() + 0.1


def test_lines_are_hidden_by_solids_and_do_not_grow_stronger_where_they_overlap(empty: Empty) -> None:
    canvas = drawn(np.array([[5.0, 0, 1], [5, 60, 1], [30, 0, 1]]), (1, 0, 0, 1), empty())
    there_and_back = np.array([[[0.0, 15, 2], [40, 15, 2]], [[40, 15, 2], [0, 15, 2]]])
    if not canvas.stroke(there_and_back, np.tile((0, 0, 1, 0.5), (2, 1)), 2.0, 0.01):
        pytest.skip("drawn by Qt")
    pixels = canvas.bytes()
    assert tuple(pixels[15, 38]) == (0, 0, 128, 128)
    assert tuple(pixels[15, 10]) == (255, 0, 0, 255)
    assert not pixels[20, 38].any()
    canvas.stroke(there_and_back - (0, 0, 1.5), np.tile((0, 1, 0, 1), (2, 1)), 2.0, 0.01)
    assert tuple(canvas.bytes()[15, 10]) == (0, 255, 0, 255)
    far = np.array([[[-1e9, -1e9, 2.0], [1e9, 1e9, 2.0]], [[0, 0, -1], [9, 9, 2]]])
    canvas.stroke(far, np.tile((1, 1, 1, 1), (2, 1)), 2.0, 0.01)
    assert tuple(canvas.bytes()[2, 2]) == (255, 255, 255, 255)


@pytest.mark.parametrize("room", [1 << 18, 500])
def test_lines_look_the_same_whatever_was_drawn_before(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    """A path that a cursor divides, faint ahead and solid behind, under a solid; `room` is what can be kept of it."""
    monkeypatch.setattr(line_loops, "ROOM", room)
    turns = np.linspace(0, 9, 80)
    path = np.stack([20 + 25 * np.cos(turns), 20 + 15 * np.sin(1.3 * turns), 2 + np.cos(turns)], axis=1)
    ends = np.stack([path[:-1], path[1:]], axis=1)
    kept = Canvas(WIDTH, HEIGHT, compiled=True)
    for cursor in (10, 11, 12, 40, 3):
        colours = np.tile((0.2, 0.4, 0.6, 0.3), (79, 1))
        colours[:cursor, 3] = 1.0
        pictures = []
        for canvas in (kept, Canvas(WIDTH, HEIGHT, compiled=True)):
            canvas.clear()
            drawn(np.array([[5.0, 0, 2], [5, 60, 2], [30, 0, 2]]), (1, 0, 0, 1), canvas)
            canvas.stroke(ends[cursor // 5 :], colours[cursor // 5 :], 3.0, 0.01)
            pictures.append(canvas.bytes())
        assert np.array_equal(*pictures)


@pytest.mark.parametrize("room", [1 << 18, 500])
def test_a_picture_that_is_carried_on_is_as_one_drawn_anew(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    """The same path, long enough for most of it to be far from the solid, which moves; some lines come and go."""
    monkeypatch.setattr(line_loops, "ROOM", room)
    wide = 200
    turns = np.linspace(0, 9, 80)
    path = np.stack([100 + 110 * np.cos(turns), 20 + 15 * np.sin(1.3 * turns), 2 + np.cos(turns)], axis=1)
    ends = np.stack([path[:-1], path[1:]], axis=1)
    ground = np.full((HEIGHT, wide), 0xFF336699, dtype=np.uint32)
    kept, image, anew, shares = Canvas(wide, HEIGHT, compiled=True), ground.copy(), 0, []
    for number, cursor in enumerate((10, 11, 12, 40, 3, 0, 20, 21, 22)):
        colours = np.tile((0.2, 0.4, 0.6, 0.3), (79, 1))
        colours[:cursor, 3] = 1.0
        lines = (ends[:0], colours[:0]) if number == 5 else (ends[cursor // 5 :], colours[cursor // 5 :])
        other, expected = Canvas(wide, HEIGHT, compiled=True), ground.copy()
        solid = np.array([[5.0, 0, 2], [5, 60, 2], [30, 0, 2]]) + np.array([5.0 * number, 0, 0])
        drawn(solid, (1, 0, 0, 1), other).stroke(*lines, 3.0, 0.01)
        assert other.lay_on(expected)
        kept.clear_solids() if number else kept.clear()
        try:
            drawn(solid, (1, 0, 0, 1), kept).stroke(*lines, 3.0, 0.01)
        except Anew:
            anew += 1
            image = ground.copy()
            kept.clear()
            drawn(solid, (1, 0, 0, 1), kept).stroke(*lines, 3.0, 0.01)
        assert kept.lay_on(image, ground)
        shares.append(np.count_nonzero(kept._blocks & FRESH) / np.count_nonzero(kept._blocks))
        assert np.array_equal(image, expected)
    assert anew == (2 if room > 500 else 8)  # only where there is another number of strokes, or no room to keep them
    if room > 500:
        assert shares[0] == 1.0
        assert max(shares[1:3]) < 0.5
