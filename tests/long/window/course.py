"""The memory of a window in another process, over the course of its life."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.long.tally import Tally
from tests.long.window.child import Told
from tests.long.window.trend import growth


def memory_slope(
    tally: Tally, told: Iterable[Told], place: Callable[[Told], tuple[int, float]], after: float, words: str = ""
) -> tuple[float, float] | None:
    """MB per unit of `place`, which gives the cases done and where that is: over all, and after the warm-up. None where
    too little was told after it. Failures are the tally's."""
    at, memory, before = list[float](), list[float](), 0
    for each in told:
        if "memory" in each:
            done, here = place(each)
            tally.tried(done - before)
            before = done
            at.append(here)
            memory.append(each["memory"])
        for why in each.get("failures", []):
            tally.failed(f"{words}after {before}: {why}")
        if each.get("exit"):
            tally.failed(f"{words}exit code {each['exit']}: {each['words']}")
    warm = sum(here <= after for here in at)
    return (growth(memory, at), growth(memory[warm:], at[warm:])) if len(at) - warm > 1 else None
