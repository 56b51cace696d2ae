"""The one field for numbers: typing, refusing, stepping, units, locales."""

from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QWheelEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from denoc.basics.errors import DynamicsError, OutOfRange
from denoc_studio.project.entry.joint_units import COUNT
from denoc_studio.project.entry.numbers import DEGREE, KILOGRAM, METRE, RADIAN, Unit, editable, parse_number, reason_in
from denoc_studio.project.entry.stepping import stepped
from denoc_studio.widgets.fields.number_field import NumberField

BAD = ["", "abc", "nan", "inf", "1e400", "--1", "1.2.3", "\u0661\u0662", "1_000", "1,000.5", "0x10", "1 2"]
LOCALES = ["de_DE", "fr_FR", "ar_EG", "hi_IN", "ru_RU", "en_US"]


class Heard:
    """What a field has emitted."""

    def __init__(self, field: NumberField) -> None:
        self.edited: list[object] = []
        self.stepped: list[object] = []
        field.edited.connect(self.edited.append)
        field.stepped.connect(self.stepped.append)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    QVBoxLayout(widget)
    return widget


def put(qtbot: QtBot, window: QWidget, field: NumberField) -> Heard:
    window.layout().addWidget(field)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    return Heard(field)


def type_in(qtbot: QtBot, field: NumberField, text: str) -> None:
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    if text.isascii():
        qtbot.keyClicks(field, text)
    else:  # QTest has no keys for these
        QApplication.clipboard().setText(text)
        qtbot.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize(
    ("text", "value"), [("0,45", 0.45), ("0.45", 0.45), ("1e-3", 0.001), (" +2 ", 2.0), (".5", 0.5)]
)
def test_enter_emits_the_value_once(qtbot: QtBot, window: QWidget, text: str, value: float) -> None:
    field = NumberField(METRE)
    heard = put(qtbot, window, field)
    type_in(qtbot, field, text)
    assert heard.edited == []
    qtbot.keyClick(field, Qt.Key.Key_Return)
    field.clearFocus()
    assert heard.edited == [value]
    assert field.value == value


def test_leaving_the_field_emits_too(qtbot: QtBot, window: QWidget) -> None:
    field = NumberField(KILOGRAM)
    heard = put(qtbot, window, field)
    type_in(qtbot, field, "2")
    field.clearFocus()
    assert heard.edited == [2.0]


def test_visiting_a_field_changes_nothing(qtbot: QtBot, window: QWidget) -> None:
    field = NumberField(DEGREE)
    field.set_value(0.1234567890123456)
    heard = put(qtbot, window, field)
    assert parse_number(field.text(), DEGREE) == 0.1234567890123456
    qtbot.keyClick(field, Qt.Key.Key_Return)
    field.clearFocus()
    assert heard.edited == []
    assert field.text() == "7.07355"


@pytest.mark.parametrize("text", BAD)
def test_bad_text_is_marked_and_kept(qtbot: QtBot, window: QWidget, text: str) -> None:
    field = NumberField(METRE)
    field.set_value(0.3)
    field.setToolTip("Length in m")
    heard = put(qtbot, window, field)
    type_in(qtbot, field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert heard.edited == []
    assert field.value == 0.3
    assert field.text() == text
    assert field.problem
    assert field.toolTip() == field.accessibleDescription() == field.problem
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.problem, field.text(), field.toolTip()) == ("", "0.3", "Length in m")


def test_correcting_bad_text_clears_the_mark(qtbot: QtBot, window: QWidget) -> None:
    field = NumberField(METRE, minimum=0.0)
    heard = put(qtbot, window, field)
    type_in(qtbot, field, "-1")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert "below 0" in field.problem
    type_in(qtbot, field, "1")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.problem == ""
    assert heard.edited == [1.0]


def test_a_refusal_keeps_the_text_and_the_value_before(qtbot: QtBot, window: QWidget) -> None:
    field = NumberField(METRE)
    field.set_value(2.0)
    put(qtbot, window, field)
    field.edited.connect(lambda _: field.refuse("too long for this room"))
    type_in(qtbot, field, "7")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert (field.value, field.text(), field.problem) == (2.0, "7", "too long for this room")
    field.set_value(3.0)
    assert (field.value, field.text(), field.problem) == (3.0, "3", "")


def test_an_optional_field_may_be_empty(qtbot: QtBot, window: QWidget) -> None:
    field = NumberField(METRE, optional=True)
    field.set_value(1.0)
    heard = put(qtbot, window, field)
    type_in(qtbot, field, "")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert heard.edited == [None]
    field.set_value(math.inf)
    assert field.value is None


