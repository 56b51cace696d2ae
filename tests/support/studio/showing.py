"""A widget on the screen, and gone after the test; the window's actions by their names; another theme."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from denoc_studio.look.palettes import DARK, LIGHT
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import sheet
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


def recolour(qtbot: QtBot, preferences: Preferences, theme: str) -> None:
    """The dark or the light theme, once everything has it: that takes some turns of the event loop."""
    preferences["theme"] = theme
    wanted = sheet(DARK if theme == "dark" else LIGHT)

    def done() -> bool:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        return application.styleSheet() == wanted and all(
            each.updatesEnabled() for each in application.topLevelWidgets()
        )

    qtbot.waitUntil(done)
    qtbot.wait(1)  # where no window is shown, the last turn does not show
