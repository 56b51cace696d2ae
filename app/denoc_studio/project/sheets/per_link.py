"""A sheet with one row a link, and the same columns for every arm."""

from __future__ import annotations

from collections.abc import Sequence

from denoc.files.projects.project import Project
from denoc_studio.project.sheets.sheet import Column, Sheet


class PerLinkSheet(Sheet):
    units_in_cells = False
    digits = 5
    entries: Sequence[Column]

    def rows(self, project: Project) -> int:
        return project.robot.n

    def columns(self, project: Project) -> Sequence[Column]:
        return self.entries

    def parts(self, project: Project) -> tuple[object, ...]:
        return (project.robot,)
