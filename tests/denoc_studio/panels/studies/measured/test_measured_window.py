"""A log of known truth through the whole window: opened, aligned, looked at, exported, used and put aside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from denoc import load, rod_chain
from denoc.motions.motion_data import SampledMotion
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.plots.legend_model import RMS
from denoc_studio.panels.studies.measured import residual_table
from denoc_studio.paper.export import Order, spreadsheet
from denoc_studio.session.measured_log import Log
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.hands import enter, type_cell
from tests.support.studio.plotting import compute, legend_texts, pixels_of, value_at_cursor
from tests.support.studio.run_logs import LATE, NOISE, OFFSET, SCALE, Truth, known_log
from tests.support.studio.windows import idle_window


@pytest.fixture(scope="module")
def truth() -> Truth:
    return known_log()


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences, truth: Truth) -> MainWindow:
    preferences["degrees"] = False
    preferences["recompute"] = False  # runs are computed here and now
    preferences["theme"] = "light"
    window = idle_window(qtbot, truth.project, preferences, (1300, 800))
    compute(window.session.document, window.session.playback)
    return window


@pytest.fixture
def settle(qtbot: QtBot, window: MainWindow) -> Callable[[], None]:
    """Until the log is compared with the run as it is now."""

    def wait() -> None:
        overlay, results = window.session.log_overlay, window.session.document.results
        qtbot.waitUntil(
            lambda: (
                (found := overlay.over(results.current)) is not None
                and found is overlay.found
                and found.alignment == overlay.alignment
            )
        )

    return wait


@pytest.fixture
def measured(window: MainWindow, truth: Truth, settle: Callable[[], None]) -> MainWindow:
    """The window with the log over its run."""
    window.session.measured.put(Log("swing.csv", truth.measurement))
    window._show_measured()
    settle()
    return window


def figures(window: MainWindow, quantity: str) -> list[dict[str, str]]:
    """The cells of a quantity in the panel's table, by heading."""
    model = window.measured.model
    rows = [k for k in range(model.rowCount()) if (f := model.figures(model.index(k, 0))) and f.quantity == quantity]
    return [{title: model.index(row, k).data() for k, title in enumerate(residual_table.TITLES)} for row in rows]


def number(text: str) -> float:
    return float(text.replace("\N{MINUS SIGN}", "-"))


def test_from_a_dropped_file_to_the_truth(
    qtbot: QtBot, window: MainWindow, truth: Truth, tmp_path: Path, settle: Callable[[], None]
) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(truth.write(tmp_path / "swing.csv")))])
    copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(5, 5), copy, data, Qt.MouseButton.LeftButton, none))
    qtbot.waitUntil(lambda: window.logs.dialog is not None)
    dialog = window.logs.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.measurement is not None)
    qtbot.mouseClick(dialog.buttons.buttons()[0], Qt.MouseButton.LeftButton)
    settle()
    panel = window.measured
    assert panel.isVisible()
    assert panel.title.text() == "swing.csv"
    assert "1051 samples" in panel.facts.text()
    before = number(figures(window, "tau")[0]["RMS"])
    qtbot.mouseClick(panel.correlate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.session.log_overlay.alignment.shift != 0)
    assert panel.shift.value == pytest.approx(LATE, abs=1e-3) or not panel.shift.value
    panel.fit_button.menu().actions()[2].trigger()
    qtbot.waitUntil(lambda: bool(window.session.log_overlay.alignment.corrections))
    settle()
    qtbot.waitUntil(lambda: number(figures(window, "tau")[0]["RMS"]) < 0.1 * before)
    assert panel.shift.value == pytest.approx(LATE, abs=1e-3)
    for row in figures(window, "tau"):
        assert number(row["scale"]) == pytest.approx(SCALE, abs=0.02)
        assert number(row["offset"]) == pytest.approx(OFFSET, abs=0.02)
        assert number(row["RMS"]) == pytest.approx(NOISE / SCALE, rel=0.1)


def test_the_log_is_drawn_listed_and_hidden(
    qtbot: QtBot, measured: MainWindow, truth: Truth, settle: Callable[[], None], tmp_path: Path
) -> None:
    plots, session = measured.plots, measured.session
    measured.menus.panels.go_to("Plots")
    plots.shown.show(["torques"])
    plots._shown_changed()
    tile = plots.sheet.tile("torques")
    assert len(tile.items[0].measured.strokes) == 3
    session.playback.seek(3.0)
    at = np.interp(3.0, truth.t, truth.tau[:, 0])
    assert value_at_cursor(plots, "tau1_measured") == pytest.approx(at, abs=1e-9)
    colour = tile.items[0].measured.strokes[2].line_colour
    qtbot.waitUntil(lambda: pixels_of(plots, colour) > 20)
    enter(qtbot, measured.measured.shift, "0.5")  # live: the curve moves in time
    settle()
    plots.redraw()
    assert value_at_cursor(plots, "tau1_measured") == pytest.approx(np.interp(3.5, truth.t, truth.tau[:, 0]), abs=1e-9)
    source, report = plots.source(), measured._lab_source()
    assert source is not None
    assert report is not None
    assert source.motion.measured is report.measured is session.log_overlay.found
    for key, columns in (("torques", 7), ("residual", 3)):  # as in their files
        shown = replace(source, key=key, hidden=frozenset())
        text = spreadsheet(shown)
        Order(False, ("csv",), 90.0, 60.0, 100, True, tmp_path, key).write(shown, lambda _: None)
        assert text.replace("\t", ",") == (tmp_path / f"{key}.csv").read_text()
        assert len(text.splitlines()[0].split("\t")) >= columns
    plots.legend.model.show_only({"joint 1", "joint 2", "joint 3"})
    assert not tile.items[0].measured.strokes
    assert len(tile.items[0].curves.strokes) == 3
    assert session.document.project.view.hidden == tuple(f"joint {k} measured" for k in (1, 2, 3))
    plots.legend.model.show_only({entry.key for entry in plots.legend.model.entries})
    plots.show_plot("residual")
    qtbot.waitUntil(lambda: all(legend_texts(plots, RMS)))
    assert [entry.name for entry in plots.legend.model.entries] == ["joint 1", "joint 2", "joint 3"]
    rms = session.log_overlay.found.figures()[-3].rms  # over samples, and the legend's over time
    assert number(legend_texts(plots, RMS)[0]) == pytest.approx(rms, rel=5e-3)
    session.measured.put(None)
    plots.redraw()
    assert plots.current_name != "residual"
    assert not plots.bar.plots["residual"].isVisible()
    assert measured.measured.pages.currentIndex() == 0


