"""The motion from a file: what it holds, the units it was read in, and a button that reads another one."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtWidgets import QPushButton

from app.run_edits import set_motion
from app.session import Session
from app.views.form_parts import Editor, note
from app.views.message_line import MessageLine
from app.views.table_file import ask_for_table, units_assumed
from dynamics.errors import DynamicsError
from dynamics.io.motion_csv import Angle, CsvMotion, motion_from_csv
from dynamics.motions import SampledMotion
from dynamics.project import Project

COLUMNS = "Columns t, q1, q2, ... and, where known, qd1, ... and qdd1, ...; units in brackets, as in q1 [deg]"
OTHER: dict[Angle, Angle] = {"rad": "deg", "deg": "rad"}
WORDS: dict[Angle, str] = {"rad": "radians", "deg": "degrees"}


class Source(NamedTuple):
    """The file that was read here last, and how."""

    path: Path
    angle: Angle
    found: CsvMotion


class SampledEditor(Editor):
    def __init__(self, session: Session) -> None:
        super().__init__(session.document)
        self._session = session
        self._sources: list[Source] = []  # undo goes back to them
        self.summary = note()
        self.assumed = MessageLine(session.themes)
        self.other = QPushButton()
        self.other.clicked.connect(self._read_otherwise)
        self.button = QPushButton("Read a CSV file...")
        self.button.setToolTip(COLUMNS)
        self.button.clicked.connect(self._choose)
        for widget in (self.summary, self.assumed, self.other, self.button):
            self.column.addWidget(widget)

    def show_project(self, project: Project) -> None:
        motion = project.run.motion
        if isinstance(motion, SampledMotion):
            source = self._source_of(motion)
            self.summary.setText(summary(motion, source.path.name if source else ""))
            self._show_units(source, project)

    def read(self, path: Path, angle: Angle = "rad") -> None:
        """The motion in the file takes the place of the one there is, or the reason why not is said."""
        try:
            found = motion_from_csv(path, self.document.robot, angle)
        except DynamicsError as error:
            self.problem.emit(f"{path.name}: {error.reason}")
            return
        self._sources = [*self._sources[-1:], Source(path, angle, found)]
        self.attempt(lambda project: set_motion(project, found.motion), f"Read the motion {path.name}")

    def _source_of(self, motion: object) -> Source | None:
        return next((source for source in reversed(self._sources) if source.found.motion == motion), None)

    def _show_units(self, source: Source | None, project: Project) -> None:
        words, revolute = "", any(link.revolute for link in project.robot.links)
        if source is not None and source.found.assumed:
            other = OTHER[source.angle]
            words = units_assumed(project.robot, source.angle, "m", f"q1 [{other if revolute else 'mm'}]")
            self.other.setText(f"Read the angles as {WORDS[other]}")
        self.assumed.say("warning", words)
        self.other.setVisible(bool(words) and revolute)

    def _read_otherwise(self) -> None:
        source = self._source_of(self.document.project.run.motion)
        if source is not None:
            self.read(source.path, OTHER[source.angle])

    def _choose(self) -> None:
        path = ask_for_table(self, self._session, "Read a motion")
        if path is not None:
            self.read(path)


def summary(motion: SampledMotion, name: str) -> str:
    """What the motion holds, in words."""
    given = "positions"
    if motion.qd is not None:
        given = "positions and rates" if motion.qdd is None else "positions, rates and accelerations"
    source = f"{name}: " if name else ""
    return f"{source}{len(motion.times)} rows of {given}, 0 to {motion.times[-1]:g} s, which is how long the run lasts"
