"""One thread that makes kernels while others work. The newest wish comes first; wishes of forgotten robots lapse."""

from __future__ import annotations

import atexit
import logging
import os
import threading
import weakref
from collections.abc import Callable, Hashable
from typing import Any

_log = logging.getLogger("denoc")


class Workshop:
    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """As it was made; also in a forked process, which has none of the threads."""
        self._wishes: dict[Hashable, tuple[weakref.ref[Any], Callable[[Any], object]]] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._working = False
        self._closed = False

    def wish(self, key: Hashable, owner: Any, make: Callable[[Any], object]) -> None:
        """Calls make(owner) soon, in the background, if the owner still lives by then."""
        with self._changed:
            if self._closed:
                return
            self._wishes.pop(key, None)
            self._wishes[key] = (weakref.ref(owner), make)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="kernels", daemon=True)
                self._thread.start()
                atexit.register(self.close)
            self._changed.notify_all()

    def wait(self, timeout: float | None = None) -> bool:
        """Until nothing is left to make."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._wishes and not self._working, timeout)

    def close(self) -> None:
        """Finishes what is being made and forgets the rest: no thread may compile while Python shuts down."""
        with self._changed:
            self._closed = True
            self._wishes.clear()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._working = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._wishes or self._closed)
                if self._closed:
                    return
                reference, make = self._wishes.pop(next(reversed(self._wishes)))
                self._working = True
            owner = reference()
            if owner is not None:
                try:
                    make(owner)
                except Exception:  # the slower way still works
                    _log.exception("a kernel could not be made")
            del owner


WORKSHOP = Workshop()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WORKSHOP.reset)
