"""Find a command by typing part of its name."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.views.help_dialog import plain_text


class PaletteDialog(QDialog):
    """Enter carries the command out, arrows choose, Escape closes."""

    def __init__(self, actions: list[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Commands")
        self.resize(460, 380)
        column = QVBoxLayout(self)
        self.words = QLineEdit()
        self.words.setPlaceholderText("Type part of a command's name")
        self.list = QListWidget()
        column.addWidget(self.words)
        column.addWidget(self.list)
        for action in actions:
            if action.isEnabled():
                item = QListWidgetItem(f"{plain_text(action)}\t{action.shortcut().toString()}")
                item.setData(Qt.ItemDataRole.UserRole, action)
                self.list.addItem(item)
        self.words.textChanged.connect(self._filter)
        self.words.installEventFilter(self)
        self.list.itemActivated.connect(lambda _: self._carry_out())
        self.words.returnPressed.connect(self._carry_out)
        self._filter("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            if event.type() == QEvent.Type.KeyPress:
                self._move(1 if event.key() == Qt.Key.Key_Down else -1)
            return True
        return False

    def _filter(self, text: str) -> None:
        wanted = text.lower().split()
        for row in range(self.list.count()):
            item = self.list.item(row)
            item.setHidden(not all(word in item.text().lower() for word in wanted))
        self.list.setCurrentRow(next(iter(self._visible()), -1))

    def _visible(self) -> list[int]:
        return [row for row in range(self.list.count()) if not self.list.item(row).isHidden()]

    def _move(self, rows: int) -> None:
        visible = self._visible()
        if visible:
            place = visible.index(self.list.currentRow()) if self.list.currentRow() in visible else 0
            self.list.setCurrentRow(visible[(place + rows) % len(visible)])

    def _carry_out(self) -> None:
        item = self.list.currentItem()
        if item is not None and not item.isHidden():
            self.accept()
            item.data(Qt.ItemDataRole.UserRole).trigger()
