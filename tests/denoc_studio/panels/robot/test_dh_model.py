"""The DH table's model: what it shows, what it takes, what it refuses."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from denoc import load
from denoc.arm.robot import Link
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.project import edits
from denoc_studio.project.sheets.dh import DhSheet
from denoc_studio.session.document import Document

BAD = ["", "abc", "nan", "inf", "1e400", "--1", "1.2.3", "\u0661\u0662", "1_000", "1e13"]
LOCALES = ["de_DE", "fr_FR", "ar_EG", "hi_IN", "ru_RU", "en_US"]
TYPE, A, B, ALPHA, THETA = range(5)
Role = Qt.ItemDataRole


@pytest.fixture
def model(document: Document, preferences: Preferences, themes: Themes) -> Iterator[CellModel]:
    model = CellModel(DhSheet(), document, preferences, themes)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    yield model
    del tester


def texts(model: CellModel, role: Role = Role.DisplayRole) -> list[list[str]]:
    return [[model.index(row, k).data(role) for k in range(model.columnCount())] for row in range(model.rowCount())]


def headings(model: CellModel) -> list[str]:
    return [model.headerData(k, Qt.Orientation.Horizontal) for k in range(model.columnCount())]


def test_it_shows_the_table_with_the_varying_entry(model: CellModel, document: Document) -> None:
    assert texts(model)[1] == ["R", "0.25", "0", "0", "q₂"]
    document.edit(edits.change_link(document.project, 1, theta=-math.pi / 6, alpha=math.pi / 4), "turn")
    assert texts(model)[1] == ["R", "0.25", "0", "45", "q₂ - 30"]
    assert texts(model, Role.EditRole)[1] == ["R", "0.25", "0", "45", "-30"]
    document.edit(edits.set_joint(document.project, 1, "P"), "slide")
    assert texts(model)[1] == ["P", "0.25", "q₂", "45", "-30"]
    assert "is added" in model.index(1, B).data(Role.ToolTipRole)
    assert model.index(1, B).data(Role.FontRole).italic()
    assert model.index(1, A).data(Role.FontRole) is None


def test_headings_name_unit_and_convention(model: CellModel, document: Document, preferences: Preferences) -> None:
    assert headings(model) == ["type", "a [m]", "b [m]", "α [°]", "θ [°]"]
    preferences["degrees"] = False
    document.edit(edits.set_convention(document.project, "modified"), "switch")
    assert headings(model) == ["type", "a [m]", "d [m]", "α [rad]", "θ [rad]"]
    assert "modified" in model.headerData(A, Qt.Orientation.Horizontal, Role.ToolTipRole)


def test_degrees_and_radians_leave_the_document_alone(
    model: CellModel, document: Document, preferences: Preferences
) -> None:
    document.edit(edits.change_link(document.project, 0, alpha=math.pi / 2), "turn")
    project, steps = document.project, document.undo_stack.count()
    preferences["degrees"] = False
    assert model.index(0, ALPHA).data() == "1.5708"
    preferences["degrees"] = True
    assert model.index(0, ALPHA).data() == "90"
    assert document.project is project
    assert document.undo_stack.count() == steps


@pytest.mark.parametrize(
    ("column", "field", "text", "value", "name"),
    [
        (A, "a", "0,45", 0.45, "Set a of link 2"),
        (B, "b", "-1e-3", -0.001, "Set b of link 2"),
        (ALPHA, "alpha", "90", math.pi / 2, "Set α of link 2"),
        (THETA, "theta", "30", math.radians(30), "Set θ of link 2"),
    ],
)
def test_an_edit_is_one_named_undo_step(
    model: CellModel, document: Document, column: int, field: str, text: str, value: float, name: str
) -> None:
    before = document.project
    assert model.setData(model.index(1, column), text)
    assert getattr(document.robot.links[1], field) == value
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == name
    document.undo_stack.undo()
    assert document.project == before


@pytest.mark.parametrize("column", [A, B, ALPHA, THETA])
@pytest.mark.parametrize("text", BAD)
def test_bad_text_marks_its_cell_and_no_more(model: CellModel, document: Document, column: int, text: str) -> None:
    before, said = document.project, []
    model.message.connect(said.append)
    index = model.index(2, column)
    assert not model.setData(index, text)
    assert document.project is before
    assert document.undo_stack.count() == 0
    assert index.data() == text
    assert index.data(Role.EditRole) == text
    assert index.data(Role.BackgroundRole) is not None
    assert "stays" in index.data(Role.ToolTipRole)
    assert said[-1].startswith(f"Link 3, {headings(model)[column].split()[0]}: ")
    assert text in said[-1] or "finite" in said[-1]


@pytest.mark.parametrize("text", ["", "X", "1", "RP"])
def test_a_joint_is_revolute_or_prismatic(model: CellModel, document: Document, text: str) -> None:
    before = document.project
    assert not model.setData(model.index(0, TYPE), text)
    assert document.project is before
    assert model.is_pending(model.index(0, TYPE))


def test_a_mark_goes_with_a_good_value_or_undo(model: CellModel, document: Document) -> None:
    index, other = model.index(0, A), model.index(1, A)
    model.setData(index, "abc")
    model.setData(other, "0.5")
    assert model.is_pending(index)
    model.setData(index, "0.4")
    assert not model.pending
    assert document.robot.links[0].a == 0.4
    model.setData(index, "abc")
    document.undo_stack.undo()
    assert not model.pending
    model.setData(index, "abc")
    model.forget(index)
    assert (model.pending, index.data()) == (False, "0.3")


def test_rows_come_and_go_with_the_document(model: CellModel, document: Document) -> None:
    document.edit(edits.insert_link(document.project, 1, Link(a=7.0)), "add")
    assert [row[A] for row in texts(model)] == ["0.3", "7", "0.25", "0.22"]
    document.edit(edits.move_link(document.project, 1, 3), "move")
    document.edit(edits.duplicate_link(document.project, 0), "duplicate")
    document.edit(edits.remove_links(document.project, [0, 3]), "remove")
    assert [row[A] for row in texts(model)] == ["0.3", "0.25", "7"]
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert [row[A] for row in texts(model)] == ["0.3", "0.25", "0.22"]
    document.replace(load("puma560"))
    assert model.rowCount() == 6
    document.replace(load("furuta"))
    assert model.rowCount() == 2


def test_row_numbers_carry_the_joints_colours(model: CellModel) -> None:
    vertical = Qt.Orientation.Vertical
    chips = [model.headerData(row, vertical, Role.DecorationRole).toImage().pixelColor(3, 3).name() for row in range(3)]
    assert [model.headerData(row, vertical) for row in range(3)] == ["1", "2", "3"]
    assert len(set(chips)) == 3


def test_steps_of_one_spin_are_one_undo_step(model: CellModel, document: Document) -> None:
    for _ in range(3):
        model.spin(model.index(0, A), 1, 0)
    assert document.robot.links[0].a == 0.33
    assert document.undo_stack.count() == 1
    model.spin(model.index(1, A), 1, 0)
    assert document.undo_stack.count() == 2


@pytest.mark.parametrize("name", LOCALES)
def test_no_locale_changes_the_table(model: CellModel, document: Document, name: str) -> None:
    before = QLocale()
    shown = texts(model), texts(model, Role.EditRole)
    QLocale.setDefault(QLocale(name))
    QApplication.processEvents()
    try:
        assert (texts(model), texts(model, Role.EditRole)) == shown
        model.setData(model.index(0, A), "1.5")
        assert document.robot.links[0].a == 1.5
        model.setData(model.index(0, A), "2,5")
        assert document.robot.links[0].a == 2.5
        assert model.index(0, A).data() == "2.5"
    finally:
        QLocale.setDefault(before)
