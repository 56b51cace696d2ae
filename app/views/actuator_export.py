"""The actuators out of the window: clipboard, CSV, and a page of paper that a process of its own draws."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from app.actuator_report import ReportOrder, ReportSource
from app.actuator_study import Study
from app.actuator_table import csv_text, tabular
from app.plots.export_process import Export
from app.render import file_stem
from app.views.background import Task
from dynamics.errors import DynamicsError
from dynamics.io.files import save_bytes


class ActuatorExport(QObject):
    """Asks where to, writes, and says in words what came of it."""

    told = Signal(str)
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

    def copy(self, study: Study, degrees: bool) -> None:
        QGuiApplication.clipboard().setText(tabular(study.robot, study.rows, degrees))
        self.told.emit("The table is in the clipboard.")

    def save_table(self, study: Study, name: str) -> None:
        path = self._ask("Save the table", f"{file_stem(name)}-actuators.csv", "Tables (*.csv)")
        if path is not None:
            self.write_table(study, path)

    def write_table(self, study: Study, path: Path) -> None:
        try:
            save_bytes(path, csv_text(study.robot, study.rows).encode())
        except DynamicsError as error:
            self.failed.emit(str(error))
        else:
            self.told.emit(f"Wrote {path}")

    def save_report(self, source: ReportSource) -> None:
        name = f"{file_stem(source.project.name)}-actuators.pdf"
        path = self._ask("Save the report", name, "PDF (*.pdf)")
        if path is not None:
            self.write_report(source, path)

    def write_report(self, source: ReportSource, path: Path) -> None:
        """One at a time; `told` or `failed` says when it is done."""
        if self.busy:
            self.told.emit("A report is being written.")
            return
        self._export = Export(ReportOrder(path), source)
        self._task = Task(self._export.write, self)
        self._task.done.connect(self._written)
        self._task.failed.connect(self.failed)
        self._task.finished.connect(self._finished)
        self._task.start()
        self.told.emit(f"Writing {path.name} ...")

    def finish(self) -> None:
        """Stop what is under way; before the window goes."""
        if self._export is not None:
            self._export.stop()
        if self._task is not None:
            self._task.wait()

    def _written(self, paths: list[Path]) -> None:
        self.told.emit(f"Wrote {paths[0]}")

    def _finished(self) -> None:
        self._task = self._export = None

    def _ask(self, title: str, name: str, kind: str) -> Path | None:
        folder = str(self._settings.value("export/folder") or Path.home())
        chosen, _ = QFileDialog.getSaveFileName(self._owner, title, str(Path(folder) / name), f"{kind};;All files (*)")
        if not chosen:
            return None
        path = Path(chosen)
        self._settings.setValue("export/folder", str(path.parent))
        return path if path.suffix else path.with_suffix(Path(name).suffix)
