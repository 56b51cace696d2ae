"""The style sheet that is away while a window is made."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMainWindow
from pytestqt.qtbot import QtBot

from denoc_studio.look.palettes import DARK, LIGHT
from denoc_studio.look.theme import apply, sheet_later

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
