"""What varies: a row for each entry, found by typing a part of its name, with its range and steps."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QSpinBox, QVBoxLayout, QWidget

from denoc.basics.errors import DynamicsError
from denoc.files.projects.documents import Keys, keys_of
from denoc.files.projects.project import Project
from denoc.studies.sweeps.plan import MAX_VARIED, STEPS, Vary
from denoc_studio.look.plain_text import wrapped
from denoc_studio.plots.sweep.request import MOST
from denoc_studio.project.entry.joint_units import PURE
from denoc_studio.project.entry.numbers import BadNumber
from denoc_studio.project.sweep_entries import Entry, entries_of, found_entry, last_mass, unit_of
from denoc_studio.widgets.fields.entry_box import EntryBox
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import titled, tool

SI = "In SI units and radians, where no unit is shown"
NAME = "Type a part of its name, or its path in the project file"


class VariedRow(QWidget):
    """One entry. `problem` says why what was typed for it is none."""

    changed = Signal()
    removed = Signal()

    def __init__(self, names: QStringListModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry: Entry | None = None
        self.problem = ""
        self.name = EntryBox("Entry that varies", names)
        self.name.setToolTip(NAME)
        self.typed = self.name.typed
        self.low, self.high = self._field("From"), self._field("To")
        self.steps = QSpinBox()
        self.steps.setRange(2, MOST)
        self.steps.setValue(STEPS)
        self.steps.setAccessibleName("Steps")
        self.steps.setToolTip("How many values it takes, both ends among them")
        self.steps.valueChanged.connect(self.changed)
        self.remove = tool("−", "Do not vary this entry", self.removed.emit)
        self._lay_out()

    def show_entry(self, entry: Entry, project: Project, degrees: bool) -> None:
        """Another entry, with a range about its value."""
        self.entry, self.problem = entry, ""
        self.name.refuse("")
        self.set_unit(project, degrees)
        for field, value in zip((self.low, self.high), entry.range, strict=True):
            field.set_value(value)
        self.restore()

    def restore(self) -> None:
        """The entry's own words, whatever was typed."""
        if self.entry is not None:
            self.name.setEditText(self.entry.text)
            self.typed.setCursorPosition(0)
            self.name.setToolTip(f"{self.entry.text}\n{NAME}")

    def set_unit(self, project: Project, degrees: bool) -> None:
        unit = PURE if self.entry is None else unit_of(project, self.entry.path, degrees)
        for field in (self.low, self.high):
            field.set_unit(unit)

    def vary(self) -> Vary:
        """DynamicsError says what is wrong with it."""
        if self.problem or self.entry is None:
            raise DynamicsError(self.problem or "the name of an entry is needed")
        values = []
        for field in (self.low, self.high):
            try:
                values.append(field.candidate() or 0.0)
            except BadNumber as error:
                raise DynamicsError(f"{self.entry.words}, {field.accessibleName().lower()}: {error}") from None
        if not values[0] < values[1]:
            raise DynamicsError(f"{self.entry.words}: its range must rise")
        return Vary(self.entry.path, values[0], values[1], self.steps.value())

    def _field(self, name: str) -> NumberField:
        field = NumberField(PURE)
        field.setAccessibleName(name)
        field.setToolTip(SI)
        field.setMinimumWidth(field.minimumSizeHint().width())
        for signal in (field.edited, field.stepped, field.problem_changed):
            signal.connect(lambda _: self.changed.emit())
        return field

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(4)
        grid.setVerticalSpacing(4)
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self.name, 1)
        top.addWidget(self.remove)
        below = QHBoxLayout()
        below.setSpacing(4)
        self.between = QLabel("in")
        for widget, stretch in ((self.low, 3), (QLabel("to"), 0), (self.high, 3), (self.between, 0), (self.steps, 2)):
            below.addWidget(widget, stretch)
        for field in (self.low, self.high, self.steps):
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        grid.addLayout(top, 0, 0)
        grid.addLayout(below, 1, 0)


