"""Words and numbers in too little room: ends and exponents stay."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from denoc import load
from denoc_studio.look.fonts import numeral_width
from denoc_studio.look.preferences import Preferences
from denoc_studio.panels.editing.cell_table import CellDelegate
from denoc_studio.panels.robot.dh_table import DhTable
from denoc_studio.panels.studies.inspector_panel import InspectorPanel
from denoc_studio.plots.readout import WIDEST
from denoc_studio.project.entry.numbers import METRE
from denoc_studio.project.run_words import INTEGRATORS
from denoc_studio.widgets.fields.number_field import NumberField
from denoc_studio.widgets.form_parts import choice
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.showing import shown
from tests.support.studio.windows import idle_window


@pytest.fixture
def window(qtbot: QtBot, preferences: Preferences) -> MainWindow:
    return idle_window(qtbot, load("puma560"), preferences, (1280, 800))


def test_a_choice_that_is_too_long_keeps_both_ends(qtbot: QtBot) -> None:
    box = choice(INTEGRATORS, "Integrator", "How", lambda _: None)
    qtbot.addWidget(box)
    box.resize(300, 26)
    box.show()
    assert box.fitting == "Dormand-Prince 5(4)"
    box.resize(box.fontMetrics().horizontalAdvance("Dormand-Prince 5(4)") * 2 // 3 + 30, 26)
    assert box.fitting != "Dormand-Prince 5(4)"
    assert box.fitting.startswith("Do")
    assert box.fitting.endswith("(4)")


@pytest.mark.parametrize(
    ("text", "start", "end"), [("1.23456789e-05", "1.2", "e-05"), ("-0.15005001", "-0.1", "…"), ("0.15", "0.15", "")]
)
def test_a_number_in_a_narrow_cell_keeps_its_exponent(window: MainWindow, text: str, start: str, end: str) -> None:
    table = window.robot.findChild(DhTable)
    assert table is not None
    delegate = table.itemDelegate()
    assert isinstance(delegate, CellDelegate)
    option = QStyleOptionViewItem()
    option.initFrom(table)
    option.rect.setWidth(option.fontMetrics.horizontalAdvance("-0.1500…") + 8)
    shown = delegate._fitting(option, text, delegate._margin(option))
    assert shown.startswith(start)
    assert shown.endswith(end)
    assert option.fontMetrics.horizontalAdvance(shown) <= option.rect.width()


def test_the_inspectors_columns_hold_every_number(qtbot: QtBot, window: MainWindow) -> None:
    widget = InspectorPanel(window.session.document, window.session.playback, window.session.themes)
    qtbot.addWidget(widget)
    widget.resize(420, 300)  # far too narrow for six columns
    widget.show()
    qtbot.waitUntil(lambda: widget.model.columnCount() == 6, timeout=30_000)
    assert all(widget.table.columnWidth(k) > numeral_width(WIDEST) + 6 for k in range(6))
    qtbot.waitUntil(lambda: widget.table.horizontalScrollBar().maximum() > 0, timeout=30_000)
    widget.finish()


def test_the_inspectors_words_do_not_widen_it(qtbot: QtBot, window: MainWindow) -> None:
    widget = InspectorPanel(window.session.document, window.session.playback, window.session.themes)
    qtbot.addWidget(widget)
    before = widget.minimumSizeHint().width()
    widget.note.setText("initial state, no accelerations, no torques    " + "words about the moment " * 20)
    assert widget.minimumSizeHint().width() == before
    widget.finish()


def test_a_number_that_is_cut_says_so(qtbot: QtBot) -> None:
    field = shown(qtbot, NumberField(unit=METRE), 300, 30)
    field.set_value(0.00375)
    seen = []
    for width in range(120, 40, -1):
        field.resize(width, 30)
        field.restore()
        seen.append(field.text())
        whole = field.text().rstrip("…")
        assert (float(whole) == 0.00375) == (whole == field.text())
    assert seen[0] == "0.00375"
    assert seen[-1].endswith("…")
