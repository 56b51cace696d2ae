"""How a run is computed: formulation, integrator, duration, samples, tolerances, joint limits."""

from __future__ import annotations

from typing import Any, NamedTuple

from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project, RunSettings
from denoc.motions.motion_data import SampledMotion, ViaMotion
from denoc.torques.torque_laws import FreeFall
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.panels.run.faults import watch_faults
from denoc_studio.panels.run.limits import MotorLimits
from denoc_studio.project import edits
from denoc_studio.project.entry.joint_units import COUNT, PURE, SECOND, reason_of
from denoc_studio.project.entry.numbers import Unit
from denoc_studio.project.run_edits import set_duration
from denoc_studio.project.run_words import (
    FORWARD_METHODS,
    INTEGRATORS,
    INVERSE_METHODS,
    LIMITS,
    limits_in_words,
    numerics_in_words,
)
from denoc_studio.session.session import Session
from denoc_studio.widgets.fields.combo import Combo
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.fold import Fold
from denoc_studio.widgets.form_parts import choice, make_form, show_choice
from denoc_studio.widgets.message_line import MessageLine


class Number(NamedTuple):
    """One of the run's numbers: its field in RunSettings, its words, its unit."""

    field: str
    name: str
    unit: Unit
    tip: str
    optional: bool = False
    empty: str = ""  # what stands in a field without a number
    short: str = ""  # the name, where it is too long for the column of labels

    @property
    def label(self) -> str:
        return self.short or self.name


NUMBERS = (
    Number("duration", "Duration", SECOND, "Simulated time [s]"),
    Number("samples", "Samples", COUNT, "How many states are kept, evenly spaced in time"),
    Number(
        "rtol",
        "Relative tolerance",
        PURE,
        "Error that a step may make, relative to the state (1e-14 to 0.1)",
        short="Relative tol.",
    ),
    Number(
        "atol",
        "Absolute tolerance",
        PURE,
        "Error that a step may make, in rad, m and their rates",
        short="Absolute tol.",
    ),
    Number(
        "step", "Longest step", SECOND, "Longest step [s]; the fixed step of RK4. Empty: by the program", True, "auto"
    ),
    Number(
        "limit_stiffness",
        "Stiffness",
        PURE,
        "Of the stops at the joint limits [N m/rad, N/m]. Empty: fitted to each joint's inertia",
        True,
        "fitted",
    ),
    Number(
        "limit_damping",
        "Damping",
        PURE,
        "Of the stops at the joint limits [N m s/rad, N s/m]. Empty: fitted to each joint's inertia",
        True,
        "fitted",
    ),
)
TOLERANCES = ("rtol", "atol")
LENGTH = ("duration", "samples")
STOPS = ("limit_stiffness", "limit_damping")


