"""Which plots are shown, and the bar that chooses them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from tests.support.studio.plotting import item


class TestChoice:
    def test_a_click_shows_a_plot(self, qtbot: QtBot, panel: PlotPanel, run: Run) -> None:
        qtbot.mouseClick(panel.bar.button("torques"), Qt.MouseButton.LeftButton)
        assert panel.current_name == "torques"
        assert [tile.kind.key for tile in panel.canvas.tiles] == ["torques"]

    def test_control_click_adds_and_removes(self, qtbot: QtBot, panel: PlotPanel, run: Run) -> None:
        control = Qt.KeyboardModifier.ControlModifier
        for key in ("energy", "path", "phase", "tip"):
            qtbot.mouseClick(panel.bar.button(key), Qt.MouseButton.LeftButton, control)
        assert panel.shown.keys == ["angles", "energy", "path", "tip"]  # the fifth took the place of the fourth
        qtbot.mouseClick(panel.bar.button("energy"), Qt.MouseButton.LeftButton, control)
        assert panel.shown.keys == ["angles", "path", "tip"]
        assert len(panel.canvas.tiles) == 3

    def test_tiles(self, qtbot: QtBot, panel: PlotPanel, run: Run) -> None:
        panel.show_plot("phase")
        for count in (2, 4, 1):
            button = panel.bar.layouts.widgetForAction(panel.bar.tiles[count])
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
            assert len(panel.canvas.tiles) == count
            assert panel.current_name == "phase"

    def test_is_remembered(
        self, panel: PlotPanel, document: Document, playback: Playback, preferences: Preferences, themes: Themes, qtbot
    ) -> None:
        panel.bar.tiles[2].trigger()
        again = PlotPanel(document, playback, preferences, themes)
        qtbot.addWidget(again)
        assert again.shown == panel.shown

    def test_a_small_window_shows_fewer_rather_than_slivers(self, qtbot: QtBot, panel: PlotPanel, run: Run) -> None:
        panel.bar.tiles[4].trigger()
        for size, most in (((700, 220), 1), ((820, 220), 2), ((400, 700), 3), ((500, 800), 4), ((700, 220), 1)):
            panel.resize(*size)
            qtbot.waitUntil(lambda most=most: len(panel.canvas.tiles) == most, timeout=2000)
            assert panel.current_name in [tile.kind.key for tile in panel.canvas.tiles]
            for tile in panel.canvas.tiles:
                assert tile.size().width() >= 240
                assert tile.size().height() >= 130
        assert "room for 1 of 4 plots" in panel.legend.note.text()
        assert len(panel.shown.keys) == 4


class TestBar:
    @pytest.fixture
    def names(self, panel: PlotPanel, run: Run) -> Callable[[], list[str]]:
        """Which names are to be seen in a narrow window."""
        panel.resize(600, 220)
        QApplication.processEvents()
        return lambda: [key for key in panel.bar.plots if panel.bar.button(key).isVisible()]

    def test_most_names_are_seen_in_a_small_window(self, panel: PlotPanel, names: Callable[[], list[str]]) -> None:
        assert len(names()) >= 9
        right = [panel.bar.button(key).geometry().right() for key in names()]
        assert right == sorted(right)
        assert panel.bar.names.more.geometry().right() <= panel.bar.names.width()

    @pytest.mark.parametrize("key", ["phase", "path", "angles"])
    def test_the_chosen_one_always(self, panel: PlotPanel, names: Callable[[], list[str]], key: str) -> None:
        panel.resize(420, 220)
        panel.bar.tiles[4].trigger()
        panel.show_plot(key)
        QApplication.processEvents()
        assert key in names()
        assert panel.bar.button(key).geometry().right() < panel.bar.names.width()

    def test_the_others_are_in_a_menu(self, qtbot: QtBot, panel: PlotPanel, names: Callable[[], list[str]]) -> None:
        assert "phase" not in names()
        menu = panel.bar.names.more.menu()
        QTimer.singleShot(0, lambda: qtbot.keyClick(menu, Qt.Key.Key_Up))
        QTimer.singleShot(50, lambda: qtbot.keyClick(menu, Qt.Key.Key_Return))
        qtbot.mouseClick(panel.bar.names.more, Qt.MouseButton.LeftButton)
        assert panel.current_name == "phase"
        assert "phase" in names()

    def test_one_button_for_the_layouts(self, qtbot: QtBot, panel: PlotPanel, names: Callable[[], list[str]]) -> None:
        assert not panel.bar.layouts.isVisible()
        assert panel.bar.layout_button.menu().actions() == list(panel.bar.tiles.values())
        panel.resize(1000, 300)
        QApplication.processEvents()
        assert panel.bar.layouts.isVisible()
        assert not panel.bar.layout_button.isVisible()
        assert not panel.bar.names.more.isVisible()

    def test_the_plane_takes_no_name_away(self, qtbot: QtBot, panel: PlotPanel, names: Callable[[], list[str]]) -> None:
        before = len(names())
        panel.show_plot("path")
        assert len(names()) >= before - 1
        box = panel.legend.plane
        assert box.isVisible()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        qtbot.keyClick(box, Qt.Key.Key_Down)
        assert item(panel, "path").content.y.label == "z [m]"
