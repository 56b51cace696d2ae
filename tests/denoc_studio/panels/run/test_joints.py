"""The one table of the joints in the Run panel, and the sections that fold below it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from pytestqt.qtbot import QtBot

from denoc import load, rod_chain
from denoc.files.projects.project import Project
from denoc_studio.look.icons import Icons
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.editing.cell_table import CellTable
from denoc_studio.panels.run.panel import RunPanel
from denoc_studio.project.law_kinds import LAWS
from denoc_studio.project.motion_kinds import KINDS
from denoc_studio.project.run_edits import choose_law, set_duration, set_kind, set_mode, switch_limit
from denoc_studio.session import commands
from denoc_studio.session.session import Session
from denoc_studio.widgets.fold import Fold
from tests.support.studio.hands import choose, column_of, handle_point, type_joint, type_number
from tests.support.studio.showing import shown

LEFT = Qt.MouseButton.LeftButton
Open = Callable[..., RunPanel]


def forward(name: str, law: str) -> Project:
    return choose_law(set_mode(load(name), "forward"), law)


@pytest.fixture
def open_panel(qtbot: QtBot, preferences: Preferences) -> Iterator[Open]:
    """Shows a project in a Run panel of this size."""
    preferences["recompute"] = False
    sessions = []

    def make(project: Project, width: int = 300, height: int = 700) -> RunPanel:
        session = Session(project, preferences)
        sessions.append(session)
        panel = shown(qtbot, RunPanel(session, Icons(session.themes)), width, height)
        panel.activateWindow()
        qtbot.waitUntil(panel.isActiveWindow)
        return panel

    yield make
    for session in sessions:
        session.close()


def q_of(panel: RunPanel) -> tuple[float, ...]:
    return panel._document.project.q0


def scrolling(panel: RunPanel) -> list[QAbstractScrollArea]:
    """All that scrolls in it, either way."""
    areas = [area for area in panel.findChildren(QAbstractScrollArea) if area.isVisible()]
    return [a for a in areas if a.verticalScrollBar().maximum() or a.horizontalScrollBar().maximum()]


@pytest.mark.parametrize("joints", [1, 3, 12, 30])
def test_a_pid_has_one_table_as_long_as_the_arm(qtbot: QtBot, open_panel: Open, joints: int) -> None:
    panel = open_panel(choose_law(rod_chain(joints), "pd"))
    table = panel.joints.table
    assert [each for each in panel.findChildren(CellTable) if each.isVisible()] == [table]
    assert table.viewport().height() >= joints * table.rowHeight(0)
    assert [each for each in scrolling(panel) if each is not panel._area] == []


@pytest.mark.parametrize("law", ["pd", "computed"])
def test_six_joints_that_follow_a_motion_fit_300_pixels(open_panel: Open, law: str) -> None:
    panel = open_panel(forward("puma560", law))
    headings = [panel.joints.model.headerData(k, Qt.Orientation.Horizontal).split()[0] for k in range(6)]
    assert headings == ["q", "rate", "start", "end", "kp", "kd"]
    assert [each for each in scrolling(panel) if each is not panel._area] == []


def test_a_very_long_arm_scrolls_in_its_table(open_panel: Open) -> None:
    panel = open_panel(choose_law(rod_chain(200), "pd"))
    table = panel.joints.table
    assert table.height() < panel.height()
    assert table.verticalScrollBar().maximum() > 0


RUNS = [*((law, "joints") for law in LAWS), *((law, kind) for kind in KINDS for law in ("computed", ""))]


@pytest.mark.parametrize(("law", "kind"), RUNS)
def test_nothing_widens_the_panel(open_panel: Open, law: str, kind: str) -> None:
    """Without a law: of an inverse run."""
    project = set_kind(set_mode(load("puma560"), "inverse"), kind)
    panel = open_panel(choose_law(set_mode(project, "forward"), law) if law else project)
    for fold in panel.findChildren(Fold):
        fold.open()
    panel._document.edit(switch_limit(panel._document.project, "torque_limit", True), "limit")
    QTest.qWait(20)
    assert panel.minimumSizeHint().width() <= 300


def test_stop_and_pause_fit_beside_the_box(qtbot: QtBot, open_panel: Open) -> None:
    panel = open_panel(set_duration(load("planar-3r-free-fall"), 1e5))
    panel._session.run()
    qtbot.waitUntil(panel.pause_button.isVisible)
    assert panel.minimumSizeHint().width() <= 300
    qtbot.mouseClick(panel.stop_button, LEFT)
    qtbot.waitUntil(panel.run_button.isVisible)


def test_a_block_from_a_spreadsheet_is_one_step(qtbot: QtBot, open_panel: Open) -> None:
    panel = open_panel(forward("planar-3r-free-fall", "pd"))
    table, document = panel.joints.table, panel._document
    before, steps = document.project, document.undo_stack.index()
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.model().index(0, 0)).center())
    QGuiApplication.clipboard().setText("10\t0\t-30\t5,5\n20\t90\t-40\t6,5\n30\t0\t-50\t7\n")
    qtbot.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    law = document.project.run.torque
    assert document.project.q0 == pytest.approx([math.radians(q) for q in (10, 20, 30)])
    assert document.project.qd0 == pytest.approx([0, math.pi / 2, 0])
    assert law.target == pytest.approx([math.radians(q) for q in (-30, -40, -50)])  # type: ignore[union-attr]
    assert law.kp == (5.5, 6.5, 7.0)  # type: ignore[union-attr]
    assert document.undo_stack.index() == steps + 1
    after = document.project
    QGuiApplication.clipboard().setText("1\t2\t3\toops\n")
    qtbot.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert document.project == after
    assert "row 1, column kp" in panel.joints.message.text
    document.undo_stack.undo()
    assert document.project == before


def test_a_block_put_at_a_slider_begins_beside_it(qtbot: QtBot, open_panel: Open) -> None:
    panel = open_panel(load("planar-3r-free-fall"))
    table = panel.joints.table
    assert table.slides
    table.setFocus()
    table.go_to(0, 0)
    QGuiApplication.clipboard().setText("10\t20\n")
    qtbot.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    project = panel._document.project
    assert (project.q0[0], project.qd0[0]) == pytest.approx((math.radians(10), math.radians(20)))


def test_above_three_columns_the_slider_is_below_for_the_selected_joint(
    qtbot: QtBot, open_panel: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "MERGE_WITHIN", -1.0)  # the hand rests longer than that before every move
    panel = open_panel(load("planar-3r-free-fall"))
    table, slider = panel.joints.table, panel.joints.sliders["q"]
    choose(panel.torque.law, "constant")  # three columns
    assert table.slides
    assert not slider.isVisible()
    choose(panel.torque.law, "pd")
    assert not table.slides
    qtbot.waitUntil(slider.isVisible)
    assert slider.mapTo(panel, QPoint()).y() >= table.mapTo(panel, QPoint(0, table.height())).y()
    place = table.visualRect(table.model().index(1, column_of(table, "kp"))).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=place)
    assert panel._document.selected == 1
    assert slider.text() == slider.accessibleName() == "q of joint 2"
    steps = panel._document.undo_stack.index()
    start = handle_point(slider)
    QTest.mousePress(slider, LEFT, pos=start)
    for k in range(1, 5):
        QTest.mouseMove(slider, start + QPoint(5 * k, 0), delay=2)
    QTest.mouseRelease(slider, LEFT, pos=start + QPoint(20, 0))
    assert q_of(panel)[1] > 0.2
    assert q_of(panel)[0] == q_of(panel)[2] == 0.0
    assert panel._document.undo_stack.index() == steps + 1
    assert table.currentIndex().column() == column_of(table, "kp"), "the cursor stays where it was"


def test_both_ends_of_a_motion_slide_below_too(open_panel: Open) -> None:
    panel = open_panel(forward("puma560", "computed"))
    assert [name for name, slider in panel.joints.sliders.items() if slider.isVisible()] == ["q", "motion"]
    slider = panel.joints.sliders["motion"]
    before = panel._document.project.run.motion
    end = handle_point(slider, 1)
    QTest.mousePress(slider, LEFT, pos=end)
    QTest.mouseMove(slider, end + QPoint(-10, 0), delay=2)
    QTest.mouseRelease(slider, LEFT, pos=end + QPoint(-10, 0))
    after = panel._document.project.run.motion
    assert after.end[0] < before.end[0] - 0.1  # type: ignore[union-attr]
    assert after.start == before.start  # type: ignore[union-attr]


def test_refused_text_stays_when_columns_come_and_go(qtbot: QtBot, open_panel: Open) -> None:
    panel = open_panel(forward("planar-3r-free-fall", "pd"))
    table = panel.joints.table
    type_joint(qtbot, table, 1, "kd", "abc")
    said = panel.joints.message.text
    assert "Joint 2, kd" in said
    for column, click in (
        ("τ ≤", panel.settings.motors.boxes["torque_limit"]),
        ("mass", panel.torque.model.boxes["masses"]),
    ):
        for there in (True, False):
            click.click()
            headings = [
                table.model().headerData(k, Qt.Orientation.Horizontal) for k in range(table.model().columnCount())
            ]
            assert any(str(heading).startswith(column) for heading in headings) == there
            assert table.model().index(1, column_of(table, "kd")).data() == "abc"
            assert panel.joints.message.text == said
    type_joint(qtbot, table, 1, "kd", "3")
    assert panel._document.project.run.torque.kd[1] == 3.0  # type: ignore[union-attr]
    assert not panel.joints.message.isVisible()


def test_sections_are_kept_as_they_were_left(qtbot: QtBot, open_panel: Open, preferences: Preferences) -> None:
    def state(panel: RunPanel) -> list[bool]:
        folds = (panel.torque.controller, panel.motion.fold, panel.settings.limits_fold, panel.settings.fold)
        return [fold.body.isVisible() for fold in folds]

    panel = open_panel(forward("puma560", "computed"))
    assert state(panel) == [False, True, False, False]
    for fold in (panel.torque.controller, panel.motion.fold):
        qtbot.mouseClick(fold.head, LEFT)
    panel.settings.fold.head.setFocus()
    qtbot.keyClick(panel.settings.fold.head, Qt.Key.Key_Space)
    assert state(panel) == [True, False, False, True]
    assert state(open_panel(forward("puma560", "computed"))) == [True, False, False, True]
    assert not Preferences(preferences.settings)["open_motion"], "at the next start too"
    assert panel.motion.fold.summary.text() == "3-4-5 polynomial"


def test_limits_that_are_set_are_open(open_panel: Open) -> None:
    panel = open_panel(forward("planar-3r-free-fall", "pd"))
    fold = panel.settings.limits_fold
    assert not fold.body.isVisible()
    assert fold.summary.text() == "none"
    panel._document.replace(switch_limit(forward("planar-3r-free-fall", "pd"), "torque_limit", True))
    assert panel.settings.motors.boxes["torque_limit"].isVisible()
    assert panel.settings.motors.boxes["torque_limit"].isChecked()
    assert not panel._session.preferences["open_limits"], "what the project opens is not what the user likes"


def test_a_fault_opens_its_section_and_keeps_it_open(qtbot: QtBot, open_panel: Open) -> None:
    panel = open_panel(load("planar-3r-free-fall"))
    fold, field = panel.settings.fold, panel.settings.numbers["rtol"]
    qtbot.mouseClick(fold.head, LEFT)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "abc")
    qtbot.mouseClick(fold.head, LEFT)  # takes the focus, which refuses the text
    assert field.problem
    assert field.isVisible()
    assert panel.settings.message.isVisible()
    type_number(qtbot, field, "1e-6")
    qtbot.mouseClick(fold.head, LEFT)
    assert not field.isVisible()
    field.refuse("no")
    assert field.isVisible()


def test_a_fault_that_is_out_of_sight_keeps_nothing_open(qtbot: QtBot, open_panel: Open) -> None:
    panel = open_panel(set_mode(load("planar-3r-inverse"), "inverse"))
    motion = panel.motion
    choose(motion.joints.profile, "trapezoidal")
    type_number(qtbot, motion.joints.ramp, "0.9")
    qtbot.mouseClick(motion.fold.head, LEFT)
    assert motion.joints.ramp.isVisible()
    choose(motion.kind, "via")
    assert motion.fold.head.text() == "Via points"
    qtbot.mouseClick(motion.fold.head, LEFT)
    assert not motion.fold.body.isVisible()


def test_the_panel_follows_the_cursor_in_the_table_and_the_wheel_over_it(qtbot: QtBot, open_panel: Open) -> None:
    panel = open_panel(choose_law(rod_chain(20), "pd"), height=400)
    table, area = panel.joints.table, panel._area
    table.setFocus()
    table.go_to(0, 3)
    for _ in range(19):
        qtbot.keyClick(table, Qt.Key.Key_Down)
    cell = table.visualRect(table.currentIndex())
    assert table.currentIndex().row() == 19
    assert area.viewport().rect().contains(table.viewport().mapTo(area.viewport(), cell.center()))
    assert panel._document.selected == 19
    spot = QPointF(table.viewport().rect().center())
    up = QWheelEvent(
        spot,
        table.viewport().mapToGlobal(spot),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(table.viewport(), up)
    assert not up.isAccepted(), "the panel's, and not lost in the table"


@pytest.mark.parametrize("make", [lambda: forward("puma560", "computed"), lambda: set_mode(load("puma560"), "inverse")])
def test_tab_goes_through_all_of_it_from_top_to_bottom(
    qtbot: QtBot, open_panel: Open, make: Callable[[], Project]
) -> None:
    panel = open_panel(make(), height=900)
    for fold in panel.findChildren(Fold):
        fold.open()
    first = panel.mode_buttons["forward" if panel.mode_buttons["forward"].isChecked() else "inverse"]
    first.setFocus(Qt.FocusReason.TabFocusReason)
    met: list[QWidget] = [first]
    for _ in range(200):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        widget = QApplication.focusWidget()
        if widget is first:
            break
        if widget is not met[-1]:
            met.append(widget)
    frames = [panel._inside if panel._inside.isAncestorOf(widget) else panel for widget in met]
    foot = frames.index(panel, 1)
    assert panel.run_button is met[foot]
    heights = [widget.mapTo(panel._inside, widget.rect().center()).y() for widget in met[:foot]]
    assert all(b >= a - 8 for a, b in pairwise(heights)), [type(each).__name__ for each in met]
    stops = [w for w in panel.findChildren(QWidget) if w.isVisible() and w.isEnabled() and w.window() is panel]
    wanted = [w for w in stops if w.focusPolicy() & Qt.FocusPolicy.TabFocus and not isinstance(w, QAbstractScrollArea)]
    other = {button for button in panel.mode_buttons.values() if button is not first}  # by the arrow keys
    assert set(wanted) - set(met) - other == set()
    assert panel.joints.table in met
