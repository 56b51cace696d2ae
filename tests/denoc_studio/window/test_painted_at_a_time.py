"""What is painted when the time cursor goes on: what shows the time, and not what lies beneath it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.plots.legend_model import NAME, Group
from tests.support.studio.windows import open_window


class Painted(QObject):
    """Regions by what was painted, in its own coordinates."""

    def __init__(self) -> None:
        super().__init__()
        self.regions: dict[QObject, QRegion] = {}

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.regions[watched] = self.regions.get(watched, QRegion()) + event.region()
        return False


def test_what_lies_beneath_the_legend_and_the_slider_stays(
    qtbot: QtBot, qapp: QApplication, preferences: Preferences
) -> None:
    window = open_window(qtbot, preferences)
    window.resize(1280, 800)
    playback, legend, timeline = window.session.playback, window.plots.legend, window.timeline
    playback.pause()
    qtbot.waitUntil(lambda: len(legend.view.rows) == 4)
    view, painted = legend.view, Painted()
    qapp.installEventFilter(painted)

    def only_what_shows_the_time() -> None:
        """Once all else is at rest."""
        painted.regions.clear()
        playback.step(1)
        qapp.processEvents()
        seen = painted.regions
        assert {timeline.slider, view.viewport()} <= set(seen)
        assert not {legend, view, window.plots} & set(seen)
        assert not seen.get(timeline, QRegion()).intersects(timeline.slider.geometry())
        assert seen[timeline.slider].boundingRect() == timeline.slider.rect()
        inside = seen[view.viewport()]
        assert inside.boundingRect().left() >= view.columnWidth(NAME)
        for k, row in enumerate(view.rows):
            place = QRect(0, view.rowViewportPosition(k), view.width(), view.rowHeight(k))
            assert inside.intersects(place) != isinstance(row, Group)

    qtbot.waitUntil(only_what_shows_the_time)
    qapp.removeEventFilter(painted)
    only = view.viewport().grab().toImage()
    assert only.pixelColor(5, only.height() - 5).name() == view.theme.base
