"""The joints at t = 0: sliders, positions, rates, and constant torques where the law has them."""

from __future__ import annotations

from denoc.files.projects.project import ConstantTorque, Project
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.panels.editing.slider_table import SliderTable
from denoc_studio.project import edits
from denoc_studio.project.sheets.start import POSITION, START, TORQUE
from denoc_studio.session.session import Session
from denoc_studio.widgets.form_parts import titled, tool
from denoc_studio.widgets.message_line import MessageLine


class StartPanel(Editor):
    def __init__(self, session: Session) -> None:
        super().__init__(session.document)
        self._session = session
        parts = (session.document, session.preferences, session.themes, self)
        model = CellModel(START, *parts)
        self.table = SliderTable(model, (POSITION,), session.themes, "Joints at t = 0")
        self.table.posing.connect(lambda _: session.show_start())
        self.message = MessageLine(session.themes)
        self.problem.connect(lambda words, source: self.message.say("error", words, source))
        self.hear(model, model.message)
        self.column.addLayout(
            titled(
                "Joints at t = 0",
                tool("As shown", "Start from the pose that is shown now", self._start_from_shown),
                tool("All zero", "Start with every joint at zero, at rest", self._zero),
            )
        )
        self.column.addWidget(self.table, 1)
        self.column.addWidget(self.message)

    def show_project(self, project: Project) -> None:
        self.table.setColumnHidden(TORQUE, not isinstance(project.run.torque, ConstantTorque))

    def _start_from_shown(self) -> None:
        self._session.start_from_shown()

    def _zero(self) -> None:
        zero = (0.0,) * self.document.robot.n
        self._session.show_start()
        self.attempt(lambda project: edits.set_start(project, q0=zero, qd0=zero), "Start from zero")
