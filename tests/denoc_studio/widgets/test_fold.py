"""Sections that fold: by mouse and keys, kept between starts, with a summary that never widens them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from denoc_studio.look.preferences import DEFAULTS, Preferences
from denoc_studio.widgets.fold import Fold
from tests.support.studio.showing import shown

SHORT, LONG = "none", "Newton-Euler, O(n), Dormand-Prince 8(5,3), rtol 1e-12, joint limits off"


def a_fold(qtbot: QtBot, preferences: Preferences) -> Fold:
    return shown(qtbot, Fold("Numerics", QLineEdit(), kept=(preferences, "open_numerics")), 300, 60)


def test_space_and_a_click_on_the_summary_toggle(qtbot: QtBot, preferences: Preferences) -> None:
    fold = a_fold(qtbot, preferences)
    fold.say(SHORT)
    fold.head.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(fold.head, Qt.Key.Key_Space)
    assert fold.body.isVisible()
    assert not fold.summary.isVisible()
    qtbot.keyClick(fold.head, Qt.Key.Key_Space)
    assert not fold.body.isVisible()
    place = fold.summary.geometry().center()
    assert fold.childAt(place) is fold.head
    qtbot.mouseClick(fold.head, Qt.MouseButton.LeftButton, pos=fold.head.mapFrom(fold, place))
    assert fold.body.isVisible()


def test_what_the_user_does_is_kept_and_what_a_fault_does_is_not(qtbot: QtBot, preferences: Preferences) -> None:
    fold = a_fold(qtbot, preferences)
    fold.open()
    assert fold.body.isVisible()
    assert preferences["open_numerics"] is DEFAULTS["open_numerics"] is False
    qtbot.mouseClick(fold.head, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(fold.head, Qt.MouseButton.LeftButton)
    assert preferences["open_numerics"]
    assert Preferences(preferences.settings)["open_numerics"]
    assert a_fold(qtbot, preferences).body.isVisible()
    preferences.restore_defaults()
    assert not fold.body.isVisible()


def test_a_summary_stands_beside_the_name_or_below_it(qtbot: QtBot, preferences: Preferences) -> None:
    fold = a_fold(qtbot, preferences)
    fold.say(SHORT)
    qtbot.waitUntil(lambda: fold.summary.geometry().right() == fold.width() - 1)
    assert fold.head.geometry().contains(fold.summary.geometry().center())
    fold.say(LONG)
    qtbot.waitUntil(lambda: fold.summary.y() > fold.head.geometry().bottom())
    fold.resize(1200, 60)
    qtbot.waitUntil(lambda: fold.head.geometry().contains(fold.summary.geometry().center()))
    assert fold.minimumSizeHint().width() < 150, "words never widen a panel"
