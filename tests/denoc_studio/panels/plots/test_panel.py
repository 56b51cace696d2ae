"""What the plots show: curves, the legend, runs and themes."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.files.projects.project import inverse_recording
from denoc.runs.recording import Chunk
from denoc.runs.simulation import stream
from denoc_studio.look.colours import joint_colours
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.plots.canvas import QUICK
from denoc_studio.panels.plots.legend_model import ACROSS, NAME, VALUE
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.plots.readout import four_digits
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from tests.support.studio.plotting import (
    DEGREE,
    Compute,
    arrive,
    compute,
    item,
    legend_click,
    legend_texts,
    picture,
    pixels_of,
    strokes,
    toggle,
    value_at_cursor,
)
from tests.support.studio.showing import recolour


def test_a_cursor_that_moves_leaves_the_picture_as_if_all_were_painted(
    panel: PlotPanel, run: Run, playback: Playback, qtbot: QtBot
) -> None:
    panel.show_plot("angles")
    qtbot.waitUntil(lambda: not panel._redraw_timer.isActive() and not panel._parts.busy)
    viewport = panel.canvas.viewport()
    shown = QImage(viewport.size(), QImage.Format.Format_RGB32)
    viewport.render(shown)
    before = panel.canvas.overlay.touched(panel.canvas.tiles)
    playback.seek(run.end / 3)
    viewport.render(shown, before.boundingRect().topLeft(), before)
    after = panel.canvas.overlay.touched(panel.canvas.tiles)
    viewport.render(shown, after.boundingRect().topLeft(), after)
    whole = QImage(viewport.size(), QImage.Format.Format_RGB32)
    viewport.render(whole)
    assert shown == whole


def test_curves_that_change_are_painted_once(
    panel: PlotPanel, run: Run, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where they were to be painted before the scene has said what has changed."""
    qtbot.waitUntil(lambda: not panel._redraw_timer.isActive() and not panel._parts.busy and panel.canvas.is_quick)
    QApplication.processEvents()
    drawn = Mock(wraps=panel.canvas._drawn)
    monkeypatch.setattr(panel.canvas, "_drawn", drawn)
    panel._at_once.emit()
    panel.canvas.refresh()
    QCoreApplication.sendPostedEvents()
    qtbot.waitUntil(lambda: panel.canvas._is_current and not panel._parts.busy)
    QApplication.processEvents()
    assert drawn.call_count == 1


