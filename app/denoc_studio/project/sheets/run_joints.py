"""All that a run has for each joint as one table: start, law, motion and limits, as columns that it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from denoc.files.projects.documents import Keys
from denoc.files.projects.project import Project
from denoc.torques.torque_laws import follows_motion
from denoc_studio.project import edits
from denoc_studio.project.entry.joint_units import position_unit, rate_unit
from denoc_studio.project.sheets.laws import law_entries, limit_entries
from denoc_studio.project.sheets.motions import END, START, TIP_START, motion_entries
from denoc_studio.project.sheets.per_joint import Entry, field_entry
from denoc_studio.project.sheets.sheet import NEW_LINE, SHORT_UNIT, Cells, Column, Page, Sheet, of_row
from denoc_studio.project.slider_range import pose_ranges

FEW = 3  # columns beside which there is room for a slider
DRAG = "Drag to pose the arm, with Ctrl ten times finer"
DRAG_ENDS = "Drag the ring to move the start, the dot to move the end; with Ctrl ten times finer"


POSITION, RATE = (
    field_entry(Column(heading, name, tip, of_row(unit)), field, lambda project: project, edits.set_start)
    for heading, name, tip, unit, field in (
        ("q", "initial position", "Where the joint starts", position_unit, "q0"),
        ("rate", "initial rate", "How fast it starts", rate_unit, "qd0"),
    )
)


class Slider(NamedTuple):
    """A slider of each joint: the columns that its handles move, one or, from a ring to a dot, two."""

    name: str  # of what it moves, before "of joint 2"
    tip: str
    columns: tuple[int, ...]


SLIDERS = (("q", DRAG, (POSITION,)), ("motion", DRAG_ENDS, (START, END)), ("start", DRAG, (TIP_START,)))


class RunJoints(Sheet):
    """One row a joint; the columns are those of the start, the motion, the law and the limits of the run.

    A slider comes first where there are few columns.
    """

    units_in_cells = False

    def __init__(self) -> None:
        self.term = 0  # of sums of sines: the one that is shown
        self._known: tuple[Project, int, tuple[Entry, ...], bool, Sequence[Column]] | None = None

    def rows(self, project: Project) -> int:
        return project.robot.n if self.entries(project) else 0

    def entries(self, project: Project) -> tuple[Entry, ...]:
        """The columns after the slider."""
        return self._layout(project)[0]

    def _layout(self, project: Project) -> tuple[tuple[Entry, ...], bool, Sequence[Column]]:
        """And whether a slider comes before them, and all columns; of the last project known, for every cell asks."""
        if self._known is None or self._known[0] is not project or self._known[1] != self.term:
            entries = self._entries(project)
            slider = _has_slider(entries)
            self._known = project, self.term, entries, slider, _columns(entries, slider)
        return self._known[2:]

    def _entries(self, project: Project) -> tuple[Entry, ...]:
        run = project.run
        if run.mode == "inverse":
            return motion_entries(project, self.term)
        motion = motion_entries(project, self.term) if follows_motion(run.torque) else ()
        return (POSITION, RATE, *motion, *law_entries(project), *limit_entries(project))

    def columns(self, project: Project) -> Sequence[Column]:
        return self._layout(project)[2]

    def sliders(self, project: Project) -> list[Slider]:
        """Those of each joint, whether they are in the rows or not."""
        entries, slider, _ = self._layout(project)
        return [
            Slider(name, tip, tuple(slider + entries.index(entry) for entry in moved))
            for name, tip, moved in SLIDERS
            if moved[0] in entries
        ]

    def ends(self, project: Project, column: int) -> bool:
        """Whether a column says where the joints are at the end of the run."""
        return self._entry(project, column) is END

    def get(self, project: Project, row: int, column: int) -> Any:
        """A slider is no entry."""
        entries, slider, _ = self._layout(project)
        return "" if slider and column == 0 else entries[column - slider].of(project)[row]

    def keys(self, project: Project, row: int, column: int) -> Keys | None:
        """Of where the joint starts, and how fast."""
        entries, slider, _ = self._layout(project)
        entry = entries[column - slider] if column >= slider else None
        name = {id(POSITION): "q", id(RATE): "qd"}.get(id(entry))
        return None if name is None else ("initial", name, row)

    def contents(self, project: Project) -> Sequence[Sequence[Any]]:
        """A slider shows its range and what its row holds."""
        entries, slider, _ = self._layout(project)
        rows = list(zip(*(entry.of(project) for entry in entries), strict=True))
        if not slider:
            return rows
        return [((ends, row), *row) for ends, row in zip(pose_ranges(project.robot), rows, strict=True)]

    def put(self, project: Project, cells: Cells) -> Project:
        for column in sorted({column for _, column in cells}):
            entry = self._entry(project, column)
            values = list(entry.of(project))
            for (row, k), value in cells.items():
                if k == column:
                    values[row] = value
            project = entry.put(project, tuple(values))
        return project

    def pasted(self, project: Project, top: int, left: int, text: str, degrees: bool) -> Project:
        """A block put at the slider begins beside it."""
        return super().pasted(project, top, max(left, self._layout(project)[1]), text, degrees)

    def heading(self, page: Page, column: int) -> str:
        """In one line where two columns stand beside a slider, else with the unit below."""
        heading, label = page.columns[column].heading, page.common_unit(column)
        if not label or len(label) > SHORT_UNIT:
            return heading
        return f"{heading}{' ' if page.columns[0].slider and len(page.columns) <= FEW else NEW_LINE}[{label}]"

    def _entry(self, project: Project, column: int) -> Entry:
        entries, slider, _ = self._layout(project)
        return entries[column - slider]


def _has_slider(entries: Sequence[Entry]) -> bool:
    """Whether a slider has room beside these columns, and something to move."""
    movable = any(moved[0] in entries for _, _, moved in SLIDERS)
    return movable and len(entries) <= FEW and not any(entry.column.wide for entry in entries)


def _columns(entries: Sequence[Entry], slider: bool) -> Sequence[Column]:
    columns = [entry.column for entry in entries]
    if not slider:
        return columns
    tip = next(tip for _, tip, moved in SLIDERS if moved[0] in entries)
    return [Column("", "", tip, slider=True), *columns]
