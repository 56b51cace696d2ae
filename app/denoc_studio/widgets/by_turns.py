"""Panels that change all at once are laid out and painted one after the other, so that no turn of the event loop is a
long one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QLayout, QScrollArea, QWidget
from shiboken6 import Shiboken


class ByTurns(QObject):
    """What the panels hold is never late, only how it looks: of each, the column that it scrolls is laid out in one
    turn of the event loop, and all of it painted in another, in their order and the layouts first."""

    def __init__(self, panels: Sequence[QWidget], parent: QObject) -> None:
        super().__init__(parent)
        self._columns = {panel: _scrolled(panel) for panel in panels}
        self._held: list[QWidget] = []
        self._to_lay_out: list[QWidget] = []
        self._then: list[Callable[[], None]] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(1)  # ms: timers of 0 wait until there is nothing else to do, which may be never
        self._timer.timeout.connect(self._next)

    def hold(self, *, but: QWidget | None = None) -> None:
        """Everything is about to change; what there is on the screen stays until a panel's turn has come. `but` is not
        held: it is painted as soon as Qt comes to it, before them.

        One that waits already keeps its place, so that changes in quick succession keep nobody waiting for ever.
        """
        for panel, columns in self._columns.items():
            if panel not in self._held and panel is not but:
                self._held.append(panel)
                panel.setUpdatesEnabled(False)
                if columns:
                    self._to_lay_out.append(panel)
                    for column in columns:
                        column.hold()
        self._start()

    @property
    def busy(self) -> bool:
        """Is a panel waiting for its turn, or the last one being painted in it?"""
        return self._timer.isActive()

    def when_laid_out(self, then: Callable[[], None]) -> None:
        """To be called in a turn of its own: the next, or the one after every panel that waits has been laid out."""
        self._then.append(then)
        self._start()

    def _start(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _next(self) -> None:
        if self._to_lay_out:
            for column in self._columns[self._to_lay_out.pop(0)]:
                column.lay_out()
        elif self._then:
            self._then.pop(0)()
        elif self._held:
            self._held.pop(0).setUpdatesEnabled(True)
        else:
            return
        self._timer.start()


class _Column(QObject):
    """What an area scrolls: the area's own size does not depend on it, so that its layouts can wait."""

    def __init__(self, area: QScrollArea, inside: QWidget) -> None:
        super().__init__(inside)
        self._area, self._inside = area, inside
        self._waiting: list[QLayout] = []

    def hold(self) -> None:
        layouts = self._inside.findChildren(QLayout)
        self._waiting = [layout for layout in layouts if isinstance(layout.parent(), QWidget)]
        for layout in self._waiting:
            layout.setEnabled(False)
        self._inside.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Nobody else shares out its room meanwhile."""
        return event.type() == QEvent.Type.LayoutRequest

    def lay_out(self) -> None:
        """As Qt does it, but in this order: who shares out its room looks at it first, then it gets its size and with
        that the places of its parts. The other way round they would be placed three times."""
        self._inside.removeEventFilter(self)
        QCoreApplication.sendEvent(self._inside, QEvent(QEvent.Type.LayoutRequest))
        waiting, self._waiting = [layout for layout in self._waiting if Shiboken.isValid(layout)], []
        for layout in waiting:
            layout.setEnabled(True)
        own = self._inside.layout()
        assert own is not None
        own.invalidate()  # it may have been given another size meanwhile
        QCoreApplication.sendEvent(self._area, QEvent(QEvent.Type.LayoutRequest))
        for layout in waiting:
            layout.activate()


def _scrolled(panel: QWidget) -> list[_Column]:
    areas = [panel] if isinstance(panel, QScrollArea) else panel.findChildren(QScrollArea)
    inside = [(area, area.widget()) for area in areas]
    return [_Column(area, column) for area, column in inside if column is not None and column.layout() is not None]
