"""A number field bound to an entry of the document: what is typed becomes an edit, what is refused is said."""

from __future__ import annotations

from collections.abc import Callable

from denoc.basics.errors import DynamicsError
from denoc.files.projects.documents import Keys
from denoc.files.projects.project import Project
from denoc_studio.look.plain_text import capitalised
from denoc_studio.project.entry.numbers import Unit, reason_in, with_unit
from denoc_studio.project.tolerances.edits import set_tolerance, tolerance_at
from denoc_studio.project.tolerances.typed import spread_words
from denoc_studio.session.document import Document
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.message_line import MessageLine

Edit = Callable[[Project, float | None], Project]


def bind(
    field: NumberField,
    document: Document,
    edit: Edit,
    name: Callable[[], str],
    keys: Callable[[], Keys] | None = None,
) -> None:
    """`name` says which entry it is, as in "mass of link 2"; `keys` where it is in the project, if it may have a
    tolerance. Steps of one spin are one undo step."""

    def apply(value: float | None, gesture: str = "", spread: float | None = None) -> None:
        try:
            after = edit(document.project, value)
            after = set_tolerance(after, keys(), spread) if keys is not None and spread is not None else after
        except DynamicsError as error:
            field.refuse(reason_in(error, field.unit))
            return
        document.edit(after, f"Set {name()}", gesture)

    field.edited.connect(apply)
    field.stepped.connect(lambda value: apply(value, f"step {name()}"))
    field.takes_tolerances = keys is not None
    field.toleranced.connect(lambda value, spread: apply(value, spread=spread))


def show_tolerance(field: NumberField, project: Project, keys: Keys) -> None:
    """How well the number that a field shows is known."""
    found = tolerance_at(project, keys)
    field.show_tolerance("" if found is None else spread_words(found, field.unit))


def bound_field(document: Document, line: MessageLine, unit: Unit, name: str, edit: Edit) -> NumberField:
    """A field for one component of a vector in world axes, which tells its problems on `line`."""
    field = NumberField(unit, unit_shown=False)
    field.setAccessibleName(name.capitalize())
    field.setToolTip(f"{name.capitalize()} in {unit.label}, world axes")
    bind(field, document, edit, lambda: name)
    report(field, line, lambda: name)
    return field


def report(field: NumberField, line: MessageLine, name: Callable[[], str]) -> None:
    """The field's problem, in words, on a line of messages, for as long as it has one."""

    def say() -> None:
        value = "none" if field.value is None else with_unit(field.value, field.unit)
        text = field.complaint(name())
        line.say("error", f"{capitalised(text)}; {value} stays" if text else "", field)

    field.problem_changed.connect(lambda _: say())
