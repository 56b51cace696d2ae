"""Can a widget be seen? Qt keeps a dock that is a tab behind another one visible, and moves it out of the window."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget


def in_sight(widget: QWidget) -> bool:
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    return widget.isVisible() and window.rect().intersects(place)
