"""Why did it change? Asked in the real window of the pinned run and the current one."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.plots.why import NOTHING as NO_RUNS
from denoc_studio.panels.plots.why import WhyDialog
from denoc_studio.plots.many.shares import NOTHING, Answer, Question
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.run import Run
from denoc_studio.session.session import Session
from denoc_studio.widgets.questions import open_beside
from denoc_studio.window.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> MainWindow:
    preferences["drawing"] = "painter"
    window = MainWindow(Session(dn.load("planar-3r-inverse"), preferences))
    qtbot.addWidget(window, before_close_func=lambda window: window.session.document.undo_stack.setClean())
    window.resize(1280, 800)
    window.show()
    qtbot.waitExposed(window)
    window.session.run()
    qtbot.waitUntil(lambda: window.session.playback.complete)
    return window


def edit(qtbot: QtBot, window: MainWindow, project: dn.Project) -> None:
    document = window.session.document
    document.edit(project, "Change")
    wait_for_run(qtbot, window)


def wait_for_run(qtbot: QtBot, window: MainWindow) -> None:
    results = window.session.document.results
    qtbot.waitUntil(lambda: results.current is not None and not (results.current.stale or results.current.running))


def asked(qtbot: QtBot, dialog: WhyDialog) -> None:
    qtbot.waitUntil(lambda: not dialog.beside.busy and dialog.answer is not None)


def test_shares_add_up_to_the_difference_and_say_their_edits(qtbot: QtBot, window: MainWindow) -> None:
    document = window.session.document
    before = document.project
    document.results.pin()
    after = edits.set_run(edits.change_link(before, 2, mass=0.6), duration=8.0)
    edit(qtbot, window, after)
    assert window.plots.comparison.why_action.isVisible()
    dialog = window.plots.comparison.open_why()
    asked(qtbot, dialog)
    expected = dn.shares_of_change(before, after, joint=1)
    bars = {bar.label: bar.value for bar in dialog.bars.bars}
    told = zip(expected.edits, expected.shares.tolist(), strict=True)
    assert bars == pytest.approx({each.words: share for each, share in told}, rel=1e-9)
    assert sum(bars.values()) == pytest.approx(expected.difference)
    assert f"{expected.difference:+.3f}" in dialog.words.text()
    dialog.measure.setCurrentIndex(dialog.measure.findData("peak_speed"))
    dialog.measure.activated.emit(dialog.measure.currentIndex())
    assert not dialog.bars.bars, "they were of the torque"
    assert not dialog.words.text()
    qtbot.waitUntil(lambda: dialog.answer is not None and dialog.answer.question.measure == "peak_speed")
    runs = [dn.run_project(each) for each in (before, after)]
    speeds = [abs(run.fine.qd[:, 0]).max() for run in runs]
    assert sum(bar.value for bar in dialog.bars.bars) == pytest.approx(math.degrees(speeds[1] - speeds[0]))
    assert "°/s" in dialog.words.text()
    assert dialog.bars.bars[0].label.startswith("run, duration")
    edit(qtbot, window, edits.change_link(after, 0, mass=2.0))
    assert dialog.outdated
    assert dialog.words.text().startswith("Out of date")


def test_escape_stops_it_and_opened_again_it_begins_anew(
    qtbot: QtBot,
    document: Document,
    preferences: Preferences,
    themes: Themes,
    computed: Callable[[], Run],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = computed()
    document.edit(edits.change_link(document.project, 0, mass=2.0), "Set mass")
    computed()
    asked_for: list[threading.Event] = []
    ended, answer = threading.Event(), Answer(Question(first.project, first.project, "peak_speed", 0), None, 0)

    def stopped_late(_: Question, cancel: threading.Event, *__: object) -> Answer:
        asked_for.append(cancel)
        ended.wait()
        return answer

    monkeypatch.setattr(Question, "answer", stopped_late)
    dialog = WhyDialog(document, preferences, themes)
    qtbot.addWidget(dialog)
    open_beside(dialog)
    qtbot.waitUntil(lambda: len(asked_for) == 1)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert asked_for[0].is_set()
    open_beside(dialog)
    ended.set()
    qtbot.waitUntil(lambda: not dialog.beside.busy and dialog.answer is answer)
    assert len(asked_for) == 2
    dialog.start()
    dialog.start()
    dialog.reject()
    qtbot.waitUntil(lambda: not dialog.beside.busy)
    assert len(asked_for) == 3, "closed, it asks nothing more"


def test_without_edits_or_runs_it_says_so(qtbot: QtBot, window: MainWindow) -> None:
    document = window.session.document
    dialog = window.plots.comparison.open_why()
    assert dialog.between.text() == NO_RUNS
    document.results.pin()
    edit(qtbot, window, edits.change_link(document.project, 0, mass=2.0))
    document.undo_stack.undo()
    current = document.results
    qtbot.waitUntil(lambda: current.current is not None and not (current.current.stale or current.current.running))
    dialog.start()
    asked(qtbot, dialog)
    assert dialog.words.text() == NOTHING
    assert not dialog.bars.bars


def press(qtbot: QtBot, window: MainWindow, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """P on the arm."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.arm.setFocus()
    qtbot.keyClick(window.arm, Qt.Key.Key_P, modifiers)


