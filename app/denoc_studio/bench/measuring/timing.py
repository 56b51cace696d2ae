"""Time measured fairly: everything that is compared takes turns of about the same length in one process."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

SHORTEST_TURN = 2e-3  # s: a short call is repeated for so long, so that everyone runs warm
FEWEST_ROUNDS = 5


class Timing(NamedTuple):
    """Seconds per evaluation."""

    best: float
    median: float


class Work(NamedTuple):
    """A call that makes so many evaluations."""

    call: Callable[[], object]
    evaluations: int


def alternate(works: Sequence[Work], seconds: float) -> list[Timing]:
    """The time of each, in rounds of one turn each that go on for `seconds`."""
    turns = _calls_per_turn([work.call for work in works])
    samples: list[list[float]] = [[] for _ in works]
    end = time.perf_counter() + seconds
    while len(samples[0]) < FEWEST_ROUNDS or time.perf_counter() < end:
        for work, calls, sample in zip(works, turns, samples, strict=True):
            sample.append(_duration(work.call, calls) / (calls * work.evaluations))
    return [Timing(min(sample), statistics.median(sample)) for sample in samples]


def _calls_per_turn(calls: Sequence[Callable[[], object]]) -> list[int]:
    """The slowest makes one call a turn, the others as many as fit into the same time."""
    for call in calls:
        call()  # the first call may have to prepare something
    once = [_duration(call, 1) for call in calls]
    turn = max(SHORTEST_TURN, *once)
    return [math.ceil(turn / seconds) for seconds in once]


def _duration(call: Callable[[], object], calls: int) -> float:
    started = time.perf_counter()
    for _ in range(calls):
        call()
    return time.perf_counter() - started
