"""Which widgets can be seen, and how Tab goes through them."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtWidgets import QWidget


def in_sight(widget: QWidget) -> bool:
    """Qt keeps a dock that is a tab behind another one visible, and moves it out of the window."""
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    return widget.isVisible() and window.rect().intersects(place)


def following(start: QWidget) -> Iterator[QWidget]:
    """The widgets that follow in the order of Tab, whether it stops at them or not, until it is back at `start`.

    PySide takes each for a child of the one before. As soon as one of them went, all that Qt has made for those after
    it, in the end for the whole window, could not be used any more: it is told at once whose child each of them is.
    """
    widget = start.nextInFocusChain()
    while widget is not None:
        QObject.setParent(widget, widget.parent())  # Qt does nothing, as it has this parent; PySide learns of it
        if widget is start:
            return
        yield widget
        widget = widget.nextInFocusChain()
