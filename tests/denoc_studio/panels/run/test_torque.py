"""The torque laws in the Run panel through clicks and keys: every law, its entries, what it refuses."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QColor
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.motions.motion_data import JointMotion
from denoc.torques.controller_model import ControllerModel
from denoc.torques.torque_laws import ComputedTorque, ExpressionTorque, PdTorque, TableTorque
from denoc_studio.look.icons import Icons
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.run.panel import RunPanel
from denoc_studio.project import edits
from denoc_studio.project.law_kinds import LAWS, law_of
from denoc_studio.session.session import Session
from tests.support.studio.hands import at_rest, choose, column_of, type_cell, type_joint, type_number
from tests.support.studio.showing import shown


@pytest.fixture
def session(preferences: Preferences) -> Iterator[Session]:
    preferences["recompute"] = False
    preferences["open_controller"] = preferences["open_limits"] = True
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
    table = panel.joints.table
    type_joint(qtbot, table, 1, "formula", "5*sin(2*pi*t) - 0.3*qd2")
    law = session.document.project.run.torque
    assert law == ExpressionTorque(("", "5*sin(2*pi*t) - 0.3*qd2", ""))
    type_joint(qtbot, table, 0, "formula", "2 + foo*t")
    assert session.document.project.run.torque == law
    assert table.model().index(0, column_of(table, "formula")).data() == "2 + foo*t"
    words = panel.joints.message.text
    assert "Joint 1, formula: character 5" in words
    assert "foo" in words
    assert "q1 to q3" in table.model().index(1, column_of(table, "formula")).data(Qt.ItemDataRole.ToolTipRole)
    table.setCurrentIndex(table.model().index(0, column_of(table, "formula")))
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert table.model().index(0, column_of(table, "formula")).data() == ""
    assert not panel.joints.message.isVisible()


def test_ctrl_z_takes_a_refused_formula_back_and_no_good_one(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    undo = QAction(panel)
    undo.setShortcut("Ctrl+Z")
    undo.triggered.connect(session.document.undo_stack.undo)
    panel.addAction(undo)
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    choose(panel.torque.law, "expression")
    table = panel.joints.table
    type_joint(qtbot, table, 1, "formula", "2*t")
    type_joint(qtbot, table, 2, "formula", "foo")
    qtbot.keyClick(table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert table.model().index(2, column_of(table, "formula")).data() == ""
    assert session.document.project.run.torque == ExpressionTorque(("", "2*t", ""))
    qtbot.keyClick(table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.document.project.run.torque == ExpressionTorque(("", "", ""))


def test_every_refused_formula_is_explained_and_marked(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    choose(panel.torque.law, "expression")
    table = panel.joints.table
    type_joint(qtbot, table, 0, "formula", "foo")
    type_joint(qtbot, table, 2, "formula", "2 +")
    first, last = panel.joints.message.text.splitlines()
    assert first.startswith("Joint 1, formula: character 1: unknown name 'foo'")
    assert last.startswith("Joint 3, formula: character 4")
    assert "column" not in first
    table.selectRow(0)
    picture = table.viewport().grab(table.visualRect(table.model().index(0, column_of(table, "formula")))).toImage()
    red = QColor(session.themes.current.error)
    assert picture.pixelColor(picture.width() - 6, picture.height() // 2) == red


def test_a_pd_law_goes_to_a_target_or_follows_the_motion(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    choose(panel.torque.law, "pd")
    law = session.document.project.run.torque
    assert isinstance(law, PdTorque)
    assert law.target is not None
    assert min(law.kp) > 0
    type_joint(qtbot, panel.joints.table, 0, "kp", "50")
    type_joint(qtbot, panel.joints.table, 2, "target", "-30")
    law = session.document.project.run.torque
    assert isinstance(law, PdTorque)
    assert law.kp[0] == 50.0
    assert law.ki is None
    assert law.target is not None
    assert law.target[2] == pytest.approx(-math.pi / 6)
    type_joint(qtbot, panel.joints.table, 0, "kd", "-1")
    assert session.document.project.run.torque == law
    assert "Joint 1, kd" in panel.joints.message.text
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
    type_joint(qtbot, panel.joints.table, 1, "ki", "12,5")
    assert session.document.project.run.torque.ki == (0.0, 12.5, 0.0)  # type: ignore[union-attr]
    session.runner.start()
    at_rest(qtbot, session)
    assert session.runner.run is not None
    assert session.runner.run.status == "completed"
    type_joint(qtbot, panel.joints.table, 1, "ki", "0")
    assert session.document.project.run.torque.ki is None  # type: ignore[union-attr]


def test_computed_torque_begins_with_gains_for_any_arm(session: Session, panel: RunPanel) -> None:
    choose(panel.torque.law, "computed")
    assert session.document.project.run.torque == ComputedTorque((100.0,) * 3, (20.0,) * 3)
    assert session.document.project.run.motion is not None


class TestTheModel:
    """What the controller knows: one click is one step, which undo takes back and a file keeps."""

    WRENCH = (0.0, 0.0, 0.0, 0.0, -2.0, 0.0)

    @pytest.fixture(autouse=True)
    def loaded(self, session: Session) -> None:
        project = edits.change_robot(session.document.project, payload=(0.5, (0.0,) * 3, (0.0,) * 6))
        project = edits.change_link(project, 1, viscous=0.1)
        session.document.edit(edits.set_run(project, tip_wrench=self.WRENCH), "Load the arm")

    def model(self, session: Session) -> ControllerModel | None:
        return session.document.project.run.torque.model  # type: ignore[union-attr]

    def click(self, qtbot: QtBot, panel: RunPanel, name: str) -> None:
        box = panel.torque.model.boxes[name]
        assert box.isVisible()
        qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))

    @pytest.mark.parametrize(
        ("name", "model"),
        [
            ("masses", ControllerModel(masses=(1.0, 1.0, 1.0))),
            ("payload", ControllerModel(payload=0.0)),
            ("friction", ControllerModel(friction=False)),
            ("tip_wrench", ControllerModel(tip_wrench=True)),
        ],
    )
    def test_a_click_is_a_step_that_runs_and_is_kept(
        self, qtbot: QtBot, session: Session, panel: RunPanel, tmp_path: Path, name: str, model: ControllerModel
    ) -> None:
        choose(panel.torque.law, "computed")
        box, count = panel.torque.model.boxes[name], session.document.undo_stack.count()
        before = box.isChecked()
        assert before == (name != "tip_wrench")
        self.click(qtbot, panel, name)
        assert self.model(session) == model
        assert box.isChecked() != before
        assert session.document.undo_stack.count() == count + 1
        session.document.project.save(tmp_path / "known.arm.json")
        assert load(tmp_path / "known.arm.json") == session.document.project
        at_rest(qtbot, session)
        assert session.runner.run is not None
        assert session.runner.run.status == "completed"
        session.document.undo_stack.undo()
        assert self.model(session) is None
        assert box.isChecked() == before
        session.document.undo_stack.redo()
        self.click(qtbot, panel, name)
        assert self.model(session) is None

    def test_masses_are_typed_beside_the_gains(self, qtbot: QtBot, session: Session, panel: RunPanel) -> None:
        choose(panel.torque.law, "pd")
        gains = panel.joints.table
        columns = gains.model().columnCount()
        self.click(qtbot, panel, "masses")
        assert gains.model().columnCount() == columns + 1
        assert gains.model().headerData(column_of(gains, "mass"), Qt.Orientation.Horizontal).split() == ["mass", "[%]"]
        type_joint(qtbot, gains, 1, "mass", "120")
        type_joint(qtbot, gains, 2, "mass", "85 %")
        assert self.model(session) == ControllerModel(masses=(1.0, 1.2, 0.85))
        type_joint(qtbot, gains, 0, "mass", "-5")
        assert "Joint 1, believed mass" in panel.joints.message.text
        assert self.model(session) == ControllerModel(masses=(1.0, 1.2, 0.85))
        session.document.edit(edits.move_link(session.document.project, 1, 0), "Move")
        assert self.model(session) == ControllerModel(masses=(1.2, 1.0, 0.85))
        self.click(qtbot, panel, "masses")
        assert self.model(session) is None
        assert gains.model().columnCount() == columns

    def test_a_part_of_the_payload_is_typed(self, qtbot: QtBot, session: Session, panel: RunPanel) -> None:
        choose(panel.torque.law, "pd")
        model = panel.torque.model
        assert not model.share.isVisible()
        self.click(qtbot, panel, "payload")
        assert model.share.isVisible()
        type_number(qtbot, model.share, "80 %")
        assert self.model(session) == ControllerModel(payload=0.8)
        type_number(qtbot, model.share, "-1")
        assert self.model(session) == ControllerModel(payload=0.8)
        assert "Payload that the controller believes in" in panel.torque.message.text
        type_number(qtbot, model.share, "100")
        assert self.model(session) is None
        assert model.boxes["payload"].isChecked()
        assert not model.share.isVisible()

    def test_it_is_offered_where_a_law_computes_with_it(self, qtbot: QtBot, session: Session, panel: RunPanel) -> None:
        torque = panel.torque
        for kind in LAWS:
            choose(torque.law, kind)
            assert torque.model.isVisible() == (kind in ("pd", "computed"))
        choose(torque.law, "pd")
        assert not torque.model.boxes["friction"].isVisible()
        self.click(qtbot, panel, "tip_wrench")
        torque.gravity.click()
        assert not torque.model.isVisible()
        torque.gravity.click()
        assert torque.model.boxes["tip_wrench"].isChecked()
        choose(torque.law, "computed")
        assert self.model(session) == ControllerModel(tip_wrench=True), "to compare two controllers that know the same"

    def test_what_there_is_not_cannot_be_known(self, qtbot: QtBot, session: Session, panel: RunPanel) -> None:
        choose(panel.torque.law, "computed")
        boxes = panel.torque.model.boxes
        assert all(box.isEnabled() for box in boxes.values())
        project = edits.change_link(edits.change_robot(session.document.project, payload=None), 1, viscous=0.0)
        session.document.edit(edits.set_run(project, tip_wrench=None), "Take all away")
        assert [name for name, box in boxes.items() if box.isEnabled()] == ["masses"]
        assert boxes["payload"].toolTip() == "The arm has no payload"
        self.click(qtbot, panel, "tip_wrench")
        assert self.model(session) is None


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
    assert not panel.settings.motors.boxes["torque_limit"].isVisible()
    choose(panel.torque.law, "pd")
    panel.settings.motors.boxes["torque_limit"].click()
    panel.settings.motors.boxes["speed_limit"].click()
    type_joint(qtbot, panel.joints.table, 1, "τ ≤", "7")
    type_joint(qtbot, panel.joints.table, 1, "rate ≤", "180")
    run = session.document.project.run
    assert run.torque_limit is not None
    assert run.torque_limit[1] == 7.0
    assert run.speed_limit is not None
    assert run.speed_limit[1] == pytest.approx(math.pi)
    type_joint(qtbot, panel.joints.table, 1, "rate ≤", "0")
    assert session.document.project.run == run
    assert "above zero" in panel.joints.message.text
    panel.settings.motors.boxes["torque_limit"].click()
    assert session.document.project.run.torque_limit is None


def test_limits_begin_with_what_the_joints_say(session: Session, panel: RunPanel) -> None:
    """And nothing is made up for a joint that says nothing."""
    document = session.document
    document.edit(edits.change_links(document.project, {0: {"max_torque": 87.0}, 1: {"max_speed": 2.0}}), "limits")
    choose(panel.torque.law, "pd")
    panel.settings.motors.boxes["torque_limit"].click()
    panel.settings.motors.boxes["speed_limit"].click()
    assert document.project.run.torque_limit == (87.0, math.inf, math.inf)
    assert document.project.run.speed_limit == (math.inf, 2.0, math.inf)
    column = column_of(panel.joints.table, "τ ≤")
    assert [panel.joints.model.index(row, column).data() for row in range(3)] == ["87", "none", "none"]
    assert panel.joints.model.headerData(column, Qt.Orientation.Horizontal) == "τ ≤\n[N m]"
    assert "No torque limit is known of joints 2, 3" in panel.settings.motors.note.text
    document.edit(edits.set_run(document.project, torque_limit=(90.0, 1.0, 1.0), speed_limit=None), "more")
    assert panel.settings.motors.note.text == "More torque than the joint itself can do: joint 1 (87 N m)"


@pytest.mark.parametrize("kind", list(LAWS))
def test_every_law_follows_its_rows(session: Session, panel: RunPanel, kind: str) -> None:
    choose(panel.torque.law, kind)
    project = edits.set_run(session.document.project, torque_limit=(1.0, 2.0, 3.0), speed_limit=(4.0, 5.0, 6.0))
    moved = edits.move_link(project, 0, 2)
    assert moved.run.torque_limit == (2.0, 3.0, 1.0)
    grown = edits.insert_link(project, 1, replace(project.robot.links[0], max_speed=7.0))
    assert grown.run.speed_limit == (4.0, 7.0, 5.0, 6.0)
    assert grown.run.torque_limit == (1.0, math.inf, 2.0, 3.0)
    for change in (moved, grown, edits.remove_links(project, [0]), edits.duplicate_link(project, 1)):
        session.document.edit(change, "Rows")
        assert law_of(session.document.project.run.torque) == kind
        session.document.undo_stack.undo()


def test_the_models_keep_qts_rules(session: Session, panel: RunPanel) -> None:
    torque = panel.torque
    models = (panel.joints.model, torque.table.model)
    warning = QAbstractItemModelTester.FailureReportingMode.Warning
    testers = [QAbstractItemModelTester(model, warning) for model in models]
    for kind in LAWS:
        choose(torque.law, kind)
        session.document.edit(edits.duplicate_link(session.document.project, 1), "Duplicate")
    assert len(testers) == 2
