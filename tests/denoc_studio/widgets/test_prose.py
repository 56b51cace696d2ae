"""Texts with mathematics: what is shown, copied, followed and refused."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QImage, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from denoc.basics.errors import DynamicsError
from denoc_studio.look.preferences import Preferences
from denoc_studio.look.theme import Themes
from denoc_studio.typesetting.markup import Display, Figure, Items, Paragraph, Table, Words, read_text, words_of
from denoc_studio.widgets.texts.prose import Prose
from tests.support.studio.showing import shown

SUM = "$$x = " + " + ".join(f"a_{{{k}}}" for k in range(12)) + "$$"


def page(qtbot: QtBot, themes: Themes, text: str, width: int = 600) -> Prose:
    prose = Prose(themes, None, ("lesson",))
    prose.show_text(text)
    return shown(qtbot, prose, width, 300)


def lowest_ink(image: QImage, left: int, right: int) -> int:
    return max(y for y in range(image.height()) for x in range(left, right) if image.pixelColor(x, y).lightness() < 110)


@pytest.mark.parametrize("beside", ["", r" $\mathbf N_{l_1}$ $\frac{a}{b}$"])
def test_mathematics_stands_on_the_line_of_the_words(
    qtbot: QtBot, preferences: Preferences, themes: Themes, beside: str
) -> None:
    preferences["theme"] = "light"
    prose = page(qtbot, themes, r"H $\mathbf H$" + beside)
    image = QImage(prose.viewport().size() * 2, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(2.0)
    prose.viewport().render(image)
    ends = []
    for place in (0, 2):
        rect = prose.cursorRect(_at(prose, place)), prose.cursorRect(_at(prose, place + 1))
        ends.append(lowest_ink(image, 2 * rect[0].left() + 2, 2 * rect[1].left() - 2))
    assert abs(ends[0] - ends[1]) <= 1


def _at(prose: Prose, place: int) -> QTextCursor:
    cursor = prose.textCursor()
    cursor.setPosition(place)
    return cursor


def test_markup_of_others_is_text_and_mathematics_is_copied_as_latex(qtbot: QtBot, themes: Themes) -> None:
    prose = page(qtbot, themes, "Some <img src='/etc/passwd'> & **bold** $x_2$ \\*so\n\n$$\\frac12$$")
    assert "<img src='/etc/passwd'> & bold \ufffc *so" in prose.toPlainText()
    prose.selectAll()
    qtbot.keyClick(prose, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QApplication.clipboard().mimeData()
    assert isinstance(copied, QMimeData)
    assert copied.text() == "Some <img src='/etc/passwd'> & bold $x_{2}$ *so\n$$\\frac{1}{2}$$"
    assert "x 2" in prose.accessibleDescription()
    assert prose.loadResource(2, "/etc/passwd") is None


def test_links_of_our_own_are_told_and_others_are_words(qtbot: QtBot, themes: Themes) -> None:
    prose = page(qtbot, themes, "[three](lesson:3) [file](file:///etc/passwd) [theory](theory:x)")
    told: list[str] = []
    prose.followed.connect(told.append)
    for place in (2, 8, 14):
        spot = prose.cursorRect(_at(prose, place)).center()
        qtbot.mouseClick(prose.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(spot.x() + 2, spot.y()))
    assert told == ["lesson:3"]


def test_a_narrow_page_breaks_a_long_sum(qtbot: QtBot, themes: Themes) -> None:
    prose = page(qtbot, themes, SUM, 700)
    wide = prose.document().size().height()
    prose.resize(260, 300)
    QApplication.processEvents()
    assert prose.document().size().height() > 1.5 * wide
    assert not prose.horizontalScrollBar().maximum()


def test_one_that_grows_is_as_high_as_its_text(qtbot: QtBot, themes: Themes) -> None:
    prose = Prose(themes, grows=True)
    prose.show_text("word " * 80)
    shown(qtbot, prose, 600, 10)
    wide = prose.height()
    prose.resize(250, wide)
    QApplication.processEvents()
    assert prose.height() > 1.7 * wide
    assert not prose.verticalScrollBar().maximum()


def test_a_text_is_read_into_blocks() -> None:
    blocks = read_text(
        "# A *b*\nfirst\nsecond\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | $x$ |\n\n![w](dh:x)\n\n$$x$$"
    )
    assert blocks[1] == Paragraph((Words("first second"),))
    assert blocks[2] == Items(((Words("one more"),), (Words("two"),)))
    assert isinstance(blocks[3], Table)
    assert blocks[4] == Figure("dh:x", "w")
    assert isinstance(blocks[5], Display)
    assert words_of(blocks).splitlines()[0] == "A b"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fine\n\nbad $x_$", r"p\.md, line 3: mathematics, character 2: _ needs something"),
        ("|a|b|\n|-|-|\n|1|", r"p\.md, line 1: the rows of this table do not have 2 cells each"),
    ],
)
def test_what_cannot_be_read_is_named_and_the_page_stays(qtbot: QtBot, themes: Themes, text: str, message: str) -> None:
    prose = page(qtbot, themes, "before")
    with pytest.raises(DynamicsError, match=message):
        prose.show_text(text, "p.md")
    assert prose.toPlainText() == "before"
