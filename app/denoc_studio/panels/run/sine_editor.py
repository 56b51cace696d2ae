"""The motion as sums of sines: which of them is in the table of the joints, one more, one less."""

from __future__ import annotations

from denoc.files.projects.project import Project
from denoc.motions.motion_data import SineMotion
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.panels.run.joints import JointsEditor
from denoc_studio.project.run_edits import change_motion
from denoc_studio.session.session import Session
from denoc_studio.widgets.form_parts import choice, titled, tool


class SineEditor(Editor):
    def __init__(self, session: Session, table: JointsEditor) -> None:
        super().__init__(session)
        self._table = table
        self.term = choice(
            {"0": "term 1"}, "Term", "Which of the sines is shown", lambda key: self._show_term(int(key))
        )
        self.term.setMinimumContentsLength(6)
        self.column.addLayout(
            titled(
                "In the table",
                self.term,
                tool("+", "Another sine for every joint, of twice the frequency", self._add),
                tool("−", "Remove the shown sine of every joint", self._remove),
            )
        )

    def show_project(self, project: Project) -> None:
        motion = project.run.motion
        if not isinstance(motion, SineMotion):
            return
        count = max([1, *map(len, motion.terms)])
        while self.term.count() > count:
            self.term.removeItem(self.term.count() - 1)
        while self.term.count() < count:
            self.term.addItem(f"term {self.term.count() + 1}", str(self.term.count()))
        if self._table.sheet.term >= count:
            self._show_term(count - 1)

    def _show_term(self, term: int) -> None:
        self.term.setCurrentIndex(term)
        self._table.show_term(term)

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
        term = self._table.sheet.term

        def removed(project: Project) -> Project:
            motion = project.run.motion
            assert isinstance(motion, SineMotion)
            rows = tuple(tuple(sine for k, sine in enumerate(terms) if k != term) for terms in motion.terms)
            return change_motion(project, terms=rows)

        self.attempt(removed, "Remove a sine")
