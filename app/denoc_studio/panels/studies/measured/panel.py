"""Measured against modelled: the log, how it is laid over the run, and what is left between the two."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.motions.motion_data import SampledMotion
from denoc.studies.identification.measurement import Measurement
from denoc_studio.look.fonts import scaled_font
from denoc_studio.look.theme import Theme
from denoc_studio.panels.studies.measured.comparing import Comparing
from denoc_studio.panels.studies.measured.residual_table import ResidualModel, ResidualTable
from denoc_studio.plots.measured import (
    WORDS,
    Alignment,
    Correction,
    Overlay,
    Place,
    as_motion,
    filtered,
    find_shift,
    fit,
)
from denoc_studio.project.entry.joint_units import HERTZ, SECOND
from denoc_studio.project.run_edits import use_measured_motion
from denoc_studio.session.session import Session
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import make_form, note, tool
from denoc_studio.widgets.message_line import MessageLine
from denoc_studio.widgets.notice_bar import written_out

SIDE = 280  # pixels of the form beside the table
EMPTY = "No measured log: a CSV file of what a real arm did, laid over the run."
SHIFT = "By how much the log is late: what it measured at t belongs to the run at t less this"
CUTOFF = "Rates and accelerations that were not measured are derivatives through a low-pass filter: -3 dB here"
MOTION = "An inverse run along the measured positions: its torques are what the model needs for the same motion"
FITS = {
    "Offsets": (True, False),
    "Scales": (False, True),
    "Scales and offsets": (True, True),
}


class MeasuredPanel(QWidget):
    """`wanted` when a log is to be opened."""

    wanted = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._document, self._overlay = session, session.document, session.log_overlay
        self.comparing = Comparing(self._document, self._overlay, self)
        self.model = ResidualModel(self)
        self.table = ResidualTable(self.model)
        self.title, self.facts, self.words = QLabel(), note(), note()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setFont(scaled_font(13, self.title.font().Weight.DemiBold))
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.message = MessageLine(session.themes)
        self.shift = self._field(NumberField(SECOND), "Time shift", SHIFT)
        self.cutoff = self._field(NumberField(HERTZ, minimum=0.0), "Cut-off of the filter", CUTOFF)
        self.correlate = tool(
            "By correlation", "Find the time shift that makes log and run most alike", self.find_shift
        )
        self.by_noise = tool("By the noise", "The cut-off that the noise of the positions asks for", self.free_cutoff)
        self.fit_button = self._fit_button()
        self.use = QPushButton("Use as the motion")
        self.use.setToolTip(MOTION)
        away = "Take the log away from the plots; its file stays"
        self.remove = tool("Remove", away, lambda: session.measured.put(None))
        self.open_button = QPushButton("Open a measured log...")
        self.pages = QStackedWidget()
        self._lay_out()
        self._connect()
        self._set_theme(session.themes.current)
        self.show_log()

    def find_shift(self) -> None:
        """Of the quantity that tells most, beside the window."""
        self._say("good", "Looking for the time shift ...")
        self.comparing.ask(partial(find_shift, alignment=self._overlay.alignment), self._take_shift)

    def fit(self, *, offset: bool, scale: bool) -> None:
        """Scales or offsets of all columns by least squares, beside the window; those not asked for stay."""
        asked = partial(fit, alignment=self._overlay.alignment, offset=offset, scale=scale)
        self.comparing.ask(asked, self._take_corrections)

    def reset_corrections(self) -> None:
        self._overlay.align(self._overlay.alignment._replace(corrections=()))

    def free_cutoff(self) -> None:
        self.cutoff.restore()
        self._overlay.align(self._overlay.alignment._replace(cutoff=None))

    def use_as_motion(self) -> None:
        """The measured positions become the motion of an inverse run, one undo step; made beside the window."""
        log, found = self._session.measured.current, self._overlay.found
        if log is not None:
            made = partial(_motion, self._document.robot, log.measurement, self._overlay.alignment, found)
            self.comparing.ask_plainly(made, self._take_motion)

    def finish(self) -> None:
        """Nothing is computed any more; before the window goes."""
        self.comparing.finish()

    def show_log(self) -> None:
        """Another log, or none."""
        log = self._session.measured.current
        self.pages.setCurrentIndex(0 if log is None else 1)
        self._say("good", "")
        self.cutoff.restore()
        if log is None:
            return
        measurement = log.measurement
        self.title.setText(log.name)
        self.title.setToolTip(log.name)
        there = ", ".join(_listed(name, measurement.measured(name).nonzero()[0].tolist()) for name in measurement.names)
        lasting = f"{measurement.t[-1] - measurement.t[0]:.4g} s"
        self.facts.setText(f"{len(measurement.t)} samples, {lasting}, {measurement.rate:.4g} Hz: {there}")
        self.use.setEnabled(bool(measurement.measured("q").all()))
        self._show_found()

    def _field(self, field: NumberField, name: str, tip: str) -> NumberField:
        field.setAccessibleName(name)
        field.setToolTip(tip)
        return field

    def _fit_button(self) -> QPushButton:
        button = QPushButton("Fit")
        button.setToolTip("Scales and offsets of the log by least squares")
        menu = QMenu(button)
        for text, (offset, scale) in FITS.items():
            menu.addAction(text, partial(self.fit, offset=offset, scale=scale))
        menu.addSeparator()
        menu.addAction("Take all of them back", self.reset_corrections)
        button.setMenu(menu)
        return button

    def _lay_out(self) -> None:
        form = make_form()
        for label, field, button in (
            ("Log is late by", self.shift, self.correlate),
            ("Filter cut-off", self.cutoff, self.by_noise),
        ):
            row = QHBoxLayout()
            row.addWidget(field, 1)
            row.addWidget(button)
            form.addRow(label, row)
        buttons = QHBoxLayout()
        for widget in (self.fit_button, self.use):
            buttons.addWidget(widget)
        buttons.addStretch(1)
        side = QWidget()
        side.setFixedWidth(SIDE)
        column = QVBoxLayout(side)
        column.setContentsMargins(12, 8, 8, 8)
        column.setSpacing(8)
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.remove)
        column.addLayout(top)
        column.addWidget(self.facts)
        column.addLayout(form)
        column.addLayout(buttons)
        column.addWidget(self.message)
        column.addWidget(self.words)
        column.addStretch(1)
        filled = QWidget()
        whole = QHBoxLayout(filled)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(side)
        whole.addWidget(self.table, 1)
        self.pages.addWidget(self._empty_page())
        self.pages.addWidget(filled)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.pages)

    def _empty_page(self) -> QWidget:
        self.empty = note()
        self.empty.setText(EMPTY)
        self.empty.setWordWrap(False)
        page = QWidget()
        column = QVBoxLayout(page)
        column.addStretch(1)
        for widget in (self.empty, self.open_button):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        return page

    def _connect(self) -> None:
        overlay, results = self._overlay, self._document.results
        self._session.measured.changed.connect(self.show_log)
        later = QTimer(self, singleShot=True, interval=0)
        later.timeout.connect(self._show_found)
        for signal in (overlay.found_changed, overlay.aligned, results.stale, self._document.robot_changed):
            signal.connect(lambda *_: later.start())
        for signal in (results.started, results.ended, self._document.replaced):
            signal.connect(lambda _: later.start())
        self._session.preferences.degrees_changed.connect(later.start)
        self._session.themes.changed.connect(self._set_theme)
        self.comparing.refused.connect(self._refuse)
        self.comparing.compared.connect(lambda: self._say("good", "", source="refused"))
        for field in (self.shift.edited, self.shift.stepped):
            field.connect(lambda value: overlay.align(overlay.alignment._replace(shift=value)))
        for field in (self.cutoff.edited, self.cutoff.stepped):
            field.connect(self._set_cutoff)
        self.cutoff.problem_changed.connect(
            lambda _: self._say("error", self.cutoff.complaint("Filter cut-off"), source="cutoff")
        )
        self.model.corrected.connect(self._correct)
        self.model.refused.connect(lambda reason: self._say("error", reason))
        self.table.time_chosen.connect(self._session.playback.seek)
        self.use.clicked.connect(self.use_as_motion)
        self.open_button.clicked.connect(self.wanted)

    def _set_cutoff(self, value: float) -> None:
        self._overlay.align(self._overlay.alignment._replace(cutoff=value))

    def _correct(self, place: Place, correction: Correction) -> None:
        self._say("good", "")
        self._overlay.align(self._overlay.alignment.corrected({place: correction}))

    def _take_shift(self, found: tuple[float, float, str]) -> None:
        shift, alike, name = found
        self._overlay.align(self._overlay.alignment._replace(shift=shift))
        self._say("good", f"{shift:.4g} s late by the {WORDS[name]}s, whose correlation then is {alike:.4f}.")

    def _take_corrections(self, found: dict[Place, Correction]) -> None:
        self._overlay.align(self._overlay.alignment.corrected(found))
        self._say("good", "")

    def _take_motion(self, motion: SampledMotion) -> None:
        log = self._session.measured.current
        if log is None:
            return
        try:
            after = use_measured_motion(self._document.project, motion, len(log.measurement.t))
        except DynamicsError as error:
            self._refuse(error.reason)
            return
        self._overlay.align(self._overlay.alignment._replace(shift=0.0))  # the run begins when the log does
        self._document.edit(after, f"Use {log.name} as the motion")
        ends = "" if motion.qdd is not None and len(motion.times) == len(log.measurement.t) else self._ends()
        self._say("good", f"The inverse run follows the log, and begins when it does.{ends}")

    def _ends(self) -> str:
        found = self._overlay.found
        if found is None or found.cutoff is None:
            return ""
        return (
            f" Positions are smoothed at {found.cutoff:.4g} Hz: within {0.5 / found.cutoff:.2g} s of either end "
            "the accelerations, and so the torques, are less certain."
        )

    def _refuse(self, reason: str) -> None:
        found = self._overlay.found
        if found is None or self._overlay.alignment.cutoff in (None, found.cutoff):
            self._say("error", written_out(reason.rstrip(".")), source="refused")
            return
        self.cutoff.set_value(found.cutoff)
        self.cutoff.refuse(reason)
        self._overlay.align(self._overlay.alignment._replace(cutoff=found.alignment.cutoff))

    def _say(self, severity: str, text: str, source: str = "") -> None:
        self.message.say(severity, text, source)  # type: ignore[arg-type]

    def _show_found(self) -> None:
        """The figures, or why there are none."""
        log, found, run = self._session.measured.current, self._overlay.found, self._document.results.current
        if log is None:
            return
        alignment = self._overlay.alignment
        self.shift.set_value(alignment.shift)
        usable, ready = self._overlay.usable, self.comparing.run is not None
        for widget in (self.correlate, self.fit_button):
            widget.setEnabled(usable and ready)
        cutoff = alignment.cutoff if found is None else found.cutoff
        self.cutoff.setEnabled(cutoff is not None)
        self.by_noise.setEnabled(alignment.cutoff is not None)
        if cutoff is not None and not self.cutoff.problem:
            self.cutoff.set_value(cutoff)
        robot = self._document.robot
        over = self._overlay.over(run)
        rows = over.figures() if over is not None and over.n == robot.n else []
        self.model.show(rows, robot, alignment, self._session.preferences["degrees"])
        self.words.setText(" ".join(map(written_out, self._said())))

    def _said(self) -> list[str]:
        """What is to be known of the comparison, in clauses."""
        log, found, run = self._session.measured.current, self._overlay.found, self._document.results.current
        assert log is not None
        n, joints = log.measurement.n, self._document.robot.n
        if n != joints:
            return [f"the log is of {n} joints, and the arm has {joints}: nothing is compared, and the log stays"]
        if run is None:
            return ["there is no run yet to compare with"]
        if run.running or found is None:
            return ["comparing"]
        stale = ["out of date: the project has changed since this run"] if run.stale else []
        return [*stale, *found.words, *found.refusals]

    def _set_theme(self, theme: Theme) -> None:
        for label in (self.facts, self.words, self.empty):
            label.setStyleSheet(f"color: {theme.muted}")


def _motion(robot: Robot, measurement: Measurement, alignment: Alignment, found: Overlay | None) -> SampledMotion:
    """The log as a motion, smoothed as its accelerations are shown."""
    known = found.cutoff if found is not None else None
    cutoff = filtered(robot, measurement, alignment.cutoff).cutoff if known is None else known
    return as_motion(measurement, alignment, cutoff)


def _listed(name: str, joints: list[int]) -> str:
    """A quantity and whose it is: "torque of 1, 2, 3"."""
    return f"{WORDS[name]} of {', '.join(str(joint + 1) for joint in joints[:12])}{' ...' if len(joints) > 12 else ''}"
