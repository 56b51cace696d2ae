"""A motor and a gear for one joint: from a catalogue, from a file, or typed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from denoc.basics.errors import DynamicsError
from denoc.files.disk.paths import home
from denoc.files.projects.motor_file import bundled_motors, load_motors
from denoc.studies.sizing import MotorLoad
from denoc.torques.actuators import Actuator
from denoc.torques.motors import Gear, Motor
from denoc_studio.look.plain_text import capitalised
from denoc_studio.look.theme import Themes
from denoc_studio.plots.tables.actuator_table import NEWTON_METRE, PER_METRE, PLAIN, RADIAN_PER_SECOND, RPM
from denoc_studio.project import edits
from denoc_studio.project.entry.motor_curve_text import curve_text, parse_curve
from denoc_studio.project.entry.numbers import KILOGRAM_METRE2, BadNumber, Unit
from denoc_studio.session.document import Document
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.message_line import MessageLine

FILTER = "Catalogues of motors (*.json);;All files (*)"
CURVE_HINT = "0 2.5; 300 2.5; 500 0"
TITLES = {
    "continuous_torque": ("Continuous torque", "That the motor bears for ever"),
    "peak_torque": ("Peak torque", "That it has for a short time, from standstill to the knee"),
    "no_load_speed": ("No-load speed", "Where no torque is left"),
    "knee_speed": ("Knee speed", "Up to here it has its peak torque"),
    "rotor_inertia": ("Rotor inertia", "Of the motor's own rotor, before the gear"),
}
Judge = Callable[[Actuator], MotorLoad | None]


class MotorDialog(QDialog):
    """A choice from the list fills the fields, which may then be changed. "Apply" is one undo step.

    `judge` says what the run asks of it, or nothing where there is no run to judge by.
    """

    def __init__(
        self, document: Document, themes: Themes, degrees: bool, judge: Judge, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._document = document
        self._index = document.selected
        self._judge = judge
        self._speed = RPM if degrees else RADIAN_PER_SECOND
        self._motors = bundled_motors()
        self.setWindowTitle(f"Motor of joint {self._index + 1}")
        self.list = QListWidget()
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName("Catalogue of motors")
        self.open_button = QPushButton("Open a catalogue...")
        self.open_button.setToolTip("A JSON file of motors, as denoc_resources/motors.json")
        self.name = QLineEdit()
        self.fields = {key: self._field(key) for key in TITLES}
        self.curve = QLineEdit()
        self.ratio = NumberField(self._ratio_unit(), minimum=0.0)
        self.efficiency = NumberField(PLAIN, minimum=0.0)
        self.message = MessageLine(themes)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Apply | QDialogButtonBox.StandardButton.Cancel)
        self._apply_button = self.buttons.button(QDialogButtonBox.StandardButton.Apply)
        self._describe()
        self._lay_out()
        self._connect()
        self._fill_list()
        self._start()

    def apply(self) -> None:
        """Give it to the joint and close."""
        try:
            actuator = self.actuator()
            after = edits.set_actuator(self._document.project, self._index, actuator)
        except (BadNumber, DynamicsError):
            return  # the line above the buttons says why
        self._document.edit(after, f"Choose the motor of joint {self._index + 1}")
        self.accept()

    def actuator(self) -> Actuator:
        """What the fields say; BadNumber where one of them says nothing."""
        values = {key: self._value(field, TITLES[key][0]) for key, field in self.fields.items()}
        try:
            curve = parse_curve(self.curve.text(), self._speed, NEWTON_METRE)
        except BadNumber as error:
            raise BadNumber(f"Curve, {error}") from None
        gear = Gear(self._value(self.ratio, "Gear ratio"), self._value(self.efficiency, "Efficiency"))
        return Actuator(Motor(self.name.text().strip(), **values, curve=curve), gear)

    def open_catalogue(self, path: Path) -> None:
        """Its motors take the place of those in the list; one that cannot be read leaves them."""
        try:
            self._motors = load_motors(path)
        except DynamicsError as error:
            self.message.say("error", str(error))
            return
        self._fill_list()
        self.list.setFocus()

    @staticmethod
    def _value(field: NumberField, title: str) -> float:
        try:
            return field.candidate() or 0.0
        except BadNumber as error:
            raise BadNumber(f"{title}: {error}") from None

    def _ratio_unit(self) -> Unit:
        return PLAIN if self._document.robot.links[self._index].revolute else PER_METRE

    def _field(self, key: str) -> NumberField:
        units = {"rotor_inertia": KILOGRAM_METRE2, "no_load_speed": self._speed, "knee_speed": self._speed}
        unit = units.get(key, NEWTON_METRE)
        field = NumberField(unit, minimum=0.0)
        title, meaning = TITLES[key]
        field.setAccessibleName(title)
        field.setToolTip(f"{meaning}, in {unit.label}")
        return field

    def _describe(self) -> None:
        self.name.setAccessibleName("Name of the motor")
        self.curve.setAccessibleName("Torque-speed curve")
        self.curve.setPlaceholderText(f"none; as in {CURVE_HINT}")
        self.curve.setToolTip(
            f"Points of the peak torque's curve in place of knee and no-load speed: speed in {self._speed.label} and "
            "torque in N m, the first at speed 0, separated by semicolons"
        )
        self.ratio.setAccessibleName("Gear ratio")
        unit = f", in {PER_METRE.label}" if self._ratio_unit() is PER_METRE else ""
        self.ratio.setToolTip(f"Motor speed over joint speed{unit}")
        self.efficiency.setAccessibleName("Efficiency of the gear")
        self.efficiency.setToolTip("Of the gear: above 0 and up to 1")

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.addWidget(self.list, 1)
        left.addWidget(self.open_button)
        form = QFormLayout()
        form.addRow("Motor", self.name)
        for key, field in self.fields.items():
            form.addRow(TITLES[key][0], field)
        form.addRow("Curve", self.curve)
        form.addRow("Gear ratio", self.ratio)
        form.addRow("Efficiency", self.efficiency)
        row = QHBoxLayout()
        row.addLayout(left, 1)
        row.addLayout(form, 1)
        note = QLabel("The bundled motors are generic classes, not products: take a real motor's data from its sheet.")
        note.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.addLayout(row, 1)
        layout.addWidget(note)
        layout.addWidget(self.message)
        layout.addWidget(self.buttons)
        self._apply_button.setDefault(True)
        for button in self.buttons.buttons():
            button.setIcon(QIcon())
        self.resize(640, 420)

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(self._take)
        self.list.itemDoubleClicked.connect(lambda _: self.apply())
        self.open_button.clicked.connect(lambda _checked=False: self._choose_file())
        for line in (self.name, self.curve):
            line.textEdited.connect(lambda _: self._update())
        for field in (*self.fields.values(), self.ratio, self.efficiency):
            for signal in (field.typed, field.edited, field.stepped):
                signal.connect(lambda _: self._update())
        self._apply_button.clicked.connect(lambda _checked=False: self.apply())
        self.buttons.rejected.connect(self.reject)

    def _start(self) -> None:
        """The joint's own actuator; without one, the first motor behind the gear of the link's table."""
        project = self._document.project
        own = project.actuators[self._index] if project.actuators else None
        gear = own.gear if own else Gear(abs(project.robot.links[self._index].gear_ratio) or 1.0)
        self.ratio.set_value(gear.ratio)
        self.efficiency.set_value(gear.efficiency)
        if own is None:
            self.list.setCurrentRow(0)
            return
        if own.motor in self._motors:
            self.list.setCurrentRow(self._motors.index(own.motor))
        self._show(own.motor)

    def _fill_list(self) -> None:
        self.list.clear()
        for motor in self._motors:
            item = QListWidgetItem(f"{motor.name}   {motor.continuous_torque:g} / {motor.peak_torque:g} N m")
            item.setToolTip(f"{motor.name}: {motor.continuous_torque:g} N m, {motor.peak_torque:g} N m peak")
            self.list.addItem(item)

    def _take(self, row: int) -> None:
        if 0 <= row < len(self._motors):
            self._show(self._motors[row])

    def _show(self, motor: Motor) -> None:
        self.name.setText(motor.name)
        for key, field in self.fields.items():
            field.set_value(getattr(motor, key))
            field.restore()
        self.curve.setText(curve_text(motor.curve, self._speed, NEWTON_METRE))
        self._update()

    def _choose_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Open a catalogue of motors", str(home()), FILTER)
        if name:
            self.open_catalogue(Path(name))

    def _update(self) -> None:
        """Say whether what the fields hold can be used, and whether it fits."""
        try:
            actuator = self.actuator()
            edits.set_actuator(self._document.project, self._index, actuator)
        except BadNumber as error:
            self._refuse(str(error))
        except DynamicsError as error:
            place = (error.field or "").rpartition(".")[2].replace("_", " ")
            self._refuse(f"{capitalised(place)}: {error.reason}")
        else:
            self._apply_button.setEnabled(True)
            load = self._judge(actuator)
            words = capitalised(load.verdict) if load else ""
            self.message.say("good" if load is None or load.fits else "warning", words)

    def _refuse(self, reason: str) -> None:
        self._apply_button.setEnabled(False)
        self.message.say("error", reason)
