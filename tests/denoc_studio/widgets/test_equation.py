"""The equation as a widget: what the mouse and the keyboard light, what is copied and said, and how it fits."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from denoc_studio.look.palettes import DARK, LIGHT
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.typesetting.nodes import EQUALS, PLUS, Node, Number, Symbol, row, variable
from denoc_studio.widgets.texts.equation import Equation
from tests.support.studio.showing import recolour, shown


def wrench() -> Node:
    two = Number("2", colour="joint 2")
    return row(
        variable("γ", two, style="bold", key="gamma"),
        EQUALS,
        row(variable("M", two, style="bold", key="M"), variable("t", two, accent="dot", style="bold"), key="first"),
        PLUS,
        Symbol("x", key="x"),
    )


def made(qtbot: QtBot, themes: Themes, width: int = 500) -> Equation:
    equation = Equation(themes)
    equation.show_lines(wrench(), joints=3)
    return shown(qtbot, equation, width, 80)


def point(equation: Equation, key: str) -> QPoint:
    place = equation.place(key)
    assert place is not None
    return place.toPoint()


def painted(equation: Equation) -> QImage:
    """With all colours, which a screen of the tests may not have."""
    image = QImage(equation.size(), QImage.Format.Format_RGB32)
    equation.render(image)
    return image


def colours(equation: Equation) -> set[str]:
    image = painted(equation)
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_the_part_under_the_mouse_is_told_and_lit(qtbot: QtBot, preferences: Preferences, themes: Themes) -> None:
    preferences["theme"] = "light"
    equation = made(qtbot, themes)
    told: list[object] = []
    pressed: list[object] = []
    equation.hovered.connect(told.append)
    equation.clicked.connect(pressed.append)
    assert LIGHT.select not in colours(equation)
    qtbot.mouseMove(equation.viewport(), point(equation, "M"))
    qtbot.waitUntil(lambda: told == ["M"])
    assert {LIGHT.select, LIGHT.ink} <= colours(equation)
    qtbot.mouseMove(equation.viewport(), point(equation, "x"))
    qtbot.waitUntil(lambda: told == ["M", "x"])
    qtbot.mouseClick(equation.viewport(), Qt.MouseButton.LeftButton, pos=point(equation, "x"))
    assert pressed == ["x"]
    qtbot.mouseMove(equation.viewport(), QPoint(equation.width() - 2, 70))
    qtbot.waitUntil(lambda: told == ["M", "x", None])
    equation.light(["first"])
    assert LIGHT.select in colours(equation)
    recolour(qtbot, preferences, "dark")
    assert DARK.select in colours(equation)
    assert LIGHT.select not in colours(equation)


def test_the_keyboard_goes_from_part_to_part(qtbot: QtBot, themes: Themes) -> None:
    equation = made(qtbot, themes)
    equation.activateWindow()
    qtbot.waitUntil(equation.hasFocus)
    equation.clearFocus()
    equation.setFocus(Qt.FocusReason.TabFocusReason)
    assert equation.current == "gamma"
    seen = []
    for _ in range(4):
        qtbot.keyClick(equation, Qt.Key.Key_Right)
        seen.append(equation.current)
    assert seen == ["first", "M", "x", "x"]
    assert equation.accessibleDescription() == "x"
    qtbot.keyClick(equation, Qt.Key.Key_Left)
    qtbot.keyClick(equation, Qt.Key.Key_Left)
    assert equation.current == "first"
    assert equation.accessibleDescription() == "M 2 times t dot 2"
    qtbot.keyClick(equation, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == (r"\boldsymbol{\gamma}_{2} = \mathbf{M}_{2}\dot{\mathbf{t}}_{2} + x")
    qtbot.keyClick(equation, Qt.Key.Key_Escape)
    assert equation.current is None
    assert equation.accessibleName() == "gamma 2 equals M 2 times t dot 2 plus x"


def test_a_narrow_room_breaks_and_then_scrolls(qtbot: QtBot, themes: Themes) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    equation = Equation(themes)
    equation.show_lines(wrench())
    column.addWidget(equation)
    column.addStretch()
    shown(qtbot, page, 600, 300)
    wide, natural = equation.height(), equation.sizeHint().width()
    assert not equation.horizontalScrollBar().maximum()
    assert equation.minimumSizeHint().width() < natural / 1.5
    page.resize(natural * 3 // 4, 300)
    QApplication.processEvents()
    assert equation.height() > 1.5 * wide
    assert not equation.horizontalScrollBar().maximum()
    long = Equation(themes)
    long.show_lines(row(Symbol("abcdefghijklmnopqrstuvwxyz" * 3, key="long")))
    shown(qtbot, long, 200, 80)
    assert long.horizontalScrollBar().maximum() > 100
    long.show_lines(row(Symbol("x", key="x"), Symbol("abcdefghijklmnopqrstuvwxyz" * 3), Symbol("y", key="y")))
    qtbot.keyClick(long, Qt.Key.Key_End)
    place = long.place("y")
    assert place is not None
    assert 0 <= place.x() <= long.viewport().width()


def test_it_grows_with_the_users_font(qtbot: QtBot, themes: Themes) -> None:
    equation = made(qtbot, themes)
    before, font = equation.sizeHint(), QApplication.font()
    larger = QApplication.font()
    larger.setPointSizeF(2 * font.pointSizeF())
    try:
        QApplication.setFont(larger)
        assert equation.sizeHint().width() > 1.8 * before.width()
    finally:
        QApplication.setFont(font)


def test_indices_have_their_joints_colour(qtbot: QtBot, preferences: Preferences, themes: Themes) -> None:
    preferences["theme"] = "light"
    equation = made(qtbot, themes)
    image = painted(equation)
    orange = QColor("#D55E00")
    near = sum(
        abs(image.pixelColor(x, y).hue() - orange.hue()) < 6 and image.pixelColor(x, y).saturation() > 120
        for x in range(image.width())
        for y in range(image.height())
    )
    assert near > 10
