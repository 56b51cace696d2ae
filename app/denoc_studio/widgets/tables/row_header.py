"""Numbers beside the rows of a table."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QHeaderView, QTableView

BAR = 3  # pixels of the mark beside the current row
LEFT, GAP, RIGHT = 8, 6, 6  # pixels round the patch and the number


class RowHeader(QHeaderView):
    """As wide as the last number, which is the longest: Qt would measure hundreds of them, and does so often."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Vertical, table)
        self._table = table
        self.setSectionsClickable(True)
        self.setHighlightSections(True)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def sizeHint(self) -> QSize:
        rows = self.count()
        if not rows:
            return QSize(0, self.length())
        number = self._font(True)
        width = LEFT + self._patch(rows - 1).width() + QFontMetrics(number).horizontalAdvance(str(rows)) + RIGHT
        return QSize(width + GAP, self.length())

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """A patch of colour, where there is one, and the number; the current row is marked at its edge."""
        palette, current = self.palette(), section == self._table.currentIndex().row()
        role = QPalette.ColorRole
        painter.fillRect(rect, palette.color(role.Highlight if current else role.Base))
        painter.fillRect(rect.adjusted(0, rect.height() - 1, 0, 0), palette.color(role.Mid))
        if current:
            painter.fillRect(QRect(rect.left(), rect.top(), BAR, rect.height()), palette.color(role.Accent))
        patch = self._patch(section)
        left = rect.left() + LEFT
        painter.drawPixmap(left, rect.center().y() - patch.height() // 2, patch)
        painter.setFont(self._font(current))
        painter.setPen(palette.color(role.Text))
        place = rect.adjusted(LEFT + (patch.width() + GAP if patch.width() else 0), 0, 0, 0)
        text = str(self.model().headerData(section, Qt.Orientation.Vertical) or "")
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def _patch(self, section: int) -> QPixmap:
        found = self.model().headerData(section, Qt.Orientation.Vertical, Qt.ItemDataRole.DecorationRole)
        return found if isinstance(found, QPixmap) else QPixmap()

    def _font(self, heavy: bool) -> QFont:
        font = QFont(self._table.font())
        font.setWeight(QFont.Weight.DemiBold if heavy else QFont.Weight.Normal)
        return font
