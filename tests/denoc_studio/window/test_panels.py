"""Closed panels as strips, results as tabs, and what windows of different widths have room for."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from denoc import load
from denoc_studio.look.preferences import Preferences
from denoc_studio.project import edits
from denoc_studio.project.run_edits import choose_law
from denoc_studio.widgets.visibility import following
from denoc_studio.window import docks
from denoc_studio.window.dock_title import DockTitle, Tabs
from denoc_studio.window.docks import FRAME, first_size, least_size
from denoc_studio.window.later_dock import LaterDock
from denoc_studio.window.later_panels import MODULES
from denoc_studio.window.layout import SHARE
from denoc_studio.window.main_window import MainWindow
from denoc_studio.window.panel_focus import KEYS, panel_key
from denoc_studio.window.strips import Strip
from tests.support.studio.hands import enter
from tests.support.studio.owners import strangers
from tests.support.studio.showing import action
from tests.support.studio.windows import idle_window

LEFT = Qt.MouseButton.LeftButton
ROBOT, RUN, PLOTS, ACTUATORS, INSPECTOR, REACH = range(6)


def opened(qtbot: QtBot, preferences: Preferences, width: int, height: int = 860) -> MainWindow:
    """A window of this size, with no run."""
    window = idle_window(qtbot, load("planar-3r-free-fall"), preferences, (width, height))
    window.activateWindow()
    qtbot.waitUntil(lambda: window.width() == width)
    for _ in range(10):  # whatever waits to be laid out
        QApplication.processEvents()
    return window


def strip(window: MainWindow, name: str) -> Strip:
    return next(each for each in window.findChildren(Strip) if each.text() == name)


def tabs(dock: QDockWidget) -> Tabs:
    head = dock.titleBarWidget()
    assert isinstance(head, DockTitle)
    assert head.tabs is not None
    return head.tabs


def click_tab(qtbot: QtBot, window: MainWindow, name: str) -> None:
    bar = tabs(next(dock for dock in window.docks[PLOTS:] if dock.isVisible()))
    place = next(bar.tabRect(k).center() for k in range(bar.count()) if bar.tabText(k) == name)
    qtbot.mouseClick(bar, LEFT, pos=place)


def seen(window: MainWindow) -> set[str]:
    return {dock.windowTitle() for dock in window.docks if dock.isVisible()}


def test_a_closed_panel_leaves_a_strip_that_opens_it(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1440)
    for number, name in ((ROBOT, "Robot"), (RUN, "Run"), (PLOTS, "Plots")):
        close_and_open(qtbot, window, window.docks[number], name)


def close_and_open(qtbot: QtBot, window: MainWindow, dock: QDockWidget, name: str) -> None:
    """By the mouse and by both keys."""
    before = dock.size()
    _, close = dock.titleBarWidget().findChildren(QToolButton)[-2:]
    for key in (None, Qt.Key.Key_Return, Qt.Key.Key_Space):
        assert not strip(window, name).isVisible()
        qtbot.mouseClick(close, LEFT)
        qtbot.waitUntil(strip(window, name).isVisible)
        assert dock.isHidden()
        size = strip(window, name).size()
        assert min(size.width(), size.height()) == 32
        if key is None:
            qtbot.mouseClick(strip(window, name), LEFT)
        else:
            strip(window, name).setFocus()
            qtbot.keyClick(strip(window, name), key)
        qtbot.waitUntil(dock.isVisible)
    qtbot.waitUntil(lambda: dock.size() == before)


def test_its_key_opens_a_panel_that_is_a_strip(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1440)
    window.docks[RUN].close()
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert window.docks[RUN].isVisible()
    assert not strip(window, "Run").isVisible()
    focused = QApplication.focusWidget()
    assert focused is not None
    assert window.run.isAncestorOf(focused)


def test_results_are_tabs_of_one_place(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1440)
    plots = window.docks[PLOTS]
    place, size = plots.mapTo(window, QPoint()), plots.size()
    names = [tabs(plots).tabText(k) for k in range(7)]
    assert names == ["Plots", "Actuators", "Inspector", "Reach", "Measured", "Identify", "Lessons"]
    assert tabs(plots).mapTo(window, QPoint()).y() == place.y(), "they stand on top"
    for number, name in ((ACTUATORS, "Actuators"), (INSPECTOR, "Inspector"), (REACH, "Reach"), (PLOTS, "Plots")):
        click_tab(qtbot, window, name)
        dock = window.docks[number]
        qtbot.waitUntil(lambda: dock.isVisible() and dock.size() == size)  # noqa: B023
        assert dock.mapTo(window, QPoint()) == place
        assert seen(window) == {"Robot", "Run", name}
        assert tabs(dock).tabText(tabs(dock).currentIndex()) == name
    tabs(plots).setFocus()
    qtbot.keyClick(tabs(plots), Qt.Key.Key_Right)
    assert seen(window) == {"Robot", "Run", "Actuators"}
    assert QApplication.focusWidget() is tabs(window.docks[ACTUATORS])


def test_the_strip_of_results_opens_the_one_that_was_closed(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1440)
    click_tab(qtbot, window, "Inspector")
    window.docks[INSPECTOR].close()
    assert seen(window) == {"Robot", "Run"}
    qtbot.mouseClick(strip(window, "Inspector"), LEFT)
    assert seen(window) == {"Robot", "Run", "Inspector"}


def test_one_that_is_out_of_the_window_stands_beside_the_others(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1440)
    click_tab(qtbot, window, "Inspector")
    inspector = window.docks[INSPECTOR]
    out = inspector.titleBarWidget().findChildren(QToolButton)[-2]
    qtbot.mouseClick(out, LEFT)
    assert inspector.isFloating()
    assert not tabs(inspector).isVisible()
    window.docks[PLOTS].show()
    assert seen(window) == {"Robot", "Run", "Plots", "Inspector"}
    qtbot.mouseClick(out, LEFT)
    assert not inspector.isFloating()
    qtbot.waitUntil(lambda: seen(window) == {"Robot", "Run", "Inspector"})


@pytest.mark.parametrize(
    ("width", "robot", "run"), [(1440, 320, 392), (1600, 320, 392), (1100, 288, 300), (1439, 288, 300)]
)
def test_widths(qtbot: QtBot, preferences: Preferences, width: int, robot: int, run: int) -> None:
    window = opened(qtbot, preferences, width)
    qtbot.waitUntil(lambda: [dock.width() for dock in window.docks[:2]] == [robot, run])
    assert window.robot.horizontalScrollBar().maximum() == 0
    assert window.width() == width


def test_the_legend_stands_below_run_where_results_reach_there(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1600, 1000)
    legend, run, plots = window.plots.legend, window.docks[RUN], window.docks[PLOTS]
    qtbot.waitUntil(lambda: legend.mapTo(window, QPoint()).x() == run.mapTo(window, QPoint()).x())
    assert plots.mapTo(window, QPoint()).y() > run.mapTo(window, QPoint()).y() + run.height()
    document = window.session.document
    document.edit(choose_law(document.project, "pd"), "a law that asks for more height")
    qtbot.waitUntil(lambda: plots.mapTo(window, QPoint()).x() + plots.width() < run.mapTo(window, QPoint()).x())


def test_what_a_narrow_window_closed_is_found_again_in_a_wide_one(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1440)
    window.docks[ROBOT].close()
    window.resize(800, 600)
    qtbot.waitUntil(lambda: seen(window) == {"Plots"})
    window.close()
    other = opened(qtbot, preferences, 1200)
    qtbot.waitUntil(lambda: seen(other) == {"Run", "Plots"})


def test_a_narrow_window_opens_one_panel_at_a_time(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 800, 500)
    assert seen(window) == {"Plots"}
    for name, other in (("Robot", "Run"), ("Run", "Robot")):
        qtbot.mouseClick(strip(window, name), LEFT)
        qtbot.waitUntil(lambda: seen(window) == {"Plots", name})  # noqa: B023
        assert strip(window, other).isVisible()
        assert window.width() == 800
        assert window.height() == 500
        assert window.arm.width() >= 320
        assert window.timeline.slider.width() >= 120
    assert not window.status.isVisible(), "it has no room"
    window.say("something")
    assert window.status.isVisible()
    assert not window.status.outcome.isVisible(), "it would lie under the message"
    window.status.clearMessage()
    assert not window.status.isVisible()
    window.resize(1200, 700)
    qtbot.waitUntil(lambda: seen(window) == {"Robot", "Run", "Plots"})
    assert window.status.isVisible()
    assert window.status.outcome.isVisible()
    window.resize(900, 700)
    qtbot.waitUntil(lambda: seen(window) == {"Plots"})


def test_what_the_user_closed_stays_closed_in_a_wider_window(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1200)
    window.docks[ROBOT].close()
    window.resize(900, 700)
    qtbot.waitUntil(lambda: seen(window) == {"Plots"})
    window.resize(1300, 700)
    qtbot.waitUntil(lambda: seen(window) == {"Run", "Plots"})


def test_a_reset_brings_everything_back(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1440)
    click_tab(qtbot, window, "Inspector")
    window.docks[INSPECTOR].setFloating(True)
    window.docks[ROBOT].close()
    window.docks[RUN].close()
    action(window, "Reset the layout").trigger()
    qtbot.waitUntil(lambda: seen(window) == {"Robot", "Run", "Plots"})
    qtbot.waitUntil(lambda: [dock.width() for dock in window.docks[:2]] == [320, 392])
    assert not any(each.isVisible() for each in window.findChildren(Strip))


@pytest.mark.usefixtures("themes")  # a style sheet
def test_the_lines_between_panels_stay_thin_in_a_window_that_was_left_maximized(
    qtbot: QtBot, preferences: Preferences
) -> None:
    window = opened(qtbot, preferences, 1440)
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
    window = opened(qtbot, preferences, 900, 1000)
    qtbot.waitUntil(lambda: not window._in_turns.busy)  # it has shared out its height
    before = window.docks[PLOTS].height()
    window.resizeDocks([window.docks[PLOTS]], [before + 100], Qt.Orientation.Vertical)
    qtbot.waitUntil(lambda: window.docks[PLOTS].height() == before + 100)
    wanted = share(window)
    for height in (700, 640, 700, 820, 1000):
        window.resize(900, height)
        qtbot.waitUntil(lambda height=height: window.height() == height and abs(share(window) - wanted) < 2e-3)
    window.close()
    again = opened(qtbot, preferences, 900, 700)  # on a lower screen, say
    qtbot.waitUntil(lambda: not again._in_turns.busy)
    assert share(again) == pytest.approx(wanted, abs=2e-3)


@pytest.mark.parametrize("kept", ["nan", "-3", "7", "", "much"])
def test_a_share_that_is_none_leaves_room_for_both(qtbot: QtBot, preferences: Preferences, kept: str) -> None:
    window = opened(qtbot, preferences, 900, 700)
    window.close()
    preferences.settings.setValue(SHARE, kept)
    again = opened(qtbot, preferences, 900, 760)
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


def test_no_word_widens_a_panel(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1100)
    words = "a name that goes on and on, " * 20
    document = window.session.document
    before = window.minimumSizeHint().width()
    named = edits.change_robot(document.project, name=words[:190])
    named = edits.change_link(named, 0, name=words[:190], joint_name=words[:190])
    document.edit(named, words)
    window.notice.tell(words, [words, words])
    window.say(words)
    for fold in window.robot.folds.values():
        fold.say(words)
        fold.open()
    enter(qtbot, window.robot.joint.fields["lower"], "x" * 200)
    enter(qtbot, window.robot.gravity.fields[0], "x" * 200)
    for label in (*window.robot.findChildren(QLabel), *window.timeline.findChildren(QLabel)):
        if label.wordWrap():
            label.setText(words)
    QApplication.processEvents()
    assert window.minimumSizeHint().width() == before
    assert (window.robot.minimumSizeHint().width(), window.robot.minimumWidth()) <= (288, 288)
    assert window.robot.horizontalScrollBar().maximum() == 0
    assert [dock.width() for dock in window.docks[:2]] == [288, 300]
    assert window.width() == 1100


def test_the_project_is_named_between_menus_and_buttons(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1440)
    row, document = window.menu_row, window.session.document
    assert (row.name.isVisible(), row.name.text(), row.state.isVisible()) == (True, "planar-3r-free-fall", False)
    assert abs(row.name.geometry().center().x() - row.width() // 2) <= 2
    document.edit(edits.change_link(document.project, 0, a=0.4), "Set a")
    assert row.state.isVisible()
    document.undo_stack.undo()
    assert not row.state.isVisible()
    examples = next(each for each in row.findChildren(QToolButton) if each.text() == "Examples")
    assert examples.defaultAction() is window.menus.gallery_action
    window.resize(800, 600)
    qtbot.waitUntil(lambda: row.width() == 800)
    corner = row.cornerWidget()
    assert row.name.geometry().right() < corner.x()


def test_tabs_without_room_wait_in_a_menu_and_the_tools_do_not(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1280)
    window.plots.bar.set_theme(window.session.themes.current)
    bar, tools = tabs(window.docks[PLOTS]), window.plots.bar.side
    qtbot.waitUntil(lambda: tools.tools.isVisible() and not tools.more_button.isVisible())
    listed = [each.data() for each in bar.more.menu().actions()]
    assert bar.more.isVisible()
    assert "Tolerances" in listed
    first = [bar.tabText(k) for k in range(bar.count()) if bar.isTabVisible(k)]
    assert [*first, *listed] == [dock.windowTitle() for dock in window.docks[PLOTS:]]
    bar.more.menu().actions()[-1].trigger()
    assert seen(window) == {"Robot", "Run", listed[-1]}
    other = tabs(window.docks[-1])
    qtbot.waitUntil(lambda: other.more.isVisible())
    assert [other.tabText(k) for k in range(other.count()) if other.isTabVisible(k)] == [*first, listed[-1]]
    for k in range(len(first)):
        assert other.tabRect(k) == bar.tabRect(k), "none stands elsewhere"


def test_a_wide_window_has_room_for_all_tabs(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1800)
    bar = tabs(window.docks[PLOTS])
    assert not bar.more.isVisible()
    assert all(map(bar.isTabVisible, range(bar.count())))


def test_tools_without_room_wait_in_one_menu(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1280)
    tools = window.plots.bar.side
    tools.setMaximumWidth(tools.minimumSizeHint().width())
    qtbot.waitUntil(lambda: tools.more_button.isVisible())
    menu = tools.more_button.menu()
    for _ in range(2):
        menu.aboutToShow.emit()
    wanted = [*window.plots.bar.tiles.values(), *tools.tools.actions()]
    assert [each for each in menu.actions() if not each.isSeparator()] == wanted
    window.plots.bar.tiles[2].trigger()
    assert len(window.plots.shown.keys) == 2


def test_panels_behind_tabs_are_imported_beforehand(window: MainWindow) -> None:
    for module in MODULES:
        import_module(module)
    before = set(sys.modules)
    for dock in window.places.later.values():
        dock.panel()
    assert not {name for name in set(sys.modules) - before if name.startswith(("denoc", "pyqtgraph", "scipy"))}


def test_a_panel_behind_a_tab_is_made_when_it_is_wanted(qtbot: QtBot, preferences: Preferences) -> None:
    window = opened(qtbot, preferences, 1440)

    def made(window: MainWindow) -> list[str]:
        return [title for title, dock in window.places.later.items() if dock.is_made]

    assert made(window) == []
    click_tab(qtbot, window, "Inspector")
    assert made(window) == ["Inspector"]
    assert window.inspector.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_7, Qt.KeyboardModifier.AltModifier)
    assert window.reach.isAncestorOf(QApplication.focusWidget())
    action(window, "Actuators").trigger()
    assert made(window) == ["Actuators", "Inspector", "Reach"]
    window.close()
    other = opened(qtbot, preferences, 1440)
    assert made(other) == ["Actuators"]
    assert seen(other) == {"Robot", "Run", "Actuators"}
    last, first = other.actuators, other.docks[ACTUATORS].titleBarWidget()
    stops = [widget for widget in following(first) if widget.isVisible() and widget.focusPolicy() & TABBED]
    inside = [widget for widget in stops if not first.isAncestorOf(widget)]
    assert last.isAncestorOf(inside[0]), "Tab goes from its title into it"


TABBED = Qt.FocusPolicy.TabFocus


def test_no_widget_belongs_to_one_that_may_go_before_it(qtbot: QtBot, preferences: Preferences) -> None:
    """By all keys to panels, which look for where Tab would stop."""
    window = opened(qtbot, preferences, 1440)
    to_panels = {panel_key(number) for number in range(1, len(KEYS) + 1)}
    for each in window.menus.actions.all:
        if each.shortcut().toString() in to_panels:
            each.trigger()
            QApplication.processEvents()
    assert all(dock.is_made for dock in window.docks if isinstance(dock, LaterDock))
    window.menus.panels.move(1)
    assert strangers() == []
