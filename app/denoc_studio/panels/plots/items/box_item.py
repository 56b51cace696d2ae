"""What draws into a view box in the box's own pixels."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsItem

from denoc_studio.widgets.imports.graphs import pg


class BoxItem(QGraphicsItem):
    """As large as the box, and drawn again when its range changes. A child of the box, not of its contents."""

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box)
        self.box = box
        self.bounds = QRectF()
        box.sigResized.connect(self._resized)
        box.sigRangeChanged.connect(lambda *_: self.update())

    def boundingRect(self) -> QRectF:
        return self.bounds

    def _resized(self) -> None:
        self.prepareGeometryChange()
        self.bounds = QRectF(self.box.rect())
