"""Limits and wrenches in the arm's picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from denoc import Link, Robot, load, to_convention
from denoc_studio.look.colours import components, joint_colours
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.arm.view import ArmView
from denoc_studio.picture.arm.compose import ArmState, Options, compose
from denoc_studio.picture.arm.limit_marks import MOST_TURNS, limit_marks
from denoc_studio.picture.arm.picture import PictureColours
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from tests.support.studio.arm_pictures import seen

LOOK = PictureColours(False, "#ffffff", "#dddddd", "#8f9aa8", "#2563c9", "#1b1f24", "#5b6470", "#ff0000")
HINGE = Link(a=1.0, mass=1.0, inertia=(0.1, 0.1, 0.1, 0, 0, 0), lower=-0.5, upper=1.0)
SLIDE = Link(joint="P", mass=1.0, lower=0.1, upper=0.4)


def marks(links: tuple[Link, ...], q: list[float], convention: str = "standard"):  # type: ignore[no-untyped-def]
    scene = Scene(Robot("arm", links, convention=convention))  # type: ignore[arg-type]
    state = np.array(q)
    return scene, *limit_marks(scene, scene.frames(state), state, LOOK)


def warned(colours: np.ndarray) -> np.ndarray:
    return (colours[..., :3] == components(LOOK.warning)).all(axis=-1)


class TestHinges:
    def test_a_sector_stays_where_the_limits_are_while_the_joint_turns(self) -> None:
        _, at_zero, _ = marks((HINGE,), [0.0])
        _, turned, _ = marks((HINGE,), [0.7])
        assert turned.mesh.vertices == pytest.approx(at_zero.mesh.vertices, abs=1e-12)

    def test_it_reaches_from_limit_to_limit(self) -> None:
        scene, solid, lines = marks((HINGE,), [0.3])
        x, y, z = (solid.mesh.vertices - scene.foot()).T
        angles = np.arctan2(y, x)
        assert (angles.min(), angles.max()) == pytest.approx((-0.5, 1.0))
        assert np.abs(z).max() < scene.size.radius
        pointer = lines.points[-1] - scene.foot()
        assert np.arctan2(pointer[:, 1], pointer[:, 0]) == pytest.approx(0.3)

    @pytest.mark.parametrize(("q", "expected"), [(0.0, False), (1.0, True), (1.2, True), (-0.5, True), (-0.499, False)])
    def test_it_warns_at_a_limit_and_past_it(self, q: float, expected: bool) -> None:
        _, solid, lines = marks((HINGE,), [q])
        assert warned(solid.colours).all() == warned(lines.colours).all() == expected
        if not expected:
            own = components(joint_colours(1)[0])
            assert (solid.colours[:, :3] == own).all()

    def test_one_limit_alone(self) -> None:
        _, sector, both = marks((HINGE,), [0.0])
        scene, solid, one = marks((replace(HINGE, lower=-np.inf),), [0.0])
        angles = np.arctan2(*(solid.mesh.vertices - scene.foot())[:, 1::-1].T)
        assert angles.max() == pytest.approx(1.0)
        assert len(one.points) == len(solid.mesh.vertices) // 8 - 1 + 2  # the arc, one end, the pointer
        assert len(both.points) == len(sector.mesh.vertices) // 8 - 1 + 3

    def test_more_than_a_turn_is_a_spiral_and_very_many_are_nothing(self) -> None:
        wide = replace(HINGE, lower=-2 * np.pi, upper=2 * np.pi)
        scene, solid, _ = marks((wide,), [0.0])
        lengths = np.linalg.norm(solid.mesh.vertices - scene.foot(), axis=1)
        assert len(np.unique(lengths.round(9))) > 20
        _, none, lines = marks((replace(wide, upper=wide.lower + 2.01 * np.pi * MOST_TURNS),), [0.0])
        assert len(none.mesh.vertices) == len(lines.points) == 0


class TestSlides:
    @pytest.mark.parametrize("convention", ["standard", "modified"])
    def test_marks_at_both_ends(self, convention: str) -> None:
        scene, solid, lines = marks((SLIDE,), [0.2], convention)
        heights = (lines.points - scene.foot())[..., 2]
        assert (heights.min(), heights.max()) == pytest.approx((0.1, 0.4))
        assert len(solid.mesh.vertices) == 0
        assert not warned(lines.colours).any()
        assert warned(marks((SLIDE,), [0.4], convention)[2].colours).all()


def test_the_joint_itself_warns_so_that_it_is_seen_from_every_side() -> None:
    robot = Robot("arm", (HINGE, HINGE))

    def red(q: float, *visible: str) -> int:
        picture = compose(ArmState(Scene(robot), np.array([q, 0.0])), Options(LOOK, frozenset(visible)))
        return int((picture.solid.colours[:, 0] > 0.8).sum())

    assert red(1.0, "limits") > red(0.9, "limits") == red(1.0)


def test_both_conventions_show_the_same() -> None:
    robot = load("puma560").robot
    q = np.array([0.3, -0.4, 0.5, 0.1, 0.2, -0.6])
    scenes = [Scene(robot), Scene(to_convention(robot, "modified"))]
    one, other = (limit_marks(scene, scene.frames(q), q, LOOK) for scene in scenes)
    assert one[1].points == pytest.approx(other[1].points, abs=1e-9)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e4])
def test_every_scale(scale: float) -> None:
    links = (replace(HINGE, a=scale), replace(HINGE, a=scale))
    scene, solid, _ = marks(links, [0.0, 0.0])
    extent = np.ptp(solid.mesh.vertices, axis=0).max()
    assert scene.size.radius < extent < 2 * scene.size.reach


def test_a_joint_without_limits_shows_none() -> None:
    scene = Scene(load("furuta").robot)
    q = np.zeros(scene.robot.n)
    solid, lines = limit_marks(scene, scene.frames(q), q, LOOK)
    assert len(solid.mesh.vertices) == len(lines.points) == 0


class TestWrench:
    def picture(self, wrench: tuple[float, ...] | None):  # type: ignore[no-untyped-def]
        robot = Robot("arm", (HINGE,))
        return compose(ArmState(Scene(robot), np.zeros(1)), Options(LOOK, frozenset({"wrench"}), wrench=wrench))

    def test_an_arrow_along_the_force_with_its_size(self) -> None:
        plain, pushed = self.picture(None), self.picture((0, 0, 0, 0, 3.0, 4.0))
        new = pushed.solid.mesh.vertices[len(plain.solid.mesh.vertices) :]
        assert len(new)
        (label,) = pushed.labels
        assert label.text == "5 N"
        tip = np.array([1.0, 0.0, 0.0])
        direction = (label.point - tip) / np.linalg.norm(label.point - tip)
        assert direction == pytest.approx([0, 0.6, 0.8])
        assert ((new - tip) @ direction).max() == pytest.approx(np.linalg.norm(label.point - tip))

    def test_a_moment_has_one_too_and_zero_has_none(self) -> None:
        assert [label.text for label in self.picture((2.0, 0, 0, 0, 0, 1.0)).labels] == ["1 N", "2 N m"]
        assert self.picture((0.0,) * 6).labels == []


@pytest.mark.parametrize("painter", [True, False], ids=["painter", "OpenGL"])
def test_the_view_shows_them_and_follows_the_switches(
    make_arm: Callable[..., ArmView], document: Document, preferences: Preferences, painter: bool
) -> None:
    view = make_arm(painter, load("scara"))
    preferences["limits"] = False
    without = seen(view)
    preferences["limits"] = True
    with_limits = seen(view)
    assert (without != with_limits).any(axis=2).sum() > 500
    document.edit(edits.set_run(document.project, tip_wrench=(0, 0, 0, 0, 10.0, 0)), "push")
    pushed = seen(view)
    assert (pushed != with_limits).any(axis=2).sum() > 100
    preferences["wrench"] = False
    assert (seen(view) != with_limits).any(axis=2).sum() < 50
