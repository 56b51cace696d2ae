"""Cancelling what a run needs before its first step: long searches look at the flag of the run that asked for them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Cancel(Protocol):
    """A threading.Event, or anything else with is_set()."""

    def is_set(self) -> bool: ...


class Cancelled(Exception):
    """Nobody waits for the result any more."""


_thread = threading.local()  # the flag: between a run and its searches lie torque functions that are not told of it


@contextmanager
def cancellable(cancel: Cancel | None) -> Iterator[None]:
    """What this thread computes inside ends with Cancelled soon after the flag is set."""
    before = getattr(_thread, "cancel", None)
    _thread.cancel = cancel
    try:
        yield
    finally:
        _thread.cancel = before


def check_cancelled() -> None:
    """To be called every few milliseconds."""
    cancel: Cancel | None = getattr(_thread, "cancel", None)
    if cancel is not None and cancel.is_set():
        raise Cancelled
