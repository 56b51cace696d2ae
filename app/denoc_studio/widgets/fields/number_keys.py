"""Which keys belong to a line in which a number is typed; all others are the window's."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

Key, Standard, Modifier = Qt.Key, QKeySequence.StandardKey, Qt.KeyboardModifier
EDITING = (Key.Key_Left, Key.Key_Right, Key.Key_Home, Key.Key_End, Key.Key_Backspace, Key.Key_Delete)
CLIPBOARD = (Standard.Copy, Standard.Cut, Standard.Paste, Standard.SelectAll)
HISTORY = (Standard.Undo, Standard.Redo)
COMMANDING = Modifier.ControlModifier | Modifier.AltModifier | Modifier.MetaModifier


class NumberKeys(QObject):
    """Leaves to the window what Qt's line edit would take from it, as Ctrl+E and the space bar.

    A space is part of a number only while one is typed, as in 300 mm; it never takes the place of one.
    """

    def __init__(self, line: QLineEdit, has_own: Callable[[], bool] | None = None) -> None:
        """`has_own` says whether the line has something of its own to undo: by default what has been typed."""
        super().__init__(line)
        self._line = line
        self._has_own = has_own or line.isModified
        line.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent):
            return False
        if event.type() == QEvent.Type.ShortcutOverride and not self._is_own(event):
            event.ignore()
            return True
        # where the window has no use for the space bar, nobody has
        return event.type() == QEvent.Type.KeyPress and event.key() == Key.Key_Space and not self._is_own(event)

    def _is_own(self, event: QKeyEvent) -> bool:
        if any(event.matches(each) for each in CLIPBOARD):
            return True
        if any(event.matches(each) for each in HISTORY):
            return self._has_own()
        if event.modifiers() & COMMANDING:
            return False
        if event.key() == Key.Key_Space:
            line = self._line
            return line.isModified() and not line.hasSelectedText() and bool(line.text().strip())
        return event.key() in EDITING or (bool(event.text()) and event.text().isprintable())
