"""Switching drawings, themes, units, projects, docks, dialogs and runs of 200 joints: memory must stay flat.

Each kind of switch has a process of its own; the figure is MB per 100 switches by a straight line after a warm-up.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.long.tally import Tally
from tests.long.window.child import lines
from tests.long.window.course import memory_slope
from tests.long.window.home import environment
from tests.long.window.switches import KINDS

COUNT = 500  # switches of each kind
WARM = 0.3  # of the switches, before memory is looked at
MOST_GROWTH = 1.0  # MB per 100 switches
SLOWEST = 60.0  # seconds that a process may take to end


def run(tally: Tally, count: int, seed: int) -> None:
    tally.total = count * len(KINDS)
    with tempfile.TemporaryDirectory() as name, environment(Path(name)) as variables:
        for kind in KINDS:
            _try(tally, kind, count, variables, Path(name))


def _try(tally: Tally, kind: str, count: int, variables: dict[str, str], folder: Path) -> None:
    told = lines("tests.long.window.grow", [kind, str(count)], variables, folder, SLOWEST)
    slopes = memory_slope(tally, told, lambda each: (each["done"], each["done"] / 100), WARM * count / 100, f"{kind} ")
    if slopes is not None:
        overall, slope = slopes
        tally.met(kind, slope, "MB/100")
        print(f"  {kind}: {slope:.3f} MB per 100 switches, {overall:.3f} with the warm-up", flush=True)
        if slope > MOST_GROWTH:
            tally.failed(f"{kind}: memory grows by {slope:.2f} MB per 100 switches")
