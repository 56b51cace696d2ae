"""Where the window and its panels were, kept between starts.

Qt does not survive every arrangement that is damaged, so one is kept with a digest, and is out of the settings while it
is being restored: should the program not outlive that, the next start is the usual one.
"""

from __future__ import annotations

import hashlib

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow

VERSION = 1  # of the panels and bars there are
GEOMETRY, STATE = "window/geometry", "window/state"
_DIGEST = 32  # bytes


def save_layout(window: QMainWindow, settings: QSettings) -> None:
    settings.setValue(GEOMETRY, _signed(window.saveGeometry()))
    settings.setValue(STATE, _signed(window.saveState(VERSION)))


def restore_layout(window: QMainWindow, settings: QSettings) -> bool:
    """Whether the window has its size and place; the panels are where they were, if that is known."""
    kept = {name: settings.value(name) for name in (GEOMETRY, STATE)}
    geometry, state = (_checked(value) for value in kept.values())
    if geometry is None and state is None:
        return False
    for name in kept:
        settings.remove(name)
    settings.sync()
    placed = geometry is not None and window.restoreGeometry(geometry)
    if state is not None:
        window.restoreState(state, VERSION)
    for name, value in kept.items():
        settings.setValue(name, value)
    return placed


def _signed(data: QByteArray) -> QByteArray:
    return QByteArray(hashlib.sha256(data.data()).digest() + data.data())


def _checked(stored: object) -> QByteArray | None:
    """What was signed; None for everything else."""
    if not isinstance(stored, QByteArray):
        return None
    digest, data = stored.data()[:_DIGEST], stored.data()[_DIGEST:]
    return QByteArray(data) if hashlib.sha256(data).digest() == digest else None
