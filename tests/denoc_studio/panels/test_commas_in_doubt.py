"""A comma before three digits: 1,000 may be 1 or 1000, and is asked about wherever numbers are typed or pasted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from denoc import load
from denoc.basics.errors import DynamicsError
from denoc_studio.look.icons import Icons
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.panels.robot.panel import RobotPanel
from denoc_studio.panels.run.panel import RunPanel
from denoc_studio.project import run_edits
from denoc_studio.project.entry.numbers import DEGREE, KILOGRAM, METRE, BadNumber, Unit, editable, parse_number, shown
from denoc_studio.project.sheets.body_text import pasted_centre, pasted_tensor
from denoc_studio.project.sheets.dh_columns import COLUMNS
from denoc_studio.project.sheets.dh_text import pasted
from denoc_studio.session.document import Document
from denoc_studio.session.session import Session
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.fields.plain_spin import PlainSpin
from tests.support.studio.hands import choose, type_cell, type_number
from tests.support.studio.showing import shown as shown_on_screen

PROJECT = load("planar-3r-free-fall")
A = next(k for k, column in enumerate(COLUMNS) if column.field == "a")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,000", "“1,000” may be 1 or 1000: type 1.0 or 1000"),
        ("-1,500", "“1,500” may be 1.5 or 1500: type 1.5 or 1500"),
        ("\u221212,345", "“12,345” may be 12.345 or 12345"),
        ("123,456", "may be 123.456 or 123456"),
        ("1,000 mm", "“1,000” may be 1 or 1000"),
        ("1,000mm", "“1,000” may be 1 or 1000"),
        ("2*1,250/3", "“1,250” may be 1.25 or 1250"),
        ("0,5+1,000", "“1,000” may be 1 or 1000"),
        ("1,000.5", "without thousands separators"),
        ("1.000,5", "without thousands separators"),
        ("1,000,000", "without thousands separators"),
        ("1.000.000", "without thousands separators"),
    ],
)
def test_what_is_asked(text: str, words: str) -> None:
    with pytest.raises(BadNumber) as caught:
        parse_number(text, METRE)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0,500", 0.5),
        ("-0,125", -0.125),
        ("1,5", 1.5),
        ("1,2345", 1.2345),
        ("1,00", 1.0),
        ("1000,500", 1000.5),
        (",500", 0.5),
        ("1.000", 1.0),
        ("1,000e3", 1000.0),
        ("00,500", 0.5),
    ],
)
def test_what_is_no_doubt_a_decimal(text: str, value: float) -> None:
    assert parse_number(text, METRE) == value


@given(st.floats(-1e9, 1e9), st.sampled_from([METRE, DEGREE, KILOGRAM]))
def test_what_the_program_writes_is_never_asked_about(value: float, unit: Unit) -> None:
    assert parse_number(editable(value, unit), unit) == value
    parse_number(shown(value, unit), unit)


def test_a_field_keeps_the_text_and_asks(qtbot: QtBot) -> None:
    field = NumberField(METRE)
    field.set_value(0.3)
    shown_on_screen(qtbot, field, 120, 30)
    heard: list[object] = []
    field.edited.connect(heard.append)
    type_number(qtbot, field, "1,000")
    assert (field.text(), field.value, heard) == ("1,000", 0.3, [])
    assert field.problem == field.toolTip() == "“1,000” may be 1 or 1000: type 1.0 or 1000"
    assert field.complaint("Length") == "Length: “1,000” may be 1 or 1000: type 1.0 or 1000"
    type_number(qtbot, field, "1000")
    assert (field.problem, heard) == ("", [1000.0])
    type_number(qtbot, field, "1.0")
    assert heard == [1000.0, 1.0]


def test_a_spin_box_keeps_its_value_and_says_why(qtbot: QtBot) -> None:
    spin = PlainSpin(0.001, 100_000.0, 3, " × real time", "how fast")
    shown_on_screen(qtbot, spin, 200, 40)
    spin.setValue(2.0)
    for text, value in (("1,000", 2.0), ("1,5", 1.5), ("1,000", 1.5), ("0,125", 0.125), ("1000", 1000.0)):
        spin.setFocus()
        spin.selectAll()
        qtbot.keyClicks(spin, text)
        qtbot.keyClick(spin, Qt.Key.Key_Return)
        assert spin.value() == value
        if text == "1,000":
            qtbot.waitUntil(lambda: "may be 1 or 1000" in QToolTip.text())


def test_cells_of_both_kinds_of_table_keep_it(
    qtbot: QtBot, document: Document, preferences: Preferences, themes: Themes
) -> None:
    robot = shown_on_screen(qtbot, RobotPanel(document, preferences, themes), 400, 900)
    before = document.project
    type_cell(qtbot, robot.table, 0, A, "1,000")
    assert document.project is before
    assert robot.table.model().index(0, A).data() == "1,000"
    assert "“1,000” may be 1 or 1000: type 1.0 or 1000" in robot.message.text
    type_cell(qtbot, robot.table, 0, A, "0,500")
    assert document.robot.links[0].a == 0.5
    assert robot.message.text == ""


def test_a_cell_of_the_run_keeps_it(qtbot: QtBot, preferences: Preferences) -> None:
    preferences["recompute"] = False
    session = Session(run_edits.set_mode(PROJECT, "inverse"), preferences)
    try:
        panel = shown_on_screen(qtbot, RunPanel(session, Icons(session.themes)), 320, 800)
        choose(panel.motion.kind, "via")
        before = session.document.project
        table = panel.motion.via.rows.table
        type_cell(qtbot, table, 1, 1, "1,000")
        assert session.document.project is before
        assert table.model().index(1, 1).data() == "1,000"
        assert "may be 1 or 1000" in panel.motion.refusal.text
        table.setCurrentIndex(table.model().index(0, 0))
        table.setFocus()
        for text in ("0\t1,000\n1\t2,000\n", "0\t1,000\n0.5\t2,000\n"):
            QGuiApplication.clipboard().setText(text)
            qtbot.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
            assert session.document.project is before
            assert "row 1, column q1: “1,000” may be 1 or 1000" in panel.motion.refusal.text
        QGuiApplication.clipboard().setText("0\t1,000\n0,5\t2,000\n")
        qtbot.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        motion = session.document.project.run.motion
        assert motion.times[:2] == (0.0, 0.5)  # type: ignore[union-attr]
        assert [row[0] for row in motion.points[:2]] == pytest.approx(
            [parse_number("1", DEGREE), parse_number("2", DEGREE)]
        )  # type: ignore[union-attr]
    finally:
        session.close()


def test_a_block_as_a_whole_may_settle_it() -> None:
    after = pasted(PROJECT, 0, A, "1,000\t0,5\n2,250 mm\t0,25\n", True)
    assert [(link.a, link.b) for link in after.robot.links[:2]] == [(1.0, 0.5), (0.00225, 0.25)]
    for text in ("1,000\t2\n", "1,000\t0.5\n", "1,000\t0,5\n2.5\t3\n"):  # points and commas: still in doubt
        with pytest.raises(DynamicsError, match=r"row 1, column a: “1,000” may be 1 or 1000.*; nothing was pasted"):
            pasted(PROJECT, 0, A, text, True)


def test_blocks_of_one_body() -> None:
    assert pasted_centre("1,000\t0,5\t0") == (1.0, 0.5, 0.0)
    assert pasted_tensor("1,000 0 0\n0 1,5 0\n0 0 2,000\n")[:3] == (1.0, 1.5, 2.0)
    with pytest.raises(BadNumber, match="may be 1 or 1000"):
        pasted_centre("1,000\t5\t0")
