"""A dock whose panel is made when it is first shown, or asked for: what stands behind a tab costs the start nothing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDockWidget, QWidget

from denoc_studio.widgets.form_parts import put_in_order
from denoc_studio.widgets.visibility import following


class LaterDock(QDockWidget):
    """`made` tells of its panel, once."""

    made = Signal(QWidget)

    def __init__(self, title: str, window: QWidget, make: Callable[[], QWidget]) -> None:
        super().__init__(title, window)
        self._make = make

    @property
    def is_made(self) -> bool:
        return self.widget() is not None

    def panel(self) -> QWidget:
        if not self.is_made:
            panel = self._make()
            head = [each for each in self.titleBarWidget().findChildren(QWidget) if _is_stop(each)]
            stops = [*head, *filter(_is_stop, following(panel))]
            self.setWidget(panel)
            put_in_order(stops)  # not at the end of the window, where Qt puts what comes later
            self.made.emit(panel)
        return self.widget()

    def setVisible(self, visible: bool) -> None:
        """Qt comes here whoever shows it: a tab, a key, a menu, a strip, an arrangement that is restored."""
        if visible:
            self.panel()
        super().setVisible(visible)


def _is_stop(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
