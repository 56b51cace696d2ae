"""Time against the number of joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import NamedTuple

import denoc
from denoc_studio.bench.measuring.arms import general_arm, states
from denoc_studio.bench.measuring.timing import Timing, Work, alternate
from denoc_studio.bench.peers import OURS, PINOCCHIO_LONGEST, BatchEngine, Untrusted, trusted_call
from denoc_studio.bench.tables import Table, nanoseconds

WALKER_ORIN_LONGEST = 25  # joints, up to which its kernels are written out; they take ever longer to compile


class Curve(NamedTuple):
    function: str
    engine: str

    @property
    def label(self) -> str:
        return f"{self.function}, {self.engine}"


LINEAR = tuple(Curve(what, "ours") for what in OURS)
FORWARD = Curve("forward", "ours")
WALKER_ORIN = Curve("forward O(n^3)", "ours")


class Growth(NamedTuple):
    curves: Mapping[Curve, Mapping[int, Timing]]  # per state, by number of joints
    notes: Sequence[str]

    def crossover(self) -> int | None:
        """The measured length from which on our O(n) beats our O(n^3) by more than the noise.

        That is, its median is below the other's best there and at every greater length.
        """
        linear, cubic = self.curves[FORWARD], self.curves[WALKER_ORIN]
        faster = list(takewhile(lambda n: linear[n].median < cubic[n].best, sorted(cubic, reverse=True)))
        return min(faster, default=None)

    def table(self) -> Table:
        """Linear growth shows as a constant time per joint."""
        others = [curve for curve in self.curves if curve not in LINEAR]
        columns = ["joints"]
        for curve in LINEAR:
            columns += [curve.label, "per joint"]
        columns += [curve.label for curve in others]
        rows = []
        for n in self.curves[FORWARD]:
            row = [str(n)]
            for curve in LINEAR:
                timing = self.curves[curve][n]
                row += [nanoseconds(timing), f"{timing.best * 1e9 / n:.1f}"]
            row += [nanoseconds(self.curves[curve].get(n)) for curve in others]
            rows.append(row)
        at = self.crossover()
        lead = "nowhere here" if at is None else f"from n = {at} on"
        note = f"Our O(n) forward dynamics is faster than our O(n^3), Walker and Orin's, by more than the noise {lead}."
        title = "Growth with the number of joints: ns per state, best (median)"
        return Table(title, columns, rows, [note, *self.notes])


def growth(lengths: Sequence[int], seconds: float, pinocchio: BatchEngine | None) -> Growth:
    """Our functions and Pinocchio's on general arms of these lengths."""
    curves: dict[Curve, dict[int, Timing]] = {}
    notes: list[str] = []
    for n in lengths:
        works = _works(n, pinocchio, notes)
        for curve, timing in zip(works, alternate(list(works.values()), seconds), strict=True):
            curves.setdefault(curve, {})[n] = timing
    return Growth(curves, notes)


def _works(n: int, pinocchio: BatchEngine | None, notes: list[str]) -> dict[Curve, Work]:
    robot, batch = general_arm(n), states(n)
    rows = batch.shape[1]
    denoc.prepare(robot)
    works = {Curve(what, "ours"): Work(partial(function, robot, *batch), rows) for what, function in OURS.items()}
    if n <= WALKER_ORIN_LONGEST:
        denoc.prepare(robot, ["forward walker-orin"])
        works[WALKER_ORIN] = Work(partial(denoc.forward_dynamics, robot, *batch, method="walker-orin"), rows)
    if pinocchio and n <= PINOCCHIO_LONGEST:
        for what in OURS:
            try:
                works[Curve(what, pinocchio.name)] = Work(trusted_call(pinocchio, robot, what, batch), rows)
            except Untrusted as trouble:
                notes.append(str(trouble))
    return works
