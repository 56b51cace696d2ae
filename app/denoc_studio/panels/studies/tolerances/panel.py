"""How far does a run spread when its numbers are not known exactly, and which of them causes it?"""

from __future__ import annotations

from typing import cast

from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.projects.documents import keys_of
from denoc.files.projects.tolerances import Kind
from denoc.files.text.file_names import file_stem
from denoc.studies.tolerances.spread import Method, spread_of_run
from denoc_studio.panels.exports.file_export import FileExport
from denoc_studio.panels.studies.study_panel import StudyPanel, result_tool, row
from denoc_studio.panels.studies.tolerances.form import ToleranceForm
from denoc_studio.panels.studies.tolerances.view import SpreadView
from denoc_studio.plots.many.bands import Bands
from denoc_studio.plots.many.spread import SpreadTable
from denoc_studio.project.sweep_entries import words_of
from denoc_studio.project.tolerances.edits import set_tolerance
from denoc_studio.session.session import Session
from denoc_studio.widgets.actions import commit_typing
from denoc_studio.widgets.beside import Beside, Reporter, threads
from denoc_studio.widgets.empty_state import EmptyState
from denoc_studio.widgets.folding_line import FoldingLine

NO_TOLERANCES = (
    "No tolerances yet: add numbers on the left, or type ± behind a number in the Robot panel, as 0.3 ± 0.001 or ± 1 %."
)
NOTHING_YET = "Not computed yet: the project is run many times, with numbers within their tolerances."
OUTDATED = "Out of date: project or tolerances have changed."


class TolerancesPanel(StudyPanel):
    """Tolerances of the project are edits of it; `found` is what was computed last."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._preferences, self._overlay = session.document, session.preferences, session.band_overlay
        self._asked = 0, 0  # runs and tolerances of what is computed
        self._bands: Bands | None = None
        self.form = ToleranceForm(session.document.project, self._degrees, session.themes)
        self.view = SpreadView()
        self.beside = Beside(self)
        self.export = FileExport(self, session.preferences.settings)
        self.state = FoldingLine()
        self.bands = QCheckBox("Bands in the plots")
        self.bands.setToolTip("Where 5 to 95 % and 25 to 75 % of the runs lie, behind the curves")
        self.bands.setChecked(True)
        self.copy = result_tool("Copy", "The table, for a spreadsheet", self.view.table.copy)
        self.save = result_tool("Save...", "Peaks, margins and shares of all joints: CSV, SI units", self._save)
        self.empty = EmptyState("Compute")
        self._arrange()
        self._connect()
        self._show_state()

    @property
    def found(self) -> SpreadTable | None:
        """What is shown."""
        return self.view.found

    @property
    def outdated(self) -> bool:
        """Whether what is shown is of another project, or of other tolerances, than those that there are."""
        found, now = self.found, self._document.project
        return found is not None and not (found.project.same_run(now) and found.project.tolerances == now.tolerances)

    def start(self) -> None:
        commit_typing()
        project, runs = self._document.project, int(self.form.runs.currentData())
        method = cast("Method", self.form.method.currentData())
        self._asked = runs, len(project.tolerances)

        def carry_out(reporter: Reporter) -> SpreadTable:
            cancel, progress = reporter.cancel, reporter.reach
            given = project.tolerances
            found = spread_of_run(
                project, given, runs, method=method, workers=threads(), cancel=cancel, progress=progress
            )
            return SpreadTable(project, found)

        self.form.message.say("good", "")
        self.beside.start(carry_out)

    def finish(self) -> None:
        """Ends what is under way; before the window goes."""
        self.beside.finish()
        self.export.finish()

    @property
    def _degrees(self) -> bool:
        return bool(self._preferences["degrees"])

    def _connect(self) -> None:
        document = self._document
        document.follow(lambda _: self._project_changed(), document.project_changed)
        document.selection_changed.connect(self.view.show_joint)
        self._preferences.degrees_changed.connect(self._show_degrees)
        self.form.wanted.connect(self.start)
        self.form.unwanted.connect(self.beside.stop)
        self.form.list.wanted.connect(self._add)
        self.form.list.set.connect(self._set)
        self.form.list.removed.connect(lambda path: self._edit(path, 0.0, None, "Take away the tolerance of"))
        self.empty.wanted.connect(self.start)
        self.beside.started.connect(lambda: self.form.set_busy(True))
        self.beside.reached.connect(lambda share: self.form.show_progress(share, *self._asked))
        self.beside.done.connect(self._show)
        self.beside.failed.connect(lambda reason: self.form.message.say("error", f"{reason.rstrip('.')}."))
        self.beside.ended.connect(lambda: self.form.set_busy(False))
        self.view.chosen.connect(document.select)
        self.bands.toggled.connect(lambda _: self._show_bands())
        for told in (self.export.message, self.export.failed):
            told.connect(self.message)

    def _add(self, path: str, spread: float) -> None:
        self._edit(path, spread, None, "Give a tolerance to")

    def _set(self, path: str, spread: float, kind: str) -> None:
        if spread == 0:
            self.form.list.refuse(path, "a tolerance is above zero; − takes it away")
        else:
            self._edit(path, spread, cast("Kind", kind), "Set the tolerance of")

    def _edit(self, path: str, spread: float, kind: Kind | None, name: str) -> None:
        try:
            after = set_tolerance(self._document.project, keys_of(path), spread, kind)
        except DynamicsError as error:
            self.form.list.refuse(path, error.reason)
            self.form.message.say("error", f"{words_of(path)}: {error.reason}.")
            return
        self.form.message.say("good", "")
        self._document.edit(after, f"{name} {words_of(path)}")
        self.refresh()

    def _project_changed(self) -> None:
        self._show_state()
        self.look_soon()

    def refresh(self) -> None:
        self.form.show_project(self._document.project, self._degrees)
        self._show_state()

    def _show_degrees(self) -> None:
        self.form.show_project(self._document.project, self._degrees)
        self.view.show_degrees(self._degrees)

    def _show(self, found: SpreadTable) -> None:
        self._overlay.hide(self._bands)
        self._bands = found.bands()
        self.view.joint = min(self._document.selected, found.project.robot.n - 1)
        self.view.show_spread(found, self._degrees)
        self._show_state()

    def _show_state(self) -> None:
        found, any_ = self.found, bool(self._document.project.tolerances)
        self.pages.setCurrentIndex(found is not None)
        self.empty.say(NOTHING_YET if any_ else NO_TOLERANCES, any_)
        if found is not None:
            self.state.say(" ".join(filter(None, (OUTDATED if self.outdated else "", found.counted()))))
        self._show_bands()

    def _show_bands(self) -> None:
        """Behind the curves while they are of what there is now."""
        if self._bands is None or self.found is None:
            return
        if self.bands.isChecked() and not self.outdated:
            self._overlay.show(self._bands, self.found.project)
        else:
            self._overlay.hide(self._bands)

    def _save(self) -> None:
        if self.found is not None:
            name = f"{file_stem(self.found.project.name)}-tolerances.csv"
            self.export.save_data("Save what the tolerances cause", name, self.found.csv())

    def _arrange(self) -> None:
        self.state.fold(True)
        self.state.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        above, below = row(self.view.switch, self.copy, self.save), row(self.state, self.bands, wide=self.state)
        self.lay_out(self.form, self.empty, above, self.view, below)
