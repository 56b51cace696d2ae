"""The figures of the Denavit-Hartenberg parameters as they are painted and as the help shows them."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTextDocument
from PySide6.QtWidgets import QDialog, QTextBrowser
from pytestqt.qtbot import QtBot

from denoc.arm.robot import Convention
from denoc_studio.look.palettes import DARK, LIGHT, Theme
from denoc_studio.picture.arm.dh_diagram import dh_diagram
from denoc_studio.window.help.dh_picture import SIZE, dh_image, paint_diagram
from denoc_studio.window.help.theory import TheoryDialog
from denoc_studio.window.main_window import MainWindow
from tests.support.studio.showing import action

CONVENTIONS: tuple[Convention, ...] = ("standard", "modified")


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_no_word_lies_on_another_or_is_cut_off(qtbot: QtBot, convention: Convention) -> None:
    image = QImage(SIZE, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    words = paint_diagram(painter, dh_diagram(convention), LIGHT)
    painter.end()
    assert {text for text, _ in words} >= {"aᵢ", "αᵢ", "θᵢ", "bᵢ" if convention == "standard" else "dᵢ", "Oᵢ", "zᵢ₋₁"}
    for (one, room), (other, place) in combinations(words, 2):
        assert not room.adjusted(2, 4, -2, -4).intersects(place.adjusted(2, 4, -2, -4)), (one, other)
    assert all(QRectF(0, 0, SIZE.width(), SIZE.height()).contains(room) for _, room in words)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_it_is_painted_in_the_themes_colours_at_every_scale(qtbot: QtBot, theme: Theme) -> None:
    small, large = (dh_image("standard", theme, ratio) for ratio in (1.0, 2.0))
    assert large.width() == 2 * small.width() == 2 * SIZE.width()
    assert small.pixelColor(0, 0).name() == large.pixelColor(0, 0).name() == theme.base
    colours = {large.pixelColor(x, y).name() for x in range(0, large.width(), 2) for y in range(0, large.height(), 2)}
    assert theme.ink in colours


def test_the_question_at_the_table_opens_the_figures(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.mouseClick(window.robot.header.question, Qt.MouseButton.LeftButton)
    (dialog,) = window.findChildren(QDialog, "Denavit-Hartenberg parameters")
    page = dialog.findChild(QTextBrowser)
    assert page is not None
    assert page.toPlainText().startswith("Standard")
    assert _pictures(page.document()) == ["dh:standard", "dh:modified"]
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    window.robot.header.convention.buttons["modified"].click()
    action(window, "DH parameters").trigger()
    (dialog,) = (found for found in window.findChildren(QDialog, "Denavit-Hartenberg parameters") if found.isVisible())
    page = dialog.findChild(QTextBrowser)
    assert page is not None
    assert page.toPlainText().startswith("Modified")
    dialog.close()


def test_the_theory_shows_both_and_follows_the_theme(qtbot: QtBot, window: MainWindow) -> None:
    action(window, "Theory in brief").trigger()
    (dialog,) = window.findChildren(QDialog, "Theory in brief")
    assert isinstance(dialog, TheoryDialog)
    page = dialog.page
    assert not _pictures(page.document())
    dialog.list.setFocus()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    assert page.toPlainText().startswith("The table")
    assert _pictures(page.document()) == ["dh:standard", "dh:modified"]
    for name, theme in (("dark", DARK), ("light", LIGHT)):
        window.session.preferences["theme"] = name
        picture = page.loadResource(QTextDocument.ResourceType.ImageResource.value, "dh:standard")
        assert isinstance(picture, QImage)
        assert picture.pixelColor(0, 0).name() == theme.base
        assert _pictures(page.document()) == ["dh:standard", "dh:modified"]
    dialog.close()


def _pictures(document: QTextDocument) -> list[str]:
    found = []
    block = document.begin()
    while block.isValid():
        for piece in block:
            form = piece.fragment().charFormat()
            if form.isImageFormat():
                found.append(form.toImageFormat().name())
        block = block.next()
    return found
