"""What a change of project does to the window: every panel once, and painted one a turn of the event loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from denoc import load
from denoc_studio.look.colours import joint_colours
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.arm.view import ArmView
from denoc_studio.panels.plots.canvas import QUICK
from denoc_studio.panels.plots.panel import PlotPanel
from denoc_studio.panels.robot.body_editor import BodyEditor
from denoc_studio.panels.run.panel import RunPanel
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.run import Run
from denoc_studio.widgets.by_turns import ByTurns
from tests.support.studio.plotting import pixels_of
from tests.support.studio.windows import open_window


class Counted(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.paints = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        self.paints += 1


class Turns:
    """What was to be seen at the beginning of each turn of a `ByTurns`, however long the turns take."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._looks: dict[ByTurns, Callable[[], Any]] = {}
        self._seen: list[Any] = []
        following = ByTurns._next

        def turn(turns: ByTurns) -> None:
            if look := self._looks.get(turns):
                self._seen.append(look())
            following(turns)

        monkeypatch.setattr(ByTurns, "_next", turn)

    def of(self, turns: ByTurns, look: Callable[[], Any]) -> list[Any]:
        """The list grows with every turn."""
        self._looks[turns] = look
        self._seen = []
        return self._seen


@pytest.fixture
def watched_turns(monkeypatch: pytest.MonkeyPatch) -> Turns:
    return Turns(monkeypatch)


def test_held_panels_are_painted_one_a_turn_in_their_order(qtbot: QtBot, watched_turns: Turns) -> None:
    whole, panels = QWidget(), [Counted(), Counted(), Counted()]
    column = QVBoxLayout(whole)
    for panel in panels:
        column.addWidget(panel)
    qtbot.addWidget(whole)
    whole.resize(200, 200)
    whole.show()
    qtbot.waitUntil(lambda: all(panel.paints for panel in panels))
    qtbot.wait(50)
    before = [panel.paints for panel in panels]

    turns = ByTurns(panels, whole)
    turns.hold()
    for panel in panels:
        panel.update()

    def painted() -> list[bool]:
        return [panel.paints > count for panel, count in zip(panels, before, strict=True)]

    assert not any(panel.updatesEnabled() for panel in panels)
    seen = watched_turns.of(turns, painted)
    qtbot.waitUntil(lambda: all(painted()) and not turns.busy)
    assert seen == [[k < count for k in range(3)] for count in range(4)]
    assert all(panel.updatesEnabled() for panel in panels)


def test_another_hold_begins_again(qtbot: QtBot) -> None:
    whole, panels = QWidget(), [Counted(), Counted()]
    qtbot.addWidget(whole)
    turns = ByTurns(panels, whole)
    turns.hold()
    turns._next()
    turns.hold()
    assert not any(panel.updatesEnabled() for panel in panels)
    qtbot.waitUntil(lambda: all(panel.updatesEnabled() for panel in panels))


def test_columns_of_held_panels_are_laid_out_in_turns_before_anything_is_painted(qtbot: QtBot) -> None:
    whole, panels = QWidget(), [scrolling(), scrolling()]
    beside = QVBoxLayout(whole)
    for panel, _, _ in panels:
        beside.addWidget(panel)
    qtbot.addWidget(whole)
    whole.resize(300, 600)
    whole.show()
    qtbot.waitUntil(lambda: all(last.y() > 0 for *_, last in panels))
    alone = [last.y() for *_, last in panels]
    turns = ByTurns([panel for panel, *_ in panels], whole)
    turns.hold()
    told: list[list[bool]] = []

    def moved() -> list[bool]:
        return [
            last.y() >= part.y() + 100 and last.y() > before
            for (_, part, last), before in zip(panels, alone, strict=True)
        ]

    turns.when_laid_out(lambda: told.append(moved()))
    for _, part, _ in panels:
        part.show()  # Qt would lay the column out at once
    assert moved() == [False, False]
    seen = []
    for _ in range(5):
        turns._next()
        seen.append((moved(), [panel.updatesEnabled() for panel, *_ in panels]))
    assert seen == [
        ([True, False], [False, False]),
        ([True, True], [False, False]),
        ([True, True], [False, False]),
        ([True, True], [True, False]),
        ([True, True], [True, True]),
    ]
    assert told == [[True, True]]


