"""One line of advice or refusal, with a sign that says which."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from denoc_studio.look.icons import make_icon
from denoc_studio.look.theme import Themes
from denoc_studio.project.inertia_doctor import Severity

SIGNS = {"error": "close-octagon-outline", "warning": "alert-outline", "good": "check-circle-outline"}
SPOKEN: dict[Severity, str] = {"error": "Error", "warning": "Warning", "good": "In order"}  # for a screen reader
SIZE, MARGIN = 16, 2  # pixels


class MessageLine(QWidget):
    """Hidden while it has nothing to say; `room` for some lines may be kept for it, so that nothing moves then."""

    changed = Signal()

    def __init__(self, themes: Themes, parent: QWidget | None = None, *, room: int = 0) -> None:
        super().__init__(parent)
        self._themes = themes
        self.severity: Severity = "good"
        self._said: dict[object, tuple[Severity, str]] = {}  # by who says it
        self._sign = QLabel()
        self._label = QLabel()
        self._label.setWordWrap(True)
        self._label.setMinimumWidth(1)  # no word is to widen a panel
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, MARGIN, 0, MARGIN)
        layout.setSpacing(6)
        layout.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._label, 1, Qt.AlignmentFlag.AlignTop)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        if room:
            policy.setRetainSizeWhenHidden(True)
            self.setMinimumHeight(height_of(room, self))
        self.setSizePolicy(policy)
        self.setVisible(False)
        self._draw()
        themes.changed.connect(self._draw)

    @property
    def text(self) -> str:
        return self._label.text()

    def say(self, severity: Severity, text: str, source: object = None) -> None:
        """Show a text; an empty one hides the line, unless another source has said something that still holds.

        The newest text is shown, but none in the place of a refusal that still holds.
        """
        if self._said.get(source) != (severity, text):
            self._said.pop(source, None)
            self._said[source] = severity, text  # the newest comes last
        holding = [said for said in reversed(self._said.values()) if said[1]]
        refusals = [said for said in holding if said[0] == "error"]
        severity, text = (refusals or holding or [(severity, text)])[0]
        if (severity, text) == (self.severity, self.text):
            return
        other = severity != self.severity
        self.severity = severity
        self._label.setText(text)
        self.setAccessibleName(text)
        if other:
            self._draw()
        self.setVisible(bool(text))
        self.changed.emit()

    def _draw(self, *_: object) -> None:
        theme = self._themes.current
        colour = {"error": theme.error, "warning": theme.warning, "good": theme.muted}[self.severity]
        self._label.setStyleSheet(f"color: {colour}")
        icon = make_icon(SIGNS[self.severity], theme, colour)
        self._sign.setAccessibleName(SPOKEN[self.severity])
        self._sign.setPixmap(icon.pixmap(QSize(SIZE, SIZE), self.devicePixelRatioF()))


def height_of(lines: int, widget: QWidget) -> int:
    """Pixels for some lines of a message."""
    return lines * widget.fontMetrics().lineSpacing() + 2 * MARGIN
