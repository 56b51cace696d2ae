"""Words that wrap where there is room below them, and are one line that ends in dots where there is none."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QToolTip, QWidget


class FoldingLine(QLabel):
    """`say` gives it its words; folded and cut, a tip tells them whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setMinimumWidth(1)

    @property
    def words(self) -> str:
        """All of them, however many are seen."""
        return self._words

    def say(self, words: str) -> None:
        self._words = words
        self.setAccessibleName(words)
        self._show()

    def fold(self, folded: bool) -> None:
        if folded == self.wordWrap():
            self.setWordWrap(not folded)
            self._show()

    def needed(self, width: int) -> int:
        """Pixels of height for all of the words at a width."""
        room = self.fontMetrics().boundingRect(0, 0, max(width, 1), 10_000, Qt.TextFlag.TextWordWrap, self._words)
        return room.height()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return hint if self.wordWrap() else QSize(1, self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() if self.wordWrap() else self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self.text() != self._words:
            QToolTip.showText(event.globalPos(), self._words, self)
            return True
        return super().event(event)

    def _show(self) -> None:
        cut = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, self.width())
        self.setText(self._words if self.wordWrap() else cut)
