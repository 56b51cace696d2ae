"""The memory of a window in another process, over the course of its life."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.long.tally import Tally
from tests.long.window.child import Told
from tests.long.window.trend import growth


def memory_slope(
    tally: Tally, told: Iterable[Told], place: Callable[[Told], tuple[int, float]], after: float, words: str = ""
) -> float | None:
    """MB per unit of `place`, which gives the cases done and where that is; None where too little was told after the
    warm-up. Failures are the tally's."""
    at, memory, before = list[float](), list[float](), 0
    for each in told:
        if "memory" in each:
            done, here = place(each)
            tally.tried(done - before)
            before = done
            if here > after:
                at.append(here)
                memory.append(each["memory"])
        for why in each.get("failures", []):
            tally.failed(f"{words}after {before}: {why}")
        if each.get("exit"):
            tally.failed(f"{words}exit code {each['exit']}: {each['words']}")
    return growth(memory, at) if len(memory) > 1 else None
