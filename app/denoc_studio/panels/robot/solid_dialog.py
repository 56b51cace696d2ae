"""Mass and inertia of the selected link from a common solid."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QHBoxLayout, QLabel, QWidget

from denoc.arm.solids import AXES, SHAPES, Shape, a_segment
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc_studio.panels.robot.body_editor import PLACES, Body
from denoc_studio.project import edits
from denoc_studio.project.entry.numbers import KILOGRAM, METRE, BadNumber, shown
from denoc_studio.session.document import Document
from denoc_studio.widgets.fields.combo import Combo
from denoc_studio.widgets.fields.number_field import NumberField

MOST_SIZES = max(len(shape.sizes) for shape in SHAPES)
LONG = ("length", "size along x")
SLIM = 0.1  # the other sizes of a first proposal, in lengths of the link


class SolidDialog(QDialog):
    """Shows the resulting numbers while sizes are typed; "Apply" is one undo step."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._document = document
        self._index = document.selected
        self.setWindowTitle(f"Link {self._index + 1} as a solid")
        segment = a_segment(document.robot, self._index)
        self._middle, self._length = segment.middle(), segment.length or 0.1
        self._known: dict[str, float] = {}  # sizes, as they were when another solid was chosen
        self._named: tuple[str, ...] = ()  # those of the solid before
        self.shape = Combo()
        self.shape.addItems([shape.name for shape in SHAPES])
        self.mass = NumberField(KILOGRAM, minimum=0.0)
        self.sizes = [NumberField(METRE, minimum=0.0) for _ in range(MOST_SIZES)]
        self.axis = Combo()
        self.axis.addItems([f"along {axis}" for axis in AXES])
        self.at_middle = QCheckBox("in the middle of the link's a segment")
        self.at_middle.setChecked(True)
        self.centre = [NumberField(METRE) for _ in AXES]
        self.preview = QLabel()
        self.preview.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Apply | QDialogButtonBox.StandardButton.Cancel)
        self._apply_button = self.buttons.button(QDialogButtonBox.StandardButton.Apply)
        self._form = QFormLayout(self)
        self._lay_out()
        self._connect()
        self._propose()

    def apply(self) -> None:
        """Make it the link's body and close."""
        try:
            self._document.edit(self._project(), f"Make link {self._index + 1} a {self._shape.name}")
        except (BadNumber, DynamicsError):
            return  # the preview says why
        self.accept()

    @property
    def _shape(self) -> Shape:
        return SHAPES[self.shape.currentIndex()]

    def _lay_out(self) -> None:
        self._form.addRow("Solid", self.shape)
        self._form.addRow("Mass", self.mass)
        for field in self.sizes:
            self._form.addRow(" ", field)
        self._form.addRow("Axis", self.axis)
        self._form.addRow("Centre", self.at_middle)
        row = QHBoxLayout()
        for field, axis in zip(self.centre, AXES, strict=True):
            field.setAccessibleName(f"Centre {axis}")
            field.setToolTip(f"{axis} of the mass centre in the link's frame, in m")
            row.addWidget(field)
        self._form.addRow("", row)
        self._form.addRow(self.preview)
        self._form.addRow(self.buttons)
        self.mass.setAccessibleName("Mass")
        self._apply_button.setDefault(True)
        for button in self.buttons.buttons():
            button.setIcon(QIcon())

    def _connect(self) -> None:
        self.shape.currentIndexChanged.connect(lambda _: self._propose())
        self.axis.currentIndexChanged.connect(lambda _: self._update())
        self.at_middle.toggled.connect(lambda _: self._update())
        for field in (self.mass, *self.sizes, *self.centre):
            for signal in (field.typed, field.edited, field.stepped):
                signal.connect(lambda _: self._update())
        self._apply_button.clicked.connect(lambda _checked=False: self.apply())
        self.buttons.rejected.connect(self.reject)

    def _propose(self) -> None:
        """Names and first values for the sizes of this solid; one that another solid had too keeps its value."""
        shape = self._shape
        for name, field in zip(self._named, self.sizes, strict=False):
            with suppress(BadNumber):
                self._known[name] = field.candidate() or 0.0
        self._named = shape.sizes
        for field, name in zip(self.sizes, (*shape.sizes, *[""] * MOST_SIZES), strict=False):
            self._form.setRowVisible(field, bool(name))
            self._form.labelForField(field).setText(name.capitalize())  # type: ignore[attr-defined]
            field.setAccessibleName(name.capitalize())
            field.setToolTip(f"{name.capitalize()} in m")
            field.set_value(self._known.get(name, self._first(name)))
            field.restore()
        self._form.setRowVisible(self.axis, shape.has_axis)
        if not self.mass.value:
            self.mass.set_value(self._document.robot.links[self._index].mass or 1.0)
        self._update()

    def _first(self, name: str) -> float:
        """What a size begins with: the link's own length, and a slim solid around it."""
        slim = SLIM * self._length * (0.8 if name == "inner radius" else 1.0)
        return self._length if name in LONG else float(f"{slim:.3g}")

    def _body(self) -> Body:
        mass = self.mass.candidate() or 0.0
        sizes = tuple(field.candidate() or 0.0 for field in self.sizes[: len(self._shape.sizes)])
        inertia = self._shape.inertia(mass, sizes, AXES[self.axis.currentIndex()])
        x, y, z = (field.candidate() or 0.0 for field in self.centre)
        return Body(mass, self._middle if self.at_middle.isChecked() else (x, y, z), inertia)

    def _project(self) -> Project:
        return edits.change_link(self._document.project, self._index, **self._body()._asdict())

    def _update(self) -> None:
        given = not self.at_middle.isChecked()
        for field, value in zip(self.centre, self._middle, strict=True):
            field.setEnabled(given)
            if not given:
                field.set_value(value)
        try:
            self._project()
            body = self._body()
        except (BadNumber, DynamicsError) as error:
            self.preview.setText(f"{error}".capitalize())
            self._apply_button.setEnabled(False)
            return
        moments = "   ".join(f"I{name} {shown(value)}" for name, value in zip(PLACES, body.inertia[:3], strict=False))
        self.preview.setText(f"{moments}   kg m²\nCentre {', '.join(shown(each) for each in body.com)} m")
        self._apply_button.setEnabled(True)
