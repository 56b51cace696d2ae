"""The dialog that gives a joint its motor: from the catalogue, from a file, or typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.files.projects.motor_file import bundled_motors
from denoc.torques.actuators import Actuator
from denoc.torques.motors import Gear, Motor
from denoc_studio.look.theme import Themes
from denoc_studio.panels.studies.actuators.motor_dialog import MotorDialog
from denoc_studio.project import edits
from denoc_studio.session.document import Document

Make = Callable[..., MotorDialog]


@pytest.fixture
def document() -> Document:
    made = Document(load("stanford-inverse"))
    made.select(1)
    return made


@pytest.fixture
def make(qtbot: QtBot, document: Document, themes: Themes) -> Make:
    def dialog(degrees: bool = False) -> MotorDialog:
        made = MotorDialog(document, themes, degrees, lambda _: None)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(made)
        made.show()
        qtbot.waitExposed(made)
        return made

    return dialog


def write(qtbot: QtBot, field: QLineEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, text)


def apply_button(dialog: MotorDialog):  # type: ignore[no-untyped-def]
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Apply)


def test_a_motor_of_the_catalogue_is_one_undo_step(qtbot: QtBot, document: Document, make: Make) -> None:
    dialog = make()
    dialog.list.setFocus()
    for _ in range(3):
        qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    write(qtbot, dialog.ratio, "50")
    qtbot.mouseClick(apply_button(dialog), Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()
    assert document.project.actuators[1] == Actuator(bundled_motors()[3], Gear(50.0))
    assert document.undo_stack.undoText() == "Choose the motor of joint 2"
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.project.actuators == ()


def test_a_motor_is_typed(qtbot: QtBot, document: Document, make: Make) -> None:
    dialog = make()
    write(qtbot, dialog.name, "mine")
    for key, typed in (
        ("continuous_torque", "1,5"),
        ("peak_torque", "4"),
        ("no_load_speed", "400"),
        ("knee_speed", "250"),
        ("rotor_inertia", "2e-5"),
    ):
        write(qtbot, dialog.fields[key], typed)
    write(qtbot, dialog.curve, "0 4; 250 3,5; 400 0")
    write(qtbot, dialog.efficiency, "0.8")
    assert apply_button(dialog).isEnabled()
    dialog.apply()
    curve = ((0.0, 4.0), (250.0, 3.5), (400.0, 0.0))
    motor = Motor("mine", 1.5, 4.0, 400.0, rotor_inertia=2e-5, knee_speed=250.0, curve=curve)
    assert document.project.actuators[1] == Actuator(motor, Gear(1.0, 0.8))


@pytest.mark.parametrize(
    ("key", "typed", "word"),
    [
        ("continuous_torque", "100", "Continuous torque"),
        ("peak_torque", "0", "Peak torque"),
        ("knee_speed", "9999", "Knee speed"),
        ("no_load_speed", "fast", "No-load speed"),
        ("rotor_inertia", "-1", "Rotor inertia"),
    ],
)
def test_a_bad_value_is_named_and_nothing_happens(
    qtbot: QtBot, document: Document, make: Make, key: str, typed: str, word: str
) -> None:
    dialog = make()
    write(qtbot, dialog.fields[key], typed)
    assert not apply_button(dialog).isEnabled()
    assert dialog.message.text.startswith(word)
    dialog.apply()
    assert dialog.isVisible()
    assert document.undo_stack.count() == 0


@pytest.mark.parametrize("typed", ["0 1; 5", "1 1; 2 2", "0 1; 0 2"])
def test_a_bad_curve_is_named(qtbot: QtBot, make: Make, typed: str) -> None:
    dialog = make()
    write(qtbot, dialog.curve, typed)
    assert not apply_button(dialog).isEnabled()
    assert dialog.message.text.startswith("Curve")


def test_a_name_is_needed(qtbot: QtBot, make: Make) -> None:
    dialog = make()
    write(qtbot, dialog.name, " ")
    assert not apply_button(dialog).isEnabled()
    assert "name" in dialog.message.text


def test_it_starts_with_the_joints_own_motor(document: Document, make: Make) -> None:
    own = Actuator(bundled_motors()[5], Gear(33.0, 0.75))
    document.edit(edits.set_actuator(document.project, 1, own), "Choose")
    dialog = make(degrees=True)
    assert dialog.list.currentRow() == 5
    assert dialog.actuator() == own
    assert dialog.fields["no_load_speed"].unit.label == "rpm"


def test_a_prismatic_joints_ratio_is_per_metre(document: Document, make: Make) -> None:
    document.select(2)
    assert make().ratio.unit.label == "rad/m"


def test_a_catalogue_is_opened_or_refused(make: Make, tmp_path: Path) -> None:
    dialog = make()
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    motor = {"name": "one", "continuous_torque": 1, "peak_torque": 2, "no_load_speed": 3}
    good.write_text(json.dumps({"version": 1, "motors": [motor]}))
    bad.write_text(json.dumps({"version": 1, "motors": [{**motor, "peak_torque": 0}]}))
    dialog.open_catalogue(bad)
    assert dialog.list.count() == len(bundled_motors())
    assert "peak_torque" in dialog.message.text
    dialog.open_catalogue(good)
    assert dialog.list.count() == 1
    dialog.list.setCurrentRow(0)
    assert dialog.actuator().motor == Motor("one", 1.0, 2.0, 3.0)
