"""The Reach panel in the real window: what is shown is what the functions say, and what a click or a key does."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc.motions.motion_data import JointMotion
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.studies.reach import panel as panel_module
from denoc_studio.panels.studies.reach.map_view import Cell
from denoc_studio.panels.studies.reach.panel import ReachPanel
from denoc_studio.plots.reach.capacity_words import NO_LIMITS
from denoc_studio.plots.reach.quantities import middle_of
from denoc_studio.project import edits, run_edits
from denoc_studio.widgets.folding_line import FoldingLine
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.hands import choose
from tests.support.studio.windows import idle_window

LIMITS = (15.0, 9.0, 5.0)
Key = Qt.Key


@pytest.fixture(autouse=True)
def _small_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel_module, "CELLS", 32)
    monkeypatch.setattr(panel_module, "SAMPLES", 4000)


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> Iterator[MainWindow]:
    """A planar arm with torque limits; nothing runs yet."""
    project = dn.load("planar-3r-free-fall")
    links = tuple(replace(link, max_torque=limit) for link, limit in zip(project.robot.links, LIMITS, strict=True))
    preferences["drawing"] = "painter"
    window = idle_window(qtbot, replace(project, robot=replace(project.robot, links=links)), preferences, (1280, 800))
    yield window
    window.reach.finish()


def dock(window: MainWindow) -> QDockWidget:
    return next(dock for dock in window.docks if dock.windowTitle() == "Reach")


def opened(qtbot: QtBot, window: MainWindow) -> ReachPanel:
    """With its finest map."""
    dock(window).show()
    settled(qtbot, window.reach)
    return window.reach


def settled(qtbot: QtBot, panel: ReachPanel) -> None:
    qtbot.waitUntil(lambda: panel.found is not None and not panel.busy and not panel._due, timeout=60_000)


def point(qtbot: QtBot, panel: ReachPanel, cell: Cell, *, press: bool = False) -> None:
    """With the mouse, at the middle of a cell, and press there or not."""
    view, found = panel.view, panel.found
    assert found is not None

    def place() -> QPoint:
        return view.mapFromScene(view.getPlotItem().getViewBox().mapViewToScene(QPointF(*middle_of(found, cell))))

    def arrived() -> bool:  # the map may still be settling in its place
        send_move(view.viewport(), place())
        return view.shown == cell

    qtbot.waitUntil(arrived)
    if press:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place())


def send_move(widget: QWidget, place: QPoint) -> None:
    none = Qt.MouseButton.NoButton
    where = QPointF(place)
    event = QMouseEvent(
        QEvent.Type.MouseMove, where, widget.mapToGlobal(where), none, none, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(widget, event)


def said(line: FoldingLine) -> str:
    return line.words.replace("\u00a0", " ")


def some_cell(panel: ReachPanel) -> Cell:
    """One at arm's length, with a value."""
    assert panel.found is not None
    rows, columns = np.nonzero(np.isfinite(panel.found.values))
    k = int(np.argmax(columns - 0.1 * np.abs(rows - rows.mean())))
    return int(rows[k]), int(columns[k])


def held_alone(robot: dn.Robot, q: np.ndarray, mass: float) -> np.ndarray:
    """The torques (n,) of a pose with a point mass at the tip, by Kane's equations."""
    loaded = replace(robot, payload=(mass, (0, 0, 0), (0,) * 6) if mass else None)
    return dn.inverse_dynamics(loaded, q, np.zeros(robot.n), np.zeros(robot.n), method="kane")


