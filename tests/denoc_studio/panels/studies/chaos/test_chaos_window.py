"""Chaos through the whole window: a cloud beside the run, its bands, the exponent, the map, and a start opened."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc.studies.chaos.lyapunov import Lyapunov
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.studies.chaos import cloud_page
from denoc_studio.panels.studies.chaos.cloud_page import CloudPage, exponent_words
from denoc_studio.panels.studies.chaos.map_page import MapPage
from denoc_studio.project import edits
from denoc_studio.widgets.beside import Reporter
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.hands import enter
from tests.support.studio.plotting import compute, item
from tests.support.studio.windows import idle_window

ARMS = 24


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    monkeypatch.setattr(cloud_page, "DURATION", 20.0)  # seconds: less of the motion is followed
    preferences["degrees"] = False
    preferences["recompute"] = False  # runs are computed here and now
    preferences["drawing"] = "painter"
    project = edits.set_run(dn.rod_chain(2), duration=2.0, samples=101)
    window = idle_window(qtbot, project, preferences, (1300, 800))
    compute(window.session.document, window.session.playback)
    window.plots.show_plot("angles")
    return window


@pytest.fixture
def let_go(qtbot: QtBot, window: MainWindow) -> Callable[[], CloudPage]:
    """A small cloud, computed by the button."""

    def press() -> CloudPage:
        page = window.chaos.cloud
        enter(qtbot, page.fields["arms"], str(ARMS))
        qtbot.mouseClick(page.start_button, Qt.MouseButton.LeftButton)
        assert page.work.busy
        qtbot.waitUntil(lambda: not page.work.busy, timeout=60_000)
        return page

    return press


def test_a_cloud_lies_beside_the_run_and_its_bands_behind_the_curves(
    qtbot: QtBot, window: MainWindow, let_go: Callable[[], CloudPage]
) -> None:
    page, session = let_go(), window.session
    assert page.found is not None
    cloud, run = page.found.cloud, session.document.results.current
    assert session.cloud_overlay.over(run) is cloud
    assert np.abs(cloud.states(1.0)[0] - dn.simulate(cloud.robot, (0, 0), (0, 0), 1.0).q[-1]).max() < 1e-5
    session.playback.pause()
    session.playback.seek(1.0)
    motif, _ = window.arm._source()
    lines = motif.picture.cloud
    assert lines is not None
    assert lines.points.shape == (2 * ARMS, 2, 3)
    window.plots.redraw()
    shades = item(window.plots, "angles").bands.shades
    alone = [dn.simulate(cloud.robot, q, (0, 0), 2.0, samples=cloud.runs.t).q for q in cloud.runs.q[1:, 0]]
    lower = np.percentile([q[:, 1] for q in alone], 5.0, axis=0)
    (wide,) = [shade.band for shade in shades if shade.band.joint == 1 and shade.band.percent == (5.0, 95.0)]
    assert wide.lower == pytest.approx(lower, abs=1e-5)
    assert f"of {ARMS} runs" in window.plots.legend.note.toolTip()
    qtbot.mouseClick(page.in_plots, Qt.MouseButton.LeftButton, pos=page.in_plots.rect().center() * 0.2)
    assert session.band_overlay.current is None
    qtbot.mouseClick(page.in_view, Qt.MouseButton.LeftButton, pos=page.in_view.rect().center() * 0.2)
    assert window.arm._source()[0].cloud is None
    page.in_view.setChecked(True)
    page.in_plots.setChecked(True)
    assert session.cloud_overlay.over(run) is cloud


def test_its_line_stands_at_the_time_cursor_from_the_start(window: MainWindow, let_go: Callable[[], CloudPage]) -> None:
    window.session.playback.pause()
    window.session.playback.seek(1.2)
    assert let_go().plot._cursor.value() == 1.2


def test_a_cloud_is_of_the_project_that_it_was_computed_for(
    qtbot: QtBot, window: MainWindow, let_go: Callable[[], CloudPage]
) -> None:
    page, session = let_go(), window.session
    document = session.document
    assert page.current
    document.edit(edits.set_start(document.project, q0=(0.5, 0.0)), "Elsewhere")
    assert "earlier state" in page.state.text()
    compute(document, session.playback)
    assert session.cloud_overlay.over(document.results.current) is None
    assert window.arm._source()[0].cloud is None
    document.undo_stack.undo()
    compute(document, session.playback)
    assert page.current
    assert "earlier state" not in page.state.text()
    assert session.cloud_overlay.over(document.results.current) is not None
    found = page.found

    def late(reporter: Reporter) -> None:
        reporter.cancel.wait()
        reporter.hand(found)

    page.work.start(late)
    document.replace(dn.load("planar-3r-inverse"))
    assert page.found is None
    qtbot.waitUntil(lambda: not page.work.busy)
    assert page.found is None, "what was under way is of the project before"
    assert session.cloud_overlay.current is None
    assert window.chaos.pages.currentWidget() is window.chaos.empty


def test_the_exponent_is_that_of_the_numerics(window: MainWindow, let_go: Callable[[], CloudPage]) -> None:
    page = let_go()
    found = dn.lyapunov(window.session.document.project, duration=20.0)
    assert isinstance(page.exponent, Lyapunov)
    assert page.exponent.exponent == pytest.approx(found.exponent)
    assert page.exponent.uncertainty == pytest.approx(found.uncertainty)
    assert page.figure.text() == f"{found.words[0].upper()}{found.words[1:]}."


def test_words_are_honest_where_errors_do_not_grow() -> None:
    none = np.empty(0)
    grows, still, shrinks = (
        Lyapunov(exponent, 0.1, none, none, 1e-9, 100.0) for exponent in (math.log(10) / 2, 0.05, -1.0)
    )
    assert exponent_words(grows) == (
        "Errors grow tenfold every 2 s.",
        "Largest Lyapunov exponent 1.15 ± 0.10 1/s, of this motion followed for 100 s.",
    )
    assert "chaos is not shown" in exponent_words(still)[1]
    assert exponent_words(still)[0].startswith("No exponential growth")
    assert exponent_words(shrinks)[0].startswith("Errors shrink")
    assert exponent_words("Why not.") == ("", "Why not.")


def test_what_cannot_be_is_refused_in_its_field(qtbot: QtBot, window: MainWindow) -> None:
    page = window.chaos.cloud
    for name, text in (("arms", "0"), ("arms", "1.5"), ("spread", "0"), ("seed", "-1")):
        enter(qtbot, page.fields[name], text)
        assert page.fields[name].problem, (name, text)
        page.start()
        assert not page.work.busy
        enter(qtbot, page.fields[name], {"arms": "10", "spread": "1e-3", "seed": "2"}[name])
        assert not page.fields[name].problem


def test_giving_up_keeps_what_there_was(qtbot: QtBot, window: MainWindow, let_go: Callable[[], CloudPage]) -> None:
    page = let_go()
    before = page.found
    enter(qtbot, page.fields["arms"], "10000")
    page.start()
    page.work.stop()
    qtbot.waitUntil(lambda: not page.work.busy, timeout=60_000)
    assert page.found is before
    assert not page.message.text


class TestMap:
    @pytest.fixture
    def page(self, qtbot: QtBot, window: MainWindow) -> MapPage:
        page = window.chaos.map
        window.chaos.tabs.setCurrentWidget(page)
        page.cells.addItem("8 x 8 starts", "8")
        page.cells.setCurrentIndex(page.cells.findData("8"))
        shapes: list[tuple[int, ...]] = []
        page.work.handed.connect(lambda parts: shapes.extend(part.found.times.shape for part in parts))
        page.start()
        qtbot.waitUntil(lambda: not page.work.busy, timeout=60_000)
        assert shapes == [(1, 1), (2, 2), (4, 4), (8, 8)]
        return page

    def test_it_is_that_of_the_numerics_and_told_by_cell(self, window: MainWindow, page: MapPage) -> None:
        *_, expected = dn.flip_times(window.session.document.robot, 2.0, cells=8)
        found = page.grid.found
        assert found.times == pytest.approx(expected.times, abs=1e-6, nan_ok=True)
        page.view.pointed.emit((0, 0))
        words = page.reading.words
        assert words == f"joint 1 at {expected.x[0]:.3f} rad, joint 2 at {expected.y[0]:.3f} rad: " + (
            f"first turns over after {expected.times[0, 0]:.4g} s"
        )

    def test_a_start_is_opened_by_a_key_as_one_step(self, qtbot: QtBot, window: MainWindow, page: MapPage) -> None:
        document, view = window.session.document, page.view
        before, steps = document.project, document.undo_stack.count()
        view.setFocus()
        qtbot.keyClick(view, Qt.Key.Key_Left)
        qtbot.keyClick(view, Qt.Key.Key_Left)
        cell = view.shown
        qtbot.keyClick(view, Qt.Key.Key_Return)
        assert document.undo_stack.count() == steps + 1
        grid = page.grid
        assert document.project.q0 == grid.start(cell)
        assert document.project.q0 == (grid.found.x[cell[1]], grid.found.y[cell[0]])
        qtbot.waitUntil(lambda: window.session.document.results.current.project.q0 == document.project.q0)
        assert not page.message.text
        document.undo_stack.undo()
        assert document.project == before

    def test_a_map_of_another_arm_opens_nothing(self, window: MainWindow, page: MapPage) -> None:
        document = window.session.document
        document.edit(edits.change_link(document.project, 0, mass=3.0), "Heavier")
        project = document.project
        page.open_start((0, 0))
        assert document.project is project
        assert "compute the map again" in page.message.text
        document.undo_stack.undo()
        assert not page.message.text

    def test_words_beside_a_small_map_are_whole_or_end_in_dots(
        self, qtbot: QtBot, window: MainWindow, page: MapPage
    ) -> None:
        words = page.words
        window.places.choose("Chaos")
        for size in ((1300, 800), (900, 560)):
            window.resize(*size)
            qtbot.wait(50)
            for line in (page.reading, words.what):
                assert line.geometry().bottom() <= words.height()
                assert line.text().endswith("…") or line.needed(line.width()) <= line.height()

    def test_two_joints_are_chosen_again_after_an_arm_of_one(self, window: MainWindow, page: MapPage) -> None:
        document = window.session.document
        document.replace(dn.load("pendulum"))
        assert page.message.text == "A map takes two joints that turn."
        assert not page.start_button.isEnabled()
        page.start()
        assert not page.work.busy
        document.replace(dn.load("stanford-free-fall"))
        assert (page.across.currentData(), page.up.currentData()) == ("1", "2")
        assert not page.message.text
        assert page.start_button.isEnabled()
