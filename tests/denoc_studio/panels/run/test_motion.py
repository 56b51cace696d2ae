"""The motions in the Run panel through clicks and keys: every kind, its editor, what it keeps, what it refuses."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QComboBox, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.motions.motion_data import ArcMotion, JointMotion, LineMotion, PoseMotion, SineMotion, ViaMotion
from denoc_studio.look.icons import Icons
from denoc_studio.panels.editing.cell_table import CellTable
from denoc_studio.panels.run.panel import RunPanel
from denoc_studio.project import edits, run_edits
from denoc_studio.project.motion_kinds import KINDS, kind_of
from denoc_studio.session.session import Session
from tests.support.studio.hands import at_rest, choose, drag_slider, type_cell, type_joint, type_number
from tests.support.studio.showing import shown


@pytest.fixture
def session(inverse_session: Session) -> Session:
    return inverse_session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> RunPanel:
    return shown(qtbot, RunPanel(session, Icons(session.themes)), 320, 800)


def click(qtbot: QtBot, parent: QWidget, text: str) -> None:
    button = next(each for each in parent.findChildren(QToolButton) if each.text() == text and each.isVisible())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_each_kind_shows_its_editor_and_computes(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    for number, kind in enumerate([*list(KINDS)[1:], "joints"], 1):
        choose(panel.motion.kind, kind)
        motion = session.document.project.run.motion
        assert motion is not None
        assert kind_of(motion) == kind
        assert session.document.undo_stack.count() == number
        shown = {editor for editor in panel.motion.editors.values() if editor.isVisible()}
        assert shown == {panel.motion.editors[kind]}
        at_rest(qtbot, session)
        assert session.runner.run is not None
        assert session.runner.run.status == "completed", session.runner.run.message


def test_another_kind_keeps_start_end_and_duration(session: Session, panel: RunPanel) -> None:
    before = session.document.project.run.motion
    assert isinstance(before, JointMotion)
    duration = session.document.project.run.duration
    choose(panel.motion.kind, "via")
    via = session.document.project.run.motion
    assert isinstance(via, ViaMotion)
    assert via.points[0] == pytest.approx(before.start)
    assert via.points[-1] == pytest.approx(before.end)
    assert via.times[-1] == duration == session.document.project.run.duration
    choose(panel.motion.kind, "sines")
    q = session.document.project.motion_at(np.array([0.0, duration / 2]))[0]
    assert q[0] == pytest.approx(before.start)
    assert q[1] == pytest.approx(before.end)
    session.document.undo_stack.undo()
    choose(panel.motion.kind, "joints")
    after = session.document.project.run.motion
    assert isinstance(after, JointMotion)
    assert after.end == pytest.approx(before.end)


def test_sliders_move_both_ends_and_torques_follow(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    session.preferences["recompute"] = True
    at_rest(qtbot, session)
    run = session.document.results.current
    assert run is not None
    torques = run.recording.tau.copy()
    table = panel.joints.table
    drag_slider(table, 1, 1, 15)
    motion = session.document.project.run.motion
    assert isinstance(motion, JointMotion)
    assert motion.end[1] > math.radians(61)
    assert motion.start[1] == 0.0
    assert session.document.undo_stack.count() == 1
    assert session.playback.time == session.playback.end
    qtbot.waitUntil(lambda: not np.array_equal(session.document.results.current.recording.tau, torques), timeout=20_000)
    drag_slider(table, 1, 0, -10)
    motion = session.document.project.run.motion
    assert isinstance(motion, JointMotion)
    assert motion.start[1] < -0.1
    assert session.document.undo_stack.count() == 2
    assert session.playback.time == 0.0


def test_ends_are_typed_swapped_and_taken_from_the_shown_pose(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    editor = panel.motion.joints
    type_joint(qtbot, panel.joints.table, 0, "start", "-90")
    type_joint(qtbot, panel.joints.table, 2, "end", "12,5")
    motion = session.document.project.run.motion
    assert isinstance(motion, JointMotion)
    assert motion.start[0] == pytest.approx(-math.pi / 2)
    assert motion.end[2] == pytest.approx(math.radians(12.5))
    type_joint(qtbot, panel.joints.table, 2, "end", "1e30")
    assert session.document.project.run.motion == motion
    assert "Joint 3, end" in panel.joints.message.text
    click(qtbot, editor, "⇄")
    swapped = session.document.project.run.motion
    assert isinstance(swapped, JointMotion)
    assert (swapped.start, swapped.end) == (motion.end, motion.start)
    at_rest(qtbot, session)
    session.playback.seek(session.playback.end / 2)
    shown = session.shown_pose()
    click(qtbot, editor, "Start")
    taken = session.document.project.run.motion
    assert isinstance(taken, JointMotion)
    assert taken.start == shown


def test_the_profile_and_its_ramp(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    editor = panel.motion.joints
    assert not editor.ramp.isVisible()
    choose(editor.profile, "trapezoidal")
    type_number(qtbot, editor.ramp, "0.1")
    motion = session.document.project.run.motion
    assert isinstance(motion, JointMotion)
    assert (motion.profile, motion.ramp) == ("trapezoidal", 0.1)
    type_number(qtbot, editor.ramp, "0.7")
    assert editor.ramp.problem
    assert session.document.project.run.motion == motion


def test_each_joint_may_have_a_profile_of_its_own(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    editor = panel.motion.joints
    choose(editor.profile, "each")
    table = panel.joints.table
    assert table.model().columnCount() == 4
    table.setCurrentIndex(table.model().index(1, 3))
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Return)
    box = table.findChild(QComboBox)
    assert box is not None
    choose(box, "trapezoidal")
    qtbot.waitUntil(lambda: not table.findChildren(QComboBox))
    motion = session.document.project.run.motion
    assert isinstance(motion, JointMotion)
    assert motion.profile == ("cycloidal", "trapezoidal", "cycloidal")
    assert table.model().index(1, 3).data() == "trapezoid"
    assert editor.ramp.isVisible()
    choose(editor.profile, "poly345")
    assert session.document.project.run.motion.profile == "poly345"  # type: ignore[union-attr]
    assert table.model().columnCount() == 3


def test_via_points_are_edited_added_removed_and_pasted(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    choose(panel.motion.kind, "via")
    rows = panel.motion.via.rows
    type_cell(qtbot, rows.table, 1, 0, "4")
    type_cell(qtbot, rows.table, 1, 2, "45")
    motion = session.document.project.run.motion
    assert isinstance(motion, ViaMotion)
    assert motion.times == (0.0, 4.0, 10.0)
    assert motion.points[1][1] == pytest.approx(math.pi / 4)
    type_cell(qtbot, rows.table, 2, 0, "3")
    assert session.document.project.run.motion == motion
    assert "must rise" in panel.motion.refusal.text
    rows.table.setCurrentIndex(rows.model.index(0, 0))
    click(qtbot, rows, "+")
    assert session.document.project.run.motion.times == (0.0, 2.0, 4.0, 10.0)  # type: ignore[union-attr]
    click(qtbot, rows, "−")
    assert session.document.project.run.motion.times == (0.0, 4.0, 10.0)  # type: ignore[union-attr]
    QGuiApplication.clipboard().setText("0\t0\t0\t0\n1\t10\t20\t30\n2,5\t0\t0\t0\n3\t5\t5\t5\n4\t0\t0\t0\n")
    rows.table.setCurrentIndex(rows.model.index(0, 0))
    qtbot.keyClick(rows.table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    pasted = session.document.project.run.motion
    assert isinstance(pasted, ViaMotion)
    assert pasted.times == (0.0, 1.0, 2.5, 3.0, 4.0)
    assert pasted.points[1] == pytest.approx(np.radians([10, 20, 30]))
    assert session.document.project.run.duration == 4.0
    QGuiApplication.clipboard().setText("0\t0\n1\tx\n")
    qtbot.keyClick(rows.table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert session.document.project.run.motion == pasted
    assert "row 2, column q1" in panel.motion.refusal.text


def test_what_another_motion_needs_is_known_at_once(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    choose(panel.motion.kind, "via")
    needed = panel.needed_height
    anew = shown(qtbot, RunPanel(session, Icons(session.themes)), 320, 800)
    assert needed == anew.needed_height


@pytest.mark.parametrize(("arm", "fits"), [("planar-3r-free-fall", True), ("puma560", False)])
def test_columns_of_a_few_joints_share_the_width(
    qtbot: QtBot, session: Session, panel: RunPanel, arm: str, fits: bool
) -> None:
    session.document.replace(run_edits.set_mode(load(arm), "inverse"))
    choose(panel.motion.kind, "via")
    table = panel.motion.editors["via"].findChild(CellTable)
    assert table is not None
    qtbot.waitUntil(table.isVisible)
    header, room = table.horizontalHeader(), table.viewport().width()
    qtbot.waitUntil(lambda: (header.length() == room) is fits)
    assert (table.horizontalScrollBar().maximum() == 0) is fits
    if not fits:
        assert {header.sectionSize(k) for k in range(header.count())} == {header.defaultSectionSize()}


def test_the_duration_stretches_via_points_and_is_fixed_by_samples(
    qtbot: QtBot, session: Session, panel: RunPanel
) -> None:
    choose(panel.motion.kind, "via")
    duration = panel.settings.numbers["duration"]
    type_number(qtbot, duration, "4")
    assert session.document.project.run.motion.times == (0.0, 2.0, 4.0)  # type: ignore[union-attr]
    choose(panel.motion.kind, "sampled")
    assert duration.isReadOnly()
    choose(panel.motion.kind, "line")
    assert not duration.isReadOnly()
    assert session.document.project.run.duration == 4.0


def test_sines_have_any_number_of_terms(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    choose(panel.motion.kind, "sines")
    editor = panel.motion.sines
    click(qtbot, editor, "+")
    type_joint(qtbot, panel.joints.table, 1, "ampl.", "10")
    type_joint(qtbot, panel.joints.table, 1, "freq.", "2.5")
    motion = session.document.project.run.motion
    assert isinstance(motion, SineMotion)
    assert motion.terms[1][1] == pytest.approx((math.radians(10), 2.5, 0.0))
    assert editor.term.currentText() == "term 2"
    choose(editor.term, "0")
    assert panel.joints.model.index(1, 2).data() == "0.1"
    click(qtbot, editor, "−")
    motion = session.document.project.run.motion
    assert isinstance(motion, SineMotion)
    assert [len(terms) for terms in motion.terms] == [1, 1, 1]
    assert motion.terms[1][0][1] == 2.5
    type_joint(qtbot, panel.joints.table, 0, "freq.", "-1")
    assert session.document.project.run.motion == motion
    assert "Joint 1, frequency" in panel.joints.message.text


def test_a_line_out_of_reach_says_where_and_keeps_the_curves(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    choose(panel.motion.kind, "line")
    motion = session.document.project.run.motion
    assert isinstance(motion, LineMotion)
    assert motion.task == (0.0, 0.0, 0.0, 1.0, 1.0, 1.0)
    at_rest(qtbot, session)
    good = session.document.results.current
    assert good is not None
    assert good.count > 1
    type_number(qtbot, panel.motion.tip.way.fields[0], "5")
    at_rest(qtbot, session)
    assert session.document.results.current is good
    assert good.stale
    assert panel.motion.failure.isVisible()
    assert "The tip cannot follow at t = " in panel.motion.failure.text
    session.document.undo_stack.undo()
    at_rest(qtbot, session)
    assert not panel.motion.failure.isVisible()


def test_an_arc_is_edited_in_the_shown_unit(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    choose(panel.motion.kind, "arc")
    editor = panel.motion.tip
    type_number(qtbot, editor.angle, "90")
    type_number(qtbot, editor.centre.fields[1], "0.25")
    editor.turning.click()
    motion = session.document.project.run.motion
    assert isinstance(motion, ArcMotion)
    assert motion.angle == pytest.approx(math.pi / 2)
    assert motion.centre[1] == 0.25
    assert motion.turning
    for field in editor.normal.fields:
        type_number(qtbot, field, "0")
    after = session.document.project.run.motion
    assert isinstance(after, ArcMotion)
    assert any(after.normal)
    assert "direction is needed" in panel.motion.refusal.text


def test_poses_are_added_from_the_shown_pose_and_removed(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    choose(panel.motion.kind, "poses")
    at_rest(qtbot, session)
    poses = panel.motion.tip.poses
    click(qtbot, poses, "+ as shown")
    motion = session.document.project.run.motion
    assert isinstance(motion, PoseMotion)
    assert len(motion.poses) == 2
    poses.turns.click()
    assert poses.table.model().columnCount() == 6
    poses.table.setCurrentIndex(poses.model.index(0, 0))
    click(qtbot, poses, "−")
    click(qtbot, poses, "−")
    motion = session.document.project.run.motion
    assert isinstance(motion, PoseMotion)
    assert len(motion.poses) == 1


def test_six_joints_keep_the_whole_pose(session: Session, panel: RunPanel) -> None:
    session.document.replace(load("puma560"))
    choose(panel.motion.kind, "line")
    assert session.document.project.run.motion.task == (1.0,) * 6  # type: ignore[union-attr]
    choose(panel.motion.tip.task, "position")
    assert session.document.project.run.motion.task == (0.0, 0.0, 0.0, 1.0, 1.0, 1.0)  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_motion_follows_its_rows(session: Session, panel: RunPanel, kind: str) -> None:
    choose(panel.motion.kind, kind)
    project = session.document.project
    for change in (
        edits.move_link(project, 0, 2),
        edits.remove_links(project, [1]),
        edits.duplicate_link(project, 1),
        edits.insert_link(project, 3, project.robot.links[0]),
    ):
        session.document.edit(change, "Rows")
        assert kind_of(session.document.project.run.motion) == kind  # type: ignore[arg-type]
        session.document.undo_stack.undo()


def test_the_models_keep_qts_rules(session: Session, panel: RunPanel) -> None:
    motion = panel.motion
    models = (panel.joints.model, motion.via.rows.model, motion.tip.poses.model)
    warning = QAbstractItemModelTester.FailureReportingMode.Warning
    testers = [QAbstractItemModelTester(model, warning) for model in models]
    for kind in ("via", "sines", "poses", "joints"):
        choose(motion.kind, kind)
        session.document.edit(edits.duplicate_link(session.document.project, 1), "Duplicate")
    session.preferences["degrees"] = False
    assert len(testers) == 3


def test_poses_fit_a_narrow_panel(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    choose(panel.motion.kind, "poses")
    panel.resize(panel.minimumWidth() + 20, 800)  # as in a window of 1280 pixels
    qtbot.waitUntil(lambda: panel.width() == panel.minimumWidth() + 20)
    assert panel.motion.minimumSizeHint().width() <= panel.width() - 20
