"""Every action of every menu in the real window: what it does, or which dialog it opens, whole and closed by Esc."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QFileDialog,
    QLabel,
    QMenu,
    QMenuBar,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import DEFAULTS, Preferences
from denoc_studio.project import edits
from denoc_studio.widgets.actions import plain_name
from denoc_studio.window.main_window import MainWindow
from tests.support.patience import PATIENCE
from tests.support.studio.windows import open_window

# What is seen to change: a part of `state` below, the title of a "dialog", or that of a "file" dialog.
RESULTS = (
    "Plots",
    "Actuators",
    "Inspector",
    "Reach",
    "Measured",
    "Identify",
    "Lessons",
    "Modes",
    "Sweep",
    "Chaos",
    "Tolerances",
)
DOES = {
    "File/New": "project",
    "File/Open": "file Open an arm",
    "File/Open recent/Clear this list": "recent",
    "File/Import URDF or MuJoCo": "file Import a robot",
    "File/Open a lesson": "file Open a lesson",
    "File/Open a measured log": "file Open a measured log",
    "File/Examples": "dialog Examples",
    "File/Save": "file Save the arm",
    "File/Save as": "file Save the arm",
    "File/Export this plot": "dialog Export plots",
    "File/Export all plots": "dialog Export plots",
    **{
        f"File/Export the robot/Robot as {kind}": "file Export the robot"
        for kind in ("URDF", "MuJoCo model", "Robotics Toolbox code", "LaTeX tables", "C functions", "MATLAB equations")
    },
    "File/Export the robot/Copy the DH table as LaTeX": "clipboard",
    "File/Export the robot/Copy as Robotics Toolbox code": "clipboard",
    "File/Export the animation": "dialog Export the animation",
    "File/Export the picture of the arm": "dialog Export the picture of the arm",
    "File/Copy the picture of the arm": "clipboard",
    "File/Lab report": "dialog Lab report",
    "Edit/Undo": "project",
    "Edit/Redo": "project",
    "Edit/Cut": "project",
    "Edit/Copy": "clipboard",
    "Edit/Paste": "project",
    **dict.fromkeys(("Edit/Add a joint", "Edit/Duplicate", "Edit/Remove", "Edit/Move up", "Edit/Move down"), "project"),
    "Edit/Bodies of all links": "dialog Bodies of all links",
    "Edit/Joints of all links": "dialog Joints of all links",
    "Edit/Project notes": "dialog Project notes",
    "Edit/Angles in degrees": "preferences",
    "Edit/Restore default preferences": "preferences",
    **dict.fromkeys(("View/Fit the arm", "View/Front", "View/Side", "View/Top", "View/Isometric"), "camera"),
    **{
        f"View/{name}": "preferences"
        for name in ("Meshes", "Link frames", "Mass centres", "Inertia ellipsoids", "Joint torques", "Bearing loads",
                     "Tip trace", "Limits of the joint looked at", "Ghost of the run before or pinned", "Labels",
                     "Grid", "Gravity arrow", "Tip wrench", "Pushes of links", "Joint numbers on the curves")
    },
    **{f"View/Drawing of the arm/{name}": "preferences" for name in ("Painter, in software", "OpenGL", "Automatic")},
    "View/Fit the plots": "span",
    **{
        f"View/Plots below or beside the arm/{name}": "layout"
        for name in ("Plots beside the arm", "Only the plots", "Plots below the arm")
    },
    **{f"View/Theme/{name}": "preferences" for name in ("As the system", "Light", "Dark")},
    **{
        f"View/Keyboard to/{name}": "focus"
        for name in ("Robot", "Arm", "Run", *RESULTS, "Next", "Previous")
    },
    **{f"View/Panels/{name}": "docks" for name in ("Robot", "Run", *RESULTS)},
    "View/Reset the layout": "docks",
    "Run/Run": "run",
    "Run/Stop computing": "computing",
    "Run/Compute again after every change": "preferences",
    "Run/Play or pause": "playing",
    "Run/To the start": "time",
    "Run/One sample back": "time",
    "Run/One sample on": "time",
    "Run/Slower": "preferences",
    "Run/Faster": "preferences",
    "Run/Start from the shown pose": "project",
    "Run/Pin this run": "pin",
    "Run/Pin a second run": "second",
    "Run/Why did it change?": "dialog Why did it change?",
    "Help/Theory in brief": "dialog Theory in brief",
    "Help/DH parameters": "dialog Denavit-Hartenberg parameters",
    "Help/Keys and mouse": "dialog Keys and mouse",
    "Help/Commands": "dialog Commands",
    "Help/Tour": "tour",
    "Help/Show the first hint again": "hint",
    "Help/Show the log": "dialog Log",
    "Help/About DeNOC Studio": "dialog About DeNOC Studio",
    "File/Quit": "closed",
}  # fmt: skip


def state(window: MainWindow) -> dict[str, Any]:
    document, playback = window.session.document, window.session.playback
    clipboard = QApplication.clipboard().mimeData()
    run = document.results.current
    return {
        "project": document.project,
        "recent": list(window.files.recent),
        "clipboard": (clipboard.text(), clipboard.hasImage()),
        "preferences": tuple(window.session.preferences[name] for name in DEFAULTS),
        "camera": repr(window.arm.camera),
        "span": window.plots.sheet.span,
        "layout": window.layouts.current,
        "focus": QApplication.focusWidget(),
        "docks": tuple(dock.isVisible() for dock in window.docks),
        "run": run.number if run is not None else 0,
        "computing": window.session.runner.computing,
        "playing": playback.playing,
        "time": playback.time,
        "pin": document.results.pinned,
        "second": document.results.second,
        "tour": window.tour.opened,
        "hint": window.hint.isVisible(),
        "closed": not window.isVisible(),
    }


def prepare(window: MainWindow, name: str) -> None:
    """So that the action has something to do."""
    if not window.isActiveWindow():  # where there is no window manager, a dialog that closes leaves nobody active
        window.activateWindow()
        QTest.qWaitForWindowActive(window)
    document, playback = window.session.document, window.session.playback
    preferences, table = window.session.preferences, window.robot.table
    if name == "File/Open recent/Clear this list":
        window.files._settings.setValue("files/recent", [])
    elif name == "Run/Pin a second run":
        results, robot = document.results, document.robot
        document.edit(edits.change_link(document.project, 0, a=robot.links[0].a + 0.01), "Longer")
        window.session.runner.start()
        assert _happened(lambda: results.current is not results.pinned and playback.complete)
    elif name == "File/New":
        document.undo_stack.setClean()
    elif name in ("Edit/Undo", "Edit/Redo"):
        if name == "Edit/Undo":
            table.cells.setData(table.model().index(0, 1), "0.44")
    elif name in ("Edit/Cut", "Edit/Copy", "Edit/Paste"):
        if name != "Edit/Paste":
            QApplication.clipboard().setText("")
        table.setFocus()
        table.go_to(0, 1)
        if name == "Edit/Paste":
            QApplication.clipboard().setText("0.71")
    elif name.startswith("Edit/Move"):
        table.go_to(2 if name.endswith("up") else 0, 1)
    elif name == "Edit/Restore default preferences":
        preferences["grid"] = not DEFAULTS["grid"]
    elif name in ("View/Fit the arm", "View/Front", "View/Side", "View/Top", "View/Isometric"):
        assert _happened(lambda: not window.session.runner.computing)  # a run that ends may move the camera too
        QApplication.processEvents()
        window.arm.look_from("top" if name == "View/Front" else "front")
        if name == "View/Fit the arm":
            mouse = window.arm._mouse
            mouse.camera, mouse.camera_touched = window.arm.camera.panned(40, 40, window.arm.height()), True
    elif name == "View/Fit the plots":
        window.plots.sheet.following = False
        window.plots.sheet._set_span((0.1, 0.2))
    elif name == "View/Keyboard to/Arm":
        table.setFocus()
    elif name.startswith("View/Keyboard to/"):
        window.arm.setFocus()
    elif name == "View/Theme/As the system":
        preferences["theme"] = "light"
    elif name == "View/Reset the layout":
        window.docks[0].hide()
    elif name == "Run/Stop computing":
        window.session.runner.start()
    elif name.startswith(("Run/To the", "Run/One")) or name == "Run/Start from the shown pose":
        playback.pause()
        playback.seek(1.0)
    elif name == "Help/Show the first hint again":
        window.hint.dismiss()


class Dialogs(QObject):
    """Looks at each dialog that opens, and closes it by Esc."""

    def __init__(self) -> None:
        super().__init__()
        self.titles: list[str] = []
        self.cut: list[tuple[str, str, str]] = []
        self._timer = QTimer(self, interval=60)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isVisible():
                self.titles.append(dialog.windowTitle())
                self.cut += [(dialog.windowTitle(), *found) for found in cut_off(dialog)]
                QTest.keyClick(dialog, Qt.Key.Key_Escape)
                assert not dialog.isVisible(), dialog.windowTitle()


def cut_off(dialog: QWidget) -> Iterator[tuple[str, str]]:
    """Kind and words of what has less room than it needs."""
    for part in dialog.findChildren(QWidget):
        if not part.isVisible() or not isinstance(part, QLabel | QPushButton | QCheckBox):
            continue
        if isinstance(part, QLabel) and part.wordWrap():
            whole = part.height() >= part.heightForWidth(part.width())
        else:
            need = part.sizeHint()
            whole = part.width() >= need.width() and part.height() >= min(need.height(), part.fontMetrics().height())
        if not whole and part.text():
            yield type(part).__name__, part.text()


def actions(menu: QMenu | QMenuBar, path: str = "") -> Iterator[tuple[str, QAction]]:
    for action in menu.actions():
        name = f"{path}{plain_name(action.text())}"
        below = action.menu()
        if isinstance(below, QMenu):
            yield from actions(below, f"{name}/")
        elif not action.isSeparator():
            yield name.split(" Edit")[0], action


def test_every_action_does_what_is_listed(
    qtbot: QtBot, preferences: Preferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the light theme up to the action that takes the dark one, and in that from there on."""
    asked: list[str] = []
    for function in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, function, lambda *given: asked.append(given[1]) or ("", ""))
    preferences["theme"] = "light"
    preferences["hint_seen"] = True
    window = open_window(qtbot, preferences)
    window.resize(1400, 900)
    found = {_plain(name): action for name, action in actions(window.menuBar())}
    assert set(found) == set(DOES)
    dialogs, wrong = Dialogs(), []
    for name, does in DOES.items():
        prepare(window, name)
        QApplication.processEvents()
        before = state(window)
        asked.clear()
        dialogs.titles.clear()
        found[name].trigger()
        if not _happened(lambda does=does, before=before: _told(window, does, before, asked, dialogs)):
            wrong.append((name, does, asked[:], dialogs.titles[:]))
        if name == "Help/Tour":
            window.tour.leave()
        if name == "View/Plots" or name.startswith("View/Keyboard"):
            window.docks[2].show()
        window.session.document.undo_stack.setClean()
    assert wrong == []
    assert dialogs.cut == []


def test_every_menu_has_room_on_a_small_screen(window: MainWindow) -> None:
    menus = window.menuBar().findChildren(QMenu)
    assert len(menus) > 5
    for menu in menus:
        menu.ensurePolished()
        columns = {menu.actionGeometry(action).x() for action in menu.actions() if action.isVisible()}
        assert len(columns) == 1, menu.title()  # on 800 pixels, as a test's screen has


def _plain(name: str) -> str:
    """Undo and redo say what they would take back."""
    return next((known for known in ("Edit/Undo", "Edit/Redo") if name.startswith(known)), name)


def _happened(seen: Callable[[], bool]) -> bool:
    """However long the slowest dialog takes on a busy machine."""
    for _ in range(PATIENCE // 50):
        if seen():
            return True
        QTest.qWait(50)
    return False


def _told(window: MainWindow, does: str, before: dict[str, Any], asked: list[str], dialogs: Dialogs) -> bool:
    kind, _, title = does.partition(" ")
    if kind == "file":
        return asked == [title]
    if kind == "dialog":
        return title in dialogs.titles
    if kind == "computing":
        return not window.session.runner.computing
    if kind == "recent":
        return window.files.recent == []
    return bool(state(window)[kind] != before[kind])
