"""The robot: its DH table, the inertia and the joint of the selected link, gravity, payload and tip wrench."""

from __future__ import annotations

from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

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
from denoc_studio.project.robot_words import body_words, gravity_words, joint_words, payload_words, wrench_words
from denoc_studio.project.sheets.dh import DhSheet
from denoc_studio.project.sheets.dh_columns import meaning
from denoc_studio.session.document import Document
from denoc_studio.widgets.actions import Entry
from denoc_studio.widgets.fold import Fold
from denoc_studio.widgets.form_parts import titled
from denoc_studio.widgets.message_line import MessageLine
from denoc_studio.widgets.message_room import MessageRoom

NARROWEST, USUAL = 288, 320  # pixels


class RobotPanel(QScrollArea):
    """Everything that describes the arm, in one column that scrolls."""

    def __init__(
        self, document: Document, preferences: Preferences, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._preferences = preferences
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
        self.folds = {
            name: Fold(title, part, kept=(preferences, f"open_{name}"))
            for name, title, part in (
                ("inertia", "Inertia", self.inertia),
                ("joint", "Joint", self.joint),
                ("gravity", "Gravity [m/s²]", self.gravity),
                ("payload", "Payload at the tip", self.payload),
                ("wrench", "Wrench at the tip", self.wrench),
            )
        }
        self._lay_out()
        for name, line in (
            ("inertia", self.inertia.advice),
            ("joint", self.joint.message),
            ("gravity", self.gravity.message),
            ("payload", self.payload.message),
            ("wrench", self.wrench.message),
        ):
            line.changed.connect(lambda name=name, line=line: self._hold_open(name, line))
        for part in (self.model, self.rows):
            part.message.connect(lambda text, part=part: self.message.say("error", text, part))
        self.table.selectionModel().currentChanged.connect(lambda *_: self._give_hint())
        document.project_changed.connect(lambda _: self._give_hint())
        for signal in (document.selection_changed, document.replaced, document.project_changed):
            signal.connect(lambda _: self._sum_up())
        preferences.degrees_changed.connect(self._sum_up)
        self._sum_up()
        self._give_hint()

    def sizeHint(self) -> QSize:
        return QSize(USUAL, 900)

    def row_entries(self) -> list[Entry]:
        """The operations on the table's rows, for a menu."""
        return self.rows.entries()

    def _lay_out(self) -> None:
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(12, 10, 12, 8)
        layout.setSpacing(8)
        layout.addWidget(self.header)
        layout.addLayout(self._buttons())
        layout.addWidget(self.table)
        layout.addWidget(self.room)
        sections = QVBoxLayout()
        sections.setSpacing(3)
        for section in self.folds.values():
            sections.addWidget(section)
        layout.addLayout(sections)
        layout.addWidget(self._last_message())
        layout.addStretch(1)
        self.setWidget(content)
        FreeHeight(self, content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMinimumWidth(NARROWEST)

    def _last_message(self) -> MessageRoom:
        """Of gravity, payload and wrench: below them all, where it moves none of them; scrolled to if need be."""
        room = MessageRoom(self.gravity.message, self.payload.message, self.wrench.message, lines=1)
        room.spoken.connect(lambda: QTimer.singleShot(0, room, lambda: self.ensureWidgetVisible(room, 0, 0)))
        return room

    def _buttons(self) -> QHBoxLayout:
        """The heading of the table, with what can be done to its rows."""
        buttons = []
        for action in self.rows.buttons:
            button = QToolButton()
            button.setDefaultAction(action)
            button.setAutoRaise(True)
            button.setAccessibleName(action.text())
            button.setFixedSize(28, 26)
            buttons.append(button)
        return titled("DH table", *buttons)

    def _hold_open(self, name: str, line: MessageLine) -> None:
        """A section with a fault is opened, and stays so."""
        self.folds[name].hold(line, bool(line.text) and line.severity == "error")

    def _sum_up(self) -> None:
        """What the closed sections hold, in a few words."""
        document, degrees = self._document, self._preferences["degrees"]
        number, robot = document.selected + 1, document.robot
        self.folds["inertia"].rename(f"Link {number}: inertia")
        self.folds["joint"].rename(f"Joint {number}")
        for name, words in (
            ("inertia", body_words(robot.links[document.selected])),
            ("joint", joint_words(robot.links[document.selected], degrees)),
            ("gravity", gravity_words(robot.gravity)),
            ("payload", payload_words(robot.payload)),
            ("wrench", wrench_words(document.project.run.tip_wrench)),
        ):
            self.folds[name].say(words)

    def _give_hint(self) -> None:
        """What the current cell means."""
        index = self.table.currentIndex()
        words = meaning(index.column(), self._document.robot.convention) if index.isValid() else ""
        if words != self.room.hint.text():
            self.room.hint.setText(words)
