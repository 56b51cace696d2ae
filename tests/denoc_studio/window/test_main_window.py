"""The whole window, driven as its user does: it falls, is edited, undone, saved, closed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSettings, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMenu, QMessageBox, QTextBrowser, QToolButton
from pytestqt.qtbot import QtBot

from denoc import examples, load
from denoc_studio.look.preferences import Preferences
from denoc_studio.project import edits
from denoc_studio.window.files.gallery import Gallery
from denoc_studio.window.help.theory import TheoryDialog
from denoc_studio.window.main_window import MainWindow
from denoc_studio.window.palette.command_palette import CommandPalette
from tests.support.studio.showing import recolour
from tests.support.studio.windows import open_window

A_COLUMN = 1


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> MainWindow:
    return open_window(qtbot, preferences)


def with_dialog(kind: type[QDialog], act: Callable[[QDialog], None]) -> None:
    """Acts in the next dialog of this kind."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind):
            act(dialog)
        else:
            QTimer.singleShot(20, look)

    QTimer.singleShot(20, look)


def type_length(qtbot: QtBot, window: MainWindow, row: int, text: str) -> None:
    table = window.robot.table
    table.setFocus()
    table.setCurrentIndex(table.model().index(row, A_COLUMN))
    qtbot.keyClick(table, Qt.Key.Key_F2)
    editor = table.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    qtbot.keyClicks(editor, text)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not table.findChildren(QLineEdit))


def test_a_newcomer_sees_it_fall_changes_a_length_and_undoes_it(qtbot: QtBot, window: MainWindow) -> None:
    session = window.session
    qtbot.waitUntil(lambda: session.playback.time > 0.2, timeout=10_000)
    first = session.document.results.current
    assert first is not None
    assert first.q_at(0.2)[0] < -0.1, "the first link falls"
    type_length(qtbot, window, 1, "0,5")
    assert session.document.robot.links[1].a == 0.5
    assert window.isWindowModified()
    qtbot.waitUntil(
        lambda: (
            session.document.results.current is not None
            and session.document.results.current.project.robot.links[1].a == 0.5
        )
    )
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.document.robot.links[1].a == 0.25
    assert not window.isWindowModified()
    qtbot.waitUntil(lambda: not session.runner.computing and not session.runner._at_rest.isActive(), timeout=10_000)
    now = session.document.results.current
    assert now is not None
    assert np.array_equal(now.recording.q, first.recording.q)


def test_keys_play_step_and_reset(qtbot: QtBot, window: MainWindow) -> None:
    playback = window.session.playback
    window.arm.setFocus()
    qtbot.keyClick(window.arm, Qt.Key.Key_Space)
    assert not playback.playing
    playback.seek(1.0)
    qtbot.keyClick(window.arm, Qt.Key.Key_Right)
    assert playback.time == pytest.approx(1.01)
    qtbot.keyClick(window.arm, Qt.Key.Key_Left)
    assert playback.time == pytest.approx(1.0)
    qtbot.keyClick(window.arm, Qt.Key.Key_BracketRight)
    assert playback.speed == 2.0
    qtbot.keyClick(window.arm, Qt.Key.Key_Backspace)
    assert playback.time == 0.0
    qtbot.keyClick(window.arm, Qt.Key.Key_Space)
    assert playback.playing


def test_single_keys_type_in_the_table_and_the_space_bar_presses_buttons(qtbot: QtBot, window: MainWindow) -> None:
    window.session.playback.pause()
    table = window.robot.table
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, A_COLUMN))
    qtbot.keyClick(table, Qt.Key.Key_1)
    editor = table.findChild(QLineEdit)
    assert editor is not None
    assert editor.text() == "1"
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    window.run.run_button.setFocus()
    with qtbot.waitSignal(window.run.run_button.clicked):
        qtbot.keyClick(window.run.run_button, Qt.Key.Key_Space)


def test_selecting_a_row_selects_it_everywhere(qtbot: QtBot, window: MainWindow) -> None:
    table = window.robot.table
    table.setCurrentIndex(table.model().index(2, A_COLUMN))
    assert window.session.document.selected == 2
    assert window.run.joints.table.selectionModel().selectedRows()[0].row() == 2


def test_title_and_closing_ask_for_what_is_not_saved(qtbot: QtBot, window: MainWindow) -> None:
    assert window.windowTitle() == "planar-3r-free-fall[*] - DeNOC Studio"
    document = window.session.document
    document.edit(edits.change_link(document.project, 0, a=0.4), "Set a of link 1")

    def cancel(box: QDialog) -> None:
        assert isinstance(box, QMessageBox)
        box.button(QMessageBox.StandardButton.Cancel).click()

    with_dialog(QMessageBox, cancel)
    assert not window.close()
    assert window.isVisible()


