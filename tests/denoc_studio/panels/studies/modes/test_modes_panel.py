"""The Modes panel in the real window: where the arm rests, a mode played on the arm, a run along it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import numpy as np
import pytest
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.studies.modes.panel import ModesPanel
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.hands import click
from tests.support.studio.windows import idle_window


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> Iterator[MainWindow]:
    preferences["drawing"] = "painter"
    window = idle_window(qtbot, dn.load("double-pendulum"), preferences, (1280, 800))
    yield window
    window.modes.finish()


def opened(qtbot: QtBot, window: MainWindow) -> ModesPanel:
    window.places.choose("Modes")
    qtbot.waitUntil(lambda: window.modes.found is not None)
    return window.modes


def choose_stable(panel: ModesPanel) -> None:
    """The pose in which the arm hangs."""
    row = next(k for k in range(panel.place.count()) if "stable: " in panel.place.itemText(k).replace("unstable", ""))
    panel.place.setCurrentIndex(row)
    panel.place.activated.emit(row)


def test_it_lists_where_the_arm_rests_and_how_it_swings_there(qtbot: QtBot, window: MainWindow) -> None:
    panel = opened(qtbot, window)
    words = [panel.place.itemText(k) for k in range(panel.place.count())]
    assert words[0] == "The shown pose, held by its torques"
    assert sorted(word.split(":")[0] for word in words[1:]) == ["Rests, stable"] + ["Rests, unstable"] * 3
    choose_stable(panel)
    robot = window.session.document.robot
    assert panel.place.currentText() == "Rests, stable: -90°, 0°"
    shown = [float(row[1]) for row in panel.table.content.sheet.rows]
    expected = [mode.frequency for mode in dn.modes(robot, [-math.pi / 2, 0]).modes]
    assert shown == pytest.approx(expected, rel=1e-3)
    window.session.preferences["degrees"] = False
    assert panel.place.currentText().startswith("Rests, stable: -1.571 rad")


def test_nothing_of_another_arm_is_shown_while_its_modes_are_looked_for(qtbot: QtBot, window: MainWindow) -> None:
    panel = window.modes
    for _ in range(2):
        assert panel.words.words == "Looking for the poses in which the arm can rest ..."
        assert (panel.place.count(), panel.table.content.rowCount()) == (0, 0)
        assert not any(each.isEnabled() for each in (panel.play, panel.begin, panel.amplitude))
        opened(qtbot, window)
        assert panel.begin.isEnabled()
        window.session.document.replace(dn.load("siciliano-2r"))


def test_a_mode_plays_on_the_arm_until_it_is_stopped(qtbot: QtBot, window: MainWindow) -> None:
    panel = opened(qtbot, window)
    choose_stable(panel)
    panel.table.selectRow(1)
    poses: list[np.ndarray] = []
    panel.posed.connect(lambda q: poses.append(q) if q is not None else None)
    click(panel.play)
    qtbot.waitUntil(lambda: len(poses) > 5)
    modes, mode = panel.modes, panel.mode
    assert modes is not None
    assert mode is not None
    for q in poses:  # along the shape, no farther than the amplitude
        away = q - modes.q
        assert np.abs(away).max() <= (panel.amplitude.value or 0) * (1 + 1e-9)
        assert away[0] * mode.shape[1] == pytest.approx(away[1] * mode.shape[0], abs=1e-12)
    assert window.arm._shown_q() == pytest.approx(poses[-1])
    panel.place.setCurrentIndex(0)
    click(panel.play)
    assert not panel.play.isChecked()
    start = window.session.document.project.q0
    assert window.arm._shown_q() == pytest.approx(
        window.session.document.results.current.q_at(window.session.playback.time)
        if window.session.document.results.current is not None
        else start
    )


def test_a_run_along_a_mode_swings_at_its_frequency_and_can_be_undone(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = opened(qtbot, window), window.session.document
    before = document.project
    choose_stable(panel)
    panel.table.selectRow(0)
    panel.amplitude.set_value(1e-3)
    frequency = panel.mode.frequency if panel.mode else 0.0
    click(panel.begin)
    qtbot.waitUntil(
        lambda: document.results.current is not None and document.results.current.project == document.project
    )
    run = document.results.current
    assert run is not None
    qtbot.waitUntil(lambda: not run.running)
    swing = run.recording.q[:, 0] + math.pi / 2
    t = run.recording.t
    crossings = t[:-1][np.diff(np.sign(swing)) != 0]
    period = 2 * np.diff(crossings).mean()
    assert 1 / period == pytest.approx(frequency, rel=5e-3)
    assert document.project.run.mode == "forward"
    document.undo_stack.undo()
    assert document.project == before


def test_the_poles_at_the_cursor_are_those_of_its_time_also_where_it_moved_unseen(
    qtbot: QtBot, window: MainWindow
) -> None:
    session = window.session
    session.run()
    qtbot.waitUntil(lambda: session.playback.complete)
    session.playback.pause()
    panel = window.modes
    for time in (3.0, 5.0):
        session.playback.seek(time)
        opened(qtbot, window)
        if not panel.over_run.isChecked():
            click(panel.over_run)
        qtbot.waitUntil(lambda: panel.poles._run is not None and not panel._soon.isActive() and not panel._due)
        run = session.document.results.current
        assert run is not None
        at = panel.poles._run.t[np.abs(panel.poles._run.t - time).argmin()]
        assert at == pytest.approx(time, abs=0.1)
        row = int(np.abs(run.recording.t - at).argmin())
        state = (part[row] for part in (run.recording.q, run.recording.qd, run.recording.tau))
        A, _ = dn.linearize(session.document.robot, *state)
        found = np.hypot(*panel.poles._now.getData())
        assert np.sort(found) == pytest.approx(np.sort(np.abs(np.linalg.eigvals(A))), rel=1e-6)
        window.places.choose("Plots")


def test_poles_over_the_run_are_shown_and_gone_with_it(qtbot: QtBot, window: MainWindow) -> None:
    panel, document = opened(qtbot, window), window.session.document
    window.session.run()
    qtbot.waitUntil(lambda: document.results.current is not None and not document.results.current.running)
    click(panel.over_run)
    qtbot.waitUntil(lambda: panel.poles._run is not None)
    found = panel.poles._run
    assert found is not None
    run = document.results.current
    assert run is not None
    A, _ = dn.linearize(document.robot, run.recording.q[0], run.recording.qd[0], run.recording.tau[0])
    assert np.sort(np.abs(found.poles[0])) == pytest.approx(np.sort(np.abs(np.linalg.eigvals(A))), rel=1e-6)
    pushed = dn.Push(link=1, point=(0.0, 0.0, 0.0), t=(0.0, 1.0), target=((1.0, 0.0, 0.0),) * 2, stiffness=500.0)
    before = document.project
    document.edit(replace(before, run=msgspec.structs.replace(before.run, pushes=(pushed,))), "Push")
    window.session.run()
    qtbot.waitUntil(lambda: "Pushes act in this run: its poles" in panel.words.words)
    assert panel.poles._run is None
    click(panel.over_run)
    assert panel.poles._run is None
    assert "Pushes" not in panel.words.words


def test_an_arm_that_rests_nowhere_says_so(qtbot: QtBot, window: MainWindow) -> None:
    panel = opened(qtbot, window)
    window.files.open_example("scara")
    window.session.preferences["degrees"] = False  # shown before the new arm is known
    panel.start_run()
    assert not window.session.document.undo_stack.canUndo()
    qtbot.waitUntil(lambda: panel.found is not None and panel.found.question.robot.n == 4)
    assert panel.place.count() == 1
    assert "No pose was found in which the arm would rest by itself" in panel.words.words
