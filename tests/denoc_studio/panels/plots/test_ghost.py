"""The run before, or a pinned one, behind the current one: what is seen of it, and which range that takes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.runs.recording import Chunk
from denoc.runs.simulation import stream
from denoc.torques.torque_laws import FreeFall
from denoc_studio.panels.plots.items.curves import DOTTED, SOLID, Line, Stroke
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.panels.plots.sheet import MOST_GHOSTS
from denoc_studio.plots.curves import Curve
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from tests.support.studio.plotting import DEGREE, arrive, compute, following, item, picture


@pytest.fixture
def run(panel: PlotPanel, document: Document, playback: Playback) -> Run:
    return drawn(panel, document, playback)


def drawn(panel: PlotPanel, document: Document, playback: Playback) -> Run:
    found = compute(document, playback)
    panel.redraw()
    QApplication.processEvents()
    return found


def swinging(panel: PlotPanel, document: Document, playback: Playback, angle: float) -> Run:
    """The arm hangs, and swings from so many radians beside."""
    document.edit(edits.set_start(document.project, q0=(angle - np.pi / 2, 0.0, 0.0)), f"Start at {angle:g}")
    return drawn(panel, document, playback)


def size(panel: PlotPanel) -> float:
    low, high = item(panel).box.viewRange()[1]
    return high - low


def holds(panel: PlotPanel, values: np.ndarray) -> bool:
    low, high = item(panel).box.viewRange()[1]
    return bool(low <= values.min() and values.max() <= high)


def fit(qtbot: QtBot, panel: PlotPanel) -> None:
    qtbot.mouseClick(panel.bar.tools.widgetForAction(panel.fit_action), Qt.MouseButton.LeftButton)


class TestRange:
    def test_a_pinned_run_is_seen_whole(
        self, panel: PlotPanel, run: Run, document: Document, playback: Playback
    ) -> None:
        document.results.pin()
        for angle in (0.2, 0.1):
            other = swinging(panel, document, playback, angle)
            assert holds(panel, run.recording.q * DEGREE)
            assert holds(panel, other.recording.q * DEGREE)
            assert size(panel) == pytest.approx(1.12 * np.ptp(run.recording.q) * DEGREE)  # it does not jump
        document.results.unpin()
        panel.redraw()
        assert size(panel) == pytest.approx(1.12 * np.ptp(other.recording.q) * DEGREE)

    def test_in_a_plane_too(self, panel: PlotPanel, run: Run, document: Document, playback: Playback) -> None:
        panel.show_plot("phase")
        document.results.pin()
        swinging(panel, document, playback, 0.2)
        assert holds(panel, run.recording.qd * DEGREE)
        left, right = item(panel).box.viewRange()[0]
        assert left <= run.recording.q.min() * DEGREE < run.recording.q.max() * DEGREE <= right

    def test_the_run_before_where_it_is_asked_for(
        self, qtbot: QtBot, panel: PlotPanel, run: Run, document: Document, playback: Playback
    ) -> None:
        first, second = (swinging(panel, document, playback, angle) for angle in (0.6, 0.2))
        assert size(panel) == pytest.approx(1.12 * np.ptp(second.recording.q) * DEGREE)
        fit(qtbot, panel)
        panel.redraw()
        assert holds(panel, first.recording.q * DEGREE)
        third = swinging(panel, document, playback, 0.1)
        assert size(panel) == pytest.approx(1.12 * np.ptp(third.recording.q) * DEGREE)

    def test_the_curves_stay_to_be_seen(
        self, qtbot: QtBot, panel: PlotPanel, run: Run, document: Document, playback: Playback
    ) -> None:
        tiny = swinging(panel, document, playback, 1e-3)
        fit(qtbot, panel)
        assert size(panel) == pytest.approx(1.12 * np.ptp(tiny.recording.q) * DEGREE)


class TestNothingToTell:
    def test_a_run_that_failed_at_once(self, panel: PlotPanel, run: Run, document: Document) -> None:
        document.edit(edits.change_link(document.project, 0, mass=3.0), "Set mass of link 1")
        failed = Run(2, document.project, document.step)
        document.results.start(failed)
        chunk = next(iter(stream(document.project.job(), interval=1e9)))
        arrive(document, 2, Chunk(*(values[:1] for values in chunk[:9]), 0.0, 1, 1, "failed", "it did"))
        panel.redraw()
        assert item(panel).ghosts.strokes
        assert holds(panel, run.recording.q * DEGREE)

    def test_a_flat_run(self, panel: PlotPanel, document: Document, playback: Playback) -> None:
        document.replace(following())
        panel.show_plot("torques")
        before = drawn(panel, document, playback)
        document.edit(edits.set_run(document.project, torque=FreeFall()), "No torques")
        drawn(panel, document, playback)
        assert holds(panel, before.recording.tau)

    def test_the_first_samples_do_not_move_the_range(self, panel: PlotPanel, run: Run, document: Document) -> None:
        before = item(panel).box.viewRange()[1]
        document.edit(edits.change_link(document.project, 0, mass=3.0), "Set mass of link 1")
        document.results.start(Run(2, document.project, document.step))
        chunk = next(iter(stream(document.project.job(), interval=1e9)))
        arrive(document, 2, Chunk(*(values[:1] for values in chunk[:9]), 0.0, 1, 1, "running", ""))
        panel.redraw()
        assert item(panel).box.viewRange()[1] == before

    def test_a_run_of_another_kind(self, panel: PlotPanel, document: Document, playback: Playback) -> None:
        document.replace(load("planar-3r-inverse"))
        inverse = drawn(panel, document, playback)
        document.edit(edits.set_run(document.project, mode="forward", duration=1.0, samples=101), "Forward")
        drawn(panel, document, playback)
        assert not item(panel).ghosts.strokes
        assert not panel.legend.note.text()
        document.undo_stack.undo()
        drawn(panel, document, playback)
        document.results.pin()
        document.undo_stack.redo()
        drawn(panel, document, playback)
        assert holds(panel, inverse.recording.q * DEGREE)
        assert item(panel).ghosts.strokes


class TestCrowd:
    def test_the_run_before_a_crowd_of_curves_is_drawn_only_where_it_was_pinned(
        self, panel: PlotPanel, document: Document, playback: Playback
    ) -> None:
        document.replace(edits.set_run(load(f"chain-{MOST_GHOSTS + 1}"), duration=0.01, samples=3))
        drawn(panel, document, playback)
        document.edit(edits.change_link(document.project, 0, mass=3.0), "Set mass of link 1")
        drawn(panel, document, playback)
        assert not item(panel).ghosts.strokes
        document.results.pin()
        document.edit(edits.change_link(document.project, 0, mass=4.0), "Set mass of link 1")
        drawn(panel, document, playback)
        assert len(item(panel).ghosts.strokes) == MOST_GHOSTS + 1


class TestLook:
    def ink(self, panel: PlotPanel, curve: Curve, line: Line) -> int:
        """What a ghost's curve, drawn alone, changes in the picture."""
        panel._redraw_timer.stop()
        item(panel).curves.draw([])
        item(panel).ghosts.draw([])
        bare = picture(panel)
        item(panel).ghosts.draw([Stroke(curve, "#ff00ff", line)])
        return int(np.abs(picture(panel) - bare).sum())

    def test_dotted_behind_a_solid_run(
        self, panel: PlotPanel, run: Run, document: Document, playback: Playback
    ) -> None:
        swinging(panel, document, playback, 0.2)
        assert panel.legend.note.text() == "dotted: the run before"
        assert {stroke.line for stroke in item(panel).curves.strokes} == {SOLID}
        assert {stroke.line for stroke in item(panel).ghosts.strokes} == {DOTTED}
        straight = replace(item(panel).curves.strokes[0].curve, y=np.full(run.count, -90.0))
        solid = self.ink(panel, straight, Line(1.0))
        assert 0.3 * solid < self.ink(panel, straight, DOTTED) < 0.8 * solid

    def test_long_curves_too(self, panel: PlotPanel, run: Run) -> None:
        curve = item(panel).curves.strokes[0].curve
        wild = replace(curve, y=400 * np.sin(300 * curve.x))
        solid = self.ink(panel, wild, Line(1.0))
        assert 0.2 * solid < self.ink(panel, wild, DOTTED) < 0.8 * solid

    def test_many_are_plain_but_pale(self, panel: PlotPanel, document: Document, playback: Playback) -> None:
        project = document.project
        for _ in range(30):
            project = edits.duplicate_link(project, 0)
        document.replace(edits.set_run(project, duration=0.02, samples=3))
        drawn(panel, document, playback)
        document.edit(edits.change_link(document.project, 0, mass=3.0), "Set mass of link 1")
        drawn(panel, document, playback)
        assert panel.legend.note.text() == "pale: the run before"
