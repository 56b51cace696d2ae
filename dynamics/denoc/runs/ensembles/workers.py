"""Pieces of work for a number of threads: which thread does which piece changes nothing in the result."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from denoc.basics.cancelling import Cancel

Work = Callable[[Cancel], object]
Tell = Callable[[int], object]  # of pieces that are done


class Flag:
    """Set once the caller's own flag is, or `set` was called."""

    def __init__(self, other: Cancel | None) -> None:
        self._own = threading.Event()
        self._other = other

    def set(self) -> None:
        self._own.set()

    def is_set(self) -> bool:
        return self._own.is_set() or (self._other is not None and self._other.is_set())


def processors() -> int:
    """That this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def do_all(pieces: Sequence[Work], workers: int, cancel: Cancel | None, tell: Tell) -> None:
    """All pieces by so many threads. What a piece or `tell` raises ends the others and passes through."""
    flag, workers = Flag(cancel), min(workers, len(pieces))
    if workers <= 1:
        for count, piece in enumerate(pieces, 1):
            piece(flag)
            tell(count)
        return
    with ThreadPoolExecutor(workers, "ensemble") as pool:
        try:
            waiting = {pool.submit(piece, flag) for piece in pieces}
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for each in done:
                    each.result()
                tell(len(pieces) - len(waiting))
        except BaseException:
            flag.set()
            raise
