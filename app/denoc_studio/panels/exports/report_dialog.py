"""The lab report: where to."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFormLayout, QWidget

from denoc.files.text.file_names import file_stem
from denoc_studio.panels.exports.export_dialog import ExportDialog
from denoc_studio.paper.report.order import LabOrder, LabSource


class ReportDialog(ExportDialog):
    endings = (".pdf",)

    def __init__(self, source: LabSource, settings: QSettings, parent: QWidget | None = None) -> None:
        self._source = source
        super().__init__("Lab report", f"{file_stem(source.project.name)}-report", settings, parent)

    def source(self) -> LabSource:
        return self._source

    def order(self) -> LabOrder:
        return LabOrder(self.folder_path / f"{self.stem}.pdf")

    def _rows(self, form: QFormLayout) -> None:
        """Nothing to choose but the file."""
