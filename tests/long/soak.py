"""Live runs at 60 Hz with edits, and projects opened, run and closed, for so many minutes: memory in MB/h.

The slope is Theil's and Sen's after a warm-up, with garbage collected and the heap trimmed before each figure and the
window always in the same state; it fails only when there was an hour to measure it in.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.long.tally import Tally
from tests.window.child import lines
from tests.window.home import environment
from tests.window.trend import growth

COUNT = 480  # minutes
WARM = 0.2  # of the time
MOST_GROWTH = 1.0  # MB/h
ENOUGH = 60  # minutes from which on the slope says something
SLOWEST = 120.0  # seconds that the process may take to end


def run(tally: Tally, count: int, seed: int) -> None:
    at, memory, minutes = list[float](), list[float](), 0
    with tempfile.TemporaryDirectory() as name, environment(Path(name)) as variables:
        for told in lines("tests.window.last", [str(count)], variables, Path(name), SLOWEST):
            if "memory" in told:
                tally.tried(round(told["at"] / 60) - minutes)
                minutes = round(told["at"] / 60)
                tally.met("gap", 1e3 * told["gap"], "ms")
                if told["at"] > WARM * 60 * count:
                    at.append(told["at"] / 3600)
                    memory.append(told["memory"])
            for why in told.get("failures", []):
                tally.failed(f"after {told['at'] / 60:.0f} minutes: {why}")
            if told.get("exit"):
                tally.failed(f"exit code {told['exit']}: {told['words']}")
    if len(memory) > 1:
        slope = growth(memory, at)
        tally.met("growth", slope, "MB/h")
        if count >= ENOUGH and slope > MOST_GROWTH:
            tally.failed(f"memory grows by {slope:.2f} MB/h")
