"""Room for a line or two that is always there, so that messages that come and go move nothing under the mouse."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from denoc_studio.widgets.message_line import MessageLine, height_of


class MessageRoom(QWidget):
    """Shows its messages while they have something to say, else a hint."""

    spoken = Signal()

    def __init__(self, *messages: MessageLine, lines: int = 2) -> None:
        super().__init__()
        self._messages = messages
        self.hint = QLabel()
        self.hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.hint.setWordWrap(True)
        self.hint.setMinimumWidth(1)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for line in (self.hint, *messages):
            layout.addWidget(line)
        layout.addStretch(1)
        for message in messages:
            message.changed.connect(self._choose)
        self.setMinimumHeight(height_of(lines, self))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def _choose(self) -> None:
        speaking = any(message.text for message in self._messages)
        self.hint.setVisible(not speaking)
        if speaking:
            self.spoken.emit()
