"""Export of a map of the reach: in which formats, how large, and where to."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from denoc.files.text.file_names import file_stem
from denoc_studio.panels.exports.figure_dialog import FigureDialog
from denoc_studio.paper.reach_export import MapOrder, MapSource


class MapDialog(FigureDialog):
    group = "export/map"
    first_size = (129.0, 110.0)

    def __init__(self, source: MapSource, settings: QSettings, parent: QWidget | None = None) -> None:
        name = f"{file_stem(source.name)}-reach-{source.quantity}"
        super().__init__("Export the map of the reach", name, source, settings, parent)

    def order(self) -> MapOrder:
        return MapOrder(
            formats=self.chosen_formats,
            width=self.width_box.value(),
            height=self.height_box.value(),
            dpi=self.dpi.value(),
            folder=self.folder_path,
            name=self.stem,
            title=self.title.isChecked(),
        )
