"""The motion from a file: what it holds, and a button that reads another one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QPushButton

from app.run_edits import set_motion
from app.session import Session
from app.views.form_parts import Editor, note
from dynamics.errors import DynamicsError
from dynamics.io.motion_csv import read_motion_csv
from dynamics.motions import SampledMotion
from dynamics.project import Project

FILTER = "Tables (*.csv *.tsv *.txt);;All files (*)"
COLUMNS = "Columns t, q1, q2, ... and, where known, qd1, ... and qdd1, ...; units in brackets, as in q1 [deg]"


class SampledEditor(Editor):
    def __init__(self, session: Session) -> None:
        super().__init__(session.document)
        self._source: tuple[SampledMotion, str] | None = None  # the motion that was read here, and its file's name
        self.summary = note()
        self.button = QPushButton("Read a CSV file...")
        self.button.setToolTip(COLUMNS)
        self.button.clicked.connect(self._choose)
        self.column.addWidget(self.summary)
        self.column.addWidget(self.button)

    def show_project(self, project: Project) -> None:
        motion = project.run.motion
        if isinstance(motion, SampledMotion):
            name = self._source[1] if self._source is not None and self._source[0] == motion else ""
            self.summary.setText(summary(motion, name))

    def read(self, path: Path) -> None:
        """The motion in the file takes the place of the one there is, or the reason why not is said."""
        try:
            motion = read_motion_csv(path, self.document.robot)
        except DynamicsError as error:
            self.problem.emit(f"{path.name}: {error.reason}")
            return
        self._source = motion, path.name
        self.attempt(lambda project: set_motion(project, motion), f"Read the motion {path.name}")

    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Read a motion", "", FILTER)
        if name:
            self.read(Path(name))


def summary(motion: SampledMotion, name: str) -> str:
    """What the motion holds, in words."""
    given = "positions"
    if motion.qd is not None:
        given = "positions and rates" if motion.qdd is None else "positions, rates and accelerations"
    source = f"{name}: " if name else ""
    return f"{source}{len(motion.times)} rows of {given}, 0 to {motion.times[-1]:g} s, which is how long the run lasts"
