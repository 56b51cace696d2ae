"""What tolerances make of a run: peaks and margins of the joints in a table, and what causes them as bars."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QSplitter, QVBoxLayout, QWidget

from denoc_studio.plots.many.spread import SpreadTable
from denoc_studio.widgets.fields.switch import Switch
from denoc_studio.widgets.form_parts import note, scrolled, stacked
from denoc_studio.widgets.graphs.bars import Bars
from denoc_studio.widgets.tables.text_table import ROW, TextTable

ROOMY = 520  # pixels: in less width the bars stand below the table
LEAST = 120  # pixels of height for them there: in less they take turns
PEAKS, CAUSES = "Peaks", "Causes"


class SpreadView(QWidget):
    """`chosen` tells the joint, from 0, whose row was chosen."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.found: SpreadTable | None = None
        self.joint = 0
        self.table = TextTable("Peaks and what is left to the limits")
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.bars = Bars("What causes the spread of the peak")
        self.words = note()
        self.words.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.words.setMinimumWidth(1)
        self.switch = Switch({PEAKS: "The joints' peaks and margins", CAUSES: "Which number causes most of the spread"})
        self.switch.show_choice(PEAKS)
        self._causes = QWidget()
        self._lay_out()
        self.switch.chosen.connect(lambda _: self._share_room())
        self.table.selectionModel().currentRowChanged.connect(lambda now, _: self._choose(now.row()))

    def show_spread(self, found: SpreadTable, degrees: bool) -> None:
        self.found = found
        self.table.show_sheet(found.sheet(degrees))
        self.show_joint(self.joint)
        self._share_room()

    def show_degrees(self, degrees: bool) -> None:
        if self.found is not None:
            self.table.show_sheet(self.found.sheet(degrees))

    def show_joint(self, joint: int) -> None:
        """The causes of this joint's peak."""
        self.joint = joint
        if self.found is None or joint >= self.found.project.robot.n:
            return
        self.bars.show_bars(self.found.bars(joint))
        self.words.setText(self.found.method(joint))
        if self.table.currentIndex().row() != joint:
            self.table.selectRow(joint)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _choose(self, row: int) -> None:
        if row >= 0 and row != self.joint:
            self.show_joint(row)
            self.chosen.emit(row)

    def _share_room(self) -> None:
        beside, causes = self.width() >= ROOMY, self.switch.buttons[CAUSES].isChecked()
        needed = self.table.horizontalHeader().sizeHint().height() + ROW * self.table.content.rowCount() + 4
        both = beside or self.height() - needed >= LEAST
        self.switch.setVisible(not both)
        self._causes.setVisible(both or causes)
        self.table.setVisible(both or not causes)
        self._both.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)
        if both and not beside:
            self._both.setSizes([needed, self.height() - needed])

    def _lay_out(self) -> None:
        column = QVBoxLayout(self._causes)
        column.setContentsMargins(4, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.words)
        column.addWidget(scrolled(stacked(self.bars)), 1)
        self._both = both = QSplitter(Qt.Orientation.Horizontal)
        both.setChildrenCollapsible(False)
        both.addWidget(self.table)
        both.addWidget(self._causes)
        both.setSizes([300, 300])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(both)
