"""What stays where it is in the Robot and Run panels while rows and messages come and go, and how much is seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.arm.robot import Convention
from denoc.files.projects.project import Project
from denoc_studio.look.icons import Icons
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.cell_table import CellTable
from denoc_studio.panels.robot.panel import RobotPanel
from denoc_studio.panels.run.panel import RunPanel
from denoc_studio.project import edits
from denoc_studio.project.new_link import new_link
from denoc_studio.project.run_edits import choose_law, set_mode
from denoc_studio.session.document import Document
from denoc_studio.session.session import Session
from tests.support.studio.hands import column_of, enter, slider_point, type_joint
from tests.support.studio.showing import shown

A = 1


def arm(joints: int) -> Project:
    project = load("planar-3r-free-fall")
    return edits.set_links(project, (new_link(project.robot),) * joints)


@pytest.fixture
def panel(qtbot: QtBot, document: Document, preferences: Preferences, themes: Themes) -> RobotPanel:
    return shown(qtbot, RobotPanel(document, preferences, themes), 372, 1000)


@pytest.fixture
def run(qtbot: QtBot, preferences: Preferences) -> Iterator[RunPanel]:
    session = Session(arm(3), preferences)
    yield shown(qtbot, RunPanel(session, Icons(session.themes, session)), 290, 900)
    session.close()


def place(widget: QWidget) -> QPoint:
    QTest.qWait(20)
    return widget.mapTo(widget.window(), QPoint(0, 0))


def rows_seen(table: CellTable) -> int:
    QTest.qWait(50)
    return table.viewport().height() // table.verticalHeader().defaultSectionSize()


def test_adding_joints_at_one_place(qtbot: QtBot, panel: RobotPanel, document: Document) -> None:
    button = next(each for each in panel.findChildren(QToolButton) if each.accessibleName() == "Add a joint")
    spot = button.mapTo(panel, button.rect().center())
    for joints in range(4, 12):
        target = panel.childAt(spot)
        assert target is button
        qtbot.mouseClick(target, Qt.MouseButton.LeftButton)
        QTest.qWait(20)
        assert document.robot.n == joints


def test_messages_move_nothing(qtbot: QtBot, panel: RobotPanel, document: Document) -> None:
    panel.resize(372, 1200)  # nothing has to scroll
    for fold in panel.folds.values():
        fold.open()
    watched = (
        panel.folds["inertia"],
        panel.joint.fields["upper"],
        panel.gravity,
        panel.payload.switch,
        panel.wrench.switch,
    )
    before = [place(widget) for widget in watched]
    assert panel.room.hint.text().startswith("a: Link length")
    panel.model.setData(panel.model.index(1, A), "1.2.3")
    assert panel.message.isVisible()
    assert not panel.room.hint.isVisible()
    enter(qtbot, panel.joint.fields["lower"], "--")
    enter(qtbot, panel.gravity.fields[0], "abc")
    assert panel.joint.message.isVisible()
    assert panel.gravity.message.isVisible()
    assert [place(widget) for widget in watched] == before
    panel.model.forget_all()
    qtbot.mouseClick(panel.header.convention.buttons["modified"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "same arm" in panel.header.message.text, timeout=20_000)
    assert [place(widget) for widget in watched[:3]] == before[:3]


@pytest.mark.parametrize(
    "changes", [{"a": 0.4}, {"inertia": (0.0, 9.0, 9.0, 0.0, 0.0, 0.0)}, {"com": (99.0, 0.0, 0.0)}, {"mass": 0.0}]
)
def test_advice_about_a_body_moves_nothing(
    panel: RobotPanel, document: Document, changes: dict[str, float | tuple[float, ...]]
) -> None:
    before = place(panel.gravity)
    words = panel.inertia.advice.text
    document.edit(edits.change_link(document.project, 0, **changes), "another body")
    assert panel.inertia.advice.text != words
    assert place(panel.gravity) == before


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_no_hint_moves_anything(panel: RobotPanel, document: Document, convention: Convention) -> None:
    panel.resize(panel.minimumWidth(), 1000)
    document.edit(edits.set_convention(document.project, convention), "switch")
    places = set()
    for column in range(panel.model.columnCount()):
        panel.table.go_to(0, column)
        places.add(place(panel.folds["inertia"]).y())
        assert panel.room.hint.text()
    assert len(places) == 1


def test_a_reason_stays_as_long_as_its_field_is_red(qtbot: QtBot, panel: RobotPanel, document: Document) -> None:
    panel.folds["joint"].open()
    fields, message = panel.joint.fields, panel.joint.message
    enter(qtbot, fields["lower"], "20")
    enter(qtbot, fields["upper"], "-90")
    assert "above the upper one" in message.text
    enter(qtbot, fields["lower"], "--")
    assert message.text.startswith("Lower limit of link 1: “--” is not a number")
    enter(qtbot, fields["upper"], "30")
    assert fields["lower"].problem
    assert message.text.startswith("Lower limit of link 1: “--” is not a number")
    enter(qtbot, fields["lower"], "10")
    assert not message.isVisible()


@pytest.mark.parametrize(("height", "joints", "least"), [(1000, 7, 7), (1000, 10, 10), (1000, 50, 11), (640, 50, 8)])
def test_the_table_takes_the_free_height(
    qtbot: QtBot, panel: RobotPanel, document: Document, height: int, joints: int, least: int
) -> None:
    panel.resize(372, height)
    document.replace(arm(joints))
    qtbot.waitUntil(lambda: least <= rows_seen(panel.table) <= joints)
    if height == 1000:
        assert panel.verticalScrollBar().maximum() == 0
    document.replace(arm(3))
    assert rows_seen(panel.table) == 3


def test_the_joints_at_the_start_take_the_free_height(qtbot: QtBot, run: RunPanel) -> None:
    document = run._document
    for joints, least in ((7, 7), (50, 14), (3, 3)):
        document.replace(arm(joints))
        qtbot.waitUntil(lambda: least <= rows_seen(run.joints.table) <= joints)  # noqa: B023
    document.replace(arm(50))
    run.resize(290, 400)
    qtbot.waitUntil(lambda: rows_seen(run.joints.table) == 6)


def test_sliders_are_wide_enough_beside_constant_torques(qtbot: QtBot, run: RunPanel) -> None:
    document = run._document
    document.edit(choose_law(document.project, "constant"), "torques")
    QTest.qWait(20)
    assert run.joints.table.columnWidth(0) >= 70
    assert run.joints.table.horizontalScrollBar().maximum() == 0
    heading = run.joints.model.headerData(column_of(run.joints.table, "q"), Qt.Orientation.Horizontal)
    assert heading == "q\n[°]"
    document.edit(edits.set_joint(document.project, 1, "P"), "slide")
    assert [run.joints.model.index(row, column_of(run.joints.table, "q")).data() for row in (0, 1)] == ["0 °", "0 m"]
    document.edit(set_mode(document.project, "inverse"), "inverse")
    QTest.qWait(20)
    assert run.joints.table.columnWidth(0) >= 70


def test_ctrl_drags_a_slider_finely(qtbot: QtBot, run: RunPanel) -> None:
    document, table = run._document, run.joints.table
    ctrl, left = Qt.KeyboardModifier.ControlModifier, Qt.MouseButton.LeftButton
    start = slider_point(table, 0)
    turns = []
    for modifier in (Qt.KeyboardModifier.NoModifier, ctrl):
        document.edit(edits.set_start(document.project, q0=(0.0, 0.0, 0.0)), "zero")
        qtbot.mousePress(table.viewport(), left, modifier, start)
        before = document.project.q0[0]
        point = QPointF(start + QPoint(20, 0))
        move = QMouseEvent(QEvent.Type.MouseMove, point, table.viewport().mapToGlobal(point), left, left, modifier)
        QApplication.sendEvent(table.viewport(), move)
        turns.append(document.project.q0[0] - before)
        qtbot.mouseRelease(table.viewport(), left, modifier, start + QPoint(20, 0))
    assert turns[1] == pytest.approx(turns[0] / 10, rel=1e-6)
    assert turns[1] > 0


def test_a_cells_reason_outlives_another_edit_of_the_start(qtbot: QtBot, run: RunPanel) -> None:
    type_joint(qtbot, run.joints.table, 1, "q", "abc")
    qtbot.mouseClick(
        next(each for each in run.joints.findChildren(QToolButton) if each.text() == "All zero"),
        Qt.MouseButton.LeftButton,
    )
    assert run.joints.table.cells.pending == run.joints.message.isVisible()
