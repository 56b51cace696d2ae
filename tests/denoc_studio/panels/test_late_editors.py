"""An editor that is closed because another project comes gives its text to a table that must have heard of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QAbstractTableModel, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from denoc import load, rod_chain
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.editing.cell_model import CellModel
from denoc_studio.panels.run.triple_field import TripleField
from denoc_studio.plots.tables.actuator_sheet import ActuatorSheet
from denoc_studio.project.entry.numbers import METRE
from denoc_studio.project.sheets.bodies import BodySheet
from denoc_studio.project.sheets.dh import DhSheet
from denoc_studio.session.document import Document

Make = Callable[[Document, Preferences, Themes, QWidget], QAbstractTableModel]
TABLES: dict[str, Make] = {
    "DH table": lambda *parts: CellModel(DhSheet(), *parts),
    "bodies": lambda *parts: CellModel(BodySheet(), *parts),
    "actuators": lambda *parts: CellModel(ActuatorSheet(), *parts),
}


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
def test_text_for_a_row_that_is_gone_changes_nothing(make: Make, preferences: Preferences, qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    document = Document(rod_chain(12))
    model = make(document, preferences, Themes(preferences), parent)
    last = QPersistentModelIndex(model.index(model.rowCount() - 1, 2))  # as views keep it for their editors
    taken: list[bool] = []
    document.select(11)
    document.selection_changed.connect(lambda _: taken.append(model.setData(last, "3", Qt.ItemDataRole.EditRole)))
    puma = load("puma560")
    document.replace(puma)
    assert taken
    assert not any(taken)
    assert document.project == puma
    assert not document.undo_stack.canUndo()


@pytest.mark.parametrize("name", ["DH table", "bodies"])
def test_after_a_project_that_is_equal_the_table_can_be_edited(name: str, preferences: Preferences, qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    document = Document(load("puma560"))
    model = TABLES[name](document, preferences, Themes(preferences), parent)
    document.replace(load("puma560"))
    assert model.setData(model.index(1, 2), "3", Qt.ItemDataRole.EditRole)
    assert document.undo_stack.canUndo()


def test_a_step_for_a_motion_of_another_kind_changes_nothing(qtbot: QtBot) -> None:
    document = Document(load("industrial-6r-line"))
    field = TripleField(document, "displacement", "displacement", "how far the tip goes", METRE)
    qtbot.addWidget(field)
    field.fields[0].stepped.emit(0.25)
    assert document.project.run.motion.displacement[0] == 0.25
    other = load("planar-3r-inverse")
    document.replace(other)
    field.fields[0].stepped.emit(0.5)
    assert document.project == other
    assert not document.undo_stack.canUndo()
    assert "replaced by something else" in field.fields[0].complaint("displacement x")
