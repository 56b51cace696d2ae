"""Switching drawings, themes, units, projects, docks, dialogs and runs of 200 joints: memory must stay flat.

Each kind of switch has a process of its own; the figure is MB per 100 switches by a straight line after a warm-up.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.long.tally import Tally
from tests.window.child import lines
from tests.window.home import environment
from tests.window.switches import KINDS
from tests.window.trend import growth

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
    at, memory, before = list[float](), list[float](), 0
    for told in lines("tests.window.grow", [kind, str(count)], variables, folder, SLOWEST):
        if "memory" in told:
            tally.tried(told["done"] - before)
            before = told["done"]
            if told["done"] > WARM * count:
                at.append(told["done"])
                memory.append(told["memory"])
        for why in told.get("failures", []):
            tally.failed(f"{kind}: {why}")
        if told.get("exit"):
            tally.failed(f"{kind}: exit code {told['exit']}: {told['words']}")
    if len(memory) > 1:
        slope = 100 * growth(memory, at)
        tally.met(kind, slope, "MB/100")
        print(f"  {kind}: {slope:.3f} MB per 100 switches, {memory[-1]:.0f} MB at last", flush=True)
        if slope > MOST_GROWTH:
            tally.failed(f"{kind}: memory grows by {slope:.2f} MB per 100 switches")
