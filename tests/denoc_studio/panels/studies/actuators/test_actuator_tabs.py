"""The tabs beside the actuators' table: the point at the time cursor, sweeps of gear ratios, effects of parameters."""

from __future__ import annotations

import gc
import math
import weakref
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from denoc import ConstantTorque, load
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.studies.actuators import tabs as tabs_module
from denoc_studio.panels.studies.actuators.panel import ActuatorPanel
from denoc_studio.project import edits
from denoc_studio.session import commands
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from tests.support.studio.plotting import Compute
from tests.support.studio.showing import recolour


def move_mouse(widget: QWidget, place: QPoint, held: Qt.MouseButton) -> None:
    """Wherever the window stands on the screen, and slowly enough for pyqtgraph to notice."""
    QTest.qWait(15)
    points = QPointF(place), QPointF(widget.mapToGlobal(place))
    none, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(widget, QMouseEvent(QEvent.Type.MouseMove, *points, none, held, keys))


def test_the_point_follows_the_time_cursor(judged: ActuatorPanel, playback: Playback) -> None:
    assert judged.study is not None
    playback.seek(0.75)
    cloud = judged.tabs.cloud
    speed, torque = cloud.point(judged.study)
    row = int(np.argmin(np.abs(judged.study.recording.t - 0.75)))
    drive = judged.study.rows[1].drive
    assert drive is not None
    assert torque == pytest.approx(drive.torque[row], rel=1e-9)
    assert speed == pytest.approx(drive.speed[row] * 30 / math.pi, rel=1e-9)
    x, y = cloud._cursor.getData()
    assert (x[0], y[0]) == (speed, torque)


def test_a_click_in_the_sweep_sets_the_ratio(qtbot: QtBot, document: Document, judged: ActuatorPanel) -> None:
    judged.tabs.setCurrentWidget(judged.tabs.ratios)
    sweep = judged.tabs.sweep
    qtbot.waitUntil(lambda: sweep.line_item is not None)
    QTest.qWait(50)
    box = sweep.getPlotItem().getViewBox()
    wanted = sweep.mapFromScene(box.mapViewToScene(QPoint(2, 1)))  # a ratio of 10 ** 2
    count = document.undo_stack.count()
    QTest.mouseClick(sweep.viewport(), Qt.MouseButton.LeftButton, pos=wanted)
    assert document.undo_stack.count() == count + 1
    actuator = document.project.actuators[1]
    assert actuator is not None
    assert actuator.gear.ratio == pytest.approx(100, rel=0.05)
    assert actuator.gear.efficiency == 0.9
    assert sweep.line_item is not None
    qtbot.waitUntil(lambda: sweep.line_item.value() == pytest.approx(math.log10(actuator.gear.ratio)))


