"""The Robot panel around its table: name, convention, joint, gravity, payload."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc import examples, load
from denoc.arm.conventions import to_convention
from denoc.functions.equality import largest_difference
from denoc.torques.torque_laws import ExpressionTorque
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.robot.panel import RobotPanel
from denoc_studio.panels.robot.payload import FIRST
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.widgets.fields.number_field import NumberField
from tests.support.studio.hands import enter
from tests.support.studio.showing import recolour, shown

BAD = ["", "abc", "nan", "inf", "1e400", "1e15", "--1", "1.2.3", "1_000"]


@pytest.fixture
def panel(qtbot: QtBot, document: Document, preferences: Preferences, themes: Themes) -> RobotPanel:
    return shown(qtbot, RobotPanel(document, preferences, themes), 400, 900)


def click(qtbot: QtBot, panel: RobotPanel, switch: str, choice: str) -> None:
    qtbot.mouseClick(getattr(panel.header, switch).buttons[choice], Qt.MouseButton.LeftButton)


def test_the_name(qtbot: QtBot, panel: RobotPanel, document: Document) -> None:
    enter(qtbot, panel.header.name, "my arm")
    assert document.robot.name == "my arm"
    assert document.undo_stack.undoText() == "Rename the robot"
    document.undo_stack.undo()
    assert panel.header.name.text() == "planar 3R"
    enter(qtbot, panel.header.name, "x" * 300)
    assert document.robot.name == "planar 3R"
    assert "200 printable" in panel.header.message.text


def test_the_convention_goes_there_and_back_with_the_equality_shown(
    qtbot: QtBot, panel: RobotPanel, document: Document
) -> None:
    document.replace(load("puma560"))
    before = document.robot
    click(qtbot, panel, "convention", "modified")
    assert document.robot.convention == "modified"
    assert document.robot == to_convention(before, "modified")
    qtbot.waitUntil(lambda: "same arm" in panel.header.message.text, timeout=20_000)
    click(qtbot, panel, "convention", "standard")
    assert largest_difference(document.robot, before) < 1e-12
    assert document.undo_stack.count() == 2
    document.undo_stack.undo()
    assert panel.header.convention.buttons["modified"].isChecked()
    document.undo_stack.undo()
    assert document.robot == before


def test_what_a_switch_moves_out_of_the_table_is_said_and_comes_back(
    qtbot: QtBot, panel: RobotPanel, document: Document, preferences: Preferences
) -> None:
    flange = ((0.0, -1.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.1), (0.0, 0.0, 0.0, 1.0))
    document.edit(edits.change_robot(document.project, tool=flange), "tool")
    document.edit(edits.change_link(document.project, 2, alpha=math.pi / 2), "twist")
    before = document.robot
    click(qtbot, panel, "convention", "modified")
    moved = "Row 3 had a = 0.22 m, α = 90°: now in the tool"
    assert panel.header.message.text == moved
    qtbot.waitUntil(lambda: "same arm" in panel.header.message.text, timeout=20_000)
    assert panel.header.message.text.endswith(moved)
    preferences["degrees"] = False
    click(qtbot, panel, "convention", "standard")
    assert "Row 3 has a = 0.22 m, α = 1.5708 rad from the tool" in panel.header.message.text
    assert document.robot.tool == flange
    assert [(link.a, link.alpha) for link in document.robot.links] == [(link.a, link.alpha) for link in before.links]


@pytest.mark.parametrize("name", examples())
def test_every_example_is_the_same_arm_in_both_conventions(name: str) -> None:
    robot = load(name).robot
    other = to_convention(robot, "modified" if robot.convention == "standard" else "standard")
    assert largest_difference(robot, other) < 1e-12


def test_a_different_arm_is_not_the_same() -> None:
    robot = load("puma560").robot
    assert largest_difference(robot, robot.with_link(2, a=0.03)) > 1e-3
    assert largest_difference(robot, robot.with_link(2, mass=9.0)) > 1e-3


def test_degrees_and_radians(qtbot: QtBot, panel: RobotPanel, document: Document, preferences: Preferences) -> None:
    document.edit(edits.change_link(document.project, 0, upper=math.pi / 2), "limit")
    project = document.project
    assert panel.joint.fields["upper"].text() == "90"
    click(qtbot, panel, "angles", "rad")
    assert preferences["degrees"] is False
    assert panel.joint.fields["upper"].text() == "1.5708"
    assert document.project is project
    preferences["degrees"] = True
    assert panel.header.angles.buttons["°"].isChecked()


@pytest.mark.parametrize(
    ("key", "text", "value", "name"),
    [
        ("viscous", "0,1", 0.1, "Set viscous friction of link 1"),
        ("coulomb", "0.2", 0.2, "Set Coulomb friction of link 1"),
        ("rotor_inertia", "1e-4", 1e-4, "Set rotor inertia of link 1"),
        ("gear_ratio", "-50", -50.0, "Set gear ratio of link 1"),
        ("lower", "-90", -math.pi / 2, "Set lower limit of link 1"),
        ("upper", "90", math.pi / 2, "Set upper limit of link 1"),
    ],
)
def test_entries_of_the_joint(
    qtbot: QtBot, panel: RobotPanel, document: Document, key: str, text: str, value: float, name: str
) -> None:
    panel.folds["joint"].open()
    before = document.project
    enter(qtbot, panel.joint.fields[key], text)
    assert getattr(document.robot.links[0], key) == value
    assert document.undo_stack.undoText() == name
    document.undo_stack.undo()
    assert document.project == before


@pytest.mark.parametrize("text", BAD)
def test_no_field_of_the_joint_or_gravity_takes_bad_text(
    qtbot: QtBot, panel: RobotPanel, document: Document, text: str
) -> None:
    panel.folds["joint"].open()
    before = document.project
    checked: list[NumberField] = [*panel.joint.fields.values(), *panel.gravity.fields]
    for field in checked:
        if field.optional and text in ("", "inf"):  # no limit
            continue
        enter(qtbot, field, text)
        assert document.project is before
        assert field.problem
    for line in (panel.joint.message, panel.gravity.message):
        assert line.isVisible()
        assert line.severity == "error"
    assert panel.gravity.message.text.startswith("Gravity z")
    for field in checked:
        field.setFocus()
        qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not panel.joint.message.isVisible()


def test_limits_the_wrong_way_round(qtbot: QtBot, panel: RobotPanel, document: Document) -> None:
    enter(qtbot, panel.joint.fields["lower"], "10")
    enter(qtbot, panel.joint.fields["upper"], "5")
    assert document.robot.links[0].upper == math.inf
    assert "above the upper one" in panel.joint.fields["upper"].problem
    assert panel.joint.fields["upper"].text() == "5"
    enter(qtbot, panel.joint.fields["upper"], "-inf")
    assert "finite" in panel.joint.fields["upper"].problem
    for text in ("", "-inf"):
        enter(qtbot, panel.joint.fields["lower"], "10")
        enter(qtbot, panel.joint.fields["lower"], text)
        assert document.robot.links[0].lower == -math.inf


def test_the_links_name_and_units_follow_the_joint(qtbot: QtBot, panel: RobotPanel, document: Document) -> None:
    panel.folds["joint"].open()
    enter(qtbot, panel.joint.names["name"], "upper arm")
    assert document.robot.links[0].name == "upper arm"
    document.select(2)
    assert panel.joint.names["name"].text() == "link 3"
    assert panel.joint.fields["viscous"].unit.label == "N m s/rad"
    document.edit(edits.set_joint(document.project, 2, "P"), "slide")
    assert panel.joint.fields["viscous"].unit.label == "N s/m"
    assert panel.joint.fields["upper"].unit.label == "m"
    assert [panel.folds[name].head.text() for name in ("inertia", "joint")] == ["Link 3: inertia", "Joint 3"]


def test_gravity_typed_and_chosen(qtbot: QtBot, panel: RobotPanel, document: Document) -> None:
    sizes, directions = panel.gravity.sizes, panel.gravity.directions

    def chosen() -> tuple[str, str]:
        return sizes.currentText(), directions.currentText()

    assert chosen() == ("Earth", "along -y")
    enter(qtbot, panel.gravity.fields[1], "-1,7")
    assert document.robot.gravity == (0.0, -1.7, 0.0)
    assert chosen() == ("own", "along -y")
    directions.setFocus()
    qtbot.keyClick(directions, Qt.Key.Key_Home)
    assert document.robot.gravity == (0.0, 0.0, -1.7)
    assert document.undo_stack.undoText() == "Set gravity: along -z"
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert panel.gravity.fields[1].value == -9.81
    assert chosen() == ("Earth", "along -y")


def test_another_planet_keeps_the_direction(qtbot: QtBot, panel: RobotPanel, document: Document) -> None:
    sizes = panel.gravity.sizes
    sizes.setFocus()
    for name, size in (("Mars", 3.71), ("Moon", 1.62), ("none", 0.0)):
        qtbot.keyClick(sizes, Qt.Key.Key_Down)
        assert sizes.currentText() == name
        assert document.robot.gravity == (0.0, -size + 0.0, 0.0)
    assert panel.gravity.directions.currentText() == "along -y"
    qtbot.keyClick(sizes, Qt.Key.Key_Home)
    assert document.robot.gravity == (0.0, -9.81, 0.0)
    enter(qtbot, panel.gravity.fields[0], "9.81")
    assert panel.gravity.directions.currentText() == "own"
    qtbot.keyClick(sizes, Qt.Key.Key_M)
    assert document.robot.gravity == pytest.approx((3.71 / math.sqrt(2), -3.71 / math.sqrt(2), 0.0))


def test_the_sign_of_products_of_inertia_is_said(panel: RobotPanel) -> None:
    body = panel.inertia.body
    assert "−∫ x y dm" in panel.inertia.frame.text()
    assert "−∫ x y dm" in body.entries[3].toolTip()
    assert "other sign" in panel.payload.body.entries[5].toolTip()
    assert "dm" not in body.entries[0].toolTip()


def test_scrolling_past_changes_nothing(panel: RobotPanel, document: Document) -> None:
    before = document.project
    for widget in (panel.gravity.sizes, panel.gravity.directions, *panel.gravity.fields, *panel.inertia.body.fields):
        widget.clearFocus()
        place = QPointF(widget.rect().center())
        event = QWheelEvent(
            place, QPointF(widget.mapToGlobal(place.toPoint())), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)
        assert not event.isAccepted()
    assert document.project is before


def test_the_payload(qtbot: QtBot, panel: RobotPanel, document: Document) -> None:
    panel.folds["payload"].open()
    assert not panel.payload.body.isVisible()
    panel.payload.switch.click()
    assert document.robot.payload is not None
    assert panel.payload.body.isVisible()
    enter(qtbot, panel.payload.body.mass, "2,5")
    enter(qtbot, panel.payload.body.com[2], "0.1")
    assert (document.robot.payload.mass, document.robot.payload.com) == (2.5, (0.0, 0.0, 0.1))
    assert document.undo_stack.undoText() == "Set mass centre z of the payload"
    enter(qtbot, panel.payload.body.mass, "-1")
    assert document.robot.payload.mass == 2.5
    assert "Payload, mass “-1”" in panel.payload.message.text
    panel.payload.switch.click()
    assert document.robot.payload is None
    document.undo_stack.undo()
    assert panel.payload.switch.isChecked()
    enter(qtbot, panel.payload.body.mass, "-1")
    document.replace(load("scara"))
    panel.payload.switch.click()
    assert document.robot.payload == FIRST, "nothing of the arm before"
    assert not panel.payload.message.text


def test_a_tool_that_a_switch_leaves_is_told(qtbot: QtBot, panel: RobotPanel) -> None:
    assert not panel.payload.note.isVisible()
    click(qtbot, panel, "convention", "modified")
    assert panel.payload.note.text() == "Tool transform: origin at (0.22, 0, 0) m"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_the_narrowest_dock(qtbot: QtBot, panel: RobotPanel, preferences: Preferences, theme: str) -> None:
    recolour(qtbot, preferences, theme)
    panel.resize(panel.minimumWidth(), 700)
    QApplication.processEvents()
    assert panel.horizontalScrollBar().maximum() == 0


def test_every_field_says_what_it_is(panel: RobotPanel) -> None:
    for field in panel.findChildren(NumberField):
        assert field.accessibleName()
        assert field.toolTip()


def test_a_refused_angle_is_told_its_bounds_in_degrees(
    qtbot: QtBot, panel: RobotPanel, preferences: Preferences
) -> None:
    alpha = panel.model.index(0, 3)
    assert not panel.model.setData(alpha, "1e12")
    reason = panel.model.data(alpha, Qt.ItemDataRole.ToolTipRole)
    assert "°" in reason.partition("must be within")[2].partition(";")[0]
    preferences["degrees"] = False
    assert not panel.model.setData(alpha, "1e13")
    reason = panel.model.data(alpha, Qt.ItemDataRole.ToolTipRole)
    assert "°" not in reason


def test_a_joint_that_a_formula_needs_is_not_removed_and_the_message_names_both(
    panel: RobotPanel, document: Document
) -> None:
    document.edit(edits.set_run(document.project, torque=ExpressionTorque(("1/q2", "", ""))), "formula")
    document.select(1)
    panel.rows._remove()
    assert document.robot.n == 3
    assert "formula of joint 1, “1/q2”, needs joint 2" in panel.message.text


def test_words_about_the_convention_do_not_move_the_table(qtbot: QtBot, panel: RobotPanel) -> None:
    before = panel.table.geometry()
    panel.header.convention.chosen.emit("modified")
    qtbot.waitUntil(panel.header.message.isVisible, timeout=20_000)
    qtbot.wait(50)
    assert panel.table.geometry() == before
