"""The outline of the equations as a Qt model: joints, groups and terms, with values that move with the cursor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from denoc_studio.lessons.term_nodes import product_node, term_node
from denoc_studio.lessons.torque_outline import Branch, Extent
from denoc_studio.typesetting.nodes import Node
from denoc_studio.typesetting.notation import parse
from denoc_studio.typesetting.numbers import MINUS
from denoc_studio.typesetting.spoken import spoken

TERM, NOW, LARGEST = range(3)
HEADS = ("Term", "Now", "Largest")
TIPS = ("Letters and words: point at a letter", "At the time cursor", "Its largest size in the run")
AGREES = 1e-3  # of the largest term of the joint in the run
DIGITS = 4  # behind the first one of the largest number of a joint

Index = QModelIndex | QPersistentModelIndex


class Line(NamedTuple):
    """A branch in its place: `parent` and `below` are numbers of lines, `row` counts among its siblings."""

    branch: Branch
    parent: int
    row: int
    below: tuple[int, ...]


class TermModel(QAbstractItemModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: list[Line] = []
        self._top: tuple[int, ...] = ()
        self._extent: Extent | None = None
        self._units: Sequence[str] = ()
        self._values: np.ndarray | None = None
        self._torques: np.ndarray | None = None
        self._scales: dict[int, float] = {}

    def show_outline(self, branches: Sequence[Branch], extent: Extent | None, units: Sequence[str]) -> None:
        """Other terms, whose values are told next; `units` of the joints' torques."""
        self.beginResetModel()
        self.lines = []
        self._extent, self._units, self._values = extent, units, None
        self._top = tuple(self._add(branch, -1, row) for row, branch in enumerate(branches))
        self.endResetModel()

    def show_values(self, values: np.ndarray | None, torques: np.ndarray | None) -> None:
        """Of all terms, as `Equations.values` gives them, and the torques (n,) that they are held against; None: not
        known."""
        self._values, self._torques = values, torques
        self._scales.clear()
        for top in self._top:
            self._tell(top)

    def value(self, branch: Branch) -> float:
        """The sum of its terms, or the torque of the run; nan where it is not known."""
        if branch.kind == "check":
            return math.nan if self._torques is None else float(self._torques[branch.joint - 1])
        return math.nan if self._values is None else float(self._values[list(branch.places)].sum())

    def largest(self, branch: Branch) -> float:
        """In the run: of a term, or of the torque; nan for sums of some terms."""
        if self._extent is None or branch.kind not in ("term", "check"):
            return math.nan
        if branch.kind == "check":
            return float(self._extent.torques[branch.joint - 1])
        return float(self._extent.terms[branch.places[0]])

    def text(self, branch: Branch, column: int) -> str:
        """A number as it is shown, without its unit; those of a joint have as many digits behind the point."""
        value = self.value(branch) if column == NOW else self.largest(branch)
        return aligned(value, self._scale(branch.joint))

    def unit(self, branch: Branch) -> str:
        return self._units[branch.joint - 1] if branch.joint <= len(self._units) else ""

    def words(self, branch: Branch) -> str:
        """What stands behind its letters, or instead of them."""
        if branch.kind != "check" or self._values is None or self._torques is None:
            return branch.words
        total = self.value(self.lines[self._top_of(branch.joint)].branch)
        apart = abs(total - self.value(branch)) / (self._scale(branch.joint) or 1.0)
        if not apart:
            return f"{branch.words}, agrees exactly"
        return f"{branch.words}, {f'agrees to {apart:.0e}' if apart < AGREES else f'differs by {apart:.1%}'}"

    def node(self, branch: Branch) -> Node | None:
        """Its letters."""
        if branch.term is not None:
            return term_node(branch.term)
        if branch.kind == "joint":
            return parse(rf"\tau_{{{branch.joint}}}")
        return product_node(branch.symbols) if branch.symbols else None

    # What Qt asks

    def line(self, index: Index) -> Line:
        return self.lines[index.internalId()]

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008  # as Qt has it
        below = self.line(parent).below if parent.isValid() else self._top
        if 0 <= row < len(below) and 0 <= column < len(HEADS):
            return self.createIndex(row, column, below[row])
        return QModelIndex()

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # the other parent() has no argument
        above = self.line(index).parent if index.isValid() else -1
        return QModelIndex() if above < 0 else self.createIndex(self.lines[above].row, 0, above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._top)
        return len(self.line(parent).below) if parent.column() == TERM else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(HEADS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return HEADS[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return TIPS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section != TERM:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        branch = self.line(index).branch
        if role == Qt.ItemDataRole.DisplayRole:
            if index.column() == TERM:
                return str(branch.term) if branch.term is not None else self._plain(branch)
            return self.text(branch, index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if index.column() != TERM:
                return f"{self.text(branch, index.column())} {self.unit(branch)}"
            node = self.node(branch)
            said = f"{self._plain(branch) if node is None else spoken(node)} {'' if node is None else branch.words}"
            return f"{said.strip()}, {self.text(branch, NOW)} {self.unit(branch)}"
        return None

    # Inside

    def _plain(self, branch: Branch) -> str:
        letters = " ".join(symbol.name for symbol in branch.symbols)
        return f"tau{branch.joint}, {branch.words}" if branch.kind == "joint" else letters or self.words(branch)

    def _add(self, branch: Branch, parent: int, row: int) -> int:
        number = len(self.lines)
        self.lines.append(Line(branch, parent, row, ()))
        below = tuple(self._add(each, number, place) for place, each in enumerate(branch.below))
        self.lines[number] = Line(branch, parent, row, below)
        return number

    def _tell(self, number: int) -> None:
        """Values of a line and of all below it have changed."""
        line = self.lines[number]
        first, last = (self.createIndex(line.row, column, number) for column in (TERM, LARGEST))
        self.dataChanged.emit(first, last)
        if line.below:
            first = self.createIndex(0, TERM, line.below[0])
            last = self.createIndex(len(line.below) - 1, LARGEST, line.below[-1])
            self.dataChanged.emit(first, last)
            for each in line.below:
                if self.lines[each].below:
                    self._tell(each)

    def _top_of(self, joint: int) -> int:
        return next(top for top in self._top if self.lines[top].branch.joint == joint)

    def _scale(self, joint: int) -> float:
        """The largest number that stands beside those of a joint."""
        if joint not in self._scales:
            places = list(self.lines[self._top_of(joint)].branch.places)
            known = self._values if self._extent is None else self._extent.terms
            sizes = np.abs(known[places]) if known is not None else np.zeros(0)
            torque = 0.0 if self._extent is None else self._extent.torques[joint - 1]
            self._scales[joint] = max(float(sizes.max(initial=0.0)), float(torque))
        return self._scales[joint]


def aligned(value: float, scale: float) -> str:
    """With as many digits behind the point as a number of this size has among five; 0 for what is rounding beside it,
    nothing for what is not known."""
    if not math.isfinite(value):
        return "" if math.isnan(value) else "-"
    if scale <= 0 or not math.isfinite(scale):
        return f"{value:.4g}".replace("-", MINUS)
    power = math.floor(math.log10(scale))
    if not -3 <= power <= 6:
        return f"{value:.3e}".replace("-", MINUS)
    text = f"{value:.{max(0, DIGITS - power)}f}"
    if value and not float(text):
        text = "0" if abs(value) < 1e-12 * scale else f"{value:.1e}"
    return text.replace("-", MINUS)
