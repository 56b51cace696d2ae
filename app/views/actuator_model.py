"""The actuators as a Qt model: one row a joint, loads, motor, gear, margins and a verdict."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from app import edits
from app.actuator_study import Row, Study
from app.actuator_table import (
    COLUMNS,
    EFFICIENCY,
    MARGINS,
    MOTOR,
    RATIO,
    VERDICT,
    cell,
    heading,
    is_mixed,
    judged,
    unit,
    value,
)
from app.colours import mixed
from app.document import Document
from app.numbers import BadNumber, editable, parse_number
from app.preferences import Preferences
from app.refused import Refused, RefusedCells
from app.theme import Themes
from app.views.joint_chips import joint_chip
from dynamics.actuators import Actuator
from dynamics.errors import DynamicsError
from dynamics.project import Project

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
WORDS = {RATIO: "gear ratio", EFFICIENCY: "gear efficiency"}
FIELDS = {RATIO: "ratio", EFFICIENCY: "efficiency"}


class ActuatorModel(QAbstractTableModel):
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
        self._study: Study | None = None
        self.rows = self._known()
        self._faded = False
        self._pending = RefusedCells()
        document.project_changed.connect(self._set_project)
        document.replaced.connect(self.forget_all)
        document.undone.connect(self.forget_all)
        preferences.changed.connect(lambda name: self.refresh() if name == "degrees" else None)
        themes.changed.connect(lambda _: self.refresh())

    def show_study(self, study: Study | None) -> None:
        self._study = study
        self.refresh()

    def set_faded(self, faded: bool) -> None:
        """Numbers that no longer hold are shown pale."""
        if faded != self._faded:
            self._faded = faded
            self.refresh()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._project.robot.n

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        usable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        has_gear = index.column() in FIELDS and self._actuator(index.row()) is not None
        return usable | Qt.ItemFlag.ItemIsEditable if has_gear else usable

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= self._project.robot.n:
            return None
        row, column = index.row(), index.column()
        pending = self._pending.get((row, column))
        if role == Role.DisplayRole:
            return pending.text if pending else self._text(row, column)
        if role == Role.EditRole:
            return pending.text if pending else self._editable(row, column)
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            return pending.reason if pending else self._tip(row, column, role)
        if role == Role.TextAlignmentRole and column not in (MOTOR, VERDICT):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Role.ForegroundRole:
            return QColor(self._themes.current.error) if pending else self._colour(row, column)
        if role == Role.BackgroundRole and pending:
            return QColor(mixed(self._themes.current.base, self._themes.current.error, 0.18))
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and 0 <= section < len(COLUMNS):
            if role == Role.DisplayRole:
                words = heading(section, self._project.robot, self._preferences["degrees"])
                words = words.replace(" torque [", " [")  # the unit says so, and columns stay narrow
                return words.replace(" [", "\n[") if "[" in words else words.replace(" margin", "\nmargin")
            if role == Role.TextAlignmentRole and section == VERDICT:  # wider than what is seen of it in a small window
                return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            return self._heading_tip(section) if role == Role.ToolTipRole else None
        if orientation == Qt.Orientation.Vertical and 0 <= section < self._project.robot.n:
            if role == Role.DisplayRole:
                return str(section + 1)
            if role == Role.DecorationRole:
                return joint_chip(section, self._project.robot.n, self._themes.current.dark)
        return None

    def _heading_tip(self, section: int) -> str:
        """With what a peak of the run is the largest of."""
        column = COLUMNS[section]
        largest = column.part == "load" and column.tip.startswith("Largest") and self._study is not None
        return f"{column.tip} of {self._study.recording.peaks_of}" if largest and self._study else column.tip

    def setData(self, index: Index, entry: Any, role: int = Role.EditRole) -> bool:
        if role != Role.EditRole or not index.isValid():
            return False
        row, column, text = index.row(), index.column(), str(entry)
        if text == self.data(index, Role.EditRole):
            return False
        try:
            self.put(row, column, parse_number(text, unit(column, self._project.robot.links[row])))
        except (BadNumber, DynamicsError) as error:
            self._pending[row, column] = Refused(text, getattr(error, "reason", str(error)))
            self._tell()
            return False
        return True

    def put(self, row: int, column: int, number: float, gesture: str = "") -> None:
        """Gear ratio or efficiency, as one undo step; DynamicsError where it cannot be."""
        actuator = self._actuator(row)
        if actuator is None:
            raise DynamicsError("this joint has no motor yet")
        gear = msgspec.structs.replace(actuator.gear, **{FIELDS[column]: number})
        after = edits.set_actuator(self._document.project, row, Actuator(actuator.motor, gear))
        self._pending.pop((row, column), None)
        self._tell()
        self._document.edit(after, f"Set the {WORDS[column]} of joint {row + 1}", gesture)

    def forget_all(self, *_: object) -> None:
        """All that was typed in vain."""
        if self._pending:
            self._pending.clear()
            self._tell()

    def refresh(self) -> None:
        self.rows = self._known()
        last = self._project.robot.n - 1
        self.dataChanged.emit(self.index(0, 0), self.index(last, len(COLUMNS) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)
        self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, last)

    def _known(self) -> tuple[Row, ...]:
        """What is known about every joint now: nothing about a motor that has not been judged yet."""
        chosen = self._project.actuators or (None,) * self._project.robot.n
        studied = self._study.rows if self._study is not None and len(self._study.rows) == len(chosen) else None
        if studied is None:
            return tuple(Row(actuator=actuator) for actuator in chosen)
        return tuple(
            row if row.actuator == actuator else Row(row.load, actuator)
            for row, actuator in zip(studied, chosen, strict=True)
        )

    def _actuator(self, row: int) -> Actuator | None:
        return _actuator_of(self._project, row)

    def _text(self, row: int, column: int) -> str:
        robot = self._project.robot
        return cell(column, self.rows[row], robot.links[row], is_mixed(robot), self._preferences["degrees"])

    def _editable(self, row: int, column: int) -> str:
        actuator = self._actuator(row)
        if actuator is None or column not in FIELDS:
            return self._text(row, column)
        return editable(getattr(actuator.gear, FIELDS[column]), unit(column, self._project.robot.links[row]))

    def _tip(self, row: int, column: int, role: int) -> str:
        if column in (MOTOR, VERDICT) and role == Role.ToolTipRole and self._text(row, column):
            return self._text(row, column)
        measure = unit(column, self._project.robot.links[row], self._preferences["degrees"]).label
        what = f"{heading(column, self._project.robot).partition(' [')[0]} of joint {row + 1}"
        if role == Role.AccessibleTextRole:
            return f"{what}: {self._text(row, column) or 'none'} {measure}".rstrip()
        return f"{what[0].upper()}{what[1:]}{f', in {measure}' if measure else ''}. {COLUMNS[column].tip}"

    def _colour(self, row: int, column: int) -> QColor | None:
        theme, found = self._themes.current, self.rows[row]
        if self._faded:
            return QColor(theme.muted)
        if column == VERDICT and found.actuator is None:
            return QColor(theme.muted)
        if column != VERDICT and column not in MARGINS:
            return None
        margins = (value(k, found) for k in (MARGINS if column == VERDICT else (column,)))
        known = [margin for margin in margins if isinstance(margin, float)]
        colours = {"short": theme.error, "tight": theme.warning}
        colour = colours.get(judged(min(known))) if known else None
        return QColor(colour) if colour else None

    def _tell(self) -> None:
        self.refresh()
        words = [f"Joint {row + 1}, {WORDS[k]} “{text}”: {why}" for (row, k), (text, why) in self._pending.items()]
        self.message.emit("\n".join(words))

    def _set_project(self, project: Project) -> None:
        before, self._project = self._project, project
        if project.robot.n != before.robot.n:
            self.beginResetModel()
            self._pending.clear()
            self.rows = self._known()
            self.endResetModel()
            self.message.emit("")
        elif project.actuators != before.actuators:
            self._pending.keep(lambda row, k: _gear_value(before, row, k) == _gear_value(project, row, k) is not None)
            self._tell()
        elif project.robot.kinds != before.robot.kinds:
            self.refresh()


def _actuator_of(project: Project, row: int) -> Actuator | None:
    return project.actuators[row] if project.actuators else None


def _gear_value(project: Project, row: int, column: int) -> float | None:
    """What a cell that can be edited holds; None without a motor."""
    actuator = _actuator_of(project, row)
    return None if actuator is None else getattr(actuator.gear, FIELDS[column])
