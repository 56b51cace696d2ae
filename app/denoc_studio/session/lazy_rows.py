"""What follows from the samples of a run: each row is computed once, in slices that a frame has time for."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import numpy as np

from denoc.basics.caching import cached_property

FIRST = 2000  # rows of the first slice, which tells how long the others take


class Rows:
    """`compute(slice)` gives the rows of these samples; `shape` is that of all, `first` rows are the first slice."""

    def __init__(self, compute: Callable[[slice], np.ndarray], shape: tuple[int, ...], first: int = FIRST) -> None:
        self._compute = compute
        self._shape = shape
        self._slice = first
        self.done = 0

    def upto(self, count: int, seconds: float = math.inf) -> np.ndarray:
        """The rows before `count`, or as many of them as can be computed in about so many seconds."""
        end = time.perf_counter() + seconds
        while self.done < count and (began := time.perf_counter()) < end:
            self._extend(min(count, self.done + self._slice) if math.isfinite(seconds) else count)
            if time.perf_counter() - began < seconds / 4:
                self._slice *= 2
        return self._known[: min(count, self.done)]

    @cached_property
    def _known(self) -> np.ndarray:
        """Set aside when somebody asks for it; a column, which is what a curve is made of, lies in one piece."""
        return np.empty(self._shape, order="F")

    def _extend(self, end: int) -> None:
        self._known[self.done : end] = self._compute(slice(self.done, end))
        self.done = end
