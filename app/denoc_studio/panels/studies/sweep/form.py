"""The column of what is asked for: entries, design, measures, and the button that runs it all."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.studies.sweeps.measures import DEFAULT, MEASURES, UNDRIVEN, Chosen
from denoc.studies.sweeps.plan import Design
from denoc.torques.torque_laws import FreeFall
from denoc_studio.look.plain_text import capitalised
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.sweep.varied import VariedList
from denoc_studio.plots.sweep.request import DESIGNS, MOST, Request, formulas
from denoc_studio.widgets.fold import Fold
from denoc_studio.widgets.form_parts import choice, scrolled
from denoc_studio.widgets.message_line import MessageLine

NARROW, WIDE = 240, 316  # pixels of this column
MARGIN, BETWEEN = 12, 8
MEANS = {
    "grid": "every combination of the steps",
    "random": "independent points, uniform over the ranges",
    "sobol": "points that fill the ranges evenly",
}
FORMULAS = "NAME = formula of measures before it, as ratio = peak_torque1 / peak_torque2; more after a semicolon"


class SweepForm(QWidget):
    """`wanted` when it is to be run, `unwanted` when what runs is to stop."""

    wanted = Signal()
    unwanted = Signal()

    def __init__(self, project: Project, degrees: bool, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._busy, self._fault = False, ""
        self.varied = VariedList(project, degrees)
        tip = "\n".join(f"{DESIGNS[key]}: {words}" for key, words in MEANS.items())
        self.design = choice(DESIGNS, "Design", tip, lambda _: self._show_design())
        self.runs = _spin("Number of runs", 1, MOST, 100)
        self.seed = _spin("Seed", 0, 2**31 - 1, 0)
        self.seed.setPrefix("seed ")
        self.seed.setToolTip("Another seed gives other points; the same seed gives the same ones")
        usual = UNDRIVEN if project.run.mode == "forward" and isinstance(project.run.torque, FreeFall) else DEFAULT
        self.measures = {name: _box(name, name in usual) for name in MEASURES}
        self.formulas = QLineEdit()
        self.formulas.setAccessibleName("Formulas")
        self.formulas.setPlaceholderText("ratio = peak_torque1 / peak_torque2")
        self.formulas.setToolTip(FORMULAS)
        self.message = MessageLine(themes)
        self.said = QLabel()
        self.said.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.run = QPushButton("Run")
        self.run.setProperty("primary", True)
        self.run.setAutoDefault(False)
        self._lay_out()
        self._connect()
        self._show_design()

    def request(self) -> Request:
        """DynamicsError says what is wrong with it."""
        names = tuple(name for name, box in self.measures.items() if box.isChecked())
        design = cast("Design", self.design.currentData())
        asked = Request(
            self.varied.vary(), (*names, *formulas(self.formulas.text())), design, self.runs.value(), self.seed.value()
        )
        if not asked.measures:
            raise DynamicsError("choose at least one measure")
        Chosen(asked.measures, self.varied.project.robot)
        return asked

    def set_busy(self, busy: bool) -> None:
        self._busy = busy
        self.run.setText("Stop" if busy else "Run")
        self.run.setToolTip("Keep the rows that there are" if busy else "Run the project once for each row")
        self.run.setEnabled(busy or not self._fault)

    def refuse(self, reason: str) -> None:
        """Said below the fields, until something is changed."""
        self.message.say("error", _sentence(reason), "refused")

    def _check(self) -> None:
        """The number of runs, or what is wrong: said at once, and nothing can be run then."""
        self.message.say("good", "", "refused")
        names = [name for name, box in self.measures.items() if box.isChecked()]
        self.fold.say(", ".join(names) or "none")
        try:
            count, reason = self.request().size, ""
        except DynamicsError as error:
            count, reason = 0, str(error)
        if count > MOST:
            reason = f"{count} runs are more than the {MOST} that the window computes; denoc-studio sweep computes more"
        self.message.say("error", _sentence(reason), "form")
        self._fault = reason
        self.said.setText("" if reason else "1 run" if count == 1 else f"{count} runs")
        self.run.setEnabled(self._busy or not reason)

    def _show_design(self) -> None:
        grid = self.design.currentData() == "grid"
        self.varied.set_grid(grid)
        self.runs.setVisible(not grid)
        self.seed.setVisible(not grid)
        self._check()

    def _lay_out(self) -> None:
        inside, boxes = QWidget(), QWidget()
        checks = QVBoxLayout(boxes)
        checks.setContentsMargins(0, 0, 0, 0)
        checks.setSpacing(2)
        for box in self.measures.values():
            checks.addWidget(box)
        self.fold = Fold("Measures", boxes)
        points = QHBoxLayout()
        points.setSpacing(4)
        for widget, stretch in ((self.design, 2), (self.runs, 1), (self.seed, 1)):
            points.addWidget(widget, stretch)
        column = QVBoxLayout(inside)
        column.setContentsMargins(MARGIN, BETWEEN, MARGIN, BETWEEN)
        column.setSpacing(BETWEEN)
        column.addWidget(self.varied)
        column.addLayout(points)
        column.addWidget(self.fold)
        column.addWidget(self.formulas)
        column.addStretch(1)
        foot = QHBoxLayout()
        foot.setContentsMargins(MARGIN, 0, MARGIN, BETWEEN)
        foot.addWidget(self.said, 1)
        foot.addWidget(self.run)
        told = QHBoxLayout()
        told.setContentsMargins(MARGIN, 0, MARGIN, 4)
        told.addWidget(self.message)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(4)
        whole.addWidget(scrolled(inside), 1)
        whole.addLayout(told)
        whole.addLayout(foot)
        self.setMinimumWidth(NARROW)
        self.setMaximumWidth(WIDE)

    def _connect(self) -> None:
        self.varied.changed.connect(self._check)
        for spin in (self.runs, self.seed):
            spin.valueChanged.connect(lambda _: self._check())
        for box in self.measures.values():
            box.toggled.connect(lambda _: self._check())
        self.formulas.textChanged.connect(lambda _: self._check())
        self.run.clicked.connect(lambda: (self.unwanted if self._busy else self.wanted).emit())


def _spin(name: str, least: int, most: int, value: int) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(least, most)
    spin.setValue(value)
    spin.setAccessibleName(name)
    spin.setToolTip(name)
    spin.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # its longest number widens nothing
    return spin


def _box(name: str, checked: bool) -> QCheckBox:
    measure, box = MEASURES[name], QCheckBox(name)
    box.setChecked(checked)
    units = " or ".join(dict.fromkeys(unit for unit in measure.units if unit))
    tip = f"{'Of each joint: ' if measure.joints else ''}{measure.meaning}{f' [{units}]' if units else ''}"
    box.setToolTip(tip)
    box.setAccessibleDescription(tip)
    return box


def _sentence(reason: str) -> str:
    text = reason.rstrip(".")
    return f"{capitalised(text)}." if text else ""
