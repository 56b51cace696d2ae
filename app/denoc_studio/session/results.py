"""The runs that are shown: the current one, and others to compare it with."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from denoc.files.projects.project import Project
from denoc.runs.recording import Chunk
from denoc.runs.reproduction import Horizon
from denoc.studies.trust import Measures
from denoc_studio.project.run_names import run_name
from denoc_studio.session.run import Run

STALE_AFTER = 400  # milliseconds: while a value is dragged the next run is already on its way


class Results(QObject):
    """The current run, and the one that it is compared with: the run before, or one that was pinned."""

    started = Signal(object)  # Run
    extended = Signal(object)
    ended = Signal(object)
    advised = Signal(object)  # Run, which has ended: it could be computed better
    judged = Signal(object)  # Run, which has ended: more is known of how far it can be trusted
    refused = Signal(object)  # Run that came to nothing; the current one stays
    stale = Signal(object)  # Run: whether the document's project still is the run's has changed
    ghost_changed = Signal(object)  # Run or None
    pinned_changed = Signal(object)  # Run or None
    second_changed = Signal(object)  # Run or None

    def __init__(self, project: Project, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = project  # the document's, which the current run may be of or not
        self.current: Run | None = None
        self.ghost: Run | None = None
        self.pinned: Run | None = None
        self.second: Run | None = None  # pinned after that one, to be compared with it in place of the current run
        self._before: Run | None = None
        self._pinned_name: str | None = None  # None until it is asked for

    def start(self, run: Run) -> None:
        """A new run. The one before becomes the ghost, unless both belong to one gesture or another one is pinned."""
        before = self.current
        if before is not None and before.count > 1 and before.step.edit != run.step.edit:
            self._before = before
        self.current, self._pinned_name = run, None
        self._compare()
        self._choose_ghost()
        self.started.emit(run)

    def extend(self, number: int, chunk: Chunk, *, more: bool = False) -> None:
        """Samples of run `number`; those of any other than the current one are dropped. Where `more` are here already
        nobody is told before them."""
        run = self.current
        if run is None or run.number != number or not run.running:
            return
        run.append(chunk)
        if not (more and run.running):
            self.extended.emit(run)
        if not run.running:
            self.ended.emit(run)

    def end(self, number: int, status: str, message: str) -> None:
        """The current run ends without a last chunk."""
        run = self.current
        if run is None or run.number != number or not run.running:
            return
        run.status, run.message = status, message
        run.forget()
        self.ended.emit(run)

    def advise(self, number: int, hint: str) -> None:
        """How the current run could be computed better."""
        run = self._ended(number)
        if run is not None:
            run.hint = hint
            run.forget("trust", "warning")
            self.advised.emit(run)

    def set_horizon(self, number: int, horizon: Horizon) -> None:
        """Until when the current run can be reproduced."""
        run = self._ended(number)
        if run is not None:
            run.horizon = horizon
            run.forget()
            self.judged.emit(run)

    def set_measures(self, number: int, measures: Measures) -> None:
        """What the formulations say of the current run."""
        run = self._ended(number)
        if run is not None:
            run.measures = measures
            run.forget("trust")
            self.judged.emit(run)

    def _ended(self, number: int) -> Run | None:
        """The current run, if it is the one of this number and over."""
        run = self.current
        return run if run is not None and run.number == number and not run.running else None

    def refuse(self, run: Run, reason: str) -> None:
        """A run without a single sample: what there was before stays to be seen, out of date."""
        run.status, run.message = "failed", reason
        self.refused.emit(run)

    def follow(self, project: Project) -> Run | None:
        """The document's project from now on; the current run where it has become out of date by that, or current
        again. Who hears of it may lay the window out anew, so it is told when every view knows the project."""
        self._project = project
        return self._compared()

    def _compare(self) -> None:
        run = self._compared()
        if run is not None:
            self.stale.emit(run)

    def _compared(self) -> Run | None:
        """The current run, where whether it is one of the document's project is not what it was. Whatever has happened,
        in whatever order."""
        run = self.current
        if run is None or run.stale != run.project.same_run(self._project):
            return None
        run.stale = not run.stale
        return run

    def retitle(self, project: Project) -> None:
        """The current run goes by the name and the notes that the project has now."""
        run = self.current
        if run is not None:
            name, description, source = project.name, project.description, project.source
            run.project = replace(run.project, name=name, description=description, source=source)
            self._pinned_name = None

    @property
    def pinned_name(self) -> str:
        """What the pinned run is called beside the current one; empty where none is pinned."""
        pinned, current = self.pinned, self.current
        if pinned is None or current is None:
            return ""
        if self._pinned_name is None:
            self._pinned_name = run_name(pinned.project, current.project)
        return self._pinned_name

    def pin(self) -> None:
        """The current run stays to be compared with, whatever runs follow."""
        if self.current is not None and self.current.count > 1:
            self._set_pinned(self.current)

    def unpin(self) -> None:
        self._set_pinned(None)

    def toggle_pin(self) -> None:
        self.pin() if self.pinned is None else self.unpin()

    def toggle_second(self) -> None:
        """The current run is pinned too, beside the one that is; or no longer."""
        run = self.current
        if self.second is not None:
            self._set_second(None)
        elif self.pinned is not None and run is not None and run is not self.pinned and run.count > 1:
            self._set_second(run)

    def clear(self) -> None:
        self.current = self._before = None
        self._set_pinned(None)

    def _set_second(self, run: Run | None) -> None:
        if run is not self.second:
            self.second = run
            self.second_changed.emit(run)

    def _set_pinned(self, run: Run | None) -> None:
        changed = run is not self.pinned
        self.pinned, self._pinned_name = run, None
        self._set_second(None)
        self._choose_ghost()
        if changed:
            self.pinned_changed.emit(run)

    def _choose_ghost(self) -> None:
        ghost = self.pinned or self._before
        if ghost is not self.ghost:
            self.ghost = ghost
            self.ghost_changed.emit(ghost)
