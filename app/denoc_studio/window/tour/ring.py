"""A frame round a widget that is pointed at."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from denoc_studio.look.theme import Themes

WIDTH = 2  # pixels


class Ring(QWidget):
    """A child of the window over everything else, and only as large as its line."""

    def __init__(self, window: QWidget, themes: Themes) -> None:
        super().__init__(window)
        self._themes = themes
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def put(self, area: QRect) -> None:
        if area != self.geometry() or not self.isVisible():
            self.setGeometry(area)
            inner = self.rect().adjusted(WIDTH, WIDTH, -WIDTH, -WIDTH)
            self.setMask(QRegion(self.rect()).subtracted(QRegion(inner)))
            self.show()
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(self._themes.current.ink))


def area_of(target: QWidget, window: QWidget) -> QRect:
    """Of the target what is seen, in the window's pixels; empty where it is hidden, or in a window of its own."""
    if not target.isVisible() or target.window() is not window:
        return QRect()
    area = QRect(target.mapTo(window, QPoint(0, 0)), target.size())
    above = target.parentWidget()
    while above is not None and above is not window:
        area &= QRect(above.mapTo(window, QPoint(0, 0)), above.size())
        above = above.parentWidget()
    return area & window.rect()
