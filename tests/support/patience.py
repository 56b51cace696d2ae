"""Waiting for the window, however busy the machine is: a wait that is met costs nothing, so none is short."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

PATIENCE = 300_000  # milliseconds
SECONDS = PATIENCE / 1000


class PatientBot(QtBot):
    """No wait that must be met is shorter than PATIENCE; those for silence last as long as they say."""

    def waitUntil(self, callback: Any, *, timeout: int = PATIENCE) -> None:
        super().waitUntil(callback, timeout=max(timeout, PATIENCE))

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE, raising: bool | None = None, **more: Any) -> Any:
        patience = timeout if raising is False else max(timeout, PATIENCE)
        return super().waitSignal(signal, timeout=patience, raising=raising, **more)

    def waitSignals(self, signals: Any, *, timeout: int = PATIENCE, raising: bool | None = None, **more: Any) -> Any:
        patience = timeout if raising is False else max(timeout, PATIENCE)
        return super().waitSignals(signals, timeout=patience, raising=raising, **more)

    def waitExposed(self, widget: QWidget, *, timeout: int = PATIENCE) -> AbstractContextManager[None]:
        """Now, not at the end of a with block, which is forgotten too easily."""
        assert QTest.qWaitForWindowExposed(widget, max(timeout, PATIENCE)), "the window is not shown"
        return nullcontext()
