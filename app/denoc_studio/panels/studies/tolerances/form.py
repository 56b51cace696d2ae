"""The column of what is known how well: the tolerances, how many runs, and the button that computes them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from denoc.files.projects.project import Project
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.tolerances.rows import ToleranceRows
from denoc_studio.widgets.folding_line import FoldingLine
from denoc_studio.widgets.form_parts import choice, scrolled, show_choice
from denoc_studio.widgets.message_line import MessageLine

NARROW, WIDE = 240, 316  # pixels of this column
MARGIN, BETWEEN = 12, 8
RUNS = {str(2**k): f"{2**k} runs" for k in range(5, 13)}
METHODS = {"auto": "as needed", "linear": "linear", "sobol": "Sobol"}
METHOD = (
    "Shares of the variance of each joint's peak torque\n"
    "as needed: by a straight line where that foretells 95 % of it, else Sobol's indices\n"
    "linear: by a straight line alone, the fastest\n"
    "Sobol: first and total indices of every joint, many runs more"
)
BAR = "QProgressBar { border: 0; background: palette(mid); } QProgressBar::chunk { background: palette(window-text); }"


class ToleranceForm(QWidget):
    """`wanted` when it is to be computed, `unwanted` when that is to stop."""

    wanted = Signal()
    unwanted = Signal()

    def __init__(self, project: Project, degrees: bool, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._busy = False
        self.list = ToleranceRows(project, degrees)
        self.runs = choice(RUNS, "Number of runs", "More runs make smoother bands and surer shares", lambda _: None)
        show_choice(self.runs, "256")
        self.method = choice(METHODS, "Shares", METHOD, lambda _: None)
        self.message = MessageLine(themes)
        self.said = FoldingLine()
        self.said.fold(True)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(4)
        self.progress.setStyleSheet(BAR)
        self.progress.hide()
        self.compute = QPushButton("Compute")
        self.compute.setProperty("primary", True)
        self.compute.setAutoDefault(False)
        self.compute.clicked.connect(lambda: (self.unwanted if self._busy else self.wanted).emit())
        self._lay_out()
        self.show_project(project, degrees)

    def show_project(self, project: Project, degrees: bool) -> None:
        self.list.show_project(project, degrees)
        self._count = len(project.tolerances)
        self.compute.setEnabled(self._busy or self._count > 0)

    def set_busy(self, busy: bool) -> None:
        self._busy = busy
        self.compute.setText("Stop" if busy else "Compute")
        self.compute.setToolTip("Give it up" if busy else "Run the project many times within its tolerances")
        self.compute.setEnabled(busy or self._count > 0)
        self.progress.setVisible(busy)
        self.progress.setRange(0, 0)
        self.said.say("")

    def show_progress(self, share: float, runs: int, numbers: int) -> None:
        """`share` is of all runs that Sobol's indices of so many numbers would take; the first ones are for all."""
        done = round(share * runs * (numbers + 2))
        more, total = done > runs, runs if done <= runs else runs * (numbers + 1)
        done = done - runs if more else done
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self.said.say(f"Sobol's indices: {done} of {total}" if more else f"Run {done} of {total}")

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(MARGIN, BETWEEN, MARGIN, BETWEEN)
        column.addWidget(self.list)
        column.addStretch(1)
        how, foot = QHBoxLayout(), QHBoxLayout()
        for row, widgets in ((how, (self.runs, self.method)), (foot, (self.said, self.compute))):
            row.setContentsMargins(MARGIN, 0, MARGIN, 0)
            row.setSpacing(4)
            for widget in widgets:
                row.addWidget(widget, 0 if widget is self.compute else 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, BETWEEN)
        whole.setSpacing(4)
        whole.addWidget(scrolled(inside), 1)
        whole.addWidget(self.message)
        whole.addLayout(how)
        whole.addWidget(self.progress)
        whole.addLayout(foot)
        self.setMinimumWidth(NARROW)
        self.setMaximumWidth(WIDE)
