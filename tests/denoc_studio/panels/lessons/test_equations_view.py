"""The equations at the time cursor: their sums, what is folded, letters by mouse and keys, copies, refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.lessons.equations import finding
from denoc_studio.panels.lessons.equations.model import NOW, TERM
from denoc_studio.panels.lessons.equations.view import EquationsView
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from denoc_studio.session.run import Run
from denoc_studio.typesetting.numbers import MINUS
from tests.support.studio.plotting import compute
from tests.support.studio.showing import shown
from tests.support.studio.windows import open_window

PATIENCE = 60_000
Show = Callable[[dn.Project], Run]


@pytest.fixture
def view(qtbot: QtBot, document: Document, playback: Playback, themes: Themes) -> Iterator[EquationsView]:
    made = shown(qtbot, EquationsView(document, playback, themes), 560, 500)
    QAbstractItemModelTester(made.tree.terms, QAbstractItemModelTester.FailureReportingMode.Fatal)
    yield made
    made.finish()  # a thread must not outlive its view


@pytest.fixture
def show(qtbot: QtBot, view: EquationsView, document: Document, playback: Playback) -> Show:
    """Runs a project, and waits for its equations."""

    def show(project: dn.Project) -> Run:
        document.replace(project)
        run = compute(document, playback)
        qtbot.waitUntil(lambda: view.found is not None and view.found.asked.run is run, timeout=PATIENCE)
        return run

    return show


def move_mouse(widget: QWidget, point: QPointF) -> None:
    """Over it, with no button down; the real pointer of a test's screen need not be there."""
    none, no_key = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    place = widget.mapToGlobal(point)
    QApplication.sendEvent(widget, QMouseEvent(QEvent.Type.MouseMove, point, place, none, none, no_key))


def _below(view: EquationsView, index: QModelIndex) -> list[QModelIndex]:
    return [view.tree.terms.index(row, TERM, index) for row in range(view.tree.terms.rowCount(index))]


def _line(view: EquationsView, joint: int, kind: str) -> QModelIndex:
    top = next(each for each in _below(view, QModelIndex()) if view.tree.terms.line(each).branch.joint == joint)
    return next(each for each in _below(view, top) if view.tree.terms.line(each).branch.kind == kind)


# Turning and sliding joints, both conventions, friction, a wrench on the tip
@pytest.mark.parametrize(("name", "seconds"), [("crane", 2.0), ("craig-3r", 0.5), ("furuta", 1.0), ("scara", 0.5)])
def test_the_terms_add_up_to_the_torques(
    qtbot: QtBot, view: EquationsView, playback: Playback, show: Show, name: str, seconds: float
) -> None:
    project = dn.load(name)
    if name == "craig-3r":
        links = (replace(project.robot.links[0], viscous=0.3, coulomb=0.2), *project.robot.links[1:])
        wrench = (0.1, -0.2, 0.3, 4.0, -5.0, 6.0)
        settings = msgspec.structs.replace(project.run, tip_wrench=wrench)
        project = replace(project, robot=replace(project.robot, links=links), run=settings)
    run = show(project)
    playback.seek(seconds)
    qtbot.waitUntil(lambda: f"t = {seconds:.3f} s" in view.words.text(), timeout=PATIENCE)
    q, qd, qdd, tau = run.state_at(seconds)
    expected = dn.inverse_dynamics(project.robot, q, qd, qdd, method="kane", tip_wrench=project.run.tip_wrench)
    terms = view.tree.terms
    for joint, top in enumerate(_below(view, QModelIndex())):
        found, below = terms.value(terms.line(top).branch), _below(view, top)
        size = max(1.0, *(abs(terms.value(terms.line(each).branch)) for each in below))
        assert found == pytest.approx(expected[joint], rel=1e-9, abs=1e-9 * size)
        check, *parts = (terms.line(each).branch for each in below)
        assert terms.value(check) == tau[joint]
        assert "agrees" in terms.words(check)
        assert sum(map(terms.value, parts)) == pytest.approx(found, abs=1e-12 * size)
        assert terms.unit(check) == ("N m" if project.robot.links[joint].revolute else "N")


def test_terms_below_a_hundredth_of_the_torque_are_folded(qtbot: QtBot, view: EquationsView, show: Show) -> None:
    run = show(dn.load("planar-3r-inverse")).recording
    found = dn.equations(dn.load("planar-3r-inverse").robot)
    for joint in (1, 2, 3):
        largest = np.abs(found.values(run.q, run.qd, run.qdd, joint=joint)).max(axis=0)
        least = 0.01 * np.abs(run.tau[:, joint - 1]).max()
        expected = {str(term) for term, size in zip(found.terms(joint), largest, strict=True) if size < least}
        small = _line(view, joint, "small")
        assert {index.data() for index in _below(view, small)} == expected
        assert small.data() == f"{len(expected)} small terms"
        assert not view.tree.isExpanded(small)
    for sorting in ("size", "parameter"):
        qtbot.mouseClick(view.sorting.buttons[sorting], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda s=sorting: view.found is not None and view.found.asked.sorting == s, timeout=PATIENCE)
        small = _line(view, 3, "small")
        assert {index.data() for index in _below(view, small)} == expected
    view.tree.setCurrentIndex(small)
    qtbot.keyClick(view.tree, Qt.Key.Key_Space)
    assert view.tree.isExpanded(small)


