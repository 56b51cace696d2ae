"""Plots out of the window: the export dialog, and copies in the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtWidgets import QWidget

from denoc_studio.widgets.guard import guarded
from denoc_studio.widgets.newest_only import NewestOnly
from denoc_studio.widgets.questions import remark

if TYPE_CHECKING:
    from denoc_studio.panels.exports.plot_dialog import PlotDialog
    from denoc_studio.paper.export import Source


class PlotExport(QObject):
    """`source` gives what there is to export at this moment, or None."""

    message = Signal(str)

    def __init__(self, owner: QWidget, source: Callable[[], Source | None], settings: QSettings) -> None:
        super().__init__(owner)
        self._owner = owner
        self._source = source
        self._settings = settings
        self.dialog: PlotDialog | None = None
        self._copying = NewestOnly(self)
        self._copying.done.connect(self._put_into_clipboard)
        self._copying.failed.connect(lambda reason: self.message.emit(f"Nothing was copied: {reason}."))

    def open(self, everything: bool) -> None:
        source = self._source()
        if source is None:
            text = "There is nothing to export yet: the run has no samples."
            remark(self._owner, "Export plots", text)
            return
        if self.dialog is not None:
            return
        from denoc_studio.panels.exports.plot_dialog import PlotDialog

        self.dialog = guarded(PlotDialog)(source, everything, self._settings, self._owner)
        self.dialog.finished.connect(self._forget)
        self.dialog.open()

    def copy_picture(self, picture: QPixmap) -> None:
        QGuiApplication.clipboard().setPixmap(picture)
        self.message.emit("The picture of the plots is in the clipboard.")

    def copy_data(self) -> None:
        """The visible curves in the visible stretch of time, for a spreadsheet; large ones are written out beside."""
        source = self._source()
        if source is not None:
            from denoc_studio.paper.export import spreadsheet

            self._copying.ask(lambda: spreadsheet(source))

    def wait(self) -> None:
        """Until nothing is under way any more; an export is stopped."""
        if self.dialog is not None:
            self.dialog.finish()
        self._copying.wait()

    def _put_into_clipboard(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.message.emit("The data of the plot are in the clipboard.")

    def _forget(self) -> None:
        """With the dialog goes what it was to export."""
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None
