"""From panel to panel by key: also out of tables, in which Tab goes from cell to cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.views.sight import in_sight


class PanelFocus(QObject):
    """Goes round the panels that are seen, each with the widget to begin at, or None for its first one."""

    def __init__(self, panels: Mapping[QWidget, QWidget | None], parent: QObject) -> None:
        super().__init__(parent)
        self._panels = panels
        self._last: QWidget | None = None  # that had the focus: what is typed loses it when it is taken over
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def move(self, by: int) -> None:
        """To the next panel, or with -1 to the one before."""
        seen = [panel for panel in self._panels if in_sight(panel)]
        if seen:
            place = seen.index(self._last) + by if self._last in seen else 0
            panel = seen[place % len(seen)]
            (self._panels[panel] or next(_stops(panel), panel)).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None:
            self._last = next((panel for panel in self._panels if new is panel or panel.isAncestorOf(new)), None)


def _stops(panel: QWidget) -> Iterator[QWidget]:
    """What Tab would stop at in a panel, in order."""
    widget = panel.nextInFocusChain()
    while widget is not None and panel.isAncestorOf(widget):
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield widget
        widget = widget.nextInFocusChain()
