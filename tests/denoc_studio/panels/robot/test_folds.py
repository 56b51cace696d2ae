"""Sections of the Robot panel: what they say closed, what is kept, and faults that open them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.arm.robot import Link
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.robot.panel import RobotPanel
from denoc_studio.project import edits
from denoc_studio.project.robot_words import gravity_words, joint_words, payload_words, wrench_words
from denoc_studio.session.document import Document
from tests.support.studio.hands import enter
from tests.support.studio.showing import shown


@pytest.fixture
def panel(qtbot: QtBot, document: Document, preferences: Preferences, themes: Themes) -> RobotPanel:
    return shown(qtbot, RobotPanel(document, preferences, themes), 320, 900)


def test_what_is_closed_is_said_in_a_few_words(panel: RobotPanel, document: Document) -> None:
    said = {name: fold.summary.text() for name, fold in panel.folds.items() if fold.summary.isVisible()}
    assert said == {"joint": "no limits, no friction", "payload": "none", "wrench": "none"}
    document.edit(edits.change_link(document.project, 0, lower=-1.0, upper=1.0, viscous=0.1), "limits")
    assert panel.folds["joint"].summary.text() == "-57.3 to 57.3°, friction"
    panel.wrench.switch.click()
    assert panel.folds["wrench"].summary.text() == "10 N"


def test_the_selected_link_is_named(panel: RobotPanel, document: Document) -> None:
    document.select(2)
    assert [panel.folds[name].head.text() for name in ("inertia", "joint")] == ["Link 3: inertia", "Joint 3"]


def test_a_click_opens_and_the_next_window_finds_it_so(
    qtbot: QtBot, panel: RobotPanel, document: Document, preferences: Preferences, themes: Themes
) -> None:
    assert not panel.joint.isVisible()
    assert panel.inertia.isVisible()
    qtbot.mouseClick(panel.folds["joint"].head, Qt.MouseButton.LeftButton)
    panel.folds["inertia"].head.setFocus()
    qtbot.keyClick(panel.folds["inertia"].head, Qt.Key.Key_Space)
    assert panel.joint.isVisible()
    assert not panel.inertia.isVisible()
    again = shown(qtbot, RobotPanel(document, Preferences(preferences.settings), themes), 320, 900)
    assert again.joint.isVisible()
    assert not again.inertia.isVisible()


def test_a_fault_opens_its_section_and_keeps_it_open(qtbot: QtBot, panel: RobotPanel, preferences: Preferences) -> None:
    fold = panel.folds["gravity"]
    enter(qtbot, panel.gravity.fields[0], "abc")
    qtbot.mouseClick(fold.head, Qt.MouseButton.LeftButton)
    assert panel.gravity.isVisible()
    enter(qtbot, panel.gravity.fields[0], "1")
    qtbot.mouseClick(fold.head, Qt.MouseButton.LeftButton)
    assert not panel.gravity.isVisible()


def test_every_row_is_seen_and_the_panel_scrolls(qtbot: QtBot, panel: RobotPanel, document: Document) -> None:
    document.edit(edits.set_links(document.project, document.robot.links * 6), "18 joints")
    qtbot.waitUntil(lambda: panel.table.verticalScrollBar().maximum() == 0 and panel.table.height() > 18 * 26)
    assert panel.verticalScrollBar().maximum() > 0
    panel.resize(320, 300)
    panel.activateWindow()
    panel.table.setFocus()
    qtbot.waitUntil(panel.table.hasFocus)
    panel.verticalScrollBar().setValue(0)
    qtbot.keyClick(panel.table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    last = panel.table.visualRect(panel.model.index(17, 1))
    place = panel.table.viewport().mapTo(panel.viewport(), last.center())
    assert panel.viewport().rect().contains(place)


@pytest.mark.parametrize("width", [288, 320])
def test_no_number_is_cut_short(qtbot: QtBot, document: Document, panel: RobotPanel, width: int) -> None:
    document.replace(load("puma560"))
    panel.resize(width, 900)
    table = panel.table
    qtbot.waitUntil(lambda: table.horizontalHeader().length() <= table.viewport().width())
    metrics = table.fontMetrics()
    for row in range(6):
        for column in range(5):
            text = str(panel.model.index(row, column).data())
            assert metrics.horizontalAdvance(text) + 6 <= table.columnWidth(column), (row, column, text)


@pytest.mark.parametrize(
    ("link", "words"),
    [
        (Link(), "no limits, no friction"),
        (Link(joint="P", lower=-0.5), "from -0.5 m, no friction"),
        (Link(upper=1.0, coulomb=1.0, rotor_inertia=1e-4), "up to 1 rad, friction, rotor"),
    ],
)
def test_a_joint_in_words(link: Link, words: str) -> None:
    assert joint_words(link, degrees=False) == words


def test_gravity_payload_and_wrench_in_words() -> None:
    project = load("planar-3r-free-fall")
    assert gravity_words(project.robot.gravity) == "9.81 along -y"
    assert gravity_words((0.0, 0.0, 0.0)) == "none"
    assert gravity_words((3.0, 4.0, 0.0)) == "5, oblique"
    assert payload_words(None) == "none"
    loaded = replace(project.robot, payload=(2.5, (0.0, 0.0, 0.0), (0.0,) * 6))
    assert payload_words(loaded.payload) == "2.5 kg"
    assert wrench_words((0.0, 0.0, 0.5, 3.0, 4.0, 0.0)) == "5 N, 0.5 N m"
    assert wrench_words((0.0, 0.0, 0.5, 0.0, 0.0, 0.0)) == "0.5 N m"
    assert wrench_words((0.0,) * 6) == "0 N"
