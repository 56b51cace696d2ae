"""Export of the picture of the arm: how large, how it looks, and where to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFormLayout, QWidget

from denoc_studio.panels.exports.export_dialog import ExportDialog
from denoc_studio.panels.exports.look_fields import LookFields
from denoc_studio.picture.film.export import PictureOrder, PictureSource

Still = Callable[[bool, bool, float], PictureSource]


class PictureDialog(ExportDialog):
    """`still` gives the picture: in the dark theme or not, as the view is seen or fitted, to width over height."""

    endings = (".png",)

    def __init__(self, still: Still, dark: bool, name: str, settings: QSettings, parent: QWidget | None = None) -> None:
        self._still, self._dark = still, dark
        super().__init__("Export the picture of the arm", name, settings, parent)

    def source(self) -> PictureSource:
        return self._still(self.look.dark, self.look.as_seen, self.look.width.value() / self.look.height.value())

    def order(self) -> PictureOrder:
        path = self.folder_path / f"{self.stem}.png"
        return PictureOrder(self.look.width.value(), self.look.height.value(), path)

    def _files(self) -> list[Path]:
        return [self.order().path]

    def _rows(self, form: QFormLayout) -> None:
        self.look = LookFields("picture", self._settings, self._dark, self)
        self.look.add_to(form)

    def _remember(self) -> None:
        self.look.remember()
