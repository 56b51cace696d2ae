"""Panels that change all at once are painted one after the other, so that no turn of the event loop is a long one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget


class ByTurns(QObject):
    """What the panels show is never late, only its painting: a turn of the event loop for each, in their order."""

    def __init__(self, panels: Sequence[QWidget], parent: QObject) -> None:
        super().__init__(parent)
        self._panels = panels
        self._held: list[QWidget] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(1)  # ms: timers of 0 wait until there is nothing else to do, which may be never
        self._timer.timeout.connect(self._paint_next)

    def hold(self) -> None:
        """Everything is about to change; what there is on the screen stays until a panel's turn has come.

        One that waits already keeps its place, so that changes in quick succession keep nobody waiting for ever.
        """
        for panel in self._panels:
            if panel not in self._held:
                self._held.append(panel)
                panel.setUpdatesEnabled(False)
        if not self._timer.isActive():
            self._timer.start()

    @property
    def busy(self) -> bool:
        """Is a panel waiting for its turn, or the last one being painted in it?"""
        return self._timer.isActive()

    def _paint_next(self) -> None:
        if self._held:
            self._held.pop(0).setUpdatesEnabled(True)
            self._timer.start()
