"""Where the window and its panels were, kept between starts.

Qt does not survive every arrangement that is damaged, so one is kept with a digest, and is out of the settings while it
is being restored: should the program not outlive that, the next start is the usual one.
"""

from __future__ import annotations

import hashlib

from PySide6.QtCore import QByteArray, QSettings, Qt
from PySide6.QtWidgets import QMainWindow, QTabBar

VERSION = 5  # of the panels and bars there are
GEOMETRY, STATE, PLOTS, FOLDED = "window/geometry", "window/state", "window/plots", "window/folded"
SHARE = "window/share"  # of the window, that results have
_DIGEST = 32  # bytes


def save_layout(window: QMainWindow, settings: QSettings) -> None:
    """On disk at once: what else is to end may take longer than a program has that was told to."""
    settings.setValue(GEOMETRY, _signed(window.saveGeometry()))
    settings.setValue(STATE, _signed(window.saveState(VERSION)))
    settings.sync()


def restore_layout(window: QMainWindow, settings: QSettings) -> tuple[bool, bool]:
    """Whether the window has its size and place, and whether the panels are where they were: one that another version
    of the program has left is not used."""
    kept = {name: settings.value(name) for name in (GEOMETRY, STATE)}
    geometry, state = (_checked(value) for value in kept.values())
    if geometry is None and state is None:
        return False, False
    for name in kept:
        settings.remove(name)
    settings.sync()
    placed = geometry is not None and window.restoreGeometry(geometry)
    arranged = state is not None and window.restoreState(state, VERSION)
    for name, value in kept.items():
        settings.setValue(name, value)
    return placed, arranged


def arrange(window: QMainWindow, state: QByteArray) -> bool:
    """The panels of a window that is shown, as `saveState` found them; whether they are."""
    before = _tab_bars(window)
    if not window.restoreState(state, VERSION):
        return False
    if _tab_bars(window) != before:  # Qt makes new ones, and leaves the old ones where they were
        for bar in before:
            bar.hide()
    return True


def _tab_bars(window: QMainWindow) -> list[QTabBar]:
    return window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)


def _signed(data: QByteArray) -> QByteArray:
    return QByteArray(hashlib.sha256(data.data()).digest() + data.data())


def _checked(stored: object) -> QByteArray | None:
    """What was signed; None for everything else."""
    if not isinstance(stored, QByteArray):
        return None
    digest, data = stored.data()[:_DIGEST], stored.data()[_DIGEST:]
    return QByteArray(data) if hashlib.sha256(data).digest() == digest else None
