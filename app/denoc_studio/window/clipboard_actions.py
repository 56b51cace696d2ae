"""Cut, copy and paste in a menu: for the table or the field that is being worked in."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QMenuBar, QPlainTextEdit, QWidget

from denoc_studio.look.icons import Icons
from denoc_studio.panels.editing.cell_table import CellTable

KINDS = (CellTable, QLineEdit, QPlainTextEdit)


class ClipboardActions(QObject):
    """They have no keys of their own: tables and fields have them already, and the menu shows them."""

    def __init__(self, menu: QMenu, icons: Icons) -> None:
        super().__init__(menu)
        self._target: QWidget | None = None
        self.actions = [self._make(menu, icons, *each) for each in (("Cut", "X"), ("Copy", "C"), ("Paste", "V"))]
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus)
        menu.aboutToShow.connect(self._enable)

    def _make(self, menu: QMenu, icons: Icons, name: str, key: str) -> QAction:
        action = QAction(f"{name}\tCtrl+{key}", self)
        action.triggered.connect(lambda _checked=False: self._act(name.lower()))
        icons.put(action, f"content-{name.lower()}")
        menu.addAction(action)
        return action

    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and not isinstance(new, (QMenuBar, QMenu)):
            self._target = new if isinstance(new, KINDS) else None

    def _enable(self) -> None:
        for action in self.actions:
            action.setEnabled(self._target is not None)

    def _act(self, name: str) -> None:
        if self._target is None:  # a palette or a test may ask at any time
            return
        with suppress(RuntimeError):  # the editor of a cell is gone now
            getattr(self._target, name)()
