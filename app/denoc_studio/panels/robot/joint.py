"""The selected joint: its names, friction, drive and limits."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QWidget,
)

from denoc.arm.friction import NO_FRICTION
from denoc.arm.robot import Link
from denoc.basics.errors import DynamicsError
from denoc.files.projects.documents import Keys
from denoc.files.projects.project import Project
from denoc_studio.look.icons import Icons
from denoc_studio.look.plain_text import capitalised
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.binding import bind, report, show_tolerance
from denoc_studio.panels.robot.all_links_dialog import JointsDialog, OpenOnce
from denoc_studio.panels.robot.friction_curve import FrictionCurve
from denoc_studio.project import edits
from denoc_studio.project.entry.joint_units import PURE
from denoc_studio.project.sheets.joints import FIELDS, NAMES
from denoc_studio.session.document import Document
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import fill_column, tool
from denoc_studio.widgets.message_line import MessageLine

BACKWARDS = ("viscous_negative", "coulomb_negative", "breakaway_negative")
SHORT = {  # three in a row of a narrow panel; tool tips say it in full
    "viscous": "Viscous",
    "coulomb": "Coulomb",
    "breakaway": "Breakaway",
    "stribeck_speed": "Stribeck",
    "max_torque": "Torque ≤",
    "max_speed": "Speed ≤",
}
STRIBECK = ("stribeck_speed",)  # with the curve beside it
ROWS = (
    ("viscous", "coulomb", "breakaway"),
    BACKWARDS,
    STRIBECK,
    ("lower", "upper", "gear_ratio"),
    ("max_torque", "max_speed", "rotor_inertia"),
)


class JointPanel(QWidget):
    """Follows the document's selection."""

    def __init__(
        self,
        document: Document,
        preferences: Preferences,
        themes: Themes,
        icons: Icons,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._preferences = preferences
        self._joints = OpenOnce(partial(JointsDialog, document, preferences, themes, self))
        self.names = {key: self._name_field(key) for key in NAMES}
        tip = "Friction, rotors, gears, limits and names of all joints in one table"
        self.all_joints = tool("", tip, self.open_joints, "Joints of all links")
        icons.put(self.all_joints, "table")
        self.message = MessageLine(themes, room=2)
        self.fields = {key: self._field(key) for key in FIELDS}
        self.backwards = QCheckBox("Other friction backwards")
        self.backwards.setToolTip("Each kind of friction may have a value of its own for negative rates and torques")
        self.backwards.toggled.connect(self._show_backwards)
        self.backwards.clicked.connect(self._choose_backwards)
        self.curve = FrictionCurve()
        self._lay_out()
        document.follow(self._show, document.project_changed, selection=True)
        preferences.degrees_changed.connect(self._show)
        self._show(fresh=True)

    def open_joints(self) -> JointsDialog:
        """The window of all joints; the one that is open already, if there is one."""
        return self._joints.open()

    def _name_field(self, key: str) -> QLineEdit:
        field = QLineEdit()
        title = NAMES[key][1]
        field.setAccessibleName(capitalised(title))
        field.setToolTip(f"{capitalised(title)}; the joint's own is what its curves are called, else the link's")
        field.setPlaceholderText("no name")
        field.editingFinished.connect(lambda: self._rename(key))
        return field

    def _field(self, key: str) -> NumberField:
        entry = FIELDS[key]
        title = entry.title
        field = NumberField(PURE, optional=entry.optional, minimum=entry.minimum)
        field.setAccessibleName(capitalised(title))
        field.setToolTip(entry.meaning)
        if entry.optional:
            field.none = entry.none or math.inf
            field.setPlaceholderText(entry.empty)
        if key in NO_FRICTION:
            field.typed.connect(lambda value: self._try(key, value))

        def name() -> str:
            return f"{title} of link {self._document.selected + 1}"

        def edit(project: Project, value: float | None) -> Project:
            return self._changed(project, key, value)

        bind(field, self._document, edit, name, lambda: self._keys(key))
        report(field, self.message, name)
        return field

    def _try(self, key: str, value: float | None) -> None:
        """The curve of what is being typed, where it can be so."""
        try:
            project = self._changed(self._document.project, key, value)
        except DynamicsError:
            return
        self._draw(project.robot.links[self._document.selected])

    def _draw(self, link: Link) -> None:
        self.curve.show_link(link, self._preferences["degrees"])

    def _show_backwards(self, shown: bool) -> None:
        for key in BACKWARDS:
            self.fields[key].setVisible(shown)

    def _choose_backwards(self, wanted: bool) -> None:
        """Without it the friction is the same both ways."""
        if not wanted:
            index = self._document.selected
            after = edits.change_link(self._document.project, index, **dict.fromkeys(BACKWARDS))
            if after != self._document.project:
                self._document.edit(after, f"Set the same friction both ways of link {index + 1}")

    def _keys(self, key: str) -> Keys:
        return "robot", "links", self._document.selected, key

    def _changed(self, project: Project, key: str, value: float | None) -> Project:
        changed = FIELDS[key].none if value is None else value
        return edits.change_link(project, self._document.selected, **{key: changed})

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(4)
        for row, keys in enumerate(ROWS):
            for column, key in enumerate(keys):
                grid.setColumnStretch(column, 1)
                if keys != BACKWARDS:
                    label = QLabel(SHORT.get(key, capitalised(FIELDS[key].title)))
                    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
                    grid.addWidget(label, 2 * row, column, Qt.AlignmentFlag.AlignBottom)
                grid.addWidget(self.fields[key], 2 * row + 1, column)
        grid.addWidget(self.backwards, 2 * ROWS.index(BACKWARDS), 0, 1, 3)
        grid.addWidget(self.curve, 2 * ROWS.index(STRIBECK), 1, 2, 2)
        self._show_backwards(False)
        for field in (*self.fields.values(), *self.names.values()):  # as wide as there is room, in a narrow dock too
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        names = QHBoxLayout()
        names.setSpacing(6)
        for key, name in self.names.items():
            names.addWidget(QLabel(capitalised(NAMES[key][0])))
            names.addWidget(name, 1)
        names.addWidget(self.all_joints)
        fill_column(self, names, grid, self.message).addStretch(1)

    def _rename(self, key: str) -> None:
        index, field, what = self._document.selected, self.names[key], NAMES[key][0]
        try:
            after = edits.change_link(self._document.project, index, **{key: field.text()})
        except DynamicsError as error:
            self.message.say("error", f"Name of {what} {index + 1}: {error.reason}", field)
            return
        self.message.say("good", "", field)
        self._document.edit(after, f"Name {what} {index + 1}")

    def _show(self, fresh: bool = False) -> None:
        link = self._document.robot.links[self._document.selected]
        for key, name in self.names.items():
            if name.text() != getattr(link, key) and (fresh or not name.isModified()):
                name.setText(getattr(link, key))
                name.setCursorPosition(0)
                self.message.say("good", "", name)
        for key, field in self.fields.items():
            if fresh:
                field.restore()
            field.set_unit(FIELDS[key].unit(link, self._preferences["degrees"]))
            field.set_value(getattr(link, key))
            show_tolerance(field, self._document.project, self._keys(key))
        if fresh or any(getattr(link, key) is not None for key in BACKWARDS):
            self.backwards.setChecked(any(getattr(link, key) is not None for key in BACKWARDS))
        self._draw(link)
