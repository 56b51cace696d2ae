"""The whole window, with a run that has ended."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from denoc import load
from denoc_studio.look.preferences import Preferences
from denoc_studio.session.session import Session
from denoc_studio.window.main_window import MainWindow


def open_window(qtbot: QtBot, preferences: Preferences, example: str = "planar-3r-free-fall") -> MainWindow:
    window = MainWindow(Session(load(example), preferences))
    qtbot.addWidget(window, before_close_func=lambda window: window.session.document.undo_stack.setClean())
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    window.session.run()
    qtbot.waitUntil(lambda: window.session.playback.complete, timeout=30_000)
    return window
