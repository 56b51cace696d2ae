"""The tour through the real window: what it points at, how it goes on, and that it is never in the way."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import Preferences
from denoc_studio.project.run_edits import choose_law
from denoc_studio.window.bars.trust_badge import TrustBadge
from denoc_studio.window.main_window import MainWindow
from denoc_studio.window.tour.ring import Ring
from denoc_studio.window.tour.steps import STEPS
from denoc_studio.window.tour.tour import AROUND
from tests.support.studio.hands import type_cell
from tests.support.studio.showing import action, recolour
from tests.support.studio.windows import open_window


def rings(window: MainWindow) -> list[QRect]:
    return [ring.geometry() for ring in window.findChildren(Ring) if ring.isVisible()]


def begin(qtbot: QtBot, window: MainWindow) -> None:
    action(window, "Tour").trigger()
    qtbot.waitUntil(lambda: bool(rings(window)))


def at(qtbot: QtBot, window: MainWindow, number: int) -> None:
    qtbot.waitUntil(lambda: window.tour.step == number - 1)
    assert window.tour.card is not None
    assert window.tour.card.place.text() == f"{number} of 5"


def place(widget: QWidget, window: MainWindow) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def test_next_and_back_lead_through_five_steps_and_out(qtbot: QtBot, window: MainWindow) -> None:
    begin(qtbot, window)
    card = window.tour.card
    assert card is not None
    assert not card.back.isEnabled()
    for number in range(2, 6):
        qtbot.mouseClick(card.next, Qt.MouseButton.LeftButton)
        at(qtbot, window, number)
    qtbot.mouseClick(card.back, Qt.MouseButton.LeftButton)
    at(qtbot, window, 4)
    qtbot.mouseClick(card.next, Qt.MouseButton.LeftButton)
    assert card.next.text() == "Finish"
    qtbot.mouseClick(card.next, Qt.MouseButton.LeftButton)
    assert not card.isVisible()
    assert rings(window) == []
    assert window.session.preferences["tour"] == "done"
    begin(qtbot, window)
    at(qtbot, window, 1)


def test_doing_what_it_says_goes_on(qtbot: QtBot, preferences: Preferences) -> None:
    window = open_window(qtbot, preferences)
    document = window.session.document
    begin(qtbot, window)
    at(qtbot, window, 1)
    type_cell(qtbot, window.robot.table, 0, 1, "0.5")
    assert document.robot.links[0].a == 0.5
    at(qtbot, window, 2)
    window.arm.setFocus()
    qtbot.keyClick(window.arm, Qt.Key.Key_Space)
    at(qtbot, window, 3)
    document.edit(choose_law(document.project, "constant"), "Choose the torques")
    at(qtbot, window, 4)
    badge = window.findChild(TrustBadge)
    assert badge is not None
    badge.click()
    at(qtbot, window, 5)


def test_opening_another_project_is_no_deed(qtbot: QtBot, window: MainWindow) -> None:
    begin(qtbot, window)
    window.files.open_example("furuta")
    QApplication.processEvents()
    at(qtbot, window, 1)


@pytest.mark.parametrize("where", ["arm", "table", "run"])
def test_escape_leaves_it_and_help_takes_it_up_again(qtbot: QtBot, window: MainWindow, where: str) -> None:
    begin(qtbot, window)
    window.tour.move(1)
    target = {"arm": window.arm, "table": window.robot.table, "run": window.run.run_button}[where]
    target.setFocus()
    qtbot.keyClick(target, Qt.Key.Key_Escape)
    assert not window.tour.opened
    assert window.session.preferences["tour"] == "2"
    begin(qtbot, window)
    at(qtbot, window, 2)
    assert window.tour.card is not None
    qtbot.mouseClick(window.tour.card.close_button, Qt.MouseButton.LeftButton)
    assert not window.tour.opened


def test_the_keyboard_stays_where_it_was(qtbot: QtBot, window: MainWindow) -> None:
    window.arm.setFocus()
    begin(qtbot, window)
    for _ in STEPS[1:]:
        assert window.tour.card is not None
        qtbot.mouseClick(window.tour.card.next, Qt.MouseButton.LeftButton)
        assert QApplication.focusWidget() is window.arm
    assert not window.tour.card.isModal()


def test_closed_panels_are_opened_and_marked(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1400, 900)
    for dock in window.docks:
        dock.hide()
    begin(qtbot, window)
    for number, target in enumerate((window.robot.table, window.arm, window.run, window.plots.legend), 1):
        at(qtbot, window, number)
        qtbot.waitUntil(lambda target=target: target.isVisible() and bool(rings(window)))
        QTest.qWait(250)
        ring = rings(window)[0].adjusted(AROUND, AROUND, -AROUND, -AROUND)
        assert ring.intersects(place(target, window)), STEPS[number - 1].title
        assert (place(target, window) | ring) == place(target, window) or number == 2
        window.tour.move(1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_card_fits_into_a_small_window_and_nothing_of_it_is_cut_off(
    qtbot: QtBot, window: MainWindow, theme: str
) -> None:
    recolour(qtbot, window.session.preferences, theme)
    window.resize(800, 500)
    begin(qtbot, window)
    for number in range(1, 6):
        at(qtbot, window, number)
        QTest.qWait(250)
        card = window.tour.card
        assert card is not None
        assert window.rect().contains(card.geometry().adjusted(8, 8, -8, -8)), number
        assert card.words.height() >= card.words.heightForWidth(card.words.width())
        for part in (card.title, card.place, card.back, card.next):
            assert part.width() >= part.sizeHint().width()
        if number < 5:
            window.tour.move(1)


def test_the_first_hint_offers_it(qtbot: QtBot, window: MainWindow) -> None:
    (offer,) = [button for button in window.hint.findChildren(QPushButton) if button.text() == "Tour"]
    qtbot.mouseClick(offer, Qt.MouseButton.LeftButton)
    assert window.tour.opened
    assert not window.hint.isVisible()
    assert window.session.preferences["hint_seen"]
