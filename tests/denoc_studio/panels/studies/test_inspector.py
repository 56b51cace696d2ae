"""The inspector: its tables against the functions they come from, and the panel that shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc import (
    forward_dynamics,
    inspect_forward,
    inspect_inverse,
    inverse_dynamics,
    load,
    mass_matrix,
    operation_count,
    udu,
)
from denoc.files.examples import examples, rod_chain
from denoc.files.projects.project import run_project
from denoc.functions.kinematics import link_frames
from denoc.kernels.dispatch import SHARED
from denoc.runs.simulation import stream
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.inspector_panel import InspectorPanel
from denoc_studio.plots.moment import Moment
from denoc_studio.plots.tables.inspector.comparisons import MOST_COUNTED
from denoc_studio.plots.tables.inspector.components import SIXES
from denoc_studio.plots.tables.inspector.entries import entries, summary
from denoc_studio.plots.tables.inspector.entry import IN_NO_AXES, Entry
from denoc_studio.plots.tables.number_grid import NumberGrid
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from denoc_studio.widgets.tables.grid_model import GridModel
from tests.support.oracles.arms import random_arm
from tests.support.studio.plotting import arrive
from tests.support.studio.showing import shown

TWIST, WRENCH = SIXES["twist"], SIXES["wrench"]
RATE = ("ω′x", "ω′y", "ω′z", "v′x", "v′y", "v′z")


def entry(group: str, name: str) -> Entry:
    return next(found for found in entries() if found.group.startswith(group) and found.name == name)


def table(group: str, name: str, moment: Moment, link: int = 0, world: bool = True) -> NumberGrid:
    return entry(group, name).look(moment, link, world).grid


@pytest.fixture(scope="module")
def stanford() -> Moment:
    """Some state of the Stanford arm, with the torques that it takes."""
    robot = load("stanford-inverse").robot
    q, qd, qdd = (np.random.default_rng(seed).uniform(-1, 1, robot.n) for seed in range(3))
    return Moment(robot, q, qd, qdd, inverse_dynamics(robot, q, qd, qdd))


def test_every_number_has_a_unit_and_says_its_axes_and_its_paper(stanford: Moment) -> None:
    short = Moment(replace(stanford.robot, links=stanford.robot.links[:3]), *(part[:3] for part in stanford[1:5]))
    assert len({(found.group, found.name) for found in entries()}) == len(entries())
    for number, found in enumerate(found for found in entries() if found.group != "Comparison"):
        world = number % 2 == 0  # in both is told by the next test
        grid, place, step = found.look(short, 2, world)
        assert grid.values.shape == (len(grid.rows), len(grid.columns)), found.name
        assert found.meaning
        assert np.isfinite(grid.values).all(), found.name
        assert grid.units is not None
        assert grid.units.shape == grid.values.shape
        assert all(grid.units.flat), found.name
        axes = "world axes" if world else ("axes of link i", "i−1", "2", "3")
        assert place.endswith(axes) or IN_NO_AXES in place
        if step is not None:
            assert found.source.startswith(f"{step.paper}, ")
            assert step.citation in found.source
    cited = [found for found in entries() if "(" in found.source]
    assert all(any(paper in found.source for paper in ("Saha", "Kozlowski", "Angeles")) for found in cited)


def test_components_turn_with_the_axes_and_tau_is_the_moment_along_z() -> None:
    """In link axes the third component of Kane's moment is the torque; turned by the link's frame it is the world's."""
    rng = np.random.default_rng(4)
    for convention in ("standard", "modified"):
        robot = random_arm(rng, 4, convention)
        q, qd, qdd = rng.normal(size=(3, 4))
        moment = Moment(robot, q, qd, qdd, inverse_dynamics(robot, q, qd, qdd))
        frames = link_frames(robot, q, kernels=SHARED)[:, :3, :3]
        for group, name in (("Kane", "w"), ("Kane", "omega"), ("RIDIM", "t"), ("RIDIM", "gamma"), ("Natural", "p")):
            ours, world = (table(group, name, moment, world=axes) for axes in (False, True))
            for frame, mine, other in zip(frames, ours.values, world.values, strict=True):
                np.testing.assert_allclose(np.kron(np.eye(len(mine) // 3), frame) @ mine, other, atol=1e-11)
        seen = inspect_inverse(robot, q, qd, qdd)
        np.testing.assert_allclose(table("RIDIM", "gamma", moment).values, seen["gamma"], rtol=1e-9, atol=1e-10)
        np.testing.assert_allclose(table("RIDIM", "tau", moment).values[:, 0], moment.tau, rtol=1e-9, atol=1e-10)


def test_mass_matrices_make_wrenches_of_twist_rates(stanford: Moment) -> None:
    found = inspect_forward(stanford.robot, stanford.q, stanford.qd, stanford.tau)
    for link in (0, 4):
        grid = table("RFDSIM", "M_hat", stanford, link)
        np.testing.assert_allclose(grid.values, found["M_articulated"][link], rtol=1e-9, atol=1e-12)
        assert (grid.rows, grid.columns) == (WRENCH, RATE)
        assert grid.units is not None
        assert grid.units[[0, 0, 3, 3], [0, 3, 0, 3]].tolist() == ["kg m²", "kg m", "kg m", "kg"]
    twists = table("RFDSIM", "t", stanford)
    assert (twists.columns, len(twists.rows)) == (TWIST, 6)
    assert table("RIDIM", "gamma", stanford).headings[1][::3] == ("nx\n[N m]", "fx\n[N]")
    torques = table("RIDIM", "tau", stanford)
    assert torques.headings[0] == ("1  [N m]", "2  [N m]", "3 (P)  [N]", "4  [N m]", "5  [N m]", "6  [N m]")
    gim = table("Composite", "entry", stanford)
    assert gim.rows == gim.columns == ("1", "2", "3 (P)", "4", "5", "6")
    np.testing.assert_allclose(gim.values, mass_matrix(stanford.robot, stanford.q), rtol=1e-10, atol=1e-12)
    inertia = table("Walker", "inertia", stanford, 1, world=False).values
    frame = link_frames(stanford.robot, stanford.q, kernels=SHARED)[1, :3, :3]
    walker = inspect_forward(stanford.robot, stanford.q, stanford.qd, stanford.tau, method="walker-orin")
    np.testing.assert_allclose(frame @ inertia @ frame.T, walker["inertia"][1], atol=1e-12)


def test_the_complement_makes_twists_of_rates_in_any_axes(stanford: Moment) -> None:
    for world in (True, False):
        n, lower, diagonal = (table("Natural", name, stanford, world=world).values for name in ("N", "N_l", "N_d"))
        np.testing.assert_allclose(lower @ diagonal, n, atol=1e-12)
        twists = table("RIDIM", "t", stanford, world=world).values
        np.testing.assert_allclose((n @ stanford.qd).reshape(-1, 6), twists, atol=1e-12)
        jacobian = table("Equations", "J", stanford, world=world).values
        assert np.linalg.norm(jacobian[3:]) == pytest.approx(
            np.linalg.norm(dn.jacobian(stanford.robot, stanford.q)[3:])
        )


def test_the_state_and_the_torques_are_there(stanford: Moment) -> None:
    grid = table("Equations", "state", stanford)
    np.testing.assert_array_equal(grid.values.T, [stanford.q, stanford.qd, stanford.qdd, stanford.tau])
    assert grid.units is not None
    assert grid.units[1:3].tolist() == [["rad", "rad/s", "rad/s²", "N m"], ["m", "m/s", "m/s²", "N"]]


def test_rounding_is_shown_as_zero(qtbot: QtBot) -> None:
    """At right angles the sines and cosines that should vanish are 6e-17."""
    robot = load("stanford-inverse").robot
    q, qd = np.array([0.0, np.pi / 2, 0.3, 0.0, np.pi / 2, 0.0]), np.full(6, 0.5)
    moment = Moment(robot, q, qd, qd, inverse_dynamics(robot, q, qd, qd))
    noisy = 0
    for each in entries():
        if not each.group.startswith(("Equations", "Natural", "RIDIM", "Kane")):
            continue
        grid, model = each.look(moment, 1, True).grid, GridModel()
        model.show_values(grid)
        sizes = np.broadcast_to(np.array(grid.size), grid.values.shape)
        for (row, column), value in np.ndenumerate(grid.values):
            text = model.index(row, column).data().split()[0]
            assert (text == "0") == (abs(value) <= 1e-12 * sizes[row, column]), (each.name, value)
            noisy += text == "0" and value != 0
    assert noisy > 20


def test_the_factors_make_up_the_inertia_matrix(stanford: Moment) -> None:
    inertia, u, d = (table("Equations", name, stanford).values for name in "IUD")
    np.testing.assert_allclose(inertia, mass_matrix(stanford.robot, stanford.q))
    np.testing.assert_allclose(u @ np.diag(d[:, 0]) @ u.T, inertia, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(np.diag(d[:, 0]), udu(stanford.robot, stanford.q)[1])


def test_the_equation_of_motion_holds_in_its_tables(stanford: Moment) -> None:
    inertia, c, g = (table("Equations", name, stanford).values for name in "ICg")
    tau = inertia @ stanford.qdd + c @ stanford.qd + g[:, 0]
    np.testing.assert_allclose(tau, stanford.tau, rtol=1e-9, atol=1e-11)


def test_the_methods_agree_and_are_counted(stanford: Moment) -> None:
    grid = table("Comparison", "methods", stanford)
    assert grid.rows[0] == "inverse: DeNOC"
    assert grid.values[:, 0].max() < 1e-9
    counted = operation_count(stanford.robot, "kane-inverse")
    assert tuple(grid.values[1, 1:]) == counted[:2]
    assert "equal ones count once" in entry("Comparison", "methods").meaning


@pytest.mark.parametrize("example", examples())
def test_the_methods_agree_all_along_the_bundled_runs(example: str) -> None:
    """Also where an arm is held, so that the accelerations are zero, and in free fall, where the torques are."""
    project = load(example)
    found = run_project(project)
    for k in np.unique(np.linspace(0, len(found.t) - 1, 25).astype(int)):
        moment = Moment(project.robot, found.q[k], found.qd[k], found.qdd[k], found.tau[k], found.tip_wrench)
        differences = table("Comparison", "methods", moment).values[:, 0]
        assert differences.max() < 1e-10, found.t[k]


def test_the_papers_counts_stand_beside_ours(stanford: Moment) -> None:
    grid = table("Comparison", "operations, inverse", stanford)
    assert tuple(grid.values[grid.rows.index("DeNOC (Saha 1999)")]) == (676, 527, 1203)
    assert tuple(grid.values[grid.rows.index("Kane (Angeles et al. 1989)")]) == (521, 435, 956)
    assert "Saha 1999, Table 1" in grid.notes[grid.rows.index("DeNOC (Saha 1999)")]
    forward = table("Comparison", "operations, forward", stanford)
    for name, algorithm in (("Walker and Orin, bias given", "walker-orin-solve"), ("DeNOC", "denoc-forward")):
        ours = operation_count(stanford.robot, algorithm)
        for row, found in (("here", ours), ("unmerged", ours.unmerged)):
            index = forward.rows.index(f"{row}: {name}")
            assert tuple(forward.values[index]) == (*found[:2], sum(found[:2]))
    assert "count once" in forward.notes[0]
    assert "as often as they are made" in forward.notes[1]


def test_a_long_arm_is_compared_without_counting() -> None:
    robot = rod_chain(MOST_COUNTED + 10).robot
    q = np.linspace(0.1, 0.2, robot.n)
    moment = Moment(robot, q, q, forward_dynamics(robot, q, q, q), q)
    assert np.isnan(table("Comparison", "methods", moment).values[:, 1:]).all()
    assert not any(
        row.startswith(("here", "unmerged")) for row in table("Comparison", "operations, inverse", moment).rows
    )


def test_the_condition_number(stanford: Moment) -> None:
    expected = np.linalg.cond(mass_matrix(stanford.robot, stanford.q))
    assert summary(stanford) == f"condition number of I: {expected:.3g}"


def test_a_grid_as_text_reads_back() -> None:
    grid = NumberGrid("x", ("1", "2"), ("a", "multi-\nple\nb"), np.array([[0.1, np.nan], [1 / 3, 4.0]]))
    lines = [line.split("\t") for line in grid.text.splitlines()]
    assert lines[0] == ["x", "a", "multiple b"]
    assert lines[1] == ["1", "0.1", ""]
    assert float(lines[2][1]) == 1 / 3


@pytest.fixture
def panel(qtbot: QtBot, document: Document, playback: Playback, themes: Themes) -> Iterator[InspectorPanel]:
    made = shown(qtbot, InspectorPanel(document, playback, themes), 800, 300)
    QAbstractItemModelTester(made.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    yield made
    made.finish()  # a thread must not outlive its panel


def click(qtbot: QtBot, panel: InspectorPanel, group: str, name: str) -> None:
    tree = panel.list
    for place in range(tree.topLevelItemCount()):
        top = tree.topLevelItem(place)
        assert isinstance(top, QTreeWidgetItem)
        if not top.text(0).startswith(group):
            continue
        top.setExpanded(True)
        item = next(top.child(k) for k in range(top.childCount()) if top.child(k).text(0) == name)
        tree.scrollToItem(item)
        qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualItemRect(item).center())


def test_it_follows_the_cursor_the_link_and_the_robot(
    qtbot: QtBot, panel: InspectorPanel, document: Document, playback: Playback, computed: Callable[..., Run]
) -> None:
    run = computed()
    playback.seek(2.0)
    expected = mass_matrix(document.robot, run.q_at(2.0))
    qtbot.waitUntil(lambda: np.array_equal(panel.model.content.values, expected))
    assert "t = 2.000 s" in panel.note.text()
    assert "condition number" in panel.note.text()
    click(qtbot, panel, "Composite", "M_tilde")
    qtbot.waitUntil(lambda: panel.model.content.columns == RATE)
    assert "M_tilde, link 1" in panel.heading.text()
    assert "Saha 1999, (23b)" in panel.heading.text()
    assert "axes of link 1" in panel.heading.text()
    assert panel.equation.accessibleName().startswith("M tilde 1 equals")
    before = panel.model.content.values.copy()
    document.select(2)
    qtbot.waitUntil(lambda: not np.array_equal(panel.model.content.values, before))
    assert "link 3" in panel.heading.text()
    panel.copy_button.click()
    corner, *columns = QGuiApplication.clipboard().text().splitlines()[0].split("\t")
    assert corner == "M_tilde, link 3 (Saha 1999, (23b)), at C3, axes of link 3, t = 2.000 s"
    assert (columns[0], columns[6]) == ("ω′x", "unit of ω′x")
    qtbot.mouseClick(panel.axes.buttons["world"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "world axes" in panel.heading.text())
    document.edit(edits.remove_links(document.project, [2]), "Remove")
    click(qtbot, panel, "Equations", "I")
    qtbot.waitUntil(lambda: panel.model.content.values.shape == (2, 2))


def test_a_heading_shows_what_it_says_and_no_numbers(
    qtbot: QtBot, panel: InspectorPanel, computed: Callable[..., Run]
) -> None:
    computed()
    qtbot.waitUntil(lambda: bool(panel.model.content.rows))
    top = panel.list.topLevelItem(2)
    assert top is not None
    assert not top.isExpanded()
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=panel.list.visualItemRect(top).center())
    assert top.isExpanded()
    assert "RIDIM" in panel.heading.text()
    assert "t, t_dot, w, gamma, tau" in panel.heading.text()
    assert not panel.model.content.rows
    qtbot.wait(200)  # what was under way is not shown under this heading
    assert not panel.model.content.rows
    qtbot.keyClick(panel.list, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: "twist of link i" in panel.heading.text() and bool(panel.model.content.rows))


def test_what_cannot_be_computed_is_said(qtbot: QtBot, panel: InspectorPanel, document: Document) -> None:
    click(qtbot, panel, "RFDSIM", "psi")
    qtbot.waitUntil(lambda: len(panel.model.content.columns) == 6)
    massless = edits.change_link(document.project, 2, mass=0.0, inertia=(0.0,) * 6)
    document.edit(massless, "Take the mass")
    qtbot.waitUntil(lambda: not panel.model.content.rows)
    assert "inertia" in panel.note.text()


def test_without_a_run_of_this_arm_it_is_the_initial_state(
    qtbot: QtBot, panel: InspectorPanel, document: Document, playback: Playback, computed: Callable[..., Run]
) -> None:
    computed()
    playback.seek(1.5)
    qtbot.waitUntil(lambda: panel.note.text().startswith("t = 1.500 s"))
    document.edit(edits.change_link(document.project, 0, a=0.5), "Lengthen")
    qtbot.waitUntil(lambda: panel.note.text().startswith("initial state"))
    np.testing.assert_allclose(panel.model.content.values, mass_matrix(document.robot, document.project.q0))


def test_what_is_not_computed_yet_is_not_made_up(
    qtbot: QtBot, panel: InspectorPanel, document: Document, playback: Playback
) -> None:
    run = Run(1, document.project)
    chunk = next(iter(stream(document.project.job(), interval=1e9)))
    document.results.start(run)
    arrive(document, 1, chunk._replace(status="running"))
    playback.set_run(10.0, 10.0, np.linspace(0.0, 10.0, 1001), False)
    run.count = 20
    playback.seek(5.0)
    qtbot.waitUntil(lambda: panel.note.text() == "t = 5.000 s: not computed yet")
    assert not panel.model.content.rows
    assert not panel.copy_button.isEnabled()


def test_it_rests_while_it_is_not_seen(
    qtbot: QtBot, panel: InspectorPanel, playback: Playback, computed: Callable[..., Run]
) -> None:
    computed()
    qtbot.waitUntil(lambda: bool(panel.model.content.rows))
    panel.hide()
    qtbot.wait(200)
    before = panel.note.text()
    playback.seek(3.0)
    qtbot.wait(300)
    assert panel.note.text() == before
    panel.show()
    qtbot.waitUntil(lambda: "t = 3.000 s" in panel.note.text())
