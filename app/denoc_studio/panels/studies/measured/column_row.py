"""One column of a log in the dialog: its name and first cells, and what it is chosen to be."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel

from denoc.arm.robot import Robot
from denoc.files.tables.csv_header import TIME
from denoc_studio.look.plain_text import one_line, wrapped
from denoc_studio.project.entry.joint_units import PURE
from denoc_studio.project.entry.numbers import Unit
from denoc_studio.project.log_columns import CURRENT, KINDS, Choice, units
from denoc_studio.widgets.fields.combo import Combo
from denoc_studio.widgets.fields.number_field import NumberField

NEWTON_METRE_PER_AMPERE = Unit("N m/A", step="0.01")
WIDEST_CELL, WIDEST_NAME = 90, 170  # pixels of a preview and of a heading; what is longer is elided
FIELD = 86  # pixels


class ColumnRow(QObject):
    """Fields of a grid's row; `changed` when another choice was made."""

    changed = Signal()

    def __init__(self, heading: str, cells: Sequence[str], robot: Robot, choice: Choice, parent: QObject) -> None:
        super().__init__(parent)
        self._robot = robot
        self.heading = heading
        self.labels = [_label(heading, WIDEST_NAME), *(_label(text, WIDEST_CELL) for text in cells)]
        self.kind = self._combo("is", list(KINDS.values()), list(KINDS))
        joints = [str(number) for number in range(1, robot.n + 1)]
        self.joint, self.unit = self._combo("joint", joints), self._combo("unit", [])
        self.constant = self._number(NEWTON_METRE_PER_AMPERE, "torque constant", "Torque of the motor, in N m/A")
        self.gear = self._number(PURE, "gear", "Gear ratio from the motor to the joint; of the arm where it is empty")
        self.kind.setCurrentIndex(self.kind.findData(choice.kind))
        self.joint.setCurrentIndex(choice.joint - 1)
        self._unit_at_first = choice.unit
        self.kind.activated.connect(lambda _: self._chosen(anew=True))
        self.joint.activated.connect(lambda _: self._chosen(anew=False))
        self.unit.activated.connect(lambda _: self.changed.emit())
        self._worth: dict[NumberField, float | None] = {}  # what is typed counts before Enter
        for field in (self.constant, self.gear):
            for signal in (field.typed, field.edited, field.stepped):
                signal.connect(lambda value, field=field: self._type(field, value))

    def add_to(self, grid: QGridLayout, row: int) -> None:
        fields = (*self.labels, self.kind, self.joint, self.unit, self.constant, self.gear)
        for column, widget in enumerate(fields):
            grid.addWidget(widget, row, column)
        self._offer(self._unit_at_first)  # shown before it stands somewhere, a field would be a window of its own

    @property
    def choice(self) -> Choice:
        current = self.kind.currentData() == CURRENT
        return Choice(
            self.kind.currentData(),
            self.joint.currentIndex() + 1,
            self.unit.currentText(),
            self._worth.get(self.constant) if current else None,
            self._worth.get(self.gear) if current else None,
        )

    @property
    def problem(self) -> str:
        """What was typed and cannot be used; empty where all can."""
        if self.kind.currentData() != CURRENT:
            return ""
        name = f"Column “{self.heading}”"
        return self.constant.complaint(f"{name}, torque constant") or self.gear.complaint(f"{name}, gear")

    def _type(self, field: NumberField, value: float | None) -> None:
        self._worth[field] = value
        self.changed.emit()

    def _chosen(self, *, anew: bool) -> None:
        """Another kind or joint: its units; the one that was chosen stays where it can."""
        self._offer("" if anew else self.unit.currentText())
        self.changed.emit()

    def _offer(self, unit: str) -> None:
        kind = self.kind.currentData()
        offered = units(self._robot, kind, self.joint.currentIndex() + 1) if kind else []
        with QSignalBlocker(self.unit):
            self.unit.clear()
            self.unit.addItems(offered)
            self.unit.setCurrentIndex(max(self.unit.findText(unit), 0) if offered else -1)
        self.joint.setVisible(kind not in ("", TIME))
        self.unit.setVisible(bool(offered))
        for field in (self.constant, self.gear):
            field.setVisible(kind == CURRENT)
        if kind == CURRENT:
            ratio = self._robot.links[self.joint.currentIndex()].gear_ratio
            self.gear.setPlaceholderText(f"{ratio:.6g}, the arm's")
        for label in self.labels:
            label.setEnabled(bool(kind))

    def _combo(self, what: str, texts: Sequence[str], data: Sequence[str] | None = None) -> Combo:
        box = Combo()
        for place, text in enumerate(texts):
            box.addItem(text, data[place] if data is not None else None)
        box.setAccessibleName(f"{self.heading}: {what}")
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        box.setMinimumContentsLength(len(max(KINDS.values(), key=len)) if data is not None else 4)
        return box

    def _number(self, unit: Unit, what: str, tip: str) -> NumberField:
        field = NumberField(unit, optional=True)
        field.setAccessibleName(f"{self.heading}: {what}")
        field.setToolTip(tip)
        field.setFixedWidth(FIELD + (40 if unit is PURE else 20))
        return field


def _label(text: str, widest: int) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setMaximumWidth(widest)
    elided = label.fontMetrics().elidedText(one_line(text[:200]), Qt.TextElideMode.ElideRight, widest)
    label.setText(elided)
    if elided != text:
        label.setToolTip(wrapped(text[:500]))
    return label
