"""The robot's name, the table's convention with the proof that a switch changes nothing, and the unit of angles."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QThreadPool, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.functions.equality import largest_difference
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.project import edits
from denoc_studio.project.convention_words import moved
from denoc_studio.session.document import Document
from denoc_studio.widgets.fields.switch import Switch
from denoc_studio.widgets.form_parts import fill_column, tool
from denoc_studio.widgets.message_line import MessageLine

SHOWN_FOR = 12_000  # milliseconds


class RobotHeader(QWidget):
    """Its `message` is put where its coming and going moves nothing that is being clicked."""

    explain = Signal()  # what the parameters mean in the table's convention
    compared = Signal(object, float)  # the robot after a switch, its largest difference from the one before

    def __init__(
        self, document: Document, preferences: Preferences, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._preferences = preferences
        self.name = QLineEdit()
        self.name.setAccessibleName("Name of the robot")
        self.name.setToolTip("Name of the robot")
        self.convention = Switch(
            {
                "standard": "Each frame sits at its link's far end (Denavit and Hartenberg 1955)",
                "modified": "Each frame sits on its own joint's axis (Craig, Khalil)",
            }
        )
        self.convention.setAccessibleName("Convention")
        tip = "What a, α, b and θ measure in each convention: a figure of both"
        self.question = tool("?", tip, self.explain.emit, "What the parameters mean")
        self.question.setAutoRaise(True)
        self.angles = Switch({"°": "Angles in degrees", "rad": "Angles in radians"})
        self.angles.setAccessibleName("Unit of angles")
        self.message = MessageLine(themes)
        self._moved = ""  # between the table and its ends, by the last switch
        self._timer = QTimer(self, singleShot=True, interval=SHOWN_FOR)
        self._lay_out()
        self._connect()
        self._show()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(self.convention)
        row.addWidget(self.question)
        row.addStretch(1)
        row.addWidget(self.angles)
        fill_column(self, self.name, row, spacing=6)

    def _connect(self) -> None:
        self.name.editingFinished.connect(self._rename)
        self.convention.chosen.connect(self._convert)
        self.angles.chosen.connect(lambda unit: self._preferences.__setitem__("degrees", unit == "°"))
        self.compared.connect(self._say_equal)
        self._timer.timeout.connect(lambda: self.message.say("good", ""))
        self._document.robot_changed.connect(lambda _: self._show())
        self._preferences.degrees_changed.connect(self._show)

    def _show(self) -> None:
        robot = self._document.robot
        if self.name.text() != robot.name:
            with QSignalBlocker(self.name):
                self.name.setText(robot.name)
        self.convention.show_choice(robot.convention)
        self.angles.show_choice("°" if self._preferences["degrees"] else "rad")

    def _rename(self) -> None:
        try:
            after = edits.rename_robot(self._document.project, self.name.text())
        except DynamicsError as error:
            self.message.say("error", f"Name: {error.reason}; “{self._document.robot.name}” stays")
            return
        if self.message.severity == "error":
            self.message.say("good", "")
        self._document.edit(after, "Rename the robot")

    def _convert(self, convention: str) -> None:
        before, known = self._document.robot, len(self._document.project.tolerances)
        try:
            after = edits.set_convention(self._document.project, convention)  # type: ignore[arg-type]
        except DynamicsError as error:
            self.message.say("error", f"Convention: {error.reason}")
            self._show()
            return
        if after.robot == before:
            return
        self._document.edit(after, f"Switch to the {convention} convention")
        lost = known - len(after.tolerances)
        gone = f"{lost} of the {known} tolerances are gone with the numbers that changed." if lost else ""
        self._moved = f"{moved(before, after.robot, self._preferences['degrees'])} {gone}".strip()
        self._tell(self._moved)
        # The first comparison of a size of arm may have to compile: not here.
        QThreadPool.globalInstance().start(lambda: self._compare(before, after.robot))

    def _compare(self, before: Robot, after: Robot) -> None:
        try:
            difference = largest_difference(before, after)
            self.compared.emit(after, difference)
        except (DynamicsError, RuntimeError):
            return  # too large to compute with, or the window has gone

    def _say_equal(self, robot: Robot, difference: float) -> None:
        if robot.convention != self._document.robot.convention:
            return
        share = f"to {difference:.0e}" if difference else "in every digit"
        equal = f"The same arm {share} (poses, inertias, gravity)"
        self._tell(f"{equal}. {self._moved}" if self._moved else equal)

    def _tell(self, words: str) -> None:
        self.message.say("good", words)
        self._timer.start()
