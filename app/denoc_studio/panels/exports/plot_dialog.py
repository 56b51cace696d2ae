"""Export of plots: what, in which formats, how large, and where to."""

from __future__ import annotations

from PySide6.QtCore import QSettings, QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLabel, QSpinBox, QWidget

from denoc.files.text.file_names import file_stem
from denoc_studio.panels.exports.export_dialog import ExportDialog, label, number, row
from denoc_studio.panels.exports.preview_box import PreviewBox
from denoc_studio.paper.export import FORMATS, Order, Source
from denoc_studio.plots.series import PLOTS
from denoc_studio.widgets.fields.plain_spin import PlainSpin

WIDTHS = (("One column", 84.0), ("1.5 columns", 129.0), ("Full page", 174.0))
DEFAULT = (174.0, 90.0)  # mm
MILLIMETRES = (40.0, 1000.0, 1, " mm")
TIPS = {
    "png": "A picture of pixels",
    "svg": "Vector graphics, for the web and for editing",
    "pdf": "Vector graphics with embedded fonts, for LaTeX",
    "csv": "The numbers",
}
AS_SHOWN, SI = range(2)


class PlotDialog(ExportDialog):
    endings = tuple(f".{name}" for name in FORMATS)

    def __init__(self, source: Source, everything: bool, settings: QSettings, parent: QWidget | None = None) -> None:
        self._source = source
        self._everything = everything
        self._ratio = DEFAULT[0] / DEFAULT[1]
        self._si = settings.value("export/si", "false") == "true"  # what was chosen where there is a choice
        stem = file_stem(source.project.name)
        super().__init__("Export plots", stem if everything else f"{stem}-{source.key}", settings, parent)

    def source(self) -> Source:
        return self._source

    def finish(self) -> None:
        super().finish()
        self.preview.finish()

    def done(self, result: int) -> None:
        self.preview.finish()
        super().done(result)

    def _beside(self) -> QWidget:
        return self.preview

    def order(self) -> Order:
        return Order(
            everything=self.what.currentIndex() == 1,
            formats=tuple(name for name in FORMATS if self.formats[name].isChecked()),
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
        form.addRow("Formats", row(*self.formats.values()))
        form.addRow(label("&Width", self.preset), row(self.preset, self.width_box))
        form.addRow(label("&Height", self.height_box), row(self.height_box, self.locked, QLabel("PNG"), self.dpi))
        form.addRow("", self.title)
        form.addRow("&Range", self.range)
        form.addRow("CSV &units", self.units)
        self.what.currentIndexChanged.connect(self._show_files)
        self.units.activated.connect(self._choose_units)
        for box in self.formats.values():
            box.toggled.connect(self._show_files)
        self.preset.activated.connect(self._take_preset)
        self.width_box.valueChanged.connect(self._match_preset)
        self.width_box.valueChanged.connect(self._follow_width)
        self.height_box.valueChanged.connect(self._keep_ratio)
        for changed in (self.height_box.valueChanged, self.title.toggled, self.range.currentIndexChanged):
            changed.connect(self._show_files)

    def _make_fields(self) -> None:
        self.preview = PreviewBox(self._source)
        self.what = QComboBox()
        self.what.addItems([f"This plot: {PLOTS[self._source.key].title}", "All plots, and the arm in motion"])
        self.what.setCurrentIndex(int(self._everything))
        self.formats = {name: QCheckBox(name.upper()) for name in FORMATS}
        for name, box in self.formats.items():
            box.setToolTip(TIPS[name])
        self.preset = QComboBox()
        for name, width in WIDTHS:
            self.preset.addItem(f"{name}, {width:g} mm", width)
        self.preset.addItem("Custom", None)
        self.width_box = PlainSpin(*MILLIMETRES, "Width of the figure")
        self.height_box = PlainSpin(*MILLIMETRES, "Height of the figure")
        self.locked = QCheckBox("keep ratio")
        self.locked.setToolTip("The height follows the width: their ratio stays")
        self.title = QCheckBox("&Title above the curves")
        self.title.setToolTip("Without one where the paper has a caption")
        self.dpi = QSpinBox()
        self.dpi.setRange(50, 1200)
        self.dpi.setSuffix(" dpi")
        self.dpi.setToolTip("Pixels per inch of PNG")
        self.units = QComboBox()
        self.units.addItems(["As shown, angles in degrees", "SI, angles in radians"])
        self.units.setToolTip("Of the data of one plot; those of all plots are in SI units")
        self.range = QComboBox()
        left, right = self._source.span
        self.range.addItems(["All samples", f"The visible time, {max(left, 0):.4g} to {right:.4g} s"])

    def _restore(self) -> None:
        kept = self._settings
        chosen = [name for name in str(kept.value("export/formats", "pdf")).split(",") if name in FORMATS]
        for name in chosen or ["pdf"]:
            self.formats[name].setChecked(True)
        self.width_box.setValue(number(kept.value("export/width"), DEFAULT[0]))
        self.height_box.setValue(number(kept.value("export/height"), DEFAULT[1]))
        self._keep_ratio(self.height_box.value())
        self.dpi.setValue(round(number(kept.value("export/dpi"), 300.0)))
        self.locked.setChecked(str(kept.value("export/ratio", "true")).lower() != "false")
        self.title.setChecked(str(kept.value("export/title", "true")).lower() != "false")
        self._match_preset()

    def _remember(self) -> None:
        order = self.order()
        for name, value in (
            ("formats", ",".join(order.formats)),
            ("width", order.width),
            ("height", order.height),
            ("dpi", order.dpi),
            ("ratio", self.locked.isChecked()),
            ("title", order.title),
            ("si", "true" if self._si else "false"),
        ):
            self._settings.setValue(f"export/{name}", value)

    def _enable(self) -> None:
        pictures = any(self.formats[name].isChecked() for name in FORMATS if name != "csv")
        for field in (self.preset, self.width_box, self.height_box, self.locked, self.title):
            field.setEnabled(pictures)
        self.dpi.setEnabled(self.formats["png"].isChecked())
        choice = self._source.options.degrees and self.what.currentIndex() == 0
        self.units.setEnabled(choice and self.formats["csv"].isChecked())
        self.units.setCurrentIndex(SI if self._si or not choice else AS_SHOWN)
        self.preview.show_order(self.order() if pictures else None)

    def _choose_units(self, index: int) -> None:
        self._si = index == SI

    def _take_preset(self) -> None:
        if self.preset.currentData() is not None:
            self.width_box.setValue(self.preset.currentData())
        else:
            self.width_box.setFocus()
            self.width_box.selectAll()

    def _follow_width(self, width: float) -> None:
        if self.locked.isChecked():
            with QSignalBlocker(self.height_box):
                self.height_box.setValue(width / self._ratio)
        self._show_files()

    def _keep_ratio(self, height: float) -> None:
        self._ratio = self.width_box.value() / height

    def _match_preset(self) -> None:
        place = next((k for k, (_, width) in enumerate(WIDTHS) if width == self.width_box.value()), len(WIDTHS))
        self.preset.setCurrentIndex(place)
