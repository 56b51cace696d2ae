"""The plots under the mouse: cursor, zoom, measuring, menu."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from denoc_studio.look.colours import joint_colours
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.plots.legend_model import DIFFERENCE
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.plots.readout import four_digits
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from tests.support.studio.plotting import DEGREE, Compute, item, legend_click, legend_texts, pixel, pixels_of, toggle


class TestCursor:
    def test_a_click_seeks(self, qtbot: QtBot, panel: PlotPanel, run: Run, playback: Playback) -> None:
        for t in (2.5, 7.1):
            qtbot.mouseClick(panel.canvas.viewport(), Qt.MouseButton.LeftButton, pos=pixel(panel, t))
            width = run.duration / item(panel).frame.width()
            assert playback.time == pytest.approx(t, abs=width)

    def test_its_line_is_dragged(self, qtbot: QtBot, panel: PlotPanel, run: Run, playback: Playback) -> None:
        playback.seek(4.0)
        viewport = panel.canvas.viewport()
        qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=pixel(panel, 4.0))
        for t in (4.5, 5.0, 6.0):
            qtbot.mouseMove(viewport, pixel(panel, t))
            assert playback.time == pytest.approx(t, abs=0.02)
        qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=pixel(panel, 6.0))
        qtbot.mouseMove(viewport, pixel(panel, 8.0))
        assert playback.time == pytest.approx(6.0, abs=0.02)
        assert item(panel).box.viewRange()[0] == pytest.approx([0, run.duration])  # it did not pan

    def test_what_is_to_come_is_as_strong_as_what_was(self, panel: PlotPanel, run: Run, playback: Playback) -> None:
        colour = joint_colours(3)[2]
        everything = pixels_of(panel, colour)
        for t in (run.duration / 2, run.end):
            playback.seek(t)
            QApplication.processEvents()
            assert pixels_of(panel, colour) == pytest.approx(everything, rel=0.1)

    def test_moving_it_redraws_no_curve(self, qtbot: QtBot, panel: PlotPanel, run: Run, playback: Playback) -> None:
        playback.seek(1.0)
        qtbot.waitUntil(lambda: not (panel._redraw_timer.isActive() or panel._parts.busy) and panel.canvas._is_current)
        picture = panel.canvas._picture
        assert picture is not None
        playback.seek(2.0)
        QApplication.processEvents()
        assert panel.canvas._picture is picture

    def test_its_time_stands_below_the_lowest_plots_only(self, panel: PlotPanel, run: Run, playback: Playback) -> None:
        panel.resize(1100, 600)
        panel.bar.tiles[4].trigger()
        panel.show_plot("rates")
        playback.seek(5.0)
        QApplication.processEvents()
        keys = [tile.kind.key for tile in panel.canvas.tiles]
        frames = [item(panel, key).frame for key in keys]
        assert [(frame.left(), frame.top()) for frame in frames] == [
            (frames[k % 2].left(), frames[k - k % 2].top()) for k in range(4)
        ]
        assert {round(frame.height()) for frame in frames} == {round(frames[0].height())}
        picture, ink = panel.canvas.picture().toImage(), panel.canvas.overlay.theme.ink
        for k, (key, frame) in enumerate(zip(keys, frames, strict=True)):
            below = round(item(panel, key).mapping.across(5.0)) - 20, round(frame.bottom()) + 10
            assert (picture.pixelColor(*below).name() == ink) is (k >= 2)

    def test_a_click_in_the_phase_portrait_seeks(
        self, qtbot: QtBot, panel: PlotPanel, run: Run, playback: Playback
    ) -> None:
        panel.show_plot("phase")
        legend_click(qtbot, panel, 0, Qt.KeyboardModifier.ControlModifier)
        QApplication.processEvents()
        mapping, (stroke,) = item(panel).mapping, item(panel).curves.strokes
        place = QPoint(round(mapping.across(stroke.curve.x[321])), round(mapping.up(stroke.curve.y[321])))
        qtbot.mouseClick(panel.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)
        row = run.index_at(playback.time)
        near = QPointF(mapping.across(stroke.curve.x[row]), mapping.up(stroke.curve.y[row])) - QPointF(place)
        assert near.manhattanLength() < 2


class TestZoom:
    def wheel(self, panel: PlotPanel, place: QPoint, steps: int, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        viewport = panel.canvas.viewport()
        event = QWheelEvent(
            QPointF(place),
            QPointF(viewport.mapToGlobal(place)),
            QPoint(),
            QPoint(0, 120 * steps),
            Qt.MouseButton.NoButton,
            modifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(viewport, event)
        QApplication.processEvents()

    def test_the_wheel_zooms_time_in_every_plot(self, panel: PlotPanel, run: Run) -> None:
        panel.bar.tiles[4].trigger()
        QApplication.processEvents()
        before = item(panel, "torques").box.viewRange()[1]
        self.wheel(panel, pixel(panel, 5.0, key="torques"), 3)
        spans = [tile.items[0].box.viewRange()[0] for tile in panel.canvas.tiles]
        assert spans[0][1] - spans[0][0] < 0.9 * run.duration
        for span in spans:
            assert span == pytest.approx(spans[0])
        assert item(panel, "torques").box.viewRange()[1] == before

    def test_survives_new_data_until_autorange(
        self, qtbot: QtBot, panel: PlotPanel, run: Run, computed: Compute
    ) -> None:
        place = pixel(panel, 5.0)
        self.wheel(panel, place, 3)
        self.wheel(panel, place, 3, Qt.KeyboardModifier.ControlModifier)
        zoomed = item(panel).box.viewRange()
        computed()
        panel.redraw()
        np.testing.assert_allclose(item(panel).box.viewRange(), zoomed)
        qtbot.mouseClick(panel.bar.tools.widgetForAction(panel.fit_action), Qt.MouseButton.LeftButton)
        (left, right), (low, high) = item(panel).box.viewRange()
        assert (left, right) == pytest.approx((0, run.duration))
        assert low < run.recording.q.min() * DEGREE < run.recording.q.max() * DEGREE < high

    def test_a_double_click_fits(self, qtbot: QtBot, panel: PlotPanel, run: Run) -> None:
        self.wheel(panel, pixel(panel, 5.0), 3)
        qtbot.mouseDClick(panel.canvas.viewport(), Qt.MouseButton.LeftButton, pos=pixel(panel, 5.0))
        assert item(panel).box.viewRange()[0] == pytest.approx([0, run.duration])

    def test_dragging_pans(self, qtbot: QtBot, panel: PlotPanel, run: Run, playback: Playback) -> None:
        self.wheel(panel, pixel(panel, 5.0), 5)
        left, right = item(panel).box.viewRange()[0]
        viewport, start = panel.canvas.viewport(), pixel(panel, 5.0)
        qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
        for step in range(1, 6):
            qtbot.mouseMove(viewport, start + QPoint(10 * step, 0))
            qtbot.wait(20)
        qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(50, 0))
        panned = item(panel).box.viewRange()[0]
        assert panned[0] < left
        assert panned[1] - panned[0] == pytest.approx(right - left)
        assert playback.time == 0.0


class TestMeasure:
    def test_two_lines_and_their_numbers(self, qtbot: QtBot, panel: PlotPanel, run: Run) -> None:
        qtbot.mouseClick(panel.bar.tools.widgetForAction(panel.measure_action), Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        viewport, lines = panel.canvas.viewport(), panel.canvas.overlay.measure
        assert set(lines) == {"A", "B"}
        for name, t in (("A", 2.0), ("B", 4.5)):
            qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=pixel(panel, lines[name], 0.6))
            qtbot.mouseMove(viewport, pixel(panel, t, 0.6))
            qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=pixel(panel, t, 0.6))
            assert lines[name] == pytest.approx(t, abs=0.02)
        a, b = lines["A"], lines["B"]
        text = panel.legend.foot.text()
        assert f"{a:.4f}" in text
        assert f"{b:.4f}" in text
        assert f"{b - a:.4f}" in text
        assert f"{1 / (b - a):.4g} Hz" in text
        r = run.recording
        for joint, text in enumerate(legend_texts(panel, DIFFERENCE)):
            curve = r.q[:, joint] * DEGREE
            assert text == four_digits(float(np.interp(b, r.t, curve) - np.interp(a, r.t, curve)))
        panel.measure_action.trigger()
        assert not panel.canvas.overlay.measure
        assert panel.legend.view.isColumnHidden(DIFFERENCE)


class TestMenu:
    def open(self, qtbot: QtBot, panel: PlotPanel) -> QMenu:
        qtbot.mouseClick(panel.canvas.viewport(), Qt.MouseButton.RightButton, pos=pixel(panel, 5.0))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        return menu

    def test_is_ours(self, qtbot: QtBot, panel: PlotPanel, run: Run) -> None:
        menu = self.open(qtbot, panel)
        names = [action.text() for action in menu.actions() if not action.isSeparator()]
        first, copies = ["Fit", "Measure", "Grid", "Why did it change?..."], ["Copy picture", "Copy data"]
        assert names == [*first, *copies, "Export this plot...", "Export all..."]
        menu.close()

    def test_grid(self, qtbot: QtBot, panel: PlotPanel, run: Run, preferences: Preferences) -> None:
        menu = self.open(qtbot, panel)
        qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(panel.grid_action).center())
        assert item(panel).left.grid is False
        assert preferences.settings.value("plots/grid") == "false"

    def test_copy_data(self, qtbot: QtBot, panel: PlotPanel, run: Run, preferences: Preferences) -> None:
        preferences["degrees"] = False
        panel.redraw()
        legend_click(qtbot, panel, 0)
        panel.copy_data_action.trigger()
        qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().startswith("t [s]"), timeout=3000)
        header, *lines = QGuiApplication.clipboard().text().splitlines()
        assert header == "t [s]\tq2 [rad]\tq3 [rad]"
        table = np.array([line.split("\t") for line in lines], dtype=float)
        np.testing.assert_array_equal(table[:, 1:], run.recording.q[:, 1:])
        said: list[str] = []
        panel.message.connect(said.append)
        for curve in (1, 2):
            toggle(panel, curve)
        panel.copy_data_action.trigger()
        qtbot.waitUntil(lambda: bool(said))
        assert said == ["Nothing was copied: every curve of this plot is hidden in the legend."]
        assert QGuiApplication.clipboard().text().startswith(header)

    def test_copy_picture(self, panel: PlotPanel, run: Run) -> None:
        panel.copy_picture_action.trigger()
        assert QGuiApplication.clipboard().image().width() == panel.canvas.width()
