"""The height that a panel has to spare goes to its tables, so that as many rows as fit are seen without scrolling."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QScrollArea, QWidget

from denoc_studio.panels.editing.cell_table import CellTable


class FreeHeight(QObject):
    """Shares out again whenever the panel, or the column that it scrolls, changes its size."""

    def __init__(self, area: QScrollArea, column: QWidget) -> None:
        super().__init__(area)
        self._area = area
        self._column = column
        self._tables = column.findChildren(CellTable)
        self._signs: dict[QObject, QEvent.Type] = {
            area.viewport(): QEvent.Type.Resize,
            column: QEvent.Type.LayoutRequest,
        }
        for watched in self._signs:
            watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == self._signs.get(watched):
            self._share()
        return False

    def _share(self) -> None:
        layout = self._column.layout()
        assert layout is not None
        flows = layout.hasHeightForWidth()
        needed = layout.totalHeightForWidth(self._area.viewport().width()) if flows else layout.totalSizeHint().height()
        spare = self._area.maximumViewportSize().height() - needed
        for table in self._tables:
            if table.isVisibleTo(self._column):
                spare = table.take_height(spare)
