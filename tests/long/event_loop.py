"""The longest gap of the event loop, but for time that other processes took: compiling, exports, projects, huge runs.

Each has a window and a process of its own, the first one with nothing compiled; `count` is how many of them are tried.
Judged is the longest gap without the time in which the window's thread was ready to work and had no processor: that
depends on what else the machine does. The row gives it, the lines above it the whole gap too, and the processor
time of the busiest turn. Where the system does not tell that time (see `watch.Queue`), the whole gap is judged. Other
processes still lengthen what is judged where they keep a thread waiting that has the interpreter, and so do other
machines on the same hardware: best run alone. A case above its bound is tried twice more and the middle one judged:
what the window does itself, it does again.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.long.tally import Tally
from tests.long.window.cases import CASES, COLD
from tests.long.window.child import lines
from tests.long.window.home import environment

COUNT = len(CASES)
MORE = 2  # tries of a case that is above its bound
SLOWEST = 300.0  # seconds that a process may take to end


def run(tally: Tally, count: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as name, environment(Path(name)) as variables:
        for case in list(CASES)[:count]:
            _try(tally, case, variables, Path(name))
            tally.tried()


def _try(tally: Tally, case: str, variables: dict[str, str], folder: Path) -> None:
    limit = CASES[case][0]
    tries = [_gap(tally, case, variables, folder)]
    if tries[0][0] > limit and case != COLD:
        tries += [_gap(tally, case, variables, folder) for _ in range(MORE)]
    own, where = sorted(tries)[len(tries) // 2]
    tally.met(case, own, "ms")
    if own > limit:
        tally.failed(f"{case}: a gap of {own:.0f} ms, where {limit:.0f} ms are allowed: {where}")


def _gap(tally: Tally, case: str, variables: dict[str, str], folder: Path) -> tuple[float, str]:
    """The longest of one window, in ms, and where it was."""
    found = (0.0, "")
    for told in lines("tests.long.window.cases", [case], variables, folder, SLOWEST):
        if "gap" in told:
            found = told["own"], told["where"]
            print(
                f"  {case}: {found[0]:.0f} ms, {told['gap']:.0f} with the time without a processor, the busiest turn "
                f"{told['busiest']:.0f}, in {told['seconds']:.1f} s; {found[1]}",
                flush=True,
            )
        if told.get("exit"):
            tally.failed(f"{case}: exit code {told['exit']}: {told['words']}")
    return found
