"""The mouse in the arm view: select, pose, and look from elsewhere."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from denoc.arm.robot import Link, Robot
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.arm.view import ArmView
from denoc_studio.project import edits
from denoc_studio.session import commands
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from tests.support.studio.arm_pictures import LEFT, MIDDLE, drag, middle_of, seen, wheel


@pytest.mark.parametrize("painter", [False, True], ids=["OpenGL", "painter"])
@pytest.mark.parametrize("index", [1, 2])
def test_a_click_selects_the_link(
    make_arm: Callable[..., ArmView], document: Document, qtbot: QtBot, painter: bool, index: int
) -> None:
    view = make_arm(painter)
    qtbot.mouseClick(view, LEFT, pos=middle_of(view, index))
    assert document.selected == index
    assert not document.modified
    qtbot.mouseClick(view, LEFT, pos=QPoint(10, 200))
    assert document.selected == index


def test_a_selected_row_highlights_its_link(make_arm: Callable[..., ArmView], document: Document) -> None:
    view = make_arm()
    place = middle_of(view, 2)
    before = seen(view)[place.y(), place.x()]
    document.select(2)
    after = seen(view)[place.y(), place.x()]
    assert after.sum() < before.sum(), "darker"


def test_hovering_lights_the_link_up(make_arm: Callable[..., ArmView], qtbot: QtBot) -> None:
    view = make_arm()
    place = middle_of(view, 1)
    before = seen(view)[place.y(), place.x()].sum()
    qtbot.mouseMove(view, place)
    qtbot.waitUntil(lambda: seen(view)[place.y(), place.x()].sum() > before + 30)
    qtbot.mouseMove(view, QPoint(5, 200))
    qtbot.waitUntil(lambda: seen(view)[place.y(), place.x()].sum() == before)


def test_the_tooltip_names_link_and_value(
    make_arm: Callable[..., ArmView], document: Document, preferences: Preferences
) -> None:
    q0 = (0.5, math.radians(-34.2), 0.1)
    document.edit(edits.set_start(document.project, q0=q0), "Pose")
    view = make_arm()
    place = middle_of(view, 1)
    assert view._mouse.text_at(place, degrees=True) == "link 2: joint angle -34.2°"
    assert view._mouse.text_at(place, degrees=False) == "link 2: joint angle -0.5969 rad"
    assert view._mouse.text_at(QPoint(3, 3), degrees=True) == ""


def test_dragging_a_link_poses_its_joint_in_one_step(
    make_arm: Callable[..., ArmView],
    document: Document,
    playback: Playback,
    computed: Callable[[], Run],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commands, "MERGE_WITHIN", -1.0)  # the hand rests longer than that before every move
    view = make_arm()
    computed()
    view.look_from("front")
    playback.seek(0.2)
    playback.seek(0.0)
    playback.play()
    q0 = document.project.q0
    start = middle_of(view, 2)
    drag(qtbot, view, start, start + QPoint(-4, -40), LEFT)  # upwards: against the clock, seen from +z
    assert not playback.playing
    assert playback.time == 0.0
    assert document.project.q0[2] > q0[2] + 0.2
    assert document.project.q0[:2] == q0[:2]
    assert document.selected == 2
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == "Pose joint 3"
    np.testing.assert_array_equal(view._arm().q, document.project.q0)
    start = middle_of(view, 2)
    drag(qtbot, view, start, start + QPoint(4, 40), LEFT)
    assert document.undo_stack.count() == 2
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.project.q0 == q0


def test_a_dragged_link_follows_the_mouse(make_arm: Callable[..., ArmView], document: Document, qtbot: QtBot) -> None:
    view = make_arm()
    start = middle_of(view, 2)
    target = start + QPoint(-10, -60)
    drag(qtbot, view, start, target, LEFT)
    hit = view._mouse.hit(target)
    origin, _ = view._arm().scene.joint(view._arm().scene.frames(view._arm().q), 2)
    wanted, joint, now = target, view.camera.project(origin, 500, 400)[:2], middle_of(view, 2)
    angles = [math.atan2(p.y() - joint[1], p.x() - joint[0]) for p in (wanted, now)]
    assert math.remainder(angles[0] - angles[1], 2 * math.pi) == pytest.approx(0, abs=0.12)
    assert hit is None or hit.link == 2


def test_limits_hold_a_dragged_joint(make_arm: Callable[..., ArmView], document: Document, qtbot: QtBot) -> None:
    view = make_arm()
    limit = document.project.q0[2] + 0.1
    document.edit(edits.change_link(document.project, 2, upper=limit), "Limit")
    start = middle_of(view, 2)
    drag(qtbot, view, start, start + QPoint(-10, -70), LEFT)
    assert document.project.q0[2] == limit


def test_a_pose_beyond_the_limits_of_a_stopping_run_cannot_be_dragged(
    make_arm: Callable[..., ArmView],
    document: Document,
    playback: Playback,
    computed: Callable[[], Run],
    qtbot: QtBot,
) -> None:
    """It is one of the run before: from there no run could start, and neither arm nor camera follows the mouse."""
    view = make_arm()
    document.edit(edits.change_link(document.project, 2, lower=-1e-6, upper=1e-6), "Limit")
    computed()
    view.look_from("front")
    playback.seek(0.2)
    document.edit(edits.set_run(document.project, limits="stop"), "Stop at limits")
    refused: list[DynamicsError] = []
    document.refused.connect(refused.append)
    project, camera, start = document.project, view.camera, middle_of(view, 2)
    drag(qtbot, view, start, start + QPoint(-4, -40), LEFT)
    assert [error.link for error in refused] == [3]
    assert document.project is project
    assert view.camera is camera


def test_a_slide_is_dragged_along_its_axis(make_arm: Callable[..., ArmView], document: Document, qtbot: QtBot) -> None:
    robot = Robot("slide", (Link("P", b=0.5, mass=1.0), Link(a=0.2, mass=1.0)))
    view = make_arm(project=Project("slide", robot, (0.0, 0.0), (0.0, 0.0)))
    view.look_from("front")
    start = middle_of(view, 0)
    drag(qtbot, view, start, start + QPoint(0, -30), LEFT)
    expected = 30 * view.camera.pixel_size(view.height())
    assert document.project.q0[0] == pytest.approx(expected, rel=0.1)


def test_the_camera_orbits_pans_zooms_and_fits(
    make_arm: Callable[..., ArmView], document: Document, qtbot: QtBot
) -> None:
    view = make_arm()
    home, empty = view.camera, QPoint(20, 200)
    drag(qtbot, view, empty, empty + QPoint(40, 20), LEFT)
    orbited = view.camera
    assert orbited.azimuth < home.azimuth
    assert orbited.elevation > home.elevation
    assert orbited.distance == home.distance
    drag(qtbot, view, empty, empty + QPoint(40, 20), MIDDLE)
    assert view.camera.centre != orbited.centre
    assert view.camera.azimuth == orbited.azimuth
    wheel(view, 2, QPoint(250, 200))
    assert view.camera.distance < home.distance
    view.resize(420, 420)
    touched = view.camera
    qtbot.mouseDClick(view, LEFT, pos=empty)
    assert view.camera != touched
    assert view.camera.azimuth == pytest.approx(orbited.azimuth)
    assert not document.modified
    view.look_from("top")
    assert view.camera.elevation == pytest.approx(math.pi / 2)


@pytest.mark.parametrize("painter", [False, True], ids=["OpenGL", "painter"])
def test_clicks_of_the_window_system_arrive(
    make_arm: Callable[..., ArmView], document: Document, painter: bool
) -> None:
    view = make_arm(painter)
    QTest.mouseClick(view.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, middle_of(view, 2))
    assert document.selected == 2


def test_the_tooltip_shows_where_the_mouse_rests(make_arm: Callable[..., ArmView], qtbot: QtBot) -> None:
    view = make_arm()
    place = middle_of(view, 1)
    QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, place, view.mapToGlobal(place)))
    assert QToolTip.text() == "link 2: joint angle 0°"
    QToolTip.hideText()


def test_a_lost_release_does_not_hold_the_link(
    make_arm: Callable[..., ArmView], document: Document, qtbot: QtBot
) -> None:
    view = make_arm()
    start = middle_of(view, 2)
    qtbot.mousePress(view, LEFT, pos=start)
    nowhere = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(start + QPoint(30, 30)),
        QPointF(view.mapToGlobal(start)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view, nowhere)
    assert not document.modified
    qtbot.mouseRelease(view, LEFT, pos=start)
    qtbot.mouseClick(view, LEFT, pos=middle_of(view, 1))
    assert document.selected == 1


def test_resting_the_mouse_paints_nothing(make_arm: Callable[..., ArmView], qtbot: QtBot) -> None:
    view = make_arm()
    qtbot.mouseMove(view, QPoint(20, 200))
    qtbot.wait(300)
    seen(view)
    frames: list[int] = []
    view.painted.connect(lambda: frames.append(1))
    for x in range(21, 30):
        qtbot.mouseMove(view, QPoint(x, 200))
    qtbot.wait(50)
    assert not frames


def test_under_a_dragged_link_the_view_does_not_move(
    make_arm: Callable[..., ArmView], computed: Callable[..., Run], document: Document, qtbot: QtBot
) -> None:
    view = make_arm()
    computed()
    view.look_from("isometric")
    start = middle_of(view, 1)
    qtbot.mousePress(view, LEFT, pos=start)
    before = view.camera
    for step in range(1, 5):
        qtbot.mouseMove(view, start + QPoint(0, -15 * step))
        QApplication.processEvents()
        computed()
        assert view.camera is before
    assert document.project.q0 != (0.0,) * 3
    qtbot.mouseRelease(view, LEFT, pos=start + QPoint(0, -60))
    assert view.camera.sees(view._outline(document.results.current), view.width(), view.height())
