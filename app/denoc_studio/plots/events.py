"""Events of a run, in words and by time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from denoc.runs.events.event_search import Event

WORDS = {
    "sticks": "sticks",
    "slips": "slips",
    "stop": "ends the run at its limit",
    "contact": "meets its stop",
    "release": "leaves its stop",
}
MOST = 6  # sentences at once


def sentence(event: Event) -> str:
    return f"joint {event.joint} {WORDS[event.kind]} at {event.t:.3f} s"


def sentences(events: Sequence[Event], start: float, end: float) -> str:
    """What happens from `start` to `end`, a line each; the rest is counted."""
    within = [event for event in events if start <= event.t <= end]
    lines = [sentence(event) for event in within[:MOST]]
    if len(within) > MOST:
        lines.append(f"and {len(within) - MOST} more")
    return "\n".join(lines)


def told_apart(times: np.ndarray, start: float, width: float) -> np.ndarray:
    """Rows of the first event in each stretch of this width, beginning at `start`: as many as can be seen."""
    _, rows = np.unique(np.floor((times - start) / width), return_index=True)
    return rows
