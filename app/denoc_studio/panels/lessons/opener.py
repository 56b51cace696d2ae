"""Lessons from files into the window: asked for, dropped on it, or named on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from denoc.files.disk.paths import home, whole_path
from denoc_studio.lessons import SUFFIX
from denoc_studio.widgets.actions import Entry
from denoc_studio.widgets.newest_only import NewestOnly

if TYPE_CHECKING:
    from denoc_studio.lessons.lesson import Lesson

FILTER = f"Lessons (*{SUFFIX});;All files (*)"
FOLDER = "lessons/folder"


class LessonOpener(QObject):
    """`opened` tells a lesson and its file."""

    opened = Signal(object, object)

    def __init__(self, settings: QSettings, window: QWidget) -> None:
        super().__init__(window)
        self._settings, self._window = settings, window
        self._path = Path()
        self._reading = NewestOnly(self)
        self._reading.done.connect(lambda lesson: self.opened.emit(lesson, self._path))
        self._reading.failed.connect(self._refuse)

    def entry(self) -> Entry:
        """For the menu."""
        return Entry("Open a lesson...", self.ask, tip="A lesson of your own: docs/lessons.md tells how one is written")

    def ask(self) -> None:
        folder = str(self._settings.value(FOLDER, "") or home())
        name, _ = QFileDialog.getOpenFileName(self._window, "Open a lesson", folder, FILTER)
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        """Read and checked beside the window; what is wrong is told with its line."""
        self._path = whole_path(path)
        self._settings.setValue(FOLDER, str(self._path.parent))
        self._reading.ask(lambda: _read(path))

    def finish(self) -> None:
        self._reading.wait()

    def _refuse(self, reason: str) -> None:
        title = "This lesson cannot be opened"
        QMessageBox.warning(self._window, title, f"{title}.\n\n{reason}")


def _read(path: Path) -> Lesson:
    from denoc_studio.lessons.lesson_file import read_lesson  # what reading takes is not needed before

    return read_lesson(path)
