"""Actions of the menus and the toolbar, each described by one entry."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QWidget

from app.icons import Icons
from app.preferences import Preferences


@dataclass(frozen=True)
class Entry:
    """`on_stage`: the key works over the arm, the timeline and the plots only; elsewhere it types.

    `table_keys` belong to the table, and are shown only.
    """

    text: str
    slot: Callable[[], object]
    keys: str = ""
    icon: str = ""
    tip: str = ""
    on_stage: bool = False
    table_keys: str = ""


class Actions(QObject):
    """Makes actions, and keeps them all for the list of shortcuts and the command palette."""

    def __init__(self, window: QWidget, stage: list[QWidget], preferences: Preferences, icons: Icons) -> None:
        super().__init__(window)
        self._window = window
        self._stage = stage
        self._preferences = preferences
        self._icons = icons
        self.all: list[QAction] = []

    def add(self, menu: QMenu, entry: Entry) -> QAction:
        action = QAction(entry.text, self._window)
        action.triggered.connect(lambda _checked=False: self._carry_out(entry))
        return self.adopt(menu, action, entry)

    def _carry_out(self, entry: Entry) -> None:
        commit_typing()
        entry.slot()

    def adopt(self, menu: QMenu, action: QAction, entry: Entry) -> QAction:
        """An action that Qt has made gets the entry's keys, icon and tip, and its place in the menu."""
        if entry.keys:
            action.setShortcuts([QKeySequence(key) for key in entry.keys.split(" or ")])
        if entry.table_keys:
            action.setText(f"{entry.text}\t{entry.table_keys}")
        if entry.icon:
            self._icons.put(action, entry.icon)
        keys = f" ({entry.keys})" if entry.keys else ""
        action.setToolTip(f"{entry.tip or entry.text.replace('&', '').rstrip('.')}{keys}")
        if entry.on_stage:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            for widget in self._stage:
                widget.addAction(action)
        menu.addAction(action)
        self.all.append(action)
        return action

    def add_switch(self, menu: QMenu, preference: str, entry: Entry) -> QAction:
        """A check mark that is one of the preferences."""
        action = self.add(menu, entry)
        action.setCheckable(True)
        action.setChecked(self._preferences[preference])
        action.toggled.connect(lambda on: self._preferences.__setitem__(preference, on))
        self._preferences.changed.connect(
            lambda name: action.setChecked(self._preferences[preference]) if name == preference else None
        )
        return action

    def add_choice(self, menu: QMenu, preference: str, choices: dict[str, str]) -> None:
        """One of several values of a preference: {value: text}."""
        group = QActionGroup(self._window)
        for value, text in choices.items():
            action = self.add(menu, Entry(text, partial(self._preferences.__setitem__, preference, value)))
            action.setCheckable(True)
            action.setChecked(self._preferences[preference] == value)
            group.addAction(action)
            self._preferences.changed.connect(partial(self._check_choice, action, preference, value))

    def _check_choice(self, action: QAction, preference: str, value: str, changed: str) -> None:
        if changed == preference and self._preferences[preference] == value:
            action.setChecked(True)


def commit_typing() -> None:
    """What is being typed becomes a value, or is refused, before anything uses the project."""
    typing = QApplication.focusWidget()
    if isinstance(typing, QLineEdit):
        typing.clearFocus()
        with suppress(RuntimeError):  # the editor of a cell is gone now
            typing.setFocus()
