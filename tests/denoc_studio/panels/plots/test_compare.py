"""Runs beside each other: what was to be followed, a pinned run, differences, and what happened when."""

from __future__ import annotations

import pickle
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.files.projects.project import Project, run_project
from denoc.runs.events.event_search import Event
from denoc.runs.recording import Simulation
from denoc_studio.look.colours import joint_colours
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.plots.legend_model import VALUE
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.paper import table
from denoc_studio.paper.export import Order
from denoc_studio.paper.figures import figure
from denoc_studio.plots.comparison import Pinned, difference
from denoc_studio.plots.events import MOST, sentence, sentences, told_apart
from denoc_studio.plots.motion import motion_of
from denoc_studio.plots.series import PLOTS, Options
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from denoc_studio.session.session import Session
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.plotting import DEGREE, compute, following, item, legend_texts, pixels_of, strokes, toggle
from tests.support.studio.showing import shown


@pytest.fixture(scope="module")
def followed() -> tuple[Project, Simulation]:
    project = following()
    recording = run_project(project)
    assert isinstance(recording, Simulation)
    return project, recording


@pytest.fixture
def panel(qtbot: QtBot, document: Document, playback: Playback, preferences: Preferences, themes: Themes) -> PlotPanel:
    document.replace(following())
    return shown(qtbot, PlotPanel(document, playback, preferences, themes), 1000, 300)


@pytest.fixture
def run(panel: PlotPanel, document: Document, playback: Playback) -> Run:
    found = compute(document, playback)
    panel.redraw()
    QApplication.processEvents()
    return found


def press(qtbot: QtBot, panel: PlotPanel, action) -> None:
    qtbot.mouseClick(panel.bar.tools.widgetForAction(action), Qt.MouseButton.LeftButton)


def heavier(panel: PlotPanel, document: Document, playback: Playback, mass: float = 3.0) -> Run:
    document.edit(edits.change_link(document.project, 0, mass=mass), f"Set mass of link 1 to {mass:g}")
    found = compute(document, playback)
    panel.redraw()
    return found


class TestReference:
    @pytest.mark.parametrize(("key", "place"), [("angles", 0), ("rates", 1), ("accelerations", 2)])
    def test_dashed_beside_the_actual(self, panel: PlotPanel, run: Run, key: str, place: int) -> None:
        panel.show_plot(key)
        wanted = run.project.reference(run.recording.t)[place]
        found = item(panel, key).references.strokes
        assert [stroke.colour for stroke in found] == [strokes(panel, key)[f"joint {i}"].colour for i in (1, 2, 3)]
        for joint, stroke in enumerate(found):
            np.testing.assert_allclose(stroke.curve.y, wanted[:, joint] * DEGREE, atol=1e-12)
        low, high = item(panel, key).box.viewRange()[1]
        assert low < wanted.min() * DEGREE
        assert wanted.max() * DEGREE < high

    def test_hidden_with_its_joint(self, panel: PlotPanel, run: Run) -> None:
        toggle(panel, 1)
        assert [stroke.curve.joint for stroke in item(panel).references.strokes] == [0, 2]

    def test_error(self, qtbot: QtBot, panel: PlotPanel, run: Run) -> None:
        qtbot.mouseClick(panel.bar.button("error"), Qt.MouseButton.LeftButton)
        error = run.project.reference(run.recording.t)[0] - run.recording.q
        for joint in range(3):
            curve = strokes(panel, "error")[f"joint {joint + 1}"].curve
            np.testing.assert_allclose(curve.y, error[:, joint] * DEGREE, atol=1e-12)
        qtbot.waitUntil(lambda: item(panel).name == "Error")  # laid out

    def test_no_error_where_nothing_is_followed(self, panel: PlotPanel, run: Run, document: Document, playback) -> None:
        panel.show_plot("error")
        document.replace(load("planar-3r-free-fall"))
        compute(document, playback)
        panel.redraw()
        assert not panel.bar.plots["error"].isVisible()
        assert panel.current_name == "angles"
        assert not item(panel).references.strokes

    def test_on_paper_and_in_the_file(self, followed: tuple[Project, Simulation]) -> None:
        project, recording = followed
        motion = motion_of(project, recording)
        names = [name for name, _ in table.columns(PLOTS["angles"].panels(motion, Options()))]
        assert names[1:] == [*(f"q{i} [rad]" for i in (1, 2, 3)), *(f"q{i}_ref [rad]" for i in (1, 2, 3))]
        names = [name for name, _ in table.columns(PLOTS["error"].panels(motion, Options()))]
        assert names[1:] == [f"e{i} [rad]" for i in (1, 2, 3)]
        assert "(thin: reference)" in figure(project, motion, "rates").export("svg").decode()
        assert "angle error [rad]" in figure(project, motion, "error").export("svg").decode()

    def test_a_target_is_a_reference(self) -> None:
        law = msgspec.structs.replace(following().run.torque, target=(0.1, 0.2, 0.3))
        project = following(torque=law, motion=None)
        reference = motion_of(project, run_project(project)).reference
        np.testing.assert_array_equal(reference[:, 0], np.tile((0.1, 0.2, 0.3), (101, 1)))