def test_without_a_torque_terms_are_held_against_the_largest(view: EquationsView, show: Show) -> None:
    run = show(dn.load("stanford-free-fall")).recording
    assert not run.tau.any()
    found = dn.equations(dn.load("stanford-free-fall").robot)
    largest = np.abs(found.values(run.q, run.qd, run.qdd, joint=1)).max(axis=0)
    expected = {str(term) for term, size in zip(found.terms(1), largest, strict=True) if size < 0.01 * largest.max()}
    assert 0 < len(expected) < len(largest)
    assert {index.data() for index in _below(view, _line(view, 1, "small"))} == expected
    assert "largest term" in view.words.text()


def test_many_joints_are_shown_one_at_a_time(qtbot: QtBot, view: EquationsView, show: Show) -> None:
    show(dn.load("stanford-inverse"))
    counts = dn.equations(dn.load("stanford-inverse").robot).counts
    assert view.joints.currentText() == f"Joint 1 ({counts[0]} terms)"
    assert view.joints.itemText(0) == f"All joints ({sum(counts)} terms)"
    assert view.tree.terms.rowCount() == 1
    view.joints.setFocus()
    qtbot.keyClick(view.joints, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: view.tree.terms.rowCount() == 6, timeout=PATIENCE)
    assert not view.tree.isExpanded(view.tree.terms.index(0, TERM))


def test_copies_are_what_the_equations_write(qtbot: QtBot, view: EquationsView, show: Show) -> None:
    show(dn.load("planar-3r-inverse"))
    found, clipboard = dn.equations(dn.load("planar-3r-inverse").robot), QGuiApplication.clipboard()
    expected = {"LaTeX": found.latex(), "Python": found.python(), "C": found.c(), "MATLAB": found.matlab()}
    for name, text in expected.items():
        view.copy_button.actions_by_name[name].trigger()
        qtbot.waitUntil(lambda text=text: clipboard.text() == text, timeout=PATIENCE)
    view.sorting.buttons["parameter"].click()
    view.copy_button.actions_by_name["LaTeX"].trigger()
    qtbot.waitUntil(lambda: clipboard.text() == found.latex("parameter"), timeout=PATIENCE)


def test_an_arm_of_too_many_terms_is_refused_in_a_sentence(
    qtbot: QtBot, view: EquationsView, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.waitUntil(lambda: view.found is not None, timeout=PATIENCE)
    monkeypatch.setattr(finding, "equations", partial(dn.equations, most_terms=10))
    project = dn.load("planar-3r-free-fall")
    first, second, third = project.robot.links
    oblique = replace(project.robot, links=(first, replace(second, alpha=np.radians(30)), third))
    document.replace(replace(project, robot=oblique))
    qtbot.waitUntil(lambda: "alpha 30° in link 2" in view.notice.text(), timeout=PATIENCE)
    assert "more than 10,000 terms" in view.notice.text()
    assert view.notice.isVisible()
    assert not view.tree.isVisible()
    assert not view.copy_button.actions_by_name["LaTeX"].isEnabled()
    view.copy_button.actions_by_name["C code"].trigger()
    clipboard = QGuiApplication.clipboard()
    qtbot.waitUntil(lambda: clipboard.text() == dn.c_code(oblique), timeout=PATIENCE)
    document.replace(dn.rod_chain(21))
    qtbot.waitUntil(lambda: "21 joints" in view.notice.text(), timeout=PATIENCE)


def test_in_the_window_letters_light_their_link(qtbot: QtBot, preferences: Preferences) -> None:
    window = open_window(qtbot, preferences, "planar-3r-inverse")
    window.menus.panels.go_to("Lessons")
    lessons, playback = window.lessons, window.session.playback
    qtbot.mouseClick(lessons.pages.buttons["Equations"], Qt.MouseButton.LeftButton)
    view = lessons.equations
    qtbot.waitUntil(lambda: view.found is not None and view.found.extent is not None, timeout=PATIENCE)
    playback.pause()
    playback.seek(5.0)  # ReDySim's torques of this arm
    top = view.tree.terms.index(0, NOW)
    qtbot.waitUntil(lambda: top.data() == f"{MINUS}1.2869", timeout=PATIENCE)
    gravity = view.tree.terms.index(1, TERM, _line(view, 1, "group"))  # g hx2r cos(q1+q2)
    view.tree.setFocus()
    view.tree.setCurrentIndex(gravity)
    told: list[int] = []
    lessons.pointed.connect(told.append)
    for _ in range(2):
        qtbot.keyClick(view.tree, Qt.Key.Key_Right)
    assert told == [-1, 1]
    assert view.words.text() == "hx2r: regrouped first moment x of link 2 about its joint, 0.125 kg m"
    qtbot.keyClick(view.tree, Qt.Key.Key_Return)
    assert window.session.document.selected == 1
    qtbot.keyClick(view.tree, Qt.Key.Key_Escape)
    point = view.tree.place(gravity, "q1")
    assert point is not None
    move_mouse(view.tree.viewport(), point)
    assert view.words.text() == "q1: angle of joint 1, 1.5708 rad now"
    qtbot.mouseClick(lessons.pages.buttons["Steps"], Qt.MouseButton.LeftButton)
    playback.seek(2.0)
    qtbot.waitUntil(lambda: "t = 2.000 s" in lessons.player.remark.text(), timeout=PATIENCE)
    assert top.data() == f"{MINUS}1.2869"  # nothing is computed while it is hidden
