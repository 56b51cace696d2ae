"""The plot as it will be written, beside the choices that it follows."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from denoc_studio.paper.preview import Preview
from denoc_studio.widgets.newest_only import NewestOnly

SIZE = QSize(320, 260)
FINER = 2  # drawn so many times as fine, since letters of so few pixels cannot be read
PAUSE = 120  # milliseconds without a change before it is drawn


class PreviewBox(QLabel):
    """`show_order` is what the fields say now; None where no picture would be written."""

    def __init__(self, source: object, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumSize(SIZE)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAccessibleName("Preview")
        self._preview = Preview(source)
        self._order: Any = None
        self._newest = NewestOnly(self)
        self._newest.done.connect(self._show)
        self._newest.failed.connect(self.setText)
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self._ask)
        self.destroyed.connect(partial(_end, self._preview, self._newest))  # with whatever window it goes

    def show_order(self, order: Any) -> None:
        """Drawn when the choices rest; where to and under which name does not matter."""
        wanted = None if order is None else replace(order, folder=Path(), name="", formats=("png",))
        if wanted is None:
            self._newest.forget()
            self.setText("Only numbers are written: there is no picture.")
        elif wanted != self._order:
            if self.pixmap().isNull():
                self.setText("Drawing the preview ...")
            self._timer.start()
        self._order = wanted

    def finish(self) -> None:
        """Ends its process."""
        self._timer.stop()
        _end(self._preview, self._newest)

    def _ask(self) -> None:
        if self._order is not None:
            scale = FINER * self.devicePixelRatioF()
            most = (round(SIZE.width() * scale), round(SIZE.height() * scale))
            self._newest.ask(partial(self._preview.draw, self._order, most))

    def _show(self, png: bytes) -> None:
        image = QImage.fromData(png)
        smooth = Qt.TransformationMode.SmoothTransformation
        picture = QPixmap.fromImage(image.scaledToWidth(max(round(image.width() / FINER), 1), smooth))
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        self.setPixmap(picture)


def _end(preview: Preview, newest: NewestOnly) -> None:
    preview.stop()
    newest.wait()
    preview.close()
