"""Room for a line or two that is always there, so that messages that come and go move nothing under the mouse."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from denoc_studio.widgets.form_parts import fill_column, muted
from denoc_studio.widgets.message_line import MessageLine, height_of


class MessageRoom(QWidget):
    """Shows its messages while they have something to say, else a hint."""

    spoken = Signal()

    def __init__(self, *messages: MessageLine, lines: int = 2) -> None:
        super().__init__()
        self._messages = messages
        self.hint = muted()
        fill_column(self, self.hint, *messages, spacing=0).addStretch(1)
        for message in messages:
            message.changed.connect(self._choose)
        self.setMinimumHeight(height_of(lines, self))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def _choose(self) -> None:
        speaking = any(message.text for message in self._messages)
        self.hint.setVisible(not speaking)
        if speaking:
            self.spoken.emit()
