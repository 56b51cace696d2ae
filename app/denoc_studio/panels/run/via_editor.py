"""The motion through via points: a table of times and joints."""

from __future__ import annotations

from denoc.files.projects.project import Project
from denoc.motions.motion_data import ViaMotion
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.panels.editing.rows_editor import RowsEditor
from denoc_studio.project.run_edits import change_motion
from denoc_studio.project.sheets.motions import ViaSheet
from denoc_studio.session.session import Session
from denoc_studio.widgets.form_parts import choice, make_form, show_choice, tool

ORDERS = {"cubic": "cubic", "quintic": "quintic"}


class ViaEditor(Editor):
    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.order = choice(
            ORDERS,
            "Order of the spline",
            "Cubic: continuous acceleration. Quintic: continuous up to the fourth derivative, gentle at both ends",
            lambda key: self.attempt(lambda project: change_motion(project, order=key), "Choose the spline"),
        )
        form = make_form()
        form.addRow("Spline", self.order)
        self.rows = RowsEditor(session, ViaSheet(), "Via points")
        self.rows.problem.connect(self.problem)
        self.rows.add_button(tool("As shown", "Put the pose that is shown now into the chosen point", self._take_shown))
        self.column.addLayout(form)
        self.column.addWidget(self.rows, 1)

    def show_project(self, project: Project) -> None:
        if isinstance(project.run.motion, ViaMotion):
            show_choice(self.order, project.run.motion.order)

    def _take_shown(self) -> None:
        shown = self.session.shown_pose()
        row = self.rows.table.currentIndex().row()
        if row < 0:
            self.refuse("Choose a via point first")
        elif shown is not None:

            def put(project: Project) -> Project:
                table = self.rows.sheet.table(project)
                rows = (*table.rows[:row], shown, *table.rows[row + 1 :])
                return self.rows.sheet.with_table(project, table._replace(rows=rows))

            self.attempt(put, f"Put the shown pose into point {row + 1}")
