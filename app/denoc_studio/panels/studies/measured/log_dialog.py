"""A measured log from a file: its first rows, which column is what, and what is wrong while that is being chosen."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError, counted
from denoc.files.disk.files import file_path
from denoc.files.tables.csv_table import Decimal, DecimalInDoubt, Table, read_table
from denoc.files.text.number_text import two_readings
from denoc.studies.identification.measurement import Measurement
from denoc.studies.identification.measurement_csv import MeasuredColumn, measurement_from_table
from denoc_studio.look.plain_text import capitalised, title_text
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.measured.column_row import ColumnRow
from denoc_studio.project.log_columns import CURRENT, columns_of, distinct, guessed
from denoc_studio.widgets.form_parts import choice, note
from denoc_studio.widgets.message_line import MessageLine
from denoc_studio.widgets.newest_only import NewestOnly

SIZE = QSize(960, 560)
PREVIEW = 3  # rows
MOST = 200  # columns that can be chosen among: as many as a person can
DECIMALS = {"": "automatic", ".": "point", ",": "comma"}
TRY_AFTER = 120  # milliseconds: numbers are still being typed
Button = QDialogButtonBox.StandardButton


class LogDialog(QDialog):
    """`measurement` is what the file holds as it is chosen now; None where that cannot be, which the message says."""

    def __init__(self, path: Path, robot: Robot, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path, self._robot = path, robot
        self.measurement: Measurement | None = None
        self.rows: list[ColumnRow] = []
        self._of_currents: list[QLabel] = []  # headings that only a current needs
        self._table: Table | None = None
        self._beyond = ""
        self._accepting = False
        self.setWindowTitle(f"Open a measured log: {title_text(path.name)}")
        self.facts, self.notes = note(), note()
        self.facts.setText("Reading the file ...")
        self.message = MessageLine(themes)
        tip = "Between the digits of the file's numbers; the other mark then separates thousands"
        self.decimal = choice(DECIMALS, "Decimal mark", tip, lambda _: self._set_decimal())
        self.buttons = QDialogButtonBox(Button.Open | Button.Cancel)
        for button in self.buttons.buttons():
            button.setIcon(QIcon())
        self.buttons.button(Button.Open).setEnabled(False)
        self._soon = QTimer(self, singleShot=True, interval=TRY_AFTER)
        self._reading, self._trying = NewestOnly(self), NewestOnly(self)
        self._lay_out()
        self._connect()
        self._reading.ask(lambda: read_table(file_path(path)))

    def accept(self) -> None:
        """What is still being tried is waited for."""
        self._accepting = self.measurement is None
        if self.measurement is not None:
            super().accept()

    def done(self, result: int) -> None:
        self._accepting = False
        self._soon.stop()
        self._reading.forget()
        self._trying.forget()
        cells, self._table = [self._table], None
        Thread(target=cells.clear, daemon=True).start()  # a million of them take longer than a frame to go
        super().done(result)

    def finish(self) -> None:
        """Nothing is read any more; before the dialog goes."""
        self._reading.wait()
        self._trying.wait()

    def _lay_out(self) -> None:
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(4)
        inside = QWidget()
        around = QVBoxLayout(inside)
        around.addLayout(self._grid)
        around.addStretch(1)
        self.area = QScrollArea(widgetResizable=True)
        self.area.setWidget(inside)
        mark = QHBoxLayout()
        label = QLabel("&Decimal mark")
        label.setBuddy(self.decimal)
        mark.addWidget(self.facts, 1)
        mark.addWidget(label)
        mark.addWidget(self.decimal)
        column = QVBoxLayout(self)
        column.addLayout(mark)
        column.addWidget(self.area, 1)
        for widget in (self.message, self.notes, self.buttons):
            column.addWidget(widget)
        self.resize(SIZE.boundedTo(self.screen().availableSize() * 0.95))

    def _connect(self) -> None:
        self._reading.done.connect(self._show_table)
        self._reading.failed.connect(lambda reason: self._refuse(reason))
        self._trying.done.connect(self._show_measurement)
        self._trying.failed.connect(self._refuse)
        self._soon.timeout.connect(self._try)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _show_table(self, table: Table) -> None:
        table = table._replace(header=distinct(table.header))
        self._table = table
        guess = guessed(table.header, self._robot)
        self._beyond = guess.beyond
        self.facts.setText(f"{len(table.rows)} rows of {len(table.header)} columns; choose what each column is.")
        first = [f"line {line}" for line in table.lines[:PREVIEW]]
        for column, title in enumerate(["column", *first, "is", "joint", "unit", "torque constant", "gear"]):
            heading = QLabel(title)
            heading.setStyleSheet("font-weight: 600")
            self._grid.addWidget(heading, 0, column)
            if title in ("torque constant", "gear"):
                self._of_currents.append(heading)
        for place, (name, guessed_as) in enumerate(zip(table.header, guess.choices, strict=True)):
            if place >= MOST:
                break
            row = ColumnRow(
                name, [cells[place].strip() for cells in table.rows[:PREVIEW]], self._robot, guessed_as, self
            )
            row.add_to(self._grid, place + 1)
            row.changed.connect(self._changed)
            self.rows.append(row)
        self._grid.setColumnStretch(self._grid.columnCount(), 1)
        for label in self.area.findChildren(QLabel):
            label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._say_left_out(table)
        if self.rows:
            self.rows[0].kind.setFocus()
        self._try()

    def _say_left_out(self, table: Table) -> None:
        left = []
        if self._beyond:
            n = self._robot.n
            left.append(f"Not read: {self._beyond}. The arm has {counted(n, 'joint')}.")
        if len(table.header) > MOST:
            left.append(f"Only the first {MOST} of {len(table.header)} columns can be chosen here.")
        self.notes.setText(" ".join(left))
        self.notes.setVisible(bool(left))

    def _changed(self) -> None:
        self.measurement = None
        self._trying.forget()
        self._soon.start()

    def _set_decimal(self) -> None:
        if self._table is not None:
            mark: Decimal | None = self.decimal.currentData() or None
            self._table = self._table._replace(decimal=mark)
            self._changed()

    def _try(self) -> None:
        """The measurement as it is chosen now, read beside the window; or at once why there is none."""
        if self._table is None:
            return
        self.measurement = None
        for label in self._of_currents:
            label.setVisible(any(row.choice.kind == CURRENT for row in self.rows))
        problem = next((row.problem for row in self.rows if row.problem), "")
        try:
            columns = columns_of([row.heading for row in self.rows], [row.choice for row in self.rows])
        except DynamicsError as error:
            problem = problem or error.reason
        if problem:
            self._refuse(problem)
            return
        self.buttons.button(Button.Open).setEnabled(True)
        self._trying.ask(partial(_measured, self._table, self._robot, columns))

    def _show_measurement(self, found: Measurement) -> None:
        self.measurement = found
        lasting = f"{found.t[-1] - found.t[0]:.4g} s at {found.rate:.4g} Hz"
        self.message.say("good", "; ".join([f"{len(found.t)} samples over {lasting}", *found.notes]))
        self.buttons.button(Button.Open).setEnabled(True)
        if self._accepting:
            self.accept()

    def _refuse(self, reason: str) -> None:
        self._accepting = False
        if self._table is None:
            self.facts.setText("The file cannot be read.")
        self.message.say("error", capitalised(reason))
        self.buttons.button(Button.Open).setEnabled(False)


def _measured(table: Table, robot: Robot, columns: dict[str, MeasuredColumn]) -> Measurement:
    try:
        return measurement_from_table(table, robot, columns)
    except DecimalInDoubt as doubt:
        small, large = two_readings(str(doubt.value))
        reason = f"{table.path.name}, column {doubt.field!r}: {doubt.value} may be {small} or {large}"
        raise DynamicsError(f"{reason}: choose the decimal mark") from None
