"""The recursions as C that CasADi writes of them: what our own compiler is held against."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import denoc
from denoc_studio.bench import derivatives
from denoc_studio.bench.measuring.arms import general_arm, stanford_arm, states
from denoc_studio.bench.measuring.compiled import Unavailable
from denoc_studio.bench.measuring.machine import installed
from denoc_studio.bench.measuring.timing import Work, alternate
from denoc_studio.bench.peers import OURS, TOLERANCE, Untrusted
from denoc_studio.bench.tables import Table, nanoseconds, ratio

Batch = Callable[..., Any]  # function of a batch: an array, or one for each derivative
FUNCTIONS: dict[str, Batch] = {
    "inverse denoc": OURS["inverse"],
    "forward denoc": OURS["forward"],
    "inverse derivatives": derivatives.OURS["inverse"],
    "forward derivatives": derivatives.OURS["forward"],
}
LENGTHS = (6,)
WHAT = (
    "CasADi C: the text of our recursions with the arm's numbers, run on CasADi's SX scalars, freed of common"
    " subexpressions, written as C for one state and called in a native loop. Differentiated: CasADi's own derivatives"
    " of inverse or forward dynamics instead of our recursions for them."
)


def generated(seconds: float) -> Table:
    """Batches through our functions and through the compiled C."""
    build, how = peer()
    notes = [WHAT, how]
    rows = [
        [f"{robot.name}, {name.removesuffix(' denoc')}", *_cells(robot, name, build, seconds, notes)]
        for robot in (stanford_arm(), *map(general_arm, LENGTHS))
        for name in FUNCTIONS
    ]
    columns = ["", "states", "ours", "CasADi C", "ratio", "differentiated", "ratio"]
    title = "Our compiler, and C that CasADi writes of the same text, on one core: ns per state, best (median)"
    return Table(title, columns, rows, notes)


def peer() -> tuple[Callable[..., Batch] | None, str]:
    """What makes CasADi's function of (robot, name, differentiated=), None where it cannot; and a note on it."""
    version = installed("casadi")
    if version is None:
        return None, "CasADi is not installed."
    from denoc_studio.bench.peers import casadi

    try:
        return casadi.batch_function, f"CasADi {version}; {casadi.description()}."
    except Unavailable as why:
        return None, f"No C of CasADi's: {why}."


def _cells(
    robot: denoc.Robot, name: str, build: Callable[..., Batch] | None, seconds: float, notes: list[str]
) -> list[str]:
    derived = name.endswith("derivatives")
    batch = derivatives.few_states(robot.n) if derived else states(robot.n)
    count = batch.shape[1]
    denoc.prepare(robot, [name])
    works = {"ours": Work(partial(FUNCTIONS[name], robot, *batch), count)}
    for way in ("text", "differentiated") if derived else ("text",):
        if build is None:
            break
        try:
            made = partial(build, robot, name, differentiated=way == "differentiated")
            works[way] = Work(_trusted(f"CasADi, {robot.name}, {name}", made, batch, works["ours"].call()), count)
        except Untrusted as trouble:
            notes.append(str(trouble))
    found = dict(zip(works, alternate(list(works.values()), seconds), strict=True))
    cells = [str(count), nanoseconds(found["ours"])]
    for way in ("text", "differentiated"):
        cells += [nanoseconds(found.get(way)), ratio(found.get(way), found["ours"])]
    return cells


def _trusted(case: str, make: Callable[[], Batch], batch: np.ndarray, ours: Any) -> Callable[[], Any]:
    """The peer's function with these states, once it has given our results."""
    try:
        call = partial(make(), *batch)
        theirs = call()
    except Exception as error:
        raise Untrusted(f"{case}: {type(error).__name__}: {error}") from error
    mine = np.stack(ours, axis=1) if isinstance(ours, tuple) else ours
    difference = float(np.abs(theirs - mine).max() / np.abs(mine).max())
    if not difference <= TOLERANCE:
        raise Untrusted(f"{case}: differs from ours by {difference:.1g}")
    return call
