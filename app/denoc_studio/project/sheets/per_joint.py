"""Columns of a run's table with one entry a joint: what they hold of the project, and how it is replaced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from denoc.files.projects.project import Project
from denoc_studio.project.sheets.sheet import Column


class Entry(NamedTuple):
    """`of` gives the entries of all joints, `put` replaces them."""

    column: Column
    of: Callable[[Project], Sequence[Any]]
    put: Callable[[Project, tuple[Any, ...]], Project]


def field_entry(column: Column, field: str, part: Callable[[Project], object], change: Callable[..., Project]) -> Entry:
    """The entries are a field of a part of the project; `change(project, field=...)` replaces that."""
    return Entry(
        column,
        lambda project: getattr(part(project), field),
        lambda project, values: change(project, **{field: values}),
    )
