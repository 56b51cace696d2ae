"""Curves told apart without their colours: their joints' numbers on them."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.session.run import Run
from tests.support.studio.plotting import item


def grey(panel: PlotPanel) -> np.ndarray:
    """The plots as somebody sees them who sees no colours."""
    image = panel.canvas.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    return np.frombuffer(bytes(image.constBits()), np.uint8).reshape(image.height(), -1)


def test_numbers_are_drawn_where_they_are_wanted(
    qtbot: QtBot, panel: PlotPanel, run: Run, preferences: Preferences
) -> None:
    qtbot.waitUntil(lambda: grey(panel).max() > 0)  # painted
    plain = grey(panel)
    assert all(not stroke.line.numbers for stroke in item(panel, "angles").curves.strokes)
    preferences["numbers"] = True
    panel.redraw()
    assert [stroke.line.numbers > 0 for stroke in item(panel, "angles").curves.strokes] == [True] * 3
    discs = 3 * 50 / plain.size  # at least one for each joint, and little else changes
    qtbot.waitUntil(lambda: discs < (grey(panel) != plain).mean() < 0.1)
    preferences["numbers"] = False
    panel.redraw()
    assert all(not stroke.line.numbers for stroke in item(panel, "angles").curves.strokes)