def scrolling() -> tuple[QScrollArea, QWidget, QWidget]:
    """A panel that scrolls, a hidden part of it, and what stands below that."""
    panel, inside, part, last = QScrollArea(), QWidget(), QWidget(), QWidget()
    column = QVBoxLayout(inside)
    first = QWidget()
    for each in (first, part, last):
        each.setFixedHeight(100)
        column.addWidget(each)
    part.hide()
    panel.setWidget(inside)
    panel.setWidgetResizable(True)
    return panel, part, last


def test_opening_a_project_lays_the_run_out_once(qtbot: QtBot, qapp: QApplication, preferences: Preferences) -> None:
    """Whatever comes and goes in it."""
    window = open_window(qtbot, preferences)
    window.resize(1500, 900)
    qtbot.waitUntil(lambda: all(panel.updatesEnabled() for panel in (window.robot, window.run, window.plots)))
    resized: Counter[str] = Counter()

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
                resized[type(watched).__name__] += window.run.isAncestorOf(watched)
            return False

    watch = Watch()
    qapp.installEventFilter(watch)
    window.session.document.replace(load("planar-7r"))
    qapp.removeEventFilter(watch)
    assert window.run.motion.isVisible()
    assert resized["SliderTable"] == 0
    assert resized["TripleField"] <= 1
    qtbot.waitUntil(lambda: window.run.motion.y() >= window.run.joints.geometry().bottom())


def test_a_follower_is_told_once_of_another_project(document: Document) -> None:
    told: list[bool] = []
    document.select(1)
    document.follow(told.append, document.robot_changed, selection=True)
    document.replace(load("puma560"))  # another robot, another selection, another project
    assert told == [True]
    document.edit(edits.change_link(document.project, 0, a=0.2), "Set a")
    assert told == [True, False]
    document.select(2)
    assert told == [True, False, True]
    document.replace(document.project)  # the very same: what was typed in vain goes nevertheless
    assert told == [True, False, True, True]