class TestCurves:
    @pytest.mark.parametrize("name", ["q", "qd", "qdd", "tau"])
    def test_equal_the_recording(self, panel: PlotPanel, run: Run, preferences: Preferences, name: str) -> None:
        preferences["degrees"] = False
        panel.show_plot({"q": "angles", "qd": "rates", "qdd": "accelerations", "tau": "torques"}[name])
        for joint in range(3):
            curve = strokes(panel, panel.current_name)[f"joint {joint + 1}"].curve
            np.testing.assert_array_equal(curve.x, run.recording.t)
            np.testing.assert_array_equal(curve.y, getattr(run.recording, name)[:, joint])

    def test_power_energy_drift_tip_and_phase(self, panel: PlotPanel, run: Run, preferences: Preferences) -> None:
        preferences["degrees"] = False
        r = run.recording
        expected = {
            "power": {"joint 2": r.tau[:, 1] * r.qd[:, 1]},
            "energy": {"kinetic": r.kinetic, "potential": r.potential, "total": r.total},
            "drift": {"drift": r.energy_drift},
            "tip": {f"tip {axis}": run.tip_path()[:, k] for k, axis in enumerate("xyz")},
            "path": {"tip path": run.tip_path()[:, 1]},
            "phase": {"joint 3": r.qd[:, 2]},
        }
        for key, curves in expected.items():
            panel.show_plot(key)
            for name, values in curves.items():
                np.testing.assert_array_equal(strokes(panel, key)[name].curve.y, values)
        np.testing.assert_array_equal(strokes(panel, "phase")["joint 3"].curve.x, r.q[:, 2])

    def test_go_when_their_plot_leaves_the_sheet_and_come_back_with_it(self, panel: PlotPanel, run: Run) -> None:
        """Or each plot that was ever looked at would keep the run that it showed last; how it was zoomed stays."""
        panel.show_plot("rates")
        tile = panel.sheet.tile("rates")
        tile.items[0].fitting = False
        tile.items[0].box.setYRange(-1.0, 2.0, padding=0)
        panel.show_plot("torques")
        assert tile not in panel.canvas.tiles
        assert not any(item.curves.strokes or item.content.curves for item in tile.items)
        assert tile.named == {}
        panel.show_plot("rates")
        assert panel.sheet.tile("rates") is tile
        np.testing.assert_array_equal(strokes(panel, "rates")["joint 1"].curve.x, run.recording.t)
        assert tile.items[0].box.viewRange()[1] == pytest.approx([-1.0, 2.0])

    def test_are_on_the_screen_in_the_joints_colours(self, panel: PlotPanel, run: Run) -> None:
        assert all(pixels_of(panel, colour) > 20 for colour in joint_colours(3)[1:])

    def test_grow_while_the_run_goes_on(
        self, qtbot: QtBot, panel: PlotPanel, document: Document, playback: Playback
    ) -> None:
        run = Run(1, document.project)
        chunks = list(stream(document.project.job()))
        whole = {name: np.concatenate([getattr(c, name) for c in chunks]) for name in Chunk._fields[:9]}
        document.results.start(run)
        for start, end, status in ((0, 200, "running"), (200, 700, "running"), (700, 1001, "completed")):
            rows = {name: values[start:end] for name, values in whole.items()}
            arrive(document, 1, Chunk(**rows, reached=1.0, steps=1, evaluations=1, status=status, message=""))
            qtbot.waitUntil(lambda end=end: len(strokes(panel, "angles")["joint 1"].curve.y) == end, timeout=1000)
            assert item(panel).box.viewRange()[0] == pytest.approx([0, run.duration])

    def test_mixed_arms_have_a_panel_for_each_unit(self, panel: PlotPanel, computed: Compute) -> None:
        computed(load("stanford-free-fall"))
        panel.redraw()
        upper, lower = panel.sheet.tile("angles").items
        assert (upper.content.y.label, lower.content.y.label) == ("angle [°]", "displacement [m]")
        assert [s.curve.joint for s in lower.curves.strokes] == [2]
        upper.box.setXRange(0.2, 0.4, padding=0)
        upper.box.sigRangeChangedManually.emit([True, False])
        assert lower.box.viewRange()[0] == pytest.approx([0.2, 0.4])

    def test_inverse_runs_have_no_drift(self, panel: PlotPanel, document: Document) -> None:
        panel.show_plot("drift")
        project = load("planar-3r-inverse")
        document.replace(project)
        run = Run(5, project)
        r = inverse_recording(project)
        nothing = np.zeros(len(r.t))
        chunk = Chunk(
            r.t, r.q, r.qd, r.qdd, r.tau, r.kinetic, r.potential, nothing, nothing, 1.0, 0, 0, "completed", ""
        )
        document.results.start(run)
        arrive(document, 5, chunk)
        panel.redraw()
        assert not panel.bar.plots["drift"].isEnabled()
        assert panel.current_name == "angles"


