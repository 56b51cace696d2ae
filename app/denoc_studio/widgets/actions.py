"""Actions of the menus, each described by one entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QMenu, QWidget

from denoc_studio.look.icons import Icons
from denoc_studio.look.plain_text import without_mnemonics
from denoc_studio.look.preferences import Preferences

SETTING = "Setting"


class Command(NamedTuple):
    """Something that can be done, as it is listed: "Plot: torques"; `state` is on or off for what is switched."""

    category: str
    name: str
    act: Callable[[], object]
    keys: str = ""
    state: str = ""

    @property
    def text(self) -> str:
        return listed(self.category, self.name)


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
    category: str = ""  # in lists of commands; the menu's name by default


class Actions(QObject):
    """Makes actions, and keeps them all for the list of shortcuts and the command palette."""

    def __init__(self, window: QWidget, stage: list[QWidget], preferences: Preferences, icons: Icons) -> None:
        super().__init__(window)
        self._window = window
        self._stage = stage
        self._preferences = preferences
        self._icons = icons
        self.all: list[QAction] = []
        self._categories: dict[QAction, str] = {}

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
        self._categories[action] = entry.category or plain_name(menu.title())
        return action

    def commands(self) -> Iterator[Command]:
        """All that can be done now."""
        for action, category in self._categories.items():
            if action.isEnabled():
                state = ("on" if action.isChecked() else "off") if action.isCheckable() else ""
                yield Command(category, plain_name(action.text()), action.trigger, keys_of(action), state)

    def listed_keys(self) -> list[tuple[str, str]]:
        """The keys of all actions, also of those that have nothing to do now, with what they do."""
        found = ((keys_of(action), action, category) for action, category in self._categories.items())
        return [(keys, listed(category, plain_name(action.text()))) for keys, action, category in found if keys]

    def add_switch(self, menu: QMenu, preference: str, entry: Entry) -> QAction:
        """A check mark that is one of the preferences."""
        action = self.add(menu, replace(entry, category=SETTING))
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
            choose = partial(self._preferences.__setitem__, preference, value)
            action = self.add(menu, Entry(text, choose, category=f"{SETTING}: {plain_name(menu.title())}"))
            action.setCheckable(True)
            action.setChecked(self._preferences[preference] == value)
            group.addAction(action)
            self._preferences.changed.connect(partial(self._check_choice, action, preference, value))

    def _check_choice(self, action: QAction, preference: str, value: str, changed: str) -> None:
        if changed == preference and self._preferences[preference] == value:
            action.setChecked(True)


def listed(category: str, name: str) -> str:
    """How lists of keys and of commands name it."""
    return f"{category}: {name}"


def plain_name(text: str) -> str:
    """A menu's or an action's name without its mnemonic, dots and keys."""
    return without_mnemonics(text.partition("\t")[0]).removesuffix("...")


def keys_of(action: QAction) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    return " or ".join(key.toString(native) for key in action.shortcuts()) or action.text().partition("\t")[2]


def commit_typing() -> None:
    """What is being typed becomes a value, or is refused, before anything uses the project; the focus stays there."""
    typing = QApplication.focusWidget()
    if isinstance(typing, QLineEdit):
        table = _table_of(typing)
        typing.clearFocus()
        (table or typing).setFocus()


def _table_of(editor: QLineEdit) -> QAbstractItemView | None:
    """The table whose cell is edited there, which closes the editor."""
    viewport = editor.parentWidget()
    table = viewport.parentWidget() if viewport is not None else None
    return table if isinstance(table, QAbstractItemView) else None
