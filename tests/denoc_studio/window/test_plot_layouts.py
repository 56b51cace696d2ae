"""Where the plots stand: below the arm, beside it, alone, and back to what was there."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QTabBar
from pytestqt.qtbot import QtBot

from denoc import View, load
from denoc_studio.look.preferences import Preferences
from denoc_studio.window.layout import STATE, _signed
from denoc_studio.window.main_window import MainWindow
from denoc_studio.window.plot_layouts import WORDS
from tests.support.studio.windows import open_window


def place(window: MainWindow, layout: str) -> None:

    next(action for action in window.menus.actions.all if action.text() == WORDS[layout]).trigger()


def tab_bars(window: MainWindow) -> list[QTabBar]:
    """That are seen in the window."""
    bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [bar for bar in bars if bar.isVisible() and window.rect().intersects(bar.geometry())]


def where(window: MainWindow) -> dict[str, QRect]:
    parts = {dock.objectName(): dock for dock in window.docks[:3]} | {"arm": window.arm}
    seen = ((name, part) for name, part in parts.items() if part.isVisible())
    return {name: QRect(part.mapTo(window, QPoint()), part.size()) for name, part in seen}


def settled(window: MainWindow) -> dict[str, QRect]:
    """Where the parts are when nothing of it waits to be laid out."""
    before: dict[str, QRect] = {}
    while where(window) != before:
        before = where(window)
        for _ in range(10):
            QApplication.processEvents()
    return before


def test_each_is_found_again_as_it_was_left(qtbot: QtBot, preferences: Preferences) -> None:
    window = open_window(qtbot, preferences)
    window.resize(1500, 900)
    window.setAnimated(False)
    window.docks[0].hide()
    qtbot.waitUntil(lambda: where(window)["arm"].left() == 32)  # beside a strip
    below = settled(window)
    assert below["Plots"].top() > below["arm"].bottom()
    place(window, "beside")
    qtbot.waitUntil(lambda: where(window)["Plots"].left() > where(window)["arm"].right())
    beside = settled(window)
    assert beside["Plots"].right() < beside["Run"].left()
    assert "Robot" not in beside
    place(window, "only")
    qtbot.waitUntil(lambda: set(where(window)) == {"Plots"})
    assert where(window)["Plots"].height() > 0.75 * window.height()
    assert window.timeline.isVisible()
    for layout, before in (("beside", beside), ("below", below)):
        place(window, layout)
        assert settled(window) == before
        assert not tab_bars(window), "the tabs are in the titles"
    assert not window.session.document.modified
    assert window.session.document.project.view.layout == "below"
    window.close()


def test_is_kept_between_starts_and_can_be_reset(qtbot: QtBot, preferences: Preferences) -> None:
    window = open_window(qtbot, preferences)
    place(window, "only")
    window.close()
    other = open_window(qtbot, preferences)
    assert other.layouts.current == "only"
    assert not other.arm.isVisible()
    other.resize(1280, 860)  # more than the screen of the tests may have
    other.places.reset()
    assert other.arm.isVisible()
    assert all(dock.isVisible() for dock in other.docks[:3])
    other.close()


def test_a_project_brings_its_own(qtbot: QtBot, preferences: Preferences) -> None:
    window = open_window(qtbot, preferences)
    window.session.document.replace(load("puma560").showing(View(layout="beside")))
    qtbot.waitUntil(lambda: where(window)["Plots"].left() > where(window)["arm"].right())
    window.session.document.replace(load("scara"))  # which wants nothing of the kind
    assert window.layouts.current == "beside"
    window.close()


def test_what_an_older_version_left_is_not_used(qtbot: QtBot, preferences: Preferences) -> None:
    window = open_window(qtbot, preferences)
    window.docks[0].hide()
    window.close()
    preferences.settings.setValue(STATE, _signed(window.saveState(1)))
    preferences.settings.setValue("window/plots", ["no", "name"])
    other = open_window(qtbot, preferences)
    assert other.layouts.current == "below"
    assert other.docks[2].height() > 0.35 * other.height()
    other.resize(1280, 860)
    qtbot.waitUntil(other.docks[0].isVisible)
    other.close()


def test_a_second_lesson_leaves_the_panels_open_as_the_first_did(qtbot: QtBot, preferences: Preferences) -> None:
    window = open_window(qtbot, preferences)
    window.resize(1152, 720)
    robot, run = window.docks[0], window.docks[1]
    qtbot.waitUntil(lambda: robot.isVisible() and run.isVisible())
    for _ in range(2):
        window.places.make_room(True)
        qtbot.waitUntil(lambda: not robot.isVisible() and not run.isVisible())
        settled(window)
        window.places.make_room(False)
        settled(window)
        assert robot.isVisible()
        assert run.isVisible()
    window.close()
