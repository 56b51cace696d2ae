"""Largest torque and speed of a joint, and its name: typed in the Robot panel and in the table of all joints."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.robot.all_links_dialog import JointsDialog
from denoc_studio.project import edits
from denoc_studio.project.sheets.joints import KEYS
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.hands import enter, type_cell

TORQUE, SPEED, LOWER, UPPER = (KEYS.index(key) for key in ("max_torque", "max_speed", "lower", "upper"))
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def dialog(qtbot: QtBot, window: MainWindow) -> JointsDialog:
    window.robot.folds["joint"].open()
    qtbot.mouseClick(window.robot.joint.all_joints, Qt.MouseButton.LeftButton)
    dialog = window.findChild(JointsDialog)
    assert dialog is not None
    qtbot.waitExposed(dialog)
    return dialog


def test_the_fields_of_the_joint(qtbot: QtBot, window: MainWindow) -> None:
    document, panel = window.session.document, window.robot.joint
    window.robot.folds["joint"].open()
    torque, speed = panel.fields["max_torque"], panel.fields["max_speed"]
    assert (torque.text(), speed.text()) == ("", "")
    enter(qtbot, torque, "87")
    enter(qtbot, speed, "90")
    assert (document.robot.links[0].max_torque, document.robot.links[0].max_speed) == (87.0, math.pi / 2)
    assert document.undo_stack.undoText() == "Set largest speed of link 1"
    assert (torque.unit.label, speed.unit.label) == ("N m", "°/s")
    preferences: Preferences = window.session.preferences
    preferences["degrees"] = False
    assert speed.unit.label == "rad/s"
    for text, reason in (("0", "above zero"), ("-3", "below 0"), ("nan", "finite"), ("-inf", "finite")):
        enter(qtbot, torque, text)
        assert document.robot.links[0].max_torque == 87.0
        assert reason in panel.message.text
        assert torque.text() == text
    enter(qtbot, torque, "inf")
    assert document.robot.links[0].max_torque == math.inf
    assert not panel.message.isVisible()
    document.undo_stack.undo()
    assert document.robot.links[0].max_torque == 87.0


def test_a_joint_of_its_own_name(qtbot: QtBot, window: MainWindow) -> None:
    document = window.session.document
    window.robot.folds["joint"].open()
    enter(qtbot, window.robot.joint.names["joint_name"], "shoulder")
    assert (document.robot.links[0].joint_name, document.robot.links[0].name) == ("shoulder", "link 1")
    assert document.undo_stack.undoText() == "Name joint 1"
    assert edits.duplicate_link(document.project, 0).robot.links[1].joint_name == ""


def test_what_was_a_torque_is_no_force(window: MainWindow) -> None:
    """A joint that becomes a slide has no limits any more; its copy beside it keeps them."""
    project = edits.change_link(window.session.document.project, 1, max_torque=8.0, max_speed=2.0, lower=-3.0)
    project = edits.set_run(edits.duplicate_link(project, 1), torque_limit=(1.0, 2.0, 3.0, 4.0))
    sliding = edits.set_joint(project, 1, "P")
    slide, copy = sliding.robot.links[1:3]
    assert (slide.max_torque, slide.max_speed, slide.lower) == (math.inf, math.inf, -math.inf)
    assert (copy.max_torque, copy.max_speed, copy.lower) == (8.0, 2.0, -3.0)
    assert sliding.run.torque_limit == (1.0, math.inf, 3.0, 4.0)
    kinds = tuple(replace(link, joint="P" if k == 1 else "R") for k, link in enumerate(project.robot.links))
    assert edits.set_links(project, kinds).robot == sliding.robot


def test_all_joints_in_one_table(qtbot: QtBot, window: MainWindow, dialog: JointsDialog) -> None:
    document = window.session.document
    tester = QAbstractItemModelTester(dialog.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert dialog.model.index(1, TORQUE).data() == "none"
    type_cell(qtbot, dialog.table, 1, TORQUE, "12")
    assert document.robot.links[1].max_torque == 12.0
    assert document.undo_stack.undoText() == "Set largest torque of joint 2"
    type_cell(qtbot, dialog.table, 1, TORQUE, "-12")
    assert "Joint 2, largest torque" in dialog.message.text
    assert dialog.model.index(1, TORQUE).data() == "-12"
    assert document.robot.links[1].max_torque == 12.0
    type_cell(qtbot, dialog.table, 1, TORQUE, "")
    assert document.robot.links[1].max_torque == math.inf
    type_cell(qtbot, dialog.table, 1, UPPER, "2")
    for column, value in ((LOWER, -math.inf), (UPPER, math.radians(2))):
        type_cell(qtbot, dialog.table, 1, column, "-inf")
        assert getattr(document.robot.links[1], KEYS[column]) == value
        assert ("finite number" in dialog.message.text) == (column == UPPER)
    del tester


def test_a_block_goes_to_a_spreadsheet_and_back(qtbot: QtBot, window: MainWindow, dialog: JointsDialog) -> None:
    """Limits that are wrong one by one and right as a pair are taken together; none stays none."""
    document = window.session.document
    limited = edits.change_link(document.project, 1, lower=1.0, upper=2.0, max_torque=7.5, max_speed=1.25)
    document.edit(limited, "limits")
    before = document.robot
    qtbot.mouseClick(dialog.copy_all, Qt.MouseButton.LeftButton)
    text = QGuiApplication.clipboard().text()
    heads = text.splitlines()[0].split("\t")
    assert heads[TORQUE] == "max torque [N m]"
    assert heads[SPEED] == "max speed [°/s]"
    moved = {"lower": -5.0, "upper": -4.0, "max_torque": math.inf, "max_speed": 9.0}
    document.edit(edits.change_links(document.project, {1: moved, 2: moved}), "others")
    QGuiApplication.clipboard().setText(text)
    window.session.preferences["degrees"] = False  # the headings say what the numbers are in
    dialog.table.setFocus()
    dialog.table.go_to(0, 0)
    qtbot.keyClick(dialog.table, Qt.Key.Key_V, CTRL)
    assert document.robot == before
    dialog.table.go_to(1, UPPER)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Delete)
    dialog.table.go_to(1, LOWER)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Delete)
    assert (document.robot.links[1].lower, document.robot.links[1].upper) == (-math.inf, math.inf)
