"""A dock whose panel is made when it is first shown, or asked for: what stands behind a tab costs the start nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDockWidget, QWidget

from denoc_studio.widgets.form_parts import put_in_order


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
            stops = [*head, *_stops(panel)]
            self.setWidget(panel)
            put_in_order(stops)  # not at the end of the window, where Qt puts what comes later
            self.made.emit(panel)
        return self.widget()

    def setVisible(self, visible: bool) -> None:
        """Qt comes here whoever shows it: a tab, a key, a menu, a strip, an arrangement that is restored."""
        if visible:
            self.panel()
        super().setVisible(visible)


def _stops(panel: QWidget) -> Iterator[QWidget]:
    """What Tab may stop at in a panel that has no window yet, in order.

    PySide takes the next widget of the chain for a child of the one before. In a window that would make half of it
    unusable as soon as one of its widgets goes; what belongs to one panel goes together.
    """
    widget = panel.nextInFocusChain()
    while widget is not None and widget is not panel:
        if _is_stop(widget):
            yield widget
        widget = widget.nextInFocusChain()


def _is_stop(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
