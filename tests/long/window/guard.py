"""Random use stays where it is: nothing is written outside one folder, nothing leaves the program, no window closes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from denoc_studio.window.main_window import MainWindow
from tests.long.window import junk

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGING = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}
ALWAYS = ("/dev/", "/proc/self/")


def forbid_writing_outside(folder: Path) -> list[str]:
    """From now on such a write is refused by a PermissionError; the list gets what was tried."""
    tried: list[str] = []
    inside = str(folder.resolve())

    def refuse(path: object) -> None:
        if isinstance(path, int) or path is None:
            return
        place = os.path.realpath(os.fsdecode(path))  # type: ignore[arg-type]
        if place != inside and not place.startswith((inside + "/", *ALWAYS)):
            tried.append(f"wrote outside the folder: {place}")
            raise PermissionError(13, "outside of the test's folder", place)

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            path, _mode, flags = arguments
            if isinstance(flags, int) and flags & WRITING:
                refuse(path)
        elif event in CHANGING:
            refuse(arguments[0])

    sys.addaudithook(hook)
    return tried


def confine(random: Random, folder: Path, replaced: Callable[[object, str, object], None] = setattr) -> None:
    """Dialogs for files answer by themselves, with a path below `folder` or nothing; nothing leaves the program."""
    found = junk.files(folder, random)

    def to_open(*_: object, **__: object) -> tuple[str, str]:
        return (str(random.choice(found)), "") if random.random() < 0.7 else ("", "")

    def to_save(*_: object, **__: object) -> tuple[str, str]:
        return (str(folder / f"out-{random.randrange(5)}"), "") if random.random() < 0.7 else ("", "")

    replaced(QFileDialog, "getOpenFileName", to_open)
    replaced(QFileDialog, "getSaveFileName", to_save)
    replaced(QFileDialog, "getExistingDirectory", lambda *_: str(folder) if random.random() < 0.7 else "")
    replaced(QDesktopServices, "openUrl", lambda *_: True)


class KeepOpen(QObject):
    """A window with this filter is not closed."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Close and isinstance(watched, MainWindow):
            event.ignore()
            return True
        return False
