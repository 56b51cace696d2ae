"""The actuators in the whole window: a tab behind the plots, and how much of them a small one shows."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from denoc import load
from denoc_studio.look.preferences import Preferences
from denoc_studio.plots.tables.actuator_table import MOTOR, PEAK, PEAK_MARGIN, RMS
from denoc_studio.project import edits
from denoc_studio.widgets.visibility import in_sight
from tests.support.studio.motors import SERVO
from tests.support.studio.windows import idle_window


def test_it_stands_behind_the_plots(qtbot: QtBot, preferences: Preferences) -> None:
    preferences["drawing"] = "painter"
    window = idle_window(qtbot, load("puma560"), preferences)
    session = window.session
    dock = next(dock for dock in window.docks if dock.windowTitle() == "Actuators")
    session.runner.start()
    qtbot.waitUntil(lambda: session.playback.complete, timeout=20_000)
    assert not in_sight(window.actuators)
    assert window.actuators.study is None
    dock.show()
    qtbot.waitUntil(lambda: window.actuators.study is not None)
    assert in_sight(window.actuators)
    assert not window.plots.isVisible()
    dock.toggleViewAction().trigger()
    assert dock.isHidden()
    window.close()


def test_first_seen_it_stands_at_the_time_cursor(qtbot: QtBot, preferences: Preferences) -> None:
    preferences["drawing"] = "painter"
    window = idle_window(qtbot, load("planar-3r-inverse"), preferences)
    session = window.session
    session.run()
    qtbot.waitUntil(lambda: session.playback.complete, timeout=20_000)
    session.playback.pause()
    session.playback.seek(0.4 * session.playback.duration)
    window.places.choose("Actuators")
    qtbot.waitUntil(lambda: window.actuators.study is not None)
    recording = window.actuators.study.recording
    row = int(np.argmin(np.abs(recording.t - session.playback.time)))
    expected = math.degrees(recording.qd[row, 0]), recording.tau[row, 0]
    (speed,), (torque,) = window.actuators.tabs.cloud._cursor.getData()
    assert (speed, torque) == pytest.approx(expected, rel=1e-3)
    axis = window.actuators.tabs.cloud.getPlotItem().getAxis("left")
    assert axis.tickStrings([-2.5, 0, 4e6], 1.0, 0.5) == ["−2.5", "0", "4e6"], "as in the plots"


def test_peaks_and_margins_are_seen_without_scrolling_in_a_small_window(qtbot: QtBot, preferences: Preferences) -> None:
    project = load("puma560")
    for joint in range(6):
        project = edits.set_actuator(project, joint, SERVO)
    window = idle_window(qtbot, project, preferences, (1280, 800))
    window.docks[3].show()
    window.session.run()
    panel = window.actuators
    qtbot.waitUntil(lambda: panel.study is not None, timeout=60_000)
    table, width = panel.table, panel.table.viewport().width()
    assert table.horizontalScrollBar().value() == 0
    for column in (MOTOR, PEAK, RMS, PEAK_MARGIN):
        assert table.visualRect(panel.model.index(0, column)).right() <= width + 8, column
    assert panel.message.text.startswith("Joint 1: ")  # the verdict in full


def test_words_that_wrap_take_no_room_from_the_arm(qtbot: QtBot, preferences: Preferences) -> None:
    preferences["drawing"] = "painter"
    window = idle_window(qtbot, load("planar-3r-inverse"), preferences, (1152, 720))
    window.places.choose("Actuators")
    qtbot.waitUntil(lambda: not window.places._fresh)  # the height is shared out once panels know what they need
    qtbot.wait(50)
    height, words = window.arm.height(), "words that wrap beside others, " * 12
    window.actuators.message.say("warning", words)
    window.places.choose("Sweep")
    window.sweep.form.refuse(words)
    window.places.choose("Tolerances")
    window.tolerances.form.message.say("error", words)
    for title in ("Actuators", "Sweep", "Tolerances"):
        window.places.choose(title)
        qtbot.wait(50)
        assert window.arm.height() == height, title
