"""The camera: what it sees, how it moves, and what the mouse finds and drags with it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from denoc import load
from denoc.arm.robot import Link, Robot
from denoc_studio.picture.arm.camera import ANGLES, Camera, default_camera, up_axis
from denoc_studio.picture.arm.picking import pick
from denoc_studio.picture.arm.posing import Grip, Mouse, joint_change
from denoc_studio.picture.arm.scene import Scene

WIDTH, HEIGHT = 800.0, 600.0
quick = settings(max_examples=50)
cameras = st.builds(
    Camera,
    centre=st.tuples(*[st.floats(-2, 2)] * 3),
    distance=st.floats(0.5, 20),
    azimuth=st.floats(-3.1, 3.1),
    elevation=st.floats(-1.5, 1.5),
    up=st.integers(0, 2),
    sign=st.sampled_from([1.0, -1.0]),
)
pixels = st.tuples(st.floats(0, WIDTH), st.floats(0, HEIGHT))


@quick
@given(cameras, pixels, st.floats(0.1, 5))
def test_a_ray_meets_what_is_seen_at_its_pixel(camera: Camera, pixel: tuple[float, float], far: float) -> None:
    eye, direction = camera.ray(*pixel, WIDTH, HEIGHT)
    x, y, depth = camera.project(eye + far * camera.distance * direction, WIDTH, HEIGHT)
    assert (x, y) == pytest.approx(pixel, abs=1e-6)
    assert depth > 0


@quick
@given(cameras, st.lists(st.tuples(*[st.floats(-1, 1)] * 3), min_size=3, max_size=3))
def test_matrices_and_projection_agree(camera: Camera, points: list[tuple[float, float, float]]) -> None:
    world = np.array(points)
    seen = camera.project(world, WIDTH, HEIGHT)
    assume((seen[:, 2] > 0.05).all())
    clip = camera.projection_matrix(WIDTH / HEIGHT) @ camera.view_matrix() @ np.column_stack([world, np.ones(3)]).T
    x, y = clip[:2] / clip[3]
    np.testing.assert_allclose(seen[:, 0], (x + 1) / 2 * WIDTH, rtol=1e-9, atol=1e-6)
    np.testing.assert_allclose(seen[:, 1], (1 - y) / 2 * HEIGHT, rtol=1e-9, atol=1e-6)


@quick
@given(
    st.sampled_from([1e-3, 1.0, 100.0]), st.sampled_from([1, 3, 50]), st.sampled_from(sorted(ANGLES)), st.floats(0.3, 3)
)
def test_arms_of_any_size_fit_the_view(reach: float, n: int, view: str, aspect: float) -> None:
    robot = Robot("arm", tuple(Link(a=reach / n, alpha=0.3) for _ in range(n)))
    scene = Scene(robot)
    q = np.full(n, 0.2)
    frames = scene.frames(q)
    camera = Camera().looking(view).fitted(scene.outline(q), aspect)
    height = 500.0
    x, y, depth = camera.project(scene.solids.placed(frames).vertices, aspect * height, height).T
    assert (depth > 0.01 * camera.distance).all()
    assert x.min() >= 0
    assert x.max() <= aspect * height
    assert y.min() >= 0
    assert y.max() <= height
    assert max(np.ptp(x) / (aspect * height), np.ptp(y) / height) > 0.2


@quick
@given(cameras, pixels, st.floats(0.5, 2))
def test_zooming_keeps_what_is_under_the_mouse(camera: Camera, pixel: tuple[float, float], factor: float) -> None:
    right, up, _ = camera.axes
    size = camera.pixel_size(HEIGHT)
    point = camera.centre + ((pixel[0] - WIDTH / 2) * right + (HEIGHT / 2 - pixel[1]) * up) * size
    zoomed = camera.zoomed(factor, *pixel, WIDTH, HEIGHT)
    assert zoomed.distance == pytest.approx(camera.distance / factor)
    assert zoomed.project(point, WIDTH, HEIGHT)[:2] == pytest.approx(pixel, abs=1e-6)


def test_panning_moves_the_centre_with_the_mouse() -> None:
    camera = Camera()
    moved = camera.panned(30, -20, HEIGHT)
    assert moved.project(np.array(camera.centre), WIDTH, HEIGHT)[:2] == pytest.approx((430, 280))


def test_orbiting_stops_at_the_poles() -> None:
    assert Camera().orbited(0, 1e6).elevation == math.pi / 2
    assert Camera().orbited(0, -1e6).elevation == -math.pi / 2


@pytest.mark.parametrize(
    ("view", "right", "up"),
    [
        ("front", (1, 0, 0), (0, 0, 1)),
        ("back", (-1, 0, 0), (0, 0, 1)),
        ("side", (0, 1, 0), (0, 0, 1)),
        ("top", (1, 0, 0), (0, 1, 0)),
    ],
)
def test_standard_views_are_those_of_a_drawing(view: str, right: tuple[int], up: tuple[int]) -> None:
    axes = Camera().looking(view).axes
    np.testing.assert_allclose(axes[:2], [right, up], atol=1e-12)
    assert np.linalg.det(axes) == pytest.approx(1)


def test_up_is_against_gravity() -> None:
    assert up_axis(np.array([0, -9.81, 1.0])) == (1, 1.0)
    assert up_axis(np.array([3.0, 0, 0])) == (0, -1.0)
    assert up_axis(np.zeros(3)) == (2, 1.0)


def test_the_first_example_is_seen_almost_straight_on() -> None:
    project = load("planar-3r-free-fall")
    scene = Scene(project.robot)
    frames = scene.frames(np.array(project.q0))
    camera = default_camera(np.array(project.robot.gravity), frames[1:4, :3, 2])
    right, up, towards = camera.axes
    assert towards[2] > 0.85
    assert up[1] > 0.9
    assert right[0] > 0.85


@quick
@given(st.integers(0, 5), st.integers(0, 1000))
def test_the_link_in_the_middle_of_a_link_is_picked(index: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    robot = Robot("zigzag", tuple(Link(a=0.3, alpha=0.0) for _ in range(6)))
    scene = Scene(robot)
    q = rng.uniform(0.2, 0.7, 6) * np.array([1, -1, 1, -1, 1, -1])
    frames = scene.frames(q)
    camera = Camera(azimuth=rng.uniform(-0.5, 0.5), elevation=rng.uniform(0.6, 1.5))
    camera = camera.fitted(scene.outline(q), WIDTH / HEIGHT)
    rods = scene.rods(frames)
    longest = np.flatnonzero(rods.links == index)
    longest = longest[np.argmax(np.linalg.norm(rods.ends - rods.starts, axis=1)[longest])]
    x, y, _ = camera.project((rods.starts[longest] + rods.ends[longest]) / 2, WIDTH, HEIGHT)
    hit = pick(rods, *camera.ray(x, y, WIDTH, HEIGHT))
    assert hit is not None
    assert hit.link == index


def test_nothing_is_picked_beside_the_arm_or_behind_the_eye() -> None:
    scene = Scene(Robot("one", (Link(a=1.0),)))
    rods = scene.rods(scene.frames(np.zeros(1)))
    camera = Camera().looking("top").fitted(np.array([[-2.0, -2, -2], [2, 2, 2]]), 1.0)
    assert pick(rods, *camera.ray(5, 5, 500, 500)) is None
    eye, direction = camera.ray(*camera.project(np.array([0.5, 0, 0]), 500, 500)[:2], 500, 500)
    assert pick(rods, eye, direction) is not None
    assert pick(rods, eye, -direction) is None


@quick
@given(cameras, st.floats(0, 6.2), st.floats(-0.5, 0.5), st.floats(0.2, 0.8))
def test_a_dragged_point_stays_under_the_mouse(camera: Camera, place: float, change: float, lever: float) -> None:
    camera = replace(camera, centre=(0.0, 0.0, 0.0), distance=4.0)
    assume(abs(camera.axes[2, 2]) > 0.4)
    point, moved = (lever * np.array([math.cos(x), math.sin(x), 0.0]) for x in (place, place + change))
    grip = Grip(True, np.zeros(3), np.array([0.0, 0, 1]), point)
    assert joint_change(grip, camera, _between(camera, point, moved)) == pytest.approx(change, abs=1e-9)


@quick
@given(cameras, st.floats(-0.5, 0.5))
def test_a_slide_follows_the_mouse(camera: Camera, change: float) -> None:
    camera = replace(camera, centre=(0.0, 0.0, 0.0), distance=40.0)
    assume(abs(camera.axes[2, 2]) < 0.8)
    axis = np.array([0.0, 0, 1])
    mouse = _between(camera, np.zeros(3), change * axis)
    assert joint_change(Grip(False, np.zeros(3), axis, np.zeros(3)), camera, mouse) == pytest.approx(change, rel=0.05)


def test_an_axis_across_the_view_rolls_with_the_mouse() -> None:
    camera = Camera(distance=4.0).looking("front")  # the eye on -y, z up
    grip = Grip(True, np.zeros(3), np.array([0.0, 0, 1]), np.array([0.0, -0.5, 0]))
    to_the_right = joint_change(grip, camera, Mouse((400, 300), (410, 300), WIDTH, HEIGHT))
    assert 0.05 < to_the_right < 0.4  # the near side moves towards +x: a positive turn about z
    assert joint_change(grip, camera, Mouse((400, 300), (400, 290), WIDTH, HEIGHT)) == pytest.approx(0, abs=1e-9)


def test_nothing_turns_where_the_mouse_is_on_the_axis() -> None:
    camera = Camera(distance=4.0).looking("top")
    grip = Grip(True, np.zeros(3), np.array([0.0, 0, 1]), np.array([0.5, 0, 0]))
    assert joint_change(grip, camera, Mouse((401, 300), (399, 300), WIDTH, HEIGHT)) == 0.0


def _between(camera: Camera, before: np.ndarray, after: np.ndarray) -> Mouse:
    ends = camera.project(np.stack([before, after]), WIDTH, HEIGHT)[:, :2].tolist()
    return Mouse(tuple(ends[0]), tuple(ends[1]), WIDTH, HEIGHT)
