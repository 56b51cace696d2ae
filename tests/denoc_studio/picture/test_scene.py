"""The arm's solids: where they are, how large they are, and that they are solids."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from denoc import examples, load
from denoc.arm.conventions import to_convention
from denoc.arm.robot import Link, Robot
from denoc.functions.kinematics import forward_kinematics, skeleton
from denoc_studio.picture.arm.compose import ArmState, Options, Trace, compose
from denoc_studio.picture.arm.ground_grid import grid, length_text, nice_step
from denoc_studio.picture.arm.markers import half_axes
from denoc_studio.picture.arm.picture import PictureColours
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.picture.meshes.primitives import Mesh, arrow, box, capsule, cylinder, rotation_to, sphere
from tests.support.oracles.arms import random_arm
from tests.support.places import ROOT

LOOK = PictureColours(False, "#ffffff", "#dddddd", "#8f9aa8", "#2563c9", "#1b1f24", "#5b6470")
seeds = st.integers(0, 2**32 - 1)
quick = settings(max_examples=25)


def arm_and_state(seed: int, convention: str = "standard") -> tuple[Robot, np.ndarray]:
    rng = np.random.default_rng(seed)
    robot = random_arm(rng, int(rng.integers(1, 9)), convention)
    return robot, rng.normal(size=robot.n)


def scaled(robot: Robot, factor: float) -> Robot:
    links = [replace(link, a=factor * link.a, b=factor * link.b) for link in robot.links]
    return replace(robot, links=tuple(links), base=None, tool=None, payload=None)


@quick
@given(seeds)
def test_both_tables_of_an_arm_give_the_same_picture(seed: int) -> None:
    robot, q = arm_and_state(seed, "modified" if seed % 2 else "standard")
    other = to_convention(robot, "standard" if robot.convention == "modified" else "modified")
    one, two = Scene(robot), Scene(other)
    assert one.solids.roles == two.solids.roles
    np.testing.assert_allclose(
        one.solids.placed(one.frames(q)).vertices, two.solids.placed(two.frames(q)).vertices, atol=1e-9
    )


@quick
@given(seeds)
def test_links_run_along_the_table_and_end_at_the_tip(seed: int) -> None:
    robot, q = arm_and_state(seed)
    scene = Scene(robot)
    frames = scene.frames(q)
    np.testing.assert_allclose(scene.tip(frames), forward_kinematics(robot, q)[-1, :3, 3], atol=1e-12)
    ends = {tuple(np.round(p, 9) + 0.0) for p in np.concatenate([scene.rods(frames).starts, scene.rods(frames).ends])}
    for corner in skeleton(robot, q)[2:]:
        assert min(np.linalg.norm(np.array(p) - corner) for p in ends) < 1e-7
    ball = scene.solids.placed(frames).vertices[-len(sphere(1.0, scene.size.sides).vertices) :]
    np.testing.assert_allclose(ball.mean(axis=0), scene.tip(frames), atol=1e-6 * scene.size.reach)


@quick
@given(seeds)
def test_each_joint_is_drawn_on_its_axis(seed: int) -> None:
    robot, q = arm_and_state(seed)
    scene = Scene(robot)
    frames = scene.frames(q)
    turned = scene.frames(q + np.eye(robot.n)[-1])
    point, axis = scene.joint(frames, robot.n - 1)
    moved_point, moved_axis = scene.joint(turned, robot.n - 1)
    np.testing.assert_allclose(moved_axis, axis, atol=1e-12)
    travel = 0.0 if robot.links[-1].revolute else 1.0
    np.testing.assert_allclose(moved_point - point, travel * axis, atol=1e-9)


@pytest.mark.parametrize("reach", [0.7, 0.0, -0.4])
def test_a_rail_is_as_long_as_its_joint_is_out(reach: float) -> None:
    robot = Robot("slide", (Link("P", b=0.1), Link(a=0.3)))
    scene = Scene(robot)
    mesh = scene.solids.placed(scene.frames(np.array([reach, 0.0])))
    ours = scene.solids.painted(_only(scene, 2))[:, 0] > 0
    rail = mesh.vertices[ours]
    assert np.ptp(rail[:, 2]) == pytest.approx(max(abs(0.1 + reach), 1e-6), abs=1e-5)
    assert abs(rail[:, 2]).max() == pytest.approx(abs(0.1 + reach), abs=1e-5)
    assert _volume(mesh._replace(faces=mesh.faces[ours[mesh.faces].all(axis=1)])) > 0  # not inside out


def _only(scene: Scene, piece: int) -> np.ndarray:
    palette = np.zeros((len(scene.solids.roles), 4))
    palette[piece] = 1
    return palette


@pytest.mark.parametrize(
    "mesh",
    [
        cylinder(0.5, -1, 2, 12),
        cylinder(0.5, -1, 2, 12, bevel=0.1),
        capsule(0.2, (1, 0, 0), (0, 2, -1), 10),
        box((0, 0, 0), (1, 2, 3)),
        arrow(1.0, 0.03, 8),
        sphere(2.0, 12),
    ],
    ids=["cylinder", "bevelled", "capsule", "box", "arrow", "sphere"],
)
def test_meshes_are_closed_and_face_outwards(mesh: Mesh) -> None:
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    areas = np.cross(b - a, c - a)
    np.testing.assert_allclose(areas.sum(axis=0), 0, atol=1e-12)  # true of every closed surface
    assert _volume(mesh) > 0
    np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=1), 1)
    assert (np.einsum("fi,fi->f", areas, mesh.normals[mesh.faces].sum(axis=1)) > 0).all()


def _volume(mesh: Mesh) -> float:
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return float(np.einsum("fi,fi->", a, np.cross(b, c)) / 6)


def test_a_capsule_is_as_large_as_it_should_be() -> None:
    mesh = capsule(0.1, (0, 0, 0), (0, 0, 2), 64)
    assert _volume(mesh) == pytest.approx(math.pi * 0.01 * 2 + 4 / 3 * math.pi * 0.001, rel=0.01)


@pytest.mark.parametrize("factor", [1e-3, 1e2])
def test_small_and_large_arms_look_the_same(factor: float) -> None:
    robot = scaled(random_arm(np.random.default_rng(5), 6), 1.0)
    q = np.where([link.revolute for link in robot.links], 0.4, 0.0)
    one, other = Scene(robot), Scene(scaled(robot, factor))
    expected = factor * one.solids.placed(one.frames(q)).vertices
    found = other.solids.placed(other.frames(q)).vertices
    np.testing.assert_allclose(found, expected, atol=1e-4 * factor)


def test_an_arm_without_lengths_still_shows() -> None:
    scene = Scene(Robot("point", (Link(), Link("P"), Link())))
    vertices = scene.solids.placed(scene.frames(np.zeros(3))).vertices
    assert np.isfinite(vertices).all()
    assert 0.1 < np.ptp(vertices, axis=0).min() < 1.0


def test_links_of_a_long_chain_are_longer_than_thick() -> None:
    scene = Scene(Robot("chain", tuple(Link(a=0.2) for _ in range(50))))
    assert scene.size.radius < 0.2 / 4
    assert set(scene.solids.links.tolist()) == {-1, *range(50)}


@pytest.mark.parametrize("name", examples())
def test_every_example_has_a_picture(name: str) -> None:
    project = load(name)
    visible = frozenset({"frames", "mass_centres", "ellipsoids", "labels", "grid", "gravity"})
    arm = ArmState(Scene(project.robot), np.array(project.q0))
    plain, full = compose(arm, Options(LOOK)), compose(arm, Options(LOOK, visible))
    assert np.isfinite(full.solid.mesh.vertices).all()
    assert len(full.solid.mesh.faces) > len(plain.solid.mesh.faces)
    assert len(plain.translucent.mesh.faces) == 0
    bodies = any(any(link.inertia) for link in project.robot.links)
    assert (len(full.translucent.mesh.faces) > 0) == bodies  # points of mass have no ellipsoids
    assert plain.under is None
    assert full.under is not None
    assert full.labels
    assert not plain.labels
    np.testing.assert_allclose(np.linalg.norm(full.solid.mesh.normals, axis=1), 1)


def test_selection_changes_the_colours_of_that_link_alone() -> None:
    arm = ArmState(Scene(load("ur5").robot), np.zeros(6))
    plain, chosen = (compose(arm, Options(LOOK, selected=k)).solid.colours for k in (-1, 2))
    changed = (plain != chosen).any(axis=1)
    of_link = arm.scene.solids.painted(np.repeat(arm.scene.solids.links[:, None], 4, axis=1))[:, 0] == 2
    assert changed.any()
    assert not changed[~of_link].any()


def test_labels_of_many_joints_are_few_and_of_stacked_joints_shared() -> None:
    chain = ArmState(Scene(Robot("chain", tuple(Link(a=0.2) for _ in range(50)))), np.zeros(50))
    assert 5 <= len(compose(chain, Options(LOOK, frozenset({"labels"}))).labels) <= 12
    wrist = ArmState(Scene(Robot("wrist", (Link(a=1.0), Link(alpha=1.0), Link()))), np.zeros(3))
    assert [label.text for label in compose(wrist, Options(LOOK, frozenset({"labels"}))).labels] == ["1", "2, 3"]


def test_the_trace_is_strong_behind_the_tip_and_faint_before_it() -> None:
    arm = ArmState(Scene(Robot("one", (Link(a=1.0),))), np.zeros(1))
    path = np.array([[0.0, 0, 0], [1, 0, 0], [2, 0, 0]])
    lines = compose(arm, Options(LOOK), trace=Trace(path, path + 2)).lines
    assert lines is not None
    opacity = {tuple(points[0]): colour[0, 3] for points, colour in zip(lines.points, lines.colours, strict=True)}
    assert opacity[0.0, 0.0, 0.0] == 1.0
    assert opacity[3.0, 2.0, 2.0] < 0.5


def test_the_ellipsoid_of_a_ball_and_of_a_box() -> None:
    halves, _ = half_axes(3.0, np.eye(3) * 0.4 * 3.0 * 0.2**2)
    np.testing.assert_allclose(halves, 0.2)
    semi = np.array([0.1, 0.2, 0.3])
    moments = 5.0 / 5 * (np.sum(semi**2) - semi**2)
    halves, axes = half_axes(5.0, np.diag(moments))
    np.testing.assert_allclose(np.abs(axes) @ halves, semi)


@quick
@given(st.floats(1e-9, 1e9))
def test_grid_steps_are_round(length: float) -> None:
    step = nice_step(length)
    assert length * (1 - 1e-9) <= step <= 2.5 * length * (1 + 1e-9)
    assert float(f"{step:e}".split("e")[0]) in (1.0, 2.0, 5.0)


def test_the_grid_lies_in_the_mounting_plane_and_fades() -> None:
    found = grid(np.array([1.0, 2.0, 3.0]), np.array([0.1, -0.99, 0.0]), 1.0)
    assert np.ptp(found.segments[..., 1]) == 0
    assert found.strength.max() > 0.9
    assert found.strength.min() == 0
    assert length_text(found.step) == "20 cm"
    assert [length_text(x) for x in (5e-4, 0.002, 3.0, 2e3)] == ["500 µm", "2 mm", "3 m", "2 km"]


@quick
@given(st.tuples(*[st.floats(-3, 3)] * 3))
@example((0.0, 5e-324, 5e-324))
def test_a_rod_can_point_anywhere(direction: tuple[float, float, float]) -> None:
    turn = rotation_to(np.array(direction))
    np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(turn) == pytest.approx(1)
    if any(direction):
        scaled = np.array(direction) / np.abs(direction).max()
        np.testing.assert_allclose(turn[:, 2], scaled / np.linalg.norm(scaled), atol=1e-12)


def test_the_picture_is_made_without_qt() -> None:
    source = ROOT / "app"
    modules = [
        ".".join(path.relative_to(source).with_suffix("").parts)
        for path in (source / "denoc_studio" / "picture").rglob("*.py")
    ]
    assert len(modules) > 30
    script = "import sys, importlib\n" + "".join(f"importlib.import_module('{name}')\n" for name in modules)
    script += "print(any(name.startswith('PySide6') for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
