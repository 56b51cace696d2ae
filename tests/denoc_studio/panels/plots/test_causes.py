"""Torque by cause: stacked in the plot, listed in the legend, tabled for all joints, exported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.files.projects.project import run_project
from denoc.studies.causes import CAUSES
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.plots.legend_model import NAME, VALUE
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.paper import table
from denoc_studio.paper.export import Order
from denoc_studio.paper.figures import figure
from denoc_studio.plots.comparison import Pinned, panels_of
from denoc_studio.plots.derived import torque_parts
from denoc_studio.plots.motion import Motion, motion_of
from denoc_studio.plots.readout import four_digits, tabular
from denoc_studio.plots.series import PLOTS, Options, heading
from denoc_studio.plots.stacking import edges, stack_extent, telling_rows
from denoc_studio.plots.tables.cause_values import values_at
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.lazy_rows import Rows
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from tests.support.studio.plotting import compute, following, item, legend_click, legend_texts, pixels_of
from tests.support.studio.showing import shown


@pytest.fixture
def panel(qtbot: QtBot, document: Document, playback: Playback, preferences: Preferences, themes: Themes) -> PlotPanel:
    document.replace(following())
    return shown(qtbot, PlotPanel(document, playback, preferences, themes), 1000, 300)


@pytest.fixture
def run(qtbot: QtBot, panel: PlotPanel, document: Document, playback: Playback) -> Run:
    found = compute(document, playback)
    panel.show_plot("causes")
    qtbot.waitUntil(lambda: len(item(panel, "causes").content.t) == found.count)
    return found


def layers(panel: PlotPanel) -> dict[str, np.ndarray]:
    return {stroke.curve.name: stroke.curve.y for stroke in item(panel, "causes").areas.strokes}


class TestPlot:
    def test_layers_sum_to_the_torque(self, panel: PlotPanel, run: Run, document: Document) -> None:
        for joint in range(3):
            document.select(joint)
            panel.redraw()
            assert item(panel, "causes").name == f"By cause, joint {joint + 1}"
            found = layers(panel)
            assert set(found) == {"inertia", "Coriolis, centrifugal", "gravity", "friction", "rotor", "payload"}
            (total,) = item(panel, "causes").curves.strokes
            np.testing.assert_array_equal(total.curve.y, run.recording.tau[:, joint])
            np.testing.assert_allclose(sum(found.values()), total.curve.y, atol=1e-12)

    def test_the_stack_is_in_view_and_painted(self, panel: PlotPanel, run: Run, playback: Playback) -> None:
        playback.seek(run.end)  # nothing is veiled
        above, below = edges(list(layers(panel).values()))
        low, high = item(panel, "causes").box.viewRange()[1]
        assert low < below.min() < 0 < above.max() < high
        for stroke in item(panel, "causes").areas.strokes:
            if np.ptp(stroke.curve.y) > 0.05 * (high - low):
                assert pixels_of(panel, stroke.colour) > 200, stroke.curve.name

    def test_legend_shows_values_and_hides(self, qtbot: QtBot, panel: PlotPanel, run: Run, playback: Playback) -> None:
        row = 70
        playback.seek(float(run.recording.t[row]))
        names, values = legend_texts(panel, NAME), legend_texts(panel, VALUE)
        found = layers(panel)
        assert names == [*found, "torque"]
        assert values == [four_digits(y[row]) for y in (*found.values(), run.recording.tau[:, 0])]
        legend_click(qtbot, panel, names.index("gravity"))
        assert "gravity" not in layers(panel)

    def test_an_arm_without_friction_has_none(
        self, qtbot: QtBot, panel: PlotPanel, document: Document, playback: Playback
    ) -> None:
        document.replace(load("stanford-inverse"))
        run = compute(document, playback)
        document.select(2)
        panel.show_plot("causes")
        qtbot.waitUntil(lambda: len(item(panel, "causes").content.t) == run.count)
        assert item(panel, "causes").content.y.label == "force of joint 3 [N]"
        assert set(layers(panel)) <= {"inertia", "Coriolis, centrifugal", "gravity"}
        np.testing.assert_allclose(sum(layers(panel).values()), run.recording.tau[:, 2], atol=1e-10)

    def test_comes_in_slices(self, qtbot: QtBot, panel: PlotPanel, document: Document, playback: Playback) -> None:
        document.replace(edits.set_run(load("planar-3r-inverse"), samples=200_001))
        run = compute(document, playback)
        panel.show_plot("causes")
        assert 0 < len(item(panel, "causes").content.t) < run.count
        qtbot.waitUntil(lambda: len(item(panel, "causes").content.t) == run.count, timeout=20_000)


class TestTable:
    @pytest.fixture
    def opened(self, qtbot: QtBot, panel: PlotPanel, run: Run, playback: Playback) -> PlotPanel:
        playback.seek(float(run.recording.t[70]))
        qtbot.mouseClick(panel.legend.table_button, Qt.MouseButton.LeftButton)
        assert panel.cause_table.isVisible()
        return panel

    def test_all_joints_at_the_cursor(self, opened: PlotPanel, run: Run, playback: Playback) -> None:
        dialog = opened.cause_table
        QAbstractItemModelTester(dialog.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        for row in (70, 90):
            playback.seek(float(run.recording.t[row]))
            assert dialog.windowTitle() == f"Causes at t = {run.recording.t[row]:.3f} s"
            values = dialog.model.content.values
            np.testing.assert_allclose(values[:, -1], run.recording.tau[row], atol=1e-12)
            np.testing.assert_allclose(values[:, :-1].sum(axis=1), values[:, -1], atol=1e-12)
            assert dialog.model.index(1, 2).data() == tabular(values[1, 2])

    def test_dashes_behind_the_last_sample(self, run: Run) -> None:
        found = values_at(run.project.robot, run.recording, run.end + 0.1)
        assert np.isnan(found.values).all()
        assert np.isfinite(values_at(run.project.robot, run.recording, run.end).values).all()

    def test_copy(self, qtbot: QtBot, opened: PlotPanel) -> None:
        dialog = opened.cause_table
        qtbot.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
        header, *lines = QGuiApplication.clipboard().text().splitlines()
        assert header.split("\t")[1:] == [*dialog.model.content.columns]
        assert [line.split("\t")[0] for line in lines] == [f"joint {i} [N m]" for i in (1, 2, 3)]
        read = np.array([line.split("\t")[1:] for line in lines], dtype=float)
        np.testing.assert_array_equal(read, dialog.model.content.values)
        qtbot.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Close), Qt.MouseButton.LeftButton)
        assert not dialog.isVisible()

    def test_another_project(self, opened: PlotPanel, document: Document) -> None:
        document.replace(load("puma560"))
        QApplication.processEvents()
        assert opened.cause_table.model.rowCount() == 6
        assert opened.cause_table.model.columnCount() == 0

    def test_button_is_there_with_the_plot(self, panel: PlotPanel, run: Run) -> None:
        assert panel.legend.table_button.isVisible()
        panel.show_plot("angles")
        assert not panel.legend.table_button.isVisible()


class TestExport:
    def test_columns_per_cause_and_a_hatched_figure(self, panel: PlotPanel, run: Run, tmp_path: Path) -> None:
        source = panel.source()
        order = Order(False, ("svg", "csv"), 129.0, 90.0, 100, False, tmp_path, "why")
        assert [path.name for path in order.write(source, lambda _: None)] == ["why.svg", "why.csv"]
        header, *lines = (tmp_path / "why.csv").read_text().splitlines()
        causes = ("inertia", "coriolis", "gravity", "friction", "rotor", "payload")
        assert header.split(",") == ["t [s]", *(f"tau1_{name} [N m]" for name in causes), "tau1 [N m]"]
        values = np.array([line.split(",") for line in lines], dtype=float)
        np.testing.assert_allclose(values[:, 1:-1].sum(axis=1), values[:, -1], atol=1e-12)
        drawing = (tmp_path / "why.svg").read_text()
        assert "torque of joint 1 [N m]" in drawing
        assert "<pattern" in drawing  # hatches

    def test_a_run_that_bounces_on_its_limits(self) -> None:
        project = load("planar-3r-free-fall")
        project = edits.change_link(project, 1, lower=-0.5, upper=0.5)
        project = edits.set_run(project, duration=1.0, samples=101, limits="bounce")
        recording = run_project(project)
        parts = torque_parts(project.robot, recording, slice(0, 101))
        np.testing.assert_allclose(parts.sum(axis=1), recording.tau, atol=1e-9)
        stop = CAUSES.index("stop")
        assert parts[:, stop, 1].any()
        assert not parts[:, stop, (0, 2)].any()
        motion = motion_of(project, recording)
        assert "joint limit" in figure(project, motion, "causes", Options(joint=1)).export("svg").decode()
        assert "limit" in values_at(project.robot, recording, 0.3).columns

    def test_nothing_to_split(self) -> None:
        project = load("puma560")
        none = Motion(project.robot, run_project(edits.set_run(project, duration=1e-3, samples=2)))
        (panel,) = PLOTS["causes"].panels(none, Options(joint=99))
        assert panel.y.name.endswith("joint 6")
        assert len(table.columns([panel])[0][1]) == 2

    @pytest.mark.parametrize("more", [1, -1])
    def test_a_difference_has_the_causes_of_either_run(self, more: int) -> None:
        plain = load("planar-3r-inverse")
        loaded = replace(plain, robot=replace(plain.robot, payload=(1.5, (0, 0, 0), (0,) * 6)))
        (one, first), (other, second) = [(p, run_project(p)) for p in (plain, loaded)][::more]
        minus = Pinned(motion_of(one, first), "pinned")
        (panel,) = panels_of(PLOTS["causes"], motion_of(other, second), Options(), minus)
        assert heading(PLOTS["causes"], [panel], 0) == "Δ By cause, joint 1"
        assert [curve.name for curve in panel.layers][-1] == "payload"
        change = second.tau[:, 0] - first.tau[:, 0]
        np.testing.assert_allclose(sum(curve.y for curve in panel.layers), change, atol=1e-11)
        assert np.abs(change).max() > 10


class TestStack:
    def test_edges(self) -> None:
        above, below = edges([np.array([1.0, -1.0]), np.array([2.0, 3.0]), np.array([-4.0, np.nan])])
        np.testing.assert_array_equal(above, [[0, 0], [1, 0], [3, 3], [3, 3]])
        np.testing.assert_array_equal(below, [[0, 0], [0, -1], [0, -1], [-4, -1]])
        assert stack_extent([np.array([1.0, -1.0]), np.array([2.0, 3.0])]) == (-1.0, 3.0)
        assert stack_extent([]) is None

    @pytest.mark.parametrize("count", [2, 100, 5000, 100_003])
    def test_rows_keep_the_extremes(self, count: int) -> None:
        t = np.linspace(0, 1, count)
        total = np.random.default_rng(count).normal(size=count)
        rows = telling_rows(t, total, (0.0, 1.0), 300)
        assert len(rows) <= max(count, 8 * 300)
        assert (np.diff(rows) >= 0).all()
        assert {int(total.argmin()), int(total.argmax())} <= set(rows.tolist())

    def test_each_row_is_computed_once(self) -> None:
        asked: list[tuple[int, int]] = []

        def compute(rows: slice) -> np.ndarray:
            asked.append((rows.start, rows.stop))
            return np.arange(rows.start, rows.stop, dtype=float)[:, None]

        table = Rows(compute, (1000, 1))
        assert len(table.upto(0)) == 0
        assert len(table.upto(300, seconds=0.0)) == 0
        np.testing.assert_array_equal(table.upto(700)[:, 0], np.arange(700))
        np.testing.assert_array_equal(table.upto(1000, seconds=60.0)[:, 0], np.arange(1000))
        assert [start for start, _ in asked] == [0, *(stop for _, stop in asked[:-1])]
