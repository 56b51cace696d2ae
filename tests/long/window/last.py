"""A process that uses the window for so many minutes: `python -m tests.long.window.last minutes`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from PySide6.QtCore import QSettings

from denoc import load
from denoc_studio.look.preferences import Preferences
from denoc_studio.project import edits
from denoc_studio.window.main_window import MainWindow
from denoc_studio.window.start import make_application, open_window
from tests.long.window.child import tell
from tests.long.window.switches import EXAMPLES, turn
from tests.long.window.watch import Complaints, Gaps, memory, wait

PLAYED = 20.0  # seconds of playback between two cycles, with edits
CYCLES = 3  # projects opened, run and given up, one after the other


def main(arguments: list[str]) -> int:
    end, folder = time.monotonic() + 60 * float(arguments[0]), Path.cwd()
    make_application()
    settings = QSettings(str(folder / "config" / "soak.ini"), QSettings.Format.IniFormat)
    window = open_window(load("planar-3r-free-fall"), None, Preferences(settings))
    complaints, gaps, began, rounds = Complaints(), Gaps(), time.monotonic(), 0
    while time.monotonic() < end:
        live(window, min(PLAYED, max(end - time.monotonic(), 1.0)))
        for k in range(CYCLES):
            cycle(window, EXAMPLES[(rounds + k) % len(EXAMPLES)])
        rounds += 1
        worst, where = gaps.worst, gaps.where
        at_rest(window)
        tell(at=time.monotonic() - began, memory=memory(), gap=worst, where=where, failures=complaints.take())
        gaps.reset()
    gaps.close()
    window.session.document.undo_stack.setClean()
    window.close()
    return 0


def live(window: MainWindow, seconds: float) -> None:
    """A run that is played at the screen's pace, and edited every now and then while it plays."""
    document = window.session.document
    window.session.run()
    end, k = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        k += 1
        document.edit(
            edits.change_link(document.project, 0, mass=1.0 + 0.01 * (k % 7)), "Set the mass of link 1", "soak"
        )
        wait(lambda: False, 1.0)
        window.session.playback.play()


def cycle(window: MainWindow, name: str) -> None:
    """Opened, run to its end, given up."""
    window.session.document.undo_stack.setClean()
    window.files.open_example(name)
    wait(lambda: window.session.playback.complete and not window.session.runner.computing, 60)


def at_rest(window: MainWindow) -> None:
    """Always the same state, so that figures of the memory can be compared."""
    window.session.document.replace(load("planar-3r-free-fall"))
    wait(lambda: window.session.playback.complete and not window.session.runner.computing, 60)
    window.session.playback.reset()
    turn(0.3)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
