"""The title of a dock: its name, and buttons that take it out of the window or away."""

from __future__ import annotations

from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QToolButton, QWidget

from denoc_studio.look.icons import Icons


class DockTitle(QWidget):
    """What is not a button is left to the dock, which is dragged by it."""

    def __init__(self, dock: QDockWidget, icons: Icons) -> None:
        super().__init__(dock)
        self._dock = dock
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 3, 3, 3)
        row.setSpacing(0)
        name = QLabel(dock.windowTitle())
        name.setStyleSheet("font-weight: 600")
        row.addWidget(name, 1)
        for button, icon, tip in (
            (self._button(self._float), "dock-window", "Out of the window, or back into it (double click)"),
            (self._button(dock.close), "close", "Close; the View menu brings it back"),
        ):
            button.setToolTip(tip)
            button.setAccessibleName(f"{dock.windowTitle()}: {tip}")
            icons.put(button, icon)
            row.addWidget(button)

    def _button(self, slot: object) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.clicked.connect(slot)
        return button

    def _float(self) -> None:
        self._dock.setFloating(not self._dock.isFloating())
