"""The joints' torques as an outline of terms: grouped or sorted by size, small terms folded away."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import groupby
from typing import Literal, NamedTuple

import numpy as np

from denoc.basics.cancelling import check_cancelled
from denoc.basics.errors import counted
from denoc.runs.recording import Recording
from denoc.symbolic.equations import Equations
from denoc.symbolic.symbols import Symbol
from denoc.symbolic.terms import Term

SMALL = 0.01  # of a joint's largest torque in a run
NOTHING = 1e-9  # of a joint's largest term: a torque below it is rounding, as in a free fall
STATES = 2000  # of a run that are looked at, evenly over it
AT_ONCE = 200_000  # values: a few milliseconds

Sorting = Literal["kind", "size", "parameter"]
KINDS = {
    "inertia": "Inertia",
    "rate product": "Products of rates",
    "gravity": "Gravity",
    "friction": "Friction",
    "tip wrench": "Wrench on the tip",
}


class Extent(NamedTuple):
    """The largest size in a run of every term, (m,) as `Equations.values` has them, and of every torque, (n,)."""

    terms: np.ndarray
    torques: np.ndarray

    def scale(self, joint: int, places: slice) -> float:
        """What the terms of a joint, counted from 1, are held against: its torque, or its largest term where it has
        none."""
        largest = float(self.terms[places].max(initial=0.0))
        torque = float(self.torques[joint - 1])
        return torque if torque > NOTHING * largest else largest


class Branch(NamedTuple):
    """A line of the outline: the sum of the terms at `places` of `Equations.values`, and the lines below it.

    `joint` counts from 1. A term has `term`, a group of those of one inertial parameter its `symbols`.
    """

    kind: Literal["joint", "check", "group", "small", "term"]
    joint: int
    places: tuple[int, ...]
    words: str = ""
    term: Term | None = None
    symbols: tuple[Symbol, ...] = ()
    below: tuple[Branch, ...] = ()


def extent_of(equations: Equations, recording: Recording) -> Extent:
    """What the terms come to in a run. Cancelled where nobody waits for it any more."""
    count, terms = len(recording.t), sum(equations.counts)
    rows = np.unique(np.linspace(0, count - 1, min(count, STATES)).round().astype(int))
    largest, torques = np.zeros(terms), np.zeros(equations.robot.n)
    for first in range(0, len(rows), step := max(1, AT_ONCE // max(terms, 1))):
        check_cancelled()
        part = rows[first : first + step]
        states = (series[part] for series in (recording.q, recording.qd, recording.qdd))
        values = equations.values(*states, tip_wrench=recording.tip_wrench)
        largest = np.maximum(largest, np.abs(values).max(axis=0))
        torques = np.maximum(torques, np.abs(recording.tau[part]).max(axis=0))
    return Extent(largest, torques)


def outline(
    equations: Equations, joints: Iterable[int], sorting: Sorting, extent: Extent | None, *, checked: bool = False
) -> tuple[Branch, ...]:
    """A branch for each of the joints, counted from 1; without an `extent` nothing is folded, nor sorted by size.

    `checked`: with a line for the torque that the sum is held against.
    """
    return tuple(_joint(equations, joint, sorting, extent, checked) for joint in joints)


def places_of(equations: Equations, joint: int) -> slice:
    """Where a joint's terms stand in `Equations.values`."""
    first = sum(equations.counts[: joint - 1])
    return slice(first, first + equations.counts[joint - 1])


def _joint(equations: Equations, joint: int, sorting: Sorting, extent: Extent | None, checked: bool) -> Branch:
    places = places_of(equations, joint)
    at = {term: place for place, term in enumerate(equations.terms(joint), places.start)}
    terms = [
        Branch("term", joint, (at[term],), term=term)
        for term in equations.terms(joint, "parameter" if sorting == "parameter" else "kind")
    ]
    small: list[Branch] = []
    if extent is not None:
        if sorting == "size":
            terms.sort(key=lambda each: -extent.terms[each.places[0]])
        least = SMALL * extent.scale(joint, places)
        small = [each for each in terms if extent.terms[each.places[0]] < least]
        terms = [each for each in terms if extent.terms[each.places[0]] >= least]
    below = terms if sorting == "size" else _grouped(terms, sorting)
    if small:
        below.append(Branch("small", joint, _places(small), counted(len(small), "small term"), below=tuple(small)))
    if checked:
        below.insert(0, Branch("check", joint, (), "Run's torque"))
    count = counted(len(at), "term")
    return Branch("joint", joint, tuple(range(places.start, places.stop)), f"sum of {count}", below=tuple(below))


def _grouped(terms: list[Branch], sorting: Sorting) -> list[Branch]:
    def shared(branch: Branch) -> Hashable:
        assert branch.term is not None
        return branch.term.kind if sorting == "kind" else branch.term.inertial

    found = []
    for key, group in groupby(terms, shared):
        inside = tuple(group)
        joint, places = inside[0].joint, _places(inside)
        if isinstance(key, tuple):
            words = "" if key else "Without an inertial parameter"
            found.append(Branch("group", joint, places, words, symbols=key, below=inside))
        else:
            found.append(Branch("group", joint, places, KINDS[str(key)], below=inside))
    return found


def _places(branches: Iterable[Branch]) -> tuple[int, ...]:
    return tuple(place for branch in branches for place in branch.places)
