"""One line of advice or refusal, with a sign that says which."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.doctor import Severity
from app.icons import make_icon
from app.theme import Themes

SIGNS = {"error": "close-octagon-outline", "warning": "alert-outline", "good": "check-circle-outline"}
SIZE = 16  # pixels


class MessageLine(QWidget):
    """Hidden while it has nothing to say."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.severity: Severity = "good"
        self._sign = QLabel()
        self._label = QLabel()
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 2)
        layout.setSpacing(6)
        layout.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._label, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setVisible(False)
        themes.changed.connect(lambda _: self._draw())

    @property
    def text(self) -> str:
        return self._label.text()

    def say(self, severity: Severity, text: str) -> None:
        """Show a text; an empty one hides the line."""
        if (severity, text) == (self.severity, self.text):
            return
        self.severity = severity
        self._label.setText(text)
        self.setAccessibleName(text)
        self._draw()
        self.setVisible(bool(text))

    def _draw(self) -> None:
        theme = self._themes.current
        colour = {"error": theme.error, "warning": theme.warning, "good": theme.muted}[self.severity]
        self._label.setStyleSheet(f"color: {colour}")
        icon = make_icon(SIGNS[self.severity], theme, colour)
        self._sign.setPixmap(icon.pixmap(QSize(SIZE, SIZE), self.devicePixelRatioF()))
