"""The motion from a file: what it holds, the units it was read in, and a button that reads another one."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.files.tables.csv_table import Decimal
from denoc.files.tables.motion_csv import Angle, CsvMotion, motion_from_csv
from denoc.motions.motion_data import SampledMotion
from denoc.motions.smoothing import smooth_motion
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.panels.editing.table_file import ask_for_table, read_asking, sentences, units_assumed
from denoc_studio.project.entry.joint_units import HERTZ
from denoc_studio.project.run_edits import set_motion
from denoc_studio.session.session import Session
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import note
from denoc_studio.widgets.message_line import MessageLine

COLUMNS = "Columns t, q1, q2, ... and, where known, qd1, ... and qdd1, ...; units in brackets, as in q1 [deg]"
OTHER: dict[Angle, Angle] = {"rad": "deg", "deg": "rad"}
WORDS: dict[Angle, str] = {"rad": "radians", "deg": "degrees"}
SMOOTHING = "A smooth curve takes the place of the positions: -3 dB at this frequency, no delay. Undo brings them back"
KEPT = 8  # motions whose file is remembered


class Source(NamedTuple):
    """A file that was read here, how, and the motion that was made of it."""

    path: Path
    angle: Angle
    decimal: Decimal | None
    found: CsvMotion
    motion: SampledMotion
    cutoff: float | None = None  # Hz; None where it is as in the file

    @property
    def name(self) -> str:
        return self.path.name if self.cutoff is None else f"{self.path.name}, smoothed at {self.cutoff:g} Hz"


class SampledEditor(Editor):
    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._sources: list[Source] = []  # undo goes back to them
        self.summary = note()
        self.assumed = MessageLine(session.themes)
        self.other = QPushButton()
        self.other.clicked.connect(self._read_otherwise)
        self.doubts = MessageLine(session.themes)
        self.notes = MessageLine(session.themes)
        self.smoothing = self._smoothing_row()
        self.button = QPushButton("Read a CSV file...")
        self.button.setToolTip(COLUMNS)
        self.button.clicked.connect(self._choose)
        for widget in (self.summary, self.assumed, self.other, self.doubts, self.smoothing, self.notes, self.button):
            self.column.addWidget(widget)

    def show_project(self, project: Project) -> None:
        motion = project.run.motion
        if isinstance(motion, SampledMotion):
            source = self._source_of(motion)
            self.summary.setText(summary(motion, source.name if source else ""))
            self._show_units(source, project)
            self._show_doubts(source)

    def read(self, path: Path, angle: Angle = "rad", decimal: Decimal | None = None) -> None:
        """The motion in the file takes the place of the one there is, or the reason why not is said."""
        robot = self.document.robot
        try:
            answer = read_asking(self, path, lambda mark: motion_from_csv(path, robot, angle, decimal=mark), decimal)
        except DynamicsError as error:
            self.refuse(f"{path.name}: {error.reason}")
            return
        if answer is not None:
            found, decimal = answer
            self._take(Source(path, angle, decimal, found, found.motion), f"Read the motion {path.name}")

    def smooth(self) -> None:
        """The file's motion, smoothed, takes the place of the one there is; undo brings that back."""
        source, cutoff = self._source_of(self.document.project.run.motion), self.cutoff.value
        if self.cutoff.problem:
            self.refuse(self.cutoff.complaint("Cut-off"))
        elif source is not None and cutoff is not None and cutoff != source.cutoff:
            try:
                motion = smooth_motion(source.found.motion, cutoff)
            except DynamicsError as error:
                self.refuse(f"Cut-off {cutoff:g} Hz: {error.reason}")
                return
            self._take(source._replace(motion=motion, cutoff=cutoff), f"Smooth the motion at {cutoff:g} Hz")

    def _take(self, source: Source, text: str) -> None:
        self._sources = [*self._sources[1 - KEPT :], source]
        self.attempt(lambda project: set_motion(project, source.motion), text)

    def _source_of(self, motion: object) -> Source | None:
        return next((source for source in reversed(self._sources) if source.motion == motion), None)

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
            self.read(source.path, OTHER[source.angle], source.decimal)

    def _show_doubts(self, source: Source | None) -> None:
        """What looks wrong in the file, unless smoothing has mended it, and how it was read."""
        doubts: tuple[str, ...] = ()
        notes: tuple[str, ...] = ()
        noise = source.found.noise if source is not None else None
        if source is not None:
            doubts, notes = source.found.doubts, source.found.notes
            if source.cutoff is not None:
                doubts, notes = (), (*notes, edge_words(source.cutoff))
            if noise is not None:
                self.cutoff.set_value(source.cutoff or noise.cutoff)
        self.doubts.say("warning", sentences(doubts))
        self.notes.say("good", sentences(notes))
        self.smoothing.setVisible(noise is not None)

    def _smoothing_row(self) -> QWidget:
        self.smooth_button = QPushButton("Smooth with cut-off")
        self.smooth_button.setToolTip(SMOOTHING)
        self.smooth_button.clicked.connect(self.smooth)
        self.cutoff = NumberField(HERTZ, minimum=0.0)
        self.cutoff.setAccessibleName("Cut-off frequency")
        self.cutoff.setToolTip(SMOOTHING)
        row = QWidget()
        row.setVisible(False)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.smooth_button)
        layout.addWidget(self.cutoff, 1)
        return row

    def _choose(self) -> None:
        path = ask_for_table(self, self.session, "Read a motion")
        if path is not None:
            self.read(path)


def summary(motion: SampledMotion, name: str) -> str:
    """What the motion holds, in words."""
    given = "positions"
    if motion.qd is not None:
        given = "positions and rates" if motion.qdd is None else "positions, rates and accelerations"
    source = f"{name}: " if name else ""
    return f"{source}{len(motion.times)} rows of {given}, 0 to {motion.times[-1]:g} s, which is how long the run lasts"


def edge_words(cutoff: float) -> str:
    """What smoothing cannot know."""
    return (
        f"within {0.5 / cutoff:.2g} s of either end rates and accelerations are less certain: "
        "there are samples on one side only"
    )
