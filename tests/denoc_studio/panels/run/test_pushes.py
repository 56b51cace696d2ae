"""The pushes of a run in the Run panel, on the timeline, in plots, files and edits of the arm."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc_studio.look.icons import Icons
from denoc_studio.look.palettes import LIGHT
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.panels.run.panel import RunPanel
from denoc_studio.picture.arm.compose import ArmState, Options, compose
from denoc_studio.picture.arm.picture import picture_colours
from denoc_studio.picture.arm.run_at_time import pushes as pushes_at
from denoc_studio.picture.arm.scene import Scene
from denoc_studio.project import edits
from denoc_studio.project.differences import differences
from denoc_studio.project.pushes import lost_words, usual_damping, usual_stiffness
from denoc_studio.session.session import Session
from tests.support.studio.hands import type_number
from tests.support.studio.showing import shown

FIRST = dn.Push(3, (0.0, 0.0, 0.0), 40.0, 2.0, (0.5, 1.0), ((0.7, 0.0, 0.0), (0.5, 0.5, 0.0)))
SECOND = dn.Push(2, (0.0, 0.0, 0.0), 30.0, 1.0, (0.8, 1.5), ((0.5, 0.0, 0.0), (0.0, 0.5, 0.0)))


def pushed(*pushes: dn.Push) -> dn.Project:
    return edits.set_run(dn.load("planar-3r-free-fall"), duration=2.0, samples=201, pushes=pushes)


@pytest.fixture
def session(qtbot: QtBot, preferences: Preferences) -> Iterator[Session]:
    preferences["open_pushes"] = True
    made = Session(pushed(FIRST, SECOND), preferences)
    made.runner.start()
    qtbot.waitUntil(lambda: made.document.results.current is not None and not made.document.results.current.running)
    yield made
    made.close()


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> RunPanel:
    return shown(qtbot, RunPanel(session, Icons(session.themes)), 320, 760)


def cells(panel: RunPanel) -> list[list[str]]:
    model = panel.pushes.model
    return [[model.index(r, c).data() for c in range(model.columnCount())] for r in range(model.rowCount())]


def test_the_list_says_link_span_and_peak(session: Session, panel: RunPanel) -> None:
    QAbstractItemModelTester(panel.pushes.model)
    run = session.document.results.current
    assert run is not None
    peaks = np.linalg.norm(dn.push_forces(run.recording), axis=-1).max(axis=0)
    for row, push, peak in zip(cells(panel), (FIRST, SECOND), peaks, strict=True):
        assert int(row[0]) == push.link
        assert [float(cell) for cell in row[1:]] == pytest.approx([push.t[0], push.t[-1], peak], rel=1e-3)
    assert panel.pushes.fold.summary.text() == "2 at links 2, 3"


def test_one_is_deleted_by_key_all_by_a_button_each_in_one_step(
    qtbot: QtBot, session: Session, panel: RunPanel
) -> None:
    document, pushes = session.document, panel.pushes
    assert not pushes.delete_button.isEnabled()
    pushes.table.selectRow(0)
    pushes.table.setFocus()
    qtbot.keyClick(pushes.table, Qt.Key.Key_Delete)
    assert document.project.run.pushes == (SECOND,)
    assert document.undo_stack.undoText() == "Delete the push of link 3, 0.50 to 1.00 s"
    qtbot.mouseClick(pushes.clear_button, Qt.MouseButton.LeftButton)
    assert document.project.run.pushes == ()
    assert pushes.table.isHidden()
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.project.run.pushes == (FIRST, SECOND)


def test_stiffness_and_damping_are_those_of_the_next_push(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    pushing, robot, fields = session.pushing, session.document.robot, panel.pushes.fields
    assert pushing.stiffness == usual_stiffness(robot)
    assert pushing.damping == usual_damping(robot, usual_stiffness(robot))
    type_number(qtbot, fields["stiffness"], "120")
    type_number(qtbot, fields["damping"], "0")
    assert (pushing.stiffness, pushing.damping) == (120.0, 0.0)
    assert not session.document.modified
    type_number(qtbot, fields["stiffness"], "0")
    assert pushing.stiffness == 120.0
    assert "above zero" in panel.pushes.message.text
    type_number(qtbot, fields["stiffness"], "")
    assert pushing.stiffness == usual_stiffness(robot)


def test_bars_on_timeline_and_plots_and_a_plot_of_the_force(qtbot: QtBot, session: Session) -> None:
    assert session.playback.pushed == ((0.5, 1.0), (0.8, 1.5))
    plots = PlotPanel(session.document, session.playback, session.preferences, session.themes)
    shown(qtbot, plots, 700, 300)
    plots.show_plot("push")
    qtbot.waitUntil(lambda: bool(plots.canvas.tiles) and plots.canvas.tiles[0].kind.key == "push")
    tile = plots.canvas.tiles[0]
    run = session.document.results.current
    assert run is not None
    total = dn.push_forces(run.recording).sum(axis=1)
    qtbot.waitUntil(lambda: len(tile.named["push y"][1].y) == len(total))
    assert tile.named["push y"][1].y == pytest.approx(total[:, 1])
    assert tile.named["push size"][1].y == pytest.approx(np.linalg.norm(total, axis=1))
    item = tile.items[0]
    bars = item.pushes._bars()
    foot = item.pushes.bounds.height() - 2
    assert item.pushes.text_at(QPointF(bars[0].left() + 1, foot)) == "link 3 is pushed, 0.50 to 1.00 s"
    assert item.pushes.text_at(QPointF(bars[0].left() - 5, foot)) == ""
    plots.finish()


def test_the_arrow_begins_at_the_point_and_says_the_force(session: Session) -> None:
    run, project = session.document.results.current, session.document.project
    assert run is not None
    state = pushes_at(run, project, 0.75)
    assert state is not None
    q, qd, *_ = run.state_at(0.75)
    tip = dn.forward_kinematics(project.robot, q)[-1]
    v = (dn.jacobian(project.robot, q) @ qd)[3:]
    wanted = 40.0 * (np.array([0.6, 0.25, 0.0]) - tip[:3, 3]) - 2.0 * v
    assert state.forces[0] == pytest.approx(wanted, abs=1e-9)
    assert state.points[0] == pytest.approx(tip[:3, 3], abs=1e-12)
    arm = ArmState(Scene(project.robot), q, pushed=state)
    picture = compose(arm, Options(picture_colours(LIGHT), frozenset({"pushes"})))
    assert [label.text for label in picture.labels] == [f"{np.linalg.norm(wanted):.3g} N"]
    assert not compose(arm, Options(picture_colours(LIGHT))).labels
    assert pushes_at(run, project, 1.9).forces.any() == False  # type: ignore[union-attr]  # noqa: E712


def test_an_edit_of_the_links_keeps_pushes_with_their_links_and_says_what_goes() -> None:
    before = pushed(FIRST, SECOND)
    after = edits.remove_links(before, [1])
    assert [push.link for push in after.run.pushes] == [2]
    assert lost_words(before, after) == " and its push"
    assert [push.link for push in edits.move_link(before, 2, 0).run.pushes] == [1, 3]
    assert [push.link for push in edits.duplicate_link(before, 0).run.pushes] == [4, 3]
    assert edits.set_joint(before, 2, "P").run.pushes == (FIRST, SECOND)
    other = edits.set_convention(before, "modified")
    runs = [dn.run_project(each) for each in (before, other)]
    assert runs[0].q == pytest.approx(runs[1].q, abs=1e-5)


def test_differences_name_pushes_and_inverse_runs_have_none() -> None:
    one = pushed(FIRST)
    another = pushed(msgspec.structs.replace(FIRST, target=((0.7, 0.0, 0.0), (0.5, 0.6, 0.0))))
    assert [row.place for row in differences(one, another)] == ["run, push 1"]
    motion = dn.JointMotion((0.0,) * 3, (1.0,) * 3)
    inverse = edits.set_run(one, mode="inverse", motion=motion)
    assert dn.push_forces(dn.run_project(inverse)).shape == (201, 0, 3)
