"""A sweep out of the window: clipboard and CSV."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from denoc.basics.errors import DynamicsError
from denoc.files.disk.files import save_bytes
from denoc.files.text.file_names import file_stem
from denoc_studio.panels.exports.file_export import FileExport
from denoc_studio.plots.sweep.table import SweepTable


class SweepExport(FileExport):
    """Says in words what came of it."""

    def copy(self, table: SweepTable, order: list[int], degrees: bool) -> None:
        QGuiApplication.clipboard().setText(table.text(order, degrees))
        self.message.emit("The table is in the clipboard.")

    def save(self, table: SweepTable) -> None:
        path = self.ask("Save the sweep", f"{file_stem(table.project.name)}-sweep.csv", "Tables (*.csv)")
        if path is None:
            return
        try:
            save_bytes(path, table.csv())
        except DynamicsError as error:
            self.failed.emit(str(error))
        else:
            self.message.emit(f"Wrote {path}")
