"""One lock for everything that compiles or links, so that nothing is made twice and a fork never happens in between."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")

COMPILING = threading.RLock()
if hasattr(os, "register_at_fork"):  # a child must not inherit a lock that a thread it does not have would release
    os.register_at_fork(before=COMPILING.acquire, after_in_parent=COMPILING.release, after_in_child=COMPILING.release)


_thread = threading.local()  # `clock`: what asks for code to be made lies many calls above, in any function


class Clock:
    """The time that one thread spends on code being compiled, linked or loaded; any thread may read it."""

    def __init__(self) -> None:
        self._spent = self._since = 0.0
        self._depth = 0

    @property
    def running(self) -> bool:
        return self._depth > 0

    @property
    def seconds(self) -> float:
        """So far, with what is under way."""
        return self._spent + (time.perf_counter() - self._since if self._depth else 0.0)

    def start(self) -> None:
        if not self._depth:
            self._since = time.perf_counter()
        self._depth += 1

    def stop(self) -> None:
        if self._depth == 1:
            self._spent += time.perf_counter() - self._since
        self._depth -= 1


def clock() -> Clock:
    """That of this thread."""
    if not hasattr(_thread, "clock"):
        _thread.clock = Clock()
    found: Clock = _thread.clock
    return found


@contextmanager
def making() -> Iterator[None]:
    """Holds the lock; the thread's time with it, and of waiting for it, counts as `seconds_waited`."""
    clock().start()
    try:
        with COMPILING:
            yield
    finally:
        clock().stop()


def seconds_waited() -> float:
    """That this thread has spent so far on code being compiled, linked or loaded."""
    return clock().seconds


class Once(Generic[T]):
    """A function that is called once for each argument, whatever the number of threads; results are kept."""

    def __init__(self, function: Callable[..., T]) -> None:
        self._function = function
        self._results: dict[tuple[Hashable, ...], T] = {}
        self.__doc__ = function.__doc__

    def __call__(self, *arguments: Hashable) -> T:
        try:
            return self._results[arguments]
        except KeyError:
            with making():
                if arguments not in self._results:
                    self._results[arguments] = self._function(*arguments)
                return self._results[arguments]
