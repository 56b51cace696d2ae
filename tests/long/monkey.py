"""Random use of the real window: keys, clicks, drags, menus, dialogs, junk pasted, runs, exports.

No exception in the log, no warning of Qt's, no crash, no gap of the event loop above 5 s, memory that stays flat, and
nothing written outside a temporary folder. Block k of seed s alone: `run_blocks(tally, s, k, 1)`.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.long.tally import Tally
from tests.long.window.child import lines
from tests.long.window.home import environment
from tests.long.window.trend import growth

COUNT = 20_000
BLOCK = 500  # events, replayable by the seed and their number
WARM = 5  # blocks before memory is looked at
MOST_GROWTH = 1.0  # MB per 1000 events, by a straight line after the warm-up
SLOWEST = 600.0  # seconds that the process may take to end


def run(tally: Tally, count: int, seed: int) -> None:
    run_blocks(tally, seed, 0, max(1, count // BLOCK), min(count, BLOCK))


def run_blocks(tally: Tally, seed: int, first: int, blocks: int, events: int = BLOCK) -> None:
    """A window that crashes is started again at the block after."""
    end, memory = first + blocks, list[float]()
    with tempfile.TemporaryDirectory() as name, environment(Path(name)) as variables:
        while first < end:
            arguments = [str(each) for each in (seed, first, end - first, events)]
            for told in lines("tests.long.window.use", arguments, variables, Path(name), SLOWEST):
                if "events" in told:
                    first = told["block"] + 1
                    memory.append(told["memory"])
                    tally.tried(told["events"])
                    tally.met("gap", told["gap"], "s")
                    print(f"  block {told['block']}: {told['memory']:.1f} MB, gap {told['gap']:.2f} s {told['where']}")
                for why in told.get("failures", []):
                    tally.failed(f"block {told['block']}, after {told['after']}: {why}")
                if told.get("exit"):
                    last = (Path(name) / "last.txt").read_text()
                    tally.failed(f"block {first}, exit code {told['exit']} in {last}: {told['words']}")
                    first += 1
    _judge(tally, memory, events)


def _judge(tally: Tally, memory: list[float], events: int) -> None:
    if len(memory) > 2 * WARM:
        slope = growth(memory[WARM:]) * 1000 / events
        tally.met("growth", slope, "MB per 1000 events")
        if slope > MOST_GROWTH:
            tally.failed(f"memory grows by {slope:.2f} MB per 1000 events")
