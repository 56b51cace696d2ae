"""Closed panels as strips, and results as tabs."""

from __future__ import annotations

import sys
from importlib import import_module

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import Preferences
from denoc_studio.project import edits
from denoc_studio.project.run_edits import choose_law
from denoc_studio.widgets.visibility import following
from denoc_studio.window.dock_title import DockTitle, Tabs
from denoc_studio.window.later_dock import LaterDock
from denoc_studio.window.later_panels import MODULES
from denoc_studio.window.main_window import MainWindow
from denoc_studio.window.panel_focus import KEYS, panel_key
from denoc_studio.window.strips import Strip
from tests.support.studio.hands import enter
from tests.support.studio.owners import strangers
from tests.support.studio.showing import action
from tests.support.studio.windows import seen, sized_window

LEFT = Qt.MouseButton.LeftButton
ROBOT, RUN, PLOTS, ACTUATORS, INSPECTOR, REACH = range(6)


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


def test_a_closed_panel_leaves_a_strip_that_opens_it(qtbot: QtBot, preferences: Preferences) -> None:
    window = sized_window(qtbot, preferences, 1440)
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
    window = sized_window(qtbot, preferences, 1440)
    window.docks[RUN].close()
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert window.docks[RUN].isVisible()
    assert not strip(window, "Run").isVisible()
    focused = QApplication.focusWidget()
    assert focused is not None
    assert window.run.isAncestorOf(focused)


def test_results_are_tabs_of_one_place(qtbot: QtBot, preferences: Preferences) -> None:
    window = sized_window(qtbot, preferences, 1440)
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
    window = sized_window(qtbot, preferences, 1440)
    click_tab(qtbot, window, "Inspector")
    window.docks[INSPECTOR].close()
    assert seen(window) == {"Robot", "Run"}
    qtbot.mouseClick(strip(window, "Inspector"), LEFT)
    assert seen(window) == {"Robot", "Run", "Inspector"}


def test_one_that_is_out_of_the_window_stands_beside_the_others(qtbot: QtBot, preferences: Preferences) -> None:
    window = sized_window(qtbot, preferences, 1440)
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


def test_the_legend_stands_below_run_where_results_reach_there(qtbot: QtBot, preferences: Preferences) -> None:
    window = sized_window(qtbot, preferences, 1600, 1000)
    legend, run, plots = window.plots.legend, window.docks[RUN], window.docks[PLOTS]
    qtbot.waitUntil(lambda: legend.mapTo(window, QPoint()).x() == run.mapTo(window, QPoint()).x())
    assert plots.mapTo(window, QPoint()).y() > run.mapTo(window, QPoint()).y() + run.height()
    document = window.session.document
    document.edit(choose_law(document.project, "pd"), "a law that asks for more height")
    qtbot.waitUntil(lambda: plots.mapTo(window, QPoint()).x() + plots.width() < run.mapTo(window, QPoint()).x())


def test_a_narrow_window_opens_one_panel_at_a_time(qtbot: QtBot, preferences: Preferences) -> None:
    window = sized_window(qtbot, preferences, 800, 500)
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


def test_a_reset_brings_everything_back(qtbot: QtBot, preferences: Preferences) -> None:
    window = sized_window(qtbot, preferences, 1440)
    click_tab(qtbot, window, "Inspector")
    window.docks[INSPECTOR].setFloating(True)
    window.docks[ROBOT].close()
    window.docks[RUN].close()
    action(window, "Reset the layout").trigger()
    qtbot.waitUntil(lambda: seen(window) == {"Robot", "Run", "Plots"})
    qtbot.waitUntil(lambda: [dock.width() for dock in window.docks[:2]] == [320, 392])
    assert not any(each.isVisible() for each in window.findChildren(Strip))


def test_no_word_widens_a_panel(qtbot: QtBot, preferences: Preferences) -> None:
    window = sized_window(qtbot, preferences, 1100)
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
    window = sized_window(qtbot, preferences, 1440)
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
    window = sized_window(qtbot, preferences, 1280)
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
    window = sized_window(qtbot, preferences, 1800)
    bar = tabs(window.docks[PLOTS])
    assert not bar.more.isVisible()
    assert all(map(bar.isTabVisible, range(bar.count())))


def test_tools_without_room_wait_in_one_menu(qtbot: QtBot, preferences: Preferences) -> None:
    window = sized_window(qtbot, preferences, 1280)
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
    window = sized_window(qtbot, preferences, 1440)

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
    other = sized_window(qtbot, preferences, 1440)
    assert made(other) == ["Actuators"]
    assert seen(other) == {"Robot", "Run", "Actuators"}
    last, first = other.actuators, other.docks[ACTUATORS].titleBarWidget()
    stops = [widget for widget in following(first) if widget.isVisible() and widget.focusPolicy() & TABBED]
    inside = [widget for widget in stops if not first.isAncestorOf(widget)]
    assert last.isAncestorOf(inside[0]), "Tab goes from its title into it"


TABBED = Qt.FocusPolicy.TabFocus


def test_no_widget_belongs_to_one_that_may_go_before_it(qtbot: QtBot, preferences: Preferences) -> None:
    """By all keys to panels, which look for where Tab would stop."""
    window = sized_window(qtbot, preferences, 1440)
    to_panels = {panel_key(number) for number in range(1, len(KEYS) + 1)}
    for each in window.menus.actions.all:
        if each.shortcut().toString() in to_panels:
            each.trigger()
            QApplication.processEvents()
    assert all(dock.is_made for dock in window.docks if isinstance(dock, LaterDock))
    window.menus.panels.move(1)
    assert strangers() == []
