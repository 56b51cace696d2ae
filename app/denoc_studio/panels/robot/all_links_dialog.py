"""The bodies, or the joints, of all links in one window that can stay open, to and from a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.editing.cell_table import CellTable
from denoc_studio.project.sheets.bodies import BodySheet
from denoc_studio.project.sheets.joints import JointsSheet
from denoc_studio.project.sheets.sheet import Sheet
from denoc_studio.session.document import Document
from denoc_studio.widgets.message_line import MessageLine
from denoc_studio.widgets.message_room import MessageRoom
from denoc_studio.widgets.questions import open_beside

SPREADSHEET = "Ctrl+C and Ctrl+V go to and from a spreadsheet, whole blocks at once."
BODIES = "Mass centre and inertia are in each link's own frame, the inertia about the mass centre; Ixy is −∫ x y dm. "
JOINTS = (
    "Where a limit is left out there is none. Largest torque and speed are the drive's, at the joint. Breakaway "
    "friction that is left out is as Coulomb friction, and what is left out for negative rates (−) as for positive. "
)


class AllLinksDialog(QDialog):
    """Follows the document; the row that is looked at is the selected link."""

    title = ""
    hint = ""
    width_hint = 860
    sheet: type[Sheet]

    def __init__(
        self, document: Document, preferences: Preferences, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.title)
        self._document = document
        self.model = CellModel(self.sheet(), document, preferences, themes, self)
        self.table = CellTable(self.model, self.title)
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        header = self.table.horizontalHeader()  # no heading is cut off: in a narrow dialog the table scrolls
        header.setMinimumSectionSize(max(map(header.sectionSizeHint, range(header.count()))))
        self.table.selectionModel().currentChanged.connect(self._select)
        self.message = MessageLine(themes)
        self.model.message.connect(lambda words: self.message.say("error", words))
        self.room = MessageRoom(self.message)
        self.room.hint.setText(self.hint + SPREADSHEET)
        self.copy_all = QPushButton("Copy all with headings")
        self.copy_all.setAutoDefault(False)
        self.copy_all.clicked.connect(lambda _checked=False: self._copy_all())
        self._lay_out()
        document.selection_changed.connect(self._show_selected)
        self.table.go_to(document.selected, 0)
        self.table.setFocus()

    def sizeHint(self) -> QSize:
        return QSize(self.width_hint, super().sizeHint().height())

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


class BodiesDialog(AllLinksDialog):
    title = "Bodies of all links"
    hint = BODIES
    sheet = BodySheet


class JointsDialog(AllLinksDialog):
    title = "Joints of all links"
    hint = JOINTS
    width_hint = 1240
    sheet = JointsSheet


Dialog = TypeVar("Dialog", bound=AllLinksDialog)


class OpenOnce(Generic[Dialog]):
    """A dialog that is there once at most: what is open already comes to the front."""

    def __init__(self, make: Callable[[], Dialog]) -> None:
        self._make = make
        self._dialog: Dialog | None = None

    def open(self) -> Dialog:
        try:
            dialog = self._dialog or self._make()
            open_beside(dialog)
        except RuntimeError:  # Qt has deleted it when it was closed
            dialog = self._make()
            open_beside(dialog)
        self._dialog = dialog
        return dialog
