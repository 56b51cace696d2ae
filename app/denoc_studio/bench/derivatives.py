"""Derivatives of inverse and forward dynamics: ours against Pinocchio's C++."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

import numpy as np

import denoc
from denoc_studio.bench.measuring import native
from denoc_studio.bench.measuring.arms import general_arm, stanford_arm, states
from denoc_studio.bench.measuring.machine import installed
from denoc_studio.bench.measuring.timing import Work, alternate
from denoc_studio.bench.peers import TOLERANCE, Untrusted
from denoc_studio.bench.tables import NOTHING, Table, nanoseconds, ratio

Which = Literal["inverse", "forward"]
Derivatives = Callable[[], tuple[np.ndarray, ...]]

OURS: dict[Which, Callable[..., tuple[np.ndarray, ...]]] = {
    "inverse": denoc.inverse_dynamics_derivatives,
    "forward": denoc.forward_dynamics_derivatives,
}
LENGTHS = (6, 12, 50)
NUMBERS = 40_000  # in each matrix of all states together: results stay within a core's own cache
FEWEST_ROWS = 64


def derivatives(seconds: float) -> Table:
    """Batches through the public functions."""
    reason = _no_peer()
    notes = [reason or f"Pinocchio C++: a native loop, {native.description()}."]
    rows = []
    for robot in (stanford_arm(), *map(general_arm, LENGTHS)):
        cells = []
        for which in OURS:
            cells += _cells(robot, which, seconds, notes, peer=not reason)
        rows.append([robot.name, str(few_states(robot.n).shape[1]), *cells])
    peer = "Pinocchio C++"
    columns = ["arm", "states", "inverse, ours", peer, "ratio", "forward, ours", peer, "ratio"]
    return Table("Derivatives by q and qd on one core: ns per state, best (median)", columns, rows, notes)


def _no_peer() -> str:
    """Why there is none, or nothing."""
    if installed("pin") is None:
        return "Pinocchio is not installed."
    try:
        native.library()
    except native.Unavailable as why:
        return f"No native Pinocchio: {why}."
    return ""


def few_states(n: int) -> np.ndarray:
    """As `states`, for results that are matrices."""
    rows = max(NUMBERS // (n * n) // 8 * 8, FEWEST_ROWS)
    return np.ascontiguousarray(states(n)[:, :rows])


def _cells(robot: denoc.Robot, which: Which, seconds: float, notes: list[str], *, peer: bool) -> list[str]:
    batch = few_states(robot.n)
    count = batch.shape[1]
    denoc.prepare(robot, [f"{which} derivatives"])
    ours = partial(OURS[which], robot, *batch)
    works = [Work(ours, count)]
    if peer:
        try:
            works.append(Work(_trusted(robot, which, batch, ours()), count))
        except Untrusted as trouble:
            notes.append(str(trouble))
    mine, *others = alternate(works, seconds)
    if not others:
        return [nanoseconds(mine), NOTHING, NOTHING]
    return [nanoseconds(mine), nanoseconds(others[0]), ratio(others[0], mine)]


def _trusted(robot: denoc.Robot, which: Which, batch: np.ndarray, ours: tuple[np.ndarray, ...]) -> Derivatives:
    """Pinocchio's function with these states, once it has given our results."""
    from denoc_studio.bench.peers.pinocchio_native import NativeArm

    call = partial(NativeArm(robot).derivatives, which, *batch)
    for mine, theirs in zip(ours, call(), strict=True):
        difference = float(np.abs(theirs - mine).max() / np.abs(mine).max())
        if not difference <= TOLERANCE:
            raise Untrusted(f"Pinocchio, {robot.name}, derivatives of {which}: differs from ours by {difference:.1g}")
    return call
