"""Export of plots: what, in which formats, how large, and where to."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, QStandardPaths, Qt, QUrl
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.plots.export import FORMATS, Order, Source
from app.plots.export_process import Export
from app.plots.series import PLOTS
from app.render import file_stem
from app.views.background import Task

WIDTHS = (("One column", 84.0), ("1.5 columns", 129.0), ("Full page", 174.0))
TIPS = {
    "png": "A picture of pixels",
    "svg": "Vector graphics, for the web and for editing",
    "pdf": "Vector graphics with embedded fonts, for LaTeX",
    "csv": "The numbers, in SI units and radians",
}
LISTED = 4  # files named one by one
LONGEST_NAME = 150  # characters, with room for what is added


class ExportDialog(QDialog):
    """Stays open until the files are written; what went wrong stands in it in words."""

    def __init__(self, source: Source, everything: bool, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._settings = settings
        self.task: Task | None = None
        self._export: Export | None = None
        self._busy = False
        self.setWindowTitle("Export plots")
        self._make_fields(everything)
        self._lay_out()
        self._restore()
        self._show_files()
        self.name.setFocus()
        self.name.selectAll()

    def order(self) -> Order:
        """What the fields say."""
        return Order(
            everything=self.what.currentIndex() == 1,
            formats=tuple(name for name in FORMATS if self.formats[name].isChecked()),
            width=self.width_box.value(),
            height=self.height_box.value(),
            dpi=self.dpi.value(),
            visible_only=self.range.currentIndex() == 1,
            folder=Path(self.folder.text()).expanduser(),
            name=self.name.text().strip(),
        )

    def accept(self) -> None:
        order = self.order()
        if self._busy or not self._fits(order):
            return
        there = [path for path in order.files(self._source) if path.exists()]
        if there and not self._may_overwrite(there):
            return
        self._remember(order)
        self._set_busy(True)
        self._export = Export(order, self._source)
        self.task = Task(self._export.write, self)
        self.task.told.connect(self._say)
        self.task.done.connect(self._done)
        self.task.failed.connect(self._failed)
        self.task.start()

    def reject(self) -> None:
        """Closes the dialog, or ends the export that is under way."""
        if self._busy:
            self.stop()
        else:
            super().reject()

    def stop(self) -> None:
        """No further files; those that are written stay."""
        if self._busy and self._export is not None:
            self._export.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._busy:
            self.stop()
            event.ignore()
        else:
            super().closeEvent(event)

    def _make_fields(self, everything: bool) -> None:
        self.what = QComboBox()
        self.what.addItems([f"This plot: {PLOTS[self._source.key].title}", "All plots, and the arm in motion"])
        self.what.setCurrentIndex(int(everything))
        self.formats = {name: QCheckBox(name.upper()) for name in FORMATS}
        for name, box in self.formats.items():
            box.setToolTip(TIPS[name])
        self.preset = QComboBox()
        for name, width in WIDTHS:
            self.preset.addItem(f"{name}, {width:g} mm", width)
        self.preset.addItem("Custom", None)
        self.width_box = _millimetres("Width of the figure")
        self.height_box = _millimetres("Height of the figure")
        self.dpi = QSpinBox()
        self.dpi.setRange(50, 1200)
        self.dpi.setSuffix(" dpi")
        self.dpi.setToolTip("Pixels per inch of PNG")
        self.range = QComboBox()
        left, right = self._source.span
        self.range.addItems(["All samples", f"The visible time, {max(left, 0):.4g} to {right:.4g} s"])
        self.folder = QLineEdit()
        self.browse = QPushButton("Choose...")
        self.name = QLineEdit()
        self.files = QLabel()
        self.files.setWordWrap(True)
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.setOpenExternalLinks(True)
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.setMaximumHeight(6)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.export_button = self.buttons.addButton("Export", QDialogButtonBox.ButtonRole.AcceptRole)
        self.export_button.setDefault(True)

    def _lay_out(self) -> None:
        self.fields = QWidget()
        form = QFormLayout(self.fields)
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("&Plots", self.what)
        form.addRow("Formats", _row(*self.formats.values()))
        form.addRow(_label("&Width", self.preset), _row(self.preset, self.width_box))
        form.addRow(_label("&Height", self.height_box), _row(self.height_box, QLabel("PNG"), self.dpi))
        form.addRow("&Range", self.range)
        form.addRow(_label("&Folder", self.folder), _row(self.folder, self.browse))
        form.addRow("&Name", self.name)
        form.addRow("Writes", self.files)
        layout = QVBoxLayout(self)
        layout.addWidget(self.fields)
        layout.addWidget(self.progress)
        layout.addWidget(self.message)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        self.progress.hide()
        self.setMinimumWidth(480)
        self._connect()

    def _connect(self) -> None:
        self.what.currentIndexChanged.connect(self._show_files)
        for box in self.formats.values():
            box.toggled.connect(self._show_files)
        self.preset.activated.connect(self._take_preset)
        self.width_box.valueChanged.connect(self._match_preset)
        self.folder.textChanged.connect(self._show_files)
        self.name.textChanged.connect(self._show_files)
        self.browse.clicked.connect(self._choose_folder)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _restore(self) -> None:
        """The choices of last time, where they can be read."""
        kept = self._settings
        chosen = [name for name in str(kept.value("export/formats", "pdf")).split(",") if name in FORMATS]
        for name in chosen or ["pdf"]:
            self.formats[name].setChecked(True)
        self.width_box.setValue(_number(kept.value("export/width"), WIDTHS[2][1]))
        self.height_box.setValue(_number(kept.value("export/height"), 90.0))
        self.dpi.setValue(round(_number(kept.value("export/dpi"), 300.0)))
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        self.folder.setText(str(kept.value("export/folder") or documents or Path.home()))
        stem = file_stem(self._source.project.name)
        self.name.setText(stem if self.what.currentIndex() == 1 else f"{stem}-{self._source.key}")
        self._match_preset()

    def _remember(self, order: Order) -> None:
        for name, value in (
            ("formats", ",".join(order.formats)),
            ("width", order.width),
            ("height", order.height),
            ("dpi", order.dpi),
            ("folder", self.folder.text()),
        ):
            self._settings.setValue(f"export/{name}", value)

    def _take_preset(self) -> None:
        if self.preset.currentData() is not None:
            self.width_box.setValue(self.preset.currentData())
        else:
            self.width_box.setFocus()
            self.width_box.selectAll()

    def _match_preset(self) -> None:
        place = next((k for k, (_, width) in enumerate(WIDTHS) if width == self.width_box.value()), len(WIDTHS))
        self.preset.setCurrentIndex(place)

    def _choose_folder(self) -> None:
        options = QFileDialog.Option.ShowDirsOnly | QFileDialog.Option.DontUseNativeDialog
        folder = QFileDialog.getExistingDirectory(self, "Folder for the files", self.folder.text(), options)
        if folder:
            self.folder.setText(folder)

    def _show_files(self) -> None:
        order = self.order()
        names = [path.name for path in order.files(self._source)]
        more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
        self.files.setText(", ".join(names[:LISTED]) + more if names else "no format is chosen")
        self.export_button.setEnabled(bool(names and order.name))
        pictures = any(self.formats[name].isChecked() for name in FORMATS if name != "csv")
        for field in (self.preset, self.width_box, self.height_box):
            field.setEnabled(pictures)
        self.dpi.setEnabled(self.formats["png"].isChecked())

    def _fits(self, order: Order) -> bool:
        """Are folder and name usable? If not, say why."""
        if not self.folder.text().strip():
            self._complain("Choose a folder.")
            return False
        if len(order.name) > LONGEST_NAME:
            self._complain(f"The name must not be longer than {LONGEST_NAME} characters.")
            return False
        if not order.folder.is_dir():
            self._complain(f"There is no folder {order.folder}.")
            return False
        if order.name != Path(order.name).name or "\\" in order.name or not order.name.isprintable():
            self._complain("The name must be a plain file name, without folders.")
            return False
        return True

    def _may_overwrite(self, there: list[Path]) -> bool:
        question = (
            f"{there[0].name} exists already. Replace it?"
            if len(there) == 1
            else f"{len(there)} of these files exist already. Replace them?"
        )
        box = QMessageBox(QMessageBox.Icon.Question, "Export plots", question, parent=self)
        replace = box.addButton("Replace", QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        return box.clickedButton() is replace

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        if not busy and self.task is not None:
            self.task.wait()  # it has said its last word
        self.progress.setVisible(busy)
        self.fields.setEnabled(not busy)
        self.buttons.button(QDialogButtonBox.StandardButton.Close).setText("Stop" if busy else "Close")
        self.export_button.setEnabled(not busy)

    def _say(self, text: str) -> None:
        self.message.setStyleSheet("")
        self.message.setText(f"Writing {text}")

    def _done(self, paths: list[Path]) -> None:
        self._set_busy(False)
        folder = paths[0].parent.resolve()
        link = QUrl.fromLocalFile(str(folder)).toString()
        files = "1 file" if len(paths) == 1 else f"{len(paths)} files"
        self.message.setText(f'Wrote {files} to <a href="{link}">{_escaped(str(folder))}</a>')

    def _failed(self, reason: str) -> None:
        self._set_busy(False)
        self._complain(reason)

    def _complain(self, text: str) -> None:
        self.message.setStyleSheet("color: palette(bright-text);")
        self.message.setText(_escaped(text))


def _escaped(text: str) -> str:
    """A text that a label shows as it is."""
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _millimetres(tip: str) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(40.0, 1000.0)
    box.setDecimals(1)
    box.setSuffix(" mm")
    box.setToolTip(tip)
    return box


def _number(stored: object, default: float) -> float:
    try:
        return float(stored)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return default


def _label(text: str, field: QWidget) -> QLabel:
    """For a row of several fields: its shortcut leads to this one."""
    label = QLabel(text)
    label.setBuddy(field)
    return label


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget, 1 if isinstance(widget, QLineEdit | QComboBox) else 0)
    if not any(isinstance(widget, QLineEdit | QComboBox) for widget in widgets):
        row.addStretch(1)
    return row
