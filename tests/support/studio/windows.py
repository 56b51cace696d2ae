"""The whole window: before a run, with one that has ended, and kept for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QSize
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.files.projects.project import Project
from denoc_studio.look.preferences import Preferences
from denoc_studio.session.session import Session
from denoc_studio.window import docks
from denoc_studio.window.main_window import MainWindow
from tests.support.patience import PatientBot


def idle_window(
    qtbot: QtBot, project: Project, preferences: Preferences, size: tuple[int, int] | None = None
) -> MainWindow:
    """On the screen, of this size in pixels where one is given; nothing runs yet. After the test it asks nothing."""
    window = MainWindow(Session(project, preferences))
    qtbot.addWidget(window, before_close_func=lambda window: window.session.document.undo_stack.setClean())
    if size is not None:
        window.resize(*size)
    window.show()
    qtbot.waitExposed(window)
    return window


def sized_window(qtbot: QtBot, preferences: Preferences, width: int, height: int = 860) -> MainWindow:
    """Laid out in so many pixels, with no run."""
    window = idle_window(qtbot, load("planar-3r-free-fall"), preferences, (width, height))
    window.activateWindow()
    qtbot.waitUntil(lambda: window.width() == width)
    for _ in range(10):  # whatever waits to be laid out
        QApplication.processEvents()
    return window


def seen(window: MainWindow) -> set[str]:
    return {dock.windowTitle() for dock in window.docks if dock.isVisible()}


def open_window(qtbot: QtBot, preferences: Preferences, example: str = "planar-3r-free-fall") -> MainWindow:
    """With a run of the example that has ended."""
    window = idle_window(qtbot, load(example), preferences)
    window.activateWindow()
    window.session.run()
    qtbot.waitUntil(lambda: window.session.playback.complete, timeout=30_000)
    return window


@contextmanager
def kept_window(
    request: pytest.FixtureRequest, folder: Path, example: str = "planar-3r-free-fall", **chosen: object
) -> Iterator[MainWindow]:
    """The same for all tests of a module, with these preferences, as on a large screen."""
    preferences = Preferences(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    for name, value in chosen.items():
        preferences[name] = value
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(docks, "first_size", lambda _: QSize(1280, 860))
        window = open_window(PatientBot(request), preferences, example)
    yield window
    window.session.document.undo_stack.setClean()
    window.close()
    window.deleteLater()


def as_it_was(qtbot: QtBot, window: MainWindow) -> MainWindow:
    """A kept window without what the test before did: its edits are undone, its dialogs closed, the run paused."""
    for dialog in window.findChildren(QDialog):
        dialog.close()
    window.session.document.undo_stack.setIndex(0)
    qtbot.waitUntil(lambda: not window.session.runner.computing and window.session.playback.complete)
    window.session.playback.pause()
    window.activateWindow()
    window.arm.setFocus()
    return window
