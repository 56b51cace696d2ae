"""An identification out of the window: clipboard, CSV, LaTeX."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QGuiApplication

from denoc.basics.errors import DynamicsError
from denoc.files.disk.files import save_bytes
from denoc.files.text.file_names import file_stem
from denoc_studio.panels.exports.file_export import FileExport
from denoc_studio.plots.tables.identify.files import csv_text, latex_text
from denoc_studio.plots.tables.identify.identified import Outcome, sheet


class IdentifyExport(FileExport):
    """Asks where to, writes, and says in words what came of it."""

    def copy(self, outcome: Outcome) -> None:
        QGuiApplication.clipboard().setText(sheet(outcome).text)
        self.message.emit("The table is in the clipboard.")

    def copy_latex(self, outcome: Outcome) -> None:
        QGuiApplication.clipboard().setText(latex_text(outcome))
        self.message.emit("The table is in the clipboard, as LaTeX for booktabs.")

    def save_csv(self, outcome: Outcome, name: str) -> None:
        path = self.ask("Save the estimates", f"{file_stem(name)}-identified.csv", "Tables (*.csv)")
        if path is not None:
            self._save(path, csv_text(outcome))

    def save_latex(self, outcome: Outcome, name: str) -> None:
        path = self.ask("Save the estimates", f"{file_stem(name)}-identified.tex", "LaTeX (*.tex)")
        if path is not None:
            self._save(path, latex_text(outcome))

    def _save(self, path: Path, text: str) -> None:
        try:
            save_bytes(path, text.encode())
        except DynamicsError as error:
            self.failed.emit(str(error))
        else:
            self.message.emit(f"Wrote {path}")
