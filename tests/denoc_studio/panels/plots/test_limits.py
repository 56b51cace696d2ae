"""Limits of torque and rate in the plots: lines, stretches where they are reached, words; also on paper."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from denoc import ExpressionTorque, JointMotion, LineMotion, Link, NoSolution, Project, Robot, RunSettings
from denoc.files.projects.project import run_project
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.panels.plots.subject import subject_of
from denoc_studio.paper.figures import figure
from denoc_studio.plots.limits import percent, words_of
from denoc_studio.plots.motion import motion_of
from denoc_studio.plots.series import KINDS, PLOTS, Options
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from tests.support.studio.plotting import compute, item, toggle
from tests.support.studio.showing import shown

WHEEL = Link(inertia=(0, 0, 1, 0, 0, 0), mass=1.0, max_torque=3.0)
PAIR = Robot("wheels", (WHEEL, replace(WHEEL, max_torque=1e6, joint_name="far")), gravity=(0, 0, 0))
RAMPS = RunSettings(duration=10.0, samples=1001, torque=ExpressionTorque(("t", "-t/10")), torque_limit=(3.0, 1e6))
RAMP = Project("ramp", PAIR, (0.0,) * 2, (0.0,) * 2, RAMPS)


@pytest.fixture
def panel(qtbot: QtBot, document: Document, playback: Playback, preferences: Preferences, themes: Themes) -> PlotPanel:
    document.replace(RAMP)
    panel = shown(qtbot, PlotPanel(document, playback, preferences, themes), 1000, 300)
    compute(document, playback)
    panel.show_plot("torques")
    qtbot.waitUntil(lambda: len(item(panel, "torques").content.t) == 1001)
    return panel


def test_saturation_is_drawn_and_told(panel: PlotPanel) -> None:
    """A ramp of 1 N m/s is at a limit of 3 N m for the last seven of ten seconds."""
    found = item(panel, "torques")
    near, far = (mark.limit for mark in found.limits.marks)
    assert (near.value, far.value) == (3.0, 1e6)
    assert near.spans[0] == pytest.approx([3.0, 10.0], abs=0.02)
    assert not len(far.spans)
    assert panel.legend.note.toolTip() == "joint 1 saturated 70 % of the time"
    low, high = found.box.viewRange()[1]
    assert -1.5 < low < -1.0
    assert 3.0 < high < 4.0
    place = QPointF(found.frame.left() + 0.8 * found.frame.width(), found.frame.center().y())
    assert panel.canvas.text_at(place) == "joint 1 saturated 70 % of the time"
    assert panel.canvas.text_at(QPointF(found.frame.left() + 20, found.frame.center().y())) == ""


def test_a_run_whose_motion_cannot_be_followed_has_plots_without_samples(document: Document) -> None:
    """Limits are drawn as soon as it begins; to look for changes of the motion is to solve it, here in vain."""
    rod = Link(a=0.5, mass=1.0, max_torque=3.0, max_speed=2.0)
    away = LineMotion((0.1, 0.2), (5.0, 0.0, 0.0), task=(0.0, 0.0, 0.0, 1.0, 1.0, 0.0))
    settings = RunSettings("inverse", 1.0, 11, motion=away)
    document.replace(Project("away", Robot("rods", (rod, rod)), (0.1, 0.2), (0.0,) * 2, settings))
    with pytest.raises(NoSolution):
        run_project(document.project)
    document.results.start(Run(1, document.project))
    motion = subject_of(document, None, ghosts=True).motion
    for kind in (kind for kind in KINDS if kind.needs != "measured"):
        for panel in kind.panels(motion, Options()):
            assert all(len(curve.y) == 0 for curve in panel.curves), kind.key
    assert motion.torques_reached == motion.rates_reached == ()


def test_the_torque_by_cause_has_its_joints_limit(panel: PlotPanel) -> None:
    motion = motion_of(RAMP, run_project(RAMP))
    for joint, value in ((0, 3.0), (1, 1e6)):
        (shown_panel,) = PLOTS["causes"].panels(motion, Options(joint=joint))
        (limit,) = shown_panel.limits
        assert (limit.joint, limit.value) == (joint, value)
    (drawn,) = PLOTS["causes"].panels(motion, Options(joint=0))
    assert drawn.limits[0].spans[0] == pytest.approx([3.0, 10.0], abs=0.02)
    links = (replace(WHEEL, max_torque=math.inf),) * 2
    settings = RunSettings(duration=1.0, samples=11, torque=ExpressionTorque(("t", "-t/10")))
    free = Project("free", Robot("wheels", links, gravity=(0, 0, 0)), (0.0,) * 2, (0.0,) * 2, settings)
    assert PLOTS["causes"].panels(motion_of(free, run_project(free)), Options(joint=0))[0].limits == ()


def test_a_hidden_joint_has_no_limit(panel: PlotPanel) -> None:
    toggle(panel, 0)
    assert [mark.limit.joint for mark in item(panel, "torques").limits.marks] == [1]


def test_what_a_motion_needs_beyond_the_limits() -> None:
    """Of a cycloid over a duration T by 1 rad, |sin(2 pi t/T)| 2 pi/T^2 is the torque: above half its peak 2/3 of T."""
    peak_torque, peak_rate = 2 * math.pi, 2.0
    link = replace(WHEEL, max_torque=peak_torque / 2, max_speed=peak_rate / 2)
    run = RunSettings(mode="inverse", duration=1.0, samples=2001, motion=JointMotion((0.0,), (1.0,)))
    project = Project("cycloid", Robot("wheel", (link,), gravity=(0, 0, 0)), (0.0,), (0.0,), run)
    motion = motion_of(project, run_project(project))
    assert words_of(motion, "torques") == "joint 1 exceeds its limit 67 % of the time"
    assert words_of(motion, "rates") == "joint 1 exceeds its speed limit 50 % of the time"
    (panel,) = PLOTS["rates"].panels(motion, Options(degrees=True))
    assert panel.limits[0].value == pytest.approx(math.degrees(1.0))
    assert panel.limits[0].spans[0] == pytest.approx([0.25, 0.75], abs=1e-5)


def test_on_paper_as_on_the_screen() -> None:
    plot = figure(RAMP, motion_of(RAMP, run_project(RAMP)), "torques")
    (axes,) = plot.figure.axes
    assert axes.get_title("left") == "joint 1 saturated 70 % of the time"
    assert -1.5 < axes.get_ylim()[0] < axes.get_ylim()[1] < 4.0
    assert [line.get_ydata()[0] for line in axes.lines if len(line.get_xdata()) == 2] == [3.0]
    assert "dash-dotted: limit" in plot.title


def test_joints_are_called_by_their_own_names(panel: PlotPanel) -> None:
    assert [entry.name for entry in panel.legend.model.entries] == ["joint 1", "joint 2: far"]


@pytest.mark.parametrize(
    ("share", "words"),
    [(1.0, "100 %"), (0.9999, "more than 99 %"), (0.119, "12 %"), (0.0234, "2.3 %"), (1e-5, "less than 0.1 %")],
)
def test_shares_in_words(share: float, words: str) -> None:
    assert percent(share) == words
