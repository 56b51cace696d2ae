"""A row of buttons that never hides the one that matters: those without room wait in a menu at its end."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QIcon, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

ROOMY, TIGHT = 18, 8  # pixels around a name, where all names have room and where not


class ButtonRow(QWidget):
    """Buttons in the order of their actions; `more` opens the menu of the others."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._buttons: dict[QAction, QToolButton] = {}
        self._first: Sequence[QAction] = ()
        self._arranged: object = None
        self.more = QToolButton(self)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setToolTip("More plots")
        self.more.setMenu(QMenu(self.more))

    def add(self, action: QAction) -> None:
        button = self._buttons[action] = QToolButton(self)
        button.setDefaultAction(action)

    def button(self, action: QAction) -> QToolButton:
        return self._buttons[action]

    def keep(self, first: Sequence[QAction]) -> None:
        """These have a button whatever the room, the first of them before all others."""
        self._first = first
        self._arrange()

    def set_icon(self, icon: QIcon) -> None:
        self.more.setIcon(icon)
        self._arranged = None
        self._arrange()

    def sizeHint(self) -> QSize:
        """Of all buttons."""
        return QSize(sum(self._widths(ROOMY).values()), self.more.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        widest = max(self._widths(TIGHT).values(), default=0)
        return QSize(widest + self.more.sizeHint().width(), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Only where something has changed: this is asked for at every redraw."""
        widths = self._widths(ROOMY)
        if sum(widths.values()) > self.width():
            widths = self._widths(TIGHT)
        state = (self.size(), widths, list(self._first))
        if state == self._arranged:
            return
        self._arranged = state
        shown = self._with_room(widths)
        left = 0
        for action, button in self._buttons.items():
            button.setVisible(action in shown)
            if action in shown:
                button.setGeometry(left, 0, widths[action], self.height())
                left += widths[action]
        hidden = [action for action in widths if action not in shown]
        self.more.setVisible(bool(hidden))
        self.more.setGeometry(left, 0, self.more.sizeHint().width(), self.height())
        self.more.menu().clear()
        self.more.menu().addActions(hidden)

    def _widths(self, around: int) -> dict[QAction, int]:
        """Of the buttons that there may be now, with so much around their texts."""
        return {
            action: button.fontMetrics().horizontalAdvance(button.text()) + around
            for action, button in self._buttons.items()
            if action.isVisible()
        }

    def _with_room(self, widths: dict[QAction, int]) -> set[QAction]:
        if sum(widths.values()) <= self.width():
            return set(widths)
        room = self.width() - self.more.sizeHint().width()
        found: set[QAction] = set()
        first = [action for action in dict.fromkeys(self._first) if action in widths]
        for action in (*first, *(action for action in widths if action not in first)):
            room -= widths[action]
            if room < 0 and found:
                break
            found.add(action)
        return found
