"""What drives a forward run: the torque law, and what it has besides its columns in the table of the joints."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.files.tables.torque_csv import CsvTorques, torques_from_csv
from denoc.torques.torque_laws import ComputedTorque, PdTorque, TableTorque, compensates
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.panels.editing.rows_editor import RowsEditor
from denoc_studio.panels.editing.table_file import ask_for_table, read_asking, sentences, units_assumed
from denoc_studio.panels.run.controller_model import ModelEditor
from denoc_studio.panels.run.faults import watch_faults
from denoc_studio.project.law_kinds import LAWS, law_of
from denoc_studio.project.run_edits import change_law, choose_law, follow_motion, set_law
from denoc_studio.project.run_words import controller_in_words, table_in_words
from denoc_studio.project.sheets.laws import TableSheet
from denoc_studio.session.session import Session
from denoc_studio.widgets.fold import Fold
from denoc_studio.widgets.form_parts import choice, make_form, show_choice
from denoc_studio.widgets.message_line import MessageLine

REFERENCES = {"target": "a target at rest", "motion": "the motion"}
MODEL = "The controller's model: what of the arm it computes with, as it is"
COLUMNS = "Columns t, tau1, tau2, ...; units in brackets, as in tau1 [N m]"


class TorquePanel(Editor):
    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._read: CsvTorques | None = None  # from a file, last
        self.law = choice(
            LAWS,
            "Torque law",
            "The joints' torques during the run",
            lambda key: self.attempt(lambda project: choose_law(project, key), f"Choose the torques: {LAWS[key]}"),
        )
        self.reference = choice(REFERENCES, "Reference", "What the law leads the arm to", self._set_reference)
        self.gravity = QCheckBox("gravity compensated")
        self.gravity.setToolTip("The torque that holds the arm against gravity where it is, is added")
        self.gravity.clicked.connect(self._set_gravity)
        self.message = MessageLine(session.themes)
        self.model = ModelEditor(session, self.message)
        self.model.problem.connect(self.problem)
        self.form = make_form()
        self.form.setContentsMargins(0, 0, 0, 8)
        self.form.addRow("Towards", self.reference)
        self.form.addRow("", self.gravity)
        self.form.addRow("Knows", self.model)
        self.form.labelForField(self.model).setToolTip(MODEL)
        inside = QWidget()
        inside.setLayout(self.form)
        self.controller = Fold("Controller", inside, kept=(session.preferences, "open_controller"))
        self.table = self._torque_table()
        self.over_time = Fold("Torques over time", self.table, kept=(session.preferences, "open_torques"))
        for fold in (self.controller, self.over_time):
            watch_faults(fold)
            self.column.addWidget(fold)
        self.column.addWidget(self.message)
        self.problem.connect(lambda words, source: self.message.say("error", words, source))

    def show_project(self, project: Project) -> None:
        law = project.run.torque
        show_choice(self.law, law_of(law))
        self.controller.setVisible(isinstance(law, PdTorque | ComputedTorque))
        self.controller.say(controller_in_words(project))
        self.over_time.setVisible(isinstance(law, TableTorque))
        pd = isinstance(law, PdTorque)
        for widget in (self.reference, self.gravity):
            self.form.setRowVisible(widget, pd)
        self.form.setRowVisible(self.model, compensates(law))
        self.model.show_project(project)
        if isinstance(law, PdTorque):
            show_choice(self.reference, "motion" if law.target is None else "target")
            self.gravity.setChecked(law.gravity_compensation)
        if isinstance(law, TableTorque):
            self.hold.setChecked(law.hold)
            found = self._read if self._read is not None and self._read.law.values == law.values else None
            assumed = found is not None and found.assumed
            self.assumed.say("warning", units_assumed(project.robot, "N m", "N", "tau1 [mN m]") if assumed else "")
            self.notes.say("good", sentences(found.notes) if found is not None else "")
            self.over_time.say(table_in_words(law))

    def read(self, path: Path) -> None:
        """The torques in the file take the place of the table, or the reason why not is said."""
        robot, hold = self.document.robot, self.hold.isChecked()
        try:
            answer = read_asking(self, path, lambda mark: torques_from_csv(path, robot, hold=hold, decimal=mark))
        except DynamicsError as error:
            self.refuse(f"{path.name}: {error.reason}")
            return
        if answer is not None:
            self._read = found = answer[0]
            self.attempt(lambda project: set_law(project, found.law), f"Read the torques {path.name}")

    def _torque_table(self) -> RowsEditor:
        editor = RowsEditor(self.session, TableSheet(), "Torques over time")
        editor.problem.connect(self.problem)
        self.hold = QCheckBox("in steps")
        self.hold.setToolTip("Each row holds until the next one; otherwise the torque changes evenly between them")
        self.hold.clicked.connect(
            lambda on: self.attempt(lambda project: change_law(project, hold=on), "Torques in steps")
        )
        self.read_button = QPushButton("Read a CSV file...")
        self.read_button.setToolTip(COLUMNS)
        self.read_button.clicked.connect(self._choose)
        row = QHBoxLayout()
        row.addWidget(self.hold)
        row.addWidget(self.read_button, 1)
        editor.column.addLayout(row)
        self.assumed = MessageLine(self.session.themes)
        self.notes = MessageLine(self.session.themes)
        editor.column.addWidget(self.assumed)
        editor.column.addWidget(self.notes)
        return editor

    def _set_reference(self, key: str) -> None:
        self.attempt(lambda project: follow_motion(project, key == "motion"), f"Towards {REFERENCES[key]}")

    def _set_gravity(self, on: bool) -> None:
        self.attempt(lambda project: change_law(project, gravity_compensation=on), "Gravity compensation")

    def _choose(self) -> None:
        path = ask_for_table(self, self.session, "Read torques")
        if path is not None:
            self.read(path)