def test_two_pinned_runs_whatever_follows(qtbot: QtBot, window: MainWindow) -> None:
    document = window.session.document
    before = document.project
    press(qtbot, window)
    after = edits.change_link(before, 2, mass=0.6)
    edit(qtbot, window, after)
    dialog = window.plots.comparison.open_why()
    asked(qtbot, dialog)
    qtbot.mouseClick(dialog.second, Qt.MouseButton.LeftButton, pos=QPoint(8, dialog.second.height() // 2))
    second = document.results.second
    assert second is not None
    assert second.project.same_run(after)
    edit(qtbot, window, edits.change_link(after, 0, mass=2.0))
    assert not dialog.outdated
    assert "second that is pinned" in dialog.between.text()
    dialog.start()
    asked(qtbot, dialog)
    expected = dn.shares_of_change(before, after, joint=1)
    assert sum(bar.value for bar in dialog.bars.bars) == pytest.approx(expected.difference)
    press(qtbot, window, Qt.KeyboardModifier.ShiftModifier)
    assert document.results.second is None
    assert not dialog.second.isChecked()
    assert dialog.outdated
    press(qtbot, window, Qt.KeyboardModifier.ShiftModifier)
    assert document.results.second is document.results.current
    press(qtbot, window)
    assert document.results.second is None
    assert document.results.pinned is None


@pytest.mark.parametrize("law", [dn.FreeFall(), dn.ConstantTorque((0.0, 0.0))])
@pytest.mark.parametrize("asked_before", [False, True])
def test_where_nothing_drives_the_arm_it_asks_of_speeds(
    qtbot: QtBot, window: MainWindow, law: dn.FreeFall | dn.ConstantTorque, asked_before: bool
) -> None:
    document = window.session.document
    if asked_before:
        document.results.pin()
        edit(qtbot, window, edits.change_link(document.project, 1, mass=0.6))
        dialog = window.plots.comparison.open_why()
        asked(qtbot, dialog)
        assert dialog.measure.currentData() == "peak_torque"
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    document.replace(edits.set_run(dn.load("double-pendulum"), duration=1.0, torque=law))
    wait_for_run(qtbot, window)
    document.results.pin()
    edit(qtbot, window, edits.change_link(document.project, 1, mass=0.6))
    dialog = window.plots.comparison.open_why()
    qtbot.waitUntil(lambda: not dialog.beside.busy and dialog.answer is not None and not dialog.outdated)
    assert dialog.measure.currentData() == "peak_speed"
    assert dialog.bars.bars[0].value != 0


def test_angles_and_speeds_are_told_as_the_window_shows_them(
    qtbot: QtBot, window: MainWindow, preferences: Preferences
) -> None:
    document = window.session.document
    document.results.pin()
    edit(qtbot, window, edits.change_link(document.project, 1, alpha=math.radians(10)))
    dialog = window.plots.comparison.open_why()
    dialog.measure.setCurrentIndex(dialog.measure.findData("peak_speed"))
    dialog.measure.activated.emit(dialog.measure.currentIndex())
    qtbot.waitUntil(lambda: dialog.answer is not None and dialog.answer.question.measure == "peak_speed")
    assert [bar.label for bar in dialog.bars.bars] == ["link 2, alpha: 0° → 10°"]
    preferences["degrees"] = False
    qtbot.waitUntil(lambda: dialog.answer is not None and not dialog.answer.question.degrees)
    assert dialog.bars.bars[0].label.startswith("link 2, alpha: 0.0 rad → 0.17453")
    assert "rad/s" in dialog.words.text()
