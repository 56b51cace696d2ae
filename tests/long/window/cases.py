"""Legal things that must not stop the window, one a process: `python -m tests.long.window.cases name`."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog

from denoc import load
from denoc.files.examples import examples
from denoc.files.projects.project import Project
from denoc_studio.look.preferences import Preferences
from denoc_studio.project import edits, run_edits
from denoc_studio.window.main_window import MainWindow
from denoc_studio.window.shutdown import end_process
from denoc_studio.window.start import make_application, open_window
from tests.long.window.child import tell
from tests.long.window.watch import Gaps, wait

COLD = "first compile and first run"  # with nothing kept, which is so once
LONGEST = 120.0  # seconds for one case
NORMAL, EDGE = 50.0, 100.0  # milliseconds: the figure, and that of the huge ones


def settled(window: MainWindow) -> bool:
    return window.session.playback.complete and not window.session.runner.computing


def in_a_turn(act: Callable[[], object]) -> None:
    """By the event loop, as it comes to a key or a click: what it has to do already is not part of it."""
    QTimer.singleShot(0, act)


def start(window: MainWindow) -> None:
    """The first run, compiled where nothing is kept."""
    window.session.run()
    wait(lambda: settled(window), LONGEST)
    wait(lambda: False, 2.0)


def opened(name: str, window: MainWindow) -> None:
    before = window.session.document.project
    in_a_turn(partial(window.files.open_example, name))
    wait(lambda: window.session.document.project is not before and settled(window), LONGEST)
    wait(lambda: False, 1.0)


def shown(project: Project, window: MainWindow) -> None:
    """A project put in the place of the one before, and run."""
    before = window.session.document.project
    in_a_turn(partial(window.session.document.replace, project))
    wait(lambda: window.session.document.project is not before, LONGEST)
    wait(lambda: settled(window), LONGEST)
    wait(lambda: False, 1.0)


def edited(joints: int, window: MainWindow) -> None:
    """Ten lengths changed, one after the other, in a short run."""
    document = window.session.document
    shown(edits.set_run(load(f"chain-{joints}"), duration=0.01, samples=3), window)
    window.gaps.reset()  # type: ignore[attr-defined]

    def change(k: int) -> None:
        document.edit(edits.change_link(document.project, k, a=0.11), "Set a length")

    for k in range(10):
        in_a_turn(partial(change, k))
        wait(lambda: False, 0.3)
    wait(lambda: settled(window), LONGEST)


def closed(window: MainWindow) -> None:
    """In the middle of a long computation."""
    document = window.session.document
    document.replace(edits.set_run(load("chain-200"), duration=1e3, samples=1001))
    wait(lambda: document.results.current is not None and document.results.current.count > 1, 30)
    wait(lambda: False, 1.0)
    window.gaps.reset()  # type: ignore[attr-defined]
    document.undo_stack.setClean()
    window.close()
    wait(lambda: False, 0.5)


def ordered(command: str, window: MainWindow) -> None:
    """A dialog that writes files, as a user goes through it, with every format there is."""
    start(window)
    window.gaps.reset()  # type: ignore[attr-defined]
    _action(window, command).trigger()
    dialog = window.arm_export.dialog or window.plots._export.dialog
    assert dialog is not None, command
    boxes = getattr(dialog, "formats", {})
    folder = Path.cwd() / "out"
    folder.mkdir(exist_ok=True)
    acts: list[Callable[[], object]] = [partial(dialog.folder.setText, str(folder))]
    acts += [partial(box.setChecked, True) for box in (boxes.values() if isinstance(boxes, dict) else ())]
    for act in (*acts, dialog.export_button.click):
        wait(lambda: False, 0.1)
        in_a_turn(act)
    wait(lambda: any(folder.iterdir()) and dialog.task is None, LONGEST)
    assert any(folder.iterdir()), command
    wait(lambda: False, 0.5)


def saved(window: MainWindow) -> None:
    """The project, and the robot in every other form."""
    start(window)
    path = Path.cwd() / "robot"
    QFileDialog.getSaveFileName = lambda *_: (str(path.with_suffix(".x")), "")  # type: ignore[method-assign]
    window.gaps.reset()  # type: ignore[attr-defined]
    for action in window.menus.actions.all:
        name = action.text().replace("&", "")
        if name.startswith(("Robot as", "Save as", "Copy")):
            in_a_turn(action.trigger)
            wait(lambda: False, 1.0)


def recoloured(window: MainWindow) -> None:
    """To the other theme and back."""
    for theme in ("dark", "light"):
        in_a_turn(partial(window.session.preferences.__setitem__, "theme", theme))
        wait(lambda: False, 1.0)


def recoloured_with_every_panel(window: MainWindow) -> None:
    for dock in window.docks:
        dock.show()
        wait(lambda: False, 0.3)
    wait(lambda: settled(window), LONGEST)
    wait(lambda: False, 2.0)
    window.gaps.reset()  # type: ignore[attr-defined]
    recoloured(window)


def leafed(window: MainWindow) -> None:
    """Through the tabs of the results, each of which is made when it is first seen."""
    for title in window.places.later:
        in_a_turn(partial(window.places.choose, title))
        wait(lambda: False, 1.5)


def _action(window: MainWindow, name: str) -> QAction:
    return next(each for each in window.menus.actions.all if each.text().replace("&", "").startswith(name))


def _million() -> Project:
    return edits.set_run(load("planar-3r-free-fall"), duration=10.0, samples=1_000_000)


def _inverse() -> Project:
    project = run_edits.set_mode(load("chain-100"), "inverse")
    return edits.set_run(project, duration=10.0, samples=10_000)


CASES: dict[str, tuple[float, Callable[[MainWindow], None]]] = {
    COLD: (NORMAL, start),
    "first run": (NORMAL, start),
    **{f"opening {name}": (NORMAL, partial(opened, name)) for name in examples()},
    "opening chain-200": (EDGE, partial(opened, "chain-200")),
    "export of plots": (NORMAL, partial(ordered, "Export all plots")),
    "export of the picture": (NORMAL, partial(ordered, "Export the picture")),
    "export of the animation": (NORMAL, partial(ordered, "Export the animation")),
    "lab report": (NORMAL, partial(ordered, "Lab report")),
    "saving and robot files": (NORMAL, saved),
    "change of the theme": (EDGE, recoloured),
    "change of the theme with every panel open": (EDGE, recoloured_with_every_panel),
    "every tab": (EDGE, leafed),
    "a million samples": (EDGE, lambda window: shown(_million(), window)),
    "100 joints, 10,000 samples, inverse": (EDGE, lambda window: shown(_inverse(), window)),
    "edits at 200 joints": (EDGE, partial(edited, 200)),
    "edits at 1000 joints": (EDGE, partial(edited, 1000)),
    "closing while computing": (EDGE, closed),
}


def main(arguments: list[str]) -> int:
    name = arguments[0]
    make_application()
    settings = QSettings(str(Path.cwd() / "config" / "cases.ini"), QSettings.Format.IniFormat)
    window = open_window(load("planar-3r-free-fall"), None, Preferences(settings))
    window.resize(1440, 900)
    window.gaps = gaps = Gaps()  # type: ignore[attr-defined]
    if not name.startswith("first"):
        start(window)
        gaps.reset()
    began = time.monotonic()
    CASES[name][1](window)
    seconds = time.monotonic() - began
    own = {"own": 1e3 * gaps.own, "where": gaps.own_where}
    tell(gap=1e3 * gaps.worst, busiest=1e3 * gaps.busiest, seconds=seconds, **own)
    gaps.close()
    window.session.document.undo_stack.setClean()
    window.close()
    if threading.active_count() > 1:  # as the program itself ends beside a compiler that is still at work
        end_process(0)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
