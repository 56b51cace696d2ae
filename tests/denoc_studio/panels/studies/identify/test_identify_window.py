"""The Identify panel in the whole window, by clicks and keys, on logs of an arm whose parameters are known."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

import denoc as dn
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.exports.report_source import source_of_lab_report
from denoc_studio.panels.studies.identify.log_page import NO_LOG, OTHER_ARM
from denoc_studio.panels.studies.identify.motion_page import CHANGED
from denoc_studio.panels.studies.identify.panel import IdentifyPanel
from denoc_studio.plots.tables.identify import identified
from denoc_studio.plots.tables.identify.told import NO_MOTION, NOT_EXCITED
from denoc_studio.project import edits, run_edits
from denoc_studio.session.document import Document
from denoc_studio.session.measured_log import Log
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.hands import choose as choose_in
from tests.support.studio.hands import type_number
from tests.support.studio.logs import heavier, logged, swinging, write_log
from tests.support.studio.windows import idle_window

Choose = Callable[[Path], list[str]]
LEFT = Qt.MouseButton.LeftButton


def open_log(qtbot: QtBot, window: MainWindow) -> None:
    """The dialog's own guesses are right."""
    dialog = window.logs.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.measurement is not None)
    press(qtbot, dialog.buttons.button(dialog.buttons.StandardButton.Open))


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> MainWindow:
    preferences["drawing"], preferences["recompute"] = "painter", False
    made = idle_window(qtbot, dn.load("planar-3r-inverse"), preferences, (1280, 800))
    made.activateWindow()
    made.menus.panels.go_to("Identify")
    return made


@pytest.fixture
def panel(window: MainWindow) -> IdentifyPanel:
    return window.identify


@pytest.fixture
def document(window: MainWindow) -> Document:
    return window.session.document


def press(qtbot: QtBot, button: QAbstractButton) -> None:
    qtbot.waitUntil(lambda: button.isVisible() and button.isEnabled())
    qtbot.mouseClick(button, LEFT)


def turn_to(qtbot: QtBot, panel: IdentifyPanel, page: int) -> None:
    bar = panel.tabs.tabBar()
    qtbot.mouseClick(bar, LEFT, pos=bar.tabRect(page).center())


