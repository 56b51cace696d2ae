"""The Run panel: what is computed, how, from which state; and the buttons that start and stop it."""

from __future__ import annotations

from typing import Any, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app import edits
from app.icons import Icons
from app.numbers import Unit
from app.session import Session
from app.views.number_field import NumberField
from app.views.start_model import StartModel
from app.views.start_table import StartTable
from dynamics.errors import DynamicsError
from dynamics.project import ConstantTorque, FreeFall, JointMotion, LineMotion, Project

SECONDS, PURE = Unit("s"), Unit("")
MODES = {"forward": "Forward", "inverse": "Inverse"}
LAWS = {"free": "none: free fall", "constant": "constant"}
FORWARD_METHODS = {
    "denoc": "DeNOC, O(n)",
    "walker-orin": "Walker and Orin, O(n³)",
    "normalized": "normalized quasi-velocities",
    "unnormalized": "unnormalized quasi-velocities",
}
INVERSE_METHODS = {"denoc": "DeNOC", "kane": "Kane"}
INTEGRATORS = {
    "dopri5": "Dormand-Prince 5(4)",
    "verner65": "Verner 6(5)",
    "dop853": "DOP853, order 8",
    "rk4": "Runge-Kutta 4, fixed step",
    "radau": "Radau IIA, stiff",
}
PROFILES = {"cycloidal": "a cycloid", "poly345": "a 3-4-5 polynomial", "poly4567": "a 4-5-6-7 polynomial"}


class Number(NamedTuple):
    """One of the run's numbers: its field in RunSettings, its words, its unit."""

    field: str
    label: str
    unit: Unit
    tip: str
    forward_only: bool = True


NUMBERS = (
    Number("duration", "Duration", SECONDS, "Simulated time [s]", False),
    Number("samples", "Samples", PURE, "How many states are kept, evenly spaced in time", False),
    Number("rtol", "Relative tolerance", PURE, "Error that a step may make, relative to the state (1e-14 to 0.1)"),
    Number("atol", "Absolute tolerance", PURE, "Error that a step may make, in rad, m and their rates"),
    Number("step", "Longest step", SECONDS, "Longest step [s]; the fixed step of RK4. Empty: chosen by the program"),
)


