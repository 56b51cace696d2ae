"""A column that scrolls up and down and is never cut off at its side."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from app.views.free_height import FreeHeight


class ColumnScroll(QScrollArea):
    """As wide as its contents need, with the scroll bar beside them."""

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(inside)
        self._inside = inside
        inside.installEventFilter(self)
        FreeHeight(self, inside)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and watched is self._inside:
            bar = self.verticalScrollBar().sizeHint().width()
            self.setMinimumWidth(self._inside.minimumSizeHint().width() + bar)
        return super().eventFilter(watched, event)
