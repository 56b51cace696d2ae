"""New, open, save, recent files; asks before anything unsaved is lost, and says in words what failed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.document import Document
from app.preferences import Preferences
from app.views.latest import Latest
from app.warm_up import make_ready
from dynamics.errors import DynamicsError
from dynamics.examples import load, rod_chain
from dynamics.io.project_file import SUFFIX
from dynamics.io.urdf_project import is_urdf
from dynamics.project import Project

FILTER = f"Arms (*{SUFFIX} *.urdf);;All files (*)"
RECENT = 10
LONG = 30  # joints: a longer arm is made ready beside the window

Button = QMessageBox.StandardButton


class FileManager(QObject):
    recent_changed = Signal()
    told = Signal(str)  # something to know, for the status bar

    def __init__(self, document: Document, preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._document = document
        self._settings = preferences.settings
        self._window = window
        self._opening = Latest(self)
        self._opening.done.connect(lambda opened: self._document.replace(*opened))

    @property
    def recent(self) -> list[Path]:
        stored = self._settings.value("recent")
        paths = stored if isinstance(stored, list) else [stored]  # Qt gives a list of one as its only entry
        return [Path(path) for path in paths if isinstance(path, str)][:RECENT]

    def new(self) -> None:
        """A pendulum of one link to start from."""
        if self.may_discard():
            self._document.replace(rod_chain(1))

    def open(self) -> None:
        if not self.may_discard():
            return
        name, _ = QFileDialog.getOpenFileName(self._window, "Open an arm", self._folder(), FILTER)
        if name:
            self._load(Path(name))

    def open_path(self, path: Path) -> None:
        if self.may_discard():
            self._load(path)

    def open_example(self, name: str) -> None:
        if self.may_discard():
            self._show(load(name))

    def save(self) -> bool:
        """Whether the document is saved now."""
        path = self._document.path
        return self._write(path) if path is not None else self.save_as()

    def save_as(self) -> bool:
        proposed = str(Path(self._folder()) / f"{self._document.project.name}{SUFFIX}")
        name, _ = QFileDialog.getSaveFileName(self._window, "Save the arm", proposed, FILTER)
        if not name:
            return False
        path = Path(name)
        if path.suffix != ".json":
            path = path.with_name(path.name + SUFFIX)
            if path.exists() and not self._may_overwrite(path):
                return False
        return self._write(path)

    def may_discard(self) -> bool:
        """Whether the document may be closed: unchanged, saved now, or given up by the user."""
        if not self._document.modified:
            return True
        answer = QMessageBox.question(
            self._window,
            "Save changes?",
            f"“{self._document.name}” has been changed. Save it first?",
            Button.Save | Button.Discard | Button.Cancel,
            Button.Save,
        )
        return self.save() if answer == Button.Save else answer == Button.Discard

    def clear_recent(self) -> None:
        self._settings.remove("recent")
        self.recent_changed.emit()

    def finish(self) -> None:
        """Nothing is opened any more."""
        self._opening.wait()

    def _load(self, path: Path) -> None:
        try:
            project = load(path)
        except DynamicsError as error:
            self._complain("This file cannot be opened", error)
            self._forget(path)
            return
        self._show(project, None if is_urdf(path) else path)  # a project is never saved over a URDF
        self._remember(path)

    def _show(self, project: Project, path: Path | None = None) -> None:
        if project.robot.n <= LONG:
            self._opening.forget()
            self._document.replace(project, path)
        else:
            self._opening.ask(lambda: (make_ready(project), path))

    def _write(self, path: Path) -> bool:
        try:
            self._document.project.save(path)
        except DynamicsError as error:
            self._complain("The arm was not saved", error)
            return False
        self._document.saved(path)
        self._remember(path)
        self.told.emit(f"Saved {path}")
        return True

    def _may_overwrite(self, path: Path) -> bool:
        question = f"{path.name} exists already. Replace it?"
        return QMessageBox.question(self._window, "Replace the file?", question) == Button.Yes

    def _complain(self, title: str, error: DynamicsError) -> None:
        QMessageBox.warning(self._window, title, f"{title}.\n\n{error}\n\nThe arm in the window is unchanged.")

    def _folder(self) -> str:
        path = self._document.path or next(iter(self.recent), None)
        return str(path.parent if path is not None else Path.home())

    def _remember(self, path: Path) -> None:
        path = path.absolute()
        self._store([path, *(other for other in self.recent if other != path)])

    def _forget(self, path: Path) -> None:
        self._store([other for other in self.recent if other != path.absolute()])

    def _store(self, paths: list[Path]) -> None:
        self._settings.setValue("recent", [str(path) for path in paths[:RECENT]])
        self.recent_changed.emit()