def start_typing_a_length(qtbot: QtBot, window: MainWindow, text: str) -> None:
    """An open editor, not yet committed."""
    table = window.robot.table
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, A_COLUMN))
    qtbot.keyClick(table, Qt.Key.Key_F2)
    editor = table.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    qtbot.keyClicks(editor, text)


def test_what_is_being_typed_is_saved(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "typed.arm.json"
    window.session.document.project.save(path)
    window.files.open_path(path)
    start_typing_a_length(qtbot, window, "0.9")
    window.menus.save_action.trigger()
    assert load(path).robot.links[0].a == 0.9
    assert not window.isWindowModified()


def test_closing_asks_for_what_is_being_typed(qtbot: QtBot, window: MainWindow) -> None:
    start_typing_a_length(qtbot, window, "0.9")
    asked: list[str] = []

    def cancel(box: QDialog) -> None:
        assert isinstance(box, QMessageBox)
        asked.append(box.text())
        box.button(QMessageBox.StandardButton.Cancel).click()

    with_dialog(QMessageBox, cancel)
    assert not window.close()
    assert asked
    assert window.session.document.robot.links[0].a == 0.9


def test_after_undo_the_table_and_the_selection_are_at_the_same_link(qtbot: QtBot, window: MainWindow) -> None:
    table, document = window.robot.table, window.session.document
    table.setCurrentIndex(table.model().index(0, A_COLUMN))
    window.robot.rows.add.trigger()
    table.setCurrentIndex(table.model().index(2, A_COLUMN))
    document.undo_stack.undo()
    assert table.currentIndex().row() == document.selected
    document.undo_stack.redo()
    assert table.currentIndex().row() == document.selected


def test_restored_defaults_show_in_the_menus(window: MainWindow) -> None:
    preferences = window.session.preferences
    preferences["theme"] = "dark"
    window.session.playback.set_speed(10.0)
    preferences.restore_defaults()
    checked = {action.text().replace("&", "") for action in window.menus.actions.all if action.isChecked()}
    assert "As the system" in checked
    assert "Dark" not in checked
    assert window.session.playback.speed == 1.0


def test_a_file_dropped_on_the_window_is_opened(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "dropped.arm.json"
    load("scara").save(path)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    drop = QDropEvent(
        QPointF(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    document, asked = window.session.document, []
    before = document.project
    document.edit(edits.rename_project(before, "mine"), "Rename")
    monkeypatch.setattr(QMessageBox, "question", lambda *_: asked.append(1) or QMessageBox.StandardButton.Discard)
    window.dropEvent(drop)
    assert not asked, "what the file comes from waits until the drop is over"
    qtbot.waitUntil(lambda: window.session.document.project == load("scara"))
    assert asked
    assert window.windowTitle().startswith("dropped.arm.json")
    data.setUrls([QUrl.fromLocalFile(str(path)), QUrl.fromLocalFile(str(tmp_path / "other.csv"))])
    action, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entering = QDragEnterEvent(QPoint(50, 50), action, data, left, none)
    entering.ignore()
    window.dragEnterEvent(entering)
    assert entering.isAccepted()
    window.dropEvent(QDropEvent(QPointF(50, 50), action, data, left, none))
    assert window.status.currentMessage() == "2 files were dropped: one is opened at a time"


def test_the_gallery_shows_every_example_and_opens_one(qtbot: QtBot, window: MainWindow) -> None:
    seen: list[int] = []

    def choose(dialog: QDialog) -> None:
        assert isinstance(dialog, Gallery)

        def when_drawn() -> None:
            if any(dialog.list.item(k).icon().isNull() for k in range(dialog.list.count())):
                QTimer.singleShot(50, when_drawn)
                return
            seen.append(dialog.list.count())
            dialog.list.setCurrentItem(dialog.list.findItems("SCARA", Qt.MatchFlag.MatchExactly)[0])
            qtbot.keyClick(dialog.list, Qt.Key.Key_Return)

        when_drawn()

    with_dialog(Gallery, choose)
    window.menus.gallery_action.trigger()
    assert seen[0] == len(examples())
    assert window.session.document.project == load("scara")
    qtbot.waitUntil(lambda: window.session.playback.playing and window.session.playback.time > 0, timeout=20_000)


def test_a_command_is_found_by_its_name(qtbot: QtBot, window: MainWindow) -> None:
    def find(dialog: QDialog) -> None:
        assert isinstance(dialog, CommandPalette)
        qtbot.keyClicks(dialog.words, "xyzzy")
        assert dialog.nothing.isVisible()
        assert not dialog.list.isVisible()
        dialog.words.clear()
        qtbot.keyClicks(dialog.words, "inertia ell")
        assert not dialog.nothing.isVisible()
        qtbot.keyClick(dialog.words, Qt.Key.Key_Return)

    assert not window.session.preferences["ellipsoids"]
    with_dialog(CommandPalette, find)
    qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert window.session.preferences["ellipsoids"]


def test_help_names_the_papers_and_every_key(qtbot: QtBot, window: MainWindow) -> None:
    texts: list[str] = []
    for keys in ("Shift+F1", "F1"):
        next(action for action in window.menus.actions.all if action.shortcut().toString() == keys).trigger()
        if keys == "Shift+F1":
            next(each for each in window.findChildren(TheoryDialog) if each.isVisible()).go_to("recursions")
        shown = next(each for each in reversed(window.findChildren(QDialog)) if each.isVisible())
        texts.append("\n".join(each.toPlainText() for each in shown.findChildren(QTextBrowser)))
    assert QApplication.activeModalWidget() is None  # they stay open beside the window
    assert "Saha 1999, section 5.1" in texts[0]
    for words in ("Ctrl+E", "Space", "Play or pause", "drag a link"):
        assert words in texts[1]


def test_theme_changes_at_once_and_is_remembered(
    qtbot: QtBot, window: MainWindow, preferences: Preferences, tmp_path: Path
) -> None:
    light = window.grab().toImage().pixelColor(5, window.height() - 5).lightness()
    recolour(qtbot, preferences, "dark")
    assert window.grab().toImage().pixelColor(5, window.height() - 5).lightness() < light / 2
    preferences.settings.sync()
    again = Preferences(QSettings(preferences.settings.fileName(), QSettings.Format.IniFormat))
    assert again["theme"] == "dark"


def test_closing_during_a_long_run_is_quick_and_clean(qtbot: QtBot, preferences: Preferences) -> None:
    window = open_window(qtbot, preferences)
    document = window.session.document
    document.replace(edits.set_run(load("chain-60"), duration=1e4, samples=100_001))
    qtbot.waitUntil(lambda: document.results.current is not None and document.results.current.count > 1, timeout=20_000)
    assert window.close()
    assert not any(thread.isRunning() for thread in window.session.runner._threads)


def test_no_letter_is_used_twice_in_a_menu(window: MainWindow) -> None:
    menus = [menu for menu in window.menuBar().findChildren(QMenu) if menu.actions()]
    assert {"&File", "&Edit", "&View", "&Run", "&Help"} <= {menu.title() for menu in menus}
    for menu in menus:
        marked = (each.text() for each in menu.actions() if "&" in each.text())
        letters = [text[text.index("&") + 1].lower() for text in marked]
        assert len(letters) == len(set(letters)), (menu.title(), sorted(letters))


def test_a_panel_is_closed_and_taken_out_by_its_title(qtbot: QtBot, window: MainWindow) -> None:
    dock = next(dock for dock in window.docks if dock.windowTitle() == "Run")
    out, close = dock.titleBarWidget().findChildren(QToolButton)
    qtbot.mouseClick(out, Qt.MouseButton.LeftButton)
    assert dock.isFloating()
    qtbot.mouseClick(out, Qt.MouseButton.LeftButton)
    assert not dock.isFloating()
    qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    assert dock.isHidden()
    dock.toggleViewAction().trigger()
    assert dock.isVisible()


def test_no_key_opens_a_menu_and_does_something_else(window: MainWindow) -> None:
    menus = {f"Alt+{action.text().partition('&')[2][:1].upper()}" for action in window.menuBar().actions()}
    keys = [key.toString() for action in window.menus.actions.all for key in action.shortcuts()]
    assert menus.isdisjoint(keys)
    assert len(keys) == len(set(keys))


def test_a_run_that_ended_early_fills_the_time_slider(qtbot: QtBot, window: MainWindow) -> None:
    session = window.session
    session.document.edit(edits.set_run(session.document.project, duration=1e4, samples=100_001), "Lengthen")
    qtbot.waitUntil(lambda: session.playback.duration == 1e4, timeout=20_000)
    session.runner.stop()
    qtbot.waitUntil(lambda: session.playback.complete, timeout=20_000)
    slider = window.timeline.slider
    window.resize(1440, 900)
    qtbot.waitUntil(lambda: slider.width() > 200)
    assert session.playback.duration == session.playback.end < 1e4
    qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center())
    assert session.playback.time == pytest.approx(session.playback.end / 2, rel=0.02)
