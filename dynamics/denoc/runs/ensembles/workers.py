"""Pieces of work for a number of threads: which thread does which piece changes nothing in the result."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from denoc.basics.cancelling import Cancel

A = TypeVar("A")
Tell = Callable[[int], object]  # of runs that are done
TELLING = 0.1  # s, while this thread waits for the others


class Watch:
    """What those who compute are told and tell: whether to go on, and how many runs are done."""

    def __init__(self, cancel: Cancel | None, tell: Tell) -> None:
        self._stop, self._cancel = threading.Event(), cancel
        self._lock, self._done = threading.Lock(), 0
        self._tell, self._told, self._caller = tell, -1, threading.get_ident()

    def set(self) -> None:
        self._stop.set()

    def is_set(self) -> bool:
        """Once the caller's own flag is, or `set` was called."""
        return self._stop.is_set() or (self._cancel is not None and self._cancel.is_set())

    def add(self, runs: int) -> None:
        """So many more are done; the caller is told in its own thread."""
        with self._lock:
            self._done += runs
        if threading.get_ident() == self._caller:
            self.tell()

    def tell(self) -> None:
        if self._done > self._told:
            self._told = self._done
            self._tell(self._told)


Work = Callable[[Watch], object]


def processors() -> int:
    """That this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def drawn(left: deque[A]) -> A | None:
    """The next of what is left, for whichever thread asks first."""
    try:
        return left.popleft()
    except IndexError:
        return None


def do_all(pieces: Iterable[Work], workers: int, cancel: Cancel | None, tell: Tell) -> None:
    """All pieces by so many threads, this one among them. What a piece or `tell` raises ends the others and passes
    through."""
    watch, left = Watch(cancel, tell), deque(pieces)

    def work() -> None:
        try:
            while (piece := drawn(left)) is not None:
                piece(watch)
        except BaseException:
            watch.set()
            raise

    others = min(workers, len(left)) - 1
    if others < 1:
        work()
        watch.tell()
        return
    with ThreadPoolExecutor(others, "ensemble") as pool:
        waiting = {pool.submit(work) for _ in range(others)}
        work()
        while waiting:
            done, waiting = wait(waiting, timeout=TELLING)
            for each in done:
                each.result()
            watch.tell()
