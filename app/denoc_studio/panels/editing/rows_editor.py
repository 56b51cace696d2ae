"""A table of rows at rising times, with buttons that add and remove rows.

Its columns share the table's width; where there are too many for that it scrolls sideways.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QWidget

from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.editing.cell_table import MANY, CellTable
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.project.sheets.timed_rows import TimedRows, TimedSheet, with_row_after, without_rows
from denoc_studio.session.session import Session
from denoc_studio.widgets.form_parts import tool

WIDEST = "τ1 [N m]"
LEAST = "−000.0"  # of a number in a column that shares the width


class RowsEditor(Editor):
    def __init__(self, session: Session, sheet: TimedSheet, name: str) -> None:
        super().__init__(session)
        self.sheet = sheet
        parts = (session.document, session.preferences, session.themes, self)
        self.model = CellModel(sheet, *parts)
        self.hear(self.model, self.model.message)
        self.table = CellTable(self.model, name)
        self.table.whole = MANY
        self.table.horizontalHeader().setDefaultSectionSize(self._width_of(WIDEST))
        self.table.viewport().installEventFilter(self)
        for changed in (self.model.modelReset, self.model.columnsInserted, self.model.columnsRemoved):
            changed.connect(self._share_width)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(3)
        self._buttons.addStretch(1)
        self.add_button(tool("+", f"A new {sheet.row} after the chosen one", self.add))
        self.add_button(tool("−", f"Remove the chosen {sheet.row}s", self.remove))
        self.column.addLayout(self._buttons)
        self.column.addWidget(self.table, 1)
        self.table.setToolTip("Ctrl+V pastes rows from a spreadsheet")

    def add_button(self, button: QWidget) -> None:
        self._buttons.addWidget(button)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._share_width()
        return False

    def _share_width(self) -> None:
        header, mode = self.table.horizontalHeader(), QHeaderView.ResizeMode
        fit = header.count() * self._width_of(LEAST) <= self.table.viewport().width()
        wanted = mode.Stretch if fit else mode.Interactive
        if header.count() == 0 or header.sectionResizeMode(0) == wanted:
            return
        header.setSectionResizeMode(wanted)
        for column in range(0 if fit else header.count()):
            header.resizeSection(column, header.defaultSectionSize())
        self.table.updateGeometry()

    def _width_of(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(text) + 14

    def add(self) -> None:
        row = self.table.currentIndex().row()
        row = row if row >= 0 else self.model.rowCount() - 1
        if self._change(lambda table: with_row_after(table, row), f"Add a {self.sheet.row}"):
            self.table.setCurrentIndex(self.model.index(row + 1, 0))

    def remove(self) -> None:
        rows = self.table.chosen_rows()
        if not rows:
            self.refuse(f"Choose the {self.sheet.row}s to remove first")
            return
        self._change(lambda table: without_rows(table, rows), f"Remove {self.sheet.row}s")

    def _change(self, change: Callable[[TimedRows], TimedRows], text: str) -> bool:
        sheet = self.sheet
        return self.attempt(lambda project: sheet.with_table(project, change(sheet.table(project))), text)
