"""The document: one project with its undo stack, its file, its selection and its results. Views subscribe to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtGui import QUndoStack

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.files.disk.versions import Version
from denoc.files.projects.project import Project
from denoc_studio.project.tolerances.edits import with_fitting
from denoc_studio.session.commands import ReplaceProject
from denoc_studio.session.results import Results
from denoc_studio.session.run import Step

UNDO_LIMIT = 500


class Document(QObject):
    """The only truth. `edit` is the only way to change the project, `replace` to open another one."""

    robot_changed = Signal(object)  # Robot
    start_changed = Signal(object)  # Project, whose q0 or qd0 differ
    settings_changed = Signal(object)  # RunSettings
    project_changed = Signal(object)  # Project, after any of these
    run_outdated = Signal(object)  # Project, after a change that its run depends on
    to_be_replaced = Signal()  # another project is about to be opened
    replaced = Signal(object)  # Project: another one was opened
    stepped = Signal()  # the undo stack has come to another step; not when it goes, as its own signal
    undone = Signal()  # one edit or more were taken back
    refused = Signal(object)  # DynamicsError: why what was attempted cannot be
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
        self._pushing = False  # an edit: one that leads back to where its gesture began removes a step, too
        self._selected = 0
        self.replacing = False  # another project is being opened: `replaced` will tell all of it at once

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

    @property
    def step(self) -> Step:
        """Which edit is the newest one that is not undone."""
        index = self.undo_stack.index()
        command = self.undo_stack.command(index - 1)
        return Step(index, command.number if isinstance(command, ReplaceProject) else 0)

    def robots(self) -> Iterator[Robot]:
        """The robot as it is, and as it was before each edit that can be undone, the newest first."""
        yield self.robot
        for step in range(self.undo_stack.index() - 1, -1, -1):
            command = self.undo_stack.command(step)
            if isinstance(command, ReplaceProject):
                yield command.before.robot

    def select(self, index: int) -> None:
        index = max(0, min(index, self.robot.n - 1))
        if index != self._selected:
            self._selected = index
            self.selection_changed.emit(index)

    def follow(self, show: Callable[[bool], object], change: SignalInstance, *, selection: bool = False) -> None:
        """`show(False)` after this kind of change; `show(True)`, afresh, once another project is open, however many
        changes that brought, and where `selection` says so after each change of the selection."""
        change.connect(lambda _: None if self.replacing else show(False))
        self.replaced.connect(lambda _: show(True))
        if selection:
            self.selection_changed.connect(lambda _: None if self.replacing else show(True))

    def edit(self, project: Project, text: str, gesture: str = "") -> None:
        """One undo step called `text`; successive steps of the same gesture become one. Tolerances of numbers that are
        gone go with them."""
        project = with_fitting(project)
        if project != self._project:
            self._pushing = True
            try:
                self.undo_stack.push(ReplaceProject(self._put, self._project, project, text, gesture))
            finally:
                self._pushing = False

    def attempt(self, edit: Callable[[Project], Project], text: str, gesture: str = "") -> bool:
        """The same with what `edit` makes of the project; `refused` says why where it cannot."""
        try:
            project = edit(self._project)
        except DynamicsError as error:
            self.refused.emit(error)
            return False
        self.edit(project, text, gesture)
        return True

    def set_view(self, **changes: Any) -> None:
        """What is shown of the project, fields of its `View`: no edit, so that nothing is computed again, there is
        nothing to undo and nobody is asked to save it; the next save keeps it."""
        self._project = self._project.showing(msgspec.structs.replace(self._project.view, **changes))

    def replace(
        self, project: Project, path: Path | None = None, version: Version | None = None, *, modified: bool = False
    ) -> None:
        """Another project, with nothing to undo and no results; `modified` where its file is not what it should be."""
        self.to_be_replaced.emit()
        self.path, self.version, self.wrote = path, version, False
        self.undo_stack.clear()
        if modified:
            self.undo_stack.resetClean()
        self.results.clear()
        self.replacing = True
        try:
            self._put(project)
            self.select(0)
        finally:
            self.replacing = False
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
        self.stepped.emit()
        if step < before and not self._pushing:
            self.undone.emit()

    def _put(self, project: Project) -> None:
        before = self._project
        project = project.sharing(before)
        self._project = project = project if self.replacing else project.showing(before.view)
        if project == before:
            return
        outdated = not project.same_run(before)
        restated = self.results.follow(project)
        gone = self._selected >= project.robot.n
        self._selected = min(self._selected, project.robot.n - 1)
        if project.robot != before.robot:
            self.robot_changed.emit(project.robot)
        if (project.q0, project.qd0) != (before.q0, before.qd0):
            self.start_changed.emit(project)
        if project.run != before.run:
            self.settings_changed.emit(project.run)
        if _notes(project) != _notes(before):
            self.results.retitle(project)
            if not self.replacing:
                self.title_changed.emit()
        self.project_changed.emit(project)
        if gone:  # told last: a table that leaves its row gives an open editor's text to its model, which must know
            self.selection_changed.emit(self._selected)
        if outdated:
            self.run_outdated.emit(project)
        if restated is not None:  # told when another run may be on its way: then nobody calls this one out of date
            self.results.stale.emit(restated)


def _notes(project: Project) -> tuple[str, str, str]:
    return project.name, project.description, project.source
