"""Sums and units in the place of numbers: pi/2, 1/3, 300 mm; what they are taken for, and what is refused."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QToolTip
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.robot.panel import RobotPanel
from denoc_studio.project.entry.joint_units import NEWTON_METRE, PER_SECOND
from denoc_studio.project.entry.numbers import (
    ACCELERATION,
    DEGREE,
    KILOGRAM,
    KILOGRAM_METRE2,
    METRE,
    RADIAN,
    BadNumber,
    Unit,
    editable,
    explained,
    parse_number,
)
from denoc_studio.session.document import Document
from tests.support.studio.showing import shown

TYPE, A, B, ALPHA, THETA = range(5)
RATE = PER_SECOND[DEGREE]
FREQUENCY = Unit("1/s")


@pytest.fixture
def panel(qtbot: QtBot, document: Document, preferences: Preferences, themes: Themes) -> RobotPanel:
    panel = shown(qtbot, RobotPanel(document, preferences, themes), 400, 900)
    panel.activateWindow()
    panel.table.setFocus()
    qtbot.waitUntil(panel.table.hasFocus)
    return panel


def type_over(qtbot: QtBot, panel: RobotPanel, row: int, column: int, text: str) -> None:
    """From the first letter on, as one does over a chosen cell."""

    def editor() -> QLineEdit | None:
        return next((each for each in panel.table.viewport().findChildren(QLineEdit) if each.isVisible()), None)

    panel.table.go_to(row, column)
    qtbot.keyClicks(panel.table, text[0])
    qtbot.waitUntil(lambda: editor() is not None)
    qtbot.keyClicks(editor(), text[1:])
    qtbot.keyClick(editor(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: editor() is None)


def paste(panel: RobotPanel, row: int, column: int, text: str) -> None:
    panel.table.go_to(row, column)
    QGuiApplication.clipboard().setText(text)
    panel.table.paste()


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("1/3", METRE, 1 / 3),
        ("0.3*2", METRE, 0.6),
        ("0,3*2", METRE, 0.6),
        ("sqrt(2)/2", METRE, math.sqrt(2) / 2),
        ("-(1+2)^2", METRE, -9.0),
        ("pi/2", RADIAN, math.pi / 2),
        ("π/2", RADIAN, math.pi / 2),
        ("pi/2", DEGREE, math.pi / 2),
        ("-3*pi/2", DEGREE, -3 * math.pi / 2),
        ("45*pi/180", DEGREE, math.pi / 4),
        ("pi/2 rad", DEGREE, math.pi / 2),
        ("pi deg", DEGREE, math.radians(math.pi)),
        ("90/2", DEGREE, math.radians(45)),
        ("0.5 rad", DEGREE, 0.5),
        ("30 deg", RADIAN, math.radians(30)),
        ("30°", RADIAN, math.radians(30)),
        ("300 mm", METRE, 0.3),
        ("1.1mm", METRE, 0.0011),
        ("2 in", METRE, 0.0508),
        ("1/3 mm", METRE, 1 / 3000),
        ("250 g", KILOGRAM, 0.25),
        ("5 kg cm^2", KILOGRAM_METRE2, 5e-4),
        ("20 mN m", NEWTON_METRE, 0.02),
        ("pi", RATE, math.pi),
        ("60 rpm", RATE, 2 * math.pi),
        ("1e3m", METRE, 1000.0),
        ("2pi", RADIAN, 2 * math.pi),
        ("2 π/3", DEGREE, 2 * math.pi / 3),
        ("30º", RADIAN, math.radians(30)),
        ("3·10⁻³ mm", METRE, 3e-6),
        ("9.81 m/s2", ACCELERATION, 9.81),
        ("9.81 m·s⁻²", ACCELERATION, 9.81),
        ("1 kg m2", KILOGRAM_METRE2, 1.0),
        ("1 kgm²", KILOGRAM_METRE2, 1.0),
        ("100 g·mm²", KILOGRAM_METRE2, 1e-7),
        ("10 N·m", NEWTON_METRE, 10.0),
        ("10 mNm", NEWTON_METRE, 0.01),
        ("2 N*m/rad", Unit("N m/rad"), 2.0),
        ("3 rad s^-1", RATE, 3.0),
        ("pi*sqrt(2)", METRE, math.pi * math.sqrt(2)),
    ],
)
def test_what_is_read(text: str, unit: Unit, value: float) -> None:
    assert parse_number(text, unit) == pytest.approx(value, rel=3e-16)


@pytest.mark.parametrize(
    ("text", "unit", "words"),
    [
        ("180/pi", DEGREE, "may be in degrees or in radians: write deg or rad"),
        ("pi/2 + 10", DEGREE, "may be in degrees or in radians"),
        ("pi + 1", RATE, "write deg/s or rad/s"),
        ("300 mm", KILOGRAM, "is in mm, and this is a number in kg"),
        ("30 deg", METRE, "is in deg"),
        ("30 deg", RATE, "is in deg"),
        ("3 N", NEWTON_METRE, "is in N"),
        ("31/s", FREQUENCY, "is not a number"),
        ("1 000 mm", METRE, "is not a number"),
        ("1_000*2", METRE, "is not a number"),
        ("1,000.5*2", METRE, "is not a number"),
        ("\u0661/2", METRE, "is not a number"),
        ("1e400*2", METRE, "too large"),
        ("1e300*1e300", METRE, "not a finite number"),
        ("1/0", METRE, "not a finite number"),
        ("9**9**9", METRE, "not a finite number"),
        ("nan*1", METRE, "is not a number"),
        ("inf mm", METRE, "is not a number"),
        ("--1", METRE, "is not a number"),
        ("(2", METRE, "never closed"),
        ("1/2pi", RADIAN, "an operator is missing before 'pi'"),
        ("5 m2", METRE, "is not a number"),
        ("t", METRE, "is not a number"),
        ("q1*2", METRE, "is not a number"),
        ("sin(1)", METRE, "is not a number"),
        ("2*e", METRE, "is not a number"),
        ("__import__('os')", METRE, "is not a number"),
        ("mm", METRE, "is not a number"),
        ("(" * 50 + "1", METRE, "nested more than 40"),
        ("1+" * 30 + "1", METRE, "too long"),
    ],
)
def test_what_is_refused(text: str, unit: Unit, words: str) -> None:
    with pytest.raises(BadNumber) as caught:
        parse_number(text, unit)
    assert words in str(caught.value)


@given(st.floats(-1e12, 1e12, allow_nan=False), st.sampled_from([METRE, RADIAN, DEGREE, KILOGRAM]))
def test_a_plain_number_is_the_identical_float(value: float, unit: Unit) -> None:
    text = editable(value, unit)
    assert parse_number(text, unit) == value
    assert parse_number(f"{text} {unit.label}", unit) == value
    assert explained(text, unit) == ""


@given(st.text(alphabet="0123456789.,+-*/^()pi sqrtmdegaN°π_e", max_size=70), st.sampled_from([METRE, DEGREE, RATE]))
def test_every_text_ends_in_a_finite_number_or_in_words(text: str, unit: Unit) -> None:
    with contextlib.suppress(BadNumber):
        assert math.isfinite(parse_number(text, unit))


def test_typed_over_a_cell_with_what_was_taken_shown(qtbot: QtBot, panel: RobotPanel, document: Document) -> None:
    type_over(qtbot, panel, 0, ALPHA, "pi/2")
    assert document.robot.links[0].alpha == math.pi / 2
    assert document.robot.links[0].revolute
    assert panel.model.index(0, ALPHA).data() == "90"
    qtbot.waitUntil(lambda: QToolTip.text() == "pi/2 rad = 90°")
    type_over(qtbot, panel, 0, A, "300 mm")
    assert document.robot.links[0].a == 0.3
    type_over(qtbot, panel, 0, ALPHA, "180/pi")
    assert "write deg or rad behind it" in panel.message.text
    assert document.robot.links[0].alpha == math.pi / 2


def test_typed_into_a_field(qtbot: QtBot, panel: RobotPanel, document: Document) -> None:
    field = panel.inertia.body.com[0]
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "-125 mm")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert document.robot.links[0].com[0] == -0.125
    assert field.text() == "-0.125"
    qtbot.waitUntil(lambda: QToolTip.text() == "-125 mm = -0.125 m")


@pytest.mark.parametrize(
    "text",
    [
        "0.3\t0\tpi/2\t0\n0,25\t0\t-pi/2\t0",
        "300 mm\t0\tpi/2\t0\n0.25\t0\t-pi/2 rad\t0",
        "300 mm 0 90 deg 0\n250 mm 0 -90 deg 0",
        "300 mm 0 pi/2 0\n0.25 0 -pi/2 0",
        "300 mm 0 90 º 0\n0.25 0 -90 º 0",
    ],
)
def test_pasted(panel: RobotPanel, document: Document, text: str) -> None:
    paste(panel, 0, A, text)
    rows = [(link.a, link.alpha) for link in document.robot.links[:2]]
    assert rows == [(0.3, math.pi / 2), (0.25, -math.pi / 2)]


def test_pi_beside_plain_angles_is_not_guessed(panel: RobotPanel, document: Document, preferences: Preferences) -> None:
    """A table in radians, pasted where degrees are shown, would have 0.5° in the place of 0.5 rad."""
    before = document.project
    paste(panel, 0, ALPHA, "pi/2\t0.5\n0\t0")
    assert document.project is before
    assert "“0.5” stands beside “pi/2”" in panel.message.text
    preferences["degrees"] = False
    paste(panel, 0, ALPHA, "pi/2\t0.5\n0\t0")
    assert (document.robot.links[0].alpha, document.robot.links[0].theta) == (math.pi / 2, 0.5)


def test_a_first_row_with_units_is_no_heading(panel: RobotPanel, document: Document) -> None:
    paste(panel, 0, ALPHA, "30 deg\n60 deg")
    assert [link.alpha for link in document.robot.links] == [math.radians(30), math.radians(60), 0.0]
    before = document.project
    paste(panel, 0, A, "1_000\n0.5")
    assert document.project is before
    assert "row 1, column a: “1_000” is not a number" in panel.message.text
