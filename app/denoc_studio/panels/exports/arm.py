"""The arm out of the window: its picture, its motion, and the lab report."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from denoc.files.text.file_names import file_stem
from denoc_studio.picture.arm.view_state import ViewState
from denoc_studio.widgets.actions import Entry
from denoc_studio.widgets.guard import guarded
from denoc_studio.widgets.images import qimage
from denoc_studio.widgets.newest_only import NewestOnly
from denoc_studio.widgets.questions import remark

if TYPE_CHECKING:
    from denoc_studio.panels.exports.export_dialog import ExportDialog
    from denoc_studio.paper.report.order import LabSource
    from denoc_studio.picture.film.export import FilmSource, PictureSource

NOTHING = "There is no motion yet: the run has no samples."
COPIED = 2  # pixels, each way, for one of the view's


class Arm(Protocol):
    """What is needed of the arm view."""

    def width(self) -> int: ...

    def height(self) -> int: ...

    def view_state(self) -> ViewState: ...

    def still(self, dark: bool, as_seen: bool, aspect: float) -> PictureSource: ...

    def film_source(self) -> FilmSource | None: ...


class ArmExport(QObject):
    """`name` is the project's, `lab_source` what a report would be made of at this moment, or None."""

    message = Signal(str)
    failed = Signal(str)

    def __init__(
        self,
        owner: QWidget,
        arm: Arm,
        name: Callable[[], str],
        lab_source: Callable[[], LabSource | None],
        settings: QSettings,
    ) -> None:
        super().__init__(owner)
        self._owner, self._settings = owner, settings
        self._arm, self._name, self._lab_source = arm, name, lab_source
        self.dialog: ExportDialog | None = None
        self._copying = NewestOnly(self)
        self._copying.done.connect(self._put_into_clipboard)
        self._copying.failed.connect(self.failed)

    def entries(self) -> list[Entry]:
        """For the menu."""
        film, picture, report = "movie-open-outline", "image-outline", "file-chart-outline"
        return [
            Entry("Export the ani&mation...", self.film, "Ctrl+M", film, "The arm in motion as GIF, MP4 or pictures"),
            Entry("Export the &picture of the arm...", self.picture, "", picture, "The arm as it is seen, as PNG"),
            Entry("&Copy the picture of the arm", self.copy_picture, "Ctrl+Shift+C"),
            Entry("La&b report...", self.report, "Ctrl+L", report, "Arm, run, plots and actuators as PDF"),
        ]

    def film(self) -> None:
        source = self._arm.film_source()
        if source is None:
            self._regret("Export the animation", NOTHING)
        else:
            from denoc_studio.panels.exports.film_dialog import FilmDialog

            self._open(guarded(FilmDialog)(source, self._arm.view_state(), self._settings, self._owner))

    def picture(self) -> None:
        arm = self._arm
        name = f"{file_stem(self._name())}-arm"
        from denoc_studio.panels.exports.picture_dialog import PictureDialog

        self._open(guarded(PictureDialog)(arm.still, arm.view_state().dark, name, self._settings, self._owner))

    def copy_picture(self) -> None:
        """As the view is seen, twice as fine."""
        width, height = max(self._arm.width(), 64), max(self._arm.height(), 64)
        source = self._arm.still(self._arm.view_state().dark, True, width / height)
        self._copying.ask(lambda: qimage(source.image(COPIED * width, COPIED * height)))

    def report(self) -> None:
        source = self._lab_source()
        if source is None:
            self._regret("Lab report", "There is nothing to report yet: no run has ended.")
        else:
            from denoc_studio.panels.exports.report_dialog import ReportDialog

            self._open(guarded(ReportDialog)(source, self._settings, self._owner))

    def finish(self) -> None:
        if self.dialog is not None:
            self.dialog.finish()
        self._copying.wait()

    def _put_into_clipboard(self, image: QImage) -> None:
        QGuiApplication.clipboard().setImage(image)
        self.message.emit("The picture of the arm is in the clipboard.")

    def _open(self, dialog: ExportDialog) -> None:
        if self.dialog is not None:
            dialog.deleteLater()
            return
        self.dialog = dialog
        dialog.finished.connect(self._forget)
        dialog.open()

    def _forget(self) -> None:
        """With the dialog goes what it was to export."""
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None

    def _regret(self, title: str, text: str) -> None:
        remark(self._owner, title, text)