def test_a_dragged_line_is_one_undo_step(
    qtbot: QtBot, document: Document, judged: ActuatorPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "MERGE_WITHIN", -1.0)  # the hand rests longer than that before every move
    judged.tabs.setCurrentWidget(judged.tabs.ratios)
    sweep = judged.tabs.sweep
    qtbot.waitUntil(lambda: sweep.line_item is not None)
    QTest.qWait(50)
    line, count = sweep.line_item, document.undo_stack.count()
    box = sweep.getPlotItem().getViewBox()
    start = sweep.mapFromScene(box.mapViewToScene(QPoint(0, 1)))
    start.setX(sweep.mapFromScene(box.mapViewToScene(line.pos())).x())
    move_mouse(sweep.viewport(), start, Qt.MouseButton.NoButton)  # the line notices that the mouse is over it
    QTest.mousePress(sweep.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for k in range(1, 9):
        move_mouse(sweep.viewport(), start + QPoint(-5 * k, 0), Qt.MouseButton.LeftButton)
    QTest.mouseRelease(sweep.viewport(), Qt.MouseButton.LeftButton, pos=start + QPoint(-40, 0))
    actuator = document.project.actuators[1]
    assert actuator is not None
    assert actuator.gear.ratio < 80
    assert document.undo_stack.count() == count + 1
    assert sweep.line_item is line


def test_the_title_of_an_axis_ends_in_dots_where_it_has_no_room(qtbot: QtBot, judged: ActuatorPanel) -> None:
    judged.tabs.setCurrentWidget(judged.tabs.ratios)
    plot = judged.tabs.sweep
    axis = plot.getPlotItem().getAxis("bottom")
    qtbot.waitUntil(lambda: "best" in axis.labelText)
    for width in (1400, 600):
        judged.resize(width, 400)
        qtbot.waitUntil(lambda: axis.labelText.endswith("…") == (width == 600))  # noqa: B023
        assert axis.labelText.startswith("gear ratio; best ")
        assert axis.label.boundingRect().width() <= plot.width()
    assert plot.toolTip().split("; ")[-1].startswith("best ")


def test_without_a_motor_there_is_no_sweep(document: Document, judged: ActuatorPanel) -> None:
    judged.tabs.setCurrentWidget(judged.tabs.ratios)
    assert judged.tabs.ratios.currentIndex() == 1
    document.select(0)
    assert judged.tabs.ratios.currentIndex() == 0
    assert judged.tabs.nothing.text().startswith("Choose a motor")
    document.select(1)
    document.replace(document.project)
    assert judged.tabs.ratios.currentIndex() == 0
    assert judged.tabs.nothing.text() == "Gear ratios are judged by a run, and there is none yet."


def test_a_sweep_is_told_from_that_of_a_run_that_is_gone(document: Document, judged: ActuatorPanel) -> None:
    """By what it is of, which therefore stays: by the number of an object that is gone, another one may go."""
    tabs, found = judged.tabs, judged.study
    assert found is not None
    tabs.setCurrentWidget(tabs.ratios)
    mine = replace(found.recording)
    shown, gone = weakref.ref(mine), replace(found, recording=mine)
    tabs.show_study(gone, document.selected, True)
    tabs.finish()
    tabs.show_study(replace(found, rows=tuple(row._replace(actuator=None) for row in found.rows)), 0, True)
    del mine, gone
    gc.collect()
    assert shown() is not None
    assert tabs._swept_run is shown()


def test_effects_that_cannot_be_found_say_why(
    qtbot: QtBot, judged: ActuatorPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(tabs_module, "sensitivity", refused)
    judged.tabs.setCurrentWidget(judged.tabs.effects)
    qtbot.waitUntil(lambda: judged.tabs.effects.note.text() == "MemoryError: no room")


def test_the_strongest_parameter_comes_first(qtbot: QtBot, document: Document, judged: ActuatorPanel) -> None:
    judged.tabs.setCurrentWidget(judged.tabs.effects)
    effects = judged.tabs.effects
    qtbot.waitUntil(lambda: effects.model.rowCount() > 5, timeout=20_000)
    assert effects.model.lines[0].parameter == "mass centre x of link 2"
    assert effects.model.lines[0].effect == "-1.1 % (-0.61 N m)"
    shares = [abs(float(line.effect.split()[0])) for line in effects.model.lines]
    assert shares == sorted(shares, reverse=True)
    document.select(5)
    assert "joint 6" in effects.note.text()


def test_a_joint_without_torque_has_no_ranking(
    qtbot: QtBot, document: Document, panel: ActuatorPanel, computed: Compute
) -> None:
    document.replace(load("planar-3r-free-fall"))
    computed()
    panel.tabs.setCurrentWidget(panel.tabs.effects)
    qtbot.waitUntil(lambda: "no torque" in panel.tabs.effects.note.text(), timeout=20_000)
    assert panel.tabs.effects.model.rowCount() == 0


def test_samples_that_friction_holds_are_said_to_be_left_out(
    qtbot: QtBot, document: Document, panel: ActuatorPanel, computed: Compute
) -> None:
    project = load("planar-3r-free-fall")
    for joint in range(3):
        project = edits.change_link(project, joint, coulomb=0.0 if joint else 1000.0)
    document.replace(edits.set_run(project, torque=ConstantTorque((5.0, 0.1, 0.0)), duration=1.0, samples=101))
    computed()
    qtbot.waitUntil(lambda: panel.bar.state.toolTip().endswith("the largest of 101 samples"))
    panel.tabs.setCurrentWidget(panel.tabs.effects)
    note = panel.tabs.effects.note
    words = "Joint 1 has no torque to rank: 101 of 101 samples, stuck or on a stop, are left out."
    qtbot.waitUntil(lambda: note.text() == words, timeout=20_000)
    document.select(1)
    assert note.text() == "of joint 2: 0.1 N m at 0 s. The motion stays as it is."
    document.select(2)
    assert note.text() == "Joint 3 is given no torque in this run: there is none to rank."


@pytest.mark.parametrize("tab", range(3))
def test_every_tab_is_recoloured(qtbot: QtBot, judged: ActuatorPanel, preferences: Preferences, tab: int) -> None:
    recolour(qtbot, preferences, "light")
    judged.tabs.setCurrentIndex(tab)
    QTest.qWait(30)
    bright = judged.tabs.grab().toImage().scaled(1, 1).pixelColor(0, 0).lightness()
    recolour(qtbot, preferences, "dark")
    dark = judged.tabs.grab().toImage().scaled(1, 1).pixelColor(0, 0).lightness()
    assert bright > 150 > 90 > dark > 0, "black is what nothing has been painted on"
