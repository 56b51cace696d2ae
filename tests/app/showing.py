"""A widget on the screen, and gone after the test."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

Widget = TypeVar("Widget", bound=QWidget)


def shown(qtbot: QtBot, widget: Widget, width: int, height: int) -> Widget:
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()
    qtbot.waitExposed(widget)
    return widget
