"""A widget on the screen, and gone after the test; the window's actions by their names."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from denoc_studio.widgets.actions import plain_name
from denoc_studio.window.main_window import MainWindow

Widget = TypeVar("Widget", bound=QWidget)


def shown(qtbot: QtBot, widget: Widget, width: int, height: int) -> Widget:
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def action(window: MainWindow, name: str) -> QAction:
    return next(each for each in window.menus.actions.all if plain_name(each.text()) == name)
