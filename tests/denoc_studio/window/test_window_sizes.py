"""What windows of different sizes have room for, and what is found again in one of another size."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QPushButton,
    QStyle,
    QStyleOptionTab,
    QTabBar,
    QTabWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from denoc import load
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import fusion
from denoc_studio.widgets.folding_line import FoldingLine
from denoc_studio.widgets.visibility import in_sight
from denoc_studio.window import docks
from denoc_studio.window.docks import FRAME, first_size, least_size
from denoc_studio.window.layout import SHARE
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.windows import idle_window, seen, sized_window

ROBOT, RUN, PLOTS = range(3)


@pytest.mark.parametrize(
    ("width", "robot", "run"), [(1440, 320, 392), (1600, 320, 392), (1100, 288, 300), (1439, 288, 300)]
)
def test_widths(qtbot: QtBot, preferences: Preferences, width: int, robot: int, run: int) -> None:
    window = sized_window(qtbot, preferences, width)
    qtbot.waitUntil(lambda: [dock.width() for dock in window.docks[:2]] == [robot, run])
    assert window.robot.horizontalScrollBar().maximum() == 0
    assert window.width() == width


def test_what_a_narrow_window_closed_is_found_again_in_a_wide_one(qtbot: QtBot, preferences: Preferences) -> None:
    window = sized_window(qtbot, preferences, 1440)
    window.docks[ROBOT].close()
    window.resize(800, 600)
    qtbot.waitUntil(lambda: seen(window) == {"Plots"})
    window.close()
    other = sized_window(qtbot, preferences, 1200)
    qtbot.waitUntil(lambda: seen(other) == {"Run", "Plots"})


def test_what_the_user_closed_stays_closed_in_a_wider_window(qtbot: QtBot, preferences: Preferences) -> None:
    window = sized_window(qtbot, preferences, 1200)
    window.docks[ROBOT].close()
    window.resize(900, 700)
    qtbot.waitUntil(lambda: seen(window) == {"Plots"})
    window.resize(1300, 700)
    qtbot.waitUntil(lambda: seen(window) == {"Run", "Plots"})


@pytest.mark.usefixtures("themes")  # a style sheet
def test_the_lines_between_panels_stay_thin_in_a_window_that_was_left_maximized(
    qtbot: QtBot, preferences: Preferences
) -> None:
    window = sized_window(qtbot, preferences, 1440)
    window.showMaximized()
    assert window.isMaximized()
    window.close()
    again = idle_window(qtbot, load("planar-3r-free-fall"), preferences)
    qtbot.waitUntil(again.docks[PLOTS].isVisible)
    for _ in range(40):  # the window is given its place on the screen
        QApplication.processEvents()
    assert again.docks[PLOTS].y() == again.centralWidget().geometry().bottom() + 2


def share(window: MainWindow) -> float:
    """Of the window's height, that the plots have."""
    return window.docks[PLOTS].height() / window.height()


def test_the_arm_keeps_its_share_of_a_window_of_another_size(qtbot: QtBot, preferences: Preferences) -> None:
    window = sized_window(qtbot, preferences, 900, 1000)
    qtbot.waitUntil(lambda: not window._in_turns.busy)  # it has shared out its height
    before = window.docks[PLOTS].height()
    window.resizeDocks([window.docks[PLOTS]], [before + 100], Qt.Orientation.Vertical)
    qtbot.waitUntil(lambda: window.docks[PLOTS].height() == before + 100)
    wanted = share(window)
    for height in (700, 640, 700, 820, 1000):
        window.resize(900, height)
        qtbot.waitUntil(lambda height=height: window.height() == height and abs(share(window) - wanted) < 2e-3)
    window.close()
    again = sized_window(qtbot, preferences, 900, 700)  # on a lower screen, say
    qtbot.waitUntil(lambda: not again._in_turns.busy)
    assert share(again) == pytest.approx(wanted, abs=2e-3)


@pytest.mark.parametrize("kept", ["nan", "-3", "7", "", "much"])
def test_a_share_that_is_none_leaves_room_for_both(qtbot: QtBot, preferences: Preferences, kept: str) -> None:
    window = sized_window(qtbot, preferences, 900, 700)
    window.close()
    preferences.settings.setValue(SHARE, kept)
    again = sized_window(qtbot, preferences, 900, 760)
    qtbot.waitUntil(lambda: not again._in_turns.busy)
    assert again.arm.height() >= 100
    assert again.docks[PLOTS].height() >= 100


@pytest.mark.parametrize(
    ("screen", "size"), [((1920, 1080), (1728, 972)), ((800, 500), (800, 480)), ((640, 400), (640, 400))]
)
def test_the_first_window_fits_the_screen(screen: tuple[int, int], size: tuple[int, int]) -> None:
    assert first_size(QSize(*screen)) == QSize(*size)


@pytest.mark.parametrize("screen", [QSize(1920, 1080), QSize(800, 520), QSize(800, 480), QSize(640, 400)])
def test_no_window_is_larger_than_the_screen_with_its_frame(screen: QSize) -> None:
    least = least_size(screen)
    assert (least + FRAME).boundedTo(screen) == least + FRAME
    assert least == QSize(800, 480) or screen.height() < 520


def test_a_small_screen_is_filled(qtbot: QtBot, preferences: Preferences, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docks, "least_size", lambda _: QSize(800, 440))
    window = idle_window(qtbot, load("planar-3r-free-fall"), preferences)
    assert window.minimumSize() == QSize(800, 440)
    assert window.isMaximized()


def letters(widget: QPushButton | QLabel) -> int:
    """Pixels across, of the longest line."""
    return max(widget.fontMetrics().horizontalAdvance(line) for line in widget.text().replace("&", "").split("\n"))


def cut(panel: QWidget) -> list[str]:
    """Words that are seen in part: of buttons, of labels that do not wrap, of tabs."""
    buttons = (each for each in panel.findChildren(QPushButton) if in_sight(each))
    found = [each.text() for each in buttons if each.width() < letters(each) + 4]
    for label in panel.findChildren(QLabel):
        plain = not label.wordWrap() and not isinstance(label, FoldingLine) and label.pixmap().isNull()
        if in_sight(label) and plain and label.width() < letters(label):
            found.append(label.text())
    for bar in panel.findChildren(QTabBar):
        option = QStyleOptionTab()
        for index in range(bar.count() if in_sight(bar) else 0):
            bar.initStyleOption(option, index)
            room = fusion().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, bar)
            if room.height() < bar.fontMetrics().height():
                found.append(bar.tabText(index))
    return found


@pytest.mark.usefixtures("themes")
def test_no_words_are_cut_in_the_first_window_on_a_small_screen(qtbot: QtBot, preferences: Preferences) -> None:
    window = sized_window(qtbot, preferences, 1152, 720)
    window.session.run()
    qtbot.waitUntil(lambda: window.session.playback.complete)
    for dock in window.docks[PLOTS:]:
        window.places.choose(dock.windowTitle())
        qtbot.waitUntil(lambda dock=dock: in_sight(dock.widget()))
        qtbot.wait(100)  # what is computed beside the window has its words
        pages = [(tabs, index) for tabs in dock.findChildren(QTabWidget) for index in range(tabs.count())]
        for tabs, index in pages or [(None, 0)]:
            if tabs is not None:
                tabs.setCurrentIndex(index)
                QApplication.processEvents()
            assert cut(dock.widget()) == [], (dock.windowTitle(), index)
