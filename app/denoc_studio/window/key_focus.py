"""Keys that mean something to the widget in focus stay with it, although they are shortcuts too."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QWidget

from app.views.plot_legend import LegendView


class KeyFocus(QObject):
    """The space bar presses the button in focus, or hides the curve, instead of starting playback."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        """Only the widget in focus is listened to: a filter of the whole program would slow all of its events."""
        if before is not None:
            before.removeEventFilter(self)
        if now is not None:
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Space
            and isinstance(watched, (QAbstractButton, QComboBox, LegendView))
            and watched.focusPolicy() & Qt.FocusPolicy.TabFocus
        ):
            event.accept()
            return True
        return False
