"""A study of many runs: what is asked for on the left, beside it what came of it, or why there is nothing yet."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from denoc_studio.widgets.empty_state import EmptyState
from denoc_studio.widgets.form_parts import tool
from denoc_studio.widgets.visibility import in_sight

MARGIN = 12
LEAST = 200  # pixels of height
SOON = 60  # milliseconds after a change of the project


class StudyPanel(QWidget):
    """`message` says in words what came of a copy or a file. A change of the project is looked at once it is seen."""

    message = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._due = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON)
        self._soon.timeout.connect(self._look)
        self.pages = QStackedWidget()
        self.setMinimumHeight(LEAST)  # words that wrap must not take the room of the arm

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._due:
            self._soon.start()

    def refresh(self) -> None:
        """Show the project as it is now."""
        raise NotImplementedError

    def look_soon(self) -> None:
        """The project has changed."""
        if in_sight(self):
            self._soon.start()
        else:
            self._due = True

    def _look(self) -> None:
        self._due = False
        self.refresh()

    def lay_out(self, form: QWidget, empty: EmptyState, above: QLayout, view: QWidget, below: QLayout) -> None:
        """`pages` has the empty state first, then the view between two rows."""
        filled = QWidget()
        column = QVBoxLayout(filled)
        column.setContentsMargins(0, 4, MARGIN, 8)
        column.setSpacing(6)
        column.addLayout(above)
        column.addWidget(view, 1)
        column.addLayout(below)
        for page in (empty, filled):
            self.pages.addWidget(page)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(form, 3)
        layout.addWidget(self.pages, 5)


def row(*widgets: QWidget, wide: QWidget | None = None) -> QHBoxLayout:
    """Widgets side by side; the one that is `wide` takes what is left, or room before the second."""
    made = QHBoxLayout()
    made.setSpacing(8)
    for place, widget in enumerate(widgets):
        if place == 1 and wide is None:
            made.addStretch(1)
        made.addWidget(widget, 1 if widget is wide else 0)
    return made


def result_tool(text: str, tip: str, slot: Callable[[], object]) -> QToolButton:
    """A button that Tab stops at."""
    button = tool(text, tip, slot)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button
