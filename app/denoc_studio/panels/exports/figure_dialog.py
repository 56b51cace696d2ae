"""What every export of a figure for paper asks: formats, size, resolution, title; with a preview of it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSettings, QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLabel, QSpinBox, QWidget

from denoc_studio.panels.exports.export_dialog import ExportDialog, label, number, row
from denoc_studio.panels.exports.preview_box import PreviewBox
from denoc_studio.paper.export import FORMATS
from denoc_studio.widgets.fields.plain_spin import PlainSpin

WIDTHS = (("One column", 84.0), ("1.5 columns", 129.0), ("Full page", 174.0))
MILLIMETRES = (40.0, 1000.0, 1, " mm")
TIPS = {
    "png": "A picture of pixels",
    "svg": "Vector graphics, for the web and for editing",
    "pdf": "Vector graphics with embedded fonts, for LaTeX",
    "csv": "The numbers",
    "mat": "The whole run for MATLAB and Octave, in SI units and radians",
}


class FigureDialog(ExportDialog):
    """Its order has `formats`, `width` and `height` (mm), `dpi`, `title`, and can draw itself for the preview.

    Sizes are kept between dialogs under `group`; `first_size` is what they are at first.
    """

    kinds: tuple[str, ...] = FORMATS
    endings = tuple(f".{name}" for name in (*FORMATS, "mat"))
    group = "export"
    first_size = (174.0, 90.0)  # mm

    def __init__(self, title: str, name: str, source: Any, settings: QSettings, parent: QWidget | None = None) -> None:
        self._source = source
        self._ratio = self.first_size[0] / self.first_size[1]
        super().__init__(title, name, settings, parent)

    def source(self) -> Any:
        return self._source

    def finish(self) -> None:
        super().finish()
        self.preview.finish()

    def done(self, result: int) -> None:
        self.preview.finish()
        super().done(result)

    @property
    def chosen_formats(self) -> tuple[str, ...]:
        return tuple(name for name in self.kinds if self.formats[name].isChecked())

    def _beside(self) -> QWidget:
        return self.preview

    def _rows(self, form: QFormLayout) -> None:
        self._make_figure_fields()
        form.addRow("Formats", row(*self.formats.values()))
        form.addRow(label("&Width", self.preset), row(self.preset, self.width_box))
        form.addRow(label("&Height", self.height_box), row(self.height_box, self.locked, QLabel("PNG"), self.dpi))
        form.addRow("", self.title)
        for box in self.formats.values():
            box.toggled.connect(self._show_files)
        self.preset.activated.connect(self._take_preset)
        self.width_box.valueChanged.connect(self._match_preset)
        self.width_box.valueChanged.connect(self._follow_width)
        self.height_box.valueChanged.connect(self._keep_ratio)
        self.height_box.valueChanged.connect(self._show_files)
        self.title.toggled.connect(self._show_files)

    def _make_figure_fields(self) -> None:
        self.preview = PreviewBox(self._source)
        self.formats = {name: QCheckBox(name.upper()) for name in self.kinds}
        for name, box in self.formats.items():
            box.setToolTip(TIPS[name])
        self.preset = QComboBox()
        for name, width in WIDTHS:
            self.preset.addItem(f"{name}, {width:g} mm", width)
        self.preset.addItem("Custom", None)
        self.width_box = PlainSpin(*MILLIMETRES, "Width of the figure")
        self.height_box = PlainSpin(*MILLIMETRES, "Height of the figure")
        self.width_box.setAccessibleName("Width")
        self.locked = QCheckBox("keep ratio")
        self.locked.setToolTip("The height follows the width: their ratio stays")
        self.title = QCheckBox("&Title above the figure")
        self.title.setToolTip("Without one where the paper has a caption")
        self.dpi = QSpinBox()
        self.dpi.setRange(50, 1200)
        self.dpi.setSuffix(" dpi")
        self.dpi.setToolTip("Pixels per inch of PNG")
        self.dpi.setAccessibleName("Resolution of PNG")

    def _restore(self) -> None:
        def kept(name: str, default: object = None) -> object:
            return self._settings.value(f"{self.group}/{name}", default)

        chosen = [name for name in str(kept("formats", "pdf")).split(",") if name in self.kinds]
        for name in chosen or ["pdf"]:
            self.formats[name].setChecked(True)
        self.width_box.setValue(number(kept("width"), self.first_size[0]))
        self.height_box.setValue(number(kept("height"), self.first_size[1]))
        self._keep_ratio(self.height_box.value())
        self.dpi.setValue(round(number(kept("dpi"), 300.0)))
        self.locked.setChecked(str(kept("ratio", "true")).lower() != "false")
        self.title.setChecked(str(kept("title", "true")).lower() != "false")
        self._match_preset()

    def _remember(self) -> None:
        for name, value in (
            ("formats", ",".join(self.chosen_formats)),
            ("width", self.width_box.value()),
            ("height", self.height_box.value()),
            ("dpi", self.dpi.value()),
            ("ratio", self.locked.isChecked()),
            ("title", self.title.isChecked()),
        ):
            self._settings.setValue(f"{self.group}/{name}", value)

    def _enable(self) -> None:
        pictures = any(self.formats[name].isChecked() for name in FORMATS if name != "csv")
        for field in (self.preset, self.width_box, self.height_box, self.locked, self.title):
            field.setEnabled(pictures)
        self.dpi.setEnabled(self.formats["png"].isChecked())
        self.preview.show_order(self.order() if pictures else None)

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
