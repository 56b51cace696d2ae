"""The robot: its DH table, the inertia and the joint of the selected link, gravity, payload and tip wrench."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QTabWidget, QToolButton, QVBoxLayout, QWidget

from app.actions import Entry
from app.document import Document
from app.icons import Icons
from app.preferences import Preferences
from app.theme import Themes
from app.views.dh_model import DhModel
from app.views.dh_table import DhTable
from app.views.free_height import FreeHeight
from app.views.gravity_panel import GravityPanel
from app.views.inertia_panel import InertiaPanel
from app.views.joint_panel import JointPanel
from app.views.message_line import MessageLine
from app.views.message_room import MessageRoom
from app.views.payload_panel import PayloadPanel
from app.views.robot_header import RobotHeader
from app.views.row_actions import RowActions
from app.views.wrench_panel import WrenchPanel

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
        self.model = DhModel(document, preferences, themes, self)
        self.table = DhTable(document, self.model)
        self.rows = RowActions(document, self.table, icons)
        self.message = MessageLine(themes)
        self.room = MessageRoom(self.message, self.header.message)
        self.inertia = InertiaPanel(document, preferences, themes, icons)
        self.joint = JointPanel(document, preferences, themes)
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
        document.robot_changed.connect(lambda _: self._give_hint())
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
        words = self.model.meaning(self.table.currentIndex())
        if words != self.room.hint.text():
            self.room.hint.setText(words)
