"""A process that uses the window at random: `python -m tests.long.window.use seed blocks events`."""

from __future__ import annotations

import faulthandler
import os
import sys
from pathlib import Path
from random import Random

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from denoc import load
from denoc_studio.look.preferences import Preferences
from denoc_studio.window.crash_log import start_logging
from denoc_studio.window.main_window import MainWindow
from denoc_studio.window.start import make_application, open_window
from tests.long.window.child import tell
from tests.long.window.guard import KeepOpen, confine, forbid_writing_outside
from tests.long.window.monkey import Monkey
from tests.long.window.watch import Complaints, Gaps, end_if_stuck, memory, wait

STUCK = 120.0  # seconds for a few events, after which all stacks are told and the process ends


def main(arguments: list[str]) -> int:
    seed, first, blocks, events = map(int, arguments)
    folder = Path.cwd()
    make_application()
    start_logging(folder / "state" / "denoc.log")
    faulthandler.enable()  # to stderr again
    settings = QSettings(str(folder / "config" / "settings.ini"), QSettings.Format.IniFormat)
    window = open_window(load("planar-3r-free-fall"), None, Preferences(settings), folder / "recovery")
    complaints = Complaints()
    written = forbid_writing_outside(folder)
    keep = KeepOpen()
    window.installEventFilter(keep)
    hangs: list[str] = []
    known: set[str] = set()
    gaps = Gaps(on_hang=lambda gap, where: hangs.append(f"no turn of the event loop for {gap:.0f} s: {where}"))
    monkey: Monkey | None = None
    for block in range(first, first + blocks):
        random = Random(f"{seed} {block}")
        confine(random, folder / "files")
        end_if_stuck(STUCK)
        reset(window)
        before = memory()
        if monkey is not None:
            monkey.stop()  # only now: it answers what opens meanwhile
            monkey.deleteLater()
        monkey = Monkey(window, random, folder / "files", (folder / "last.txt").write_text)
        gaps.reset()
        play(monkey, events, complaints, written, hangs, block, known)
        tell(block=block, events=events, memory=before, gap=gaps.worst, where=gaps.where)
    gaps.close()
    if monkey is not None:
        monkey.stop()
    window.removeEventFilter(keep)
    window.session.document.undo_stack.setClean()
    window.session.run()
    window.close()
    QApplication.processEvents()
    tell(failures=[*complaints.take(), *hangs], block=first + blocks - 1, after=["close"])
    sys.stdout.flush()
    return 0


def play(
    monkey: Monkey,
    events: int,
    complaints: Complaints,
    written: list[str],
    hangs: list[str],
    block: int,
    known: set[str],
) -> None:
    """So many events, in small portions: what went wrong is told with the last few."""
    while events > 0:
        end_if_stuck(STUCK)
        portion = min(events, 5)
        monkey.play(portion)
        events -= portion
        found = [*complaints.take(), *written, *hangs]
        written.clear()
        hangs.clear()
        found = [each for each in dict.fromkeys(found) if each not in known]  # what goes wrong in every frame is one
        known.update(found)
        if found:
            tell(failures=found, block=block, after=list(monkey.done))


def reset(window: MainWindow) -> None:
    """As a new window is, so that a block can be repeated by itself."""
    window.session.preferences.restore_defaults()
    window.places.reset()
    window.resize(1440, 900)
    window.session.document.replace(load("planar-3r-free-fall"))
    wait(lambda: window.session.playback.complete and not window.session.runner.computing, 20)
    wait(lambda: False, 0.3)


if __name__ == "__main__":
    code = main(sys.argv[1:])
    os._exit(code) if code else sys.exit(code)
