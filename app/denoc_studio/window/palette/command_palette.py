"""Find something to do by typing words of its name."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from denoc_studio.look.plain_text import one_line
from denoc_studio.widgets.actions import Command
from denoc_studio.window.palette.matching import matching

COMMAND = Qt.ItemDataRole.UserRole


class CommandPalette(QDialog):
    """Enter carries the command out, arrows choose, Escape closes."""

    def __init__(self, commands: Sequence[Command], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self.setWindowTitle("Commands")
        self.resize(560, 440)
        column = QVBoxLayout(self)
        self.words = QLineEdit()
        self.words.setAccessibleName("Words of a command")
        self.words.setPlaceholderText("Words of a command, panel, plot, law, motion, setting, example or file")
        self.list = QTreeWidget()
        self.list.setAccessibleName("Commands")
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setStyleSheet("QTreeView::item { padding: 2px; }")
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        column.addWidget(self.words)
        self.nothing = QLabel("Nothing found")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        column.addWidget(self.list)
        column.addWidget(self.nothing, 1)
        self.words.textChanged.connect(self._filter)
        self.words.installEventFilter(self)
        self.list.itemActivated.connect(lambda *_: self._carry_out())
        self.words.returnPressed.connect(self._carry_out)
        self._filter("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            if event.type() == QEvent.Type.KeyPress:
                self._move(1 if event.key() == Qt.Key.Key_Down else -1)
            return True
        return False

    def _filter(self, text: str) -> None:
        self.list.clear()
        for command in matching(self._commands, text):
            item = QTreeWidgetItem([one_line(command.text), f"{command.state}   {command.keys}".strip()])
            item.setToolTip(0, command.text)
            item.setData(0, COMMAND, command)
            self.list.addTopLevelItem(item)
        found = self.list.topLevelItemCount() > 0
        self.list.setVisible(found)
        self.nothing.setVisible(not found)
        self._go_to(0)

    def _move(self, rows: int) -> None:
        count = self.list.topLevelItemCount()
        if count:
            self._go_to((self.list.currentIndex().row() + rows) % count)

    def _go_to(self, row: int) -> None:
        self.list.setCurrentIndex(self.list.model().index(row, 0))

    def _carry_out(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.accept()
            item.data(0, COMMAND).act()
