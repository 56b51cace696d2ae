"""What drives a forward run: the torque law with its entries, and what the motors can do."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.files.tables.torque_csv import CsvTorques, torques_from_csv
from denoc.torques.torque_laws import ComputedTorque, ExpressionTorque, FreeFall, PdTorque, TableTorque, compensates
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.editing.cell_table import CellTable
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.panels.editing.rows_editor import RowsEditor
from denoc_studio.panels.run.controller_model import ModelEditor
from denoc_studio.panels.run.table_file import ask_for_table, read_asking, sentences, units_assumed
from denoc_studio.project.law_kinds import LAWS, law_of, limit_words
from denoc_studio.project.run_edits import change_law, choose_law, follow_motion, set_law, switch_limit
from denoc_studio.project.sheets.laws import FORMULAS, GAINS, MOTORS, TableSheet
from denoc_studio.project.sheets.sheet import Sheet
from denoc_studio.session.session import Session
from denoc_studio.widgets.form_parts import choice, make_form, show_choice
from denoc_studio.widgets.message_line import MessageLine

REFERENCES = {"target": "a target at rest", "motion": "the motion below"}
MOTOR_LIMITS = {
    "torque_limit": (
        "limited torque",
        "The motors give no more than this, to begin with the largest torque of each joint",
    ),
    "speed_limit": ("limited speed", "The motors cannot push a joint beyond this speed, to begin with its largest one"),
}
MODEL = "The controller's model: what of the arm it computes with, as it is"
COLUMNS = "Columns t, tau1, tau2, ...; units in brackets, as in tau1 [N m]"


class TorquePanel(Editor):
    def __init__(self, session: Session) -> None:
        super().__init__(session.document)
        self._session = session
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
        self.form.addRow("Torques", self.law)
        self.form.addRow("Towards", self.reference)
        self.form.addRow("", self.gravity)
        self.form.addRow("Knows", self.model)
        self.form.labelForField(self.model).setToolTip(MODEL)
        self.column.addLayout(self.form)
        self.formulas = self._table(FORMULAS, "Formulas of the torques")
        self.gains = self._table(GAINS, "Gains of the joints")
        self.table = self._torque_table()
        self.motor_boxes = {field: self._motor_box(field) for field in MOTOR_LIMITS}
        row = QHBoxLayout()
        for box in self.motor_boxes.values():
            row.addWidget(box)
        self.column.addLayout(row)
        self.motors = self._table(MOTORS, "What the motors can do")
        self.limits_note = MessageLine(session.themes)
        self.column.addWidget(self.limits_note)
        self.column.addWidget(self.message)
        session.preferences.changed.connect(self._follow_preference)
        self.problem.connect(lambda words, source: self.message.say("error", words, source))

    def show_project(self, project: Project) -> None:
        run, law = project.run, project.run.torque
        show_choice(self.law, law_of(law))
        self.formulas.setVisible(isinstance(law, ExpressionTorque))
        self.gains.setVisible(isinstance(law, PdTorque | ComputedTorque))
        self.table.setVisible(isinstance(law, TableTorque))
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
        driven = not isinstance(law, FreeFall)
        for field, box in self.motor_boxes.items():
            box.setVisible(driven)
            box.setChecked(getattr(run, field) is not None)
        self.motors.setVisible(driven and MOTORS.rows(project) > 0)
        self._show_limits_note(project)

    def _show_limits_note(self, project: Project) -> None:
        driven = not isinstance(project.run.torque, FreeFall)
        words = limit_words(project, self._session.preferences["degrees"]) if driven else ""
        self.limits_note.say("warning", words)

    def _follow_preference(self, name: str) -> None:
        if name == "degrees":
            self._show_limits_note(self.document.project)

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

    def _table(self, sheet: Sheet, name: str) -> CellTable:
        session = self._session
        parts = (session.document, session.preferences, session.themes, self)
        model = CellModel(sheet, *parts)
        self.hear(model, model.message)
        table = CellTable(model, name)
        self.column.addWidget(table, 1)
        return table

    def _torque_table(self) -> RowsEditor:
        editor = RowsEditor(self._session, TableSheet(), "Torques over time")
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
        self.assumed = MessageLine(self._session.themes)
        self.notes = MessageLine(self._session.themes)
        editor.column.addWidget(self.assumed)
        editor.column.addWidget(self.notes)
        self.column.addWidget(editor, 1)
        return editor

    def _motor_box(self, field: str) -> QCheckBox:
        words, tip = MOTOR_LIMITS[field]
        box = QCheckBox(words)
        box.setToolTip(tip)
        box.clicked.connect(
            lambda on: self.attempt(lambda project: switch_limit(project, field, on), f"{words.capitalize()}")
        )
        return box

    def _set_reference(self, key: str) -> None:
        self.attempt(lambda project: follow_motion(project, key == "motion"), f"Towards {REFERENCES[key]}")

    def _set_gravity(self, on: bool) -> None:
        self.attempt(lambda project: change_law(project, gravity_compensation=on), "Gravity compensation")

    def _choose(self) -> None:
        path = ask_for_table(self, self._session, "Read torques")
        if path is not None:
            self.read(path)
