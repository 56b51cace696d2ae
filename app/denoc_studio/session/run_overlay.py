"""What was computed beside a run to be shown with it: bands of many runs in the plots, their arms in the arm view."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from denoc.files.projects.project import Project
from denoc_studio.session.run import Run

Shown = TypeVar("Shown")


class RunOverlay(QObject, Generic[Shown]):
    """One thing at a time: who computes many runs (Chaos, Tolerances) shows its own here, and takes the place of
    another's. What is of another project than the run's is kept, and not shown: an undo brings it back."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.current: Shown | None = None
        self._project: Project | None = None

    def show(self, thing: Shown, project: Project) -> None:
        """What belongs to the runs of this project."""
        if thing is not self.current:
            self.current, self._project = thing, project
            self.changed.emit()

    def hide(self, thing: Shown | None) -> None:
        """This no more; another's stays."""
        if thing is not None and thing is self.current:
            self.clear()

    def clear(self, *_: object) -> None:
        if self.current is not None:
            self.current = self._project = None
            self.changed.emit()

    def over(self, run: Run | None) -> Shown | None:
        """What belongs to this run; None where it is of another project."""
        if run is None or self._project is None or not self._project.same_run(run.project):
            return None
        return self.current
