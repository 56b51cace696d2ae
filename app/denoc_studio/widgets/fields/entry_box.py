"""A list of many names, found by typing a part of one."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit

from denoc_studio.widgets.fields.combo import Combo


class EntryBox(Combo):
    """A list of names, any part of which can be typed; what is refused has a red edge, and Escape is `given_up`."""

    given_up = Signal()

    def __init__(self, name: str, names: QStringListModel) -> None:
        super().__init__()
        self._refused = False
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setModel(names)
        self.setAccessibleName(name)
        self.setMinimumContentsLength(8)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        completer = QCompleter(names, self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompleter(completer)

    @property
    def typed(self) -> QLineEdit:
        """What is typed in."""
        line = self.lineEdit()
        assert line is not None
        return line

    def refuse(self, reason: str) -> None:
        """Mark it; an empty reason is none."""
        self._refused = bool(reason)
        self.setAccessibleDescription(reason)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._refused:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.BrightText), 1.6))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 2, 2)
            painter.end()
