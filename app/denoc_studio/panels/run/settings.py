"""How a run is computed: formulation, integrator, duration, samples, tolerances, joint limits."""

from __future__ import annotations

from typing import Any, NamedTuple

from PySide6.QtWidgets import QFormLayout, QLabel, QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project, RunSettings
from denoc.motions.motion_data import SampledMotion, ViaMotion
from denoc_studio.panels.editing.editor import Editor
from denoc_studio.project import edits
from denoc_studio.project.entry.joint_units import PURE, SECOND
from denoc_studio.project.entry.numbers import DEGREE, METRE, RADIAN, Unit, reason_in
from denoc_studio.project.run_edits import set_duration
from denoc_studio.project.run_words import FORWARD_METHODS, INTEGRATORS, INVERSE_METHODS, LIMITS, numerics_in_words
from denoc_studio.session.session import Session
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.fold import Fold
from denoc_studio.widgets.form_parts import choice, make_form, show_choice
from denoc_studio.widgets.message_line import MessageLine


class Number(NamedTuple):
    """One of the run's numbers: its field in RunSettings, its words, its unit."""

    field: str
    label: str
    unit: Unit
    tip: str
    optional: bool = False
    empty: str = ""  # what stands in a field without a number


NUMBERS = (
    Number("duration", "Duration", SECOND, "Simulated time [s]"),
    Number("samples", "Samples", PURE, "How many states are kept, evenly spaced in time"),
    Number("rtol", "Relative tolerance", PURE, "Error that a step may make, relative to the state (1e-14 to 0.1)"),
    Number("atol", "Absolute tolerance", PURE, "Error that a step may make, in rad, m and their rates"),
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
INVERSE = ("duration", "samples")  # numbers that an inverse run has too
STOPS = ("limit_stiffness", "limit_damping")


class RunSettingsForm(Editor):
    def __init__(self, session: Session) -> None:
        super().__init__(session.document)
        self._preferences = session.preferences
        self._density: tuple[RunSettings, float] | None = None  # of samples, before a duration cut it
        self.form, self.numerics = make_form(), make_form()
        self.column.addLayout(self.form)
        self.numbers = {number.field: self._number(self.form, number) for number in NUMBERS if number.field in INVERSE}
        inside = QWidget()
        inside.setLayout(self.numerics)
        self.numerics.setContentsMargins(0, 0, 0, 0)
        self.fold = Fold("Numerics", inside, kept=(self._preferences, "numerics"))
        self.column.addWidget(self.fold)
        self.method = self._choice("Formulation", "method", FORWARD_METHODS, "Which one gives the accelerations")
        self.inverse_method = self._choice(
            "Formulation", "inverse_method", INVERSE_METHODS, "Which one gives the torques"
        )
        self.integrator = self._choice("Integrator", "integrator", INTEGRATORS, "How the equations are integrated")
        steps = [number for number in NUMBERS if number.field not in (*INVERSE, *STOPS)]
        self.numbers |= {number.field: self._number(self.numerics, number) for number in steps}
        self.limits = self._choice("Joint limits", "limits", LIMITS, "What happens where a joint reaches its limit")
        stops = [number for number in NUMBERS if number.field in STOPS]
        self.numbers |= {number.field: self._number(self.numerics, number) for number in stops}
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
            self._show_row(box, forward == (name != "inverse_method"))
        for name, field in self.numbers.items():
            field.set_value(getattr(run, name))
            shown = forward and (name not in STOPS or run.limits == "bounce")
            fixed = run.integrator == "rk4" and name in TOLERANCES
            if name not in INVERSE:
                self._show_row(field, shown and not fixed)
        if isinstance(self._step_label, QLabel):
            self._step_label.setText("Step" if run.integrator == "rk4" else "Longest step")
        self._show_duration(project)
        self.fold.say(numerics_in_words(run))

    def _show_row(self, field: QWidget, visible: bool) -> None:
        if self.numerics.isRowVisible(field) != visible:  # Qt would lay the form out again even where it is the same
            self.numerics.setRowVisible(field, visible)

    def reason(self, error: DynamicsError) -> str:
        """A joint's bounds as its angles are shown."""
        if not error.link:
            return error.reason
        revolute = self.document.robot.links[error.link - 1].revolute
        return reason_in(error, DEGREE if revolute and self._preferences["degrees"] else RADIAN if revolute else METRE)

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

    def _choice(self, label: str, field: str, texts: dict[str, str], tip: str) -> Any:
        box = choice(texts, label, tip, lambda key: self._set(f"Choose {texts[key]}", **{field: key}))
        self.numerics.addRow(label, box)
        return box

    def _number(self, form: QFormLayout, number: Number) -> NumberField:
        field = NumberField(number.unit, optional=number.optional)
        field.setToolTip(number.tip)
        field.setAccessibleName(number.label)
        field.setPlaceholderText(number.empty)
        field.edited.connect(lambda value: self._set_number(number, value))
        field.stepped.connect(lambda value: self._set_number(number, value, spin=True))
        field.problem_changed.connect(lambda _: self._complain(number, field))
        form.addRow(number.label, field)
        return field

    def _complain(self, number: Number, field: NumberField) -> None:
        self.message.say("error", field.complaint(number.label), field)
        if field.problem and number.field not in INVERSE:
            self.fold.open()

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
        self.document.edit(after, f"Set {number.label.lower()}", f"spin {number.field}" if spin else "")

    def _with_duration(self, project: Project, duration: float) -> Project:
        """Samples stay as dense as they were before a long duration made them as many as can be kept."""
        run = project.run
        known = self._density is not None and self._density[0] == run
        density = self._density[1] if known and self._density is not None else (run.samples - 1) / run.duration
        after = set_duration(project, duration, density)
        self._density = after.run, density
        return after
