"""The plots of studies: their axes."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc_studio.look.theme import Themes
from denoc_studio.widgets.graphs.plane_plot import PlanePlot
from tests.support.studio.showing import shown


@pytest.mark.parametrize("width", [140, 150, 180, 220, 500])
def test_numbers_below_a_narrow_plot_do_not_touch(qtbot: QtBot, themes: Themes, width: int) -> None:
    plot = shown(qtbot, PlanePlot("one", themes), width, 250)
    plot.getPlotItem().getViewBox().setRange(xRange=(-270.0, 90.0), yRange=(-180.0, 180.0), padding=0)
    QApplication.processEvents()
    axis = plot.getPlotItem().getAxis("bottom")
    written, size = plot._font, axis.size().width()
    spacing, _ = axis.tickSpacing(-270.0, 90.0, size)[0]
    assert size * spacing / 360 > QFontMetricsF(written).horizontalAdvance("−200")
    assert spacing <= 360, "there are numbers"