class RunSettingsForm(Editor):
    """The folded sections; `length`, how long the run lasts and how many states are kept, goes where it is in sight."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._density: tuple[RunSettings, float] | None = None  # of samples, before a duration cut it
        self._limited = False
        self.numbers = {number.field: self._number(number) for number in NUMBERS}
        self.length, self.length_message = QWidget(), MessageLine(session.themes)
        self._lay_out_length()
        self.numerics, self.stops = make_form(), make_form()
        self.method = self._choice("method", FORWARD_METHODS, "Formulation", "Which one gives the accelerations")
        self.inverse_method = self._choice(
            "inverse_method", INVERSE_METHODS, "Formulation", "Which one gives the torques"
        )
        self.integrator = self._choice("integrator", INTEGRATORS, "Integrator", "How the equations are integrated")
        self.limits = self._choice("limits", LIMITS, "Joint limits", "What happens where a joint reaches its limit")
        self.motors = MotorLimits(session)
        self.motors.problem.connect(self.problem)
        for box in (self.method, self.inverse_method, self.integrator):
            self.numerics.addRow(box.accessibleName(), box)
        self.stops.addRow("Motors", self.motors)
        self.stops.addRow("Joint limits", self.limits)
        for number in NUMBERS:
            if number.field not in LENGTH:
                form = self.stops if number.field in STOPS else self.numerics
                form.addRow(number.label, self.numbers[number.field])
        self.limits_fold = self._fold("Limits", self.stops, "open_limits")
        self.fold = self._fold("Numerics", self.numerics, "open_numerics")
        self._step_label = self.numerics.labelForField(self.numbers["step"])
        self.message = MessageLine(session.themes)
        self.column.addWidget(self.message)
        self.problem.connect(lambda words, source: self.message.say("error", words, source))

    def show_project(self, project: Project) -> None:
        run = project.run
        forward = run.mode == "forward"
        for box, name in (
            (self.method, "method"),
            (self.inverse_method, "inverse_method"),
            (self.integrator, "integrator"),
            (self.limits, "limits"),
        ):
            show_choice(box, getattr(run, name))
            if box is not self.limits:
                _show_row(self.numerics, box, forward == (name != "inverse_method"))
        for name, field in self.numbers.items():
            field.set_value(getattr(run, name))
            if name in STOPS:
                _show_row(self.stops, field, run.limits == "bounce")
            elif name not in LENGTH:
                _show_row(self.numerics, field, forward and not (run.integrator == "rk4" and name in TOLERANCES))
        if isinstance(self._step_label, QLabel):
            self._step_label.setText("Step" if run.integrator == "rk4" else "Longest step")
        self._show_duration(project)
        self._show_limits(project)
        self.fold.say(numerics_in_words(run))

    def _show_limits(self, project: Project) -> None:
        """Open when limits come, by a click elsewhere or with another project."""
        self.motors.show_project(project)
        _show_row(self.stops, self.motors, not isinstance(project.run.torque, FreeFall))
        words = limits_in_words(project)
        if words != "none" and not self._limited:
            self.limits_fold.open()
        self._limited = words != "none"
        self.limits_fold.say(words)
        self.limits_fold.setVisible(project.run.mode == "forward")

    def reason(self, error: DynamicsError) -> str:
        return reason_of(error, self.document.robot, self.session.preferences["degrees"])

    def _show_duration(self, project: Project) -> None:
        """The samples of an inverse run decide how long it lasts; via points move with it."""
        field, motion = self.numbers["duration"], project.run.motion
        inverse = project.run.mode == "inverse"
        field.setReadOnly(inverse and isinstance(motion, SampledMotion))
        if field.problem:
            return
        if field.isReadOnly():
            field.setToolTip("As long as the samples last [s]")
        elif inverse and isinstance(motion, ViaMotion):
            field.setToolTip("How long the motion lasts [s]; the via points move with it in time")
        else:
            field.setToolTip(NUMBERS[0].tip)

    def _lay_out_length(self) -> None:
        """Duration and samples in one row, with what is said of them below."""
        duration, samples = (self.numbers[field] for field in LENGTH)
        row = QHBoxLayout(self.length)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(duration, 1)
        row.addWidget(QLabel("Samples"))
        row.addWidget(samples, 1)

    def _fold(self, name: str, form: QFormLayout, key: str) -> Fold:
        inside = QWidget()
        inside.setLayout(form)
        form.setContentsMargins(0, 0, 0, 8)
        fold = Fold(name, inside, kept=(self.session.preferences, key))
        watch_faults(fold)
        self.column.addWidget(fold)
        return fold

    def _choice(self, field: str, texts: dict[str, str], label: str, tip: str) -> Combo:
        return choice(texts, label, tip, lambda key: self._set(f"Choose {texts[key]}", **{field: key}))

    def _number(self, number: Number) -> NumberField:
        field = NumberField(number.unit, optional=number.optional)
        field.setToolTip(number.tip)
        field.setAccessibleName(number.name)
        field.setPlaceholderText(number.empty)
        field.edited.connect(lambda value: self._set_number(number, value))
        field.stepped.connect(lambda value: self._set_number(number, value, spin=True))
        field.problem_changed.connect(
            lambda _: self.message_of(number.field).say("error", field.complaint(number.name), field)
        )
        return field

    def message_of(self, field: str) -> MessageLine:
        """Where it is said why a number was refused: near it."""
        return self.length_message if field in LENGTH else self.message

    def _set(self, text: str, **changes: Any) -> None:
        if not self.attempt(lambda project: edits.set_run(project, **changes), text):
            self.show_project(self.document.project)  # the choice that was refused does not stand there as if taken

    def _set_number(self, number: Number, value: float | None, spin: bool = False) -> None:
        field = self.numbers[number.field]
        if number.field == "samples" and value is not None:
            if value != int(value):
                field.refuse("a whole number is needed")
                return
            value = int(value)
        project = self.document.project
        try:
            if number.field == "duration":
                after = self._with_duration(project, value or 0.0)
            else:
                after = edits.set_run(project, **{number.field: value})
        except DynamicsError as error:
            field.refuse(error.reason)
            return
        self.document.edit(after, f"Set {number.name.lower()}", f"spin {number.field}" if spin else "")

    def _with_duration(self, project: Project, duration: float) -> Project:
        """Samples stay as dense as they were before a long duration made them as many as can be kept."""
        run = project.run
        known = self._density is not None and self._density[0] == run
        density = self._density[1] if known and self._density is not None else (run.samples - 1) / run.duration
        after = set_duration(project, duration, density)
        self._density = after.run, density
        return after


def _show_row(form: QFormLayout, field: QWidget, visible: bool) -> None:
    if form.isRowVisible(field) != visible:  # Qt would lay the form out again even where it is the same
        form.setRowVisible(field, visible)