class RunPanel(QWidget):
    def __init__(self, session: Session, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._document = session.document
        self._icons = icons
        self._forward_only: list[QWidget] = []
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(8)
        column.addLayout(self._mode_row())
        column.addLayout(self._form())
        self.start_part = QWidget()
        self._fill_start_part(QVBoxLayout(self.start_part))
        column.addWidget(self.start_part, 1)
        column.addStretch(0)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area, 1)
        whole.addLayout(self._buttons())
        self.setMinimumWidth(270)
        self._document.project_changed.connect(self.show_project)
        self._document.replaced.connect(self.show_project)
        session.runner.changed.connect(self._show_buttons)
        self.show_project(self._document.project)
        self._show_buttons()

    def _mode_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(0)
        self.modes = QButtonGroup(self)
        self.mode_buttons = {}
        tips = {"forward": "From torques to motion (RFDSIM)", "inverse": "From a motion to its torques (RIDIM)"}
        for mode, text in MODES.items():
            button = QPushButton(text)
            button.setCheckable(True)
            button.setToolTip(tips[mode])
            button.clicked.connect(lambda _=False, mode=mode: self._set(f"Switch to {mode} dynamics", mode=mode))
            self.modes.addButton(button)
            self.mode_buttons[mode] = button
            row.addWidget(button)
        return row

    def _form(self) -> QFormLayout:
        form = self.form = QFormLayout()
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setVerticalSpacing(5)
        self.motion = QLabel()
        self.motion.setWordWrap(True)
        form.addRow("Motion", self.motion)
        self.law = self._choice(LAWS, "The joints' torques during the run", self._set_law)
        form.addRow("Torques", self.law)
        self.method = self._choice(
            FORWARD_METHODS, "Which formulation gives the accelerations", lambda key: self._set_choice("method", key)
        )
        self.inverse_method = self._choice(
            INVERSE_METHODS, "Which formulation gives the torques", lambda key: self._set_choice("inverse_method", key)
        )
        form.addRow("Formulation", self.method)
        form.addRow("Formulation", self.inverse_method)
        self.integrator = self._choice(
            INTEGRATORS, "How the equations are integrated", lambda key: self._set_choice("integrator", key)
        )
        form.addRow("Integrator", self.integrator)
        self.numbers: dict[str, NumberField] = {}
        for number in NUMBERS:
            field = NumberField(number.unit, optional=number.field == "step")
            field.setToolTip(number.tip)
            field.setAccessibleName(number.label)
            field.edited.connect(lambda value, number=number: self._set_number(number, value))
            field.stepped.connect(lambda value, number=number: self._set_number(number, value, spin=True))
            self.numbers[number.field] = field
            form.addRow(number.label, field)
        self._forward_only = [self.law, self.method, self.integrator]
        self._forward_only += [self.numbers[number.field] for number in NUMBERS if number.forward_only]
        return form

    def _choice(self, texts: dict[str, str], tip: str, slot: Any) -> QComboBox:
        box = QComboBox()
        for key, text in texts.items():
            box.addItem(text, key)
        box.setToolTip(tip)
        box.setAccessibleName(tip)
        box.setMinimumContentsLength(8)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.activated.connect(lambda index: slot(box.itemData(index)))
        return box

    def _fill_start_part(self, column: QVBoxLayout) -> None:
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        row = QHBoxLayout()
        title = QLabel("Joints at t = 0")
        title.setStyleSheet("font-weight: 600")
        row.addWidget(title, 1)
        for text, tip, slot in (
            ("shown", "Start from the pose that is shown now", self._session.start_from_shown),
            ("zero", "Start with every joint at zero, at rest", self._zero),
        ):
            button = QToolButton()
            button.setText(text)
            button.setToolTip(tip)
            button.clicked.connect(slot)
            row.addWidget(button)
        column.addLayout(row)
        session = self._session
        model = StartModel(self._document, session.preferences, session.themes, self)
        self.start = StartTable(self._document, model, session.themes)
        self.start.posing.connect(session.show_start)
        column.addWidget(self.start, 1)
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.hide()
        model.message.connect(self._complain)
        column.addWidget(self.message)

    def _buttons(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(10, 4, 10, 8)
        row = QHBoxLayout()
        runner = self._session.runner
        self.run_button = QPushButton("Run")
        self.run_button.setToolTip("Compute from the start and play it (F5)")
        self.run_button.clicked.connect(self._session.run)
        self.pause_button = QPushButton("Pause")
        self.pause_button.setToolTip("Hold the computation; what there is can be played")
        self.pause_button.clicked.connect(lambda: runner.resume() if runner.paused else runner.pause())
        self.stop_button = QPushButton("Stop")
        self.stop_button.setToolTip("End the computation; what there is stays (Shift+F5)")
        self.stop_button.clicked.connect(runner.stop)
        for button, icon in (
            (self.run_button, "rocket-launch-outline"),
            (self.pause_button, "pause"),
            (self.stop_button, "stop"),
        ):
            self._icons.put(button, icon)
            row.addWidget(button)
        column.addLayout(row)
        preferences = self._session.preferences
        recompute = QCheckBox("Compute again after every change")
        recompute.setChecked(preferences["recompute"])
        recompute.toggled.connect(lambda on: preferences.__setitem__("recompute", on))
        preferences.changed.connect(lambda _: recompute.setChecked(preferences["recompute"]))
        column.addWidget(recompute)
        return column

    def show_project(self, project: Project) -> None:
        run = project.run
        forward = run.mode == "forward"
        self.mode_buttons[run.mode].setChecked(True)
        self.mode_buttons["inverse"].setEnabled(run.motion is not None)
        self.motion.setText(motion_text(project))
        for widget in self._forward_only:
            self.form.setRowVisible(widget, forward)
        self.start_part.setVisible(forward)
        self.form.setRowVisible(self.motion, not forward)
        self.form.setRowVisible(self.inverse_method, not forward)
        law = "constant" if isinstance(run.torque, ConstantTorque) else "free"
        for box, key in (
            (self.law, law),
            (self.method, run.method),
            (self.inverse_method, run.inverse_method),
            (self.integrator, run.integrator),
        ):
            box.setCurrentIndex(box.findData(key))
        for name, field in self.numbers.items():
            field.set_value(getattr(run, name))

    def _show_buttons(self) -> None:
        runner = self._session.runner
        self.pause_button.setEnabled(runner.computing)
        self.stop_button.setEnabled(runner.computing)
        self.pause_button.setText("Resume" if runner.paused else "Pause")
        self._icons.put(self.pause_button, "play" if runner.paused else "pause")

    def _complain(self, words: str) -> None:
        self.message.setText(words)
        self.message.setStyleSheet(f"color: {self._session.themes.current.error}")
        self.message.setVisible(bool(words))

    def _set(self, text: str, gesture: str = "", **changes: Any) -> None:
        self._document.edit(edits.set_run(self._document.project, **changes), text, gesture)

    def _set_choice(self, field: str, key: str) -> None:
        self._set(f"Choose {key}", **{field: key})

    def _set_law(self, key: str) -> None:
        zero = (0.0,) * self._document.robot.n
        self._set("Choose the torques", torque=FreeFall() if key == "free" else ConstantTorque(zero))

    def _set_number(self, number: Number, value: float | None, spin: bool = False) -> None:
        if number.field == "samples" and value is not None:
            if value != int(value):
                self.numbers["samples"].refuse("a whole number is needed")
                return
            value = int(value)
        words = f"Set {number.label.lower()}"
        try:
            self._set(words, f"spin {number.field}" if spin else "", **{number.field: value})
        except DynamicsError as error:
            self.numbers[number.field].refuse(error.reason)

    def _zero(self) -> None:
        zero = (0.0,) * self._document.robot.n
        self._session.show_start()
        self._document.edit(edits.set_start(self._document.project, q0=zero, qd0=zero), "Start from zero")


def motion_text(project: Project) -> str:
    """The motion of an inverse run in words."""
    motion = project.run.motion
    if isinstance(motion, JointMotion):
        return f"every joint along {PROFILES[motion.profile]}"
    if isinstance(motion, LineMotion):
        way = ", ".join(f"{x:g}" for x in motion.displacement)
        return f"the tip straight by ({way}) m along {PROFILES[motion.profile]}"
    return ""
