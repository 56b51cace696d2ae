"""Icons from a font, in the theme's colours, recoloured when it changes."""

from __future__ import annotations

import json
import weakref
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QIconEngine, QPainter, QPixmap

from denoc_studio.look.theme import Theme, Themes

SHARE = 0.875  # of an icon's height for its letter


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


class Letter(QIconEngine):
    """A letter in a colour for each mode, drawn once for each size and mode, not whenever a button is painted."""

    def __init__(self, letter: str, colours: dict[QIcon.Mode, str]) -> None:
        super().__init__()
        self._letter, self._colours = letter, colours
        self._drawn: dict[tuple[int, int, QIcon.Mode], QPixmap] = {}

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        font = QFont(_family())
        font.setPixelSize(max(round(SHARE * rect.height()), 1))
        painter.save()
        painter.setPen(QColor(self._colours[mode]))
        painter.setFont(font)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._letter)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """`size` is in pixels of the screen; where there is no room, nothing is drawn."""
        if size.isEmpty():
            return QPixmap()
        key = size.width(), size.height(), mode
        if key not in self._drawn:
            drawn = QPixmap(size)
            drawn.fill(Qt.GlobalColor.transparent)
            painter = QPainter(drawn)
            self.paint(painter, QRect(0, 0, *key[:2]), mode, state)
            painter.end()
            self._drawn[key] = drawn
        return self._drawn[key]


def make_icon(name: str, theme: Theme, colour: str = "") -> QIcon:
    """`name` of the Material Design set, in the text's colour unless another is given."""
    text = colour or theme.text
    modes = QIcon.Mode
    colours = {
        modes.Normal: text,
        modes.Selected: text,
        modes.Active: colour or theme.ink,
        modes.Disabled: theme.disabled,
    }
    return QIcon(Letter(chr(int(_codes()[name], 16)), colours))


def _font_file(pattern: str) -> Path:
    """Of the set that QtAwesome brings; itself, with its other fonts, takes a tenth of the window's start to load."""
    spec = find_spec("qtawesome")
    assert spec is not None
    assert spec.origin is not None
    return next((Path(spec.origin).parent / "fonts").glob(f"materialdesignicons6-webfont-{pattern}"))


@cache
def _family() -> str:
    number = QFontDatabase.addApplicationFont(str(_font_file("[0-9]*.ttf")))
    return QFontDatabase.applicationFontFamilies(number)[0]


@cache
def _codes() -> dict[str, str]:
    """Of the letters, in hexadecimal digits, by the icons' names."""
    codes: dict[str, str] = json.loads(_font_file("charmap*.json").read_text(encoding="utf-8"))
    return codes
