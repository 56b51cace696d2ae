"""How the arm moves near a pose: where it can rest, its modes, played on the arm or begun as a run, and its poles."""

from __future__ import annotations

import time

import numpy as np
from PySide6.QtCore import QItemSelectionModel, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QHideEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from denoc.studies.linear.modes import Mode, Modes
from denoc.studies.linear.poles import RunPoles, poles_of_run
from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.plain_text import capitalised
from denoc_studio.panels.studies.modes.pole_plot import PolePlot
from denoc_studio.picture.arm.run_at_time import state
from denoc_studio.plots.modes.study import (
    Study,
    along,
    leading_joint,
    mode_sheet,
    note,
    pace,
    played,
    question_of,
    study,
    titles,
)
from denoc_studio.plots.tables.text_sheet import EMPTY
from denoc_studio.project.entry.joint_units import position_unit
from denoc_studio.project.entry.numbers import METRE
from denoc_studio.project.run_edits import start_near
from denoc_studio.session.session import Session
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.folding_line import FoldingLine
from denoc_studio.widgets.form_parts import choice
from denoc_studio.widgets.newest_only import NewestOnly
from denoc_studio.widgets.tables.text_table import TextTable
from denoc_studio.widgets.visibility import in_sight

FRAME = 16  # milliseconds
SOON = 60  # milliseconds after a change, so that a drag is not computed at every step
TURN, SLIDE = np.radians(10), 0.05  # amplitude to begin with, rad and m
MARGIN = 12
LOOKING = "Looking for the poses in which the arm can rest ..."
PADDING = 10  # pixels beside the words of a button