def test_keys_step(qtbot: QtBot, window: QWidget) -> None:
    field = NumberField(METRE)
    field.set_value(0.3)
    heard = put(qtbot, window, field)
    qtbot.keyClick(field, Qt.Key.Key_Up)
    qtbot.keyClick(field, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(field, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert heard.stepped == [0.31, 0.41, 0.409]
    assert heard.edited == []


def test_steps_stop_at_the_minimum(qtbot: QtBot, window: QWidget) -> None:
    field = NumberField(KILOGRAM, minimum=0.0)
    heard = put(qtbot, window, field)
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert heard.stepped == []
    assert field.value == 0.0


def wheel(field: NumberField, delta: int) -> None:
    place = QPointF(field.rect().center())
    event = QWheelEvent(
        place, QPointF(field.mapToGlobal(place.toPoint())), QPoint(), QPoint(0, delta), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(field, event)


def test_the_wheel_steps_only_with_focus(qtbot: QtBot, window: QWidget) -> None:
    field = NumberField(DEGREE)
    heard = put(qtbot, window, field)
    wheel(field, 120)
    wheel(field, 60)
    wheel(field, 60)
    assert heard.stepped == [math.radians(1), parse_number("1.1", DEGREE)]
    field.clearFocus()
    wheel(field, 120)
    assert len(heard.stepped) == 2


def test_another_unit_shows_the_same_value(qtbot: QtBot, window: QWidget) -> None:
    field = NumberField(DEGREE)
    field.set_value(math.pi / 2)
    heard = put(qtbot, window, field)
    assert field.text() == "90"
    field.set_unit(RADIAN)
    assert field.text() == "1.5707963267948966"
    assert field.value == math.pi / 2
    assert heard.edited == []


def test_undo_is_the_documents_until_something_is_typed(qtbot: QtBot, window: QWidget) -> None:
    field = NumberField(METRE)
    undone: list[str] = []
    action = QAction(window)
    action.setShortcut("Ctrl+Z")
    action.triggered.connect(lambda: undone.append("once"))
    window.addAction(action)
    put(qtbot, window, field)
    type_in(qtbot, field, "5")
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == []
    type_in(qtbot, field, "5")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == ["once"]


@pytest.mark.parametrize("name", LOCALES)
def test_no_locale_changes_a_number(qtbot: QtBot, window: QWidget, name: str) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(name))
    try:
        field = NumberField(METRE)
        heard = put(qtbot, window, field)
        for text, value in (("1.5", 1.5), ("2,5", 2.5), ("1234.5", 1234.5)):
            type_in(qtbot, field, text)
            qtbot.keyClick(field, Qt.Key.Key_Return)
            assert heard.edited[-1] == value
            assert field.text() == editable(value)
    finally:
        QLocale.setDefault(before)


numbers = st.floats(-1e12, 1e12, allow_nan=False)


@given(numbers, st.sampled_from([METRE, RADIAN, DEGREE]))
def test_every_number_has_a_text_in_every_unit(value: float, unit: Unit) -> None:
    assert parse_number(editable(value, unit), unit) == value


@given(st.integers(-36000, 36000))
def test_degrees_are_those_of_everybody_else(hundredths: int) -> None:
    angle = hundredths / 100
    assert parse_number(str(angle), DEGREE) == angle * (math.pi / 180)
    assert float(editable(angle * (math.pi / 180), DEGREE)) == angle


@given(st.decimals(-1000, 1000, places=3), st.sampled_from([METRE, DEGREE]), st.integers(-1, 1))
def test_a_step_up_is_an_increase(number: object, unit: Unit, shift: int) -> None:
    value = parse_number(str(number), unit)
    assert stepped(value, unit, 1, shift) > value
    assert stepped(value, unit, -1, shift) < value


def test_a_count_steps_by_whole_numbers() -> None:
    for value, up, down in ((10, 11, 9), (5, 6, 4), (1, 2, 0), (0, 1, -1), (1001, 1101, 901)):
        assert [stepped(value, COUNT, steps) for steps in (1, -1)] == [up, down]
        assert stepped(value, COUNT, 1, -1) == value + max(1, (up - value) // 10)


@pytest.mark.parametrize("start", [0.3, -0.12, 5.0, 0.004])
def test_spinning_reaches_and_crosses_zero(start: float) -> None:
    value, sign = start, math.copysign(1, start)
    for _ in range(300):
        value = stepped(value, METRE, int(-sign))
        if value * sign < 0:
            return
    pytest.fail(f"{start} never got below zero: {value}")


def test_digits_fit_the_field_and_the_exponent_stays_whole(qtbot: QtBot) -> None:
    field = NumberField(KILOGRAM)
    qtbot.addWidget(field)
    field.resize(80, 24)
    field.show()
    field.set_value(3.33333e-07)
    assert field.text() == "3.3e-07…"
    assert field.fontMetrics().horizontalAdvance(field.text()) < 80 - field.textMargins().right()
    field.resize(240, 24)
    assert field.text() == "3.33333e-07"


def test_a_count_is_told_to_its_last_digit(qtbot: QtBot) -> None:
    field = NumberField(COUNT)
    qtbot.addWidget(field)
    field.resize(200, 26)
    field.show()
    field.set_value(1_000_000)
    assert field.text() == "1000000"
    field.set_value(1_000_001)
    assert field.text() == "1000001"


def test_ctrl_z_takes_refused_text_back(qtbot: QtBot) -> None:
    field = NumberField(KILOGRAM, minimum=0.0)
    qtbot.addWidget(field)
    field.set_value(0.5)
    field.show()
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "-3")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.problem
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == "0.5"
    assert not field.problem


def test_bounds_are_told_in_the_unit_that_is_shown() -> None:
    error = OutOfRange("must be within {} and {}", (-math.pi, math.pi))
    assert reason_in(error, DEGREE) == "must be within -180° and 180°"
    assert reason_in(error, RADIAN) == error.reason == "must be within -3.14159 and 3.14159"
    assert reason_in(DynamicsError("no"), DEGREE) == "no"
    assert reason_in(error.in_link(2), DEGREE) == "must be within -180° and 180°"  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(error)).bounds == error.bounds
