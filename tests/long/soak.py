"""Live runs at 60 Hz with edits, and projects opened, run and closed, for so many minutes: memory in MB/h.

The slope is Theil's and Sen's after a warm-up, with garbage collected and the heap trimmed before each figure and the
window always in the same state; it fails only when there was an hour to measure it in.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.long.tally import Tally
from tests.long.window.child import Told, lines
from tests.long.window.course import memory_slope
from tests.long.window.home import environment

COUNT = 480  # minutes
WARM = 0.2  # of the time
MOST_GROWTH = 1.0  # MB/h
ENOUGH = 60  # minutes from which on the slope says something
SLOWEST = 120.0  # seconds that the process may take to end


def run(tally: Tally, count: int, seed: int) -> None:
    def place(told: Told) -> tuple[int, float]:
        tally.met("gap", 1e3 * told["gap"], "ms")
        return round(told["at"] / 60), told["at"] / 3600

    with tempfile.TemporaryDirectory() as name, environment(Path(name)) as variables:
        told = lines("tests.long.window.last", [str(count)], variables, Path(name), SLOWEST)
        slope = memory_slope(tally, told, place, WARM * count / 60)
    if slope is not None:
        tally.met("growth", slope, "MB/h")
        if count >= ENOUGH and slope > MOST_GROWTH:
            tally.failed(f"memory grows by {slope:.2f} MB/h")
