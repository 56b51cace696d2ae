"""The gravity vector, typed or chosen by its size and its direction."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from denoc.arm.robot import Triple
from denoc.arm.solids import AXES
from denoc.files.projects.project import Project
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.binding import bound_field
from denoc_studio.project import edits
from denoc_studio.project.entry.numbers import ACCELERATION
from denoc_studio.session.document import Document
from denoc_studio.widgets.fields.combo import Combo
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import fill_column
from denoc_studio.widgets.message_line import MessageLine

SIZES = {"Earth": 9.81, "Mars": 3.71, "Moon": 1.62, "none": 0.0}  # m/s²
DIRECTIONS: dict[str, Triple] = {
    "along -z": (0.0, 0.0, -1.0),
    "along -y": (0.0, -1.0, 0.0),
    "along -x": (-1.0, 0.0, 0.0),
    "along +z": (0.0, 0.0, 1.0),
    "along +y": (0.0, 1.0, 0.0),
    "along +x": (1.0, 0.0, 0.0),
}
OWN = "own"
ROUNDING = 1e-9
T = TypeVar("T")


class GravityPanel(QWidget):
    """Three fields in world axes, a list of sizes and one of directions, each leaving the other as it is.

    Whoever shows it finds a place for its `message`.
    """

    def __init__(self, document: Document, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._last = DIRECTIONS["along -z"]  # of gravity while there was some
        self.sizes = self._list("Size of gravity", SIZES)
        self.directions = self._list("Direction of gravity", DIRECTIONS)
        self.message = MessageLine(themes)
        self.fields = [self._field(k) for k in range(3)]
        self._lay_out()
        document.follow(self._show, document.robot_changed)
        self._show()

    def _list(self, name: str, choices: Iterable[str]) -> Combo:
        box = Combo()
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.addItems([*choices, OWN])
        box.activated.connect(lambda _: self._choose(box.currentText()))
        return box

    def _field(self, k: int) -> NumberField:
        def edit(project: Project, value: float | None) -> Project:
            return self._changed(project, k, value or 0.0)

        return bound_field(self._document, self.message, ACCELERATION, f"gravity {AXES[k]}", edit)

    def _changed(self, project: Project, k: int, value: float) -> Project:
        gravity = project.robot.gravity
        return edits.change_robot(project, gravity=(*gravity[:k], value, *gravity[k + 1 :]))

    def _lay_out(self) -> None:
        head, row = QHBoxLayout(), QHBoxLayout()
        for box in (self.sizes, self.directions):
            head.addWidget(box, 1)
        for field, axis in zip(self.fields, AXES, strict=True):
            row.addWidget(QLabel(axis))
            row.addWidget(field, 1)
        fill_column(self, head, row, spacing=4)

    def _choose(self, name: str) -> None:
        size = math.hypot(*self._document.robot.gravity)
        if name in SIZES:
            self._set(SIZES[name], self._last, name)
        elif name in DIRECTIONS:
            self._set(size or SIZES["Earth"], DIRECTIONS[name], name)
        self._show()

    def _set(self, size: float, direction: Triple, name: str) -> None:
        x, y, z = (size * share + 0.0 for share in direction)
        self._document.edit(edits.change_robot(self._document.project, gravity=(x, y, z)), f"Set gravity: {name}")

    def _show(self, fresh: bool = False) -> None:
        gravity = self._document.robot.gravity
        for field, value in zip(self.fields, gravity, strict=True):
            if fresh:
                field.restore()
            field.set_value(value)
        size = math.hypot(*gravity)
        if size:
            x, y, z = (value / size for value in gravity)
            self._last = (x, y, z)
        elif fresh:
            self._last = DIRECTIONS["along -z"]
        self.sizes.setCurrentText(_nearest(SIZES, lambda usual: math.isclose(usual, size, rel_tol=ROUNDING)))
        last = self._last
        self.directions.setCurrentText(_nearest(DIRECTIONS, lambda usual: math.dist(usual, last) < ROUNDING))


def _nearest(choices: Mapping[str, T], same: Callable[[T], bool]) -> str:
    return next((name for name, each in choices.items() if same(each)), OWN)
