"""A choice between a few words, side by side."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget


class Switch(QWidget):
    """Buttons of which one is down; `choices` gives each its tool tip."""

    chosen = Signal(str)  # by the user

    def __init__(self, choices: dict[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self.buttons = {text: self._button(text, tip) for text, tip in choices.items()}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for button in self.buttons.values():
            layout.addWidget(button)
        self._group.buttonClicked.connect(lambda button: self.chosen.emit(button.text()))

    def show_choice(self, text: str) -> None:
        self.buttons[text].setChecked(True)

    def _button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setCheckable(True)
        button.setToolTip(tip)
        button.setFixedWidth(button.fontMetrics().horizontalAdvance(text) + 24)
        self._group.addButton(button)
        return button
