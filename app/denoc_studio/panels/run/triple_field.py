"""Three number fields side by side, bound to a field of the motion."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from denoc.files.projects.project import Project
from denoc.motions.motion_data import Triple
from denoc_studio.panels.editing.binding import bind
from denoc_studio.project.edits import too_late
from denoc_studio.project.entry.numbers import Unit
from denoc_studio.project.run_edits import change_motion
from denoc_studio.session.document import Document
from denoc_studio.widgets.fields.number_field import NumberField

AXES = "xyz"


class TripleField(QWidget):
    problem = Signal(str)

    def __init__(self, document: Document, field: str, name: str, tip: str, unit: Unit) -> None:
        super().__init__()
        self._field = field
        self.fields = [NumberField(unit, unit_shown=False) for _ in AXES]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(3)
        for axis, each in zip(AXES, self.fields, strict=True):
            self._set_up(each, document, axis, f"{name} {axis}", tip)
            row.addWidget(each, 1)

    def set_value(self, triple: Triple) -> None:
        for field, value in zip(self.fields, triple, strict=True):
            field.set_value(value)

    def _set_up(self, field: NumberField, document: Document, axis: str, name: str, tip: str) -> None:
        unit = f" [{field.unit.label}]" if field.unit.label else ""
        field.setAccessibleName(name.capitalize())
        field.setToolTip(f"{name.capitalize()}{unit}: {tip}")
        place = AXES.index(axis)
        bind(field, document, lambda project, value: self._changed(project, place, value or 0.0), lambda: name)
        field.problem_changed.connect(lambda _: self._complain())

    def _complain(self) -> None:
        """Of the first field that has a problem."""
        complaints = (field.complaint(field.accessibleName()) for field in self.fields)
        self.problem.emit(next(filter(None, complaints), ""))

    def _changed(self, project: Project, place: int, value: float) -> Project:
        before: Triple | None = getattr(project.run.motion, self._field, None)
        if before is None:  # a motion of another kind
            raise too_late()
        return change_motion(project, **{self._field: (*before[:place], value, *before[place + 1 :])})
