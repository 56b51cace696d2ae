"""Fields for one rigid body: mass, mass centre and the six entries of its inertia tensor."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from denoc.arm.robot import Inertia, Link, Triple
from denoc.arm.solids import AXES
from denoc.basics.checks import check_number
from denoc.basics.errors import DynamicsError
from denoc.files.projects.documents import Keys
from denoc.files.projects.project import Project
from denoc_studio.look.fonts import scaled_font
from denoc_studio.panels.editing.binding import show_tolerance
from denoc_studio.project.entry.numbers import KILOGRAM, KILOGRAM_METRE2, METRE, BadNumber, Unit, shown
from denoc_studio.project.sheets.bodies import PLACES as PLACES_IN_BODY
from denoc_studio.project.sheets.body_text import pasted_centre, pasted_tensor
from denoc_studio.widgets.fields.number_field import NumberField

PLACES = {"xx": (0, 0), "yy": (1, 1), "zz": (2, 2), "xy": (0, 1), "yz": (1, 2), "xz": (0, 2)}  # in Link.inertia's order
NARROWEST = 44  # pixels of a field
Known = tuple[Keys, float]  # which number of the body, and its tolerance
Apply = Callable[[dict[str, Any], str, str, Known | None], None]


class Body(NamedTuple):
    mass: float
    com: Triple
    inertia: Inertia


def body_of(link: Link) -> Body:
    return Body(link.mass, link.com, link.inertia)


def product_sign(name: str) -> str:
    """Which of the two conventions an entry like xy follows."""
    x, y = name[0], name[1]
    return (
        f"the tensor's own entry, −∫ {x} {y} dm.\n"
        f"Where a CAD program gives the product of inertia, +∫ {x} {y} dm, type it with the other sign"
    )


class BodyEditor(QWidget):
    """`apply(changes, what, gesture, known)` carries out an edit or raises a DynamicsError.

    An entry that would make the tensor impossible waits in its field, marked, until all six together make sense:
    so a whole new tensor can be typed entry by entry.
    """

    typed = Signal()
    problem_changed = Signal()

    def __init__(self, apply: Apply, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._apply = apply
        self._waiting: dict[int, float] = {}
        self.mass = self._field(KILOGRAM, "Mass", minimum=0.0)
        self.com = [self._field(METRE, f"Mass centre, {axis}") for axis in AXES]
        self.entries = [self._entry(name, place) for name, place in PLACES.items()]
        self._mirrors = {name: QLabel() for name in ("xy", "yz", "xz")}
        self._grid = QGridLayout(self)
        self._lay_out()
        self._connect()

    @property
    def fields(self) -> list[NumberField]:
        return [self.mass, *self.com, *self.entries]

    @property
    def problem(self) -> str:
        """The first field's that has one, with its name."""
        complaints = (field.complaint(field.accessibleName().lower()) for field in self.fields)
        return next(filter(None, complaints), "")

    def show_tolerances(self, project: Project, body: Keys) -> None:
        """How well its numbers are known; `body` is where it is in the project."""
        for field, keys in zip(self.fields, PLACES_IN_BODY, strict=True):
            show_tolerance(field, project, (*body, *keys))

    def body(self) -> Body:
        """The body as it stands in the fields, also while it is being typed; BadNumber where that is no number."""
        values = [field.candidate() or 0.0 for field in self.fields]
        return Body(values[0], tuple(values[1:4]), tuple(values[4:]))  # type: ignore[arg-type]

    def show_body(self, body: Body, fresh: bool = False) -> None:
        """Show the document's body; a `fresh` one drops whatever was being typed for another."""
        if fresh or list(body.inertia) != [field.value for field in self.entries]:
            self._waiting.clear()
            for field in self.fields if fresh else self.entries:
                field.restore()
        for field, value in zip(self.fields, (body.mass, *body.com, *body.inertia), strict=True):
            field.set_value(value)
        for name, label in self._mirrors.items():
            label.setText(shown(body.inertia[list(PLACES).index(name)], digits=4))

    def put_beside_mass(self, first: QWidget, *others: QWidget) -> None:
        """Helpers' buttons, say; the first one takes the room that the others leave."""
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(first, 1)
        for widget in others:
            row.addWidget(widget)
        self._grid.addLayout(row, 0, 2, 1, 2)

    def _field(self, unit: Unit, name: str, minimum: float = float("-inf")) -> NumberField:
        field = NumberField(unit, self, minimum=minimum, unit_shown=unit is KILOGRAM)
        field.setMinimumWidth(NARROWEST)
        field.setAccessibleName(name)
        field.setToolTip(f"{name} in {unit.label}")
        return field

    def _entry(self, name: str, place: tuple[int, int]) -> NumberField:
        field = self._field(KILOGRAM_METRE2, f"Inertia {name}")
        if place[0] != place[1]:
            field.setToolTip(f"{field.toolTip()}: {product_sign(name)}")
        field.setToolTip(f"{field.toolTip()}\nA whole tensor can be pasted: three rows of three numbers")
        return field

    def _lay_out(self) -> None:
        grid = self._grid
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(4)
        grid.addWidget(self._caption("mass"), 0, 0)
        grid.addWidget(self.mass, 0, 1)
        for k, axis in enumerate(AXES):
            heading = self._caption(axis)
            heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
            grid.addWidget(heading, 1, k + 1)
            grid.addWidget(self.com[k], 2, k + 1)
            grid.setColumnStretch(k + 1, 1)
        grid.addWidget(self._caption("centre [m]"), 2, 0)
        grid.addWidget(self._caption("I [kg m²]"), 3, 0)
        for field, (name, (row, column)) in zip(self.entries, PLACES.items(), strict=True):
            grid.addWidget(field, 3 + row, 1 + column)
            if row != column:
                mirror = self._mirrors[name]
                mirror.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                mirror.setForegroundRole(QPalette.ColorRole.PlaceholderText)
                mirror.setContentsMargins(0, 0, 6, 0)
                mirror.setToolTip(f"The tensor is symmetric: the same entry as {name}, −∫ {name[0]} {name[1]} dm")
                grid.addWidget(mirror, 3 + column, 1 + row)

    def _caption(self, text: str) -> QLabel:
        label = QLabel(text)
        label.setProperty("caption", True)
        label.setFont(scaled_font(12))
        return label

    def _connect(self) -> None:
        for field in self.fields:
            field.takes_tolerances = True
            field.typed.connect(lambda _: self.typed.emit())
            field.problem_changed.connect(lambda _: self.problem_changed.emit())
        self._take_blocks(self.com, pasted_centre, "com", "mass centre")
        self._take_blocks(self.entries, pasted_tensor, "inertia", "inertia")
        self._on_value(self.mass, lambda value: {"mass": value}, "mass")
        for k, field in enumerate(self.com):
            self._on_value(field, partial(self._with_com, k), f"mass centre {AXES[k]}")
        for k, (field, name) in enumerate(zip(self.entries, PLACES, strict=True)):
            field.edited.connect(lambda value, k=k: self._set_entry(k, value, ""))
            field.toleranced.connect(lambda value, spread, k=k: self._set_entry(k, value, "", (("inertia", k), spread)))
            field.stepped.connect(lambda value, k=k, name=name: self._set_entry(k, value, f"step {name}"))
            field.problem_changed.connect(lambda problem, k=k: None if problem else self._waiting.pop(k, None))

    def _take_blocks(self, fields: list[NumberField], read: Callable[[str], Any], name: str, what: str) -> None:
        """A block pasted into one of these fields is for all of them."""

        def put(field: NumberField, text: str) -> None:
            try:
                self._apply({name: read(text)}, what, "", None)
                for each in fields:
                    each.restore()
            except DynamicsError as error:
                field.refuse_block(error.reason)
            except BadNumber as error:
                field.refuse_block(str(error))

        for field in fields:
            field.takes_blocks = True
            field.block_pasted.connect(partial(put, field))

    def _on_value(self, field: NumberField, changes: Callable[[float], dict[str, Any]], what: str) -> None:
        def put(value: float, gesture: str = "", known: Known | None = None) -> None:
            try:
                self._apply(changes(value), what, gesture, known)
            except DynamicsError as error:
                field.refuse(error.reason)

        keys = PLACES_IN_BODY[self.fields.index(field)]
        field.toleranced.connect(lambda value, spread: put(value, known=(keys, spread)))
        field.edited.connect(put)
        field.stepped.connect(lambda value: put(value, f"step {what}"))

    def _with_com(self, k: int, value: float) -> dict[str, Any]:
        return {"com": tuple(value if i == k else field.value or 0.0 for i, field in enumerate(self.com))}

    def _set_entry(self, k: int, value: float, gesture: str, known: Known | None = None) -> None:
        field = self.entries[k]
        inertia = [self._waiting.get(i, each.value or 0.0) for i, each in enumerate(self.entries)]
        inertia[k] = value
        try:
            check_number(value, "inertia")
        except DynamicsError as error:
            field.refuse(error.reason)
            return
        try:
            self._apply({"inertia": tuple(inertia)}, f"inertia {list(PLACES)[k]}", gesture, known)
        except DynamicsError as error:
            field.refuse(f"{error.reason}; it waits here for the other entries")
            self._waiting[k] = value