class VariedList(QWidget):
    """All rows; there is always one."""

    changed = Signal()

    def __init__(self, project: Project, degrees: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.project, self._degrees, self._grid = project, degrees, True
        self._entries: Sequence[Entry] = entries_of(project)
        self._names = QStringListModel([entry.text for entry in self._entries], self)
        self.rows: list[VariedRow] = []
        self.add = tool("+", "Vary another entry too", self.add_row)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self._column.addLayout(titled("Varied", self.add))
        self.add_row()

    def show_project(self, project: Project, *, afresh: bool) -> None:
        """Entries as they are now; `afresh`, of another project, only the first row stays."""
        self.project, entries = project, entries_of(project)
        texts = [entry.text for entry in entries]
        self._entries = entries
        if texts != self._names.stringList():
            typed = [row.name.currentText() for row in self.rows]
            self._names.setStringList(texts)
            for row, text in zip(self.rows, typed, strict=True):
                row.name.setEditText(text)
        if afresh:
            for row in self.rows[1:]:
                self._drop(row)
            self.rows[0].show_entry(last_mass(entries), project, self._degrees)
        for row in self.rows:
            row.set_unit(project, self._degrees)
        self.changed.emit()

    def show_degrees(self, degrees: bool) -> None:
        self._degrees = degrees
        for row in self.rows:
            row.set_unit(self.project, degrees)

    def set_grid(self, grid: bool) -> None:
        """Steps are for a grid."""
        self._grid = grid
        for row in self.rows:
            row.steps.setVisible(grid)
            row.between.setVisible(grid)

    def vary(self) -> tuple[Vary, ...]:
        """DynamicsError says what is wrong with a row."""
        found: dict[Keys, Vary] = {}
        for row in self.rows:
            each = row.vary()
            if found.setdefault(keys_of(each.path), each) is not each:
                raise DynamicsError(f"{row.entry.words if row.entry else each.path} varies twice")
        return tuple(found.values())

    def add_row(self) -> VariedRow:
        """The mass of the last link that does not vary yet, or any other entry."""
        row = VariedRow(self._names, self)
        taken = {each.entry.path for each in self.rows if each.entry is not None}
        left = [entry for entry in self._entries if entry.path not in taken]
        try:
            first = last_mass(left)
        except IndexError:
            first = left[0] if left else self._entries[0]
        row.show_entry(first, self.project, self._degrees)
        row.name.activated.connect(lambda _: self._read(row))
        row.typed.editingFinished.connect(lambda: self._read(row))
        row.name.given_up.connect(lambda: self._restore(row))
        row.changed.connect(self.changed)
        row.removed.connect(lambda: self._remove(row))
        self.rows.append(row)
        self._column.addWidget(row)
        self._count_rows()
        self.set_grid(self._grid)
        return row

    def _read(self, row: VariedRow) -> None:
        """What was typed becomes an entry, or stays with the reason why it is none."""
        typed = row.name.currentText()
        if row.entry is not None and typed == row.entry.text:
            row.problem = ""
        else:
            try:
                row.show_entry(found_entry(self.project, self._entries, typed), self.project, self._degrees)
            except DynamicsError as error:
                row.problem = f"“{typed}”: {error.reason}" if typed else error.reason
                row.name.setToolTip(wrapped(row.problem))
        row.name.refuse(row.problem)
        self.changed.emit()

    def _restore(self, row: VariedRow) -> None:
        row.restore()
        self._read(row)

    def _remove(self, row: VariedRow) -> None:
        self._drop(row)
        self.rows[-1].name.setFocus()
        self.changed.emit()

    def _drop(self, row: VariedRow) -> None:
        self.rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        self._count_rows()

    def _count_rows(self) -> None:
        for row in self.rows:
            row.remove.setVisible(len(self.rows) > 1)
        self.add.setEnabled(len(self.rows) < MAX_VARIED)
        self.changed.emit()