class TestPin:
    def test_stays_whatever_follows(
        self, qtbot: QtBot, panel: PlotPanel, run: Run, document: Document, playback: Playback
    ) -> None:
        press(qtbot, panel, panel.comparison.pin_action)
        assert document.results.pinned is document.results.ghost is run
        panel.redraw()
        assert not item(panel).ghosts.strokes  # it would lie under itself
        second, third = (heavier(panel, document, playback, mass) for mass in (3.0, 4.0))
        assert document.results.ghost is run
        np.testing.assert_allclose(item(panel).ghosts.strokes[0].curve.y, run.recording.q[:, 0] * DEGREE)
        press(qtbot, panel, panel.comparison.pin_action)
        assert document.results.pinned is None
        assert document.results.ghost is second
        assert document.results.current is third

    def test_without_a_run_there_is_nothing_to_pin(self, qtbot: QtBot, panel: PlotPanel, document: Document) -> None:
        press(qtbot, panel, panel.comparison.pin_action)
        assert document.results.pinned is None
        assert not panel.comparison.pin_action.isChecked()
        assert not panel.comparison.difference_action.isEnabled()

    def test_another_project_lets_it_go(self, panel: PlotPanel, run: Run, document: Document) -> None:
        document.results.pin()
        assert panel.comparison.pin_action.isChecked()
        document.replace(load("puma560"))
        assert document.results.pinned is document.results.ghost is None
        assert not panel.comparison.pin_action.isChecked()


def test_the_key_pins_the_run(qtbot: QtBot, preferences: Preferences) -> None:
    window = MainWindow(Session(load("planar-3r-inverse"), preferences))
    qtbot.addWidget(window, before_close_func=lambda window: window.session.document.undo_stack.setClean())
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    session, results = window.session, window.session.document.results
    session.run()
    qtbot.waitUntil(lambda: session.playback.complete, timeout=30_000)
    first = results.current
    for widget, pinned in ((window.arm, first), (window.plots.canvas, None), (window.arm, first)):
        widget.setFocus()
        qtbot.keyClick(widget, Qt.Key.Key_P)
        assert results.pinned is pinned
    heavier = edits.change_link(session.document.project, 0, mass=3.0)
    session.document.edit(heavier, "Set mass of link 1")
    qtbot.waitUntil(lambda: results.current is not first and not session.runner.computing, timeout=30_000)
    assert results.ghost is first
    assert results.pinned_name == "link 1, mass 0.5 kg (now 3 kg)"


