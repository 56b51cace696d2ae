"""A file asked for, and written by a process of its own, with what came of it in words."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.disk.files import save_bytes
from denoc_studio.look.folders import usual_folder
from denoc_studio.paper.export_process import Export, Order
from denoc_studio.widgets.questions import path_to_save, with_ending
from denoc_studio.widgets.task import Task


class FileExport(QObject):
    """One at a time; `message` or `failed` says when it is done."""

    message = Signal(str)
    failed = Signal(str)

    def __init__(self, owner: QWidget, settings: QSettings) -> None:
        super().__init__(owner)
        self._owner = owner
        self._settings = settings
        self._export: Export | None = None
        self._task: Task | None = None

    @property
    def busy(self) -> bool:
        return self._task is not None

    def ask(self, title: str, name: str, kind: str) -> Path | None:
        """Where to; always with the ending of `name`."""
        proposed = usual_folder(self._settings) / name
        complete = partial(with_ending, endings=(proposed.suffix,))
        path = path_to_save(self._owner, title, proposed, f"{kind};;All files (*)", complete)
        if path is not None:
            self._settings.setValue("export/folder", str(path.parent))
        return path

    def write(self, order: Order, source: object, path: Path) -> None:
        if self.busy:
            self.message.emit("A report is being written.")
            return
        self._export = Export(order, source)
        self._task = Task(self._export.write, self)
        self._task.over.connect(self._let_go)
        self._task.done.connect(self._written)
        self._task.failed.connect(self.failed)
        self._task.start()
        self.message.emit(f"Writing {path.name} ...")

    def save_data(self, title: str, name: str, data: bytes, kinds: str = "Tables (*.csv)") -> None:
        """A table, where the user wants it."""
        path = self.ask(title, name, kinds)
        if path is None:
            return
        try:
            save_bytes(path, data)
        except DynamicsError as error:
            self.failed.emit(str(error))
        else:
            self.message.emit(f"Wrote {path}")

    def finish(self) -> None:
        """Stop what is under way; before the window goes."""
        if self._export is not None:
            self._export.stop()
        if self._task is not None:
            self._task.wait()

    def _written(self, paths: list[Path]) -> None:
        self.message.emit(f"Wrote {paths[0]}")

    def _let_go(self) -> None:
        self._task = self._export = None
