"""Cancelling, and saying how much is done: long searches look at the flag of the run that asked for them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from denoc.basics.errors import DynamicsError

Progress = Callable[[float], object]


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


def check_watchers(cancel: object, progress: object = None) -> None:
    """Something with is_set(), and a function, or None each."""
    if cancel is not None and not callable(getattr(cancel, "is_set", None)):
        raise DynamicsError("something with is_set() is needed", field="cancel", value=cancel)
    if progress is not None and not callable(progress):
        raise DynamicsError("a function is needed", field="progress", value=progress)


def tell(progress: Progress | None, share: float) -> None:
    """How much is done, from 0 to 1."""
    if progress is None:
        return
    try:
        progress(share)
    except Exception as error:
        error.add_note("raised by the progress function")
        raise
