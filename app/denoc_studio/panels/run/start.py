"""The joints at t = 0: sliders, positions, rates, and constant torques where the law has them."""

from __future__ import annotations

from app import edits
from app.session import Session
from app.start_sheet import POSITION, START, TORQUE
from app.views.cell_model import CellModel
from app.views.form_parts import Editor, titled, tool
from app.views.message_line import MessageLine
from app.views.slider_table import SliderTable
from dynamics.project import ConstantTorque, Project


class StartPanel(Editor):
    def __init__(self, session: Session) -> None:
        super().__init__(session.document)
        self._session = session
        parts = (session.document, session.preferences, session.themes, self)
        model = CellModel(START, *parts, units_in_cells=False, digits=4)
        self.table = SliderTable(model, (POSITION,), session.themes, "Joints at t = 0")
        self.table.posing.connect(lambda _: session.show_start())
        self.message = MessageLine(session.themes)
        self.problem.connect(lambda words, source: self.message.say("error", words, source))
        self.hear(model, model.message)
        self.column.addLayout(
            titled(
                "Joints at t = 0",
                tool("shown", "Start from the pose that is shown now", self._start_from_shown),
                tool("zero", "Start with every joint at zero, at rest", self._zero),
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
