"""The table of the actuators on the screen: its current row is the document's selected link."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.editing.cell_table import CellDelegate
from denoc_studio.plots.tables.actuator_table import MOTOR, PEAK, PEAK_MARGIN, RMS, VERDICT
from denoc_studio.session.document import Document
from denoc_studio.widgets.tables.row_header import RowHeader
from denoc_studio.widgets.visibility import in_sight

LOOKED_AT = 24  # rows, for the width of a column: a long arm's are much alike
FIRST = (MOTOR, PEAK, RMS, PEAK_MARGIN, VERDICT)  # what was chosen and whether it fits; the rest follows
NARROW = 420  # pixels of a table in which a long name leaves the room to the numbers
NAME = {
    True: (72, 104),
    False: (110, 260),
}  # pixels of a motor's name in a narrow table and in a wide one
Flag = QItemSelectionModel.SelectionFlag


class ActuatorView(QTableView):
    motor_wanted = Signal()  # by a double click on a motor, or Enter

    def __init__(self, document: Document, model: CellModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._fitted = False
        self.setVerticalHeader(RowHeader(self))
        self.setModel(model)
        self.setItemDelegate(CellDelegate(self, model))
        self.setAccessibleName("Actuators, one row a joint")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # names of motors differ at their end
        for place, column in enumerate(FIRST):
            self.horizontalHeader().moveSection(self.horizontalHeader().visualIndex(column), place)
        self.verticalHeader().setDefaultSectionSize(24)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setMinimumSectionSize(40)
        self.horizontalHeader().setResizeContentsPrecision(LOOKED_AT)
        self.activated.connect(lambda index: self.motor_wanted.emit() if index.column() == MOTOR else None)
        self.selectionModel().currentRowChanged.connect(self._row_chosen)
        document.selection_changed.connect(self.show_row)
        model.modelReset.connect(self._reset)
        self._reset()

    def fit_columns(self) -> None:
        """To what they hold now, or when they are next seen; afterwards they are the user's and do not jump."""
        self._fitted = in_sight(self)
        if not self._fitted:
            return
        self.resizeColumnsToContents()
        least, most = NAME[self.viewport().width() < NARROW]
        self.setColumnWidth(MOTOR, min(max(self.columnWidth(MOTOR), least), most))
        self.horizontalScrollBar().setValue(0)  # columns that moved took the view along

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._fitted:
            self.fit_columns()
        super().paintEvent(event)

    def show_row(self, row: int) -> None:
        if self.currentIndex().row() != row:
            column = self.currentIndex().column() if self.currentIndex().isValid() else MOTOR
            index = self.model().index(row, column)
            self.selectionModel().setCurrentIndex(index, Flag.ClearAndSelect | Flag.Rows)

    def _reset(self) -> None:
        self.fit_columns()
        self.show_row(self._document.selected)

    def _row_chosen(self, index: QModelIndex) -> None:
        if index.isValid():
            self._document.select(index.row())
