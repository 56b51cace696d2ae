"""Numbers beside the rows of a table."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHeaderView, QTableView


class RowHeader(QHeaderView):
    """As wide as the last number, which is the longest: Qt would measure hundreds of them, and does so often."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Vertical, table)
        self.setSectionsClickable(True)
        self.setHighlightSections(True)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def sizeHint(self) -> QSize:
        rows = self.count()
        return QSize(self.sectionSizeFromContents(rows - 1).width() if rows else 0, self.length())
