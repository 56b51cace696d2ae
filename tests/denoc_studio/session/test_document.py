"""Every edit is one undo step, gestures merge, and nobody is told what did not change."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from denoc import DynamicsError, Link, forward_kinematics, load
from denoc.files.projects.project import ConstantTorque, JointMotion, Project
from denoc.torques.torque_laws import ExpressionTorque, PdTorque
from denoc_studio.project import edits, run_edits
from denoc_studio.session.commands import ReplaceProject
from denoc_studio.session.document import Document
from denoc_studio.session.run import Run


def lengths(document: Document) -> list[float]:
    return [link.a for link in document.robot.links]


def test_one_edit_is_one_step_with_its_name(document: Document) -> None:
    document.edit(edits.change_link(document.project, 1, a=0.4), "Set a of link 2")
    assert lengths(document) == [0.3, 0.4, 0.22]
    assert document.undo_stack.undoText() == "Set a of link 2"
    assert document.modified
    document.undo_stack.undo()
    assert lengths(document) == [0.3, 0.25, 0.22]
    assert not document.modified
    document.undo_stack.redo()
    assert lengths(document) == [0.3, 0.4, 0.22]


def test_steps_of_a_gesture_are_one_and_gestures_stay_apart(document: Document) -> None:
    for k in range(10):
        document.edit(edits.change_link(document.project, 0, a=0.31 + 0.01 * k), "Set a of link 1", "drag 1")
    document.edit(edits.change_link(document.project, 0, a=0.5), "Set a of link 1", "drag 2")
    assert document.undo_stack.count() == 2
    document.undo_stack.undo()
    assert lengths(document)[0] == pytest.approx(0.4)
    document.undo_stack.undo()
    assert lengths(document)[0] == 0.3


def test_the_run_before_is_known_after_an_undo_and_where_the_stack_is_full(
    document: Document, computed: Callable[[], Run]
) -> None:
    def edited(a: float, gesture: str = "") -> Run:
        document.edit(edits.change_link(document.project, 0, a=a), "Set a of link 1", gesture)
        return computed()

    document.undo_stack.setUndoLimit(2)
    first = edited(0.31)
    document.undo_stack.undo()  # and nothing is computed
    second = edited(0.32)
    assert document.results.ghost is first
    runs = [second, *(edited(0.33 + 0.01 * k) for k in range(3))]
    assert document.undo_stack.count() == 2
    assert document.results.ghost is runs[-2]
    edited(0.4, "drag")
    edited(0.5, "drag")
    assert document.results.ghost is runs[-1], "a gesture is one edit"


def test_of_a_project_that_is_replaced_no_run_stays(document: Document, computed: Callable[[], Run]) -> None:
    runs = [weakref.ref(computed())]
    document.results.pin()
    document.edit(edits.change_link(document.project, 0, a=0.31), "Set a of link 1")
    runs.append(weakref.ref(computed()))
    assert "0.3" in document.results.pinned_name
    document.results.unpin()
    document.replace(load("planar-3r-free-fall"))
    gc.collect()
    assert [run() for run in runs] == [None, None]


def test_a_gesture_that_comes_back_leaves_no_step(document: Document) -> None:
    before = document.project
    document.edit(edits.change_link(before, 0, a=0.5), "Set a", "drag")
    document.edit(before, "Set a", "drag")
    assert document.undo_stack.count() == 0
    assert not document.modified


@pytest.mark.usefixtures("newer")
def test_of_a_gesture_one_step_is_kept_and_of_a_project_that_is_replaced_none(document: Document) -> None:
    """PySide keeps every command that was merged into another: it must not keep the projects in it."""

    def kept() -> int:
        gc.collect()
        return sum(isinstance(each, Project) for each in gc.get_objects() if type(each) is not weakref.ProxyType)

    before = kept()
    for k in range(50):
        document.edit(edits.change_link(document.project, 0, a=0.31 + 0.01 * k), "Set a of link 1", "drag")
    assert kept() - before == 2, "before and after it; the document's own is another one instead"
    document.replace(load("planar-3r-free-fall"))
    assert kept() == before


def test_only_what_changed_is_told(document: Document) -> None:
    told: list[str] = []
    document.robot_changed.connect(lambda _: told.append("robot"))
    document.start_changed.connect(lambda _: told.append("start"))
    document.settings_changed.connect(lambda _: told.append("settings"))
    document.project_changed.connect(lambda _: told.append("project"))
    document.edit(document.project, "Nothing")
    assert told == []
    document.edit(edits.set_run(document.project, duration=3.0), "Set duration")
    assert told == ["settings", "project"]
    told.clear()
    document.edit(edits.set_start(document.project, q0=(1.0, 0.0, 0.0)), "Pose")
    assert told == ["start", "project"]


def test_the_selection_stays_within_the_arm(document: Document) -> None:
    document.select(2)
    document.edit(edits.remove_links(document.project, [1, 2]), "Remove links")
    assert document.selected == 0
    document.select(99)
    assert document.selected == 0


def test_opening_another_project_leaves_nothing_to_undo(document: Document) -> None:
    document.edit(edits.change_link(document.project, 0, a=1.0), "Set a")
    document.replace(load("scara"), Path("scara.arm.json"))
    assert not document.modified
    assert not document.undo_stack.canUndo()
    assert document.name == "scara.arm.json"


def with_torque_and_motion() -> Project:
    project = load("planar-3r-inverse")
    return edits.set_run(
        project,
        torque=ConstantTorque((1.0, 2.0, 3.0)),
        motion=JointMotion(start=(0.1, 0.2, 0.3), end=(1.1, 1.2, 1.3)),
    )


def test_what_belongs_to_a_joint_follows_its_row() -> None:
    project = edits.set_start(with_torque_and_motion(), q0=(0.1, 0.2, 0.3), qd0=(1.0, 2.0, 3.0))
    moved = edits.move_link(project, 0, 2)
    assert moved.q0 == (0.2, 0.3, 0.1)
    assert moved.run.torque == ConstantTorque((2.0, 3.0, 1.0))
    assert moved.run.motion == JointMotion(start=(0.2, 0.3, 0.1), end=(1.2, 1.3, 1.1))
    assert [link.a for link in moved.robot.links] == [0.25, 0.22, 0.3]
    more = edits.insert_link(project, 1, Link(a=1.0))
    assert more.q0 == (0.1, 0.0, 0.2, 0.3)
    assert edits.duplicate_link(project, 1).qd0 == (1.0, 2.0, 2.0, 3.0)
    named = edits.duplicate_link(edits.change_link(project, 1, name="upper arm"), 1)
    assert [link.name for link in named.robot.links[1:3]] == ["upper arm", ""]
    assert edits.remove_links(project, [1]).run.torque == ConstantTorque((1.0, 3.0))
    assert edits.set_joint(project, 2, "P").q0 == (0.1, 0.2, 0.0)
    with pytest.raises(DynamicsError, match="at least one link"):
        edits.remove_links(project, [0, 1, 2])


def carried_out(project: Project, kind: str, k: int) -> Project:
    n = project.robot.n
    row = k % n
    if kind == "insert":
        return edits.insert_link(project, row, Link(a=0.1 * (k + 1), mass=1.0))
    if kind == "duplicate":
        return edits.duplicate_link(project, row)
    if kind == "remove":
        return project if n == 1 else edits.remove_links(project, [row])
    if kind == "move":
        return edits.move_link(project, row, (row + 1) % n)
    if kind == "joint":
        return edits.set_joint(project, row, "P" if project.robot.links[row].revolute else "R")
    return edits.change_link(project, row, a=0.01 * k)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from(["insert", "duplicate", "remove", "move", "joint", "a"]), st.integers(0, 9)),
        max_size=12,
    )
)
def test_undoing_everything_brings_the_first_project_back(steps: list[tuple[str, int]]) -> None:
    first = with_torque_and_motion()
    document = Document(first)
    for kind, k in steps:
        after = carried_out(document.project, kind, k)
        document.edit(after, kind)
        assert len(after.q0) == after.robot.n
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert document.project == first


class TestFormulas:
    def project(self, *formulas: str) -> Project:
        project = load("planar-3r-free-fall")
        return edits.set_run(project, torque=ExpressionTorque(formulas))

    def test_a_joint_that_a_formula_divides_by_stays_and_both_are_named(self) -> None:
        project = self.project("1/q2", "", "-q3")
        with pytest.raises(DynamicsError) as caught:
            edits.remove_links(project, [1])
        assert "the formula of joint 1, “1/q2”, needs joint 2" in caught.value.reason
        assert "zero" in caught.value.reason

    def test_the_formula_is_named_as_it_was_before(self) -> None:
        project = self.project("", "", "qd3 + 1/qd1")
        with pytest.raises(DynamicsError, match=r"formula of joint 3, “qd3 \+ 1/qd1”, needs joint 1"):
            edits.remove_links(project, [0])

    def test_rows_that_move_take_their_names_along(self) -> None:
        project = self.project("q2", "-5*q2", "q1 - q3")
        assert edits.move_link(project, 2, 0).run.torque == ExpressionTorque(("q2 - q1", "q3", "-5*q3"))
        assert edits.duplicate_link(project, 1).run.torque == ExpressionTorque(("q2", "-5*q2", "-5*q3", "q1 - q4"))
        assert edits.remove_links(project, [0]).run.torque == ExpressionTorque(("-5*q1", "0 - q2"))


def test_a_new_row_is_held_like_its_neighbour() -> None:
    project = edits.set_run(
        load("planar-3r-free-fall"), torque=PdTorque((1.0, 2.0, 3.0), (4.0, 5.0, 6.0), target=(0.0,) * 3)
    )
    after = edits.insert_link(project, 2, project.robot.links[0]).run.torque
    assert after == PdTorque((1.0, 2.0, 2.0, 3.0), (4.0, 5.0, 5.0, 6.0), target=(0.0,) * 4)


def test_undo_steps_hold_nothing_that_was_computed(document: Document) -> None:
    arms = [weakref.ref(document.robot)]
    for k in range(20):
        document.edit(edits.change_link(document.project, 0, a=0.31 + 0.01 * k), "Set a")
        forward_kinematics(document.robot, document.project.q0)
        arms.append(weakref.ref(document.robot))
    for _ in range(15):
        document.undo_stack.undo()
        forward_kinematics(document.robot, document.project.q0)
        arms.append(weakref.ref(document.robot))
    gc.collect()
    assert [robot() for robot in arms if robot() is not None] == [document.robot]
    assert document.robot._computed
    for k in range(document.undo_stack.count()):
        step = document.undo_stack.command(k)
        assert isinstance(step, ReplaceProject)
        assert not step.before.robot._computed
        assert not step.after.robot._computed


def test_a_motion_of_the_tip_is_not_kept_solved_by_the_undo_steps(document: Document) -> None:
    document.replace(load("industrial-6r-line"))
    document.project.motion_at(np.zeros(1))
    assert "trajectory" in vars(document.project)
    document.edit(replace(document.project, name="another"), "Rename")
    step = document.undo_stack.command(0)
    assert isinstance(step, ReplaceProject)
    assert "trajectory" not in vars(step.before)


def test_an_edit_that_comes_too_late_is_refused_in_words(document: Document) -> None:
    """A list that was open while another kind of motion was chosen."""
    for late in (
        lambda: run_edits.change_motion(document.project, task=(1.0,) * 6),
        lambda: run_edits.start_motion_from(document.project, (0.0,) * 3),
        lambda: run_edits.change_motion(load("planar-3r-inverse"), task=(1.0,) * 6),
    ):
        with pytest.raises(DynamicsError, match="meanwhile"):
            late()
