"""Cycles are collected, and by the window's thread only."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from denoc_studio.window import garbage
from denoc_studio.window.garbage import MOST, Collector, collect


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