def test_a_click_poses_the_arm_in_the_posture_of_its_cell(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = opened(qtbot, window), window.session.document
    found, cell = panel.found, some_cell(panel)
    assert found is not None
    before = document.project.q0
    point(qtbot, panel, cell, press=True)
    q = np.array(document.project.q0)
    assert np.array_equal(q, found.states[cell])
    assert document.project.qd0 == (0.0, 0.0, 0.0)
    assert document.undo_stack.undoText() == "Pose the arm by the reach map"
    tip = dn.forward_kinematics(document.robot, q)[-1, :2, 3]
    assert np.abs(tip - middle_of(found, cell)).max() <= np.diff(found.x_edges)[0] / 2 + 1e-9
    mass = float(found.values[cell])
    shares = np.abs(held_alone(document.robot, q, mass)) / LIMITS
    assert shares.max() == pytest.approx(1.0), "one joint is at its limit with the payload that is shown"
    assert int(shares.argmax()) == found.joints[cell]
    assert f"at most {mass:.4g} kg, limited by joint {found.joints[cell] + 1}" in panel.reading.words
    qtbot.waitUntil(lambda: said(panel.carried.pose).startswith(f"At this pose: at most {mass:.4g} kg"), timeout=20_000)
    document.undo_stack.undo()
    assert document.project.q0 == before
    clear = panel.view._cells.image[..., 3] == 0
    assert np.array_equal(clear, ~found.reached), "what nothing leads to has no colour"
    point(qtbot, panel, (0, 0), press=True)
    assert panel.reading.words.endswith("no pose was found that leads here")
    assert not document.undo_stack.canUndo()


def test_the_keyboard_reads_and_poses(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = opened(qtbot, window), window.session.document
    view, found = panel.view, panel.found
    assert found is not None
    window.activateWindow()
    view.setFocus()
    before = document.project.q0
    qtbot.keyClick(view, Key.Key_Return)
    assert document.project.q0 == before, "no cell is chosen yet"
    qtbot.keyClick(view, Key.Key_Left)
    tip = dn.forward_kinematics(document.robot, before)[-1, :2, 3]
    assert view.shown is not None
    assert np.abs(tip - middle_of(found, view.shown)).max() <= np.diff(found.x_edges)[0], "it begins at the tip"
    row, column = view.shown
    qtbot.keyClick(view, Key.Key_Up)
    qtbot.keyClick(view, Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert view.shown == (min(row + 1, len(found.y_edges) - 2), max(column - 5, 0))
    assert view.accessibleDescription() == panel.reading.words
    while not found.reached[view.shown]:
        qtbot.keyClick(view, Key.Key_Left)
    qtbot.keyClick(view, Key.Key_Return)
    assert np.array_equal(document.project.q0, found.states[view.shown])


def test_nothing_is_computed_while_it_is_hidden(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dn.Robot] = []
    maps = panel_module.reach_maps

    def watched(robot: dn.Robot, *given: object, **named: object) -> Iterator[dn.ReachMap]:
        asked.append(robot)
        return maps(robot, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(panel_module, "reach_maps", watched)
    document = window.session.document
    document.edit(edits.change_link(document.project, 0, mass=2.0), "Set mass")
    qtbot.wait(50)
    assert not asked
    panel = opened(qtbot, window)
    assert asked == [document.robot]
    choose(panel.bar.what, "joint")
    qtbot.wait(20)
    assert len(asked) == 1, "the same map in other colours"
    dock(window).close()
    document.edit(edits.change_link(document.project, 0, mass=3.0), "Set mass")
    qtbot.wait(50)
    assert len(asked) == 1
    dock(window).show()
    qtbot.waitUntil(lambda: panel.robot is document.robot and not panel.busy, timeout=60_000)
    assert asked[1:] == [document.robot]


def test_the_map_follows_a_drag_and_ends_with_the_newest_robot(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = opened(qtbot, window), window.session.document
    seen: list[tuple[float, int]] = []
    panel._maps.found.connect(lambda told: seen.append((told[0].links[0].max_torque, len(told[1].x_edges) - 1)))
    for k in range(12):
        project = edits.change_link(document.project, 0, max_torque=16.0 + k)
        document.edit(project, "Set the torque limit", gesture="drag")
        qtbot.wait(5)
    qtbot.waitUntil(lambda: not panel.busy and bool(seen) and seen[-1] == (27.0, 32), timeout=60_000)
    assert [limit for limit, _ in seen] == sorted(limit for limit, _ in seen), "never back to an older one"
    assert [size for limit, size in seen if limit == 27.0] == [4, 8, 16, 32]
    found, cell = panel.found, some_cell(panel)
    assert found is not None
    assert dn.payload_capacity(document.robot, found.states[cell]).mass == pytest.approx(float(found.values[cell]))


def test_without_limits_it_says_so_and_leads_to_them(qtbot: QtBot, preferences: Preferences) -> None:
    preferences["drawing"] = "painter"
    window = idle_window(qtbot, dn.load("planar-3r-free-fall"), preferences)
    panel = window.reach
    dock(window).show()
    qtbot.waitUntil(lambda: panel.stack.currentWidget() is panel.empty)
    assert panel.empty.text.text() == NO_LIMITS
    assert not panel.bar.export.isEnabled()
    assert not panel.carried.isVisible()
    qtbot.mouseClick(panel.empty.button, Qt.MouseButton.LeftButton)
    assert window.robot.joint.open_joints().isVisible()
    window.robot.joint.open_joints().close()
    choose(panel.bar.what, "manipulability")
    settled(qtbot, panel)
    found = panel.found
    assert found is not None
    assert found.measure == "manipulability"
    cell = some_cell(panel)
    point(qtbot, panel, cell)
    assert f"manipulability {float(found.values[cell]):.4g} m²" in panel.reading.words


def test_the_lines_of_the_run_and_of_an_arm_that_cannot_hold_itself(qtbot: QtBot, window: MainWindow) -> None:
    document, carried = window.session.document, window.reach.carried
    panel = opened(qtbot, window)
    qtbot.waitUntil(lambda: said(carried.run) == "Over the run: no run yet")
    window.session.runner.start()
    qtbot.waitUntil(lambda: "at t = " in said(carried.run), timeout=60_000)
    run = document.results.current
    assert run is not None
    assert said(carried.run) == f"Over the run: {dn.payload_over(run.project.robot, run.recording).words}"
    document.edit(edits.change_link(document.project, 1, max_torque=0.01), "Set the torque limit")
    qtbot.waitUntil(lambda: panel.robot is document.robot and not panel.busy, timeout=60_000)
    found = panel.found
    assert found is not None
    rows, columns = np.nonzero(found.reached & np.isnan(found.values))
    cell = int(rows[0]), int(columns[0])
    point(qtbot, panel, cell)
    assert panel.reading.words.endswith("the arm cannot hold itself, joint 2 is beyond its torque limit")
    assert found.note in panel.note.words.lower()
    torque = abs(held_alone(document.robot, np.array(document.project.q0), 0.0)[1])
    expected = f"At this pose: joint 2 cannot hold the arm itself: needs {torque:.4g} N m of 0.01"
    qtbot.waitUntil(lambda: said(panel.carried.pose) == expected, timeout=20_000)


def test_planes_and_margins(qtbot: QtBot, window: MainWindow) -> None:
    window.session.document.replace(dn.load("ur3e"))
    panel = opened(qtbot, window)
    choose(panel.bar.what, "margin")
    choose(panel.bar.plane, "level")
    panel.bar.height_field.setFocus()
    panel.bar.height_field.selectAll()
    qtbot.keyClicks(panel.bar.height_field, "0.3")
    qtbot.keyClick(panel.bar.height_field, Key.Key_Return)
    qtbot.waitUntil(lambda: panel.found is not None and "z = 0.3" in panel.found.section, timeout=60_000)
    settled(qtbot, panel)
    found, robot = panel.found, panel.robot
    assert found is not None
    cell = tuple(int(k) for k in np.argwhere(found.reached)[len(np.argwhere(found.reached)) // 3])
    point(qtbot, panel, cell)  # type: ignore[arg-type]
    shares = np.abs(held_alone(robot, found.states[cell], 0.0)) / [link.max_torque for link in robot.links]
    assert f"margin {100 * (1 - shares.max()):.4g} %, joint {shares.argmax() + 1}" in panel.reading.words
    assert f"{found.poses:,}".replace(",", "\u202f") in panel.note.words
    assert "leaves of the torque limit of its most loaded joint" in panel.note.words
    document = window.session.document
    document.edit(
        run_edits.set_kind(run_edits.set_mode(document.project, "inverse"), "joints"), "A motion of the joints"
    )
    point(qtbot, panel, cell, press=True)  # type: ignore[arg-type]
    motion = document.project.run.motion
    assert isinstance(motion, JointMotion)
    assert np.array_equal(motion.start, found.states[cell]), "a motion of the joints starts there"
    choose(panel.bar.plane, "upright")
    qtbot.waitUntil(lambda: panel.found is not None and panel.found.section == "the plane y = 0 m", timeout=60_000)
    settled(qtbot, panel)


@pytest.mark.usefixtures("exports_here")
def test_the_map_into_files(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    panel = opened(qtbot, window)
    panel.bar.export.trigger()
    dialog, found = panel.dialog, panel.found
    assert dialog is not None
    assert found is not None
    dialog.folder.setText(str(tmp_path))
    for name, box in dialog.formats.items():
        box.setChecked(name in ("csv", "svg"))
    dialog.accept()
    qtbot.waitUntil(lambda: bool(dialog._written), timeout=60_000)
    stem = "planar-3r-free-fall-reach-payload"
    assert {path.name for path in tmp_path.glob("planar*")} == {f"{stem}.csv", f"{stem}.svg"}
    with (tmp_path / f"{stem}.csv").open() as file:
        head, *rows = csv.reader(file)
    assert head == ["x [m]", "y [m]", "payload [kg]", "joint", "q1 [rad]", "q2 [rad]", "q3 [rad]"]
    numbers = np.array(rows, float)
    assert len(numbers) == found.reached.sum()
    again = dn.payload_capacity(panel.robot, numbers[:, 4:])
    assert np.allclose(numbers[:, 2], again.mass, equal_nan=True)
    assert np.array_equal(numbers[:, 3] - 1, again.joint)
    text = (tmp_path / f"{stem}.svg").read_text()
    for words in ("x [m]", "largest payload [kg]"):
        assert words in text


def test_no_words_lie_on_one_another(qtbot: QtBot, window: MainWindow) -> None:
    panel = opened(qtbot, window)
    lines = [panel.scale, panel.reading, panel.carried.pose, panel.carried.run, panel.note]

    def apart() -> bool:
        places = [line.mapTo(panel, line.rect().topLeft()).y() for line in lines]
        ends = [place + line.height() for place, line in zip(places, lines, strict=True)]
        fits = all(line.height() >= line.fontMetrics().height() - 2 for line in lines[1:])
        below = zip(ends, [*places[1:], panel.height()], strict=True)
        return fits and all(end <= place for end, place in below)

    for size in ((800, 480), (1600, 1000)):
        window.resize(*size)
        qtbot.waitUntil(lambda: panel.width() > 0.4 * window.width() and apart())
        assert panel.view.width() > 120
