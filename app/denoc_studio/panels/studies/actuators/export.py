"""The actuators out of the window: clipboard, CSV, and a page of paper that a process of its own draws."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QGuiApplication

from denoc.basics.errors import DynamicsError
from denoc.files.disk.files import save_bytes
from denoc.files.text.file_names import file_stem
from denoc_studio.panels.exports.file_export import FileExport
from denoc_studio.paper.actuator_report import ReportOrder, ReportSource
from denoc_studio.plots.tables.actuator_study import Study
from denoc_studio.plots.tables.actuator_table import csv_text, tabular


class ActuatorExport(FileExport):
    """Asks where to, writes, and says in words what came of it."""

    def copy(self, study: Study, degrees: bool) -> None:
        QGuiApplication.clipboard().setText(tabular(study.robot, study.rows, degrees))
        self.message.emit("The table is in the clipboard.")

    def save_table(self, study: Study, name: str) -> None:
        path = self.ask("Save the table", f"{file_stem(name)}-actuators.csv", "Tables (*.csv)")
        if path is not None:
            self.write_table(study, path)

    def write_table(self, study: Study, path: Path) -> None:
        try:
            save_bytes(path, csv_text(study.robot, study.rows).encode())
        except DynamicsError as error:
            self.failed.emit(str(error))
        else:
            self.message.emit(f"Wrote {path}")

    def save_report(self, source: ReportSource) -> None:
        name = f"{file_stem(source.project.name)}-actuators.pdf"
        path = self.ask("Save the report", name, "PDF (*.pdf)")
        if path is not None:
            self.write_report(source, path)

    def write_report(self, source: ReportSource, path: Path) -> None:
        self.write(ReportOrder(path), source, path)
