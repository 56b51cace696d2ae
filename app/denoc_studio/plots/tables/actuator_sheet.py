"""The actuators as a sheet: what the run asks of every joint, its motor and gear, margins and a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc.torques.actuators import Actuator
from denoc_studio.look.plain_text import capitalised
from denoc_studio.plots.tables import actuator_table
from denoc_studio.plots.tables.actuator_study import Row, Study
from denoc_studio.plots.tables.actuator_table import (
    COLUMNS,
    EFFICIENCY,
    MARGINS,
    RATIO,
    VERDICT,
    is_mixed,
    judged,
    value,
)
from denoc_studio.project import edits
from denoc_studio.project.entry.refused import Refused
from denoc_studio.project.sheets.sheet import Cells, Column, Page, RowUnit, Sheet, Tone

GEAR = {RATIO: "ratio", EFFICIENCY: "efficiency"}  # what is typed; all else is computed or chosen


def _unit(column: int) -> RowUnit:
    return lambda project, row, degrees: actuator_table.unit(column, project.robot.links[row], degrees)


SHEET_COLUMNS = [
    Column(
        column.heading,
        f"gear {GEAR[k]}" if k in GEAR else column.heading,
        column.tip,
        None if column.quantity == "words" else _unit(k),
        wide=k == VERDICT,
    )
    for k, column in enumerate(COLUMNS)
]


class ActuatorSheet(Sheet):
    """One row a joint; `study` is what is known of the run, `faded` says that it no longer holds."""

    def __init__(self) -> None:
        self.study: Study | None = None
        self.faded = False

    def known(self, project: Project, joint: int) -> Row:
        """What is known about a joint now: nothing about a motor that has not been judged yet."""
        chosen = project.actuators[joint] if project.actuators else None
        study = self.study if self.study is not None and len(self.study.rows) == project.robot.n else None
        found = Row() if study is None else study.rows[joint]
        return found if found.actuator == chosen else Row(found.load, chosen)

    def rows(self, project: Project) -> int:
        return project.robot.n

    def columns(self, project: Project) -> Sequence[Column]:
        return SHEET_COLUMNS

    def get(self, project: Project, row: int, column: int) -> Any:
        """None where it is not known."""
        return value(column, self.known(project, row))

    def put(self, project: Project, cells: Cells) -> Project:
        for (row, column), number in cells.items():
            actuator = project.actuators[row] if project.actuators else None
            if actuator is None:
                raise DynamicsError("this joint has no motor yet")
            gear = msgspec.structs.replace(actuator.gear, **{GEAR[column]: number})
            project = edits.set_actuator(project, row, Actuator(actuator.motor, gear))
        return project

    def parts(self, project: Project) -> tuple[object, ...]:
        return project.actuators, project.robot.kinds

    def contents(self, project: Project) -> Sequence[Sequence[Any]]:
        """A motor has to do with every cell of its row."""
        return [(self.known(project, row),) * len(COLUMNS) for row in range(project.robot.n)]

    def is_typed(self, project: Project, row: int, column: int) -> bool:
        return column in GEAR and self.known(project, row).actuator is not None

    def text(self, page: Page, row: int, column: int) -> str:
        robot = page.project.robot
        return actuator_table.cell(
            column, self.known(page.project, row), robot.links[row], is_mixed(robot), page.degrees
        )

    def edited(self, page: Page, row: int, column: int) -> str:
        typed = self.is_typed(page.project, row, column)
        return super().edited(page, row, column) if typed else self.text(page, row, column)

    def name(self, page: Page, row: int, column: int) -> str:
        return f"the {super().name(page, row, column)}"

    def tip(self, page: Page, row: int, column: int) -> str:
        text, unit = self.text(page, row, column), page.unit(row, column)
        if text and unit is None:
            return text
        what, measure = _what(page, row, column), unit.label if unit is not None else ""
        return f"{capitalised(what)}{f', in {measure}' if measure else ''}. {COLUMNS[column].tip}"

    def spoken(self, page: Page, row: int, column: int, refused: Refused | None) -> str:
        if refused:
            return refused.reason
        unit = page.unit(row, column)
        measure = unit.label if unit is not None else ""
        return f"{_what(page, row, column)}: {self.text(page, row, column) or 'none'} {measure}".rstrip()

    def told(self, page: Page, row: int, column: int, refused: Refused) -> str:
        return f"Joint {row + 1}, {page.columns[column].name} “{refused.text}”: {refused.reason}"

    def tone(self, page: Page, row: int, column: int) -> Tone:
        found = self.known(page.project, row)
        if self.faded or (column == VERDICT and found.actuator is None):
            return "muted"
        margins = [value(k, found) for k in MARGINS if column in (VERDICT, k)]
        known = [margin for margin in margins if isinstance(margin, float)]
        tones: dict[str, Tone] = {"short": "error", "tight": "warning", "ok": ""}
        return tones[judged(min(known))] if known else ""

    def heading(self, page: Page, column: int) -> str:
        words = actuator_table.heading(column, page.project.robot, page.degrees)
        words = words.replace(" torque [", " [")  # the unit says so, and columns stay narrow
        return words.replace(" [", "\n[") if "[" in words else words.replace(" margin", "\nmargin")

    def heading_tip(self, page: Page, column: int) -> str:
        """With what a peak of the run is the largest of."""
        tip = COLUMNS[column].tip
        if self.study is None or COLUMNS[column].part != "load" or not tip.startswith("Largest"):
            return tip
        return f"{tip} of {self.study.recording.peaks_of}"


def _what(page: Page, row: int, column: int) -> str:
    return f"{actuator_table.heading(column, page.project.robot).partition(' [')[0]} of joint {row + 1}"
