"""Lessons in the real window: the player's numbers, keys and axes, cards and exercises answered by keys and clicks."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc_studio.lessons.shelf import bundled_lessons
from denoc_studio.lessons.step_nodes import Part
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.lessons.panel import LessonsPanel
from denoc_studio.panels.lessons.player import NAMES, Player
from denoc_studio.panels.lessons.progress import KEY, Progress
from denoc_studio.window.help.theory import TheoryDialog
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.windows import open_window

PATIENCE = 60_000


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> MainWindow:
    window = open_window(qtbot, preferences, "planar-3r-inverse")
    window.menus.panels.go_to("Lessons")
    return window


def _play(qtbot: QtBot, window: MainWindow, recursion: str, t: float) -> Player:
    player = window.lessons.player
    window.session.playback.pause()
    window.session.playback.seek(t)
    player.choose(recursion)
    qtbot.waitUntil(lambda: player.current is not None and player.current.recursion == recursion, timeout=PATIENCE)
    when = f"t = {t:.3f} s"
    qtbot.waitUntil(lambda: when in player.remark.text(), timeout=PATIENCE)
    return player


def test_the_player_ends_with_the_published_torques(qtbot: QtBot, window: MainWindow) -> None:
    player = _play(qtbot, window, "ridim", 5.0)
    found = []
    for _ in range(player.count):
        step = player.current
        assert step is not None
        if step.name == "tau":
            found.append(round(step.value, 6))
            assert player.duel.text().startswith("Kane: agrees to ")
            assert float(player.duel.text().split()[-1]) < 1e-10
        qtbot.keyClick(player, Qt.Key.Key_Right)
    assert found[::-1] == [-1.286948, -1.22773, 0.013028]


@pytest.mark.parametrize("recursion", NAMES)
def test_every_recursion_can_be_walked_by_keys(qtbot: QtBot, window: MainWindow, recursion: str) -> None:
    player = _play(qtbot, window, recursion, 3.0)
    for axes in ("world", "link"):
        qtbot.mouseClick(player.axes.buttons[axes], Qt.MouseButton.LeftButton)
        qtbot.keyClick(player, Qt.Key.Key_Home)
        for number in range(player.count):
            assert player.title.text().startswith(f"Step {number + 1} of {player.count}, link ")
            step = player.current
            assert step is not None
            assert step.paper in player.title.text()
            assert not step.axes or step.axes in player.unit.text()
            assert player.equation.accessibleName()
            qtbot.keyClick(player, Qt.Key.Key_Right)
    qtbot.keyClick(player, Qt.Key.Key_Home)
    first = player.current
    assert first is not None
    qtbot.keyClick(player, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert player.current is not None
    assert player.current.link != first.link


def test_a_symbol_under_the_mouse_is_told_and_its_number_is_lit(qtbot: QtBot, window: MainWindow) -> None:
    player = _play(qtbot, window, "ridim", 3.0)
    player.show_step("gamma 2")
    point = player.equation.place(Part(1, "gamma_next"))
    assert point is not None
    with qtbot.waitSignal(player.lit, timeout=PATIENCE) as told:
        qtbot.mouseMove(player.equation.viewport(), QPoint(1, 1))
        qtbot.mouseMove(player.equation.viewport(), point.toPoint())
        player.equation.hovered.emit(Part(1, "gamma_next"))
    _, step, name = told.args[0]
    assert (step.name, step.link, name) == ("gamma", 2, "gamma_next")


def test_a_lesson_goes_to_its_project_time_and_step(qtbot: QtBot, window: MainWindow) -> None:
    lessons = window.lessons
    stanford = next(each for each in bundled_lessons() if each.project == "stanford-inverse")
    lessons.begin(stanford)
    qtbot.waitUntil(lambda: window.session.document.project.name == "stanford-inverse", timeout=PATIENCE)
    qtbot.waitUntil(lambda: window.session.playback.time == stanford.time, timeout=PATIENCE)
    assert not window.session.playback.playing
    wanted = stanford.cards[0].show
    qtbot.waitUntil(
        lambda: (
            lessons.player.current is not None
            and f"{lessons.player.current.name} {lessons.player.current.link}" == wanted
        ),
        timeout=PATIENCE,
    )
    assert window.layouts.current == "beside"
    qtbot.mouseClick(lessons.list_button, Qt.MouseButton.LeftButton)
    assert window.layouts.current == "below"


def _answer(qtbot: QtBot, lessons: LessonsPanel, exercise: int, text: str) -> str:
    box = lessons.card.exercises[exercise]
    box.field.setFocus()
    box.field.selectAll()
    qtbot.keyClicks(box.field, text)
    qtbot.keyClick(box.field, Qt.Key.Key_Return)
    return box.verdict.text()


def test_answers_are_judged_and_progress_is_the_users(
    qtbot: QtBot, window: MainWindow, preferences: Preferences
) -> None:
    lessons = window.lessons
    third = bundled_lessons()[2]
    lessons.begin(third)
    qtbot.waitUntil(lambda: window.session.playback.time == third.time, timeout=PATIENCE)
    lessons.show_card(2)
    run = dn.run_project(window.session.document.project)
    tau = run.tau[int(np.argmin(np.abs(run.t - third.time)))]
    assert _answer(qtbot, lessons, 0, f"{-tau[1]:.4g}") == "The size is right, the sign is not."
    assert "Hint:" in _answer(qtbot, lessons, 0, f"{tau[0]:.4g} N m")
    assert lessons.card.exercises[0].verdict.text().startswith("That is that of link 1.")
    _answer(qtbot, lessons, 0, "12345")
    assert f"It is {tau[1]:.4g} N m" in _answer(qtbot, lessons, 0, "54321")
    assert not lessons.progress.answered(third)
    assert _answer(qtbot, lessons, 0, f"{tau[1]:.4g} N m".replace(".", ",")) == "Right."
    answered = lessons.progress.answered(third)
    assert len(answered) == 1
    assert Progress(preferences.settings).answered(third) == answered
    assert not window.session.document.modified
    preferences.settings.setValue(KEY, '{"03-wrenches-come-home": 7}')
    assert not Progress(preferences.settings).answered(third)


def test_choices_tell_why_they_are_wrong(qtbot: QtBot, window: MainWindow) -> None:
    lessons = window.lessons
    lessons.begin(bundled_lessons()[2])
    box = lessons.card.exercises[0]
    qtbot.mouseClick(box.check_button, Qt.MouseButton.LeftButton)
    assert box.verdict.text() == "Choose one of them."
    box.choices.button(0).click()
    qtbot.mouseClick(box.check_button, Qt.MouseButton.LeftButton)
    assert box.verdict.text().startswith("No. It holds the mass times the acceleration.")
    box.choices.button(1).click()
    qtbot.mouseClick(box.check_button, Qt.MouseButton.LeftButton)
    assert box.verdict.text() == "Right."


def test_pages_of_theory_lead_into_lessons(qtbot: QtBot, window: MainWindow) -> None:
    window.show_theory("recursions")
    dialog = next(each for each in window.findChildren(TheoryDialog) if each.isVisible())
    assert "lesson:3" in dialog.page.toHtml()
    dialog.page.followed.emit("lesson:3")
    assert window.lessons.lesson is bundled_lessons()[2]
    dialog.close()


def test_a_card_that_has_gone_is_not_told_of_themes(qtbot: QtBot, window: MainWindow, preferences: Preferences) -> None:
    window.lessons.begin(bundled_lessons()[2])
    for number in (1, 2, 3, 0):
        window.lessons.show_card(number)
        qtbot.wait(1)  # the card before is deleted
    preferences["theme"] = "dark" if preferences["theme"] != "dark" else "light"
    assert window.lessons.card.exercises
