"""Steps of a recursion as traced operations, with a place for everything that they read and write."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from denoc.algebra.scalars import Scalar
from denoc.algebra.tracing import Traced, live_nodes


@dataclass(frozen=True)
class Place:
    """Where a step finds or leaves a value.

    link: a column of the link's row in the table; ends: of the arm's ends; wrench: of the tip wrench; record, result:
    a slot of the link's record; handed: a slot of what goes from link to link; entry: of the matrix, in its two
    halves where there are two, or of a block; last: at the end.
    """

    where: str
    number: int

    @property
    def constant(self) -> bool:
        """The same for all states."""
        return self.where in ("link", "ends")


class Step(NamedTuple):
    sources: list[tuple[Traced, Place]]
    results: list[tuple[Scalar, Place]]

    def giving(self, x: Scalar, place: Place) -> Step:
        """With one more result."""
        return self._replace(results=[*self.results, (x, place)])

    def taking(self, x: Traced, place: Place) -> Step:
        """With one more source, which stands there instead of being made."""
        return self._replace(sources=[*self.sources, (x, place)])

    def needed(self) -> Step:
        """Without sources that no result depends on."""
        known = {node.number for node, _ in self.sources}
        live = {node.number for node in live_nodes((x for x, _ in self.results), known)}
        return self._replace(sources=[pair for pair in self.sources if pair[0].number in live])

    def reads(self, where: str = "record") -> set[int]:
        """Slots of the record, or of what is handed on."""
        return {place.number for _, place in self.sources if place.where == where}

    def only(self, handed: Container[int], records: Container[int]) -> Step:
        """With no other results in what is handed on and in the record than these."""
        wanted = {"handed": handed, "record": records}
        kept = [(x, place) for x, place in self.results if place.number in wanted.get(place.where, (place.number,))]
        return self._replace(results=kept).needed()

    @property
    def signature(self) -> tuple[object, ...]:
        """The same for steps that do the same."""
        known = {node.number: place for node, place in self.sources}
        names: dict[int, object] = {}

        def name(x: Scalar) -> object:
            return names[x.number] if isinstance(x, Traced) else float(x)

        operations: list[tuple[object, ...]] = []
        for node in live_nodes((x for x, _ in self.results), known):
            names[node.number] = known.get(node.number, len(operations))
            if node.number not in known:
                operations.append((node.op, *map(name, node.operands)))
        return tuple(operations), tuple((name(x), place) for x, place in self.results)

    def moved(self, slots: Mapping[int, int]) -> Step:
        """With other slots of the record."""

        def move(place: Place) -> Place:
            return Place("record", slots[place.number]) if place.where == "record" else place

        return Step([(x, move(p)) for x, p in self.sources], [(x, move(p)) for x, p in self.results])


class Walk(NamedTuple):
    start: Step
    steps: list[Step]  # by kind
    inward: bool


class TriangleWalk(NamedTuple):
    """Entry (j, i) of each matrix in turn; of pairs, (i, j) of each after that."""

    starts: list[Step]  # by kind
    steps: list[Step]
