"""Bands of many runs behind the curves: drawn for the run that they are of, in range, told of, and exported."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from denoc import load
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.plots.items.bands import outlines
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.paper.table import columns
from denoc_studio.plots.many.bands import PERCENTILES, Band, Bands
from denoc_studio.plots.series import PLOTS
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from denoc_studio.session.run_overlay import RunOverlay
from tests.support.studio.plotting import item, toggle
from tests.support.studio.showing import shown

T = np.linspace(0.0, 2.0, 21)
LABEL = "bands: 5 to 95 % and 25 to 75 % of 7 runs"


def wide_bands(n: int) -> Bands:
    """From -100 to 100, the inner ones half as wide."""
    edges = np.array([-100.0, -50.0, 50.0, 100.0])[:, None, None] * np.ones((4, len(T), n))
    return Bands(LABEL, T, PERCENTILES, {"q": edges})


@pytest.fixture
def overlay(document: Document) -> RunOverlay[Bands]:
    return RunOverlay[Bands](document)


@pytest.fixture
def panel(
    qtbot: QtBot,
    document: Document,
    playback: Playback,
    preferences: Preferences,
    themes: Themes,
    overlay: RunOverlay[Bands],
) -> PlotPanel:
    preferences["degrees"] = False
    return shown(qtbot, PlotPanel(document, playback, preferences, themes, bands=overlay), 1000, 300)


def test_bands_show_behind_the_run_that_they_are_of(
    panel: PlotPanel, run: Run, document: Document, overlay: RunOverlay[Bands], computed: Callable[..., Run]
) -> None:
    panel.show_plot("angles")
    calm = item(panel, "angles").box.viewRange()[1]
    bands = wide_bands(3)
    overlay.show(bands, document.project)
    panel.redraw()
    found = item(panel, "angles")
    assert [shade.band.key for shade in found.bands.shades] == ["joint 1"] * 2 + ["joint 2"] * 2 + ["joint 3"] * 2
    low, high = found.box.viewRange()[1]
    assert -100.0 < low < calm[0] < calm[1] < high < 100.0
    assert high - low == pytest.approx(2.5 * (calm[1] - calm[0]))
    assert LABEL in panel.legend.note.toolTip()
    toggle(panel, 0)
    assert {shade.band.joint for shade in found.bands.shades} == {1, 2}
    source = panel.source()
    assert source is not None
    headers = [name for name, _ in columns(PLOTS["angles"].panels(source.motion, source.options))]
    assert headers[4:7] == ["t_bands [s]", "q1_p5 [rad]", "q1_p95 [rad]"]
    document.edit(edits.set_start(document.project, q0=(0.1, 0.2, 0.3)), "Elsewhere")
    computed()
    panel.redraw()
    assert not item(panel, "angles").bands.shades
    document.undo_stack.undo()
    computed()
    panel.redraw()
    assert item(panel, "angles").bands.shades
    overlay.hide(wide_bands(3))  # another's
    assert overlay.over(document.results.current) is bands
    overlay.hide(bands)
    panel.redraw()
    assert not item(panel, "angles").bands.shades


def test_bands_of_another_project_are_of_no_run(document: Document, overlay: RunOverlay[Bands], run: Run) -> None:
    overlay.show(wide_bands(6), load("puma560"))
    assert overlay.over(run) is None
    assert overlay.over(None) is None


def test_a_band_is_thinned_without_losing_its_peaks_and_broken_where_no_run_came() -> None:
    t = np.linspace(0.0, 1.0, 10_001)
    upper = np.ones_like(t)
    upper[4321] = 5.0
    upper[7000:7010] = math.nan
    band = Band(0, t, -np.ones_like(t), upper, "q1", (5.0, 95.0))
    parts = list(outlines(band, (0.0, 1.0), 100))
    assert len(parts) == 2
    assert sum(len(times) for times, _, _ in parts) < 500
    assert max(above.max() for _, _, above in parts) == 5.0
    assert (parts[0][0][0], parts[0][0][-1]) == (0.0, t[6999])
    assert (parts[1][0][0], parts[1][0][-1]) == (t[7010], 1.0)
