"""The joints of the run: one table of all that it has for each of them, with sliders, and buttons that fill it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton

from denoc.files.projects.project import Project
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.panels.editing.slider_table import JointSlider, SliderTable
from denoc_studio.project import edits
from denoc_studio.project.sheets.run_joints import SLIDERS, RunJoints
from denoc_studio.session.session import Session
from denoc_studio.widgets.form_parts import tool
from denoc_studio.widgets.message_line import MessageLine


class JointsEditor(Editor):
    """Hidden while the run has nothing that is said joint by joint."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.sheet = RunJoints()
        self.model = CellModel(self.sheet, session.document, session.preferences, session.themes, self)
        self.hear(self.model, self.model.message)
        self.table = SliderTable(self.sheet, self.model, session.themes, "Joints")
        self.table.setToolTip("Ctrl+V pastes a block from a spreadsheet")
        self.table.posing.connect(self._show_posed)
        self.message = MessageLine(session.themes)
        self.problem.connect(lambda words, source: self.message.say("error", words, source))
        self.title = QLabel()
        self.title.setStyleSheet("font-weight: 600")
        self.shown = tool("As shown", "Start from the pose that is shown now", session.start_from_shown)
        self.zero = tool("All zero", "Start with every joint at zero, at rest", self._zero)
        row = QHBoxLayout()
        row.addWidget(self.title, 1)
        for button in (self.shown, self.zero):
            row.addWidget(button)
        self.column.addLayout(row)
        self.column.addWidget(self.table)
        self._add_sliders()
        self.column.addWidget(self.message)
        model = self.model
        for signal in (model.modelReset, model.columnsInserted, model.columnsRemoved):
            signal.connect(self._show_sliders)
        self._show_sliders()

    @property
    def buttons(self) -> tuple[QToolButton, ...]:
        return self.shown, self.zero

    def show_project(self, project: Project) -> None:
        """The table shows itself."""
        forward = project.run.mode == "forward"
        self.setVisible(self.sheet.rows(project) > 0)
        self.title.setText("Joints at t = 0" if forward else "Joints")
        for button in self.buttons:
            button.setVisible(forward)

    def show_term(self, term: int) -> None:
        """Of sums of sines: the one whose numbers are in the table."""
        self.sheet.term = term
        self.model.forget_all()  # it was typed for another term
        self.model.refresh()

    def _add_sliders(self) -> None:
        """One line a slider, for the selected joint, where the rows have no room for it."""
        self.sliders = {name: JointSlider(self.sheet, name, self.model, self.session.themes) for name, *_ in SLIDERS}
        for slider in self.sliders.values():
            slider.posing.connect(self._show_posed)
            self.column.addWidget(slider)

    def _show_sliders(self, *_: object) -> None:
        for widget in self.sliders.values():
            slider = None if self.table.slides else widget.slider
            widget.setVisible(slider is not None)
            if slider is not None:
                widget.setToolTip(slider.tip)

    def _show_posed(self, column: int) -> None:
        """The cursor goes to where the taken handle is seen."""
        if self.sheet.ends(self.document.project, column):
            self.session.show_end()
        else:
            self.session.show_start()

    def _zero(self) -> None:
        zero = (0.0,) * self.document.robot.n
        self.session.show_start()
        self.attempt(lambda project: edits.set_start(project, q0=zero, qd0=zero), "Start from zero")
