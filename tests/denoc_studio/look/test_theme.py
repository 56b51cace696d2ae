"""The style sheet, which is away while a window is made, and comes in a turn of its own when the theme changes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMainWindow
from pytestqt.qtbot import QtBot

from denoc_studio.look.palettes import DARK, LIGHT
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Theme, Themes, apply, sheet_later

STYLED = Qt.WidgetAttribute.WA_StyleSheet


@pytest.mark.parametrize("shown", [False, True])
def test_what_is_there_already_is_styled_anew_and_its_end_heard_of(
    qtbot: QtBot, qapp: QApplication, shown: bool
) -> None:
    apply(LIGHT)
    window = QMainWindow()  # it asks for its style at once
    if shown:
        qtbot.addWidget(window)
        window.show()
    assert window.testAttribute(STYLED)
    with sheet_later():
        assert not qapp.styleSheet()
        assert not window.testAttribute(STYLED), "or Qt takes it for one whose end it hears of"
    assert qapp.styleSheet()
    window.sizeHint()
    window.deleteLater()
    apply(DARK)
    apply(LIGHT)


def test_a_change_takes_some_turns_and_nothing_is_painted_between(
    qtbot: QtBot, qapp: QApplication, preferences: Preferences
) -> None:
    preferences["theme"] = "light"
    themes = Themes(preferences)
    windows = [QMainWindow() for _ in range(3)]
    for window in windows:
        qtbot.addWidget(window)
        window.show()
    hidden, gone, resting = windows
    hidden.hide()
    resting.setUpdatesEnabled(False)  # for a reason of its own
    light, told = qapp.styleSheet(), list[Theme]()
    themes.changed.connect(told.append)
    for theme in ("dark", "light", "dark"):
        preferences["theme"] = theme
    assert themes.current is DARK
    assert not told
    assert not qapp.styleSheet()
    assert [window.updatesEnabled() for window in windows] == [True, False, False]
    windows.remove(gone)
    gone.deleteLater()
    qtbot.waitUntil(lambda: bool(told))
    assert told == [DARK]
    assert DARK.window in qapp.styleSheet()
    assert light != qapp.styleSheet()
    assert [window.updatesEnabled() for window in windows] == [True, False]
    assert not themes._held
