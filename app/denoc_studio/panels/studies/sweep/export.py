"""A sweep out of the window: clipboard and CSV."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from denoc.files.text.file_names import file_stem
from denoc_studio.panels.exports.file_export import FileExport
from denoc_studio.plots.sweep.table import SweepTable


class SweepExport(FileExport):
    """Says in words what came of it."""

    def copy(self, table: SweepTable, order: list[int], degrees: bool) -> None:
        QGuiApplication.clipboard().setText(table.text(order, degrees))
        self.message.emit("The table is in the clipboard.")

    def save(self, table: SweepTable) -> None:
        self.save_data("Save the sweep", f"{file_stem(table.project.name)}-sweep.csv", table.csv())
