"""The Actuators panel through clicks and keys: its table, what is chosen and typed there, and what leaves it."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from denoc import rod_chain
from denoc.torques.actuators import Actuator
from denoc.torques.motors import Gear
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.studies.actuators.panel import ActuatorPanel
from denoc_studio.plots.tables.actuator_table import COLUMNS, EFFICIENCY, MARGINS, MOTOR, PEAK, RATIO, VERDICT
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.run import Run
from tests.support.studio.motors import SERVO
from tests.support.studio.plotting import Compute


def text(panel: ActuatorPanel, row: int, column: int) -> str:
    return panel.model.index(row, column).data()


def type_cell(qtbot: QtBot, panel: ActuatorPanel, row: int, column: int, typed: str) -> None:
    panel.table.setCurrentIndex(panel.model.index(row, column))
    panel.table.setFocus()
    qtbot.keyClick(panel.table, Qt.Key.Key_F2)
    editor = panel.table.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    qtbot.keyClicks(editor, typed)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not panel.table.findChildren(QLineEdit))


def test_without_a_run_it_says_so(panel: ActuatorPanel) -> None:
    assert panel.bar.state.text() == "no run yet"
    assert text(panel, 0, 0) == ""
    assert not panel.bar.report.isEnabled()
    assert panel.report_source() is None


def test_in_sight_and_without_a_run_it_rests(qtbot: QtBot, panel: ActuatorPanel) -> None:
    QTest.qWait(100)
    panel.update()
    QTest.qWait(100)
    assert not panel._due
    assert not panel._refresh_timer.isActive()


def test_a_run_fills_the_table(judged: ActuatorPanel) -> None:
    assert text(judged, 1, 0) == "57.57"
    assert text(judged, 1, MOTOR) == SERVO.motor.name
    assert text(judged, 1, VERDICT).startswith(("fits", "continuous", "peak", "speed"))
    assert text(judged, 0, VERDICT) == "no motor chosen"
    assert "2 s" in judged.bar.state.text()
    assert judged.message.text.startswith("Joint 2: ")
    assert judged.bar.report.isEnabled()


def test_an_outdated_run_is_marked(qtbot: QtBot, document: Document, judged: ActuatorPanel, computed: Compute) -> None:
    document.edit(edits.change_link(document.project, 1, mass=30.0), "Heavier")
    qtbot.waitUntil(lambda: judged.bar.state.text() == "out of date")
    before = text(judged, 1, 0)
    computed()
    qtbot.waitUntil(lambda: text(judged, 1, 0) != before)
    assert "cycle" in judged.bar.state.text()


def test_a_failed_run_leaves_no_numbers(qtbot: QtBot, document: Document, judged: ActuatorPanel) -> None:
    document.results.start(Run(99, document.project))
    document.results.end(99, "failed", "no reason")
    qtbot.waitUntil(lambda: text(judged, 1, 0) == "")
    assert judged.bar.state.text() == "the run has no samples"
    assert text(judged, 1, MOTOR) == SERVO.motor.name


def test_a_motor_leaves_the_run_as_it_is(document: Document, judged: ActuatorPanel) -> None:
    document.edit(edits.set_actuator(document.project, 0, SERVO), "Choose")
    assert document.results.current is not None
    assert not document.results.current.stale


def test_a_typed_ratio_is_one_undo_step(qtbot: QtBot, document: Document, judged: ActuatorPanel) -> None:
    before, margin = document.project, text(judged, 1, MARGINS[2])
    type_cell(qtbot, judged, 1, RATIO, "120,5")
    assert document.project.actuators[1] == Actuator(SERVO.motor, Gear(120.5, 0.9))
    qtbot.waitUntil(lambda: text(judged, 1, MARGINS[2]) not in ("", margin))
    document.undo_stack.undo()
    assert document.project == before
    qtbot.waitUntil(lambda: text(judged, 1, MARGINS[2]) == margin)


@pytest.mark.parametrize("typed", ["0", "-3", "abc", "1e400", "nan"])
def test_a_bad_ratio_is_marked_and_changes_nothing(
    qtbot: QtBot, document: Document, judged: ActuatorPanel, typed: str
) -> None:
    before = document.project
    type_cell(qtbot, judged, 1, RATIO, typed)
    assert document.project == before
    assert text(judged, 1, RATIO) == typed
    assert "Joint 2, gear ratio" in judged.message.text
    type_cell(qtbot, judged, 1, EFFICIENCY, "2")
    assert text(judged, 1, EFFICIENCY) == "2"
    type_cell(qtbot, judged, 1, RATIO, "90")
    assert text(judged, 1, RATIO) == "90"


@pytest.mark.parametrize("by", ["Enter", "double click"])
def test_the_motors_column_opens_the_dialog(qtbot: QtBot, judged: ActuatorPanel, by: str) -> None:
    table, index = judged.table, judged.model.index(1, MOTOR)
    table.setCurrentIndex(index)
    table.scrollTo(index)
    if by == "Enter":
        qtbot.keyClick(table, Qt.Key.Key_Return)
    else:
        place = table.visualRect(index).center()
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert judged.dialog is not None
    assert judged.dialog.isVisible()
    assert judged.dialog.actuator() == SERVO
    assert judged.dialog.message.text
    judged.dialog.reject()


def test_a_joint_without_a_motor_has_no_gear_to_edit(judged: ActuatorPanel) -> None:
    assert not judged.model.flags(judged.model.index(0, RATIO)) & Qt.ItemFlag.ItemIsEditable
    assert judged.model.flags(judged.model.index(1, RATIO)) & Qt.ItemFlag.ItemIsEditable


def test_removing_is_undone(document: Document, judged: ActuatorPanel) -> None:
    assert judged.bar.remove.isEnabled()
    judged.bar.remove.trigger()
    assert document.project.actuators == ()
    assert text(judged, 1, MOTOR) == ""
    assert not judged.bar.remove.isEnabled()
    assert document.undo_stack.undoText() == "Remove the motor of joint 2"
    document.undo_stack.undo()
    assert text(judged, 1, MOTOR) == SERVO.motor.name


def test_the_current_row_is_the_selected_link(qtbot: QtBot, document: Document, judged: ActuatorPanel) -> None:
    document.select(4)
    assert judged.table.currentIndex().row() == 4
    judged.table.setFocus()
    qtbot.keyClick(judged.table, Qt.Key.Key_Up)
    assert document.selected == 3


def test_units_follow_the_preference(judged: ActuatorPanel, preferences: Preferences) -> None:
    speed = next(k for k, column in enumerate(COLUMNS) if column.heading == "peak speed")
    degrees = float(text(judged, 1, speed))
    preferences["degrees"] = False
    assert float(text(judged, 1, speed)) == pytest.approx(math.radians(degrees), rel=1e-3)
    header = judged.model.headerData(speed, Qt.Orientation.Horizontal)
    assert header == "peak speed\n[rad/s]"


def test_peaks_of_an_inverse_run_are_those_of_the_motion(judged: ActuatorPanel) -> None:
    assert judged.bar.state.toolTip().endswith("peaks are the largest of the motion")
    tip = judged.model.headerData(PEAK, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert tip == "Largest torque or force of the motion"


def test_copy_is_a_table_of_tabs(judged: ActuatorPanel) -> None:
    judged.bar.copy.trigger()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 7
    assert {len(line.split("\t")) for line in lines} == {len(COLUMNS) + 1}
    assert lines[2].split("\t")[MOTOR + 1] == SERVO.motor.name


def test_the_table_goes_to_a_file_or_says_why_not(judged: ActuatorPanel, tmp_path: Path) -> None:
    assert judged.study is not None
    judged.export.write_table(judged.study, tmp_path / "a.csv")
    with (tmp_path / "a.csv").open(encoding="utf-8") as file:
        assert len(list(csv.reader(file))) == 7
    judged.export.write_table(judged.study, tmp_path / "no folder" / "a.csv")
    assert judged.message.severity == "error"
    assert "cannot be written" in judged.message.text


def test_the_report_is_drawn_beside_the_window(qtbot: QtBot, judged: ActuatorPanel, tmp_path: Path) -> None:
    source = judged.report_source()
    assert source is not None
    assert source.project.actuators[1] == SERVO
    judged.export.write_report(source, tmp_path / "a.pdf")
    assert judged.export.busy
    qtbot.waitUntil(lambda: not judged.export.busy, timeout=60_000)
    assert judged.message.text == f"Wrote {tmp_path / 'a.pdf'}"
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")


def test_a_long_run_is_judged_beside_the_window(
    qtbot: QtBot, document: Document, panel: ActuatorPanel, computed: Compute
) -> None:
    document.edit(edits.set_run(document.project, samples=5001), "More samples")
    computed()
    qtbot.waitUntil(lambda: panel.study is not None, timeout=20_000)
    assert text(panel, 1, 0) == "57.57"


def test_another_arm_has_other_rows(qtbot: QtBot, document: Document, judged: ActuatorPanel, computed: Compute) -> None:
    document.edit(edits.remove_links(document.project, [0]), "Remove")
    assert judged.model.rowCount() == 5
    assert text(judged, 0, MOTOR) == SERVO.motor.name
    document.replace(rod_chain(3))
    assert judged.model.rowCount() == 3
    assert judged.bar.state.text() == "no run yet"
    computed()
    qtbot.waitUntil(lambda: text(judged, 2, 0) != "")


def test_a_motor_is_used_in_the_model_by_one_click(
    qtbot: QtBot, judged: ActuatorPanel, document: Document, computed: Compute
) -> None:
    bare = [{"rotor_inertia": 0.0, "gear_ratio": ratio} for ratio in (1.0, -107.8, 1.0)]
    document.edit(edits.change_links(document.project, dict(enumerate(bare))), "Take the rotors out")
    document.edit(edits.set_actuator(document.project, 2, SERVO), "Choose")
    computed()
    words = "The model has no rotor for joint 2: torques lack its inertia"
    qtbot.waitUntil(lambda: words in judged.message.text)
    assert judged.use.isVisible()
    before = document.project
    qtbot.mouseClick(judged.use, Qt.MouseButton.LeftButton)
    link = document.robot.links[1]
    assert (link.rotor_inertia, link.gear_ratio) == (SERVO.motor.rotor_inertia, -80.0)
    assert document.robot.links[2] == before.robot.links[2]
    assert not judged.use.isVisible()
    document.undo_stack.undo()
    judged.use.menu().actions()[1].trigger()
    assert [document.robot.links[k].armature for k in (1, 2)] == [80.0**2 * SERVO.motor.rotor_inertia] * 2
    document.undo_stack.undo()
    assert document.project == before
    type_cell(qtbot, judged, 1, RATIO, "60")
    judged.use_motors(everywhere=True)
    type_cell(qtbot, judged, 1, RATIO, "70")
    computed()
    qtbot.waitUntil(lambda: "The model has another rotor for joint 2" in judged.message.text)


def test_columns_keep_their_order_and_no_number_is_cut(qtbot: QtBot, judged: ActuatorPanel) -> None:
    table, header = judged.table, judged.table.horizontalHeader()
    orders = []
    for width in (1400, 500, 1400):
        judged.resize(width, 360)
        table.fit_columns()
        orders.append([header.logicalIndex(place) for place in range(header.count())])
        for column in set(range(header.count())) - {MOTOR}:
            assert table.columnWidth(column) >= table.sizeHintForColumn(column), COLUMNS[column].heading
    assert orders == orders[:1] * 3
