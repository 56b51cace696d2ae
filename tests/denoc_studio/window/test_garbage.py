"""Cycles are collected, and by the window's thread only."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from denoc_studio.window import garbage
from denoc_studio.window.garbage import MOST, MOST_MIDDLE_AGED, Collector, collect


class Knot:
    """Holds itself."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture
def threads() -> Iterator[list[int]]:
    """Those that have collected."""
    seen: list[int] = []

    def note(phase: str, _: dict[str, int]) -> None:
        seen.append(threading.get_ident())

    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)
    gc.unfreeze()


def test_only_the_window_collects(qtbot: QtBot, threads: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "EVERY", 5)
    owner = QObject()
    Collector(owner).settle()
    first = weakref.ref(Knot())

    def work() -> None:
        for _ in range(50 * MOST[0]):
            Knot()

    worker = threading.Thread(target=work)
    worker.start()
    qtbot.waitUntil(lambda: not worker.is_alive() and first() is None, timeout=20_000)
    assert set(threads) == {threading.get_ident()}
    owner.deleteLater()


def test_nothing_is_due_at_once(threads: list[int]) -> None:
    gc.collect()
    threads.clear()
    collect()
    assert threads == []
    knots = [Knot() for _ in range(MOST[0] + 100)]
    del knots
    collect()
    assert threads != []


def test_many_of_middle_age_are_not_left_to_become_more() -> None:
    """Else what a compiler drops in seconds is taken apart in one go, while the window stands still."""
    gc.collect()
    kept = [Knot() for _ in range(MOST_MIDDLE_AGED + 100)]
    collect()
    assert len(gc.get_objects(generation=1)) > MOST_MIDDLE_AGED
    kept += [Knot() for _ in range(MOST[0] + 100)]
    collect()
    assert len(gc.get_objects(generation=1)) < MOST_MIDDLE_AGED


def test_what_was_made_before_goes_while_the_user_is_away(
    qtbot: QtBot, threads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "AWAY_FOR", 5)
    owner = QObject()
    computing = [True]
    early = weakref.ref(Knot())
    Collector(owner, lambda: computing[0]).settle()
    gc.collect()
    assert early() is not None
    application = QGuiApplication.instance()
    assert isinstance(application, QGuiApplication)
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    qtbot.wait(30)
    assert early() is not None
    computing.clear()
    computing.append(False)
    qtbot.waitUntil(lambda: early() is None)
    owner.deleteLater()
