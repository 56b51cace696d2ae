"""Which inertial parameter moves a joint's torque most: a ranked table."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from denoc.studies.sensitivity import Effect, Sensitivity
from denoc_studio.plots.tables.actuator_study import Study
from denoc_studio.project.entry.numbers import shown
from denoc_studio.widgets.fields.combo import Combo

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
Measure = Literal["peak", "rms"]
MEASURES: dict[str, Measure] = {"peak torque": "peak", "RMS torque": "rms"}
NEGLIGIBLE = 1e-6  # of the torque: what 1 % of a parameter moves less is rounding, or nothing to speak of
PARAMETER, EFFECT, VALUE = range(3)


class Line(NamedTuple):
    """One effect, ready to be shown."""

    parameter: str
    effect: str
    value: str


def lines(effects: list[Effect], torque: float, unit: str) -> list[Line]:
    """The effects that matter beside the torque, in words and shown numbers."""
    if torque <= 0:
        return []
    return [
        Line(
            f"{_name(effect.parameter)} of {_body(effect.body)}",
            f"{100 * effect.change / torque:+.2g} % ({effect.change:.2g} {unit})",
            f"{shown(effect.value, digits=4)} {_unit(effect.parameter)}",
        )
        for effect in effects
        if abs(effect.change) > NEGLIGIBLE * torque
    ]


def _name(parameter: str) -> str:
    return parameter.replace("com ", "mass centre ")


def _body(body: str) -> str:
    return "the payload" if body == "payload" else body


def _unit(parameter: str) -> str:
    return "kg" if parameter == "mass" else "m" if parameter.startswith("com") else "kg m²"


class SensitivityModel(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: list[Line] = []
        self.headings = ("parameter", "+1 % of it adds", "value")

    def show_lines(self, lines: list[Line]) -> None:
        self.beginResetModel()
        self.lines = lines
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.headings)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.lines):
            return None
        line = self.lines[index.row()]
        if role == Role.DisplayRole:
            return line[index.column()]
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            return f"{line.parameter}: +1 % → {line.effect}"
        if role == Role.TextAlignmentRole and index.column() != PARAMETER:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if role != Role.DisplayRole:
            return None
        return self.headings[section] if orientation == Qt.Orientation.Horizontal else str(section + 1)


class SensitivityTable(QWidget):
    """Of one joint at a time; the whole `Sensitivity` is kept, so that changing the joint costs nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: tuple[Study, Sensitivity] | None = None
        self._joint = 0
        self._words = ""  # in the place of the table
        self.model = SensitivityModel(self)
        self.measure = Combo()
        self.measure.addItems(list(MEASURES))
        self.measure.setAccessibleName("Torque that is moved")
        self.measure.activated.connect(lambda _: self._show())
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setAccessibleName("Effects of the inertial parameters, the strongest first")
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().setDefaultSectionSize(22)
        self.table.verticalHeader().hide()
        self.table.setWordWrap(False)
        self.table.setTabKeyNavigation(False)
        self.table.horizontalHeader().setHighlightSections(False)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        top = QHBoxLayout()
        top.addWidget(self.measure)
        top.addWidget(self.note, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(self.table, 1)

    def show_sensitivity(self, study: Study, found: Sensitivity) -> None:
        self._found = (study, found)
        self._show()

    def clear(self, words: str = "") -> None:
        """Nothing to show; why, in words."""
        self._found = None
        self._words = words
        self._show()

    def show_joint(self, joint: int) -> None:
        self._joint = joint
        self._show()

    def _show(self) -> None:
        if self._found is None or self._joint >= len(self._found[0].rows):
            self.model.show_lines([])
            self.note.setText(self._words)
            return
        study, found = self._found
        measure = MEASURES[self.measure.currentText()]
        torque = float(getattr(found, f"{measure}_torque")[self._joint])
        unit = "N m" if study.robot.links[self._joint].revolute else "N"
        self.model.show_lines(lines(found.ranking(self._joint + 1, measure), torque, unit))
        self.note.setText(words(found, self._joint, measure, unit))


def words(found: Sensitivity, joint: int, measure: Measure, unit: str) -> str:
    """Which torque of joint number `joint`, from 0, is ranked by, or that there is none, and what is left out."""
    torque, held = float(getattr(found, f"{measure}_torque")[joint]), int(found.left_out[joint])
    if torque <= 0 and not held:
        return f"Joint {joint + 1} is given no torque in this run: there is none to rank."
    left = f"{held} of {found.samples} samples, stuck or on a stop, are left out."
    if torque <= 0:
        return f"Joint {joint + 1} has no torque to rank: {left}"
    when = f" at {found.peak_time[joint]:.4g} s" if measure == "peak" else ""
    kept = f" {left}" if held else ""
    return f"of joint {joint + 1}: {torque:.4g} {unit}{when}. The motion stays as it is.{kept}"
