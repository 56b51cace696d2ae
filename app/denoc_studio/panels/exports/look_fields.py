"""Size, theme and side of a picture or film of the arm: the fields that both dialogs have."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QSpinBox

from denoc_studio.panels.exports.export_dialog import label, number, row
from denoc_studio.picture.film.frames import LARGEST, SMALLEST

SIZES = (
    ("Small", 480, 360),
    ("Usual", 640, 480),
    ("HD", 1280, 720),
    ("Full HD", 1920, 1080),
    ("Square", 1080, 1080),
)
THEMES = ("window", "light", "dark")


class LookFields(QObject):
    """`group` is where the choices are kept between dialogs."""

    changed = Signal()

    def __init__(self, group: str, settings: QSettings, dark: bool, parent: QObject) -> None:
        super().__init__(parent)
        self._group, self._settings = group, settings
        self._dark = dark  # the window's own theme
        self.preset = QComboBox()
        for name, width, height in SIZES:
            self.preset.addItem(f"{name}, {width} × {height}", (width, height))
        self.preset.addItem("Custom", None)
        self.width, self.height = _pixels("Width"), _pixels("Height")
        self.theme = QComboBox()
        self.theme.addItems(["As the window", "Light", "Dark"])
        self.camera = QComboBox()
        self.camera.addItems(["As the view is seen now", "The whole motion, fitted in"])
        self._restore()
        self.preset.activated.connect(self._take_preset)
        for box in (self.width, self.height):
            box.valueChanged.connect(self._match_preset)
            box.valueChanged.connect(self.changed)
        self.theme.currentIndexChanged.connect(self.changed)
        self.camera.currentIndexChanged.connect(self.changed)

    def add_to(self, form: QFormLayout) -> None:
        form.addRow(label("&Size", self.preset), row(self.preset, self.width, QLabel("×"), self.height))
        form.addRow("&Theme", self.theme)
        form.addRow("&Camera", self.camera)

    @property
    def dark(self) -> bool:
        return self._dark if self.theme.currentIndex() == 0 else self.theme.currentIndex() == 2

    @property
    def as_seen(self) -> bool:
        return self.camera.currentIndex() == 0

    def remember(self) -> None:
        for name, value in (
            ("width", self.width.value()),
            ("height", self.height.value()),
            ("theme", THEMES[self.theme.currentIndex()]),
            ("fitted", self.camera.currentIndex()),
        ):
            self._settings.setValue(f"{self._group}/{name}", value)

    def _restore(self) -> None:
        kept = self._settings
        self.width.setValue(round(number(kept.value(f"{self._group}/width"), 640)))
        self.height.setValue(round(number(kept.value(f"{self._group}/height"), 480)))
        theme = str(kept.value(f"{self._group}/theme"))
        self.theme.setCurrentIndex(THEMES.index(theme) if theme in THEMES else 0)
        self.camera.setCurrentIndex(int(number(kept.value(f"{self._group}/fitted"), 0) == 1))
        self._match_preset()

    def _take_preset(self) -> None:
        chosen = self.preset.currentData()
        if chosen is None:
            self.width.setFocus()
            self.width.selectAll()
            return
        self.width.setValue(chosen[0])
        self.height.setValue(chosen[1])

    def _match_preset(self) -> None:
        size = (self.width.value(), self.height.value())
        place = next((k for k, (_, *known) in enumerate(SIZES) if tuple(known) == size), len(SIZES))
        self.preset.setCurrentIndex(place)


def _pixels(tip: str) -> QSpinBox:
    box = QSpinBox()
    box.setRange(SMALLEST, LARGEST)
    box.setSuffix(" px")
    box.setToolTip(tip)
    box.setAccessibleName(tip)
    return box
