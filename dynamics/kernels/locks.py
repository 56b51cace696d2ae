"""One lock for everything that compiles or links, so that nothing is made twice and a fork never happens in between."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")

COMPILING = threading.RLock()
if hasattr(os, "register_at_fork"):  # a child must not inherit a lock that a thread it does not have would release
    os.register_at_fork(before=COMPILING.acquire, after_in_parent=COMPILING.release, after_in_child=COMPILING.release)


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
            with COMPILING:
                if arguments not in self._results:
                    self._results[arguments] = self._function(*arguments)
                return self._results[arguments]
