"""What the surroundings apply at the tip, in every run: a moment and a force, in world axes."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from denoc.arm.robot import Robot
from denoc.arm.solids import AXES
from denoc.files.projects.project import Project
from denoc.runs.problem.job import WRENCH, Wrench
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.binding import bound_field
from denoc_studio.project import edits
from denoc_studio.project.entry.joint_units import NEWTON, NEWTON_METRE
from denoc_studio.session.document import Document
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import fill_column
from denoc_studio.widgets.message_line import MessageLine

NOTHING: Wrench = (0.0,) * 6
FIRST = 10.0  # N
TIP = (
    "A moment and a force that act on the last link at the tip all the time, in world axes. "
    "To a controller they are a disturbance, unless it is told of them in the Run panel"
)


class WrenchPanel(QWidget):
    """A check box switches the wrench on and off; off, its fields are hidden.

    Whoever shows it finds a place for its `message`.
    """

    def __init__(self, document: Document, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._last: Wrench | None = None  # what comes back when it is switched on again
        self.switch = QCheckBox("Wrench at the tip")
        self.switch.setToolTip(TIP)
        self.switch.clicked.connect(self._turn)
        self.message = MessageLine(themes)
        self.fields = [self._field(k) for k in range(6)]
        self.form = QWidget()
        self._lay_out()
        document.follow(self._show, document.settings_changed)
        self._show(fresh=True)

    def _field(self, k: int) -> NumberField:
        unit = NEWTON_METRE if k < 3 else NEWTON
        name = f"{WRENCH[k]} at the tip"
        return bound_field(self._document, self.message, unit, name, lambda p, value: self._changed(p, k, value or 0.0))

    def _changed(self, project: Project, k: int, value: float) -> Project:
        wrench = project.run.tip_wrench or NOTHING
        return edits.set_run(project, tip_wrench=(*wrench[:k], value, *wrench[k + 1 :]))

    def _lay_out(self) -> None:
        grid = QGridLayout(self.form)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(4)
        for row, text in enumerate(("moment [N m]", "force [N]")):
            grid.addWidget(QLabel(text), row, 0)
            for k, axis in enumerate(AXES):
                grid.addWidget(QLabel(axis), row, 2 * k + 1)
                grid.addWidget(self.fields[3 * row + k], row, 2 * k + 2)
                grid.setColumnStretch(2 * k + 2, 1)
        fill_column(self, self.switch, self.form, spacing=4)

    def _turn(self, on: bool) -> None:
        wrench = (self._last or first_wrench(self._document.robot)) if on else None
        after = edits.set_run(self._document.project, tip_wrench=wrench)
        self._document.edit(after, "Apply a wrench at the tip" if on else "Take the wrench off the tip")

    def _show(self, fresh: bool = False) -> None:
        wrench = self._document.project.run.tip_wrench
        if fresh:
            self._last = None
        self._last = wrench or self._last
        self.switch.setChecked(wrench is not None)
        self.form.setVisible(wrench is not None)
        for field, value in zip(self.fields, wrench or NOTHING, strict=True):
            if fresh:
                field.restore()
            field.set_value(value)


def first_wrench(robot: Robot) -> Wrench:
    """Something to begin with: a weight hung on the tip; without gravity, a push along x."""
    gravity = np.array(robot.gravity)
    size = float(np.linalg.norm(gravity))
    force = FIRST * gravity / size if size else np.array([FIRST, 0.0, 0.0])
    return (0.0, 0.0, 0.0, *(float(f"{x:.6g}") for x in force + 0.0))
