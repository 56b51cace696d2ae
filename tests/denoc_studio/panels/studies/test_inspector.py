"""The inspector: its tables against the functions they come from, and the panel that shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from denoc import forward_dynamics, inspect_forward, inverse_dynamics, load, mass_matrix, operation_count, udu
from denoc.files.examples import examples, rod_chain
from denoc.files.projects.project import run_project
from denoc.runs.simulation import stream
from denoc_studio.panels.studies.inspector_panel import InspectorPanel
from denoc_studio.plots.tables.inspector import MOST_COUNTED, TWIST, WRENCH, Entry, Moment, entries, summary
from denoc_studio.plots.tables.number_grid import NumberGrid
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.results import Run
from tests.support.studio.plotting import arrive
from tests.support.studio.showing import shown


def entry(group: str, name: str) -> Entry:
    return next(found for found in entries() if found.group.startswith(group) and found.name == name)


@pytest.fixture(scope="module")
def stanford() -> Moment:
    """Some state of the Stanford arm, with the torques that it takes."""
    robot = load("stanford-inverse").robot
    q, qd, qdd = (np.random.default_rng(seed).uniform(-1, 1, robot.n) for seed in range(3))
    return Moment(robot, q, qd, qdd, inverse_dynamics(robot, q, qd, qdd))


def test_every_entry_makes_a_table_of_numbers(stanford: Moment) -> None:
    assert len({(found.group, found.name) for found in entries()}) == len(entries())
    for found in entries():
        grid = found.table(stanford, 2)
        assert grid.values.shape == (len(grid.rows), len(grid.columns)), found.name
        assert found.meaning
        if found.group != "Comparison":
            assert np.isfinite(grid.values).all(), found.name


def test_the_factors_make_up_the_inertia_matrix(stanford: Moment) -> None:
    inertia, u, d = (entry("Equations", name).table(stanford, 0).values for name in "IUD")
    np.testing.assert_allclose(inertia, mass_matrix(stanford.robot, stanford.q))
    np.testing.assert_allclose(u @ np.diag(d[:, 0]) @ u.T, inertia, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(np.diag(d[:, 0]), udu(stanford.robot, stanford.q)[1])


def test_the_equation_of_motion_holds_in_its_tables(stanford: Moment) -> None:
    inertia, c, g = (entry("Equations", name).table(stanford, 0).values for name in "ICg")
    tau = inertia @ stanford.qdd + c @ stanford.qd + g[:, 0]
    np.testing.assert_allclose(tau, stanford.tau, rtol=1e-9, atol=1e-11)


def test_quantities_are_those_of_the_link_that_is_asked_for(stanford: Moment) -> None:
    found = inspect_forward(stanford.robot, stanford.q, stanford.qd, stanford.tau)
    for link in (0, 4):
        grid = entry("Forward: DeNOC", "M_articulated").table(stanford, link)
        np.testing.assert_array_equal(grid.values, found["M_articulated"][link])
    twists = entry("Forward: DeNOC", "t").table(stanford, 0)
    assert (twists.columns, len(twists.rows)) == (TWIST, 6)
    assert entry("Inverse: DeNOC", "gamma").table(stanford, 0).columns == WRENCH
    gim = entry("Forward: Walker", "GIM").table(stanford, 0)
    assert gim.rows == gim.columns == ("1", "2", "3 (P)", "4", "5", "6")


def test_the_methods_agree_and_are_counted(stanford: Moment) -> None:
    grid = entry("Comparison", "methods").table(stanford, 0)
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
        differences = entry("Comparison", "methods").table(moment, 0).values[:, 0]
        assert differences.max() < 1e-10, found.t[k]


def test_the_papers_counts_stand_beside_ours(stanford: Moment) -> None:
    grid = entry("Comparison", "operations, inverse").table(stanford, 0)
    assert tuple(grid.values[grid.rows.index("DeNOC (Saha 1999)")]) == (676, 527, 1203)
    assert tuple(grid.values[grid.rows.index("Kane (Angeles et al. 1989)")]) == (521, 435, 956)
    assert "Saha 1999, Table 1" in grid.notes[grid.rows.index("DeNOC (Saha 1999)")]
    forward = entry("Comparison", "operations, forward").table(stanford, 0)
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
    assert np.isnan(entry("Comparison", "methods").table(moment, 0).values[:, 1:]).all()
    assert not any(
        row.startswith(("here", "unmerged")) for row in entry("Comparison", "operations, inverse").table(moment, 0).rows
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
def panel(qtbot: QtBot, document: Document, playback: Playback) -> Iterator[InspectorPanel]:
    made = shown(qtbot, InspectorPanel(document, playback), 800, 260)
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
    click(qtbot, panel, "Forward: DeNOC", "M_composite")
    qtbot.waitUntil(lambda: panel.model.content.columns == TWIST)
    assert "M_composite, link 1" in panel.heading.text()
    before = panel.model.content.values.copy()
    document.select(2)
    qtbot.waitUntil(lambda: not np.array_equal(panel.model.content.values, before))
    assert "link 3" in panel.heading.text()
    panel.copy_button.click()
    assert QGuiApplication.clipboard().text().startswith("M_composite, link 3, t = 2.000 s\tωx")
    document.edit(edits.remove_links(document.project, [2]), "Remove")
    click(qtbot, panel, "Equations", "I")
    qtbot.waitUntil(lambda: panel.model.content.values.shape == (2, 2))


def test_what_cannot_be_computed_is_said(qtbot: QtBot, panel: InspectorPanel, document: Document) -> None:
    click(qtbot, panel, "Forward: DeNOC", "psi")
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
