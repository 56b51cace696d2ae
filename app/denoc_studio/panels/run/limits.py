"""What the motors of a forward run can do: which limits there are; their numbers are in the table of the joints."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox

from denoc.files.projects.project import Project
from denoc.torques.torque_laws import FreeFall
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.project.law_kinds import limit_words
from denoc_studio.project.run_edits import switch_limit
from denoc_studio.session.session import Session
from denoc_studio.widgets.message_line import MessageLine

MOTOR_LIMITS = {
    "torque_limit": (
        "limited torque",
        "The motors give no more than the table says, to begin with the largest torque of each joint",
    ),
    "speed_limit": (
        "limited speed",
        "The motors cannot push a joint beyond the speed in the table, to begin with its largest one",
    ),
}


class MotorLimits(Editor):
    """Hidden while nothing drives the arm."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.boxes = {field: self._box(field) for field in MOTOR_LIMITS}
        for box in self.boxes.values():
            self.column.addWidget(box)
        self.note = MessageLine(session.themes)
        self.column.addWidget(self.note)
        session.preferences.degrees_changed.connect(self._refresh)

    def show_project(self, project: Project) -> None:
        driven = not isinstance(project.run.torque, FreeFall)
        self.setVisible(driven)
        for field, box in self.boxes.items():
            box.setChecked(getattr(project.run, field) is not None)
        self.note.say("warning", limit_words(project, self.session.preferences["degrees"]) if driven else "")

    def _refresh(self) -> None:
        self.show_project(self.document.project)

    def _box(self, field: str) -> QCheckBox:
        words, tip = MOTOR_LIMITS[field]
        box = QCheckBox(words)
        box.setToolTip(tip)
        box.clicked.connect(
            lambda on: self.attempt(lambda project: switch_limit(project, field, on), f"{words.capitalize()}")
        )
        return box
