"""The motion as sums of sines: one table of amplitudes, frequencies and phases for each term."""

from __future__ import annotations

from denoc.files.projects.project import Project
from denoc.motions.motion_data import SineMotion
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.editing.cell_table import CellTable
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.project.run_edits import change_motion
from denoc_studio.project.sheets.motions import SineSheet
from denoc_studio.session.session import Session
from denoc_studio.widgets.form_parts import choice, titled, tool


class SineEditor(Editor):
    def __init__(self, session: Session) -> None:
        super().__init__(session.document)
        self.sheet = SineSheet()
        self.term = choice(
            {"0": "term 1"}, "Term", "Which of the sines is shown", lambda key: self._show_term(int(key))
        )
        self.term.setMinimumContentsLength(6)
        self.column.addLayout(
            titled(
                "Sines",
                self.term,
                tool("+", "Another sine for every joint, of twice the frequency", self._add),
                tool("−", "Remove the shown sine of every joint", self._remove),
            )
        )
        self.model = CellModel(self.sheet, session.document, session.preferences, session.themes, self)
        self.hear(self.model, self.model.message)
        self.table = CellTable(self.model, "Sines of the joints")
        self.column.addWidget(self.table, 1)

    def show_project(self, project: Project) -> None:
        motion = project.run.motion
        if not isinstance(motion, SineMotion):
            return
        count = max([1, *map(len, motion.terms)])
        while self.term.count() > count:
            self.term.removeItem(self.term.count() - 1)
        while self.term.count() < count:
            self.term.addItem(f"term {self.term.count() + 1}", str(self.term.count()))
        if self.sheet.term >= count:
            self._show_term(count - 1)

    def _show_term(self, term: int) -> None:
        self.sheet.term = term
        self.term.setCurrentIndex(term)
        self.model.forget_all()  # it was typed for another term
        self.model.refresh()

    def _add(self) -> None:
        def added(project: Project) -> Project:
            motion = project.run.motion
            assert isinstance(motion, SineMotion)
            count = max(map(len, motion.terms))
            rows = []
            for terms in motion.terms:
                filled = (*terms, *((0.0, 0.0, 0.0),) * (count - len(terms)))
                frequency = 2 * filled[-1][1] if filled and filled[-1][1] else 1.0
                rows.append((*filled, (0.0, frequency, 0.0)))
            return change_motion(project, terms=tuple(rows))

        if self.attempt(added, "Add a sine"):
            self._show_term(self.term.count() - 1)

    def _remove(self) -> None:
        term = self.sheet.term

        def removed(project: Project) -> Project:
            motion = project.run.motion
            assert isinstance(motion, SineMotion)
            rows = tuple(tuple(sine for k, sine in enumerate(terms) if k != term) for terms in motion.terms)
            return change_motion(project, terms=rows)

        self.attempt(removed, "Remove a sine")
