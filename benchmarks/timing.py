"""Time measured fairly: everything that is compared takes turns in one process."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

FEWEST_ROUNDS = 5


class Timing(NamedTuple):
    """Seconds per evaluation."""

    best: float
    median: float


class Work(NamedTuple):
    """A call that makes `count` evaluations."""

    call: Callable[[], object]
    count: int


def alternate(works: Sequence[Work], seconds: float) -> list[Timing]:
    """The time of each, after one unmeasured round, in rounds that go on for `seconds`."""
    for work in works:
        work.call()
    samples: list[list[float]] = [[] for _ in works]
    end = time.perf_counter() + seconds
    while len(samples[0]) < FEWEST_ROUNDS or time.perf_counter() < end:
        for sample, (call, count) in zip(samples, works, strict=True):
            started = time.perf_counter()
            call()
            sample.append((time.perf_counter() - started) / count)
    return [Timing(min(sample), statistics.median(sample)) for sample in samples]


def repeated(call: Callable[[], object], count: int) -> Work:
    """`count` calls in a row, for calls too short for the clock."""

    def many() -> None:
        for _ in range(count):
            call()

    return Work(many, count)
