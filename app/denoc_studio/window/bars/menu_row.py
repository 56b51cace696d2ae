"""The top row: menus on the left, the project's name in the middle, what is wanted at any time on the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAction, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenuBar, QToolButton, QWidget

from denoc_studio.look.fonts import scaled_font
from denoc_studio.window.dock_title import SEMIBOLD

HEIGHT, GAP = 31, 12  # pixels: of the row without its line, and round the name
EDITED = "edited"


class MenuRow(QMenuBar):
    """The name gives way to the menus and the buttons."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ""
        self.name, self.state = QLabel(self), QLabel(self)
        self.name.setFont(scaled_font(13, SEMIBOLD))
        self.state.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        for label in (self.name, self.state):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            label.hide()

    def show_name(self, name: str, modified: bool) -> None:
        self._name = name
        self.state.setText(EDITED if modified else "")
        self._place()

    def put_corner(self, groups: Sequence[Sequence[QAction]], named: QAction, name: str) -> None:
        """Buttons in groups; the last one, `named`, has its name beside its icon."""
        corner = QWidget(self)  # or it would go with this name
        row = QHBoxLayout(corner)
        row.setContentsMargins(0, 0, GAP, 0)
        row.setSpacing(2)
        for group in (*groups, [named]):
            for action in group:
                button = QToolButton()
                button.setDefaultAction(action)
                button.setAutoRaise(True)
                row.addWidget(button)
            row.addSpacing(GAP if group is not groups[-1] else 2)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setText(name)
        corner.setFixedHeight(HEIGHT)
        self.setCornerWidget(corner)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """In the middle of the window, or of what is free."""
        menus = self.actions()
        left = self.actionGeometry(menus[-1]).right() + GAP if menus else GAP
        corner = self.cornerWidget()
        right = self.width() - (corner.sizeHint().width() if corner is not None else 0) - GAP
        metrics, state = self.name.fontMetrics(), self.state.sizeHint().width() + GAP // 2 if self.state.text() else 0
        name = metrics.elidedText(self._name, Qt.TextElideMode.ElideMiddle, max(right - left - state, 0))
        width = metrics.horizontalAdvance(name) + 2
        start = min(max((self.width() - width) // 2, left), max(right - width - state, left))
        fits = width > 3 * GAP and start + width + state <= right
        self.name.setText(name)
        self.name.setGeometry(QRect(start, 0, width, self.height()))
        self.state.setGeometry(QRect(start + width + GAP // 2, 0, state, self.height()))
        self.name.setVisible(fits)
        self.state.setVisible(fits and bool(state))
