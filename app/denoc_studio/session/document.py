"""The document: one project with its undo stack, its file, its selection and its results. Views subscribe to it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from app.commands import ReplaceProject
from app.results import Results
from dynamics.io.versions import Version
from dynamics.project import Project
from dynamics.robot import Robot

UNDO_LIMIT = 500


class Document(QObject):
    """The only truth. `edit` is the only way to change the project, `replace` to open another one."""

    robot_changed = Signal(object)  # Robot
    start_changed = Signal(object)  # Project, whose q0 or qd0 differ
    settings_changed = Signal(object)  # RunSettings
    project_changed = Signal(object)  # Project, after any of these
    run_outdated = Signal(object)  # Project, after a change that its run depends on
    replaced = Signal(object)  # Project: another one was opened
    undone = Signal()  # one edit or more were taken back
    selection_changed = Signal(int)
    title_changed = Signal()  # name, path or modified

    def __init__(self, project: Project, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self.path: Path | None = None
        self.version: Version | None = None  # of its file, as it was read or written here; None where that is not known
        self.wrote = False  # whether that was written, not read
        self.results = Results(project, self)
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(UNDO_LIMIT)
        self.undo_stack.cleanChanged.connect(self.title_changed)
        self.undo_stack.indexChanged.connect(self._step_changed)
        self._step = 0
        self._selected = 0

    @property
    def project(self) -> Project:
        return self._project

    @property
    def robot(self) -> Robot:
        return self._project.robot

    @property
    def modified(self) -> bool:
        return not self.undo_stack.isClean()

    @property
    def name(self) -> str:
        """What the title shows."""
        return self.path.name if self.path is not None else self._project.name

    @property
    def selected(self) -> int:
        """The selected link, counted from 0."""
        return self._selected

    def select(self, index: int) -> None:
        index = max(0, min(index, self.robot.n - 1))
        if index != self._selected:
            self._selected = index
            self.selection_changed.emit(index)

    def edit(self, project: Project, text: str, gesture: str = "") -> None:
        """One undo step called `text`; successive steps of the same gesture become one."""
        if project != self._project:
            self.undo_stack.push(ReplaceProject(self._put, self._project, project, text, gesture))

    def replace(
        self, project: Project, path: Path | None = None, version: Version | None = None, *, modified: bool = False
    ) -> None:
        """Another project, with nothing to undo and no results; `modified` where its file is not what it should be."""
        self.path, self.version, self.wrote = path, version, False
        self.undo_stack.clear()
        if modified:
            self.undo_stack.resetClean()
        self.results.clear()
        self._put(project)
        self.select(0)
        self.replaced.emit(project)
        self.title_changed.emit()

    def saved(self, path: Path, version: Version | None = None) -> None:
        """The project was written to `path`, which holds this version now."""
        self._agrees(path, version, wrote=True)

    def reload(self, project: Project, path: Path, version: Version) -> None:
        """The project that its file holds now; what was here can be had back by undoing."""
        self.edit(project, f"Reload {path.name}")
        self._agrees(path, version, wrote=False)

    def set_unsaved(self) -> None:
        """Its file does not hold it any more."""
        if not self.modified:
            self.undo_stack.resetClean()
            self.title_changed.emit()

    def _agrees(self, path: Path, version: Version | None, *, wrote: bool) -> None:
        """What is here is what the file holds."""
        self.path, self.version, self.wrote = path, version, wrote
        self.undo_stack.setClean()
        self.title_changed.emit()

    def _step_changed(self, step: int) -> None:
        before, self._step = self._step, step
        if step < before:
            self.undone.emit()

    def _put(self, project: Project) -> None:
        before, self._project = self._project, project
        if project == before:
            return
        outdated = not project.same_run(before)
        self.results.follow(project)
        if self._selected >= project.robot.n:
            self._selected = project.robot.n - 1
            self.selection_changed.emit(self._selected)
        if project.robot != before.robot:
            self.robot_changed.emit(project.robot)
        if (project.q0, project.qd0) != (before.q0, before.qd0):
            self.start_changed.emit(project)
        if project.run != before.run:
            self.settings_changed.emit(project.run)
        if _notes(project) != _notes(before):
            self.results.retitle(project)
            self.title_changed.emit()
        self.project_changed.emit(project)
        if outdated:
            self.run_outdated.emit(project)


def _notes(project: Project) -> tuple[str, str, str]:
    return project.name, project.description, project.source
