"""Live runs at 60 Hz with edits, and projects opened, run and closed, for so many minutes: memory in MB/h.

The slope is Theil's and Sen's, with garbage collected and the heap trimmed before each figure and the window always in
the same state. Judged is the one after the warm-up, in which every example is opened for the first times and caches
fill, and only when there was an hour in all; the one over all is told beside it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.long.tally import Tally
from tests.long.window.child import Told, lines
from tests.long.window.course import memory_slope
from tests.long.window.home import environment

COUNT = 480  # minutes
WARM = 20  # minutes, at most half of the time
MOST_GROWTH = 1.0  # MB/h
ENOUGH = 60  # minutes from which on the slope says something
SLOWEST = 120.0  # seconds that the process may take to end


def run(tally: Tally, count: int, seed: int) -> None:
    def place(told: Told) -> tuple[int, float]:
        tally.met("gap", 1e3 * told["gap"], "ms")
        print(f"  {told['at'] / 60:.1f} min: {told['memory']:.2f} MB", flush=True)
        return round(told["at"] / 60), told["at"] / 3600

    with tempfile.TemporaryDirectory() as name, environment(Path(name)) as variables:
        told = lines("tests.long.window.last", [str(count)], variables, Path(name), SLOWEST)
        slopes = memory_slope(tally, told, place, min(WARM, count / 2) / 60)
    if slopes is not None:
        overall, slope = slopes
        tally.met("growth after the warm-up", slope, "MB/h")
        tally.met("overall", overall, "MB/h")
        if count >= ENOUGH and slope > MOST_GROWTH:
            tally.failed(f"memory grows by {slope:.2f} MB/h")
