"""The table of the actuators on the screen: its current row is the document's selected link."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from app.actuator_table import MOTOR, PEAK, PEAK_MARGIN, RATIO, RMS, VERDICT
from app.document import Document
from app.views.actuator_model import ActuatorModel
from app.views.row_header import RowHeader
from app.views.sight import in_sight

LOOKED_AT = 24  # rows, for the width of a column: a long arm's are much alike
FIRST = (MOTOR, VERDICT, RATIO)  # what was chosen and whether it fits; the numbers behind it follow
WIDTHS = {MOTOR: (110, 220), VERDICT: (140, 330)}  # pixels, at least and at most; a long verdict is under the table too
NARROW = 420  # pixels of a table in which the words leave the room to the numbers
NARROW_FIRST = (MOTOR, PEAK, RMS, PEAK_MARGIN, VERDICT)
NARROW_WIDTHS = {MOTOR: (72, 96), PEAK: (50, 66), RMS: (50, 66), PEAK_MARGIN: (50, 70), VERDICT: (140, 330)}
Flag = QItemSelectionModel.SelectionFlag


class ActuatorView(QTableView):
    motor_wanted = Signal()  # by a double click on a motor, or Enter

    def __init__(self, document: Document, model: ActuatorModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._fitted = False
        self.setVerticalHeader(RowHeader(self))
        self.setModel(model)
        self.setAccessibleName("Actuators, one row a joint")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
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
        narrow, header = self.viewport().width() < NARROW, self.horizontalHeader()
        for place, column in enumerate(NARROW_FIRST if narrow else FIRST):
            header.moveSection(header.visualIndex(column), place)
        self.resizeColumnsToContents()
        for column, (least, most) in (NARROW_WIDTHS if narrow else WIDTHS).items():
            self.setColumnWidth(column, min(max(self.columnWidth(column), least), most))
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
