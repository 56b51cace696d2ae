"""Export of plots: what, in which formats, how large, and where to."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

from denoc.files.text.file_names import file_stem
from denoc_studio.panels.exports.figure_dialog import FigureDialog
from denoc_studio.paper.export import FORMATS, Order, Source
from denoc_studio.plots.series import PLOTS

AS_SHOWN, SI = range(2)


class PlotDialog(FigureDialog):
    kinds = (*FORMATS, "mat")

    def __init__(self, source: Source, everything: bool, settings: QSettings, parent: QWidget | None = None) -> None:
        self._everything = everything
        self._si = settings.value("export/si", "false") == "true"  # what was chosen where there is a choice
        stem = file_stem(source.project.name)
        super().__init__("Export plots", stem if everything else f"{stem}-{source.key}", source, settings, parent)

    def order(self) -> Order:
        return Order(
            everything=self.what.currentIndex() == 1,
            formats=self.chosen_formats,
            width=self.width_box.value(),
            height=self.height_box.value(),
            dpi=self.dpi.value(),
            visible_only=self.range.currentIndex() == 1,
            folder=self.folder_path,
            name=self.stem,
            si=self.units.currentIndex() == SI,
            title=self.title.isChecked(),
        )

    def _rows(self, form: QFormLayout) -> None:
        self._make_fields()
        form.addRow("&Plots", self.what)
        super()._rows(form)
        form.addRow("&Range", self.range)
        form.addRow("CSV &units", self.units)
        self.what.currentIndexChanged.connect(self._show_files)
        self.units.activated.connect(self._choose_units)
        self.range.currentIndexChanged.connect(self._show_files)

    def _make_fields(self) -> None:
        self.what = QComboBox()
        self.what.addItems([f"This plot: {PLOTS[self._source.key].title}", "All plots, and the arm in motion"])
        self.what.setCurrentIndex(int(self._everything))
        self.units = QComboBox()
        self.units.addItems(["As shown, angles in degrees", "SI, angles in radians"])
        self.units.setToolTip("Of the data of one plot; those of all plots are in SI units")
        self.range = QComboBox()
        left, right = self._source.span
        self.range.addItems(["All samples", f"The visible time, {max(left, 0):.4g} to {right:.4g} s"])

    def _remember(self) -> None:
        super()._remember()
        self._settings.setValue("export/si", "true" if self._si else "false")

    def _enable(self) -> None:
        choice = self._source.options.degrees and self.what.currentIndex() == 0
        self.units.setEnabled(choice and self.formats["csv"].isChecked())
        self.units.setCurrentIndex(SI if self._si or not choice else AS_SHOWN)
        super()._enable()

    def _choose_units(self, index: int) -> None:
        self._si = index == SI
