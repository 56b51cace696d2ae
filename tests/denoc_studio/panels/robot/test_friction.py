"""Breakaway friction, Stribeck speed and friction backwards, in the Robot panel and in the table of all joints."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from denoc import Link
from denoc_studio.panels.robot.all_links_dialog import JointsDialog
from denoc_studio.panels.robot.friction_curve import branch
from denoc_studio.panels.robot.joint import BACKWARDS, JointPanel
from denoc_studio.project.sheets.joints import KEYS
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.hands import enter, type_cell


@pytest.fixture
def joint(window: MainWindow) -> JointPanel:
    window.resize(1440, 900)
    window.robot.folds["joint"].open()
    return window.robot.joint


def test_the_fields_of_the_joint(qtbot: QtBot, window: MainWindow, joint: JointPanel) -> None:
    document = window.session.document
    assert joint.fields["breakaway"].placeholderText() == "as Coulomb"
    enter(qtbot, joint.fields["coulomb"], "2")
    enter(qtbot, joint.fields["breakaway"], "3")
    enter(qtbot, joint.fields["stribeck_speed"], "18")
    link = document.robot.links[0]
    assert (link.coulomb, link.breakaway) == (2.0, 3.0)
    assert link.stribeck_speed == pytest.approx(math.pi / 10, rel=1e-15)
    assert document.undo_stack.undoText() == "Set Stribeck speed of link 1"
    assert [joint.fields[key].unit.label for key in ("breakaway", "stribeck_speed")] == ["N m", "°/s"]
    for key, text in (("breakaway", "1.5"), ("coulomb", "4")):
        before = document.project
        enter(qtbot, joint.fields[key], text)
        assert document.project is before
        assert joint.fields[key].text() == text
        assert "breakaway friction must not be below Coulomb friction" in joint.message.text
        joint.fields[key].restore()
    enter(qtbot, joint.fields["breakaway"], "")
    assert document.robot.links[0].breakaway is None
    document.undo_stack.undo()
    assert document.robot.links[0].breakaway == 3.0
    assert joint.fields["breakaway"].text() == "3"


def test_friction_backwards_is_chosen_and_given_up_as_a_step(
    qtbot: QtBot, window: MainWindow, joint: JointPanel
) -> None:
    document = window.session.document
    assert not any(joint.fields[key].isVisible() for key in BACKWARDS)
    start = document.project
    joint.backwards.click()
    assert all(joint.fields[key].isVisible() for key in BACKWARDS)
    assert document.project is start
    enter(qtbot, joint.fields["coulomb_negative"], "0.7")
    assert document.robot.links[0].both_ways[1] == (0.0, 0.7)
    assert document.undo_stack.undoText() == "Set Coulomb friction backwards of link 1"
    document.select(1)
    assert not joint.backwards.isChecked()
    document.select(0)
    assert joint.backwards.isChecked()
    joint.backwards.click()
    assert document.robot.links[0].coulomb_negative is None
    assert document.undo_stack.undoText() == "Set the same friction both ways of link 1"
    document.undo_stack.undo()
    assert joint.backwards.isChecked()
    assert joint.fields["coulomb_negative"].value == 0.7


def test_the_curve_follows_what_is_typed(qtbot: QtBot, window: MainWindow, joint: JointPanel) -> None:
    curve = joint.curve
    assert curve.words() == "no friction"
    enter(qtbot, joint.fields["coulomb"], "2")
    field = joint.fields["breakaway"]
    field.setFocus()
    qtbot.keyClicks(field, "3")
    assert window.session.document.robot.links[0].breakaway is None
    assert curve.link.breakaway == 3.0
    qtbot.keyClicks(field, "x")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert curve.link.breakaway is None
    assert curve.words() == "±57.3 °/s and ±2.2 N m"
    assert not curve.grab().isNull()


def test_the_curve_is_the_law() -> None:
    link = Link(viscous=0.5, coulomb=2.0, breakaway=3.0, stribeck_speed=0.2, coulomb_negative=1.0)
    for way, coulomb in ((1, 2.0), (-1, 1.0)):
        rates, torques = branch(link, way)
        assert torques[0] == pytest.approx(way * 3.0)
        expected = 0.5 * rates + way * (coulomb + (3.0 - coulomb) / (1 + (rates / 0.2) ** 2))
        assert np.allclose(torques, expected, rtol=1e-12)


def test_all_joints_in_one_table(qtbot: QtBot, window: MainWindow, joint: JointPanel) -> None:
    document = window.session.document
    qtbot.mouseClick(joint.all_joints, Qt.MouseButton.LeftButton)
    dialog = window.findChild(JointsDialog)
    assert dialog is not None
    column = KEYS.index("breakaway")
    empty = {"breakaway": "as Coulomb", "viscous_negative": "=", "lower": "none"}
    assert {key: dialog.model.index(1, KEYS.index(key)).data() for key in empty} == empty
    assert dialog.model.index(1, column).data(Qt.ItemDataRole.EditRole) == "none"
    type_cell(qtbot, dialog.table, 1, column, "2.5")
    assert document.robot.links[1].breakaway == 2.5
    type_cell(qtbot, dialog.table, 1, KEYS.index("coulomb"), "3")
    assert "breakaway friction must not be below Coulomb friction" in dialog.message.text
    assert document.robot.links[1].coulomb == 0.0
    type_cell(qtbot, dialog.table, 1, column, "")
    assert document.robot.links[1].breakaway is None
