"""What the user should know about what was just opened or written; it stays until it is dismissed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMessageBox, QToolButton, QWidget

from denoc_studio.look.plain_text import capitalised
from denoc_studio.look.theme import Theme, Themes
from denoc_studio.widgets.form_parts import tool


class NoticeBar(QFrame):
    """One line with the first sentence; all of them on demand. Hidden while there is nothing to know."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ""
        self.sentences: tuple[str, ...] = ()
        self.setObjectName("notice")
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setMinimumWidth(10)
        self.details = tool("Details", "Everything that is to be known", self.show_details)
        self.close_button: QToolButton = tool("×", "Close the notice", self.dismiss)
        self.close_button.setAutoRaise(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 3, 4, 3)
        row.addWidget(self._label, 1)
        row.addWidget(self.details)
        row.addWidget(self.close_button)
        themes.changed.connect(lambda theme: colour_notice(self, theme))
        colour_notice(self, themes.current)
        self.hide()

    def tell(self, title: str, sentences: Sequence[str]) -> None:
        """`title` says what the sentences are about; nothing to know leaves what is shown."""
        if not sentences:
            return
        self.title, self.sentences = title, tuple(sentences)
        self.show()
        self._write()

    def dismiss(self) -> None:
        self.title, self.sentences = "", ()
        self.hide()

    def show_details(self) -> None:
        box = QMessageBox(QMessageBox.Icon.Information, "To be known", f"{self.title}:", parent=self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText("\n\n".join(map(written_out, self.sentences)))
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box.open()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._write()

    def _write(self) -> None:
        """The first sentence, as far as there is room."""
        if not self.sentences:
            return
        more = f"  (and {len(self.sentences) - 1} more)" if len(self.sentences) > 1 else ""
        room = self._label.width() - self._label.fontMetrics().horizontalAdvance(more)
        start = f"{self.title}: {self.sentences[0]}"
        elided = self._label.fontMetrics().elidedText(start, Qt.TextElideMode.ElideRight, max(room, 10))
        self._label.setText(elided + more)


def colour_notice(bar: QFrame, theme: Theme) -> None:
    """What every bar named `notice` looks like."""
    bar.setStyleSheet(f"QFrame#notice {{ background: {theme.base}; border-bottom: 2px solid {theme.warning}; }}")


def written_out(report: str) -> str:
    """A report as a sentence."""
    return f"{capitalised(report)}."
