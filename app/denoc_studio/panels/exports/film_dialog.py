"""Export of the animation: format, size, rate, speed, which part of the run, and how it looks."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QWidget

from denoc.files.text.file_names import file_stem
from denoc_studio.panels.exports.export_dialog import ExportDialog, label, number, row
from denoc_studio.panels.exports.look_fields import LookFields
from denoc_studio.picture.arm.view_state import ViewState
from denoc_studio.picture.film import mp4
from denoc_studio.picture.film.export import FORMATS, FilmOrder, FilmSource
from denoc_studio.picture.film.frames import FASTEST_RATE, SLOWEST_RATE, FilmLook, Pace, check_gif_rate, suitable_speed
from denoc_studio.widgets.fields.plain_spin import PlainSpin

TIPS = {
    "gif": "Plays everywhere, without sound or controls: for slides, pages and READMEs",
    "mp4": "A film in H.264: small, and as smooth as you like",
    "frames": "One PNG for each frame, in a folder",
}
NAMES = {"gif": "GIF", "mp4": "MP4", "frames": "PNG frames"}


class FilmDialog(ExportDialog):
    endings = (".gif", ".mp4")

    def __init__(self, source: FilmSource, view: ViewState, settings: QSettings, parent: QWidget | None = None) -> None:
        self._source, self._view = source, view
        super().__init__("Export the animation", file_stem(source.project.name), settings, parent)

    def source(self) -> FilmSource:
        return self._source

    def order(self) -> FilmOrder:
        formats = tuple(name for name in FORMATS if self.formats[name].isChecked())
        pace = Pace(self.fps.value(), self.speed.value(), self.start.value(), self.end.value())
        if formats:
            pace.frames(self._end)
        if "gif" in formats:
            check_gif_rate(pace.fps)
        look = FilmLook(
            self.look.width.value(),
            self.look.height.value(),
            self.look.dark,
            self._view.camera,
            not (self.look.as_seen and self._view.chosen),
            self._view.visible,
            self.caption.isChecked(),
            self._view.selected,
        )
        return FilmOrder(formats, look, pace, self.folder_path, self.stem)

    def _rows(self, form: QFormLayout) -> None:
        self._make_fields()
        form.addRow("Formats", row(*self.formats.values()))
        if self.no_mp4.text():
            form.addRow("", self.no_mp4)
        self.look.add_to(form)
        form.addRow(label("&Rate", self.fps), row(self.fps, QLabel("speed"), self.speed))
        form.addRow(label("F&rom", self.start), row(self.start, QLabel("to"), self.end))
        form.addRow("", self.caption)
        for box in self.formats.values():
            box.toggled.connect(self._show_files)
        for field in (self.fps, self.speed, self.start, self.end):
            field.valueChanged.connect(self._show_files)
        self.look.changed.connect(self._show_files)

    def _make_fields(self) -> None:
        self.formats = {name: QCheckBox(NAMES[name]) for name in FORMATS}
        for name, box in self.formats.items():
            box.setToolTip(TIPS[name])
        self.no_mp4 = QLabel(mp4.obstacle(), wordWrap=True)
        self.no_mp4.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)  # a command, to be copied
        self.formats["mp4"].setEnabled(not self.no_mp4.text())
        self.look = LookFields("film", self._settings, self._view.dark, self)
        self._end = self._source.takes[0].end
        self.fps = PlainSpin(SLOWEST_RATE, FASTEST_RATE, 2, " frames/s", "A GIF has at most 50")
        self.speed = PlainSpin(0.001, 100_000.0, 3, " × real time", "2: twice as fast as the run; 0.1: in slow motion")
        self.speed.setAccessibleName("Speed")
        self.start = PlainSpin(0.0, self._end, 4, " s", "Where in the run the film begins")
        self.end = PlainSpin(0.0, self._end, 4, " s", "Where in the run it ends")
        self.end.setAccessibleName("End")
        self.caption = QCheckBox("Name and time in the &picture")

    def _restore(self) -> None:
        kept = self._settings
        chosen = [name for name in str(kept.value("film/formats", "gif")).split(",") if name in FORMATS]
        for name in chosen or ["gif"]:
            self.formats[name].setChecked(self.formats[name].isEnabled())
        self.fps.setValue(number(kept.value("film/fps"), 25.0))
        self.speed.setValue(suitable_speed(self._end))
        self.start.setValue(0.0)
        self.end.setValue(self._end)
        self.caption.setChecked(str(kept.value("film/caption", "true")).lower() != "false")

    def _remember(self) -> None:
        self.look.remember()
        self._settings.setValue("film/formats", ",".join(self.order().formats))
        self._settings.setValue("film/fps", self.fps.value())
        self._settings.setValue("film/caption", self.caption.isChecked())

    def _more_words(self) -> str:
        pace = self.order().pace
        count = pace.frames(self._end)
        return f": {count} frames, {count / pace.fps:.4g} s"