def test_opening_a_project_makes_each_panel_show_it_once(
    qtbot: QtBot, preferences: Preferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: Counter[str] = Counter()

    def counted(kind: type, name: str) -> None:
        original = getattr(kind, name)

        def call(self: QObject, *arguments: object) -> object:
            counts[f"{kind.__name__}.{name}"] += 1
            return original(self, *arguments)

        monkeypatch.setattr(kind, name, call)

    for kind, name in ((RunPanel, "show_project"), (ArmView, "_new_scene"), (BodyEditor, "show_body")):
        counted(kind, name)
    window = open_window(qtbot, preferences)
    titles: list[str] = []
    window.windowTitleChanged.connect(titles.append)
    counts.clear()
    window.session.document.replace(load("puma560"))
    assert counts == {"RunPanel.show_project": 1, "ArmView._new_scene": 1, "BodyEditor.show_body": 1}
    assert len(titles) == 1


def test_opening_a_project_paints_its_panels_in_turns_of_their_own(
    qtbot: QtBot, qapp: QApplication, preferences: Preferences, watched_turns: Turns
) -> None:
    window = open_window(qtbot, preferences)
    window.resize(1500, 900)
    window.session.playback.pause()
    qtbot.waitUntil(lambda: not window._in_turns.busy)  # else they keep their places of before
    panels = {"robot": window.robot, "run": window.run, "plots": window.plots}
    painted: set[str] = set()

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if isinstance(event, QPaintEvent) and isinstance(watched, QWidget):
                whole = {name: panel for name, panel in panels.items() if 2 * watched.height() > panel.height()}
                painted.update(
                    name
                    for name, panel in whole.items()
                    if panel.isAncestorOf(watched) and event.rect().contains(watched.visibleRegion().boundingRect())
                )
            return False

    watch = Watch()
    qapp.installEventFilter(watch)
    window.session.document.replace(load("scara"))
    assert not any(panel.updatesEnabled() for panel in panels.values())
    assert window.robot.model.rowCount() == 4  # what is shown is there at once

    def look() -> list[str]:
        names = sorted(painted)
        painted.clear()
        return names

    seen = watched_turns.of(window._in_turns, look)
    qtbot.waitUntil(lambda: not window._in_turns.busy)
    qapp.removeEventFilter(watch)
    assert [each for each in seen if len(each) > 1] == [], seen
    assert [name for each in seen for name in each if name != "plots"] == ["robot", "run"]


def test_plots_are_drawn_in_one_turn_and_painted_in_others(
    qtbot: QtBot, panel: PlotPanel, watched_turns: Turns
) -> None:
    for draw in (lambda: panel.show_plot("energy"), panel.redraw):  # new plots, and the same again
        panel.canvas.drawing_time = 2 * QUICK
        draw()
        assert not panel.canvas.updatesEnabled()
        assert not panel.legend.updatesEnabled()
        seen = watched_turns.of(panel._parts, lambda: (panel.canvas.updatesEnabled(), panel.legend.updatesEnabled()))
        qtbot.waitUntil(lambda: not panel._parts.busy)
        assert list(dict.fromkeys(seen)) == [(False, False), (True, False), (True, True)]


def test_panels_that_wait_already_keep_their_places(qtbot: QtBot) -> None:
    whole, panels = QWidget(), [Counted(), Counted()]
    qtbot.addWidget(whole)
    turns = ByTurns(panels, whole)
    painted: list[list[bool]] = []
    for _ in range(4):  # something changes before every turn
        turns.hold()
        turns._next()
        painted.append([panel.updatesEnabled() for panel in panels])
    assert painted == [[True, False], [False, True], [True, False], [False, True]]


def test_the_window_appears_panel_by_panel(qtbot: QtBot, preferences: Preferences) -> None:
    window = open_window(qtbot, preferences)
    panels = (window.robot, window.run, window.plots)
    qtbot.waitUntil(lambda: all(panel.updatesEnabled() for panel in panels))
    window.hide()
    window.show()
    assert not any(panel.updatesEnabled() for panel in panels)
    qtbot.waitUntil(lambda: all(panel.updatesEnabled() for panel in panels))


def test_plots_that_wait_for_their_turn_are_not_drawn_in_another(
    qtbot: QtBot, panel: PlotPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.waitUntil(lambda: panel.canvas.updatesEnabled() and panel.legend.updatesEnabled())
    drawn: list[bool] = []
    draw = panel.canvas._drawn
    monkeypatch.setattr(
        panel.canvas, "_drawn", lambda *given: drawn.append(panel.canvas.updatesEnabled()) or draw(*given)
    )
    panel.canvas.drawing_time = 2 * QUICK
    panel.canvas.refresh()  # the cursor has moved, so that it is to be painted, and before it is the curves change
    panel.show_plot("energy")
    qtbot.waitUntil(lambda: bool(drawn))
    qtbot.wait(50)
    assert all(drawn)


def test_a_picture_of_new_plots_is_not_empty(panel: PlotPanel, run: Run) -> None:
    panel.show_plot("energy")
    assert pixels_of(panel, joint_colours(7)[4]) > 20  # the kinetic energy's


def test_plots_are_not_drawn_again_before_they_have_been_painted(
    qtbot: QtBot, panel: PlotPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.redraw()
    drawn: list[bool] = []
    monkeypatch.setattr(panel, "redraw", lambda: drawn.append(panel._parts.busy))
    panel._redraw_in_turn()
    assert drawn == []
    qtbot.waitUntil(lambda: drawn == [False])


def test_plots_are_not_redrawn_while_the_other_panels_have_their_turns(
    qtbot: QtBot, panel: PlotPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[bool] = []
    monkeypatch.setattr(panel, "redraw", lambda: drawn.append(panel.updatesEnabled()))
    panel.setUpdatesEnabled(False)
    panel._redraw_in_turn()
    assert drawn == []
    panel.setUpdatesEnabled(True)
    qtbot.waitUntil(lambda: drawn == [True])
