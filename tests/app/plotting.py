"""Looking at plots and clicking on them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.results import Run
from app.views.plot_legend import NAME
from app.views.plot_panel import PlotPanel

Compute = Callable[..., Run]
DEGREE = 180 / np.pi


def strokes(panel: PlotPanel, key: str) -> dict:
    return {s.curve.key: s for item in panel.sheet.tile(key).items for s in item.curves.strokes}


def item(panel: PlotPanel, key: str | None = None):
    return panel.sheet.tile(key or panel.current_name).items[0]


def pixel(panel: PlotPanel, t: float, share: float = 0.3, key: str | None = None) -> QPoint:
    """Of time t in a plot, some way down."""
    place = item(panel, key)
    return QPoint(round(place.mapping.across(t)), round(place.frame.top() + share * place.frame.height()))


def legend_click(qtbot: QtBot, panel: PlotPanel, row: int, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    view = panel.legend.view
    place = view.visualRect(panel.legend.model.index(row, NAME)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, place)


def legend_texts(panel: PlotPanel, column: int) -> list[str]:
    model = panel.legend.model
    return [model.index(row, column).data() for row in range(model.rowCount())]


def pixels_of(panel: PlotPanel, colour: str, key: str | None = None) -> int:
    """How many pixels within the frame of the plot have this colour, as far as a screen of 16 bits can tell."""
    QApplication.processEvents()
    image = panel.canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    whole = rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).astype(int)
    frame = item(panel, key).frame.toRect()
    part = whole[frame.top() : frame.bottom(), frame.left() : frame.right()]
    return int((np.abs(part - QColor(colour).getRgb()[:3]).max(axis=-1) <= 40).sum())
