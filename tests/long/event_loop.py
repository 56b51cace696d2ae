"""The longest gap of the event loop in legal things: first compile, exports, bundled projects, huge runs, closing.

Each has a window and a process of its own, the first one with nothing compiled; `count` is how many of them are tried.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.long.tally import Tally
from tests.long.window.cases import CASES
from tests.long.window.child import lines
from tests.long.window.home import environment

COUNT = len(CASES)
SLOWEST = 300.0  # seconds that a process may take to end


def run(tally: Tally, count: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as name, environment(Path(name)) as variables:
        for case in list(CASES)[:count]:
            _try(tally, case, variables, Path(name))
            tally.tried()


def _try(tally: Tally, case: str, variables: dict[str, str], folder: Path) -> None:
    limit = CASES[case][0]
    for told in lines("tests.long.window.cases", [case], variables, folder, SLOWEST):
        if "gap" in told:
            gap, where = told["gap"], told["where"]
            print(
                f"  {case}: {gap:.0f} ms, {told['cpu']:.0f} of it busy, the busiest turn {told['busiest']:.0f}, "
                f"in {told['seconds']:.1f} s; {where}",
                flush=True,
            )
            tally.met(case, gap, "ms")
            if gap > limit:
                tally.failed(f"{case}: a gap of {gap:.0f} ms, where {limit:.0f} ms are allowed: {where}")
        if told.get("exit"):
            tally.failed(f"{case}: exit code {told['exit']}: {told['words']}")
