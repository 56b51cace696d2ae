"""The legend as a table: figures of every curve, going to them, what cannot be reproduced, little room."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from scipy.integrate import trapezoid

from denoc import View, load
from denoc.runs.recording import Chunk
from denoc.runs.simulation import stream
from denoc_studio.look.colours import AXIS_COLOURS
from denoc_studio.panels.plots.legend_model import DOUBTFUL, HIGH, LOW, NAME, PEAK, RMS, VALUE, Group
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.plots.readout import four_digits
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from tests.support.studio.plotting import (
    DEGREE,
    arrive,
    compute,
    legend_cells,
    legend_click,
    legend_texts,
    strokes,
)


@pytest.fixture
def roomy(panel: PlotPanel, run: Run) -> PlotPanel:
    panel.resize(1300, 700)
    panel.shown.show(["angles", "tip", "energy"])
    panel._shown_changed()
    QApplication.processEvents()
    return panel


def test_every_plot_has_its_figures(roomy: PlotPanel, run: Run) -> None:
    r = run.recording
    values = {
        "angles": (r.q * DEGREE).T,
        "tip": run.tip_path().T,
        "energy": np.array([r.kinetic, r.potential, r.total]),
    }
    groups = [row for row in roomy.legend.model.rows if isinstance(row, Group)]
    assert [(row.plot, row.title, row.unit) for row in groups] == [
        ("angles", "Angles", "°"),
        ("tip", "Tip", "m"),
        ("energy", "Energy", "J"),
    ]
    for plot, curves in values.items():
        sizes = [np.abs(y).max() for y in curves]
        expected = {
            LOW: [four_digits(y.min(), size) for y, size in zip(curves, sizes, strict=True)],
            HIGH: [four_digits(y.max(), size) for y, size in zip(curves, sizes, strict=True)],
            RMS: [four_digits(np.sqrt(trapezoid(y**2, r.t) / r.t[-1])) for y in curves],
            PEAK: [f"{r.t[np.abs(y).argmax()]:.3f}" if y.any() else "" for y in curves],
        }
        for column, texts in expected.items():
            assert legend_texts(roomy, column, plot) == texts


@pytest.mark.parametrize(("key", "curves"), [("tip", 3), ("path", 1)])
def test_what_is_computed_in_part_is_told_in_part(
    panel: PlotPanel, run: Run, playback: Playback, monkeypatch: pytest.MonkeyPatch, key: str, curves: int
) -> None:
    whole, known = run.tip_path(), run.count // 2
    monkeypatch.setattr(run, "tip_path", lambda _=0.0: whole[:known])
    panel.show_plot(key)
    for row, there in ((known - 1, True), (known + 1, False), (run.count - 1, False)):
        playback.seek(run.recording.t[row])
        texts = legend_texts(panel, VALUE)
        assert len(texts) == curves
        assert ("-" not in texts) == there
    assert {text for column in (LOW, HIGH, RMS, PEAK) for text in legend_texts(panel, column)} == {""}
    monkeypatch.setattr(run, "tip_path", lambda _=0.0: whole)
    panel.redraw()
    assert legend_texts(panel, HIGH)[-1] == four_digits(whole[:, 1 if key == "path" else 2].max(), np.abs(whole).max())
    assert "-" not in legend_texts(panel, VALUE)


def test_energies_and_the_tip_have_colours_of_their_own(roomy: PlotPanel) -> None:
    energy = strokes(roomy, "energy")
    assert [energy[name].colour for name in ("kinetic", "potential", "total")] == ["#E69F00", "#56B4E9", "#1b1f24"]
    assert [energy[name].line.width for name in ("kinetic", "potential", "total")] == [2.0, 2.0, 1.6]
    assert [strokes(roomy, "tip")[f"tip {axis}"].colour for axis in "xyz"] == list(AXIS_COLOURS.values())


def test_a_click_on_a_figure_goes_to_its_time(qtbot: QtBot, roomy: PlotPanel, run: Run, playback: Playback) -> None:
    angle = run.recording.q[:, 2]
    for column, row in ((LOW, angle.argmin()), (HIGH, angle.argmax()), (PEAK, np.abs(angle).argmax())):
        playback.seek(0.0)
        legend_click(qtbot, roomy, 2, column=column)
        assert playback.time == run.recording.t[row]
        assert not roomy.sheet.hidden
    playback.seek(0.0)
    view = roomy.legend.view
    view.setCurrentIndex(legend_cells(roomy, NAME)[1])
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert playback.time == run.recording.t[np.abs(run.recording.q[:, 1]).argmax()]


def test_figures_of_what_cannot_be_reproduced_are_amber(roomy: PlotPanel, run: Run) -> None:
    assert not roomy.legend.amber.isVisible()
    times = [float(cell.model().time(cell)) for cell in legend_cells(roomy, PEAK)]
    roomy.readings.doubtful_from = sum(sorted(times)[:2]) / 2
    roomy.legend.figures_changed()
    assert [cell.data(DOUBTFUL) for cell in legend_cells(roomy, PEAK)] == [
        t > roomy.readings.doubtful_from for t in times
    ]
    assert not any(cell.data(DOUBTFUL) for cell in legend_cells(roomy, RMS) + legend_cells(roomy, VALUE))
    assert roomy.legend.amber.isVisible()
    assert "not reproducible" in roomy.legend.amber.text()


def test_a_narrow_one_has_name_value_and_peak(roomy: PlotPanel) -> None:
    roomy.resize(1000, 500)  # enough for all columns beside one plot only
    QApplication.processEvents()
    view = roomy.legend.view
    shown = [column for column in range(view.model().columnCount()) if not view.isColumnHidden(column)]
    assert shown == [NAME, VALUE, PEAK]
    assert view.columnWidth(NAME) > 70
    roomy.bar.tiles[1].trigger()
    assert not any(map(view.isColumnHidden, (LOW, HIGH, RMS)))
    roomy.resize(700, 500)
    QApplication.processEvents()
    assert view.isColumnHidden(RMS)
    assert roomy.minimumSizeHint().width() < 500


def test_a_low_one_lists_the_curves_of_one_plot(qtbot: QtBot, roomy: PlotPanel) -> None:
    view = roomy.legend.view
    assert not view.folding
    roomy.resize(1300, 340)
    qtbot.waitUntil(lambda: view.folding)

    def listed() -> set[str]:
        rows = enumerate(roomy.legend.model.rows)
        return {row.plot for k, row in rows if not isinstance(row, Group) and not view.isRowHidden(k)}

    assert listed() == {"angles"}
    tile = roomy.sheet.tile("tip")
    qtbot.mouseMove(roomy.canvas.viewport(), tile.sceneBoundingRect().center().toPoint())
    qtbot.mouseMove(roomy.canvas.viewport(), tile.sceneBoundingRect().center().toPoint() + QPoint(3, 3))
    assert listed() == {"tip"}
    row = next(k for k, row in enumerate(roomy.legend.model.rows) if row.plot == "angles")
    place = view.visualRect(roomy.legend.model.index(row, NAME)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert listed() == {"angles"}


def test_a_long_name_is_in_the_tip_as_it_is(panel: PlotPanel, document: Document, playback: Playback) -> None:
    name = "<b>left_shoulder_pan_joint_of_the_second_arm</b>"
    links = tuple(replace(link, name=name) for link in document.robot.links)
    document.edit(edits.set_links(document.project, links), "Name them")
    compute(document, playback)
    panel.redraw()
    cell = legend_cells(panel, NAME)[0]
    assert cell.data() == f"joint 1: {name}"
    assert f"joint 1: {name}" in cell.data(Qt.ItemDataRole.ToolTipRole)


def test_a_run_that_goes_on_has_figures_of_what_there_is(qtbot: QtBot, panel: PlotPanel, document: Document) -> None:
    whole = next(iter(stream(document.project.job(), interval=1e9)))
    document.results.start(Run(1, document.project))
    arrive(document, 1, Chunk(*(values[:300] for values in whole[:9]), 3.0, 1, 1, "running", ""))
    peak = f"{whole.t[np.abs(whole.q[:300, 0]).argmax()]:.3f}"
    qtbot.waitUntil(lambda: legend_texts(panel, PEAK)[:1] == [peak])
    arrive(document, 1, Chunk(*(values[300:] for values in whole[:9]), 10.0, 1, 1, "completed", ""))
    peak = f"{whole.t[np.abs(whole.q[:, 0]).argmax()]:.3f}"
    qtbot.waitUntil(lambda: legend_texts(panel, PEAK)[:1] == [peak])


class TestView:
    """What is shown is kept in the project, and is no edit of it."""

    def test_choosing_is_no_edit(self, qtbot: QtBot, panel: PlotPanel, run: Run, document: Document) -> None:
        outdated = []
        document.run_outdated.connect(outdated.append)
        panel.bar.tiles[2].trigger()
        legend_click(qtbot, panel, 1)
        assert document.project.view == View(plots=tuple(panel.shown.keys), hidden=("joint 2",))
        assert not document.modified
        assert not document.undo_stack.canUndo()
        document.edit(edits.change_link(document.project, 0, mass=3.0), "Set mass of link 1")
        assert len(outdated) == 1
        panel.show_plot("phase")
        document.undo_stack.undo()
        assert document.project.view.plots[0] == "phase"
        assert panel.shown.keys[0] == "phase"

    def test_a_prepared_project_shows_its_own(self, panel: PlotPanel, document: Document) -> None:
        panel.show_plot("phase")
        document.replace(load("puma560").showing(View(plots=("torques", "power"), hidden=("joint 6",))))
        panel.redraw()
        assert [tile.kind.key for tile in panel.canvas.tiles] == ["torques", "power"]
        assert panel.sheet.hidden == panel.legend.model.hidden == {"joint 6"}
        document.replace(load("scara"))
        panel.redraw()
        assert panel.shown.keys == ["phase"]  # as the user had it
        assert not panel.sheet.hidden


def test_rows_are_made_where_there_are_other_curves(
    panel: PlotPanel, document: Document, playback: Playback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not at every drawing, of which a run that is computed has thirty a second: a long arm has a thousand rows."""
    compute(document, playback)
    panel.redraw()
    made: list[int] = []
    monkeypatch.setattr(panel.legend, "set_rows", lambda rows: made.append(len(rows)))
    document.edit(edits.change_link(document.project, 0, a=0.21), "Set a")
    compute(document, playback)
    panel.redraw()
    assert made == []
    document.edit(edits.change_link(document.project, 0, name="shoulder"), "Name a link")
    compute(document, playback)
    panel.redraw()
    assert made == [len(panel.legend.model.rows)]


@pytest.mark.parametrize("plots", [("angles",), ("angles", "energy", "phase", "path")])
def test_the_cursor_leaves_nothing_behind(
    qtbot: QtBot, roomy: PlotPanel, run: Run, playback: Playback, plots: tuple[str, ...]
) -> None:
    """What is on the screen after it has moved, painted in parts, is what painting all of it gives."""
    roomy.setGeometry(roomy.screen().availableGeometry())
    roomy.shown.show(list(plots))
    roomy._shown_changed()
    qtbot.waitExposed(roomy)

    def seen() -> QImage:
        qtbot.waitUntil(lambda: not roomy._redraw_timer.isActive() and not roomy._parts.busy)
        for _ in range(3):
            QApplication.processEvents()
        return roomy.screen().grabWindow(roomy.winId()).toImage()

    before = seen()
    for share in (0.3, 0.31, 0.0, 0.999, 1.0, 0.5):
        playback.seek(share * run.end)
        moved = seen()
        for part in (roomy.canvas.viewport(), *roomy.legend.findChildren(QWidget)):
            QWidget.update(part)  # a view's own takes an index in older versions
        assert before != moved == seen()
        before = moved
