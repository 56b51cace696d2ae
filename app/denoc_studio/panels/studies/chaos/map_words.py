"""The words beside the map: what is wrong, what the colours mean, the cell that is read out, and what is computed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from denoc_studio.look.theme import Themes
from denoc_studio.widgets.folding_line import FoldingLine
from denoc_studio.widgets.graphs.scale_bar import ScaleBar
from denoc_studio.widgets.message_line import MessageLine

BETWEEN = 6  # pixels
WHAT = (
    "When the arm, let go at rest and falling freely, first turns a joint over: half a turn from where it hangs. "
    "Joint limits and drives do not count, friction does."
)


class MapWords(QWidget):
    """Where not all of them have room, what is computed is one line, and then the reading too."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message = MessageLine(themes)
        self.scale, self.reading, self.what = ScaleBar(), FoldingLine(), FoldingLine()
        self.reading.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.what.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.what.say(WHAT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(BETWEEN)
        for each in (self.message, self.scale, self.reading, self.what):
            column.addWidget(each)
        column.addStretch(1)
        self.message.changed.connect(self.share_room)

    def read(self, words: str) -> None:
        self.reading.say(words)
        self.share_room()

    def share_room(self) -> None:
        across = self.width()
        others = (self.message, self.message.sizeHint().height()), (self.scale, self.scale.heightForWidth(across))
        left = self.height() - sum(height + BETWEEN for each, height in others if each.isVisibleTo(self))
        line, reading = self.fontMetrics().lineSpacing() + BETWEEN, self.reading.needed(across) + BETWEEN
        self.what.fold(reading + self.what.needed(across) > left)
        self.reading.fold(reading + line > left)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_room()
