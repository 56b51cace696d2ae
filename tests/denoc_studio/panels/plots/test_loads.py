"""Bearing and link loads in the window: curves, the legend's numbers, arrows at the joints, the report's table."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc_studio.look.palettes import LIGHT
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.plots.legend_model import VALUE
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.paper.report.tables import bearings
from denoc_studio.picture.arm.picture import picture_colours
from denoc_studio.picture.arm.reaction_arrows import (
    largest_force,
    reaction_arrows,
    reaction_label,
    reactions_of,
)
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.plots.motion import motion_of
from denoc_studio.plots.readout import four_digits
from denoc_studio.plots.series import PLOTS, Options
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from tests.support.studio.plotting import compute, following, legend_texts
from tests.support.studio.showing import shown


@pytest.fixture
def panel(qtbot: QtBot, document: Document, playback: Playback, preferences: Preferences, themes: Themes) -> PlotPanel:
    document.replace(following())
    return shown(qtbot, PlotPanel(document, playback, preferences, themes), 1200, 700)


def test_the_legend_reads_every_quantity_of_a_joint(
    qtbot: QtBot, panel: PlotPanel, document: Document, playback: Playback
) -> None:
    """A joint has one key in all panels of the plot, and a number of its own in each."""
    run = compute(document, playback)
    panel.show_plot("bearings")
    qtbot.waitUntil(lambda: all(len(tile.panels[0].t) == run.count for tile in panel.canvas.tiles))
    time = float(run.recording.t[run.count // 3])
    playback.seek(time)
    robot, r, k = document.robot, run.recording, run.count // 3
    borne = dn.joint_reactions(robot, r.q[k], r.qd[k], r.qdd[k], tip_wrench=r.tip_wrench, axes="joint")
    for name, values in (
        ("radial", np.hypot(borne[:, 3], borne[:, 4])),
        ("axial", borne[:, 5]),
        ("tilting", np.hypot(borne[:, 0], borne[:, 1])),
    ):
        for i in range(robot.n):
            found = panel.readings.value("bearings", f"{name}{i + 1}", time)
            assert found == pytest.approx(values[i], rel=1e-9, abs=1e-9)
    entries, read = panel.legend.model.entries, partial(panel.readings.value, "bearings", t=time)
    wanted = [four_digits(read(entry.curve.symbol)) for entry in entries]
    assert [cell.strip() for cell in legend_texts(panel, VALUE)] == [text.strip() for text in wanted]


def test_the_torques_are_told_as_the_check(
    qtbot: QtBot, panel: PlotPanel, document: Document, playback: Playback
) -> None:
    compute(document, playback)
    panel.show_plot("bearings")
    said = "along the joints: the torques less friction, rotor and stop, to "
    qtbot.waitUntil(lambda: said in panel.legend.note.text())
    assert float(panel.legend.note.text().partition(said)[2].split(";")[0]) < 1e-9


def test_a_link_is_drawn_across_both_ends_and_rounding_is_zero() -> None:
    project = dn.load("planar-3r-inverse")
    motion = motion_of(project, dn.run_project(project))
    force, moment = PLOTS["link"].panels(motion, Options(joint=1))
    r = motion.recording
    loads = dn.link_loads(project.robot, r.q, r.qd, r.qdd)
    for panel, parts in ((force, (loads.axial, loads.shear)), (moment, (loads.bending, loads.torsion))):
        wanted = [part[:, 1, end] for part in parts for end in (0, 1)]
        for curve, values in zip(panel.curves, wanted, strict=True):
            assert np.abs(curve.y - values).max() < 1e-9
    assert (moment.curves[2].y == 0).all()  # a planar arm twists no link
    assert PLOTS["bearings"].panels(motion, Options())[1].curves[0].y.any() == 0  # nor pulls along its axes


def test_arrows_are_as_long_as_their_forces() -> None:
    project = dn.load("planar-3r-inverse")
    run, robot = dn.run_project(project), project.robot
    scene, look = Scene(robot), picture_colours(LIGHT)
    frames = scene.frames(run.q[0])
    found = reactions_of(robot, (run.q[0], run.qd[0], run.qdd[0]), None, largest_force(robot, run))
    assert found is not None
    weights = [9.81 * sum(link.mass for link in robot.links[i:]) for i in range(3)]
    assert np.linalg.norm(found.forces, axis=1) == pytest.approx(weights, rel=1e-6)  # at rest they carry what is beyond
    assert found.forces[:, 1].min() > 0
    assert found.largest >= weights[0]
    assert len(reaction_arrows(scene, frames, found, look).mesh.vertices)
    assert reaction_label(scene, frames, found, 0, look)[0].text.startswith("11.8 N")
    assert not reaction_label(scene, frames, found, 3, look)


def test_the_report_lists_peaks_with_their_times() -> None:
    project = dn.load("planar-3r-inverse")
    loads = dn.loads_of_run(project.robot, dn.run_project(project).fine)
    table = bearings(project.robot, loads)
    assert len(table.rows) == 3
    assert table.rows[0][1].startswith(f"{loads.radial[:, 0].max():.4g}"[:5])
