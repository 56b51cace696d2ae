"""A tip that says how a typed sum or unit was read, as "pi/2 rad = 90°"."""

from __future__ import annotations

from PySide6.QtCore import QRect, QTimer
from PySide6.QtWidgets import QToolTip, QWidget

SHOWN_FOR = 4000  # milliseconds


def tell_reading(widget: QWidget, place: QRect, words: str) -> None:
    """Below `place`, once the change of focus that comes with Enter or Tab is over: it would hide the tip."""
    if words:
        corner = place.bottomLeft()
        QTimer.singleShot(
            0, widget, lambda: QToolTip.showText(widget.mapToGlobal(corner), words, widget, QRect(), SHOWN_FOR)
        )
