"""The document's file, which other windows and programs write too: noticed, asked about, and neither version lost."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from denoc.files.disk.files import Saved
from denoc.files.disk.paths import whole_path
from denoc.files.disk.versions import Version, absent
from denoc.files.projects.project import Project
from denoc.files.projects.project_file import save_project
from denoc_studio.session.disk_watch import DiskWatch, FileOnDisk, look_at
from denoc_studio.session.document import Document
from denoc_studio.window.files.changed_dialog import Answer, ask


class SharedFile(QObject):
    """`save` never replaces what this window has not seen, unless the user said so; then the other version is kept."""

    noticed = Signal(object)  # Sight of a file that somebody else has written; None when that is settled
    message = Signal(str)

    def __init__(self, document: Document, window: QWidget) -> None:
        super().__init__(window)
        self._document = document
        self._window = window
        self._overruled: tuple[Path | None, Version] | None = None  # what the next save may replace
        self.sight: FileOnDisk | None = None
        self.watch = DiskWatch(document, self)
        self.watch.noticed.connect(self._notice)

    def save(self, project: Project, path: Path) -> Saved:
        """Write the project; FileChanged where the file is not what this window knows, and nobody has decided."""
        document = self._document
        if document.path is None or whole_path(path) != whole_path(document.path):
            return save_project(project, path, keep=True)  # the dialog has asked whether it may be replaced
        if self._overruled is not None and self._overruled[0] == document.path:
            return save_project(project, path, expected=self._overruled[1], keep=True)
        return save_project(project, path, expected=document.version or absent(path))

    def saved(self, path: Path, saved: Saved) -> None:
        """It was: the document is what the file holds."""
        self._overruled = None
        self._document.saved(path, saved.version)
        kept = f"; the other version is kept as {saved.kept.name}" if saved.kept is not None else ""
        self.message.emit(f"Saved {path}{kept}")
        self._notice(None)

    def ask(self) -> Answer:
        """What the user wants, having seen what differs; keeping and reloading are done then."""
        path = self._document.path
        assert path is not None
        sight = look_at(path)
        answer = ask(sight, self._document.project, self._window)
        if answer is Answer.KEEP:
            self.keep(sight)
        elif answer is Answer.RELOAD:
            self.reload(sight)
        return answer

    def keep(self, sight: FileOnDisk) -> None:
        """The next save replaces this version of the file, and keeps it beside."""
        self._overruled = (sight.path, sight.version)
        self._document.set_unsaved()
        self._notice(None)

    def reload(self, sight: FileOnDisk) -> None:
        if sight.project is not None:
            self._document.reload(sight.project, sight.path, sight.version)
            self.message.emit(f"Reloaded {sight.path.name}; Undo brings back what was here")
            self._notice(None)

    def finish(self) -> None:
        self.watch.finish()

    def _notice(self, sight: FileOnDisk | None) -> None:
        if sight is not None and self._overruled == (sight.path, sight.version):
            return  # that was answered
        if sight is not None and (sight.version.absent or self._document.wrote):
            self._document.set_unsaved()  # what was saved from here is nowhere but here now
        self.sight = sight
        self.noticed.emit(sight)
