"""Mass and inertia of the selected link: typing, waiting entries, the doctor's advice, solids."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.arm.conventions import to_convention
from denoc.arm.solids import cylinder, rod, sphere
from denoc.files.examples import examples
from denoc_studio.look.icons import Icons
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.robot.inertia import InertiaPanel
from denoc_studio.project import edits
from denoc_studio.project.outgrown import outgrown
from denoc_studio.session.document import Document
from denoc_studio.widgets.fields.number_field import NumberField

BAD = ["abc", "nan", "inf", "1e400", "1e13", "--1", "1.2.3", "1_000"]
XX, YY, ZZ, XY, YZ, XZ = range(6)


@pytest.fixture
def panel(qtbot: QtBot, document: Document, preferences: Preferences, themes: Themes) -> InertiaPanel:
    panel = InertiaPanel(document, preferences, themes, Icons(themes))
    qtbot.addWidget(panel)
    panel.resize(380, 300)
    panel.show()
    qtbot.waitExposed(panel)
    document.select(1)
    return panel


def enter(qtbot: QtBot, field: NumberField, text: str, key: Qt.Key | None = Qt.Key.Key_Return) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, text)
    if key is not None:
        qtbot.keyClick(field, key)


def test_it_shows_the_selected_link(panel: InertiaPanel, document: Document) -> None:
    assert panel.body.mass.value == 0.4
    assert [field.value for field in panel.body.com] == [-0.125, 0.0, 0.0]
    document.select(0)
    assert panel.body.mass.value == 0.5
    document.replace(load("puma560"))
    assert panel.body.mass.value == document.robot.links[0].mass


def test_every_entry_is_one_named_undo_step(qtbot: QtBot, panel: InertiaPanel, document: Document) -> None:
    fields = [panel.body.mass, *panel.body.com, *(panel.body.entries[k] for k in (XX, YY, ZZ))]
    names = ["mass", "mass centre x", "mass centre y", "mass centre z", "inertia xx", "inertia yy", "inertia zz"]
    for field, name in zip(fields, names, strict=True):
        before = document.project
        enter(qtbot, field, "0,75")
        assert field.value == 0.75
        assert document.undo_stack.undoText() == f"Set {name} of link 2"
        document.undo_stack.undo()
        assert document.project == before
        assert field.problem == ""


@pytest.mark.parametrize("text", ["", *BAD])
def test_no_field_takes_bad_text(qtbot: QtBot, panel: InertiaPanel, document: Document, text: str) -> None:
    before = document.project
    for field in panel.body.fields:
        enter(qtbot, field, text)
        assert document.project is before
        assert field.problem
        assert field.text() == text
        assert field.accessibleName().lower() in panel.advice.text
        assert panel.advice.severity == "error"
        qtbot.keyClick(field, Qt.Key.Key_Escape)
        assert field.problem == ""
    assert panel.advice.severity == "good"


def test_a_negative_mass_is_refused_in_words(qtbot: QtBot, panel: InertiaPanel, document: Document) -> None:
    enter(qtbot, panel.body.mass, "-5")
    assert document.robot.links[1].mass == 0.4
    assert panel.advice.text == "Link 2, mass “-5”: must not be below 0"


def test_an_impossible_entry_waits_for_the_others(qtbot: QtBot, panel: InertiaPanel, document: Document) -> None:
    before, entries = document.robot.links[1].inertia, panel.body.entries
    enter(qtbot, entries[XY], "0.1")
    assert document.robot.links[1].inertia == before
    assert entries[XY].text() == "0.1"
    assert "not positive semi-definite" in panel.advice.text
    assert "smallest principal moment" in panel.advice.text
    enter(qtbot, entries[XX], "2")
    assert document.robot.links[1].inertia == before
    enter(qtbot, entries[YY], "3")
    assert document.robot.links[1].inertia == (2.0, 3.0, before[2], 0.1, 0.0, 0.0)
    assert not any(field.problem for field in panel.body.fields)
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.robot.links[1].inertia == before
    assert entries[XY].value == 0.0


def test_escape_takes_a_waiting_entry_back(qtbot: QtBot, panel: InertiaPanel, document: Document) -> None:
    entries = panel.body.entries
    enter(qtbot, entries[XY], "0.1")
    qtbot.keyClick(entries[XY], Qt.Key.Key_Escape)
    enter(qtbot, entries[XX], "2")
    assert document.robot.links[1].inertia[XX] == 2.0
    assert document.robot.links[1].inertia[XY] == 0.0


def test_another_link_drops_what_waits(qtbot: QtBot, panel: InertiaPanel, document: Document) -> None:
    enter(qtbot, panel.body.entries[XY], "0.1")
    document.select(2)
    document.select(1)
    assert panel.body.entries[XY].text() == "0"
    assert panel.body.problem == ""


def test_the_doctor_warns_while_typing(qtbot: QtBot, panel: InertiaPanel, document: Document) -> None:
    assert panel.advice.severity == "good"
    enter(qtbot, panel.body.entries[ZZ], "2.08", key=None)
    assert panel.advice.severity == "warning"
    assert "no real body" in panel.advice.text
    assert document.undo_stack.count() == 0
    enter(qtbot, panel.body.entries[XX], "-1", key=None)
    assert panel.advice.severity == "error"


def test_steps_of_the_wheel_keys_merge(qtbot: QtBot, panel: InertiaPanel, document: Document) -> None:
    panel.body.mass.setFocus()
    for _ in range(3):
        qtbot.keyClick(panel.body.mass, Qt.Key.Key_Up)
    assert document.robot.links[1].mass == 0.43
    assert document.undo_stack.count() == 1


def test_a_solid_is_one_undo_step(qtbot: QtBot, panel: InertiaPanel, document: Document) -> None:
    before = document.project
    dialog = panel.open_solids()
    qtbot.addWidget(dialog)
    dialog.shape.setCurrentText("cylinder")
    for field, text in zip((dialog.mass, *dialog.sizes), ("2", "0,05", "0.25"), strict=False):
        enter(qtbot, field, text, key=None)
    expected = cylinder(2.0, 0.05, 0.25, "x")
    assert f"{expected[0]:.6g}" in dialog.preview.text()
    assert document.project is before
    qtbot.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Apply), Qt.MouseButton.LeftButton)
    link = document.robot.links[1]
    assert (link.mass, link.com, link.inertia) == (2.0, (-0.125, 0.0, 0.0), expected)
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == "Make link 2 a cylinder"


def test_a_solid_is_as_long_as_its_link_and_keeps_what_is_typed(
    qtbot: QtBot, panel: InertiaPanel, document: Document
) -> None:
    document.edit(edits.change_link(document.project, 1, a=0.43181, mass=2.0), "Set a of link 2")
    dialog = panel.open_solids()
    qtbot.addWidget(dialog)
    assert dialog.sizes[0].value == 0.43181
    dialog.shape.setCurrentText("cylinder")
    assert [field.value for field in dialog.sizes[:2]] == [0.0432, 0.43181]
    enter(qtbot, dialog.sizes[1], "0.25", key=None)
    dialog.shape.setCurrentText("hollow cylinder")
    assert [field.value for field in dialog.sizes] == [0.0432, 0.0345, 0.25]
    dialog.shape.setCurrentText("sphere")
    dialog.shape.setCurrentText("thin rod")
    dialog.apply()
    assert document.robot.links[1].inertia == pytest.approx(rod(2.0, 0.25), rel=1e-15)


def test_a_bad_size_cannot_be_applied(qtbot: QtBot, panel: InertiaPanel, document: Document) -> None:
    before = document.project
    dialog = panel.open_solids()
    qtbot.addWidget(dialog)
    apply = dialog.buttons.button(QDialogButtonBox.StandardButton.Apply)
    for text in ("-1", "abc", "", "1e400"):
        enter(qtbot, dialog.sizes[0], text, key=None)
        assert not apply.isEnabled()
        assert dialog.preview.text()
    dialog.apply()
    assert document.project is before
    enter(qtbot, dialog.sizes[0], "1", key=None)
    assert apply.isEnabled()
    dialog.reject()


def test_a_solid_at_a_given_place(qtbot: QtBot, panel: InertiaPanel, document: Document) -> None:
    dialog = panel.open_solids()
    qtbot.addWidget(dialog)
    dialog.shape.setCurrentText("sphere")
    assert not dialog.centre[1].isEnabled()
    dialog.at_middle.setChecked(False)
    enter(qtbot, dialog.centre[1], "0.2")
    dialog.apply()
    assert document.robot.links[1].com == (-0.125, 0.2, 0.0)


def test_a_heavier_and_longer_rod_is_followed_by_one_click(
    qtbot: QtBot, panel: InertiaPanel, document: Document
) -> None:
    assert not panel.fit.isVisible()
    enter(qtbot, panel.body.mass, "3", key=None)
    assert "no longer a uniform rod: its moments are those of 0.4 kg" in panel.advice.text
    qtbot.keyClick(panel.body.mass, Qt.Key.Key_Return)
    assert panel.advice.severity == "warning"
    document.edit(edits.change_link(document.project, 1, a=0.5), "Set a of link 2")
    assert "its body is that of 0.25 m and 0.4 kg" in panel.advice.text
    before = document.project
    qtbot.mouseClick(panel.fit, Qt.MouseButton.LeftButton)
    link = document.robot.links[1]
    assert (link.mass, link.com) == (3.0, (-0.25, 0.0, 0.0))
    assert link.inertia == pytest.approx(rod(3.0, 0.5))
    assert panel.advice.severity == "good"
    assert not panel.fit.isVisible()
    document.undo_stack.undo()
    assert document.project == before
    assert panel.fit.text() == "Make it a rod of 0.5 m and 3 kg"
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert panel.advice.severity == "good"


def test_a_solid_is_remembered_but_not_a_body_typed_since(
    qtbot: QtBot, panel: InertiaPanel, document: Document
) -> None:
    ball = edits.change_link(document.project, 1, com=(0.0, 0.0, 0.05), inertia=sphere(0.4, 0.03))
    document.edit(ball, "Make link 2 a sphere")
    enter(qtbot, panel.body.mass, "1.6")  # by its numbers now a ball of half the radius
    assert panel.fit.text() == "Make it a sphere of 1.6 kg"
    qtbot.mouseClick(panel.fit, Qt.MouseButton.LeftButton)
    assert document.robot.links[1].inertia == pytest.approx(sphere(1.6, 0.03))
    assert document.robot.links[1].com == (0.0, 0.0, 0.05)
    enter(qtbot, panel.body.mass, "2")
    assert panel.fit.isVisible()
    enter(qtbot, panel.body.entries[XX], "0.00077")
    assert not panel.fit.isVisible()


def test_in_a_modified_table_the_row_behind_has_the_length(
    qtbot: QtBot, panel: InertiaPanel, document: Document
) -> None:
    document.edit(edits.set_convention(document.project, "modified"), "Use modified DH")
    document.edit(edits.change_link(document.project, 1, a=0.4), "Set a of link 2")
    assert document.selected == 1
    assert panel.advice.text.startswith("Link 1 is no longer a uniform rod")
    qtbot.mouseClick(panel.fit, Qt.MouseButton.LeftButton)
    assert document.robot.links[0].com == pytest.approx((0.2, 0.0, 0.0))
    assert document.robot.links[0].inertia == pytest.approx(rod(0.5, 0.4))


@pytest.mark.parametrize("name", examples())
@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_no_example_has_outgrown_its_solids(name: str, convention: str) -> None:
    robot = to_convention(load(name).robot, convention)
    assert [outgrown([robot], index) for index in range(robot.n)] == [None] * robot.n