def undo(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.arm.setFocus()
    QTest.keyClick(window.arm, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def cells(panel: IdentifyPanel, column: int) -> list[str]:
    return [row[column] for row in panel.torques.table.content.sheet.rows]


class TestWhatTorquesTell:
    def test_it_follows_the_motion_while_that_is_edited(
        self, qtbot: QtBot, window: MainWindow, panel: IdentifyPanel, document: Document
    ) -> None:
        page = panel.torques
        QAbstractItemModelTester(page.table.content)
        qtbot.waitUntil(lambda: "tells 12 of 17" in page.message.text)
        assert cells(panel, 2).count(NOT_EXCITED) == 5
        assert cells(panel, 0)[1] == "m1 cx1 + a1 m1 + a1 m2 + a1 m3"
        first = page.found
        choose_in(window.run.motion.kind, "sines")
        qtbot.waitUntil(lambda: page.found is not first)
        document.edit(run_edits.use_motion(document.project, swinging(document.robot, 1), 12.0), "Swing")
        qtbot.waitUntil(lambda: "tells all 17" in page.message.text)
        motion = document.project.run.motion
        expected = dn.excitation(document.robot, motion, 12.0, noise=0.1).deviations
        assert page.found is not None
        assert page.found.excitation is not None
        assert page.found.excitation.deviations == pytest.approx(expected)
        type_number(qtbot, page.noise, "0.2")
        qtbot.waitUntil(lambda: page.found.excitation.deviations == pytest.approx(2 * expected))
        qtbot.mouseClick(panel.friction, LEFT)
        qtbot.waitUntil(lambda: len(cells(panel, 0)) == 11)

    def test_a_run_without_a_motion_is_judged_when_it_is_computed(
        self, qtbot: QtBot, window: MainWindow, panel: IdentifyPanel, document: Document
    ) -> None:
        document.edit(run_edits.set_mode(document.project, "forward"), "Forward")
        qtbot.waitUntil(lambda: panel.torques.message.text == NO_MOTION)
        window.session.runner.start()
        qtbot.waitUntil(lambda: panel.torques.message.text.startswith("This motion tells"))


class TestAMotionToLog:
    def test_it_is_found_and_used_by_one_undo_step(
        self, qtbot: QtBot, window: MainWindow, panel: IdentifyPanel, document: Document
    ) -> None:
        turn_to(qtbot, panel, 1)
        page, before = panel.motion, document.project
        assert not page.use.isEnabled()
        type_number(qtbot, page.fields["duration"], "12")
        assert page.fields["base"].value == pytest.approx(2 / 12)
        type_number(qtbot, page.fields["base"], "0.25")
        assert page.fields["duration"].value == pytest.approx(8.0)
        type_number(qtbot, page.fields["harmonics"], "2")
        assert "a whole number from 3 to 50 is needed" in page.message.text
        type_number(qtbot, page.fields["harmonics"], "4")
        type_number(qtbot, page.fields["speed"], "2.5")
        type_number(qtbot, page.fields["rounds"], "2")
        press(qtbot, page.find_button)
        qtbot.waitUntil(lambda: page.found is not None)
        assert page.found is not None
        assert page.found.speed.max() <= 2.5
        assert "present motion does not excite 5 of 17" in page.message.text
        press(qtbot, page.use)
        run = document.project.run
        assert run.motion == page.found.motion
        assert run.duration == 8.0
        assert max(frequency for _, frequency, _ in run.motion.terms[0]) == pytest.approx(1.0)
        _, qd, _ = dn.trajectory_of(document.robot, run.motion, 8.0)(np.array([0.0, 8.0]))
        assert np.abs(qd).max() < 1e-9, "at rest after whole periods"
        turn_to(qtbot, panel, 0)
        qtbot.waitUntil(lambda: "tells all 17" in panel.torques.message.text)
        undo(qtbot, window)
        assert document.project == before
        found = page.found
        document.edit(edits.change_link(document.project, 1, mass=7.0), "Heavier")
        page.search.done.emit(found)  # as where the arm is changed during the search
        assert page.message.text == CHANGED
        document.replace(dn.load("scara"))
        page.search.done.emit(found)
        assert page.found is None
        assert page.message.text == ""

    def test_a_search_is_given_up_and_limits_that_forbid_it_are_said(
        self, qtbot: QtBot, panel: IdentifyPanel, document: Document
    ) -> None:
        turn_to(qtbot, panel, 1)
        page = panel.motion
        page.fields["rounds"].set_value(10_000.0)
        press(qtbot, page.find_button)
        press(qtbot, page.stop)
        qtbot.waitUntil(lambda: not page.search.busy)
        assert page.found is None
        assert page.message.text == ""
        assert page.find_button.isVisible()
        document.edit(edits.change_link(document.project, 1, lower=-0.1, upper=0.1, max_torque=0.001), "Weak")
        document.edit(edits.change_link(document.project, 0, lower=-0.1, upper=0.1), "Narrow")
        press(qtbot, page.find_button)
        qtbot.waitUntil(lambda: page.message.severity == "error")
        assert "link 2: the limits forbid to stand still" in page.message.text


@pytest.fixture
def files(tmp_path: Path, window: MainWindow) -> list[Path]:
    """Two logs of the arm as it really is."""
    truth = heavier(window.session.document.robot)
    return [write_log(tmp_path / f"log{seed}.csv", logged(truth, seed)) for seed in (1, 2)]


class TestFromALog:
    def test_an_arm_is_identified_checked_and_put_into_the_model(
        self,
        qtbot: QtBot,
        window: MainWindow,
        panel: IdentifyPanel,
        document: Document,
        files: list[Path],
        choose: Choose,
    ) -> None:
        turn_to(qtbot, panel, 2)
        page, model = panel.log, document.robot
        assert page.empty.text.text() == NO_LOG
        bad = files[0].with_name("bad.csv")
        bad.write_text("t,q1\n0,0\n1,nan\n")
        choose(bad)
        press(qtbot, page.empty.button)
        dialog = window.logs.dialog
        assert dialog is not None
        qtbot.waitUntil(lambda: "line 3" in dialog.message.text)
        press(qtbot, dialog.buttons.button(dialog.buttons.StandardButton.Cancel))
        assert page.empty.text.text() == NO_LOG
        choose(files[0])
        press(qtbot, page.empty.button)
        open_log(qtbot, window)
        press(qtbot, page.run)
        qtbot.waitUntil(lambda: page.outcome is not None)
        found, truth = page.outcome.found, heavier(model)
        off = (found.values - found.base.values(truth)) / found.deviations
        assert np.abs(off).max() < 4
        assert np.abs(off).max() > 0.1, "there is noise"
        assert np.abs(found.values - found.base.values(model)).max() > 10 * found.deviations.max()
        rows = page.table.content.sheet.rows
        place = found.base.names.index("viscous2")
        assert rows[place][0] == "viscous2"
        assert float(rows[place][2]) == pytest.approx(found.values[place], rel=1e-3)
        assert "All 17 combinations told" in page.answer.text

        choose(files[1])
        press(qtbot, page.second)
        open_log(qtbot, window)
        qtbot.waitUntil(lambda: page.outcome.second is not None)
        assert "log2.csv is foretold to within what noise and deviations allow" in page.answer.text
        assert page.joints.isVisible()
        left = [float(cell) for cell in page.joints.content.sheet.rows[0][2:]]
        assert left[1] < left[0] / 5, "less is left than by the model"
        assert left[4] == pytest.approx(left[5], rel=0.3), "as much as expected"

        steps = document.undo_stack.count()
        press(qtbot, page.put)
        qtbot.waitUntil(lambda: page.dialog is not None and page.dialog.isVisible())
        assert page.dialog is not None
        shown = {row[0]: row[1:] for row in page.dialog.table.content.sheet.rows}
        assert shown["link 2, viscous friction"][0] == "0 N m s/rad"
        assert float(shown["link 2, viscous friction"][1].split()[0]) == pytest.approx(0.05, abs=0.01)
        assert document.robot == model, "nothing yet"
        press(qtbot, page.dialog.put)
        qtbot.waitUntil(lambda: document.robot != model)
        apart = (found.base.values(document.robot) - found.values) / found.deviations
        assert np.linalg.norm(apart) < np.sqrt(found.base.rank)
        assert document.undo_stack.count() == steps + 1
        assert page.message.text == "", "it still is this arm's"
        undo(qtbot, window)
        assert document.robot == model

    def test_what_changes_makes_it_old_and_nothing_is_lost(
        self, qtbot: QtBot, panel: IdentifyPanel, document: Document, window: MainWindow
    ) -> None:
        turn_to(qtbot, panel, 2)
        page, robot = panel.log, document.robot
        window.session.measured.put(Log("log.csv", logged(heavier(robot), 1)))
        press(qtbot, page.run)
        qtbot.waitUntil(lambda: page.outcome is not None)
        kept = page.outcome
        document.edit(edits.change_link(document.project, 1, a=0.3), "Longer")
        assert page.message.text == OTHER_ARM
        assert not page.put.isEnabled()
        undo(qtbot, window)
        assert page.message.text == ""
        for log, words in (
            (dn.Measurement(np.arange(3.0), q=np.zeros((3, 2))), "the log is of 2 joints, and the arm has 3"),
            (replace(logged(robot, 1), q=None), "the measurement has no q"),
            (replace(logged(robot, 1), tau=None), "the measurement has no tau"),
            (_cut(logged(robot, 1), 12), "too few samples"),
            (replace(logged(robot, 1), q=np.full((1201, 3), 0.3)), "the motion excites no base parameter on its own"),
        ):
            window.session.measured.put(Log("<b>bad</b>.csv", log))
            press(qtbot, page.run)
            qtbot.waitUntil(lambda: page.message.severity == "error")
            assert page.message.text.startswith("<b>bad</b>.csv: ")
            assert words in page.message.text
            assert page.outcome is kept
            qtbot.waitUntil(lambda: not page.search.busy)

    def test_what_is_computed_when_another_project_is_opened_is_given_up(
        self,
        qtbot: QtBot,
        panel: IdentifyPanel,
        document: Document,
        window: MainWindow,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        turn_to(qtbot, panel, 2)
        page, opened = panel.log, threading.Event()
        identify = identified.identified

        def slow(*given: object) -> object:
            opened.wait(60)
            return identify(*given)

        monkeypatch.setattr(identified, "identified", slow)
        window.session.measured.put(Log("log.csv", logged(heavier(document.robot), 1)))
        press(qtbot, page.run)
        document.replace(dn.load("double-pendulum"))
        opened.set()
        qtbot.waitUntil(lambda: not page.search.busy)
        assert page.outcome is None
        assert page.message.text == ""

    def test_it_takes_no_room_and_leaves_as_text_and_for_the_report(
        self, qtbot: QtBot, panel: IdentifyPanel, window: MainWindow, document: Document, tmp_path: Path, choose: Choose
    ) -> None:
        turn_to(qtbot, panel, 2)
        arm = window.arm.height()
        window.session.runner.start()
        window.session.measured.put(Log("log" * 100, logged(heavier(document.robot), 1)))
        press(qtbot, panel.log.run)
        qtbot.waitUntil(lambda: panel.log.outcome is not None and window.session.playback.complete)
        assert window.width() == 1280, "long words wrap or scroll"
        assert window.arm.height() >= arm
        names = {
            each.accessibleName() for each in (*panel.motion.fields.values(), panel.torques.noise, panel.log.cutoff)
        }
        assert len(names - {""}) == 10
        copy, latex, save, _ = panel.log.share.menu().actions()
        copy.trigger()
        assert QApplication.clipboard().text().startswith("combination\tmodel\testimate")
        latex.trigger()
        assert r"$J_{zz,1} - a_{1}^{2} m_{1}" in QApplication.clipboard().text()
        choose(tmp_path / "out.csv")
        save.trigger()
        qtbot.waitUntil(lambda: (tmp_path / "out.csv").exists())
        source = panel.in_report(source_of_lab_report(window.session.document))
        assert source is not None
        assert source.identified is not None
        assert len(source.identified.parameters.rows) == 17
        assert source.identified.words[0].startswith("All 17 combinations told")


def _cut(log: dn.Measurement, count: int) -> dn.Measurement:
    return dn.Measurement(log.t[:count], q=np.asarray(log.q)[:count], tau=np.asarray(log.tau)[:count])
