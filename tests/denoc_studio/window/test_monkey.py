"""Random use of the window, briefly; `python -m tests.long monkey` does it at length."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from denoc_studio.window.main_window import MainWindow
from tests.long.window.guard import KeepOpen, confine
from tests.long.window.monkey import Monkey
from tests.long.window.switches import close_what_opens
from tests.long.window.watch import Complaints
from tests.support.studio.showing import action

EVENTS = 150


def test_random_use_raises_nothing(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    random = Random(1)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    confine(random, tmp_path / "files", monkeypatch.setattr)
    window.session.preferences.settings.setValue("export/folder", str(tmp_path))
    keep, complaints = KeepOpen(), Complaints()
    window.installEventFilter(keep)
    monkey = Monkey(window, random, tmp_path / "files")
    try:
        monkey.play(EVENTS)
        assert complaints.take() == [], list(monkey.done)
    finally:
        complaints.close()
        monkey.stop()
        window.removeEventFilter(keep)


def test_the_clipboard_without_a_target_does_nothing(window: MainWindow) -> None:
    """From the menu without anything in focus, and in a table without a selection."""
    before, table = window.session.document.project, window.robot.table
    table.setFocus()
    window.arm.setFocus()
    for action_ in window.menus.clipboard.actions:
        action_.trigger()
    table.clearSelection()
    QApplication.clipboard().clear()
    for act in (table.cut, table.copy, table.paste, table.clear_selected, table.selectAll):
        act()
        table.clearSelection()
    assert window.session.document.project is before


def test_a_view_without_room_is_not_painted(window: MainWindow, qtbot: QtBot) -> None:
    """Qt would warn of painters on an empty picture, in every frame."""
    window.session.preferences["drawing"] = "painter"
    complaints = Complaints()
    window.arm._canvas.drawer.setGeometry(0, 0, 300, 0)
    window.arm._canvas.refresh()
    qtbot.wait(50)
    complaints.close()
    assert complaints.take() == []


def test_enter_on_a_cell_that_cannot_be_edited_is_quiet(window: MainWindow) -> None:
    complaints = Complaints()
    table = window.robot.table
    table.setCurrentIndex(table.model().index(-1, -1))
    table.edit_current()
    complaints.close()
    assert complaints.take() == []


def test_dialogs_that_were_closed_are_gone(window: MainWindow) -> None:
    before = set(window.findChildren(QDialog))
    for name in ("Commands", "Examples", "About DeNOC Studio", "Show the log", "Project notes"):
        close_what_opens(action(window, name).trigger)
        assert set(window.findChildren(QDialog)) == before, name