class ModesPanel(QWidget):
    """Computes while it is in sight, beside the window; the newest project wins."""

    posed = Signal(object)  # a pose (n,) to be seen on the arm, or None: the arm as it is

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._document, self._playback = session, session.document, session.playback
        self._found: Study | None = None
        self._due = True
        self._begun = 0.0
        self._run_of: tuple[object, ...] = ()  # what the poles over the run are of
        self.place = choice({}, "Pose", "The pose that the arm moves about", lambda _: self._show_place())
        self.amplitude = NumberField(METRE, minimum=0.0)
        self.amplitude.setAccessibleName("Amplitude")
        self.amplitude.setToolTip("How far the joint that moves most goes")
        self.play = _switch("Play on the arm", "The mode that is chosen, slower or faster than it is where need be")
        self.over_run = _switch("Over the run", "The poles along the computed run, with its rates and torques")
        self.begin = QPushButton("Run along it")
        self.begin.setToolTip("Start a forward run from this pose along the mode: one step that can be undone")
        self.poles = PolePlot(session.themes)
        self.table = TextTable("Modes")
        self.words = FoldingLine()
        self._asked, self._runs = NewestOnly(self), NewestOnly(self)
        self._refused, self._no_poles = LOOKING, ""  # why there are no modes, and no poles of the run: sentences
        self._soon, self._frames = QTimer(self), QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON)
        self._frames.setInterval(FRAME)
        self._lay_out()
        self._connect()
        self._show_place()

    @property
    def found(self) -> Study | None:
        """What is shown."""
        return self._found

    @property
    def modes(self) -> Modes | None:
        """About the pose that is chosen."""
        place = self.place.currentIndex()
        return None if self._found is None or place < 0 else self._found.places[place]

    @property
    def mode(self) -> Mode | None:
        """The one that is chosen."""
        modes, row = self.modes, self.table.currentIndex().row()
        return modes.modes[row] if modes is not None and 0 <= row < len(modes.modes) else None

    def refresh(self) -> None:
        """Look at the arm as it is now, unless that is what is shown."""
        self._due = not in_sight(self)
        if self._due:
            return
        self.poles.set_time(self._playback.time)
        document, before = self._document, self._found
        asked = question_of(document.project)
        pose = state(document.project, document.results.current, self._playback.time)
        self._look_at_run()
        if before is not None and before.question == asked and np.array_equal(before.held.q, pose):
            return
        self._asked.ask(lambda: study(asked, pose, before))

    def finish(self) -> None:
        """Ends what is under way; before the window goes."""
        self._stop()
        self._asked.wait()
        self._runs.wait()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._due:
            self._soon.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._stop()
        self._due = True

    def _lay_out(self) -> None:
        self.amplitude.setMaximumWidth(self.amplitude.sizeHint().width())
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        both = QSplitter()
        both.setChildrenCollapsible(False)
        both.addWidget(self.poles)
        both.addWidget(self.table)
        both.setSizes([200, 340])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, 4, MARGIN, 8)
        layout.setSpacing(6)
        layout.addLayout(_row((self.place, 1), (self.over_run, 0)))
        layout.addWidget(both, 1)
        layout.addLayout(_row((self.words, 1), (self.amplitude, 0), (self.play, 0), (self.begin, 0)))

    def _connect(self) -> None:
        document, results = self._document, self._document.results
        document.follow(lambda _: self._look_soon(), document.project_changed)
        for changed in (results.started, results.ended, results.stale):
            changed.connect(self._look_soon)
        self._playback.time_changed.connect(self._follow_time)
        self._playback.changed.connect(self._look_soon)
        document.replaced.connect(lambda _: self._clear(LOOKING))
        self._session.preferences.degrees_changed.connect(self._show)
        self._soon.timeout.connect(self.refresh)
        self._frames.timeout.connect(self._show_frame)
        self._asked.done.connect(self._take)
        self._asked.failed.connect(lambda reason: self._clear(_sentence(reason)))
        self._runs.done.connect(self._take_run)
        self._runs.failed.connect(lambda reason: self._take_run(None, reason))
        self.poles.picked.connect(self.table.selectRow)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_mode())
        self.play.toggled.connect(self._set_playing)
        self.over_run.toggled.connect(lambda _: self._look_at_run())
        self.begin.clicked.connect(self.start_run)

    def start_run(self) -> None:
        """The arm sets off along the mode that is chosen, as an edit."""
        found, modes, mode = self._found, self.modes, self.mode
        if found is None or modes is None or mode is None or found.question.robot != self._document.robot:
            return
        self._stop()
        start = along(modes, mode, self.amplitude.value or 0.0)
        self._playback.reset()
        if self._document.attempt(lambda project: start_near(project, *start), "Start along a mode"):
            self._session.run()

    def _look_soon(self, *_: object) -> None:
        if in_sight(self):
            self._soon.start()
        else:
            self._due = True

    def _follow_time(self, t: float) -> None:
        """While time goes on the shown pose is not worth its modes: they follow when it stands still."""
        if in_sight(self):
            self.poles.set_time(t)
            if not self._playback.playing:
                self._soon.start()

    def _take(self, found: Study) -> None:
        if found.question != question_of(self._document.project):
            return
        fresh = self._found is None or self._found.question != found.question
        self._found = found
        self._show(1 if fresh and found.resting else 0 if fresh else None)

    def _clear(self, words: str) -> None:
        """Nothing is known, and why."""
        self._stop()
        self._found, self._refused = None, words
        self.place.clear()
        self._show_place()

    def _show(self, place: int | None = None) -> None:
        """The places, and the one that is chosen."""
        if self._found is None:
            return
        place = self.place.currentIndex() if place is None else place
        lines = titles(self._found, bool(self._session.preferences["degrees"]))
        self.place.clear()
        self.place.addItems(lines)
        self.place.setCurrentIndex(min(max(place, 0), len(lines) - 1))
        self._show_place()

    def _show_place(self) -> None:
        modes, row = self.modes, max(self.table.currentIndex().row(), 0)
        self.table.show_sheet(EMPTY if modes is None else mode_sheet(modes))
        self.poles.show_modes(modes, row)
        self._say_note()
        if modes is not None and len(modes.modes):
            index = self.table.content.index(min(row, len(modes.modes) - 1), 0)
            flags = QItemSelectionModel.SelectionFlag
            self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._show_mode()

    def _show_mode(self) -> None:
        found, mode = self._found, self.mode
        for control in (self.play, self.begin, self.amplitude):
            control.setEnabled(mode is not None)
        if found is None or mode is None:
            self._stop()
            return
        self.poles.select(self.table.currentIndex().row())
        link = found.question.robot.links[leading_joint(mode)]
        before, unit = self.amplitude.unit, position_unit(link, bool(self._session.preferences["degrees"]))
        self.amplitude.set_unit(unit)
        if (before == METRE) != (unit == METRE) or not self.amplitude.value:
            self.amplitude.set_value(SLIDE if unit == METRE else TURN)
        self._say_pace(mode)

    def _say_pace(self, mode: Mode) -> None:
        factor = pace(mode)
        slower = f", at {factor:.2g} of its speed" if factor < 1 else f", {factor:.2g} times as fast"
        words = "" if abs(factor - 1) < 0.01 else slower
        self.play.setToolTip(f"The mode that is chosen{words}")

    # --- on the arm

    def _set_playing(self, on: bool) -> None:
        if on:
            self._playback.pause()
            self._begun = time.perf_counter()
            self._frames.start()
            self._show_frame()
        else:
            self._frames.stop()
            self.posed.emit(None)

    def _show_frame(self) -> None:
        modes, mode = self.modes, self.mode
        if modes is None or mode is None or len(modes.q) != self._document.robot.n or self._playback.playing:
            self._stop()
            return
        self.posed.emit(played(modes, mode, self.amplitude.value or 0.0, time.perf_counter() - self._begun))

    def _stop(self) -> None:
        self.play.setChecked(False)

    # --- over the run

    def _look_at_run(self) -> None:
        run = self._document.results.current
        wanted = self.over_run.isChecked() and run is not None and not run.running and not run.stale and run.count > 1
        if not wanted or run is None:
            self._run_of = ()
            self._runs.forget()
            self._take_run(None)
            return
        asked = (run.number, run.count)
        if asked != self._run_of:
            self._run_of = asked
            robot, recording = run.project.robot, run.recording
            self._runs.ask(lambda: poles_of_run(robot, recording))

    def _take_run(self, poles: RunPoles | None, reason: str = "") -> None:
        self._no_poles = _sentence(reason)
        self.poles.show_run(poles)
        self._say_note()

    def _say_note(self) -> None:
        """What is to be said of the place, and why the run has no poles."""
        words = self._refused
        if self._found is not None:
            words = "" if self.modes is None else note(self._found, self.place.currentIndex())
        self.words.say(" ".join(each for each in (words, self._no_poles) if each))


def _sentence(reason: str) -> str:
    return f"{capitalised(reason)}." if reason else ""


def _switch(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setCheckable(True)
    button.setToolTip(tip)
    heavier = QFontMetrics(scaled_font(13, QFont.Weight.DemiBold)).horizontalAdvance(text)
    button.setMinimumWidth(heavier + 2 * PADDING)  # as it is when it is down
    return button


def _row(*widgets: tuple[QWidget, int]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    for widget, stretch in widgets:
        row.addWidget(widget, stretch)
    return row
