"""Who gets a key, and where the keyboard goes on after a number."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QWidget

from denoc_studio.panels.plots.legend_view import LegendView
from denoc_studio.widgets.fields.number_field import NumberField


class KeyFocus(QObject):
    """The space bar presses the button in focus, or hides the curve, instead of starting playback.

    Enter in a number field of the window gives the keyboard back to the stage.
    """

    def __init__(self, stage: QWidget) -> None:
        """`stage` is where the keyboard plays and steps."""
        super().__init__(stage)
        self._stage = stage
        self._field: NumberField | None = None  # that has the focus
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        """Only the widget in focus is listened to: a filter of the whole program would slow all of its events."""
        if before is not None:
            before.removeEventFilter(self)
        if now is not None:
            now.installEventFilter(self)
        if self._field is not None:
            with suppress(RuntimeError):  # it is gone
                self._field.entered.disconnect(self._leave)
        self._field = now if isinstance(now, NumberField) and not isinstance(now.window(), QDialog) else None
        if self._field is not None:
            self._field.entered.connect(self._leave)

    def _leave(self) -> None:
        self._stage.setFocus(Qt.FocusReason.OtherFocusReason)

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
