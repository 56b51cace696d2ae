"""The project run again and again with other entries: what varies, what is measured, and what comes of it."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc_studio.panels.studies.study_panel import StudyPanel, result_tool, row
from denoc_studio.panels.studies.sweep.export import SweepExport
from denoc_studio.panels.studies.sweep.form import SweepForm
from denoc_studio.panels.studies.sweep.runner import SweepRunner
from denoc_studio.panels.studies.sweep.view import SweepView
from denoc_studio.plots.sweep.table import SweepTable
from denoc_studio.project.sweep_entries import with_run
from denoc_studio.session.session import Session
from denoc_studio.widgets.actions import commit_typing
from denoc_studio.widgets.empty_state import EmptyState
from denoc_studio.widgets.folding_line import FoldingLine

EMPTY = "No sweep yet: the project is run with many values of its entries, and each run is measured."
EARLIER, ELSEWHERE = "Of an earlier state of the project.", "Of another project."


class SweepPanel(StudyPanel):
    """`found` is the sweep that is shown; a run of it is taken into the project."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._preferences = session.document, session.preferences
        self._afresh = False  # another project waits to be shown
        self._opened = 0  # how many projects were, and when that of the sweep that is shown, or was asked for, was
        self._shown_of = self._asked_of = 0
        self._taken: tuple[Project, str] | None = None  # what the run that was taken last made of it, in words too
        degrees = bool(session.preferences["degrees"])
        self.form = SweepForm(session.document.project, degrees, session.themes)
        self.view = SweepView(session.themes, degrees)
        self.runner = SweepRunner(self)
        self.export = SweepExport(self, session.preferences.settings)
        self.state, self.reading = FoldingLine(), FoldingLine()
        give = "Give the project the entries of the selected run: one step to undo"
        written = "The table as denoc-studio sweep writes it: CSV, SI units and radians"
        self.take = result_tool("Take run", give, self._take_selected)
        self.copy = result_tool("Copy", "The table, for a spreadsheet", self._copy)
        self.save = result_tool("Save...", written, self._save)
        for button in (self.take, self.copy, self.save):
            button.setEnabled(False)
        self.empty = EmptyState("Run the sweep")
        self.empty.say(EMPTY, True)
        self._arrange()
        self._connect()

    @property
    def found(self) -> SweepTable | None:
        """The sweep that is shown, as far as it has come."""
        return self.view.sweep

    def start(self) -> None:
        """Compute what is asked for; what cannot be is said."""
        commit_typing()
        try:
            request = self.form.request()
        except DynamicsError as error:
            self.form.refuse(str(error))
            return
        if not self.runner.busy:
            self._asked_of = self._opened
        self.runner.sweep(self._document.project, request)
        self.form.set_busy(True)
        self._say_state()

    def take_run(self, run: int) -> None:
        """The project gets the entries of a run, as one edit; where it cannot, the reason is said."""
        found = self.found
        if found is None:
            return
        if self._shown_of != self._opened:
            self._say("The sweep is of another project, whose entries this one may not have.")
            return
        try:
            made = with_run(self._document.project, found.entries(run))
            same = made.same_run(with_run(found.project, found.entries(run)))
        except DynamicsError as error:
            self._say(f"Run {run + 1} cannot be taken: {error}.")
            return
        words = f"The project is run {run + 1}." if same else f"{EARLIER} It has the entries of run {run + 1} now."
        self._taken = made, words
        self._document.edit(made, f"Take run {run + 1} of the sweep")
        self._say_state()

    def finish(self) -> None:
        """Ends what is under way; before the window goes."""
        self.runner.finish()
        self.export.finish()

    def _arrange(self) -> None:
        self.reading.fold(True)
        for line in (self.state, self.reading):
            line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        above = row(self.view.switch, self.state, self.copy, self.save, wide=self.state)
        self.lay_out(self.form, self.empty, above, self.view, row(self.reading, self.take, wide=self.reading))

    def _connect(self) -> None:
        document = self._document
        document.follow(self._project_changed, document.project_changed)
        document.results.judged.connect(lambda _: self._judge())
        self._preferences.degrees_changed.connect(self._show_degrees)
        self.form.wanted.connect(self.start)
        self.form.unwanted.connect(self.runner.stop)
        self.empty.wanted.connect(self.start)
        self.runner.began.connect(self._begin)
        self.runner.grew.connect(self._grow)
        self.runner.failed.connect(lambda reason: self.form.refuse(reason))
        self.runner.ended.connect(self._end)
        self.view.taken.connect(self.take_run)
        self.view.told.connect(self._read)
        self.view.table.copied.connect(self._copy)
        for told in (self.export.message, self.export.failed):
            told.connect(self.message)

    def _begin(self, table: SweepTable) -> None:
        self._shown_of, self._taken = self._asked_of, None
        self.view.show_sweep(table)
        self.pages.setCurrentIndex(1)
        self._read(-1)
        self._judge()
        self._say_state()

    def _judge(self) -> None:
        """More may be known of the project's own run."""
        found, run = self.found, self._document.results.current
        if found is not None and run is not None and not run.running and run.project.same_run(found.project):
            found.doubtful_from = run.doubtful_from
            if self.view.table.run is None:
                self._read(-1)

    def _grow(self) -> None:
        self.view.grow()
        self._say_state()

    def _end(self) -> None:
        self.form.set_busy(False)
        self.view.table.fit()
        self._say_state()

    def _project_changed(self, afresh: bool) -> None:
        self._opened += afresh
        if self.found is not None and self.found.project.same_run(self._document.project):
            self._shown_of = self._opened  # the same one was opened again
        self._afresh = self._afresh or afresh
        self._say_state()
        self.look_soon()

    def refresh(self) -> None:
        """The entries that there are now."""
        afresh, self._afresh = self._afresh, False
        self.form.varied.show_project(self._document.project, afresh=afresh)

    def _show_degrees(self) -> None:
        degrees = bool(self._preferences["degrees"])
        self.form.varied.show_degrees(degrees)
        self.view.show_degrees(degrees)

    def _take_selected(self) -> None:
        run = self.view.table.run
        if run is not None:
            self.take_run(run)

    def _copy(self) -> None:
        if self.found is not None and self.found.count:
            self.export.copy(self.found, self.view.table.content.order.tolist(), bool(self._preferences["degrees"]))

    def _save(self) -> None:
        if self.found is not None and self.found.count:
            self.export.save(self.found)

    def _read(self, run: int) -> None:
        """The run under the mouse, or the one that is selected; without one, what is to be doubted."""
        found = self.found
        x, y, colour = self.view.columns
        shown = [*range(found.varied), x, y, *([] if colour is None else [colour])] if found is not None else []
        degrees = bool(self._preferences["degrees"])
        self.reading.say("" if found is None else found.doubt if run < 0 else found.told(run, shown, degrees))
        self.take.setEnabled(self.view.table.run is not None)

    def _say_state(self) -> None:
        """How far it is, what is missing, and of which project it is."""
        found = self.found
        if found is None:
            self.state.say("")
            return
        parts = [f"{found.count} of {found.total} runs." if found.count < found.total else f"{found.count} runs."]
        if not self.runner.busy and found.count < found.total:
            parts[0] = f"Stopped after {found.count} of {found.total} runs."
        if found.without:
            parts.append(f"{found.without} without measures.")
        parts.append(self._whose(found))
        self._say(" ".join(filter(None, parts)))
        self.copy.setEnabled(found.count > 0)
        self.save.setEnabled(found.count > 0)

    def _whose(self, found: SweepTable) -> str:
        now = self._document.project
        if self._shown_of != self._opened:
            return ELSEWHERE
        if now.same_run(found.project):
            return ""
        return self._taken[1] if self._taken is not None and now.same_run(self._taken[0]) else EARLIER

    def _say(self, words: str) -> None:
        self.state.say(words)
