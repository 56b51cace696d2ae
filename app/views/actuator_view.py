"""The table of the actuators on the screen: its current row is the document's selected link."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Signal
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from app.actuator_table import MOTOR, VERDICT
from app.document import Document
from app.views.actuator_model import ActuatorModel

WORDS = 260  # pixels, of the verdicts
LOOKED_AT = 24  # rows, for the width of a column: a long arm's are much alike
Flag = QItemSelectionModel.SelectionFlag


class ActuatorView(QTableView):
    motor_wanted = Signal()  # by a double click on a motor, or Enter

    def __init__(self, document: Document, model: ActuatorModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
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
        """To what they hold now; afterwards they are the user's, and do not jump with every number."""
        self.resizeColumnsToContents()
        self.setColumnWidth(VERDICT, max(self.columnWidth(VERDICT), WORDS))

    def show_row(self, row: int) -> None:
        if self.currentIndex().row() != row:
            index = self.model().index(row, max(self.currentIndex().column(), 0))
            self.selectionModel().setCurrentIndex(index, Flag.ClearAndSelect | Flag.Rows)

    def _reset(self) -> None:
        self.fit_columns()
        self.show_row(self._document.selected)

    def _row_chosen(self, index: QModelIndex) -> None:
        if index.isValid():
            self._document.select(index.row())
