"""The tolerances of a project as rows: found by a part of a number's name, with its width and kind."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.projects.documents import keys_of
from denoc.files.projects.project import Project
from denoc.files.projects.tolerances import MOST, Tolerance, number_of
from denoc_studio.look.plain_text import wrapped
from denoc_studio.project.entry.joint_units import PURE
from denoc_studio.project.entry.numbers import with_unit
from denoc_studio.project.sweep_entries import Entry, entries_of, found_entry, unit_of, words_of
from denoc_studio.project.tolerances.typed import KINDS, MARK, first_spread, percent
from denoc_studio.widgets.fields.entry_box import EntryBox
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.folding_line import FoldingLine
from denoc_studio.widgets.form_parts import choice, show_choice, titled, tool

NAME = "A number to add: type a part of its name, or its path in the project file, and Enter"
KIND = "uniform: as likely anywhere within ± this\nnormal: ± this is the standard deviation"
FIXED = (("run", "rtol"), ("run", "atol"), ("run", "step"), ("run", "duration"), ("robot", "base"), ("robot", "tool"))


class ToleranceRow(QWidget):
    """One of them. `changed` tells that its width or kind is another one, `removed` that it is to go."""

    changed = Signal()
    removed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = FoldingLine()
        self.name.fold(True)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.spread = NumberField(PURE, minimum=0.0)
        self.kind = choice(KINDS, "Kind", KIND, lambda _: self.changed.emit())
        self.remove = tool("−", "Take this tolerance away", self.removed.emit)
        for signal in (self.spread.edited, self.spread.stepped):
            signal.connect(lambda _: self.changed.emit())
        self.spread.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(4)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(2, 2)
        grid.addWidget(self.name, 0, 0, 1, 3)
        grid.addWidget(self.remove, 0, 3)
        grid.addWidget(QLabel(MARK), 1, 0)
        grid.addWidget(self.spread, 1, 1)
        grid.addWidget(self.kind, 1, 2, 1, 2)

    def show_tolerance(self, project: Project, tolerance: Tolerance, degrees: bool) -> None:
        words, unit = words_of(tolerance.path), unit_of(project, tolerance.path, degrees)
        value = number_of(project, tolerance)
        self.name.say(f"{words}: {with_unit(value, unit)}")
        self.spread.set_unit(unit)
        self.spread.set_value(tolerance.spread)
        self.spread.setAccessibleName(f"Tolerance of {words}")
        share = percent(tolerance, value)
        self.spread.setToolTip(f"{MARK} {share} of {with_unit(value, unit)}" if share else f"{MARK} so much")
        show_choice(self.kind, tolerance.kind)


class ToleranceRows(QWidget):
    """All of them. `wanted` tells a path and a first width, `set` another width and kind, `removed` one that goes."""

    wanted = Signal(str, float)
    set = Signal(str, float, str)
    removed = Signal(str)

    def __init__(self, project: Project, degrees: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project, self._degrees = project, degrees
        self._entries: Sequence[Entry] = ()
        self._names = QStringListModel(self)
        self.rows: list[ToleranceRow] = []
        self.add = EntryBox("Number to add", self._names)
        self.add.setToolTip(NAME)
        self.add.typed.setPlaceholderText("Add a number...")
        for signal in (self.add.activated, self.add.typed.returnPressed):  # some keys give both, one while it is picked
            signal.connect(self._read, Qt.ConnectionType.QueuedConnection)
        self.add.given_up.connect(self._clear)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self._column.addLayout(titled("Tolerances"))
        self._column.addWidget(self.add)
        self.show_project(project, degrees)

    def show_project(self, project: Project, degrees: bool) -> None:
        """Its tolerances, and the numbers that have none yet."""
        self._project, self._degrees = project, degrees
        taken = {keys_of(each.path) for each in project.tolerances}
        self._entries = [each for each in entries_of(project) if can_vary(each) and keys_of(each.path) not in taken]
        texts = [entry.text for entry in self._entries]
        if texts != self._names.stringList():
            typed = self.add.currentText()
            self._names.setStringList(texts)
            self.add.setCurrentIndex(-1)
            self.add.setEditText(typed)
        while len(self.rows) > len(project.tolerances):
            row = self.rows.pop()
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(project.tolerances):
            self._add_row()
        for row, tolerance in zip(self.rows, project.tolerances, strict=True):
            row.show_tolerance(project, tolerance, degrees)
        self.add.setEnabled(len(self.rows) < MOST)

    def refuse(self, path: str, reason: str) -> None:
        """The width of this one cannot be."""
        for row, tolerance in zip(self.rows, self._project.tolerances, strict=True):
            if tolerance.path == path:
                row.spread.refuse(reason)

    def _add_row(self) -> None:
        row, place = ToleranceRow(self), len(self.rows)
        row.changed.connect(lambda: self._tell(place))
        row.removed.connect(lambda: self.removed.emit(self._project.tolerances[place].path))
        self.rows.append(row)
        self._column.addWidget(row)

    def _tell(self, place: int) -> None:
        row = self.rows[place]
        spread, kind = row.spread.value or 0.0, str(row.kind.currentData())
        self.set.emit(self._project.tolerances[place].path, spread, kind)

    def _read(self, *_: object) -> None:
        """What was typed becomes a tolerance, or stays with the reason why it does not."""
        typed = self.add.currentText()
        if not typed.strip():
            self._clear()
            return
        try:
            entry = found_entry(self._project, self._entries, typed)
        except DynamicsError as error:
            self.add.refuse(error.reason)
            self.add.setToolTip(wrapped(f"“{typed}”: {error.reason}"))
            return
        self._clear()
        unit = unit_of(self._project, entry.path, self._degrees)
        self.wanted.emit(entry.path, first_spread(entry.value, unit))

    def _clear(self) -> None:
        self.add.setCurrentIndex(-1)
        self.add.setEditText("")
        self.add.refuse("")
        self.add.setToolTip(NAME)


def can_vary(entry: Entry) -> bool:
    """Whether a number may have a tolerance that says something."""
    keys = keys_of(entry.path)
    return math.isfinite(entry.value) and keys[:2] not in FIXED and keys != ("run", "samples")
