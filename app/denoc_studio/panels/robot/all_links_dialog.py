"""The bodies of all links in one window that can stay open, to and from a spreadsheet."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.body_sheet import BodySheet
from app.document import Document
from app.preferences import Preferences
from app.theme import Themes
from app.views.cell_model import CellModel
from app.views.cell_table import CellTable
from app.views.message_line import MessageLine
from app.views.message_room import MessageRoom

HINT = (
    "Mass centre and inertia are in each link's own frame, the inertia about the mass centre; Ixy is −∫ x y dm. "
    "Ctrl+C and Ctrl+V go to and from a spreadsheet, whole blocks at once."
)


class BodiesDialog(QDialog):
    """Follows the document; the row that is looked at is the selected link."""

    def __init__(
        self, document: Document, preferences: Preferences, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Bodies of all links")
        self._document = document
        self.model = CellModel(BodySheet(), document, preferences, themes, self, units_in_cells=False)
        self.table = CellTable(self.model, "Bodies of all links")
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.table.selectionModel().currentChanged.connect(self._select)
        self.message = MessageLine(themes)
        self.model.message.connect(lambda words: self.message.say("error", words))
        self.room = MessageRoom(self.message)
        self.room.hint.setText(HINT)
        self.copy_all = QPushButton("Copy all with headings")
        self.copy_all.setAutoDefault(False)
        self.copy_all.clicked.connect(lambda _checked=False: self._copy_all())
        self._lay_out()
        document.selection_changed.connect(self._show_selected)
        self.table.go_to(document.selected, 0)
        self.table.setFocus()

    def sizeHint(self) -> QSize:
        return QSize(860, super().sizeHint().height())

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        row = QHBoxLayout()
        row.addWidget(self.copy_all)
        row.addWidget(buttons, 1)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.room)
        layout.addLayout(row)

    def _copy_all(self) -> None:
        rows, columns = range(self.model.rowCount()), range(self.model.columnCount())
        headings = [self.model.headerData(k, Qt.Orientation.Horizontal).replace("\n", " ") for k in columns]
        QGuiApplication.clipboard().setText("\t".join(headings) + "\n" + self.model.copy(rows, columns))

    def _select(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self._document.select(current.row())

    def _show_selected(self, row: int) -> None:
        if self.table.currentIndex().row() != row:
            self.table.go_to(row)
