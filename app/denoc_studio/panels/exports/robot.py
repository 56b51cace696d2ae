"""The robot for other programs: files in their formats, and texts in the clipboard."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from denoc.files.text.file_names import file_stem
from denoc.files.writers.latex import latex_dh_table
from denoc.files.writers.toolbox import toolbox_snippet
from denoc_studio.look.folders import usual_folder
from denoc_studio.paper.robot_files import WRITERS
from denoc_studio.session.document import Document
from denoc_studio.widgets.actions import Entry
from denoc_studio.widgets.questions import path_to_save, with_ending
from denoc_studio.widgets.task import Task


class Format(NamedTuple):
    """`endings`: the one that is proposed first, then others that are taken."""

    menu: str
    filter: str
    endings: tuple[str, ...]


FORMATS = (
    Format("Robot as &URDF...", "URDF (*.urdf)", (".urdf",)),
    Format("Robot as &MuJoCo model...", "MuJoCo models (*.xml *.mjcf)", (".xml", ".mjcf")),
    Format("Robot as Robotics Toolbox &code...", "Python (*.py)", (".py",)),
    Format("Robot as LaTeX &tables...", "LaTeX (*.tex)", (".tex",)),
    Format("Robot as C &functions...", "C (*.c)", (".c",)),
    Format("Robot as MATLAB &equations...", "MATLAB (*.m)", (".m",)),
)


class RobotExport(QObject):
    """Asks where to, writes beside the window, and says in words what came of it."""

    message = Signal(str)
    noted = Signal(str, object)  # a file's name; what its format cannot hold, in sentences

    def __init__(self, document: Document, settings: QSettings, window: QWidget) -> None:
        super().__init__(window)
        self._document = document
        self._settings = settings
        self._window = window
        self._task: Task | None = None

    def entries(self) -> list[Entry]:
        """For a menu."""
        files = [Entry(each.menu, partial(self.save, each)) for each in FORMATS]
        return [
            *files,
            Entry("Copy the &DH table as LaTeX", self.copy_latex),
            Entry("Copy as &Robotics Toolbox code", self.copy_toolbox),
        ]

    def save(self, kind: Format) -> None:
        path = self._ask(kind)
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """In the format that the ending names; one file at a time."""
        if self._task is not None:
            self.message.emit("Another file is being written.")
            return
        project, write = self._document.project, WRITERS[path.suffix.lower()]
        self._task = Task(lambda _: write(project, path), self)
        self._task.over.connect(self._let_go)
        self._task.done.connect(lambda notes: self._written(path, notes))
        self._task.failed.connect(self._complain)
        self._task.start()

    def copy_latex(self) -> None:
        QGuiApplication.clipboard().setText(latex_dh_table(self._document.robot))
        self.message.emit("The DH table is in the clipboard, as LaTeX.")

    def copy_toolbox(self) -> None:
        QGuiApplication.clipboard().setText(toolbox_snippet(self._document.robot))
        self.message.emit("Code for the Robotics Toolbox is in the clipboard.")

    def finish(self) -> None:
        """What is being written is written to its end."""
        if self._task is not None:
            self._task.wait()

    def _written(self, path: Path, notes: tuple[str, ...]) -> None:
        self.message.emit(f"Wrote {path}")
        self.noted.emit(path.name, notes)

    def _complain(self, reason: str) -> None:
        QMessageBox.warning(self._window, "The robot was not exported", f"The robot was not exported.\n\n{reason}")

    def _let_go(self) -> None:
        self._task = None

    def _ask(self, kind: Format) -> Path | None:
        folder = usual_folder(self._settings)
        proposed = folder / f"{file_stem(self._document.robot.name)}{kind.endings[0]}"
        complete = partial(with_ending, endings=kind.endings)
        path = path_to_save(self._window, "Export the robot", proposed, kind.filter, complete)
        if path is not None:
            self._settings.setValue("export/folder", str(path.parent))
        return path
