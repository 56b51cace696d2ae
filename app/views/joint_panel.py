"""The selected link's name, friction, drive and limits."""

from __future__ import annotations

import math

from PySide6.QtWidgets import QFormLayout, QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from app import edits
from app.document import Document
from app.numbers import DEGREE, KILOGRAM_METRE2, METRE, RADIAN, Unit
from app.preferences import Preferences
from app.theme import Themes
from app.views.binding import bind, report
from app.views.message_line import MessageLine
from app.views.number_field import NumberField
from dynamics.errors import DynamicsError
from dynamics.project import Project
from dynamics.robot import Link

RATIO = Unit("", step="1")
TITLES = {
    "viscous": ("viscous friction", "Torque or force for each unit of speed"),
    "coulomb": ("Coulomb friction", "Torque or force against the motion, whatever its speed"),
    "rotor_inertia": ("rotor inertia", "Of the motor, before the gear"),
    "gear_ratio": ("gear ratio", "Turns of the motor for one of the joint; the rotor counts with its square"),
    "lower": ("lower limit", "Of q; empty means none"),
    "upper": ("upper limit", "Of q; empty means none"),
}


class JointPanel(QWidget):
    """Follows the document's selection."""

    def __init__(
        self, document: Document, preferences: Preferences, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._preferences = preferences
        self.name = QLineEdit()
        self.name.setAccessibleName("Name of the link")
        self.name.setPlaceholderText("no name")
        self.name.editingFinished.connect(self._rename)
        self.message = MessageLine(themes, room=2)
        self.fields = {key: self._field(key) for key in TITLES}
        self._lay_out()
        document.robot_changed.connect(lambda _: self._show())
        document.selection_changed.connect(lambda _: self._show(fresh=True))
        document.replaced.connect(lambda _: self._show(fresh=True))
        preferences.changed.connect(lambda name: self._show() if name == "degrees" else None)
        self._show(fresh=True)

    def _field(self, key: str) -> NumberField:
        limit = key in ("lower", "upper")
        minimum = -math.inf if limit or key == "gear_ratio" else 0.0
        field = NumberField(RATIO, optional=limit, minimum=minimum)
        title, meaning = TITLES[key]
        field.setAccessibleName(f"{title[0].upper()}{title[1:]}")
        field.setToolTip(meaning)
        if limit:
            field.setPlaceholderText("none")

        def name() -> str:
            return f"{title} of link {self._document.selected + 1}"

        bind(field, self._document, lambda project, value: self._changed(project, key, value), name)
        report(field, self.message, name)
        return field

    def _changed(self, project: Project, key: str, value: float | None) -> Project:
        if value is None:
            value = -math.inf if key == "lower" else math.inf
        return edits.change_link(project, self._document.selected, **{key: value})

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        for k, (key, field) in enumerate(self.fields.items()):
            row, column = 2 * (k // 2), k % 2
            title = TITLES[key][0]
            grid.addWidget(QLabel(f"{title[0].upper()}{title[1:]}"), row, column)
            grid.addWidget(field, row + 1, column)
        form = QFormLayout()
        form.addRow("Name", self.name)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 6)
        layout.addLayout(form)
        layout.addLayout(grid)
        layout.addWidget(self.message)
        layout.addStretch(1)

    def _rename(self) -> None:
        index = self._document.selected
        try:
            after = edits.change_link(self._document.project, index, name=self.name.text())
        except DynamicsError as error:
            self.message.say("error", f"Name of link {index + 1}: {error.reason}", self.name)
            return
        self.message.say("good", "", self.name)
        self._document.edit(after, f"Name link {index + 1}")

    def _show(self, fresh: bool = False) -> None:
        link = self._document.robot.links[self._document.selected]
        if self.name.text() != link.name and (fresh or not self.name.isModified()):
            self.name.setText(link.name)
            self.message.say("good", "", self.name)
        units = _units(link, self._preferences["degrees"])
        for key, field in self.fields.items():
            if fresh:
                field.restore()
            field.set_unit(units[key])
            field.set_value(getattr(link, key))


def _units(link: Link, degrees: bool) -> dict[str, Unit]:
    angle = DEGREE if degrees else RADIAN
    limit = angle if link.revolute else METRE
    return {
        "viscous": Unit("N m s/rad" if link.revolute else "N s/m"),
        "coulomb": Unit("N m" if link.revolute else "N"),
        "rotor_inertia": KILOGRAM_METRE2,
        "gear_ratio": RATIO if link.revolute else Unit("rad/m", step="1"),
        "lower": limit,
        "upper": limit,
    }
