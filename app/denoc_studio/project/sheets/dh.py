"""The Denavit-Hartenberg table as a sheet: what its cells say to the eye, in their editor, in their tool tip, aloud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from denoc.arm.robot import CONVENTIONS, Link
from denoc.files.projects.documents import Keys
from denoc.files.projects.project import Project
from denoc_studio.project import edits
from denoc_studio.project.entry.numbers import shown
from denoc_studio.project.entry.refused import Refused
from denoc_studio.project.sheets import dh_text
from denoc_studio.project.sheets.dh_columns import COLUMNS, NUMERIC, TYPE, variable, varies
from denoc_studio.project.sheets.sheet import Cells, Column, Page, Sheet, Tone

SHEET_COLUMNS = {
    convention: [
        Column(
            column.symbols[convention],
            column.symbols[convention],
            column.meanings[convention],
            None if k == TYPE else lambda _project, _row, degrees, unit=column.unit: unit(degrees),  # type: ignore[misc]
            centred=k == TYPE,
        )
        for k, column in enumerate(COLUMNS)
    ]
    for convention in CONVENTIONS
}


class DhSheet(Sheet):
    """One row a link. A joint's type has no editor: a key or a double click changes it."""

    row = "link"
    units_in_cells = False
    digits = 6
    pasting = "Paste"
    quotes_refused = True
    copies_refused = False
    speaks_tips = True

    def rows(self, project: Project) -> int:
        return project.robot.n

    def columns(self, project: Project) -> Sequence[Column]:
        return SHEET_COLUMNS[project.robot.convention]

    def get(self, project: Project, row: int, column: int) -> Any:
        return getattr(project.robot.links[row], COLUMNS[column].field)

    def keys(self, project: Project, row: int, column: int) -> Keys | None:
        return ("robot", "links", row, COLUMNS[column].field) if column in NUMERIC else None

    def put(self, project: Project, cells: Cells) -> Project:
        changes: dict[int, dict[str, Any]] = {}
        for (row, column), value in cells.items():
            if column == TYPE:
                project = edits.set_joint(project, row, value)
            else:
                changes.setdefault(row, {})[COLUMNS[column].field] = value
        return edits.change_links(project, changes)

    def parsed(self, project: Project, row: int, column: int, text: str, degrees: bool) -> Any:
        return dh_text.parse_cell(text, column, degrees)

    def pasted(self, project: Project, top: int, left: int, text: str, degrees: bool) -> Project:
        """Rows below the last one become new rods."""
        return dh_text.pasted(project, top, left, text, degrees)

    def parts(self, project: Project) -> tuple[object, ...]:
        return (project.robot,)

    def frame(self, project: Project) -> str:
        return project.robot.convention

    def contents(self, project: Project) -> Sequence[Sequence[Any]]:
        """With the entry to which the joint's variable is added marked as such."""
        return [
            (link.joint, link.a, (link.b, link.joint), link.alpha, (link.theta, link.joint))
            for link in project.robot.links
        ]

    def row_keys(self, project: Project) -> Sequence[object]:
        return project.robot.links

    def is_typed(self, project: Project, row: int, column: int) -> bool:
        return column in NUMERIC

    def text(self, page: Page, row: int, column: int) -> str:
        """The varying entry with the variable that is added to it."""
        text = super().text(page, row, column)
        if not _varies(page, row, column):
            return text
        if text == "0":
            return variable(row)
        return f"{variable(row)} {'-' if text.startswith('-') else '+'} {text.removeprefix('-')}"

    def tip(self, page: Page, row: int, column: int) -> str:
        unit = page.unit(row, column)
        if unit is None:
            kind = "revolute" if _link(page, row).revolute else "prismatic"
            return f"Joint {row + 1} is {kind}; press R or P to change it"
        exact = f"{self.name(page, row, column)}: {self.edited(page, row, column)} {unit.label}"
        return f"{exact}\nVaries: {variable(row)} is added to this value" if _varies(page, row, column) else exact

    def spoken(self, page: Page, row: int, column: int, refused: Refused | None) -> str:
        also = ", varies" if _varies(page, row, column) else ""
        return f"{self.name(page, row, column)}: {_value_text(page, row, column)}{also}"

    def complaint(self, page: Page, row: int, column: int, refused: Refused) -> str:
        return f"{refused.reason}; {_value_text(page, row, column)} stays"

    def tone(self, page: Page, row: int, column: int) -> Tone:
        return "ink" if _varies(page, row, column) else ""

    def heading_tip(self, page: Page, column: int) -> str:
        typed = "pi/2 is 90°, 0.5 rad" if COLUMNS[column].angle else "1/3, sqrt(2)/2, 300 mm"
        hint = f"\nMay be typed as {typed}; a tolerance behind it, as ± 1 % or +- 0.001" if column in NUMERIC else ""
        return f"{page.columns[column].tip}\n({page.project.robot.convention} convention){hint}"

    def row_tip(self, page: Page, row: int) -> str:
        name = _link(page, row).name
        return f"Link {row + 1}: {name}" if name else f"Link {row + 1}"


def _link(page: Page, row: int) -> Link:
    return page.project.robot.links[row]


def _varies(page: Page, row: int, column: int) -> bool:
    return varies(_link(page, row), COLUMNS[column])


def _value_text(page: Page, row: int, column: int) -> str:
    """The entry of the project, with its unit."""
    value, unit = page.value(row, column), page.unit(row, column)
    return str(value) if unit is None else f"{shown(value, unit)} {unit.label}"
