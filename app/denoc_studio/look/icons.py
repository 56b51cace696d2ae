"""Icons from a font, in the theme's colours, recoloured when it changes."""

from __future__ import annotations

import weakref
from typing import Protocol

import qtawesome
from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap

from denoc_studio.look.theme import Theme, Themes


class HasIcon(Protocol):
    def setIcon(self, icon: QIcon) -> None: ...


class Icons(QObject):
    """`put(button, "play")` gives it the icon for as long as it lives."""

    def __init__(self, themes: Themes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = themes.current
        self._users: weakref.WeakKeyDictionary[HasIcon, str] = weakref.WeakKeyDictionary()
        themes.changed.connect(self._recolour)

    def put(self, user: HasIcon, name: str) -> None:
        self._users[user] = name
        user.setIcon(make_icon(name, self._theme))

    def _recolour(self, theme: Theme) -> None:
        self._theme = theme
        for user, name in list(self._users.items()):
            try:
                user.setIcon(make_icon(name, theme))
            except RuntimeError:  # Qt has deleted it
                del self._users[user]


class Kept(QIconEngine):
    """An icon whose letter is drawn once for each size and state, not whenever a button is painted."""

    def __init__(self, icon: QIcon) -> None:
        super().__init__()
        self._icon = icon
        self._drawn: dict[tuple[int, int, QIcon.Mode, QIcon.State], QPixmap] = {}

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        self._icon.paint(painter, rect, Qt.AlignmentFlag.AlignCenter, mode, state)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """`size` is in pixels of the screen."""
        key = size.width(), size.height(), mode, state
        if key not in self._drawn:
            self._drawn[key] = self._icon.pixmap(size, 1.0, mode, state)
        return self._drawn[key]


def make_icon(name: str, theme: Theme, colour: str = "") -> QIcon:
    """`name` of the Material Design set, in the text's colour unless another is given."""
    drawn = qtawesome.icon(
        f"mdi6.{name}", color=colour or theme.text, color_disabled=theme.disabled, color_active=colour or theme.ink
    )
    return QIcon(Kept(drawn))