class TestDifference:
    @pytest.fixture
    def pair(self, qtbot: QtBot, panel: PlotPanel, run: Run, document: Document, playback: Playback) -> tuple[Run, Run]:
        document.results.pin()
        other = heavier(panel, document, playback)
        press(qtbot, panel, panel.comparison.difference_action)
        panel.redraw()
        return run, other

    def test_curves(self, panel: PlotPanel, pair: tuple[Run, Run], playback: Playback) -> None:
        before, after = (run.recording for run in pair)
        panel.show_plot("torques")
        assert item(panel).name == "Δ Torques"
        for joint in range(3):
            curve = strokes(panel, "torques")[f"joint {joint + 1}"].curve
            np.testing.assert_array_equal(curve.y, after.tau[:, joint] - before.tau[:, joint])
        assert not item(panel).ghosts.strokes
        panel.show_plot("phase")
        assert item(panel).ghosts.strokes  # in a plane both are shown

    def test_causes_of_the_change(self, panel: PlotPanel, pair: tuple[Run, Run]) -> None:
        before, after = (run.recording for run in pair)
        panel.show_plot("causes")
        parts = [stroke.curve.y for stroke in item(panel, "causes").areas.strokes]
        np.testing.assert_allclose(sum(parts), after.tau[:, 0] - before.tau[:, 0], atol=1e-12)

    def test_is_said(self, qtbot: QtBot, panel: PlotPanel, pair: tuple[Run, Run], document: Document, playback) -> None:
        mass = pair[0].project.robot.links[0].mass
        assert panel.legend.note.text() == f"minus pinned: link 1, mass {mass:g} kg (now 3 kg)"
        panel.show_plot("phase")
        panel.redraw()
        assert panel.legend.note.text() == f"pinned: link 1, mass {mass:g} kg (now 3 kg)", "in a plane both are shown"
        panel.show_plot("torques")
        panel.redraw()
        assert panel.legend.note.text().startswith("minus pinned: ")
        assert f"mass {mass:g} kg" in panel.comparison.pin_action.toolTip()
        document.results.unpin()
        panel.redraw()
        assert not panel.comparison.difference_action.isChecked()
        assert panel.legend.note.text() == "dotted: the run before"
        document.results.pin()
        panel.redraw()
        assert panel.legend.note.text().startswith("pinned: ")
        heavier(panel, document, playback, mass=4.0)
        assert panel.legend.note.text() == "pinned: link 1, mass 3 kg (now 4 kg)"

    def test_only_where_both_exist(
        self, qtbot: QtBot, panel: PlotPanel, pair: tuple[Run, Run], document: Document, playback: Playback
    ) -> None:
        document.edit(edits.set_run(document.project, duration=1.5, samples=157), "Set duration")
        longer = compute(document, playback).recording
        panel.redraw()
        curve = strokes(panel, "angles")["joint 1"].curve
        before = pair[0].recording
        inside = longer.t <= before.t[-1]
        np.testing.assert_array_equal(curve.x, longer.t[inside])
        expected = longer.q[inside, 0] - np.interp(longer.t[inside], before.t, before.q[:, 0])
        np.testing.assert_allclose(curve.y, expected * DEGREE, atol=1e-12)
        playback.seek(1.3)
        assert legend_texts(panel, VALUE) == ["-", "-", "-"]

    def test_export(self, panel: PlotPanel, pair: tuple[Run, Run], tmp_path: Path) -> None:
        panel.show_plot("torques")
        source = pickle.loads(pickle.dumps(panel.source()))  # as it travels to the exporting process
        Order(False, ("svg", "csv"), 129.0, 90.0, 100, False, tmp_path, "change").write(source, lambda _: None)
        header, *lines = (tmp_path / "change.csv").read_text().splitlines()
        assert header == "t [s]," + ",".join(f"tau{i}_difference [N m]" for i in (1, 2, 3))
        values = np.array([line.split(",") for line in lines], dtype=float)
        np.testing.assert_array_equal(values[:, 1:], pair[1].recording.tau - pair[0].recording.tau)
        assert "minus pinned: link 1, mass" in (tmp_path / "change.svg").read_text()

    def test_joints_without_a_counterpart_are_left_out(self, followed: tuple[Project, Simulation]) -> None:
        project, recording = followed
        shorter = edits.remove_links(edits.set_run(load("planar-3r-free-fall"), duration=0.5, samples=11), [2])
        panels = [
            PLOTS["angles"].panels(motion_of(p, r), Options())
            for p, r in ((project, recording), (shorter, run_project(shorter)))
        ]
        (found,) = difference(*panels)
        assert [curve.key for curve in found.curves] == ["joint 1", "joint 2"]
        assert found.t[-1] == 0.5
        (nothing,) = difference(panels[0], [])
        assert not nothing.curves
        assert Pinned(motion_of(project, recording), "x").name == "x"


class TestEvents:
    def test_ticks_in_the_joints_colours(self, panel: PlotPanel, run: Run, playback: Playback) -> None:
        playback.seek(run.end)
        assert len(run.events) > 3
        assert item(panel).events.events == run.events
        panel.legend.none_button.click()
        colours = joint_colours(3)
        assert all(pixels_of(panel, colours[event.joint - 1]) > 5 for event in run.events)

    def test_tell_what_happened(self, panel: PlotPanel, run: Run) -> None:
        event = run.events[0]
        place = item(panel)
        point = QPoint(round(place.mapping.across(event.t)), round(place.frame.top()) + 3)
        viewport = panel.canvas.viewport()
        QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, point, viewport.mapToGlobal(point)))
        assert f"joint {event.joint} {event.kind} at {event.t:.3f} s" in QToolTip.text()
        assert not panel.canvas.text_at(place.frame.center())
        QToolTip.hideText()

    def test_none_without_friction(self, panel: PlotPanel, document: Document, playback: Playback) -> None:
        document.replace(load("planar-3r-free-fall"))
        compute(document, playback)
        panel.redraw()
        assert not item(panel).events.events

    def test_words(self) -> None:
        assert sentence(Event(1.2341, 2, "sticks")) == "joint 2 sticks at 1.234 s"
        assert sentence(Event(1.0, 1, "contact")) == "joint 1 meets its stop at 1.000 s"
        many = [Event(0.1 * k, 1, "slips") for k in range(20)]
        assert sentences(many, 0.0, 10.0).splitlines()[-1] == f"and {20 - MOST} more"
        assert sentences(many, 0.15, 0.25) == "joint 1 slips at 0.200 s"

    def test_as_many_as_can_be_told_apart(self) -> None:
        times = np.sort(np.random.default_rng(1).uniform(0, 1, 20_000))
        rows = told_apart(times, 0.0, 1 / 300)
        assert len(rows) == 300
        assert (np.diff(times[rows]) > 0).all()
