"""What a controller knows of the arm and of what acts on it: tick boxes, and how much of the payload it believes in."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QWidget

from denoc.files.projects.project import Project
from denoc.torques.controller_model import KNOWING
from denoc.torques.torque_laws import ComputedTorque
from denoc_studio.panels.editing.binding import bind, report
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.project.entry.joint_units import PERCENT
from denoc_studio.project.law_kinds import knowable, model_of
from denoc_studio.project.run_edits import change_model, set_known
from denoc_studio.session.session import Session
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.message_line import MessageLine

BOXES = {
    "masses": ("link masses", "Without: the table says which part of each link's mass and inertia it believes in"),
    "payload": ("payload", "Without: it computes with another part of the payload, or with none"),
    "tip_wrench": ("tip wrench", "With: what the wrench does at the joints is compensated. Without: it disturbs"),
    "friction": ("friction", "Without: the joints' friction is not compensated"),
}
ABSENT = {
    "payload": "The arm has no payload",
    "tip_wrench": "There is no wrench at the tip",
    "friction": "The joints have no friction",
}
SHARE = "payload that the controller believes in"


class ModelEditor(Editor):
    """Its boxes are there to be clicked where the arm has what they are about."""

    def __init__(self, session: Session, line: MessageLine) -> None:
        """`line` is where it is said why the payload's share was refused."""
        super().__init__(session)
        self.boxes = {name: self._box(name) for name in BOXES}
        grid = QGridLayout()
        grid.setVerticalSpacing(3)
        for place, box in enumerate(self.boxes.values()):
            grid.addWidget(box, *divmod(place, 2))
        self.share = NumberField(PERCENT, minimum=0.0)
        self.share.setAccessibleName(SHARE.capitalize())
        self.share.setToolTip("Of the payload's mass and inertia; 0 % is a controller that does not know of it")
        edit = lambda project, value: change_model(project, payload=value or 0.0)  # noqa: E731
        bind(self.share, self.document, edit, lambda: SHARE)
        report(self.share, line, lambda: SHARE)
        self.share_row = QWidget()
        row = QHBoxLayout(self.share_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(QLabel("payload believed"))
        row.addWidget(self.share, 1)
        self.column.addLayout(grid)
        self.column.addWidget(self.share_row)

    def show_project(self, project: Project) -> None:
        law, there = project.run.torque, knowable(project)
        model = model_of(law)
        for name, box in self.boxes.items():
            box.setChecked(getattr(model, name) == getattr(KNOWING, name))
            box.setEnabled(name in there)
            box.setToolTip(BOXES[name][1] if name in there else ABSENT.get(name, ""))
        self.boxes["friction"].setVisible(isinstance(law, ComputedTorque))  # gravity compensation has no use for it
        self.share_row.setVisible("payload" in there and model.payload != 1)
        self.share.set_value(model.payload)

    def _box(self, name: str) -> QCheckBox:
        words = BOXES[name][0]
        box = QCheckBox(words)
        box.setAccessibleName(f"The controller knows the {words}")
        box.clicked.connect(
            lambda on: self.attempt(
                lambda project: set_known(project, name, on),
                f"The controller {'knows' if on else 'does not know'} the {words}",
            )
        )
        return box
