"""Keys and the focus, through the whole window: what stands between a person and the numbers."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMenu, QTableView, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.editing.cell_table import CellTable
from denoc_studio.panels.exports.plot_dialog import PlotDialog
from denoc_studio.panels.lessons.player import KEYS
from denoc_studio.project import run_edits
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.window.focus_ring import FocusRing
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.windows import open_window

Key, Modifier = Qt.Key, Qt.KeyboardModifier
A, FORMULA = 1, 2  # columns


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> MainWindow:
    window = open_window(qtbot, preferences)
    window.session.playback.pause()
    window.session.playback.seek(1.0)
    return window


def press(key: Qt.Key, modifier: Modifier = Modifier.NoModifier) -> None:
    """To whoever has the focus, as a keyboard does."""
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key, modifier)


def type_text(text: str) -> None:
    QTest.keyClicks(QApplication.focusWidget(), text)


def fields(window: MainWindow) -> list[NumberField]:
    found = [field for field in window.findChildren(NumberField) if field.isVisible() and field.isEnabled()]
    assert window.timeline.time in found
    assert len(found) > 10
    return found


def tables(window: MainWindow) -> list[CellTable]:
    return [table for table in window.findChildren(CellTable) if table.isVisible()]


def ringed(window: MainWindow) -> list[QWidget | None]:
    return [ring.parentWidget() for ring in window.findChildren(FocusRing) if ring.isVisible()]


def test_enter_gives_the_keyboard_back_and_space_plays_from_every_field(window: MainWindow) -> None:
    playback = window.session.playback
    for field in fields(window):
        field.setFocus()
        before = field.text()
        playing = playback.playing
        press(Key.Key_Space)
        assert playback.playing is not playing, field.accessibleName()
        playback.pause()
        playback.seek(1.0)
        if field is not window.timeline.time:
            assert field.text() == before, field.accessibleName()
        press(Key.Key_Return)
        assert QApplication.focusWidget() is window.arm, field.accessibleName()


def test_a_typed_number_then_space(window: MainWindow) -> None:
    duration = window.run.settings.numbers["duration"]
    duration.setFocus()
    type_text("3,5")
    press(Key.Key_Return)
    assert window.session.document.project.run.duration == 3.5
    press(Key.Key_Space)
    assert window.session.playback.playing
    assert duration.text() == "3.5"


def test_a_space_inside_what_is_typed_is_part_of_it(window: MainWindow) -> None:
    mass = window.robot.inertia.findChildren(NumberField)[0]
    mass.setFocus()
    type_text("250 g")
    assert not window.session.playback.playing
    press(Key.Key_Return)
    assert window.session.document.robot.links[0].mass == 0.25


def test_refused_text_keeps_the_keyboard(window: MainWindow) -> None:
    duration = window.run.settings.numbers["duration"]
    duration.setFocus()
    type_text("-1")
    press(Key.Key_Return)
    assert QApplication.focusWidget() is duration
    assert duration.problem
    press(Key.Key_Space)
    assert duration.text() == "-1"
    assert window.session.playback.playing


def test_space_changes_no_cell_and_enter_goes_down(qtbot: QtBot, window: MainWindow) -> None:
    playback = window.session.playback
    for table in tables(window):
        column = next(k for k in range(table.cells.columnCount()) if table.cells.is_number(table.cells.index(0, k)))
        text = table.cells.index(0, column).data()
        for opened in (False, True):
            table.setFocus()
            table.go_to(0, column)
            if opened:
                press(Key.Key_F2)
                editor = table.findChild(QLineEdit)
                assert editor is not None
                editor.selectAll()
            playing = playback.playing
            press(Key.Key_Space)
            assert playback.playing is not playing, table.accessibleName()
            assert table.cells.index(0, column).data() == text
            assert not table.cells.pending
            assert QApplication.focusWidget() is table
        press(Key.Key_F2)
        press(Key.Key_Return)
        qtbot.waitUntil(lambda table=table: table.currentIndex().row() == 1)


def test_a_formula_keeps_its_spaces_and_its_keys(qtbot: QtBot, window: MainWindow) -> None:
    document = window.session.document
    document.edit(run_edits.choose_law(document.project, "expression"), "Formulas")
    table = window.run.joints.table
    table.setFocus()
    table.go_to(0, FORMULA)
    press(Key.Key_F2)
    editor = table.findChild(QLineEdit)
    assert editor is not None
    type_text("1 + t")
    press(Key.Key_Home)
    press(Key.Key_E, Modifier.ControlModifier)
    assert editor.cursorPosition() == len("1 + t")
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: document.project.run.torque.expressions[0] == "1 + t")


def test_the_windows_keys_win_in_every_number(window: MainWindow) -> None:
    """Of fields and of cells; but for what the clipboard and the number itself need."""
    keys = [key[0] for action in window.menus.actions.all for key in action.shortcuts()]
    theirs = [key for key in keys if int(key.keyboardModifiers().value) or key.key() > Key.Key_F1]
    assert len(theirs) > 30
    table = window.robot.table
    table.go_to(0, A)
    table.edit_current()
    lines: list[QLineEdit] = [*fields(window), *table.findChildren(QLineEdit)]
    for line in lines:
        for key in theirs:
            event = QKeyEvent(QEvent.Type.ShortcutOverride, key.key(), key.keyboardModifiers())
            event.ignore()
            QApplication.sendEvent(line, event)
            assert not event.isAccepted(), (line.accessibleName(), key)


def test_export_from_a_number_that_is_being_typed(qtbot: QtBot, window: MainWindow) -> None:
    tolerance = window.run.settings.numbers["rtol"]
    tolerance.setFocus()
    type_text("1e-7")
    press(Key.Key_E, Modifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(window.plots.findChildren(PlotDialog)))
    window.plots.findChildren(PlotDialog)[0].close()
    assert window.session.document.project.run.rtol == 1e-7


def test_undo_is_the_typed_text_first_and_then_the_document(window: MainWindow) -> None:
    document, duration = window.session.document, window.run.settings.numbers["duration"]
    duration.setFocus()
    type_text("4")
    press(Key.Key_Return)
    duration.setFocus()
    type_text("5")
    press(Key.Key_Z, Modifier.ControlModifier)
    assert document.project.run.duration == 4.0
    press(Key.Key_Escape)
    press(Key.Key_Z, Modifier.ControlModifier)
    assert document.project.run.duration == 10.0


def test_every_panel_is_reached_by_its_key(window: MainWindow) -> None:
    names = ["Robot", "", "Run", "Plots", "Actuators", "Inspector", "Reach", "Measured", "Identify", "Lessons"]
    names += ["Modes", "Sweep", "Chaos", "Tolerances"]
    docks = {dock.windowTitle(): dock for dock in window.docks}
    for name, key in zip(names, "1234567890-=[]", strict=True):
        frame = docks[name] if name else window.centralWidget()
        assert frame is not None
        if name:
            frame.close()
        window.run.run_button.setFocus()
        press(Key(ord(key)), Modifier.AltModifier)
        focused = QApplication.focusWidget()
        assert focused is not None, name
        assert frame.isAncestorOf(focused), name
        assert frame.isVisible(), name
        assert ringed(window) == [frame], name


def test_the_ring_follows_a_click_into_an_empty_part(qtbot: QtBot, window: MainWindow) -> None:
    docks = {dock.windowTitle(): dock for dock in window.docks}
    window.arm.setFocus()
    assert ringed(window) == [window.centralWidget()]
    for name in ("Run", "Robot", "Plots"):
        dock = docks[name]
        qtbot.mouseClick(dock.titleBarWidget(), Qt.MouseButton.LeftButton, pos=QPoint(60, 8))
        assert ringed(window) == [dock]
    image = docks["Plots"].grab().toImage()
    assert image.pixelColor(1, image.height() // 2).name() == window.session.themes.current.text
    assert image.pixelColor(3, image.height() // 2).name() != window.session.themes.current.text
    qtbot.mouseClick(window.timeline, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert ringed(window) == [window.centralWidget()]


def test_arrows_step_after_a_click_on_a_button_of_the_plots(qtbot: QtBot, window: MainWindow) -> None:
    playback = window.session.playback
    window.robot.table.setFocus()
    for button, time in ((window.plots.bar.button("torques"), 1.01), (window.timeline.loop_button, 1.02)):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        press(Key.Key_Right)
        assert playback.time == pytest.approx(time)


def test_the_keys_of_the_panels_are_listed(window: MainWindow) -> None:
    view = next(menu for menu in window.menuBar().findChildren(QMenu) if menu.title() == "&View")
    below = [action for each in view.actions() if each.menu() for action in each.menu().actions()]  # type: ignore[attr-defined]
    listed = {action.shortcut().toString(): action.text() for action in below}
    assert listed["Alt+1"] == "Robot"
    assert listed["Alt+6"] == "Inspector"
    assert listed["Alt+7"] == "Reach"
    assert listed["Alt+0"] == "Lessons"
    assert ("Alt+2", "Panel: Arm") in window.menus.actions.listed_keys()


class TestTime:
    def test_a_typed_time_is_gone_to(self, window: MainWindow) -> None:
        playback, field = window.session.playback, window.timeline.time
        playback.play()
        field.setFocus()
        type_text("2,5/2")
        assert not playback.playing
        press(Key.Key_Return)
        assert playback.time == 1.25
        assert QApplication.focusWidget() is window.arm
        assert field.text() == "1.25"

    @pytest.mark.parametrize(
        ("text", "reason"),
        [("11", "the run ends at 10 s"), ("-1", "below 0"), ("soon", "not a number"), ("1 kg", "kg")],
    )
    def test_a_time_that_cannot_be_is_refused(self, window: MainWindow, text: str, reason: str) -> None:
        playback, field = window.session.playback, window.timeline.time
        field.setFocus()
        type_text(text)
        press(Key.Key_Return)
        assert reason in field.problem
        assert field.text() == text
        assert QApplication.focusWidget() is field
        assert playback.time == 1.0
        press(Key.Key_Escape)
        assert not field.problem
        assert playback.time == field.value == 1.0

    def test_it_follows_the_cursor(self, window: MainWindow) -> None:
        playback, field = window.session.playback, window.timeline.time
        playback.seek(3.14159)
        assert field.text() == "3.14"
        field.setFocus()
        assert field.text() == "3.14159"
        playback.seek(2.0)
        assert field.text() == "2"
        type_text("9")
        assert field.text() == "9"  # in the place of all that was there

    def test_steps_from_a_typed_time_land_on_samples(self, window: MainWindow) -> None:
        playback, run = window.session.playback, window.session.document.results.current
        assert run is not None
        window.timeline.time.setFocus()
        type_text("0.999")
        press(Key.Key_Return)
        for k in (100, 101, 102):
            press(Key.Key_Right)
            assert playback.time == run.recording.t[k]
        for k in (101, 100, 99):
            press(Key.Key_Left)
            assert playback.time == run.recording.t[k]


def test_a_dialog_keeps_its_keyboard(qtbot: QtBot, window: MainWindow) -> None:
    """Enter in a field of a dialog is the dialog's, and its cells do not lose their numbers to the space bar either."""
    window.robot.inertia.open_bodies()
    dialog = next(each for each in window.findChildren(QDialog) if each.isVisible())
    qtbot.waitExposed(dialog)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    table = dialog.findChild(QTableView)
    assert table is not None
    column = next(k for k in range(table.model().columnCount()) if table.model().is_number(table.model().index(0, k)))
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, column))
    text = table.currentIndex().data()
    press(Key.Key_Space)
    assert not table.findChildren(QLineEdit)
    press(Key.Key_F2)
    press(Key.Key_Space)
    press(Key.Key_Return)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is table)
    assert table.model().index(0, column).data() == text
    dialog.close()


def test_every_shortcut_is_in_the_list_of_keys(window: MainWindow) -> None:
    """Of the window, its menus and its panels, and what the player answers to; in the page that F1 opens."""
    press(Key.Key_F1)
    (dialog,) = (each for each in window.findChildren(QDialog) if each.objectName() == "Keys and mouse")
    (page,) = dialog.findChildren(QTextBrowser)
    rows = [line for line in page.toPlainText().splitlines() if line.strip()]
    listed = {QKeySequence(word).toString() for row in rows for word in re.split(r", | or |\s", row)} - {""}
    taken = [key for action in window.findChildren(QAction) for key in action.shortcuts()]
    taken += [shortcut.key() for shortcut in window.findChildren(QShortcut)]
    assert len(taken) > 60
    assert {key.toString() for key in taken} <= listed
    player = rows[rows.index("The player of Lessons") : rows.index("Results")]
    for key in (*KEYS, Key.Key_Right | Modifier.ShiftModifier):
        assert any(QKeySequence(key).toString() in re.split(r", | ", row) for row in player), key
