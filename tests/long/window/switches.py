"""What a user does again and again, one switch at a time: memory must not grow with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication, QDialog

from denoc import load
from denoc.arm.visuals import Visual
from denoc.files.projects.project import Project
from denoc_studio.project import edits
from denoc_studio.window.main_window import MainWindow
from tests.long.window.watch import wait
from tests.support.mesh_files import CORNERS, FACES, binary_stl

Switch = Callable[[MainWindow, int], None]
EXAMPLES = ("planar-3r-free-fall", "puma560", "scara", "stanford-inverse", "furuta")


def drawing(window: MainWindow, k: int) -> None:
    """By the painter and by OpenGL in turn."""
    window.session.preferences["drawing"] = ("painter", "opengl")[k % 2]
    turn(0.02)


def smooth_gl(window: MainWindow, k: int) -> None:
    """By OpenGL, with smooth edges and without."""
    window.session.preferences["drawing"] = "opengl"
    window.session.preferences["smooth"] = bool(k % 2)
    turn(0.02)


def meshes(window: MainWindow, k: int) -> None:
    """Links as their meshes show them, and as the table does; also frames, ellipsoids, mass centres."""
    window.session.preferences["drawing"] = ("painter", "opengl")[k // 8 % 2]
    for name, every in (("meshes", 2), ("frames", 3), ("ellipsoids", 4), ("mass_centres", 5)):
        window.session.preferences[name] = not k % every
    turn(0.02)


def themes(window: MainWindow, k: int) -> None:
    window.session.preferences["theme"] = ("light", "dark")[k % 2]
    turn()


def units(window: MainWindow, k: int) -> None:
    window.session.preferences["degrees"] = bool(k % 2)
    turn()


def projects(window: MainWindow, k: int) -> None:
    """Opened one after the other, run and given up."""
    window.files.open_example(EXAMPLES[k % len(EXAMPLES)])
    computed(window)


def docks(window: MainWindow, k: int) -> None:
    """Closed, shown, torn off, put back."""
    dock = window.docks[k // 4 % len(window.docks)]
    (dock.hide, dock.show, lambda: dock.setFloating(True), lambda: dock.setFloating(False))[k % 4]()
    turn()


def runs(window: MainWindow, k: int) -> None:
    """Of 200 joints."""
    if window.session.document.robot.n != 200:
        window.session.document.replace(edits.set_run(load("chain-200"), duration=0.01, samples=11))
    window.session.run()
    computed(window)


def dialogs(window: MainWindow, k: int) -> None:
    """Every command that opens one, in turn; each is given up."""
    names = ("Commands", "Examples", "About", "Keys and mouse", "Theory", "Show the log", "Bodies", "Project notes")
    names += ("Export this plot", "Export all plots", "Export the picture", "Export the animation", "Lab report")
    name = names[k % len(names)]
    found = [each for each in window.menus.actions.all if name.lower() in each.text().replace("&", "").lower()]
    for action in found[:1]:
        close_what_opens(action.trigger)


def close_what_opens(act: Callable[[], None]) -> None:
    """Do something, and give up every dialog that comes of it."""

    def close() -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog) and widget.isVisible():
                widget.reject()

    timer = QTimer()
    timer.timeout.connect(close)
    timer.start(20)
    act()
    wait(lambda: not any(isinstance(w, QDialog) and w.isVisible() for w in QApplication.topLevelWidgets()), 5)
    timer.stop()
    turn()


KINDS: dict[str, Switch] = {
    "drawing": drawing,
    "smooth edges": smooth_gl,
    "meshes": meshes,
    "themes": themes,
    "units": units,
    "projects": projects,
    "docks": docks,
    "dialogs": dialogs,
    "runs of 200 joints": runs,
}


def prepare(window: MainWindow, kind: str, folder: Path) -> None:
    """The project that a kind of switches needs, computed."""
    if kind == "meshes":
        window.session.document.replace(dressed(folder))
    computed(window)


def dressed(folder: Path) -> Project:
    """The planar arm with a mesh of some size on each link."""
    project, file = load("planar-3r-free-fall"), folder / "link.stl"
    fine = np.concatenate([FACES] * 500)
    file.write_bytes(binary_stl(CORNERS, fine))
    pose = tuple(map(tuple, np.eye(4).tolist()))
    visuals = [Visual(link, "mesh", (0.1, 0.1, 0.1), pose, None, file) for link in range(1, project.robot.n + 1)]
    return replace(project, visuals=tuple(visuals))


def computed(window: MainWindow) -> None:
    """Until the run is over and the pictures are made."""
    wait(lambda: not window.session.runner.computing and window.session.playback.complete, 300)
    window.session.playback.pause()
    turn()


def turn(seconds: float = 0.0) -> None:
    """Everything that is due, deferred deletions included."""
    QApplication.processEvents()
    if seconds:
        wait(lambda: False, seconds)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()
