"""The robot: its DH table, the inertia and the joint of the selected link, gravity, payload and tip wrench."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QTabWidget, QToolButton, QVBoxLayout, QWidget

from denoc_studio.look.icons import Icons
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.editing.free_height import FreeHeight
from denoc_studio.panels.robot.dh_table import DhTable
from denoc_studio.panels.robot.gravity import GravityPanel
from denoc_studio.panels.robot.header import RobotHeader
from denoc_studio.panels.robot.inertia import InertiaPanel
from denoc_studio.panels.robot.joint import JointPanel
from denoc_studio.panels.robot.payload import PayloadPanel
from denoc_studio.panels.robot.row_actions import RowActions
from denoc_studio.panels.robot.wrench import WrenchPanel
from denoc_studio.project.sheets.dh import DhSheet
from denoc_studio.project.sheets.dh_columns import meaning
from denoc_studio.session.document import Document
from denoc_studio.widgets.actions import Entry
from denoc_studio.widgets.message_line import MessageLine
from denoc_studio.widgets.message_room import MessageRoom

NARROWEST, USUAL = 340, 400  # pixels


class RobotPanel(QScrollArea):
    """Everything that describes the arm, in one column that scrolls."""

    def __init__(
        self, document: Document, preferences: Preferences, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        icons = Icons(themes, self)
        self.header = RobotHeader(document, preferences, themes)
        self.model = CellModel(DhSheet(), document, preferences, themes, self)
        self.table = DhTable(document, self.model)
        self.rows = RowActions(document, self.table, icons)
        self.message = MessageLine(themes)
        self.room = MessageRoom(self.message, self.header.message)
        self.inertia = InertiaPanel(document, preferences, themes, icons)
        self.joint = JointPanel(document, preferences, themes, icons)
        self.gravity = GravityPanel(document, themes)
        self.payload = PayloadPanel(document, themes)
        self.wrench = WrenchPanel(document, themes)
        self.tabs = QTabWidget()
        self.tabs.addTab(self.inertia, "")
        self.tabs.addTab(self.joint, "")
        self._lay_out()
        for part in (self.model, self.rows):
            part.message.connect(lambda text, part=part: self.message.say("error", text, part))
        self.table.selectionModel().currentChanged.connect(lambda *_: self._give_hint())
        document.project_changed.connect(lambda _: self._give_hint())
        document.selection_changed.connect(lambda _: self._name_tabs())
        document.replaced.connect(lambda _: self._name_tabs())
        self._name_tabs()
        self._give_hint()

    def sizeHint(self) -> QSize:
        return QSize(USUAL, 900)

    def row_entries(self) -> list[Entry]:
        """The operations on the table's rows, for a menu."""
        return self.rows.entries()

    def _lay_out(self) -> None:
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.header)
        layout.addLayout(self._buttons())
        layout.addWidget(self.table)
        for widget in (self.room, self.tabs, self.gravity, self.payload, self.wrench, self._last_message()):
            layout.addWidget(widget)
        layout.addStretch(1)
        self.setWidget(content)
        FreeHeight(self, content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setMinimumWidth(NARROWEST)

    def _last_message(self) -> MessageRoom:
        """Of gravity, payload and wrench: below them all, where it moves none of them; scrolled to if need be."""
        room = MessageRoom(self.gravity.message, self.payload.message, self.wrench.message, lines=1)
        room.spoken.connect(lambda: QTimer.singleShot(0, room, lambda: self.ensureWidgetVisible(room, 0, 0)))
        return room

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2)
        for action in self.rows.buttons:
            button = QToolButton()
            button.setDefaultAction(action)
            button.setAutoRaise(True)
            button.setAccessibleName(action.text())
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _name_tabs(self) -> None:
        number = self._document.selected + 1
        self.tabs.setTabText(0, f"Link {number}: inertia")
        self.tabs.setTabText(1, f"Joint {number}")

    def _give_hint(self) -> None:
        """What the current cell means."""
        index = self.table.currentIndex()
        words = meaning(index.column(), self._document.robot.convention) if index.isValid() else ""
        if words != self.room.hint.text():
            self.room.hint.setText(words)
