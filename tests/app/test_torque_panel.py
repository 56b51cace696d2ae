"""The torque laws in the Run panel through clicks and keys: every law, its entries, what it refuses."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app import edits
from app.icons import Icons
from app.law_kinds import LAWS, law_of
from app.preferences import Preferences
from app.session import Session
from app.views.run_panel import RunPanel
from dynamics import load
from dynamics.motions import JointMotion
from dynamics.torque_laws import ComputedTorque, ExpressionTorque, PdTorque, TableTorque
from tests.app.run_panels import at_rest, choose, type_cell
from tests.app.showing import shown


@pytest.fixture
def session(preferences: Preferences) -> Iterator[Session]:
    preferences["recompute"] = False
    project = edits.set_run(load("planar-3r-free-fall"), duration=0.5, samples=51)
    made = Session(project, preferences)
    yield made
    made.close()


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> RunPanel:
    return shown(qtbot, RunPanel(session, Icons(session.themes)), 320, 900)


def test_every_law_is_one_step_and_runs(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    for number, kind in enumerate([*list(LAWS)[1:], "free"], 1):
        choose(panel.torque.law, kind)
        assert law_of(session.document.project.run.torque) == kind
        assert session.document.undo_stack.count() == number
        assert panel.motion.isVisible() == (kind == "computed")
        at_rest(qtbot, session)
        assert session.runner.run is not None
        assert session.runner.run.status == "completed", session.runner.run.message


def test_formulas_are_checked_where_they_are_typed(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    choose(panel.torque.law, "expression")
    table = panel.torque.formulas
    type_cell(qtbot, table, 1, 0, "5*sin(2*pi*t) - 0.3*qd2")
    law = session.document.project.run.torque
    assert law == ExpressionTorque(("", "5*sin(2*pi*t) - 0.3*qd2", ""))
    type_cell(qtbot, table, 0, 0, "2 + foo*t")
    assert session.document.project.run.torque == law
    assert table.model().index(0, 0).data() == "2 + foo*t"
    words = panel.torque.message.text
    assert "Joint 1, formula: character 5" in words
    assert "foo" in words
    assert "q1 to q3" in table.model().index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert table.model().index(0, 0).data() == ""
    assert not panel.torque.message.isVisible()


def test_ctrl_z_takes_a_refused_formula_back_and_no_good_one(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    undo = QAction(panel)
    undo.setShortcut("Ctrl+Z")
    undo.triggered.connect(session.document.undo_stack.undo)
    panel.addAction(undo)
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    choose(panel.torque.law, "expression")
    table = panel.torque.formulas
    type_cell(qtbot, table, 1, 0, "2*t")
    type_cell(qtbot, table, 2, 0, "foo")
    qtbot.keyClick(table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert table.model().index(2, 0).data() == ""
    assert session.document.project.run.torque == ExpressionTorque(("", "2*t", ""))
    qtbot.keyClick(table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.document.project.run.torque == ExpressionTorque(("", "", ""))


def test_every_refused_formula_is_explained_and_marked(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    choose(panel.torque.law, "expression")
    table = panel.torque.formulas
    type_cell(qtbot, table, 0, 0, "foo")
    type_cell(qtbot, table, 2, 0, "2 +")
    first, last = panel.torque.message.text.splitlines()
    assert first.startswith("Joint 1, formula: character 1: unknown name 'foo'")
    assert last.startswith("Joint 3, formula: character 4")
    assert "column" not in first
    table.selectRow(0)
    picture = table.viewport().grab(table.visualRect(table.model().index(0, 0))).toImage()
    red = QColor(session.themes.current.error)
    assert picture.pixelColor(picture.width() - 6, picture.height() // 2) == red


def test_a_pd_law_goes_to_a_target_or_follows_the_motion(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    choose(panel.torque.law, "pd")
    law = session.document.project.run.torque
    assert isinstance(law, PdTorque)
    assert law.target is not None
    assert min(law.kp) > 0
    type_cell(qtbot, panel.torque.gains, 0, 0, "50")
    type_cell(qtbot, panel.torque.gains, 2, 3, "-30")
    law = session.document.project.run.torque
    assert isinstance(law, PdTorque)
    assert law.kp[0] == 50.0
    assert law.ki is None
    assert law.target is not None
    assert law.target[2] == pytest.approx(-math.pi / 6)
    type_cell(qtbot, panel.torque.gains, 0, 1, "-1")
    assert session.document.project.run.torque == law
    assert "Joint 1, kd" in panel.torque.message.text
    count = session.document.undo_stack.count()
    choose(panel.torque.reference, "motion")
    assert session.document.project.run.torque.target is None  # type: ignore[union-attr]
    assert isinstance(session.document.project.run.motion, JointMotion)
    assert session.document.undo_stack.count() == count + 1
    assert panel.motion.isVisible()
    panel.torque.gravity.click()
    assert not session.document.project.run.torque.gravity_compensation  # type: ignore[union-attr]


def test_an_integral_gain_makes_it_a_pid(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    choose(panel.torque.law, "pd")
    type_cell(qtbot, panel.torque.gains, 1, 2, "12,5")
    assert session.document.project.run.torque.ki == (0.0, 12.5, 0.0)  # type: ignore[union-attr]
    session.runner.start()
    at_rest(qtbot, session)
    assert session.runner.run is not None
    assert session.runner.run.status == "completed"
    type_cell(qtbot, panel.torque.gains, 1, 2, "0")
    assert session.document.project.run.torque.ki is None  # type: ignore[union-attr]


def test_computed_torque_begins_with_gains_for_any_arm(session: Session, panel: RunPanel) -> None:
    choose(panel.torque.law, "computed")
    assert session.document.project.run.torque == ComputedTorque((100.0,) * 3, (20.0,) * 3)
    assert session.document.project.run.motion is not None


def test_torques_over_time_are_typed_and_read(
    qtbot: QtBot, session: Session, panel: RunPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(panel.torque.law, "table")
    rows = panel.torque.table
    type_cell(qtbot, rows.table, 1, 1, "2,5")
    panel.torque.hold.click()
    assert session.document.project.run.torque == TableTorque((0.0, 0.5), ((0.0,) * 3, (2.5, 0.0, 0.0)), True)
    path = tmp_path / "torques.csv"
    path.write_text("t,tau1,tau2,tau3\n0,1,2,3\n0.2,4,5,6\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    qtbot.mouseClick(panel.torque.read_button, Qt.MouseButton.LeftButton)
    law = TableTorque((0.0, 0.2), ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0)), True)
    assert session.document.project.run.torque == law
    assert "read as N m" in panel.torque.assumed.text
    assert panel.torque.assumed.isVisible()
    type_cell(qtbot, rows.table, 1, 1, "9")
    assert not panel.torque.assumed.isVisible()
    session.document.undo_stack.undo()
    path.write_text("t,tau1,tau2\n0,1,2\n")
    qtbot.mouseClick(panel.torque.read_button, Qt.MouseButton.LeftButton)
    assert session.document.project.run.torque == law
    assert "tau3" in panel.torque.message.text


def test_motors_have_limits_of_torque_and_speed(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    assert not panel.torque.motor_boxes["torque_limit"].isVisible()
    choose(panel.torque.law, "pd")
    panel.torque.motor_boxes["torque_limit"].click()
    panel.torque.motor_boxes["speed_limit"].click()
    type_cell(qtbot, panel.torque.motors, 1, 0, "7")
    type_cell(qtbot, panel.torque.motors, 1, 1, "180")
    run = session.document.project.run
    assert run.torque_limit is not None
    assert run.torque_limit[1] == 7.0
    assert run.speed_limit is not None
    assert run.speed_limit[1] == pytest.approx(math.pi)
    type_cell(qtbot, panel.torque.motors, 1, 1, "0")
    assert session.document.project.run == run
    assert "above zero" in panel.torque.message.text
    panel.torque.motor_boxes["torque_limit"].click()
    assert session.document.project.run.torque_limit is None


@pytest.mark.parametrize("kind", list(LAWS))
def test_every_law_follows_its_rows(session: Session, panel: RunPanel, kind: str) -> None:
    choose(panel.torque.law, kind)
    project = edits.set_run(session.document.project, torque_limit=(1.0, 2.0, 3.0), speed_limit=(4.0, 5.0, 6.0))
    moved = edits.move_link(project, 0, 2)
    assert moved.run.torque_limit == (2.0, 3.0, 1.0)
    grown = edits.insert_link(project, 1, project.robot.links[0])
    assert grown.run.speed_limit == (4.0, 6.0, 5.0, 6.0)
    for change in (moved, grown, edits.remove_links(project, [0]), edits.duplicate_link(project, 1)):
        session.document.edit(change, "Rows")
        assert law_of(session.document.project.run.torque) == kind
        session.document.undo_stack.undo()


def test_the_models_keep_qts_rules(session: Session, panel: RunPanel) -> None:
    torque = panel.torque
    models = (torque.formulas.cells, torque.gains.cells, torque.table.model, torque.motors.cells)
    warning = QAbstractItemModelTester.FailureReportingMode.Warning
    testers = [QAbstractItemModelTester(model, warning) for model in models]
    for kind in LAWS:
        choose(torque.law, kind)
        session.document.edit(edits.duplicate_link(session.document.project, 1), "Duplicate")
    assert len(testers) == 4
