"""The order of Tab, asked for without harm: PySide would take each widget for a child of the one before."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QLineEdit, QMainWindow, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from denoc_studio.widgets.visibility import following
from tests.support.studio.owners import strangers


def make_window(qtbot: QtBot) -> tuple[QMainWindow, list[QWidget]]:
    window, inside = QMainWindow(), QWidget()
    qtbot.addWidget(window)
    window.setCentralWidget(inside)
    parts: list[QWidget] = [QLineEdit(), QPushButton(), QComboBox(editable=True), QLineEdit()]
    column = QVBoxLayout(inside)
    for part in parts:
        column.addWidget(part)
    return window, [inside, *parts]


def test_all_that_follow_are_told_once_in_the_order_of_tab(qtbot: QtBot) -> None:
    window, (inside, first, *rest) = make_window(qtbot)
    QWidget.setTabOrder(rest[-1], rest[0])
    found = [widget for widget in following(first) if widget in {window, inside, *rest}]
    assert found == [*rest[1:], rest[0], window, inside]


def test_a_widget_that_goes_takes_nothing_along(qtbot: QtBot) -> None:
    window, (inside, first, _button, box, _last) = make_window(qtbot)
    assert isinstance(box, QComboBox)
    menu, line = window.menuBar().addMenu("File"), box.lineEdit()  # both made by Qt
    going = QPushButton(inside)
    assert going in list(following(first))
    assert strangers() == []
    Shiboken.delete(going)
    assert Shiboken.isValid(menu)
    assert Shiboken.isValid(line)
    assert Shiboken.ownedByPython(window), "as before: nobody else would end it"


def test_a_walk_that_ends_early_leaves_nothing_behind(qtbot: QtBot) -> None:
    window, (_inside, first, *_rest) = make_window(qtbot)
    assert next(following(first)).window() is window
    assert strangers() == []


def test_what_is_told_to_be_a_stranger(qtbot: QtBot) -> None:
    window, (_inside, first, second, *_rest) = make_window(qtbot)
    assert first.nextInFocusChain() is second
    assert second.window() is window
    assert strangers() == ["QPushButton, for PySide inside of QLineEdit"]
