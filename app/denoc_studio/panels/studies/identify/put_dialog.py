"""Asks whether the identified parameters shall be the model's, and shows what that changes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from denoc_studio.plots.tables.text_sheet import TextSheet
from denoc_studio.project.identified_arm import Change
from denoc_studio.widgets.form_parts import muted
from denoc_studio.widgets.tables.text_table import TextTable

WIDTH, HEIGHT = 720, 440
WORDS = (
    "Torques do not tell every mass on its own: of all arms that fit the estimate, this is the one nearest to the "
    "model whose bodies can be. One undo takes it back."
)


class PutDialog(QDialog):
    def __init__(self, changes: Sequence[Change], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Put into the model")
        words = muted()
        words.setText(WORDS)
        self.table = TextTable("What changes in the model")
        self.table.show_sheet(TextSheet(("entry", "model", "identified"), tuple(map(tuple, changes))))
        self.box = QDialogButtonBox()
        self.put = self.box.addButton("Put into the model", QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel = self.box.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.put.setProperty("primary", True)
        self.put.setDefault(True)
        self.box.accepted.connect(self.accept)
        self.box.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(8)
        column.addWidget(words)
        column.addWidget(self.table, 1)
        column.addWidget(self.box)
        self.resize(WIDTH, HEIGHT)
        self.put.setFocus()
