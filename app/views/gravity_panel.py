"""The gravity vector, typed or from a preset."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app import edits
from app.document import Document
from app.numbers import ACCELERATION
from app.theme import Themes
from app.views.binding import bound_field
from app.views.combo import Combo
from app.views.message_line import MessageLine
from app.views.number_field import NumberField
from dynamics.project import Project
from dynamics.robot import Triple
from dynamics.solids import AXES

EARTH, MOON, MARS = 9.81, 1.62, 3.71  # m/s²
PRESETS: dict[str, Triple] = {
    "Earth, along -z": (0.0, 0.0, -EARTH),
    "Earth, along -y": (0.0, -EARTH, 0.0),
    "Earth, along -x": (-EARTH, 0.0, 0.0),
    "Moon, along -z": (0.0, 0.0, -MOON),
    "Mars, along -z": (0.0, 0.0, -MARS),
    "none": (0.0, 0.0, 0.0),
}
OWN = "own"


class GravityPanel(QWidget):
    """Three fields in world axes and a list of presets. Whoever shows it finds a place for its `message`."""

    def __init__(self, document: Document, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.presets = Combo()
        self.presets.setAccessibleName("Gravity preset")
        self.presets.setToolTip("Common gravity vectors")
        self.presets.addItems([*PRESETS, OWN])
        self.presets.activated.connect(lambda _: self._choose())
        self.message = MessageLine(themes)
        self.fields = [self._field(k) for k in range(3)]
        self._lay_out()
        document.robot_changed.connect(lambda _: self._show())
        document.replaced.connect(lambda _: self._show(fresh=True))
        self._show()

    def _field(self, k: int) -> NumberField:
        def edit(project: Project, value: float | None) -> Project:
            return self._changed(project, k, value or 0.0)

        return bound_field(self._document, self.message, ACCELERATION, f"gravity {AXES[k]}", edit)

    def _changed(self, project: Project, k: int, value: float) -> Project:
        gravity = project.robot.gravity
        return edits.change_robot(project, gravity=(*gravity[:k], value, *gravity[k + 1 :]))

    def _lay_out(self) -> None:
        head, row = QHBoxLayout(), QHBoxLayout()
        head.addWidget(QLabel("<b>Gravity</b> [m/s²]"), 1)
        head.addWidget(self.presets)
        for field, axis in zip(self.fields, AXES, strict=True):
            row.addWidget(QLabel(axis))
            row.addWidget(field, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addLayout(row)

    def _choose(self) -> None:
        name = self.presets.currentText()
        if name in PRESETS:
            after = edits.change_robot(self._document.project, gravity=PRESETS[name])
            self._document.edit(after, f"Set gravity: {name}")
        self._show()

    def _show(self, fresh: bool = False) -> None:
        gravity = self._document.robot.gravity
        for field, value in zip(self.fields, gravity, strict=True):
            if fresh:
                field.restore()
            field.set_value(value)
        name = next((name for name, preset in PRESETS.items() if preset == gravity), OWN)
        self.presets.setCurrentText(name)
