"""A table of rows at rising times, with buttons that add and remove rows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLabel, QWidget

from app.session import Session
from app.sheets import Sheet
from app.timed_rows import TimedRows, with_row_after, without_rows
from app.views.cell_model import CellModel
from app.views.cell_table import CellTable
from app.views.form_parts import Editor, tool
from dynamics.project import Project

WIDEST = "τ1 [N m]"


class RowsEditor(Editor):
    """`get` takes the rows out of the project, `put` puts them back."""

    def __init__(
        self,
        session: Session,
        sheet: Sheet,
        name: str,
        get: Callable[[Project], TimedRows],
        put: Callable[[Project, TimedRows], Project],
    ) -> None:
        super().__init__(session.document)
        self._get, self._put = get, put
        self._word = sheet.row
        parts = (session.document, session.preferences, session.themes, self)
        self.model = CellModel(sheet, *parts, units_in_cells=False)
        self.model.message.connect(self.problem)
        self.table = CellTable(self.model, name)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setDefaultSectionSize(self.fontMetrics().horizontalAdvance(WIDEST) + 14)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(3)
        title = QLabel(name)
        title.setStyleSheet("font-weight: 600")
        self._buttons.addWidget(title, 1)
        self.add_button(tool("+", f"A new {sheet.row} after the chosen one", self.add))
        self.add_button(tool("−", f"Remove the chosen {sheet.row}s", self.remove))
        self.column.addLayout(self._buttons)
        self.column.addWidget(self.table, 1)
        self.table.setToolTip("Ctrl+V pastes rows from a spreadsheet")

    def add_button(self, button: QWidget) -> None:
        self._buttons.addWidget(button)

    def add(self) -> None:
        row = self.table.currentIndex().row()
        row = row if row >= 0 else self.model.rowCount() - 1
        put, get = self._put, self._get
        if self.attempt(lambda project: put(project, with_row_after(get(project), row)), f"Add a {self._word}"):
            self.table.setCurrentIndex(self.model.index(row + 1, 0))

    def remove(self) -> None:
        rows = self.table.chosen_rows()
        if not rows:
            self.problem.emit(f"Choose the {self._word}s to remove first")
            return
        put, get = self._put, self._get
        self.attempt(lambda project: put(project, without_rows(get(project), rows)), f"Remove {self._word}s")
