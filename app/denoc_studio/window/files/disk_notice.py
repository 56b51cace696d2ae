"""A line above the arm: the document's file is not what this window knows, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from denoc_studio.look.theme import Themes
from denoc_studio.session.disk_watch import FileOnDisk
from denoc_studio.widgets.form_parts import tool
from denoc_studio.widgets.notice_bar import colour_notice
from denoc_studio.window.files.changed_dialog import Answer


class DiskNotice(QFrame):
    """Hidden while all is well."""

    chosen = Signal(object)  # Answer
    asked = Signal()  # for what differs

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.sight: FileOnDisk | None = None
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setMinimumWidth(10)
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.reload = tool("Reload", "Take what is on disk; Undo brings this back", lambda: self._choose(Answer.RELOAD))
        self.keep = tool(
            "Keep mine", "The next save keeps the other version beside this one", lambda: self._choose(Answer.KEEP)
        )
        self.save_as = tool("Save as...", "Under another name", lambda: self._choose(Answer.SAVE_AS))
        self.details = tool("Differences...", "What is on disk, and what is here", self.asked.emit)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 3, 4, 3)
        row.setSpacing(4)
        row.addWidget(self._label, 1)
        for button in (self.reload, self.keep, self.save_as, self.details):
            row.addWidget(button)
        themes.changed.connect(lambda theme: colour_notice(self, theme))
        colour_notice(self, themes.current)
        self.hide()

    def show_sight(self, sight: FileOnDisk | None) -> None:
        """None: nothing is to be known."""
        self.sight = sight
        self.setVisible(sight is not None)
        if sight is not None:
            self.reload.setEnabled(sight.project is not None)
            self.details.setVisible(not sight.version.absent)
            self.setToolTip(sight.words)
            self._write()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._write()

    def _choose(self, answer: Answer) -> None:
        self.chosen.emit(answer)

    def _write(self) -> None:
        """As far as there is room."""
        if self.sight is not None:
            metrics, room = self._label.fontMetrics(), max(self._label.width(), 10)
            self._label.setText(metrics.elidedText(self.sight.words, Qt.TextElideMode.ElideMiddle, room))
