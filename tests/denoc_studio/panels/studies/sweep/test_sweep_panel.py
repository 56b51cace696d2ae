"""The Sweep panel in the real window: entries typed, a table that grows, is sorted and saved, a run that is taken."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc_studio.command_line.cli import main
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.studies.sweep.panel import SweepPanel
from denoc_studio.panels.studies.sweep.varied import VariedRow
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.hands import click, put_text
from tests.support.studio.windows import idle_window

LEFT, MASS = Qt.MouseButton.LeftButton, "robot.links[2].mass"


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> Iterator[MainWindow]:
    preferences["drawing"] = "painter"
    window = idle_window(qtbot, dn.load("planar-3r-inverse"), preferences, (1280, 800))
    window.places.choose("Sweep")
    yield window
    window.sweep.finish()


def vary(row: VariedRow, name: str, low: str, high: str, steps: int) -> None:
    put_text(row.typed, name)
    field: NumberField
    for field, text in ((row.low, low), (row.high, high)):
        put_text(field, text)
    row.steps.setValue(steps)


def run(qtbot: QtBot, panel: SweepPanel) -> None:
    click(panel.form.run)
    qtbot.waitUntil(lambda: not panel.runner.busy)


def column(panel: SweepPanel, number: int) -> list[str]:
    content = panel.view.table.content
    return [content.index(row, number).data() for row in range(content.rowCount())]


def double_click(panel: SweepPanel, row: int) -> None:
    table = panel.view.table
    place = table.visualRect(table.content.index(row, 0)).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=place)
    QTest.mouseDClick(table.viewport(), LEFT, pos=place)


def test_runs_are_sorted_and_one_is_taken_and_undone(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = window.sweep, window.session.document
    row = panel.form.varied.rows[0]
    assert row.entry is not None
    assert row.entry.path == MASS
    QAbstractItemModelTester(panel.view.table.content, QAbstractItemModelTester.FailureReportingMode.Warning, panel)
    vary(row, "link 3, mass", "500 g", "2,5", 3)
    assert panel.form.said.text() == "3 runs"
    run(qtbot, panel)
    before = document.project
    expected = dn.sweep(before, dn.sweep_plan([dn.Vary(MASS, 0.5, 2.5, 3)]))
    found = panel.found
    assert found is not None
    np.testing.assert_array_equal(found.numbers, expected.numbers)
    assert column(panel, 1) == ["0.5", "1.5", "2.5"]
    header = panel.view.table.horizontalHeader()
    place = QPoint(header.sectionPosition(2) + 8, header.height() // 2)
    for _ in range(2):
        QTest.mouseClick(header.viewport(), LEFT, pos=place)
    assert column(panel, 0) == ["3", "2", "1"], "the torque falls with the mass"
    double_click(panel, 0)
    assert document.robot.links[2].mass == 2.5
    assert document.undo_stack.undoText() == "Take run 3 of the sweep"
    assert panel.state.words == "3 runs. The project is run 3."
    panel.view.table.setFocus()
    QTest.keyClick(panel.view.table, Qt.Key.Key_Down)
    QTest.keyClick(panel.view.table, Qt.Key.Key_Return)
    assert document.robot.links[2].mass == 1.5
    assert document.project.actuators == before.actuators
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.project == before
    assert panel.state.words == "3 runs."


def test_a_click_on_a_point_takes_its_run(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = window.sweep, window.session.document
    vary(panel.form.varied.rows[0], MASS, "0.5", "2.5", 3)
    run(qtbot, panel)
    click(panel.view.switch.buttons["Plot"])  # there is no room for both beside Robot and Run
    qtbot.waitUntil(lambda: not panel.view.table.isVisible())
    plot = panel.view.plot
    points = plot.points
    assert points is not None
    assert points.runs.tolist() == [0, 1, 2]
    qtbot.waitUntil(lambda: plot.near(float(points.x[1]), float(points.y[1])) == 1)
    QApplication.processEvents()
    box = plot.getPlotItem().getViewBox()
    place = plot.mapFromScene(box.mapViewToScene(QPointF(points.x[1], points.y[1])))
    QTest.mouseMove(plot.viewport(), place)
    QTest.mouseClick(plot.viewport(), LEFT, pos=place)
    assert document.robot.links[2].mass == 1.5
    assert panel.view.table.run == 1
    assert panel.reading.words.startswith("Run 2: link 3, mass 1.5 kg, peak_torque1 ")


def test_the_saved_table_is_that_of_the_command_line(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, document = window.sweep, window.session.document
    vary(panel.form.varied.rows[0], MASS, "-0.5", "0.5", 3)
    click(panel.form.varied.add)
    vary(panel.form.varied.rows[1], "run.motion.end[0]", "60", "90", 2)
    assert panel.form.varied.rows[1].low.unit.label == "°"
    panel.form.formulas.setText("ratio = peak_torque1 / peak_torque2")
    assert panel.form.said.text() == "6 runs"
    run(qtbot, panel)
    assert panel.state.words == "6 runs. 2 without measures."
    panel.view.table.sortByColumn(3, Qt.SortOrder.DescendingOrder)
    assert column(panel, 3)[-2:] == ["–", "–"], "they come last"
    reason = panel.view.table.content.index(5, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert reason.startswith("refused: link 3, field 'mass'")
    mine, theirs, arm = (tmp_path / name for name in ("mine.csv", "theirs.csv", "arm.arm.json"))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(mine), ""))
    click(panel.save)
    document.project.save(arm)
    ends = f"run.motion.end[0]={math.radians(60)!r}:{math.radians(90)!r}:2"
    measures = ("peak_torque", "energy", "ratio = peak_torque1 / peak_torque2")
    options = [part for name in measures for part in ("--measure", name)]
    assert (
        main(["sweep", str(arm), "--vary", f"{MASS}=-0.5:0.5:3", "--vary", ends, *options, "--out", str(theirs)]) == 0
    )
    assert mine.read_bytes() == theirs.read_bytes()
    click(panel.copy)
    rows = list(csv.reader(QApplication.clipboard().text().splitlines(), delimiter="\t"))
    assert rows[0][:3] == ["Run", "link 3, mass [kg]", "motion, end 1 [°]"]
    assert [row[0] for row in rows[1:]] == column(panel, 0)
    assert {row[2] for row in rows[1:]} == {"60", "90"}


def test_what_cannot_be_is_said_and_cannot_be_run(window: MainWindow) -> None:
    form = window.sweep.form
    row = form.varied.rows[0]
    put_text(row.typed, "mass")
    assert form.message.text == "“mass”: 3 entries have this in their names, as link 1, mass and link 2, mass."
    assert not form.run.isEnabled()
    put_text(row.typed, "robot.links[7].mass")
    assert "there is no robot.links[7]" in form.message.text
    QTest.keyClick(row.typed, Qt.Key.Key_Escape)
    assert row.typed.text() == "link 3, mass   robot.links[2].mass"
    assert form.message.text == ""
    put_text(row.typed, "link 2, mass")
    assert form.message.text == ""
    put_text(row.low, "heavy")
    assert form.message.text == "Link 2, mass, from: “heavy” is not a number."
    put_text(row.low, "3")
    put_text(row.high, "2")
    assert form.message.text == "Link 2, mass: its range must rise."
    put_text(row.high, "4")
    form.formulas.setText("x = nothing + 1")
    assert "nothing" in form.message.text
    form.formulas.setText("peak_torque1 + 1")
    assert "NAME = formula" in form.message.text
    form.formulas.clear()
    assert form.message.text == ""
    click(form.varied.add)
    put_text(form.varied.rows[1].typed, "link 2, mass")
    assert form.message.text == "Link 2, mass varies twice."
    click(form.varied.rows[1].remove)
    assert window.sweep.found is None
    row.steps.setValue(20_000)
    click(form.varied.add)
    assert "more than the 20000" in form.message.text


def test_what_is_stopped_keeps_its_rows_and_says_so(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = window.sweep, window.session.document
    panel.form.design.setCurrentIndex(2)
    panel.form.design.activated.emit(2)
    panel.form.runs.setValue(20_000)
    assert panel.form.said.text() == "20000 runs"
    click(panel.form.run)
    assert panel.form.run.text() == "Stop"
    qtbot.waitUntil(lambda: panel.found is not None and panel.found.count > 3)
    click(panel.form.run)
    qtbot.waitUntil(lambda: not panel.runner.busy)
    found = panel.found
    assert found is not None
    assert 3 < found.count < 20_000
    assert panel.view.table.content.rowCount() == found.count
    assert panel.state.words == f"Stopped after {found.count} of 20000 runs."
    assert panel.form.run.text() == "Run"
    document.edit(replace(document.project, description="Notes"), "Write notes")
    assert panel.state.words == f"Stopped after {found.count} of 20000 runs."
    document.edit(dn.with_entries(document.project, {"robot.links[0].mass": 7.0}), "Set the mass")
    assert panel.state.words.endswith("Of an earlier state of the project.")
    assert panel.view.table.content.rowCount() == found.count, "it stays"
    document.replace(dn.load("double-pendulum"))
    assert panel.state.words.endswith("Of another project.")
    panel.take_run(0)
    assert document.project == dn.load("double-pendulum")
    qtbot.waitUntil(lambda: panel.form.varied.rows[0].entry.path == "robot.links[1].mass")


def test_a_sweep_is_of_the_project_that_is_opened_again(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = window.sweep, window.session.document
    vary(panel.form.varied.rows[0], MASS, "0.5", "2.5", 3)
    run(qtbot, panel)
    first = document.project
    document.replace(dn.load("double-pendulum"))
    assert panel.state.words.endswith("Of another project.")
    document.replace(first)
    assert panel.state.words == "3 runs."
    panel.take_run(2)
    assert document.robot.links[2].mass == 2.5


def test_an_edit_before_the_first_row_makes_no_other_project_of_it(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = window.sweep, window.session.document
    vary(panel.form.varied.rows[0], MASS, "0.5", "2.5", 3)
    run(qtbot, panel)
    document.replace(dn.load("siciliano-2r"))
    panel.refresh()
    panel.start()
    document.edit(dn.with_entries(document.project, {"robot.links[0].mass": 7.0}), "Set the mass")
    qtbot.waitUntil(lambda: not panel.runner.busy)
    assert panel.found is not None
    assert panel.found.project.name == "siciliano-2r"
    assert panel.state.words.endswith("Of an earlier state of the project.")


def test_what_cannot_be_reproduced_is_said_until_a_run_is_read(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = window.sweep, window.session.document
    document.replace(dn.load("planar-3r-free-fall"))
    vary(panel.form.varied.rows[0], MASS, "0.2", "0.3", 2)
    panel.refresh()
    run(qtbot, panel)
    qtbot.waitUntil(lambda: document.results.current.horizon is not None, timeout=60_000)
    until = f"{document.results.current.doubtful_from:.3g}"
    assert panel.reading.words.startswith(f"Reproducible to {until} s of 10 s")
    panel.view.table.select_run(0)
    assert panel.reading.words.startswith("Run 1: ")
