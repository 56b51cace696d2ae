"""Lessons in the real window: the player's numbers, keys and axes, cards and exercises answered by keys and clicks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc_studio.lessons.shelf import bundled_lessons
from denoc_studio.lessons.step_nodes import Part
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.lessons.panel import LessonsPanel
from denoc_studio.panels.lessons.player import Player
from denoc_studio.panels.lessons.progress import KEY, Progress
from denoc_studio.project import edits
from denoc_studio.project.run_words import RECURSIONS
from denoc_studio.window.help.theory import TheoryDialog
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.showing import recolour
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


def test_the_player_is_walked_by_keys_from_wherever_the_keyboard_is(qtbot: QtBot, window: MainWindow) -> None:
    player, playback = _play(qtbot, window, "ridim", 3.0), window.session.playback
    key, shift = Qt.Key, Qt.KeyboardModifier.ShiftModifier
    for place in (player, player.buttons["on"], player.buttons["play"]):
        place.setFocus()
        qtbot.keyClick(place, key.Key_Home)
        for pressed, modifier, wanted in (
            (key.Key_Right, Qt.KeyboardModifier.NoModifier, "Step 2 of 15, link 1"),
            (key.Key_Right, shift, "Step 4 of 15, link 2"),
            (key.Key_Left, shift, "Step 3 of 15, link 1"),
            (key.Key_End, Qt.KeyboardModifier.NoModifier, "Step 15 of 15, link 1"),
        ):
            qtbot.keyClick(place, pressed, modifier)
            assert player.place.text() == wanted
        assert player.hasFocus() == (place is not player.buttons["play"])  # the other button is disabled at the end
    assert player.accessibleDescription().startswith("Step 15 of 15, link 1: tau 1, Torque, or force, of joint 1 (Saha")
    for place in (player, player.equation):
        place.setFocus()
        for text in ("Pause", "Play"):  # the steps, not the run
            qtbot.keyClick(place, key.Key_Space)
            assert player.buttons["play"].text() == text
            assert not playback.playing
    player.go(0)
    player.equation.setFocus()
    qtbot.keyClick(player.equation, key.Key_Right, shift)
    assert player.place.text() == "Step 4 of 15, link 2"


@pytest.mark.parametrize("size", [(800, 480), (1280, 800)])
def test_nothing_of_a_step_is_cut_off(qtbot: QtBot, window: MainWindow, size: tuple[int, int]) -> None:
    """Before a lesson is begun, below the arm; what has no room is scrolled to."""
    window.resize(*size)
    player = _play(qtbot, window, "rfdsim", 3.0)
    for step in range(0, player.count, 7):
        player.go(step)
        qtbot.wait(20)
        title, strip = player.title, player.strip
        assert title.height() >= title.heightForWidth(title.width())
        chip = strip.chips.mapTo(strip.viewport(), strip.place(step).toPoint())
        assert strip.viewport().rect().contains(chip)
        below = player.place.mapTo(player, QPoint(0, 0)).y()
        assert strip.geometry().bottom() < below


def test_every_recursion_can_be_walked_by_keys(qtbot: QtBot, window: MainWindow) -> None:
    for recursion in RECURSIONS:
        _walk(qtbot, window, recursion)


def _walk(qtbot: QtBot, window: MainWindow, recursion: str) -> None:
    player = _play(qtbot, window, recursion, 3.0)
    for axes in ("world", "link"):
        qtbot.mouseClick(player.axes.buttons[axes], Qt.MouseButton.LeftButton)
        qtbot.keyClick(player, Qt.Key.Key_Home)
        for number in range(player.count):
            assert player.place.text().startswith(f"Step {number + 1} of {player.count}, link ")
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


def test_the_equations_have_the_room_of_a_lesson(qtbot: QtBot, window: MainWindow) -> None:
    """Beside the list, below the arm, their terms had none at all."""
    lessons, layouts = window.lessons, window.places.layouts
    window.resize(1152, 720)
    assert layouts.current == "below"
    qtbot.mouseClick(lessons.pages.buttons["Equations"], Qt.MouseButton.LeftButton)
    assert layouts.current == "beside"
    qtbot.waitUntil(lambda: lessons.equations.width() > window.width() / 2)
    lessons.begin_named("9")
    lessons.show_contents()
    assert layouts.current == ("beside" if lessons.equations.isVisible() else "below")
    qtbot.mouseClick(lessons.pages.buttons["Steps"], Qt.MouseButton.LeftButton)
    assert layouts.current == "below"


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
    assert lessons.card.exercises[0].verdict.text().startswith("That is the number of link 1.")
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
    box.choices.group.button(0).click()
    qtbot.mouseClick(box.check_button, Qt.MouseButton.LeftButton)
    assert box.verdict.text().startswith("No. It holds the mass times the acceleration, ")
    box.choices.group.button(1).click()
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
    recolour(qtbot, preferences, "dark" if preferences["theme"] != "dark" else "light")
    assert window.lessons.card.exercises


def test_nothing_that_was_not_answered_counts_as_a_miss(qtbot: QtBot, window: MainWindow) -> None:
    lessons = window.lessons
    third = bundled_lessons()[2]
    lessons.begin(third)
    lessons.show_card(2)
    qtbot.waitUntil(lambda: window.session.playback.time == third.time, timeout=PATIENCE)
    for _ in range(5):
        assert _answer(qtbot, lessons, 0, "") == "A number is needed."
    _answer(qtbot, lessons, 0, "12")
    for _ in range(3):
        told = _answer(qtbot, lessons, 0, "12")
    assert told.endswith("Its step is shown now.")
    player = lessons.player
    qtbot.waitUntil(lambda: player.current is not None and player.current.name == "tau", timeout=PATIENCE)
    assert player.current is not None
    assert player.current.link == 2
    lessons.show_card(0)
    lessons.card.answered.emit(0)
    entries = [action.text() for action in lessons.place.menu().actions() if action.text()]
    assert entries[0] == "1  What moves a link\t2 questions, 1 answered"
    lessons.place.menu().actions()[1].trigger()
    assert lessons.place.text() == "Card 2 of 4"
    lessons.place.anew.emit()
    assert not lessons.progress.answered(third)


def test_cards_begin_in_the_axes_of_the_links_and_arrows_walk(qtbot: QtBot, window: MainWindow) -> None:
    lessons = window.lessons
    player = lessons.player
    lessons.begin(bundled_lessons()[0])
    qtbot.mouseClick(player.axes.buttons["world"], Qt.MouseButton.LeftButton)
    player.printed.click()
    qtbot.mouseClick(lessons.next_button, Qt.MouseButton.LeftButton)
    assert not player.printed.isChecked()
    assert player.axes.buttons["link"].isChecked()
    player.choose("kane")
    qtbot.mouseClick(lessons.back_button, Qt.MouseButton.LeftButton)
    assert player.recursion == "ridim"
    lessons.begin(bundled_lessons()[2])
    qtbot.waitUntil(lambda: player.current is not None and player.current.name == "w", timeout=PATIENCE)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=PATIENCE)
    lessons.card.text.setFocus()
    for key, name in ((Qt.Key.Key_Right, "gamma"), (Qt.Key.Key_Left, "w")):
        qtbot.keyClick(lessons.card.text, key)
        assert player.current is not None
        assert player.current.name == name
    field = lessons.card.exercises[1].field
    field.setText("12")
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Left)
    assert field.cursorPosition() == 1
    assert player.current is not None
    assert player.current.name == "w"


def test_long_choices_wrap_and_unsaved_work_is_kept(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    lessons = window.lessons
    window.resize(1280, 800)
    for lesson in bundled_lessons()[:2]:
        lessons.begin(lesson)
        for number in range(len(lesson.cards)):
            lessons.show_card(number)
            qtbot.wait(1)
            assert lessons.card.widget().width() <= lessons.card.viewport().width()
    box = lessons.card.exercises[-1]
    qtbot.mouseClick(box.choices.group.button(0), Qt.MouseButton.LeftButton)
    box.check()
    qtbot.waitUntil(lambda: not box.verdict.visibleRegion().isEmpty(), timeout=PATIENCE)
    lessons.show_contents()
    document = window.session.document
    document.edit(edits.rename_project(document.project, "mine"), "Rename")
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Cancel)
    lessons.begin(bundled_lessons()[2])
    assert lessons.lesson is None
    assert document.project.name == "mine"
    document.undo_stack.undo()
    lesson = next(
        each for each in bundled_lessons() if (each.cards[0].project or each.project) == document.project.name
    )
    document.edit(edits.change_link(document.project, 0, mass=2.0), "Set mass")
    lessons.begin(lesson)
    assert lessons.lesson is None, "nor with the lesson's own project changed"
    document.undo_stack.undo()


LESSON = """title: Mine
project: pendulum
## A card
The mass is {arm mass 1}.
? How heavy is it?
= arm mass 1
"""


def test_a_lesson_of_ones_own_is_opened_and_read_again(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda _parent, _title, text: told.append(text))
    path = tmp_path / "mine.md"
    path.write_text(LESSON.replace("arm mass 1}", "arm weight 1}"), encoding="utf-8")
    window.open_lesson(path)
    qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE)
    assert "mine.md, line 4: “arm weight 1”" in told[0]
    assert window.lessons.lesson is None
    path.write_text(LESSON, encoding="utf-8")
    drop = QMimeData()
    drop.setUrls([QUrl.fromLocalFile(str(path))])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, drop, left, none))
    qtbot.waitUntil(lambda: window.lessons.lesson is not None, timeout=PATIENCE)
    assert window.session.document.project.name == "pendulum"
    mass = window.session.document.robot.links[0].mass
    qtbot.waitUntil(lambda: f"{mass:g} kg" in window.lessons.card.text.toPlainText(), timeout=PATIENCE)
    assert _answer(qtbot, window.lessons, 0, f"{mass * 1000:g} g") == "Right."
    window.lessons.show_contents()
    contents = window.lessons.contents
    assert contents.count() == 11
    assert "✓" in contents.item(10).text()
    path.write_text(LESSON.replace("Mine", "Mine, better"), encoding="utf-8")
    contents.itemClicked.emit(contents.item(10))
    qtbot.waitUntil(lambda: window.lessons.heading.text() == "Mine, better", timeout=PATIENCE)
