"""An identification out of the window: clipboard, CSV, LaTeX."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

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
        self.save_data("Save the estimates", f"{file_stem(name)}-identified.csv", csv_text(outcome).encode())

    def save_latex(self, outcome: Outcome, name: str) -> None:
        file, data = f"{file_stem(name)}-identified.tex", latex_text(outcome).encode()
        self.save_data("Save the estimates", file, data, "LaTeX (*.tex)")
