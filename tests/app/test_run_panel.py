"""The Run panel through clicks and keys: settings, torques, initial state, sliders, refusals."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from app import edits
from app.icons import Icons
from app.preferences import Preferences
from app.session import Session
from app.views.number_field import NumberField
from app.views.run_panel import RunPanel
from app.views.start_model import POSITION, RATE, TORQUE, StartModel
from dynamics import load, rod_chain
from dynamics.project import ConstantTorque, FreeFall

BAD = ("", "abc", "nan", "inf", "-inf", "1e400", "1.2.3", "--1", "1_000")


@pytest.fixture
def session(preferences: Preferences) -> Iterator[Session]:
    made = Session(load("planar-3r-free-fall"), preferences)
    yield made
    made.close()


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> RunPanel:
    panel = RunPanel(session, Icons(session.themes))
    qtbot.addWidget(panel)
    panel.resize(320, 700)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def type_number(qtbot: QtBot, field: NumberField, text: str) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def type_cell(qtbot: QtBot, panel: RunPanel, row: int, column: int, text: str) -> None:
    table = panel.start
    table.setCurrentIndex(table.model().index(row, column))
    table.edit(table.currentIndex())
    editor = table.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    qtbot.keyClick(editor, Qt.Key.Key_Delete)
    qtbot.keyClicks(editor, text)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not table.findChildren(QLineEdit))


def choose(box: QComboBox, key: str) -> None:
    index = box.findData(key)
    box.setCurrentIndex(index)
    box.activated.emit(index)


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("duration", "2,5", 2.5),
        ("samples", "301", 301),
        ("rtol", "1e-6", 1e-6),
        ("atol", "1e-7", 1e-7),
        ("step", "0.01", 0.01),
    ],
)
def test_a_typed_setting_is_one_undo_step(
    qtbot: QtBot, session: Session, panel: RunPanel, field: str, text: str, value: float
) -> None:
    before = session.document.project
    type_number(qtbot, panel.numbers[field], text)
    assert getattr(session.document.project.run, field) == value
    assert session.document.undo_stack.count() == 1
    session.document.undo_stack.undo()
    assert session.document.project == before
    assert panel.numbers[field].value == getattr(before.run, field)


@pytest.mark.parametrize("field", ["duration", "samples", "rtol", "atol"])
@pytest.mark.parametrize("text", [*BAD, "-1", "0"])
def test_a_bad_setting_is_refused_in_words(
    qtbot: QtBot, session: Session, panel: RunPanel, field: str, text: str
) -> None:
    before = session.document.project
    type_number(qtbot, panel.numbers[field], text)
    assert session.document.project == before
    assert panel.numbers[field].problem
    assert panel.numbers[field].toolTip() == panel.numbers[field].problem


def test_choices_reach_the_project(session: Session, panel: RunPanel) -> None:
    for box, field, key in (
        (panel.method, "method", "walker-orin"),
        (panel.integrator, "integrator", "dop853"),
    ):
        choose(box, key)
        assert getattr(session.document.project.run, field) == key
    assert session.document.undo_stack.count() == 2


def test_constant_torques_are_typed_per_joint(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    assert panel.start.isColumnHidden(TORQUE)
    choose(panel.law, "constant")
    assert not panel.start.isColumnHidden(TORQUE)
    type_cell(qtbot, panel, 1, TORQUE, "0,75")
    assert session.document.project.run.torque == ConstantTorque((0.0, 0.75, 0.0))
    choose(panel.law, "free")
    assert session.document.project.run.torque == FreeFall()
    assert panel.start.isColumnHidden(TORQUE)


def test_the_initial_state_is_typed_in_the_shown_unit(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    type_cell(qtbot, panel, 0, POSITION, "90")
    type_cell(qtbot, panel, 2, RATE, "-180")
    assert session.document.project.q0[0] == pytest.approx(math.pi / 2, rel=1e-15)
    assert session.document.project.qd0[2] == pytest.approx(-math.pi, rel=1e-15)
    session.preferences["degrees"] = False
    assert panel.start.model().index(0, POSITION).data() == "1.5708 rad"
    type_cell(qtbot, panel, 0, POSITION, "0.5")
    assert session.document.project.q0[0] == 0.5


@pytest.mark.parametrize("text", [*BAD, "1e30"])
def test_a_bad_initial_value_is_marked_and_changes_nothing(
    qtbot: QtBot, session: Session, panel: RunPanel, text: str
) -> None:
    before = session.document.project
    type_cell(qtbot, panel, 1, POSITION, text)
    assert session.document.project == before
    assert panel.message.isVisible()
    assert "Joint 2" in panel.message.text()
    type_cell(qtbot, panel, 1, POSITION, "10")
    assert not panel.message.isVisible()


def test_a_slider_poses_the_arm_in_one_step_at_rest(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    session.run()
    qtbot.waitUntil(lambda: session.playback.time > 0, timeout=20_000)
    viewport = panel.start.viewport()
    start = panel.start.slider_point(1).toPoint()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for k in range(1, 6):
        QTest.mouseMove(viewport, start + QPoint(4 * k, 0), delay=5)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(20, 0))
    assert session.document.project.q0[1] > 0.1
    assert session.document.project.q0[0] == 0.0
    assert session.document.undo_stack.count() == 1
    assert session.document.selected == 1
    assert session.playback.time == 0.0
    assert not session.playback.playing


def test_the_shown_pose_becomes_the_start(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    session.runner.start()
    qtbot.waitUntil(lambda: session.playback.complete, timeout=20_000)
    session.playback.seek(1.0)
    run = session.document.results.current
    assert run is not None
    shown = tuple(run.q_at(1.0))
    session.start_from_shown()
    assert session.document.project.q0 == shown
    assert session.playback.time == 0.0


def test_an_inverse_project_shows_its_motion(session: Session, panel: RunPanel) -> None:
    assert not panel.mode_buttons["inverse"].isEnabled()
    session.document.replace(load("industrial-6r-line"))
    assert panel.mode_buttons["inverse"].isChecked()
    assert "straight" in panel.motion.text()
    assert not panel.integrator.isVisible()
    panel.mode_buttons["forward"].click()
    assert session.document.project.run.mode == "forward"
    assert panel.integrator.isVisible()


def test_the_model_keeps_qts_rules(session: Session) -> None:
    model = StartModel(session.document, session.preferences, session.themes)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    session.document.edit(edits.duplicate_link(session.document.project, 1), "Duplicate")
    model.setData(model.index(0, POSITION), "12")
    model.setData(model.index(0, POSITION), "bad")
    session.document.replace(rod_chain(40))
    session.preferences["degrees"] = False
    assert model.rowCount() == 40
    assert tester.model() is model
