"""Operations on the table's rows: add, duplicate, remove, move. Each is one undo step."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc_studio.look.icons import Icons
from denoc_studio.panels.robot.dh_table import DhTable
from denoc_studio.project import edits
from denoc_studio.project.new_link import new_link
from denoc_studio.project.pushes import lost_words
from denoc_studio.session.document import Document
from denoc_studio.widgets.actions import Entry


class RowActions(QObject):
    """Actions of the table; the panel's buttons and the context menu show them."""

    message = Signal(str)  # why something was refused

    def __init__(self, document: Document, table: DhTable, icons: Icons) -> None:
        super().__init__(table)
        self._document = document
        self._table = table
        self._icons = icons
        self._names: dict[str, str] = {}  # of the icons
        self.add = self._make("Add a joint", "plus", "Insert", self._add)
        self.duplicate = self._make("Duplicate", "content-duplicate", "Ctrl+D", self._duplicate)
        self.remove = self._make("Remove", "trash-can-outline", "Ctrl+Delete", self._remove)
        self.up = self._make("Move up", "arrow-up", "Ctrl+Shift+Up", lambda: self._move(-1))
        self.down = self._make("Move down", "arrow-down", "Ctrl+Shift+Down", lambda: self._move(1))
        self.remove.setToolTip(f"{self.remove.toolTip()}; Delete where whole rows are selected")
        table.delete_pressed.connect(self._remove)
        self.buttons = (self.add, self.duplicate, self.remove, self.up, self.down)
        self._add_clipboard()
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        numbers = table.verticalHeader()
        numbers.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        numbers.customContextMenuRequested.connect(self._open_menu_of_row)
        table.selectionModel().currentChanged.connect(lambda *_: self._enable())
        document.robot_changed.connect(lambda _: self._enable())
        self._enable()

    def entries(self) -> list[Entry]:
        """For a menu, which shows their keys: these belong to the table, and work while it has the focus."""
        return [
            Entry(action.text(), action.trigger, icon=self._names[action.text()], table_keys=_keys(action))
            for action in self.buttons
        ]

    def _make(self, text: str, icon: str, keys: str, act: Callable[[], None]) -> QAction:
        action = QAction(text, self._table)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setToolTip(f"{text} ({_keys(action)})")
        action.triggered.connect(lambda _checked=False: act())
        self._icons.put(action, icon)
        self._names[text] = icon
        self._table.addAction(action)
        return action

    def _add_clipboard(self) -> None:
        """For the context menu; the table itself handles the keys."""
        separator = QAction(self._table)
        separator.setSeparator(True)
        self._table.addAction(separator)
        for text, icon, act in (
            ("Cut\tCtrl+X", "content-cut", self._table.cut),
            ("Copy\tCtrl+C", "content-copy", self._table.copy),
            ("Paste\tCtrl+V", "content-paste", self._table.paste),
        ):
            action = QAction(text, self._table)
            action.triggered.connect(lambda _checked=False, act=act: act())
            self._icons.put(action, icon)
            self._table.addAction(action)

    def _open_menu_of_row(self, place: QPoint) -> None:
        """The table's menu, on the number of a row, which is selected first unless it is so already."""
        header = self._table.verticalHeader()
        row = header.logicalIndexAt(place)
        if row >= 0 and row not in self._table.full_rows():
            self._table.selectRow(row)
        menu = QMenu(self._table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self._table.actions())
        menu.popup(header.mapToGlobal(place))

    def _rows(self) -> list[int]:
        return self._table.full_rows() or [self._document.selected]

    def _enable(self) -> None:
        row = self._document.selected
        self.up.setEnabled(row > 0)
        self.down.setEnabled(row + 1 < self._document.robot.n)

    def _edit(self, edit: Callable[[Project], Project], text: str, row: int) -> None:
        """Carry out an edit, and select `row` after it."""
        try:
            after = edit(self._document.project)
        except DynamicsError as error:
            self.message.emit(f"{text}: {error.reason}")
            return
        lost = lost_words(self._document.project, after)
        self.message.emit("")
        self._document.edit(after, text + lost)
        self._table.go_to(row)

    def _add(self) -> None:
        row = max(self._rows()) + 1
        link = new_link(self._document.robot)
        self._edit(lambda project: edits.insert_link(project, row, link), f"Add link {row + 1}", row)

    def _duplicate(self) -> None:
        row = self._document.selected
        self._edit(lambda project: edits.duplicate_link(project, row), f"Duplicate link {row + 1}", row + 1)

    def _remove(self) -> None:
        rows = self._rows()
        numbers = ", ".join(str(row + 1) for row in rows[:5]) + (", ..." if len(rows) > 5 else "")
        text = f"Remove link {numbers}" if len(rows) == 1 else f"Remove links {numbers}"
        row = max(0, min(min(rows), self._document.robot.n - len(rows) - 1))
        self._edit(lambda project: edits.remove_links(project, rows), text, row)

    def _move(self, by: int) -> None:
        row = self._document.selected
        if 0 <= row + by < self._document.robot.n:
            self._edit(lambda project: edits.move_link(project, row, row + by), f"Move link {row + 1}", row + by)


def _keys(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
