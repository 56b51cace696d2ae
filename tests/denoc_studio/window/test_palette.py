"""The command palette: what it lists, how it is searched, and that every entry does what it says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc import Measurement, examples, load
from denoc_studio.plots.series import KINDS as PLOTS
from denoc_studio.project.law_kinds import LAWS, law_of
from denoc_studio.project.motion_kinds import KINDS as MOTIONS
from denoc_studio.project.motion_kinds import kind_of
from denoc_studio.session.measured_log import Log
from denoc_studio.widgets.actions import Command
from denoc_studio.window.main_window import MainWindow
from denoc_studio.window.palette.command_palette import CommandPalette
from denoc_studio.window.palette.matching import matching
from tests.support.patience import PATIENCE

CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
NAMES = [
    "Plot: Torques",
    "Torque: plotted often",
    "Law: PID",
    "Recent: Ökonomie Größe.arm.json",
    "View: Fit plots",
]


def find(text: str, names: list[str] = NAMES) -> list[str]:
    commands = [Command(*name.split(": "), lambda: None) for name in names]
    return [command.text for command in matching(commands, text)]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("plot torq", ["Plot: Torques", "Torque: plotted often"]),
        ("TORQUES plot", ["Plot: Torques"]),
        ("plot: torques", ["Plot: Torques"]),
        ("okonomie", ["Recent: Ökonomie Größe.arm.json"]),
        ("GROSSE öko", ["Recent: Ökonomie Größe.arm.json"]),
        ("id", ["Law: PID"]),
        ("plots", ["View: Fit plots"]),
        ("torques pid", []),
        ("", NAMES),
    ],
)
def test_words_in_any_order_the_best_first(typed: str, found: list[str]) -> None:
    assert find(typed) == found


def test_a_whole_word_comes_before_its_beginning_and_that_before_its_middle() -> None:
    assert find("pin", ["a: spinning", "a: pinned", "a: run pin", "a: pin the run"]) == [
        "a: pin the run",
        "a: run pin",
        "a: pinned",
        "a: spinning",
    ]


def carry_out(window: MainWindow, words: str) -> None:
    """By keys, as a user does."""

    def type_words() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, CommandPalette):
            QTimer.singleShot(20, type_words)
            return
        QTest.keyClicks(dialog.words, words)
        QTest.keyClick(dialog.words, Qt.Key.Key_Return)

    window.activateWindow()
    assert QTest.qWaitForWindowActive(window, PATIENCE)  # the palette before has just closed
    QTimer.singleShot(20, type_words)
    QTest.keyClick(window, Qt.Key.Key_P, CONTROL_SHIFT)


def listed(window: MainWindow, category: str) -> dict[str, Command]:
    return {command.name: command for command in window.menus.commands() if command.category == category}


def test_typed_words_do_something_of_every_category(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    document, preferences = window.session.document, window.session.preferences
    preferences["recompute"] = False
    carry_out(window, "torques plot")
    assert window.plots.current_name == "torques"
    carry_out(window, "law pid")
    assert law_of(document.project.run.torque) == "pd"
    carry_out(window, "motion arc")
    assert document.project.run.mode == "inverse"
    assert kind_of(document.project.run.motion) == "arc"
    carry_out(window, "law computed")
    assert document.project.run.mode == "forward"
    carry_out(window, "setting degrees")
    assert not preferences["degrees"]
    carry_out(window, "dark theme")
    assert preferences["theme"] == "dark"
    carry_out(window, "panel inspector")
    assert window.inspector.isAncestorOf(window.focusWidget())
    document.undo_stack.setClean()
    carry_out(window, "example furuta")
    assert document.project == load("furuta")
    path = tmp_path / "Fräser & Söhne.arm.json"
    load("scara").save(path)
    window.files.open_path(path)
    qtbot.waitUntil(lambda: document.path == path)
    document.replace(load("furuta"))
    carry_out(window, "recent frase")
    qtbot.waitUntil(lambda: document.path == path)


def test_every_plot_law_motion_and_choice_is_listed_and_does_it(window: MainWindow) -> None:
    document = window.session.document
    window.session.preferences["recompute"] = False
    assert [command.act.args for command in listed(window, "Example").values()] == [(name,) for name in examples()]
    assert {"Triple pendulum (planar-3r-free-fall)", "SCARA", "KUKA LBR iiwa 14 (iiwa14)"} <= set(
        listed(window, "Example")
    )
    plots = listed(window, "Plot")
    fitting = [kind for kind in PLOTS if kind.fits(document.project)]
    assert len(plots) == len(fitting)
    for kind, command in zip(fitting, plots.values(), strict=True):
        command.act()
        assert window.plots.current_name == kind.key
    for key, words in LAWS.items():
        listed(window, "Law")[words].act()
        assert law_of(document.project.run.torque) == key
    for key, words in MOTIONS.items():
        listed(window, "Motion")[words].act()
        assert document.project.run.motion is not None
        assert kind_of(document.project.run.motion) == key
    document.edit(load("planar-3r-free-fall"), "Back")
    for category, field in (("Formulation", "method"), ("Integrator", "integrator"), ("Joint limits", "limits")):
        seen = set()
        for command in listed(window, category).values():
            command.act()
            seen.add(getattr(document.project.run, field))
        assert len(seen) == len(listed(window, category)) > 2


@pytest.mark.parametrize("logged", [False, True])
def test_what_identify_can_do_is_known_before_it_is_made(window: MainWindow, logged: bool) -> None:
    if logged:
        times = np.linspace(0.0, 1.0, 11)
        zeros = np.zeros((11, 3))
        window.session.measured.put(Log("log.csv", Measurement(times, q=zeros, tau=zeros)))
    dock = window.places.later["Identify"]

    def listed() -> set[str]:
        return {command.name for command in window.menus.commands() if command.category == "Identify"}

    before = listed()
    assert before
    assert not dock.is_made
    find_motion = next(command for command in window.menus.commands() if command.name == "Find an exciting motion")
    window.identify  # noqa: B018
    assert listed() == before
    find_motion.act()
    assert window.identify.tabs.currentWidget() is window.identify.motion
    window.identify.motion.stop.click()


def test_switches_say_whether_they_are_on(window: MainWindow) -> None:
    def state() -> str:
        return listed(window, "Setting")["Angles in degrees"].state

    assert state() == "on"
    listed(window, "Setting")["Angles in degrees"].act()
    assert state() == "off"