class TestLegend:
    def test_model(self, panel: PlotPanel, run: Run) -> None:
        tester = QAbstractItemModelTester(panel.legend.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        panel.show_plot("energy")
        toggle(panel, 1)
        panel.show_plot("angles")
        assert tester.model() is panel.legend.model

    def test_hides_a_joint_in_every_plot(self, qtbot: QtBot, panel: PlotPanel, run: Run) -> None:
        panel.bar.tiles[2].trigger()
        colour = joint_colours(3)[1]
        assert pixels_of(panel, colour, "angles") > 20
        legend_click(qtbot, panel, 1)
        for key in panel.shown.keys:
            assert set(strokes(panel, key)) == {"joint 1", "joint 3"}
        assert pixels_of(panel, colour, "angles") == 0
        panel.show_plot("rates")
        assert set(strokes(panel, "rates")) == {"joint 1", "joint 3"}
        legend_click(qtbot, panel, 1)
        assert len(strokes(panel, "rates")) == 3

    def test_solo_all_none(self, qtbot: QtBot, panel: PlotPanel, run: Run) -> None:
        control = Qt.KeyboardModifier.ControlModifier
        legend_click(qtbot, panel, 2, control)
        assert set(strokes(panel, "angles")) == {"joint 3"}
        legend_click(qtbot, panel, 2, control)
        assert len(strokes(panel, "angles")) == 3
        qtbot.mouseClick(panel.legend.none_button, Qt.MouseButton.LeftButton)
        assert not strokes(panel, "angles")
        qtbot.mouseClick(panel.legend.all_button, Qt.MouseButton.LeftButton)
        assert len(strokes(panel, "angles")) == 3

    def test_by_keyboard(self, qtbot: QtBot, panel: PlotPanel, run: Run) -> None:
        panel.legend.view.setFocus()
        panel.legend.view.setCurrentIndex(panel.legend.model.index(1, NAME))
        qtbot.keyClick(panel.legend.view, Qt.Key.Key_Down)
        qtbot.keyClick(panel.legend.view, Qt.Key.Key_Space)
        assert set(strokes(panel, "angles")) == {"joint 1", "joint 3"}

    def test_scrolls_for_many_joints(self, panel: PlotPanel, computed: Compute) -> None:
        project = load("planar-3r-free-fall")
        for _ in range(27):
            project = edits.duplicate_link(project, 0)
        computed(edits.set_run(project, duration=0.02, samples=3))
        panel.redraw()
        QApplication.processEvents()
        assert len(panel.legend.model.entries) == 30
        assert panel.legend.view.verticalScrollBar().maximum() > 0

    def test_values_are_those_of_the_data(self, panel: PlotPanel, run: Run, playback: Playback) -> None:
        r = run.recording
        for row in (0, 137, 500):
            playback.seek(float(r.t[row]))
            assert legend_texts(panel, VALUE) == [four_digits(v) for v in r.q[row] * DEGREE]
        middle = (r.t[500] + r.t[501]) / 2
        playback.seek(float(middle))
        assert value_at_cursor(panel, "joint 1") == pytest.approx((r.q[500, 0] + r.q[501, 0]) / 2 * DEGREE)

    def test_says_why_torques_jump(self, panel: PlotPanel, document: Document, playback: Playback) -> None:
        document.replace(load("puma560"))
        run = compute(document, playback)
        panel.show_plot("torques")
        np.testing.assert_array_equal(strokes(panel, "torques")["joint 1"].curve.y, run.recording.tau[:, 0])
        assert panel.legend.note.text() == "ends jump: at rest no dry friction is counted"
        panel.show_plot("angles")
        assert not panel.legend.note.isVisible()
        links = tuple(replace(link, coulomb=0.0) for link in document.robot.links)
        document.edit(edits.set_links(document.project, links), "No friction")
        compute(document, playback)
        panel.show_plot("torques")
        assert panel.legend.note.text() == "dotted: the run before"

    def test_in_a_plane_both_coordinates(self, panel: PlotPanel, run: Run, playback: Playback) -> None:
        panel.show_plot("phase")
        playback.seek(float(run.recording.t[300]))
        for column, values in ((ACROSS, run.recording.q), (VALUE, run.recording.qd)):
            assert not panel.legend.view.isColumnHidden(column)
            assert legend_texts(panel, column) == [four_digits(v) for v in values[300] * DEGREE]
        assert [panel.legend.model.index(0, k).data() for k in (NAME, ACROSS, VALUE)] == ["Phase [°, °/s]", "q", "qd"]
        panel.show_plot("path")
        assert legend_texts(panel, ACROSS) == [four_digits(run.tip_path()[300, 0])]
        assert legend_texts(panel, VALUE) == [four_digits(run.tip_path()[300, 1])]
        assert panel.legend.view.columnWidth(NAME) > 60
        panel.show_plot("angles")
        assert panel.legend.view.isColumnHidden(ACROSS)


class TestRuns:
    def test_values_that_are_not_computed_yet(self, panel: PlotPanel, document: Document, playback: Playback) -> None:
        whole = next(iter(stream(document.project.job(), interval=1e9)))
        document.results.start(Run(1, document.project))
        arrive(document, 1, Chunk(*(values[:300] for values in whole[:9]), 3.0, 1, 1, "running", ""))
        playback.set_run(10.0, 10.0, np.linspace(0.0, 10.0, 1001), False)
        panel.bar.tiles[2].trigger()
        colour = joint_colours(3)[1]
        for t, there in ((2.5, True), (6.0, False), (2.99, True)):
            playback.seek(t)
            assert (legend_texts(panel, VALUE) == ["-"] * 3) is not there
            assert panel.canvas.overlay.awaited is not there
            around = picture(panel, "angles")[:, round(item(panel, "angles").mapping.x_scale * t) - 4 :][:, :8]
            dots = np.abs(around - QColor(colour).getRgb()[:3]).max(axis=-1) <= 40
            assert bool(dots.sum() > 8) is there

    def test_ghost(self, panel: PlotPanel, run: Run, document: Document, preferences: Preferences, computed) -> None:
        assert not item(panel).ghosts.strokes
        document.edit(edits.change_link(document.project, 0, mass=3.0), "Set mass of link 1")
        computed()
        panel.redraw()
        ghost = item(panel).ghosts.strokes
        np.testing.assert_allclose(ghost[0].curve.y, run.recording.q[:, 0] * DEGREE)
        preferences["ghost"] = False
        panel.redraw()
        assert not item(panel).ghosts.strokes

    def test_a_run_that_stopped_is_marked(self, panel: PlotPanel, document: Document) -> None:
        run = Run(1, document.project)
        document.results.start(run)
        chunk = next(iter(stream(document.project.job(), interval=1e9)))
        rows = [values[:300] for values in chunk[:9]]
        arrive(document, 1, Chunk(*rows, 3.0, 1, 1, "diverged", "joint 2"))
        panel.redraw()
        QApplication.processEvents()
        assert panel.canvas.overlay.stopped == "diverged after 2.99 s"
        assert pixels_of(panel, panel.canvas.overlay.theme.error) > 40

    @pytest.mark.parametrize("step", [0.2, 0.13])
    def test_it_diverged_after_its_last_sample(self, panel: PlotPanel, computed: Compute, step: float) -> None:
        run = computed(edits.set_run(load("planar-3r-free-fall"), integrator="rk4", step=step))
        panel.redraw()
        assert run.status == "diverged"
        at = re.search(r"at t = (\S+) s$", run.message)
        assert at is not None
        assert float(at[1]) >= run.end
        assert panel.canvas.overlay.stopped == f"diverged after {run.end:.6g} s"

    def test_a_run_that_ends_early_is_shown_as_long_as_it_lasted(self, panel: PlotPanel, document: Document) -> None:
        chunk = next(iter(stream(document.project.job(), interval=1e9)))
        for number, (rows, status) in enumerate([(20, "stopped"), (len(chunk.t), "completed")], 1):
            run = Run(number, document.project)
            document.results.start(run)
            arrive(
                document, number, Chunk(*(values[:rows] for values in chunk[:9]), chunk.t[rows - 1], 1, 1, status, "")
            )
            panel.redraw()
            right = item(panel).box.viewRange()[0][1]
            assert run.end <= right <= 1.04 * run.end
        panel.autorange()
        assert panel.sheet.span == (0.0, run.duration)

    @pytest.mark.parametrize("quick", [True, False])
    def test_what_is_drawn_quickly_is_painted_at_once(
        self, panel: PlotPanel, run: Run, qtbot: QtBot, quick: bool
    ) -> None:
        """And the legend a turn later; slow plots have a turn of their own."""
        qtbot.waitUntil(lambda: not panel._redraw_timer.isActive() and not panel._parts.busy)
        panel.canvas.drawing_time = QUICK / 2 if quick else 2 * QUICK
        panel.redraw()
        assert panel.canvas.updatesEnabled() is quick
        assert not panel.legend.updatesEnabled()

    @pytest.mark.parametrize("quick", [True, False])
    def test_a_run_that_ends_is_drawn_before_anything_is_painted(
        self, panel: PlotPanel, run: Run, document: Document, qtbot: QtBot, quick: bool
    ) -> None:
        """However short a while ago the curves were drawn last; slow plots keep their distance."""
        qtbot.waitUntil(lambda: not panel._redraw_timer.isActive() and not panel._parts.busy)
        panel.canvas.drawing_time = QUICK / 2 if quick else 2 * QUICK
        panel._redrawn = time.perf_counter() + 60.0
        document.results.ended.emit(run)
        assert panel.canvas._is_current
        QCoreApplication.sendPostedEvents(panel)
        assert panel.canvas._is_current is not quick
        assert panel._redraw_timer.isActive() is not quick

    def test_other_plots_are_painted_in_a_turn_of_their_own(self, panel: PlotPanel, run: Run, qtbot: QtBot) -> None:
        """To make them is enough for one."""
        qtbot.waitUntil(lambda: not panel._redraw_timer.isActive() and not panel._parts.busy)
        panel.canvas.drawing_time = QUICK / 2
        panel.show_plot("energy")
        assert not panel.canvas.updatesEnabled()

    def test_a_stale_run_is_faded(
        self, qtbot: QtBot, panel: PlotPanel, run: Run, document: Document, computed: Compute
    ) -> None:
        colour = joint_colours(3)[2]
        before = pixels_of(panel, colour)
        document.edit(edits.change_link(document.project, 0, mass=3.0), "Set mass of link 1")
        qtbot.waitUntil(lambda: panel.canvas.overlay.stale, timeout=2000)
        assert pixels_of(panel, colour) < 0.1 * before  # the dots at the cursor
        computed()
        panel.redraw()
        assert not panel.canvas.overlay.stale

    def test_another_project_starts_afresh(self, qtbot: QtBot, panel: PlotPanel, run: Run, document: Document) -> None:
        legend_click(qtbot, panel, 0)
        document.replace(load("puma560"))
        panel.redraw()
        assert panel.canvas.overlay.note == "no run yet"
        assert not panel.sheet.hidden
        assert len(panel.legend.model.entries) == 6

    def test_degrees(self, panel: PlotPanel, run: Run, preferences: Preferences) -> None:
        assert item(panel).content.y.unit == panel.legend.model.rows[0].unit == "°"
        np.testing.assert_allclose(strokes(panel, "angles")["joint 1"].curve.y, run.recording.q[:, 0] * DEGREE)
        preferences["degrees"] = False
        panel.redraw()
        assert item(panel).content.y.unit == panel.legend.model.rows[0].unit == "rad"
        np.testing.assert_array_equal(strokes(panel, "angles")["joint 1"].curve.y, run.recording.q[:, 0])

    def test_theme(self, qtbot: QtBot, panel: PlotPanel, run: Run, preferences: Preferences) -> None:
        recolour(qtbot, preferences, "dark")
        panel.redraw()
        QApplication.processEvents()
        theme = panel.canvas.overlay.theme
        assert theme.dark
        assert pixels_of(panel, theme.base) > 1000
        assert pixels_of(panel, joint_colours(3, dark=True)[2]) > 20


def test_powers_of_ten_on_axes_are_short(panel: PlotPanel, run: Run) -> None:
    axis = item(panel, "angles").left
    assert axis.tickStrings([-2e6, 0, 4e6], 1.0, 2e6) == ["−2e6", "0", "4e6"]
    assert axis.tickStrings([2e-9, 4e-9], 1.0, 2e-9) == ["2e−9", "4e−9"]
    assert axis.tickStrings([1e10], 1.0, 1e10) == ["1e10"]
