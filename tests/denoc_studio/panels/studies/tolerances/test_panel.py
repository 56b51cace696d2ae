"""The Tolerances panel in the real window: numbers are added, computed within their widths, undone, and saved."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.studies.tolerances.panel import TolerancesPanel
from denoc_studio.project import edits
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.hands import put_text
from tests.support.studio.windows import idle_window

MASS = "robot.links[2].mass"


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> Iterator[MainWindow]:
    preferences["drawing"] = "painter"
    window = idle_window(qtbot, dn.load("planar-3r-inverse"), preferences, (1280, 800))
    window.places.choose("Tolerances")
    yield window
    window.tolerances.finish()


def add(panel: TolerancesPanel, name: str) -> None:
    put_text(panel.form.list.add.typed, name)
    QApplication.processEvents()  # it is read once the keys have done all they do


def compute(qtbot: QtBot, panel: TolerancesPanel) -> None:
    panel.form.runs.setCurrentIndex(0)
    QTest.mouseClick(panel.form.compute, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.found is not None and not panel.beside.busy)


def test_a_number_is_found_set_computed_and_undone(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = window.tolerances, window.session.document
    assert not panel.form.compute.isEnabled()
    add(panel, "link 3, mass")
    first = document.project.tolerances
    assert [(each.path, each.kind) for each in first] == [(MASS, "uniform")]
    assert first[0].spread == pytest.approx(0.01 * document.robot.links[2].mass)
    put_text(panel.form.list.rows[0].spread, "30 g")
    panel.form.list.rows[0].kind.setCurrentIndex(1)
    panel.form.list.rows[0].kind.activated.emit(1)
    add(panel, "link 2, a")
    assert document.project.tolerances == (dn.Tolerance(MASS, 0.03, "normal"), document.project.tolerances[1])
    compute(qtbot, panel)
    expected = dn.spread_of_run(document.project, document.project.tolerances, 32)
    assert panel.found is not None
    assert np.array_equal(panel.found.spread.peak_torque, expected.peak_torque)
    assert [bar.label for bar in panel.view.bars.bars] == ["link 3, mass", "link 2, a"]
    assert panel.view.bars.bars[0].value == pytest.approx(expected.ranking(1)[0][1])
    assert "straight line" in panel.view.words.text()
    low, middle, high = np.percentile(expected.peak_torque[:, 0], (5, 50, 95))
    shown = [float(panel.view.table.content.index(0, k).data()) for k in (1, 2, 3)]
    assert shown == pytest.approx([low, middle, high], rel=1e-3)
    bands = window.session.band_overlay.current
    assert bands is not None
    assert np.array_equal(bands.curves["tau"], expected.tau)
    for _ in range(4):
        document.undo_stack.undo()
    assert document.project.tolerances == ()
    assert panel.state.words.startswith("Out of date")
    assert window.session.band_overlay.current is None


def test_a_name_picked_from_those_that_fit_is_added_once(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = window.tolerances, window.session.document
    box = panel.form.list.add
    completer = box.completer()
    assert completer is not None
    for count in (1, 2):
        box.typed.setFocus()
        QTest.keyClicks(box.typed, "mass")
        qtbot.waitUntil(completer.popup().isVisible)
        QTest.keyClick(completer.popup(), Qt.Key.Key_Down)
        QTest.keyClick(completer.popup(), Qt.Key.Key_Return)
        QApplication.processEvents()
        assert [each.path for each in document.project.tolerances] == [f"robot.links[{k}].mass" for k in range(count)]
        assert not box.currentText()
    document.undo_stack.undo()
    assert len(document.project.tolerances) == 1


def test_what_is_shown_is_out_of_date_while_the_project_differs(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = window.tolerances, window.session.document
    add(panel, MASS)
    compute(qtbot, panel)
    assert not panel.outdated
    document.edit(edits.rename_project(document.project, "other"), "Rename")
    assert not panel.outdated
    document.edit(edits.change_link(document.project, 0, mass=2.0), "Set mass")
    assert panel.outdated
    assert panel.state.words.startswith("Out of date")
    document.undo_stack.undo()
    assert not panel.outdated


def test_what_cannot_be_is_refused_in_its_field(window: MainWindow) -> None:
    panel, document = window.tolerances, window.session.document
    add(panel, "no such number")
    assert panel.form.list.add.accessibleDescription() == "no entry has this in its name"
    add(panel, MASS)
    before = document.project.tolerances
    put_text(panel.form.list.rows[0].spread, "0")
    assert panel.form.list.rows[0].spread.problem
    assert document.project.tolerances == before
    QTest.mouseClick(panel.form.list.rows[0].remove, Qt.MouseButton.LeftButton)
    assert document.project.tolerances == ()
    assert not panel.form.list.rows


def test_it_is_stopped_and_the_table_is_saved(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = window.tolerances
    add(panel, MASS)
    panel.form.runs.setCurrentIndex(panel.form.runs.count() - 1)
    panel.start()
    panel.beside.stop()
    qtbot.waitUntil(lambda: not panel.beside.busy)
    assert panel.found is None
    compute(qtbot, panel)
    path = tmp_path / "t.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    QTest.mouseClick(panel.save, Qt.MouseButton.LeftButton)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert panel.found is not None
    spread = panel.found.spread
    assert [row["joint"] for row in rows] == ["1", "2", "3"]
    assert float(rows[1]["peak_torque p95"]) == np.percentile(spread.peak_torque[:, 1], 95)
    assert float(rows[0][f"total {MASS}"]) == spread.causes[0].total[0]
    assert rows[0]["torque_margin p5"] == ""


def test_they_are_typed_behind_numbers_of_the_robot(qtbot: QtBot, window: MainWindow) -> None:
    """In a cell of the table and in the fields of a body and a joint: one step to undo each, with a mark."""
    document, model = window.session.document, window.robot.table.cells
    length = model.index(1, 1)
    assert model.setData(length, "300 mm ± 1")
    assert document.robot.links[1].a == 0.3
    assert document.project.tolerances == (dn.Tolerance("robot.links[1].a", 0.001),)
    assert (length.data(), length.data(Qt.ItemDataRole.EditRole)) == ("0.3 ±", "0.3")
    assert "± 0.001 m, uniform" in length.data(Qt.ItemDataRole.ToolTipRole)
    assert model.setData(length, "0.25")  # a number alone keeps it
    assert document.project.tolerances[0].spread == 0.001
    assert not model.setData(length, "0.25 ± x")
    assert model.setData(length, "0.25 +- 0")
    assert document.project.tolerances == ()
    assert length.data() == "0.25"
    mass, friction = window.robot.inertia.body.mass, window.robot.joint.fields["viscous"]
    before = document.robot.links[0].mass
    put_text(mass, "+- 10 %")
    put_text(friction, "0.5 ± 0.1")
    assert [each.path for each in document.project.tolerances] == ["robot.links[0].mass", "robot.links[0].viscous"]
    assert [each.spread for each in document.project.tolerances] == pytest.approx([0.1 * before, 0.1])
    assert document.robot.links[0].viscous == 0.5
    assert "uniform" in mass.toolTip()
    document.select(1)
    assert "uniform" not in mass.toolTip()
    steps = document.undo_stack.count()
    for _ in range(2):
        document.undo_stack.undo()
    assert (steps, document.project.tolerances) == (5, ())
    assert document.robot.links[0].viscous == 0.0


def test_the_panel_is_never_wider_than_there_is_room_beside_robot_and_run(window: MainWindow) -> None:
    """Where it would be, it lay over the Run panel; the switch stands there before there is a result, too."""
    panel = window.tolerances
    panel.view.switch.show()
    assert not panel.view.switch.isHidden()
    panel.layout().activate()
    assert panel.minimumSizeHint().width() <= 1152 - 288 - 300 - 2
