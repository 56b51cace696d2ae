"""The table of residuals: a row a joint of each quantity, with the scale and the offset that are taken out of it."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from denoc.arm.robot import Robot
from denoc_studio.look.fonts import scaled_font
from denoc_studio.plots.measured import LINEAR, PLAIN, WORDS, Alignment, Correction, Figures, Place
from denoc_studio.plots.readout import four_digits
from denoc_studio.project.entry.joint_units import PURE, measured_unit
from denoc_studio.project.entry.numbers import BadNumber, Unit, editable, parse_number

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
NAME, SCALE, OFFSET, RMS, LARGEST, TIME, CORRELATION = range(7)
TITLES = ("residual", "scale", "offset", "RMS", "largest", "at [s]", "corr.")
TIPS = {
    SCALE: "The log is scale × true value + offset: both are taken out of it before it is compared",
    OFFSET: "The log is scale × true value + offset: both are taken out of it before it is compared",
    NAME: "Measured minus modelled",
    RMS: "Root of the mean square of the residual, measured minus modelled",
    LARGEST: "The largest residual; a click goes to its time",
    TIME: "When the residual is largest; a click goes there",
    CORRELATION: "Of measured and modelled: 1 for curves of the same form, whatever their scale and offset",
}
EDITABLE = (SCALE, OFFSET)
MOST_SPARE = 40  # pixels beside what a column needs
GOING = (LARGEST, TIME)


class Heading(NamedTuple):
    """The row above the joints of a quantity, in the unit that they share."""

    text: str
    filtered: bool


def _grouped(figures: list[Figures], robot: Robot, degrees: bool) -> list[Figures | Heading]:
    """The figures below headings; joints that slide stand below those that turn."""
    found: list[Figures | Heading] = []
    for quantity in dict.fromkeys(row.quantity for row in figures):
        for revolute, words in ((True, WORDS), (False, LINEAR)):
            own = [row for row in figures if row.quantity == quantity and robot.links[row.joint].revolute == revolute]
            if own:
                unit = measured_unit(robot.links[own[0].joint], quantity, degrees).label
                made = ", filtered" if own[0].filtered else ""
                found += [Heading(f"{words[quantity].capitalize()} [{unit}]{made}", own[0].filtered), *own]
    return found


def _place(row: Figures | Heading) -> object:
    """What a row is of, whatever its figures are."""
    return row if isinstance(row, Heading) else (row.quantity, row.joint)


class ResidualModel(QAbstractTableModel):
    """`corrected` tells of a scale or an offset that was typed, `refused` of what cannot be one, and why."""

    corrected = Signal(object, object)  # place, Correction
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Figures | Heading] = []
        self._robot: Robot | None = None
        self._alignment = Alignment()
        self._degrees = False

    @property
    def headings(self) -> list[int]:
        """The rows that have a heading."""
        return [k for k, row in enumerate(self._rows) if isinstance(row, Heading)]

    def show(self, figures: list[Figures], robot: Robot, alignment: Alignment, degrees: bool) -> None:
        rows = _grouped(figures, robot, degrees)
        same = list(map(_place, rows)) == list(map(_place, self._rows))
        if not same:
            self.beginResetModel()
        self._rows, self._robot, self._alignment, self._degrees = rows, robot, alignment, degrees
        if not same:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(TITLES) - 1))

    def time(self, index: Index) -> float:
        """Of the largest residual in this row; nan where there is none, or nothing to go to in this column."""
        row = self.figures(index)
        return row.time if row is not None and index.column() in GOING else math.nan

    def figures(self, index: Index) -> Figures | None:
        """Those of this row; None of a heading."""
        row = self._rows[index.row()] if index.isValid() else None
        return row if isinstance(row, Figures) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(TITLES)

    def flags(self, index: Index) -> Qt.ItemFlag:
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return plain | Qt.ItemFlag.ItemIsEditable if self._may_edit(index) else plain

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid() or self._robot is None:
            return None
        row, column = self._rows[index.row()], index.column()
        if isinstance(row, Heading):
            return self._heading(row, column, role)
        if role in (Role.DisplayRole, Role.EditRole):
            return self._text(row, column, role == Role.EditRole)
        if role == Role.TextAlignmentRole:
            return RIGHT if column > NAME else None
        if role == Role.ToolTipRole:
            return self._tip(row, column)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.TextAlignmentRole:
            return RIGHT if section > NAME else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return {Role.DisplayRole: TITLES[section], Role.ToolTipRole: TIPS.get(section)}.get(Role(role))

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        row, column = self.figures(index), index.column()
        if role != Role.EditRole or row is None or not self._may_edit(index):
            return False
        try:
            number = parse_number(str(value), PURE if column == SCALE else self._unit(row))
            if column == SCALE and number == 0:
                raise BadNumber("a scale of 0 leaves nothing of the log")
        except BadNumber as error:
            self.refused.emit(f"{self._name(row)}, {TITLES[column]}: {error}")
            return False
        before = self._correction(row)
        after = before._replace(scale=number) if column == SCALE else before._replace(offset=number)
        self.corrected.emit((row.quantity, row.joint), after)
        return True

    def _may_edit(self, index: Index) -> bool:
        """Of what was measured: what a filter made of it follows."""
        row = self.figures(index)
        return row is not None and index.column() in EDITABLE and not row.filtered

    def _heading(self, row: Heading, column: int, role: int) -> Any:
        if role == Role.DisplayRole:
            return row.text if column == NAME else None
        if role == Role.FontRole:
            return scaled_font(12, QFont.Weight.DemiBold)
        return "Derivatives through the filter" if role == Role.ToolTipRole and row.filtered else None

    def _unit(self, row: Figures) -> Unit:
        assert self._robot is not None
        return measured_unit(self._robot.links[row.joint], row.quantity, self._degrees)

    def _name(self, row: Figures) -> str:
        assert self._robot is not None
        words = WORDS if self._robot.links[row.joint].revolute else LINEAR
        return f"joint {row.joint + 1}, {words[row.quantity]}"

    def _correction(self, row: Figures) -> Correction:
        place: Place = (row.quantity, row.joint)
        return PLAIN if row.filtered else self._alignment.correction(place)

    def _text(self, row: Figures, column: int, whole: bool) -> str:
        unit = self._unit(row)
        if column == NAME:
            return f"joint {row.joint + 1}"
        if column in EDITABLE:
            correction = self._correction(row)
            value, measure = (correction.scale, PURE) if column == SCALE else (correction.offset, unit)
            return "" if row.filtered else editable(value, measure) if whole else four_digits(value / measure.scale)
        if column == TIME:
            return f"{row.time:.3f}" if row.time == row.time else ""
        if column == CORRELATION:
            return f"{row.correlation:.4f}" if row.correlation == row.correlation else "-"
        return four_digits({RMS: row.rms, LARGEST: row.largest}[column] / unit.scale)

    def _tip(self, row: Figures, column: int) -> str | None:
        if row.filtered and column in (NAME, *EDITABLE):
            return f"{self._name(row)}: derivative of the log's positions, or rates, through the filter"
        return TIPS.get(column)


class ResidualTable(QTableView):
    """A click on the largest residual or its time goes there, Enter does so from any cell that is not edited."""

    time_chosen = Signal(float)

    def __init__(self, model: ResidualModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setAccessibleName("Residuals, measured minus modelled")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(24)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        model.modelReset.connect(self._spread)
        for signal in (model.modelReset, model.dataChanged):
            signal.connect(self._share)

    def _spread(self) -> None:
        """Headings reach over all columns."""
        self.clearSpans()
        for row in self._model.headings:
            self.setSpan(row, NAME, 1, len(TITLES))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """Columns as wide as they need to be, and some of the room that is left."""
        header = self.horizontalHeader()
        needed = [max(self.sizeHintForColumn(k), header.sectionSizeHint(k)) for k in range(len(TITLES))]
        needed[NAME] = header.fontMetrics().horizontalAdvance("residual 88")  # headings reach over all
        spare = (self.viewport().width() - sum(needed)) // len(TITLES)
        for k, width in enumerate(needed):
            header.resizeSection(k, width + min(max(spare, 0), MOST_SPARE))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(self.indexAt(event.position().toPoint()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        goes = not math.isnan(self._model.time(self._at(event.position().toPoint())))
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if goes else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            if self._model.flags(index) & Qt.ItemFlag.ItemIsEditable:
                self.edit(index)
            else:
                self._go(index.siblingAtColumn(TIME))
            return
        super().keyPressEvent(event)

    def _at(self, place: QPoint) -> QModelIndex:
        return self.indexAt(place)

    def _go(self, index: QModelIndex) -> None:
        t = self._model.time(index)
        if not math.isnan(t):
            self.time_chosen.emit(t)