def test_the_table_takes_numbers_and_goes_to_the_worst(
    qtbot: QtBot, measured: MainWindow, settle: Callable[[], None]
) -> None:
    panel, overlay = measured.measured, measured.session.log_overlay
    model = panel.model
    row = next(k for k in range(model.rowCount()) if (f := model.figures(model.index(k, 0))) and f.quantity == "tau")
    type_cell(qtbot, panel.table, row, residual_table.SCALE, "0")
    assert "scale of 0" in panel.message.text
    assert not overlay.alignment.corrections
    type_cell(qtbot, panel.table, row, residual_table.OFFSET, "0,25")
    assert overlay.alignment.correction(("tau", 0)).offset == 0.25
    settle()
    panel.fit_button.menu().actions()[1].trigger()  # scales alone: what was typed stays
    qtbot.waitUntil(lambda: overlay.alignment.correction(("tau", 0)).scale != 1)
    assert overlay.alignment.correction(("tau", 0)).offset == 0.25
    settle()
    filtered = next(k for k in range(model.rowCount()) if (f := model.figures(model.index(k, 0))) and f.filtered)
    assert not model.flags(model.index(filtered, residual_table.SCALE)) & Qt.ItemFlag.ItemIsEditable
    cell = model.index(row, residual_table.TIME)
    qtbot.waitUntil(lambda: model.figures(cell) in overlay.found.figures())
    panel.table.scrollTo(cell)
    place: QPoint = panel.table.visualRect(cell).center()
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert measured.session.playback.time == pytest.approx(model.figures(cell).time)
    enter(qtbot, panel.cutoff, "100000")
    qtbot.waitUntil(lambda: panel.message.severity == "error")
    assert "Hz" in panel.message.text
    assert panel.cutoff.problem
    qtbot.waitUntil(lambda: overlay.alignment.cutoff is None)  # the last good one holds
    with qtbot.waitSignal(panel.comparing.compared):
        panel.comparing.compare()
    assert panel.message.severity == "error", "which no comparison with the last good one takes back"
    assert panel.cutoff.text() == "100000"
    qtbot.keyClick(panel.cutoff, Qt.Key.Key_Escape)
    assert panel.cutoff.value == overlay.found.cutoff
    assert panel.message.text == ""
    enter(qtbot, panel.cutoff, "6")
    settle()
    assert overlay.found.cutoff == 6.0
    assert "the first and the last 0.333 s" in panel.words.text()


def test_the_log_becomes_the_motion_and_goes_back(
    qtbot: QtBot, measured: MainWindow, settle: Callable[[], None]
) -> None:
    document, before = measured.session.document, measured.session.document.project
    qtbot.mouseClick(measured.measured.use, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: document.undo_stack.count() == 1)
    run = document.project.run
    assert run.mode == "inverse"
    assert isinstance(run.motion, SampledMotion)
    assert run.samples == 1051
    assert "Out of date" in measured.measured.words.text() or document.results.current.stale
    compute(document, measured.session.playback)
    settle()
    rows = {(row.quantity, row.joint): row for row in measured.session.log_overlay.found.figures()}
    inside = measured.session.log_overlay.found.laid["tau"]
    middle = (inside.common > 1) & (inside.common < 9.5)
    model = inside.expected[middle, 0]
    assert np.abs(SCALE * model + OFFSET - (model + inside.residual[middle, 0])).max() < 6 * NOISE
    assert rows["q", 0].rms < 3e-4
    document.undo_stack.undo()
    assert document.project == before


def test_another_arm_puts_the_log_aside(qtbot: QtBot, measured: MainWindow, truth: Truth) -> None:
    session = measured.session
    log = session.measured.current
    session.document.replace(load("planar-3r-free-fall"))  # the same joints
    assert session.measured.current is log
    session.document.replace(rod_chain(2))
    assert session.measured.current is None
    qtbot.waitUntil(lambda: measured.notice.isVisible())
    assert "3 joints (RRR), and this arm has 2 joints (RR)" in measured.notice.sentences[0]
    session.document.replace(truth.project)
    assert session.measured.current is log
    session.document.edit(rod_chain(2), "Take two joints")  # not lost by an edit: undoing it brings all back
    qtbot.waitUntil(lambda: "nothing is compared" in measured.measured.words.text())
    assert session.measured.current is log
    assert session.log_overlay.found is None
