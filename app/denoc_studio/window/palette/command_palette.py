"""Find a command by typing part of its name."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QPalette
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

from app.views.help_dialog import keys_of, plain_text

ACTION = Qt.ItemDataRole.UserRole


class PaletteDialog(QDialog):
    """Enter carries the command out, arrows choose, Escape closes."""

    def __init__(self, actions: list[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Commands")
        self.resize(480, 400)
        column = QVBoxLayout(self)
        self.words = QLineEdit()
        self.words.setPlaceholderText("Type part of a command's name")
        self.list = QTreeWidget()
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        column.addWidget(self.words)
        self.nothing = QLabel("Nothing found")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        column.addWidget(self.list)
        column.addWidget(self.nothing, 1)
        for action in actions:
            if action.isEnabled():
                item = QTreeWidgetItem([plain_text(action), keys_of(action)])
                item.setData(0, ACTION, action)
                self.list.addTopLevelItem(item)
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
        wanted = text.lower().split()
        for item in self._items():
            item.setHidden(not all(word in item.text(0).lower() for word in wanted))
        shown = self._shown()
        self.list.setVisible(bool(shown))
        self.nothing.setVisible(not shown)
        if shown:
            self.list.setCurrentItem(shown[0])

    def _items(self) -> list[QTreeWidgetItem]:
        found = (self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount()))
        return [item for item in found if item is not None]

    def _shown(self) -> list[QTreeWidgetItem]:
        return [item for item in self._items() if not item.isHidden()]

    def _move(self, rows: int) -> None:
        shown = self._shown()
        if shown:
            current = self.list.currentItem()
            place = shown.index(current) if current in shown else 0
            self.list.setCurrentItem(shown[(place + rows) % len(shown)])

    def _carry_out(self) -> None:
        item = self.list.currentItem()
        if item is not None and not item.isHidden():
            self.accept()
            item.data(0, ACTION).trigger()
