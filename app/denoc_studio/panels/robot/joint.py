"""The selected joint: its names, friction, drive and limits."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc_studio.look.icons import Icons
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.binding import bind, report
from denoc_studio.panels.robot.all_links_dialog import JointsDialog, OpenOnce
from denoc_studio.project import edits
from denoc_studio.project.entry.joint_units import PURE
from denoc_studio.project.sheets.joints import FIELDS, NAMES
from denoc_studio.session.document import Document
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.message_line import MessageLine

ROWS = (("viscous", "coulomb"), ("rotor_inertia", "gear_ratio"), ("lower", "upper"), ("max_torque", "max_speed"))


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
        self.all_joints = QToolButton()
        self.all_joints.setToolTip("Friction, rotors, gears, limits and names of all joints in one table")
        self.all_joints.setAccessibleName("Joints of all links")
        self.all_joints.clicked.connect(lambda _checked=False: self.open_joints())
        icons.put(self.all_joints, "table")
        self.message = MessageLine(themes, room=2)
        self.fields = {key: self._field(key) for key in FIELDS}
        self._lay_out()
        document.follow(self._show, document.robot_changed, selection=True)
        preferences.changed.connect(lambda name: self._show() if name == "degrees" else None)
        self._show(fresh=True)

    def open_joints(self) -> JointsDialog:
        """The window of all joints; the one that is open already, if there is one."""
        return self._joints.open()

    def _name_field(self, key: str) -> QLineEdit:
        field = QLineEdit()
        title = NAMES[key][1]
        field.setAccessibleName(_capital(title))
        field.setToolTip(f"{_capital(title)}; the joint's own is what its curves are called, else the link's")
        field.setPlaceholderText("no name")
        field.editingFinished.connect(lambda: self._rename(key))
        return field

    def _field(self, key: str) -> NumberField:
        entry = FIELDS[key]
        title = entry.title
        field = NumberField(PURE, optional=entry.none is not None, minimum=entry.minimum)
        field.setAccessibleName(_capital(title))
        field.setToolTip(entry.meaning)
        if entry.none is not None:
            field.setPlaceholderText("none")

        def name() -> str:
            return f"{title} of link {self._document.selected + 1}"

        bind(field, self._document, lambda project, value: self._changed(project, key, value), name)
        report(field, self.message, name)
        return field

    def _changed(self, project: Project, key: str, value: float | None) -> Project:
        changed = FIELDS[key].none if value is None else value
        return edits.change_link(project, self._document.selected, **{key: changed})

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(4)
        for row, keys in enumerate(ROWS):
            for column, key in enumerate(keys):
                label = QLabel(_capital(FIELDS[key].title))
                label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
                grid.addWidget(label, 2 * row, column)
                grid.setColumnStretch(column, 1)
                grid.addWidget(self.fields[key], 2 * row + 1, column)
        for field in (*self.fields.values(), *self.names.values()):  # as wide as there is room, in a narrow dock too
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        names = QHBoxLayout()
        names.setSpacing(6)
        for key, name in self.names.items():
            names.addWidget(QLabel(_capital(NAMES[key][0])))
            names.addWidget(name, 1)
        names.addWidget(self.all_joints)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(names)
        layout.addLayout(grid)
        layout.addWidget(self.message)
        layout.addStretch(1)

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
                self.message.say("good", "", name)
        for key, field in self.fields.items():
            if fresh:
                field.restore()
            field.set_unit(FIELDS[key].unit(link, self._preferences["degrees"]))
            field.set_value(getattr(link, key))


def _capital(title: str) -> str:
    return f"{title[0].upper()}{title[1:]}"
