"""In the place of what cannot be shown: one muted sentence, and a button where something can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from denoc_studio.widgets.form_parts import muted


class EmptyState(QWidget):
    wanted = Signal()  # the button

    def __init__(self, action: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = muted()
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.button = QPushButton(action)
        self.button.clicked.connect(self.wanted)
        layout = QVBoxLayout(self)
        layout.addStretch(1)
        layout.addWidget(self.text)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)

    def say(self, text: str, button: bool) -> None:
        self.text.setText(text)
        self.button.setVisible(button)
