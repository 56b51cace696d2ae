"""Every table of entries under anything that people do to it, beside a plain account of what it has to show."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from denoc import load, rod_chain
from denoc.arm.robot import Link
from denoc.basics.errors import DynamicsError
from denoc.files.projects.project import Project
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.plots.tables.actuator_sheet import ActuatorSheet
from denoc_studio.plots.tables.actuator_table import COLUMNS
from denoc_studio.project import edits
from denoc_studio.project.entry.numbers import BadNumber
from denoc_studio.project.law_kinds import default_limit
from denoc_studio.project.run_edits import choose_law, set_kind, set_mode, set_profile
from denoc_studio.project.sheets.bodies import BodySheet
from denoc_studio.project.sheets.dh import DhSheet
from denoc_studio.project.sheets.laws import TableSheet
from denoc_studio.project.sheets.motions import PoseSheet, ViaSheet
from denoc_studio.project.sheets.run_joints import RunJoints
from denoc_studio.project.sheets.sheet import Page, Sheet
from denoc_studio.session.document import Document
from tests.support.studio.motors import SERVO

Role = Qt.ItemDataRole
ROLES = (Role.DisplayRole, Role.EditRole, Role.ToolTipRole, Role.BackgroundRole, Role.ForegroundRole, Role.FontRole)
ARM = load("planar-3r-free-fall")
Make = Callable[[], tuple[Sheet, Project]]


def law(kind: str) -> Project:
    project = choose_law(ARM, kind)
    return edits.set_run(project, torque_limit=default_limit(project, "torque_limit"))


def motion(kind: str) -> Project:
    return set_kind(set_mode(ARM, "inverse"), kind)


TABLES: dict[str, Make] = {
    "DH table": lambda: (DhSheet(), ARM),
    "bodies": lambda: (BodySheet(), ARM),
    "actuators": lambda: (ActuatorSheet(), edits.set_actuators(ARM, (SERVO, None, SERVO))),
    "start": lambda: (RunJoints(), ARM),
    "constant torques": lambda: (RunJoints(), law("constant")),
    "formulas": lambda: (RunJoints(), law("expression")),
    "gains": lambda: (RunJoints(), law("pd")),
    "gains and a motion": lambda: (RunJoints(), law("computed")),
    "torques over time": lambda: (TableSheet(), law("table")),
    "ends": lambda: (RunJoints(), set_profile(motion("joints"), None)),
    "via points": lambda: (ViaSheet(), motion("via")),
    "sines": lambda: (RunJoints(), motion("sines")),
    "poses": lambda: (PoseSheet(), motion("poses")),
    "start of a line": lambda: (RunJoints(), motion("line")),
}
TEXTS = ["0.5", "0,25", "-30", "1..2", "", "1,000", "pi/2", "300 mm", "1e13", "cubic", "P", "q1", "q9"]
BLOCKS = ["0.1", "0.1\t0.2\n0.3\t0.4", "1\t2\n3\tx", "", "0,1;0,2", "1\t" * 12, "0.5\n" * 4]
PROJECTS = [ARM, load("stanford-free-fall"), rod_chain(2), motion("joints"), law("pd")]
places = st.tuples(st.integers(0, 5), st.integers(0, 12))
steps = st.one_of(
    st.tuples(st.just("type"), places, st.sampled_from(TEXTS)),
    st.tuples(st.just("type"), places, st.sampled_from(TEXTS)),
    st.tuples(st.just("spin"), places, st.integers(-2, 2)),
    st.tuples(st.just("paste"), places, st.sampled_from(BLOCKS)),
    st.tuples(st.sampled_from(["insert", "remove", "duplicate", "move", "slide", "motor"]), places, st.integers(0, 5)),
    st.tuples(st.sampled_from(["clear", "forget", "undo", "redo", "degrees", "elsewhere", "convention"]), places),
    st.tuples(st.just("replace"), places, st.sampled_from(PROJECTS)),
)


class Shadow:
    """A view that asks again only for what it is told has changed."""

    def __init__(self, model: CellModel) -> None:
        self.model = model
        self.heard = 0  # cells
        self.read()
        model.dataChanged.connect(self.read_cells)
        for signal in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            signal.connect(self.read)
        for signal in (model.columnsInserted, model.columnsRemoved):
            signal.connect(self.read)

    def read(self, *_: object) -> None:
        rows, columns = range(self.model.rowCount()), range(self.model.columnCount())
        self.cells = {(row, k): self.seen(row, k) for row in rows for k in columns}

    def read_cells(self, first: QModelIndex, last: QModelIndex, *_: object) -> None:
        for row in range(first.row(), last.row() + 1):
            for k in range(first.column(), last.column() + 1):
                self.cells[row, k] = self.seen(row, k)
                self.heard += 1

    def seen(self, row: int, column: int) -> list[Any]:
        return [self.model.index(row, column).data(role) for role in ROLES]


class Account:
    """What is refused where, kept by the rules that a user is told of."""

    def __init__(self, sheet: Sheet, project: Project, preferences: Preferences) -> None:
        preferences["degrees"] = True
        self.sheet, self.preferences = sheet, preferences
        self.document = Document(project)
        self.model = CellModel(sheet, self.document, preferences, Themes(preferences))
        self.tester = QAbstractItemModelTester(self.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        self.shadow = Shadow(self.model)
        self.said = ""
        self.model.message.connect(lambda words: setattr(self, "said", words))
        self.refused: dict[tuple[int, int], tuple[str, str]] = {}

    def page(self) -> Page:
        return Page(self.sheet, self.document.project, self.preferences["degrees"])

    def do(self, step: tuple[Any, ...]) -> None:
        before, undone = self.document.project, False
        row, column = step[1]
        if step[0] in ("type", "spin", "paste", "clear", "forget"):
            if not self.model.rowCount():
                return
            place = row % self.model.rowCount(), column % self.model.columnCount()
            getattr(self, step[0])(*place, *step[2:])
        elif step[0] in ("undo", "redo"):
            undone = step[0] == "undo" and self.document.undo_stack.canUndo()
            getattr(self.document.undo_stack, step[0])()
        elif step[0] == "degrees":
            self.preferences["degrees"] = not self.preferences["degrees"]
        elif step[0] == "replace":
            undone = True
            self.document.replace(step[2])
        else:
            with contextlib.suppress(DynamicsError):
                self.document.edit(changed(before, step[0], row % before.robot.n, *step[2:]), "Something")
        self.follow(before, undone)

    def type(self, row: int, column: int, text: str) -> None:
        index = self.model.index(row, column)
        if text == index.data(Role.EditRole) or not index.flags() & Qt.ItemFlag.ItemIsEditable:
            return
        page, steps = self.page(), self.document.undo_stack.index()
        self.refused.pop((row, column), None)
        try:
            typed = self.sheet.parsed(page.project, row, column, text, page.degrees)
            wanted = self.sheet.put(page.project, {(row, column): typed})
        except (BadNumber, DynamicsError) as error:
            self.refused[row, column] = text, page.reason(error, row, column)
            wanted = page.project
        assert self.model.setData(index, text) is ((row, column) not in self.refused)
        assert self.document.project == wanted
        assert self.document.undo_stack.index() - steps == (wanted != page.project)

    def spin(self, row: int, column: int, steps: int) -> None:
        index, before = self.model.index(row, column), self.document.project
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.model.spin(index, steps, 0)
            if self.document.project != before:
                self.refused.pop((row, column), None)

    def paste(self, row: int, column: int, block: str) -> None:
        page, wanted = self.page(), None
        if isinstance(self.sheet, ActuatorSheet) or page.columns[0].slider:
            return  # nothing is pasted over these as a whole
        with contextlib.suppress(DynamicsError):
            wanted = self.sheet.pasted(page.project, row, column, block, page.degrees)
        self.model.paste(row, column, block)
        if wanted is None:
            assert self.said.splitlines()[-1].startswith("Past")
        else:
            self.refused.clear()
        assert self.document.project == (page.project if wanted is None else wanted)

    def clear(self, row: int, column: int) -> None:
        index = self.model.index(row, column)
        if index.flags() & Qt.ItemFlag.ItemIsEditable and self.page().unit(row, column) is not None:
            before = self.document.project
            self.model.clear([index])
            if self.document.project != before or self.sheet.get(before, row, column) in (0, math.inf):
                self.refused.pop((row, column), None)

    def forget(self, row: int, column: int) -> None:
        self.model.forget(self.model.index(row, column))
        self.refused.pop((row, column), None)

    def follow(self, before: Project, undone: bool) -> None:
        """Refused text ends with its entry, with its row, with undo, and with another project."""
        after, sheet = self.document.project, self.sheet
        shapes = [
            (sheet.rows(project), [column.name for column in sheet.columns(project)] if sheet.rows(project) else [])
            for project in (before, after)
        ]
        same = shapes[0] == shapes[1] or (isinstance(sheet, DhSheet) and shapes[0][0] == shapes[1][0])
        self.refused = {
            place: kept
            for place, kept in self.refused.items()
            if same and not undone and sheet.get(before, *place) == sheet.get(after, *place) is not None
        }

    def check(self) -> None:
        model, page = self.model, self.page()
        assert (model.rowCount(), model.columnCount()) == (page.rows, len(page.columns))
        assert model.pending is bool(self.refused)
        for row in range(page.rows):
            for k in range(len(page.columns)):
                self.check_cell(model.index(row, k), page)
        assert all(reason in self.said for _, reason in self.refused.values())
        told = dict(self.shadow.cells)
        self.shadow.read()
        assert told == self.shadow.cells  # nothing has changed in silence

    def check_cell(self, index: QModelIndex, page: Page) -> None:
        place = index.row(), index.column()
        if place in self.refused:
            text, reason = self.refused[place]
            assert (index.data(), index.data(Role.EditRole)) == (text, text)
            assert reason in index.data(Role.ToolTipRole)
            assert index.data(Role.BackgroundRole) is not None
            return
        assert index.data(Role.BackgroundRole) is None
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            text = index.data(Role.EditRole)
            assert self.sheet.parsed(page.project, *place, text, page.degrees) == page.value(*place)


def changed(project: Project, what: str, row: int, other: int = 0) -> Project:
    """Some edit that is made elsewhere."""
    others = other % project.robot.n
    return {
        "insert": lambda: edits.insert_link(project, row, Link(a=0.125)),
        "duplicate": lambda: edits.duplicate_link(project, row),
        "remove": lambda: edits.remove_links(project, [row]),
        "move": lambda: edits.move_link(project, row, others),
        "slide": lambda: edits.set_joint(project, row, "RP"[other % 2]),  # type: ignore[arg-type]
        "motor": lambda: edits.set_actuator(project, row, SERVO if other % 2 else None),
        "elsewhere": lambda: edits.change_robot(project, gravity=(0.0, 0.0, -1.62)),
        "convention": lambda: edits.set_convention(project, "modified"),
    }[what]()


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(done=st.lists(steps, min_size=4, max_size=12))
def test_a_table_shows_what_the_account_says(make: Make, preferences: Preferences, done: list[Any]) -> None:
    account = Account(*make(), preferences)
    account.check()
    for step in done:
        account.do(step)
        account.check()
    while account.document.undo_stack.canUndo():
        account.do(("undo", (0, 0)))
    account.check()


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
def test_one_cell_is_one_cell_to_paint(make: Make, preferences: Preferences) -> None:
    """And what shows the same number: the slider of its row, or the margins of its motor."""
    sheet, project = make()
    account = Account(sheet, project, preferences)
    indexes = [account.model.index(*place) for place in account.shadow.cells]
    index = [index for index in indexes if index.flags() & Qt.ItemFlag.ItemIsEditable][1]
    assert account.model.setData(index, "0.75")
    beside = len(COLUMNS) - 1 if isinstance(sheet, ActuatorSheet) else account.page().columns[0].slider
    assert account.shadow.heard == 1 + beside
