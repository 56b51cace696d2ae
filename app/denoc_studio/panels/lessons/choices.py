"""Choices of a question: radio buttons whose words wrap, so that no long one widens its card."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QRadioButton, QVBoxLayout, QWidget


class Choices(QWidget):
    """`group` holds the buttons, by their numbers from 0."""

    def __init__(self, texts: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for number, text in enumerate(texts):
            button = QRadioButton()
            button.setAccessibleName(text)
            self.group.addButton(button, number)
            row = QHBoxLayout()
            row.setSpacing(4)
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(_Words(text, button), 1)
            column.addLayout(row)

    @property
    def chosen(self) -> int:
        """Its number, or -1."""
        return self.group.checkedId()


class _Words(QLabel):
    """A click on the words is one on the button."""

    def __init__(self, text: str, button: QRadioButton) -> None:
        super().__init__(text)
        self._button = button
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMinimumWidth(1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self._button.setFocus(Qt.FocusReason.MouseFocusReason)
            self._button.click()
