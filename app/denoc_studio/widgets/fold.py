"""A section that folds: what is set once is closed, with its values said in one line."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

STYLE = """
QToolButton, QToolButton:checked { border: 0; background: transparent; font-weight: 600; padding: 3px 0; }
QToolButton:focus { text-decoration: underline; }
"""


class Fold(QWidget):
    """A heading that opens and closes `body`; while it is closed, `summary` stands below it."""

    toggled = Signal(bool)  # open or not, by the user or by `open`

    def __init__(self, name: str, body: QWidget, *, opened: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.body = body
        self.head = QToolButton()
        self.head.setText(name)
        self.head.setCheckable(True)
        self.head.setAutoRaise(True)
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.head.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.head.setStyleSheet(STYLE)
        self.summary = QLabel()
        self.summary.setWordWrap(True)
        self.summary.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for part in (self.head, self.summary, body):
            column.addWidget(part)
        self.head.toggled.connect(self._show)
        self.head.setChecked(opened)
        self._show(opened)

    def open(self) -> None:
        """For a fault inside, which must be seen."""
        self.head.setChecked(True)

    def say(self, summary: str) -> None:
        self.summary.setText(summary)
        self.head.setAccessibleDescription(summary)

    def _show(self, opened: bool) -> None:
        self.head.setArrowType(Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow)
        self.body.setVisible(opened)
        self.summary.setVisible(not opened)
        self.toggled.emit(opened)
