"""Pages behind tabs whose names are seen whole."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStyle, QTabBar, QTabWidget, QWidget

from denoc_studio.look.theme import fusion


class PageTabs(QTabWidget):
    """In document mode."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabBar(_TallTabBar())
        self.setDocumentMode(True)
        self.setAccessibleName(name)


class _TallTabBar(QTabBar):
    """Qt moves down the names that are not in front, takes that off their height, and cuts their letters."""

    def tabSizeHint(self, index: int) -> QSize:
        shift = fusion().pixelMetric(QStyle.PixelMetric.PM_TabBarTabShiftVertical, None, self)
        return super().tabSizeHint(index) + QSize(0, shift)
