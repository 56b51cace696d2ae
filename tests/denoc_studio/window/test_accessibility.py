"""What a screen reader is told: everything that can be used has a name. And the Tab key leads everywhere and back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.robot.inertia import InertiaPanel
from denoc_studio.project.run_edits import set_mode
from denoc_studio.widgets.fold import Fold
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.accessibility import nameless, tab_stops
from tests.support.studio.showing import action
from tests.support.studio.windows import open_window

DIALOGS = (
    "Examples", "Export all plots", "Export the picture of the arm", "Export the animation", "Lab report",
    "Bodies of all links", "Joints of all links", "Project notes", "Theory in brief", "DH parameters",
    "Keys and mouse", "Commands",
)  # fmt: skip


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> MainWindow:
    window = open_window(qtbot, preferences, "scara")
    window.resize(1400, 900)
    unfold(window)
    return window


def unfold(window: MainWindow) -> None:
    for fold in window.findChildren(Fold):
        fold.open()
    QApplication.processEvents()


@pytest.mark.parametrize("mode", ["forward", "inverse"])
def test_every_panel(qtbot: QtBot, window: MainWindow, mode: str) -> None:
    """No edit comes after the walk: with its interfaces, PySide forgets models of lists that they have touched."""
    document = window.session.document
    document.edit(set_mode(document.project, mode), mode)
    found = {"the window": nameless(window)}
    for title in window.places.later:
        window.places.choose(title)
        QApplication.processEvents()
        found[title] = nameless(window)
    assert {title: names for title, names in found.items() if names} == {}


def test_every_law_and_motion(window: MainWindow) -> None:
    found: set[str] = set()
    for mode, box in (("forward", window.run.torque.law), ("inverse", window.run.motion.kind)):
        document = window.session.document
        document.edit(set_mode(document.project, mode), mode)
        for kind in range(box.count()):
            box.setCurrentIndex(kind)
            box.activated.emit(kind)
            unfold(window)
            found |= set(nameless(window.run))
    assert found == set()


def test_every_dialog(qtbot: QtBot, window: MainWindow) -> None:
    inertia = window.findChild(InertiaPanel)
    openers = {name: action(window, name).trigger for name in DIALOGS}
    openers |= {"as a solid": inertia.open_solids, "from CAD": inertia.open_cad}
    found: dict[str, list[str]] = {}

    def look() -> None:
        """Some dialogs have an event loop of their own, so that only a timer comes to look at them."""
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isVisible():
                found[dialog.windowTitle()] = nameless(dialog)
                QTest.keyClick(dialog, Qt.Key.Key_Escape)

    timer = QTimer(window, interval=60)
    timer.timeout.connect(look)
    timer.start()
    for number, opened in enumerate(openers.values(), 1):
        opened()
        qtbot.waitUntil(lambda number=number: len(found) >= number)
    timer.stop()
    assert {name: names for name, names in found.items() if names} == {}


def test_tab_leads_everywhere_and_back(qtbot: QtBot, window: MainWindow) -> None:
    document = window.session.document
    document.edit(set_mode(document.project, "forward"), "forward")  # of an inverse run Chaos has only words
    for title in window.places.later:
        window.places.choose(title)
        window.run.run_button.setFocus()
        qtbot.waitUntil(window.run.run_button.hasFocus)
        stops = tab_stops(window)
        panel = window.places.later[title].widget()
        for part in (window.robot, window.run, panel):
            assert any(part.isAncestorOf(stop) for stop in stops), f"{title}: Tab never comes to {part}"
