"""The joints at t = 0 as a Qt model: a slider, position, rate, and the constant torque where there is one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QPixmap

from app import edits
from app.colours import mixed
from app.document import Document
from app.numbers import DEGREE, METRE, RADIAN, BadNumber, Unit, editable, parse_number, shown
from app.preferences import Preferences
from app.theme import Themes
from app.views.joint_chips import joint_chips
from dynamics.errors import DynamicsError
from dynamics.project import ConstantTorque, Project

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NEWTON_METRE, NEWTON = Unit("N m", step="0.1"), Unit("N", step="0.1")
SLIDER, POSITION, RATE, TORQUE = range(4)
HEADINGS = ("", "position", "rate", "torque")
TIPS = ("Drag to pose the arm", "Where the joint starts", "How fast it starts", "The torque, all the time")
NAMES = ("initial position", "initial position", "initial rate", "torque")
PER_SECOND = {unit: unit._replace(label=f"{unit.label}/s") for unit in (METRE, RADIAN, DEGREE)}


class StartModel(QAbstractTableModel):
    """Text that cannot be used stays in its cell, marked, and changes nothing."""

    message = Signal(str)  # why something was refused; empty when all is well

    def __init__(
        self, document: Document, preferences: Preferences, themes: Themes, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._preferences = preferences
        self._themes = themes
        self._project = document.project
        self._pending: dict[tuple[int, int], tuple[str, str]] = {}
        self._chips = self._make_chips()
        document.project_changed.connect(self._set_project)
        preferences.changed.connect(lambda name: self._refresh() if name == "degrees" else None)
        themes.changed.connect(lambda _: self._recolour())

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._project.robot.n

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(HEADINGS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        usable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usable if index.column() == SLIDER else usable | Qt.ItemFlag.ItemIsEditable

    def value(self, row: int, column: int) -> float:
        """The SI value of a cell."""
        project = self._project
        if column == TORQUE:
            law = project.run.torque
            return law.values[row] if isinstance(law, ConstantTorque) else 0.0
        return (project.qd0 if column == RATE else project.q0)[row]

    def unit(self, row: int, column: int) -> Unit:
        revolute = self._project.robot.links[row].revolute
        if column == TORQUE:
            return NEWTON_METRE if revolute else NEWTON
        unit = (DEGREE if self._preferences["degrees"] else RADIAN) if revolute else METRE
        return PER_SECOND[unit] if column == RATE else unit

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= self._project.robot.n:
            return None
        row, column = index.row(), index.column()
        pending = self._pending.get((row, column))
        if role == Role.DisplayRole and column != SLIDER:
            unit = self.unit(row, column)
            return pending[0] if pending else f"{shown(self.value(row, column), unit, 5)} {unit.label}"
        if role == Role.EditRole:
            return pending[0] if pending else editable(self.value(row, column), self.unit(row, column))
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            return pending[1] if pending else f"{NAMES[column].capitalize()} of joint {row + 1} ({TIPS[column]})"
        if role == Role.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Role.BackgroundRole and pending:
            return QColor(mixed(self._themes.current.base, self._themes.current.error, 0.18))
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and 0 <= section < len(HEADINGS):
            return {Role.DisplayRole: HEADINGS[section], Role.ToolTipRole: TIPS[section]}.get(Role(role))
        if orientation == Qt.Orientation.Vertical and 0 <= section < self._project.robot.n:
            if role == Role.DisplayRole:
                return str(section + 1)
            if role == Role.DecorationRole:
                return self._chips[section]
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        if role != Role.EditRole or not index.isValid():
            return False
        row, column, text = index.row(), index.column(), str(value)
        if text == self.data(index, Role.EditRole):
            return False
        try:
            self.put(row, column, parse_number(text, self.unit(row, column)))
        except (BadNumber, DynamicsError) as error:
            self._pending[row, column] = (text, getattr(error, "reason", str(error)))
            self._tell()
            return False
        return True

    def put(self, row: int, column: int, value: float, gesture: str = "") -> None:
        """One cell, as one undo step; DynamicsError where the project refuses it."""

        def replaced(values: tuple[float, ...]) -> tuple[float, ...]:
            return (*values[:row], value, *values[row + 1 :])

        project = self._document.project
        if column == TORQUE:
            law = ConstantTorque(replaced(tuple(self.value(i, TORQUE) for i in range(project.robot.n))))
            after = edits.set_run(project, torque=law)
        elif column == RATE:
            after = edits.set_start(project, qd0=replaced(project.qd0))
        else:
            after = edits.set_start(project, q0=replaced(project.q0))
        self._pending.pop((row, column), None)
        self._tell()
        self._document.edit(after, f"Set {NAMES[column]} of joint {row + 1}", gesture)

    def _tell(self) -> None:
        self._refresh()
        words = [f"Joint {row + 1}, {NAMES[k]}: {reason}" for (row, k), (_, reason) in self._pending.items()]
        self.message.emit(words[-1] if words else "")

    def _set_project(self, project: Project) -> None:
        if project.robot.n != self._project.robot.n:
            self.beginResetModel()
            self._pending.clear()
            self._project = project
            self._chips = self._make_chips()
            self.endResetModel()
            return
        self._project = project
        self._refresh()

    def _recolour(self) -> None:
        self._chips = self._make_chips()
        self._refresh()

    def _make_chips(self) -> list[QPixmap]:
        return joint_chips(self._project.robot.n, self._themes.current.dark)

    def _refresh(self) -> None:
        last = self._project.robot.n - 1
        self.dataChanged.emit(self.index(0, 0), self.index(last, len(HEADINGS) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, last)
