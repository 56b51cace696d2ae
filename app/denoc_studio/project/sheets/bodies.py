"""The bodies of all links as one table: mass, mass centre and the six entries of the inertia tensor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from denoc.arm.robot import Link
from denoc.basics.errors import DynamicsError
from denoc.files.projects.documents import Keys
from denoc.files.projects.project import Project
from denoc_studio.project import edits
from denoc_studio.project.entry.numbers import KILOGRAM, KILOGRAM_METRE2, METRE, Unit
from denoc_studio.project.sheets.per_link import PerLinkSheet
from denoc_studio.project.sheets.sheet import Cells, Column

MASS, COM, INERTIA = 0, slice(1, 4), slice(4, 10)
PLACES: tuple[Keys, ...] = (("mass",), *(("com", k) for k in range(3)), *(("inertia", k) for k in range(6)))


def _column(heading: str, name: str, tip: str, unit: Unit) -> Column:
    return Column(heading, name, tip, lambda *_: unit)


COLUMNS = (
    _column("mass", "mass", "Of the link, without rotors and payload", KILOGRAM),
    *(_column(axis, f"mass centre {axis}", "In the link's own frame", METRE) for axis in "xyz"),
    *(
        _column(f"I{k}", f"inertia {k}", "About the mass centre, axes of the link's own frame", KILOGRAM_METRE2)
        for k in ("xx", "yy", "zz")
    ),
    *(
        _column(f"I{a}{b}", f"inertia {a}{b}", f"The tensor's own entry: −∫ {a} {b} dm", KILOGRAM_METRE2)
        for a, b in ("xy", "yz", "xz")
    ),
)


class BodySheet(PerLinkSheet):
    """One row a link. The entries of a row are put in together, for a tensor is refused or taken as a whole."""

    row = "link"
    entries = COLUMNS

    def get(self, project: Project, row: int, column: int) -> float:
        return _entries(project.robot.links[row])[column]

    def keys(self, project: Project, row: int, column: int) -> Keys | None:
        return ("robot", "links", row, *PLACES[column])

    def contents(self, project: Project) -> Sequence[Sequence[float]]:
        return [_entries(link) for link in project.robot.links]

    def put(self, project: Project, cells: Cells) -> Project:
        links = list(project.robot.links)
        changed = {row: _entries(links[row]) for row, _ in cells}
        for (row, column), value in cells.items():
            changed[row][column] = value
        for row, entries in changed.items():
            try:
                links[row] = _with_entries(links[row], entries)
            except DynamicsError as error:
                place = f"link {row + 1}: " if len(changed) > 1 else ""
                raise DynamicsError(f"{place}{error.reason}", field=error.field) from None
        return edits.change_robot(project, links=tuple(links))


def _entries(link: Link) -> list[float]:
    return [link.mass, *link.com, *link.inertia]


def _with_entries(link: Link, entries: list[float]) -> Link:
    changes: dict[str, Any] = {"com": tuple(entries[COM]), "inertia": tuple(entries[INERTIA])}
    return replace(link, mass=entries[MASS], **changes)
