"""The longest gap of the event loop, but for time that other processes took: compiling, exports, projects, huge runs.

Each has a window and a process of its own, the first one with nothing compiled; `count` is how many of them are tried.
Judged is the longest gap without the time in which the window's thread was ready to work and had no processor: that
depends on what else the machine does. The row gives it, the lines above it the whole gap too, and the processor
time of the busiest turn. Where the system does not tell that time (see `watch.Queue`), the whole gap is judged. Other
processes still lengthen what is judged where they keep a thread waiting that has the interpreter: best run alone.
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
            own, where = told["own"], told["where"]
            print(
                f"  {case}: {own:.0f} ms, {told['gap']:.0f} with the time without a processor, the busiest turn "
                f"{told['busiest']:.0f}, in {told['seconds']:.1f} s; {where}",
                flush=True,
            )
            tally.met(case, own, "ms")
            if own > limit:
                tally.failed(f"{case}: a gap of {own:.0f} ms, where {limit:.0f} ms are allowed: {where}")
        if told.get("exit"):
            tally.failed(f"{case}: exit code {told['exit']}: {told['words']}")
