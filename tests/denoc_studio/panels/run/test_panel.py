"""The Run panel through clicks and keys: settings, torques, initial state, sliders, refusals."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from denoc import DynamicsError, load
from denoc.files.projects.project import ConstantTorque, FreeFall
from denoc.motions.motion_data import JointMotion
from denoc.runs.problem.job import MAX_SAMPLES
from denoc_studio.look.icons import Icons
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.run.panel import RunPanel
from denoc_studio.project import edits
from denoc_studio.project.run_edits import set_duration
from denoc_studio.session.session import Session
from tests.support.studio.hands import choose, column_of, drag_slider, type_joint, type_number
from tests.support.studio.showing import shown

BAD = ("", "abc", "nan", "inf", "-inf", "1e400", "1.2.3", "--1", "1_000")


@pytest.fixture
def session(preferences: Preferences) -> Iterator[Session]:
    made = Session(load("planar-3r-free-fall"), preferences)
    yield made
    made.close()


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> RunPanel:
    session.preferences["open_numerics"] = session.preferences["open_limits"] = True
    return shown(qtbot, RunPanel(session, Icons(session.themes)), 320, 700)


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("duration", "2,5", 2.5),
        ("samples", "301", 301),
        ("rtol", "1e-6", 1e-6),
        ("atol", "1e-7", 1e-7),
        ("step", "0.01", 0.01),
    ],
)
def test_a_typed_setting_is_one_undo_step(
    qtbot: QtBot, session: Session, panel: RunPanel, field: str, text: str, value: float
) -> None:
    before = session.document.project
    type_number(qtbot, panel.settings.numbers[field], text)
    assert getattr(session.document.project.run, field) == value
    assert session.document.undo_stack.count() == 1
    session.document.undo_stack.undo()
    assert session.document.project == before
    assert panel.settings.numbers[field].value == getattr(before.run, field)


@pytest.mark.parametrize("field", ["duration", "samples", "rtol", "atol"])
def test_a_bad_setting_is_refused_in_words(qtbot: QtBot, session: Session, panel: RunPanel, field: str) -> None:
    before, number = session.document.project, panel.settings.numbers[field]
    good = number.text()
    for text in (*BAD, "-1", "0"):
        type_number(qtbot, number, text)
        assert session.document.project == before, text
        assert number.problem, text
        assert number.toolTip() == number.problem
        assert number.problem in panel.settings.message_of(field).text
        type_number(qtbot, number, good)
        assert not number.problem


def test_few_samples_are_counted_by_the_arrow_keys(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    samples = panel.settings.numbers["samples"]
    type_number(qtbot, samples, "10")
    samples.setFocus()
    for key, count in ((Qt.Key.Key_Down, 9), (Qt.Key.Key_Up, 10), (Qt.Key.Key_Up, 11)):
        qtbot.keyClick(samples, key)
        assert session.document.project.run.samples == count


def test_a_longer_run_is_as_densely_sampled(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    assert (session.document.project.run.duration, session.document.project.run.samples) == (10.0, 1001)
    type_number(qtbot, panel.settings.numbers["duration"], "30")
    assert session.document.project.run.samples == 3001
    assert session.document.undo_stack.count() == 1


def test_refused_text_goes_with_undo_and_with_another_project(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    type_joint(qtbot, panel.joints.table, 0, "q", "10")
    type_joint(qtbot, panel.joints.table, 1, "q", "abc")
    session.document.undo_stack.undo()
    assert panel.joints.model.index(1, column_of(panel.joints.table, "q")).data() == "0"
    type_joint(qtbot, panel.joints.table, 1, "q", "abc")
    session.document.replace(load("planar-3r-inverse"))
    session.document.replace(load("planar-3r-free-fall"))
    assert panel.joints.model.index(1, column_of(panel.joints.table, "q")).data() == "0"


def test_choices_reach_the_project(session: Session, panel: RunPanel) -> None:
    for box, field, key in (
        (panel.settings.method, "method", "walker-orin"),
        (panel.settings.integrator, "integrator", "dop853"),
    ):
        choose(box, key)
        assert getattr(session.document.project.run, field) == key
    assert session.document.undo_stack.count() == 2


def test_constant_torques_are_typed_per_joint(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    table = panel.joints.table
    choose(panel.torque.law, "constant")
    type_joint(qtbot, panel.joints.table, 1, "torque", "0,75")
    assert session.document.project.run.torque == ConstantTorque((0.0, 0.75, 0.0))
    choose(panel.torque.law, "free")
    assert session.document.project.run.torque == FreeFall()
    assert [table.model().headerData(k, Qt.Orientation.Horizontal) for k in (1, 2)] == ["q [°]", "rate [°/s]"]
    assert table.model().columnCount() == 3


def test_the_initial_state_is_typed_in_the_shown_unit(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    type_joint(qtbot, panel.joints.table, 0, "q", "90")
    type_joint(qtbot, panel.joints.table, 2, "rate", "-180")
    assert session.document.project.q0[0] == pytest.approx(math.pi / 2, rel=1e-15)
    assert session.document.project.qd0[2] == pytest.approx(-math.pi, rel=1e-15)
    session.preferences["degrees"] = False
    assert panel.joints.model.index(0, column_of(panel.joints.table, "q")).data() == "1.571"
    assert "[rad]" in panel.joints.model.headerData(1, Qt.Orientation.Horizontal)
    type_joint(qtbot, panel.joints.table, 0, "q", "0.5")
    assert session.document.project.q0[0] == 0.5


def test_a_bad_initial_value_is_marked_and_changes_nothing(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    for good, text in enumerate((*BAD, "1e30"), 10):
        before = session.document.project
        type_joint(qtbot, panel.joints.table, 1, "q", text)
        assert session.document.project == before, text
        assert panel.joints.message.isVisible(), text
        assert "Joint 2" in panel.joints.message.text
        type_joint(qtbot, panel.joints.table, 1, "q", str(good))
        assert not panel.joints.message.isVisible()


def test_a_slider_poses_the_arm_in_one_step_at_rest(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    session.run()
    qtbot.waitUntil(lambda: session.playback.time > 0, timeout=20_000)
    drag_slider(panel.joints.table, 1, 0, 20)
    assert session.document.project.q0[1] > 0.1
    assert session.document.project.q0[0] == 0.0
    assert session.document.undo_stack.count() == 1
    assert session.document.selected == 1
    assert session.playback.time == 0.0
    assert not session.playback.playing


def test_the_shown_pose_becomes_the_start(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    session.runner.start()
    qtbot.waitUntil(lambda: session.playback.complete, timeout=20_000)
    session.playback.seek(1.0)
    run = session.document.results.current
    assert run is not None
    shown = tuple(run.q_at(1.0))
    session.start_from_shown()
    assert session.document.project.q0 == shown
    assert session.playback.time == 0.0


def test_a_pose_beyond_the_limits_of_a_stopping_run_is_refused_as_start(
    qtbot: QtBot, session: Session, panel: RunPanel
) -> None:
    """It is that of a run that nothing stopped; where a run has been stopped, the next one starts."""
    session.runner.start()
    qtbot.waitUntil(lambda: session.playback.complete, timeout=20_000)
    limited = edits.change_link(session.document.project, 0, lower=-0.3, upper=0.3)
    session.document.edit(edits.set_run(limited, limits="stop"), "Limit")
    session.show_end()
    before, refused = session.document.project, list[DynamicsError]()
    session.document.refused.connect(refused.append)
    session.start_from_shown()
    assert [(error.link, error.field) for error in refused] == [(1, "q0")]
    assert session.document.project is before
    assert session.playback.time == session.playback.end
    session.runner.start()
    qtbot.waitUntil(lambda: session.document.results.current.status == "stopped", timeout=20_000)
    session.show_end()
    session.start_from_shown()
    assert len(refused) == 1
    assert abs(session.document.project.q0[0]) == 0.3


def test_an_inverse_project_shows_its_motion(session: Session, panel: RunPanel) -> None:
    session.document.replace(load("industrial-6r-line"))
    assert panel.mode_buttons["inverse"].isChecked()
    assert "straight" in panel.motion.kind.currentText()
    assert not panel.settings.integrator.isVisible()
    assert not panel.torque.isVisible()
    panel.mode_buttons["forward"].click()
    assert session.document.project.run.mode == "forward"
    assert panel.settings.integrator.isVisible()
    assert not panel.motion.isVisible()


def test_inverse_mode_makes_a_motion_where_there_is_none(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    before = session.document.project
    qtbot.mouseClick(panel.mode_buttons["inverse"], Qt.MouseButton.LeftButton)
    motion = session.document.project.run.motion
    assert isinstance(motion, JointMotion)
    assert motion.start == before.q0
    assert all(abs(b - a) > 0.5 for a, b in zip(motion.start, motion.end, strict=True))
    assert session.document.undo_stack.count() == 1
    session.document.undo_stack.undo()
    assert session.document.project == before
    assert panel.mode_buttons["forward"].isChecked()


def test_joint_limits_offer_what_their_choice_needs(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    settings = panel.settings
    assert not settings.numbers["limit_stiffness"].isVisible()
    choose(settings.limits, "bounce")
    assert session.document.project.run.limits == "bounce"
    type_number(qtbot, settings.numbers["limit_stiffness"], "250")
    type_number(qtbot, settings.numbers["limit_damping"], "3,5")
    run = session.document.project.run
    assert (run.limit_stiffness, run.limit_damping) == (250.0, 3.5)
    type_number(qtbot, settings.numbers["limit_stiffness"], "-1")
    assert settings.numbers["limit_stiffness"].problem
    assert session.document.project.run == run
    choose(settings.limits, "stop")
    assert not settings.numbers["limit_stiffness"].isVisible()


def test_a_start_beyond_the_limits_of_a_stopping_run_is_refused_in_words(
    qtbot: QtBot, session: Session, panel: RunPanel
) -> None:
    limited = edits.change_link(session.document.project, 0, lower=-1.0, upper=1.0)
    session.document.edit(edits.set_run(limited, limits="stop"), "Limit")
    type_joint(qtbot, panel.joints.table, 0, "q", "90")
    assert session.document.project.q0[0] == 0.0
    assert "beyond its limits" in panel.joints.message.text


def test_samples_are_as_dense_again_after_too_long_a_run(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    before = session.document.project.run
    for duration in ("2e6", f"{before.duration:g}"):
        type_number(qtbot, panel.settings.numbers["duration"], duration)
        run = session.document.project.run
        assert run.samples == (MAX_SAMPLES if duration == "2e6" else before.samples)


def test_a_fixed_step_has_no_tolerances(session: Session, panel: RunPanel) -> None:
    settings = panel.settings
    for integrator, adaptive in (("rk4", False), ("dop853", True)):
        choose(settings.integrator, integrator)
        assert settings.numerics.isRowVisible(settings.numbers["rtol"]) is adaptive
        assert settings.numerics.isRowVisible(settings.numbers["atol"]) is adaptive
        label = settings.numerics.labelForField(settings.numbers["step"])
        assert isinstance(label, QLabel)
        assert label.text() == ("Longest step" if adaptive else "Step")


def test_a_choice_that_is_refused_does_not_stay(session: Session, panel: RunPanel) -> None:
    document, settings = session.document, panel.settings
    document.edit(edits.change_link(document.project, 1, lower=math.radians(20), upper=math.radians(40)), "Limit")
    session.preferences["degrees"] = True
    choose(settings.limits, "stop")
    assert settings.message.text.startswith("Joint 2: starts beyond its limits, 20° to 40°")
    assert settings.limits.currentData() == "none"
    assert document.project.run.limits == "none"


def test_the_slider_of_a_slide_follows_the_length_of_the_arm(session: Session, panel: RunPanel) -> None:
    session.document.replace(load("stanford-free-fall"))
    changed: list[int] = []
    panel.joints.model.dataChanged.connect(lambda *_: changed.append(1))
    session.document.edit(edits.change_link(session.document.project, 0, a=3.0), "Lengthen")
    assert changed
    changed.clear()
    session.document.edit(edits.change_link(session.document.project, 0, mass=3.0), "Load")
    assert not changed


def test_what_is_set_once_is_folded_and_said(qtbot: QtBot, session: Session) -> None:
    panel = shown(qtbot, RunPanel(session, Icons(session.themes)), 320, 700)
    settings = panel.settings
    assert not settings.integrator.isVisible()
    assert settings.fold.summary.text() == "DeNOC, O(n), Dormand-Prince 5(4), rtol 1e-8"
    qtbot.mouseClick(settings.fold.head, Qt.MouseButton.LeftButton)
    assert settings.integrator.isVisible()
    assert session.preferences["open_numerics"], "as it was left, at the next start"
    settings.fold.head.setChecked(False)
    settings.numbers["rtol"].refuse("no")
    assert settings.numbers["rtol"].isVisible(), "a fault is not hidden"


def test_run_becomes_stop_while_something_is_computed(qtbot: QtBot, session: Session, panel: RunPanel) -> None:
    assert panel.run_button.isVisible()
    assert not panel.stop_button.isVisible()
    assert not panel.pause_button.isVisible()
    session.document.edit(set_duration(session.document.project, 1e5), "Run for long")
    session.run()
    height = panel._area.height()
    qtbot.waitUntil(panel.stop_button.isVisible)
    assert panel._area.height() == height  # what stands above the buttons does not move
    assert not panel.run_button.isVisible()
    qtbot.mouseClick(panel.stop_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(panel.run_button.isVisible)
    assert not panel.pause_button.isVisible()
