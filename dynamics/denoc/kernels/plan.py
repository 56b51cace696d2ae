"""A recursion's steps, traced once for each kind of link, with a place for everything they read and write.

Nothing here is text yet: `generic` writes the plan out as loops.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Container
from contextlib import ExitStack
from typing import Any, Literal, NamedTuple, get_args

from denoc.algebra.algebra import NULL, NULL_SYM, Sym3, Vec3
from denoc.algebra.scalars import ZERO, Scalar
from denoc.algebra.screws import RigidBody
from denoc.algebra.spatial import NULL66, Vec6
from denoc.algebra.tracing import Graph, Traced
from denoc.arm.friction import Friction
from denoc.arm.trees import Tree, leaves, map_tree
from denoc.kernels.reuse import hand_on, leave_out
from denoc.kernels.steps import Place, Step, TriangleWalk, Walk
from denoc.recursions import bodies
from denoc.recursions.chain import ChainLink
from denoc.recursions.joints import NO_BODY, Ends, Frame, Joint
from denoc.recursions.reference import Point
from denoc.recursions.sweeps import Blocks, Link, Pairs, Recursion, Triangle
from denoc.recursions.table import TableLink

# Neither friction nor rotor; these, with friction that is viscous and Coulomb's and the same both ways; any friction.
Drive = Literal["none", "simple", "any"]
DRIVES: dict[str, tuple[Drive, ...]] = {
    **dict.fromkeys(Friction._fields, ("any",)),
    **dict.fromkeys(("viscous", "coulomb", "armature"), ("simple", "any")),
}


_DRIVE_LEAVES = {Joint._fields.index(name) for name in DRIVES}  # of any link, whose joint comes first


class Kind(NamedTuple):
    """Links that share one code: the same joint, the same numbers known to be zero."""

    revolute: bool
    drive: Drive


ANY = object()  # a number that is not known before there is a robot
KINDS = tuple(Kind(revolute, drive) for revolute in (True, False) for drive in get_args(Drive))


class Plan:
    """Everything that `generic` needs to write a recursion as loops."""

    def __init__(self, recursion: Recursion, point: Point, *, per_lane: bool = False) -> None:
        """`per_lane`: a link's numbers differ from lane to lane, so nothing is found of them once for all lanes."""
        self.point = point
        self._per_lane = per_lane
        self._graphs = ExitStack()
        inputs = {name: Place("record", i) for i, name in enumerate(recursion.inputs)}
        self._records: list[dict[str, Tree]] = [dict(inputs) for _ in KINDS]
        self._used = [len(inputs)] * len(KINDS)  # slots of the record
        self._links = [link_pattern(kind, point) for kind in KINDS]
        self._result = recursion.saved or recursion.system
        self.width = 0  # results of each link
        ends = _ends(point, recursion.wrench)
        handed: Tree = ()
        self.walks: list[Walk] = []
        for sweep in recursion.sweeps:
            sources, start = self._trace(sweep.start, ends, handed)
            handed = self._pattern(start, sweep.step)
            begin = Step(sources, _to_places(start, handed))
            steps = [self._step(k, *trace, handed) for k, trace in enumerate(self._traces(sweep.step, handed))]
            self.walks.append(Walk(begin, steps, sweep.inward))
        self.last = Step([], [])
        if recursion.last is not None:
            sources, values = self._trace(recursion.last, ends, handed)
            self.last = Step(sources, [(x, Place("last", i)) for i, x in enumerate(values)])
        pairs = recursion.triangle or recursion.pairs or recursion.blocks
        self.triangle = self._triangle(pairs) if pairs else None
        self.walks = leave_out([hand_on(walk) for walk in self.walks], self.triangle, self.last)
        kept = self._share_slots(len(inputs))
        # What the last sweep gives may stand in any slot: nothing reads the record after it.
        early = any(place.where == "result" for walk in self.walks[:-1] for _, place in walk.steps[0].results)
        self.first_result = 0 if self.width == 1 and not early and not self.triangle else kept
        self.slots = max(kept, self.first_result + self.width)

    def __enter__(self) -> Plan:
        return self

    def __exit__(self, *_: object) -> None:
        """It has been written out: see `Graph`."""
        self._graphs.close()

    @property
    def handed(self) -> int:
        """Slots that what is handed on needs."""
        steps = [step for walk in self.walks for step in (walk.start, *walk.steps)]
        steps += self.triangle.starts if self.triangle else []
        numbers = [place.number for step in steps for _, place in step.results if place.where == "handed"]
        return max(numbers, default=-1) + 1

    def _share_slots(self, inputs: int) -> int:
        """Gives each value of the record a slot that is free from the sweep that saves it to the last that reads it.

        A step reads before it writes, so a slot is free for the very sweep that reads it last. Returns their number.
        """
        count = inputs
        for kind in range(len(KINDS)):
            steps = [walk.steps[kind] for walk in self.walks]
            last = {slot: i for i, step in enumerate(steps) for slot in step.reads()}
            if self.triangle is not None:
                late = self.triangle.starts[kind].reads() | self.triangle.steps[kind].reads()
                last.update(dict.fromkeys(late, len(steps)))
            slots = {i: i for i in range(inputs)}
            used: set[int] = set(slots)  # values whose slots are taken
            for i, step in enumerate(steps):
                used -= {value for value in used if last.get(value, -1) <= i}
                for value in sorted(place.number for _, place in step.results if place.where == "record"):
                    taken = {slots[other] for other in used}
                    slots[value] = next(slot for slot in itertools.count() if slot not in taken)
                    used.add(value)
            count = max(count, *(slot + 1 for slot in slots.values()))
            for walk in self.walks:
                walk.steps[kind] = walk.steps[kind].moved(slots)
            if self.triangle is not None:
                for traced in (self.triangle.starts, self.triangle.steps):
                    traced[kind] = traced[kind].moved(slots)
        return count

    def _traces(self, step: Callable[..., Any], *more: Tree) -> list[tuple[list[tuple[Traced, Place]], Any]]:
        """`step` for each kind of link and its record."""
        return [self._trace(step, link, record, *more) for link, record in zip(self._links, self._records, strict=True)]

    def _trace(self, function: Callable[..., Any], *patterns: Any) -> tuple[list[tuple[Traced, Place]], Any]:
        """What `function` makes of the patterns, with an input for each place in them."""
        graph = self._graphs.enter_context(Graph())
        sources: list[tuple[Traced, Place]] = []

        def fill(leaf: Any) -> Any:
            if not isinstance(leaf, Place):
                return leaf
            sources.append((graph.input(constant=leaf.constant and not self._per_lane), leaf))
            return sources[-1][0]

        def filled(pattern: Any) -> Any:
            if isinstance(pattern, dict):
                return {name: map_tree(fill, tree) for name, tree in pattern.items()}
            return map_tree(fill, pattern)

        return sources, function(*map(filled, patterns))

    def _pattern(self, start: Tree, step: Callable[..., Any]) -> Tree:
        """A slot for every leaf that changes from link to link; zeros and ones that last all along need none."""
        kept = list(leaves(start))
        changing = {i for i, x in enumerate(kept) if isinstance(x, (Traced, float))}
        while True:
            pattern = _with_slots(start, changing)
            following = [leaves(outcome[0]) for _, outcome in self._traces(step, pattern)]
            found = {i for tree in following for i, x in enumerate(tree) if i not in changing and x is not kept[i]}
            if not found:
                return pattern
            changing |= found

    def _step(
        self, kind: int, sources: list[tuple[Traced, Place]], outcome: tuple[Tree, dict[str, Tree]], pattern: Tree
    ) -> Step:
        handed, saved = outcome
        results = _to_places(handed, pattern)
        standing = {node: place for node, place in sources if place.where != "handed"}
        for name, tree in saved.items():
            if name == self._result:
                found = [(x, Place("result", i)) for i, x in enumerate(leaves(tree))]
                self.width = len(found)
                results += found
            else:
                place = map_tree(lambda x: self._place(kind, x, standing), tree)
                self._records[kind][name] = place
                results += [pair for pair in _to_places(tree, place) if pair[0] not in standing]
        return Step(sources, results).needed()

    def _place(self, kind: int, x: Scalar, standing: dict[Traced, Place]) -> Scalar | Place:
        """A new slot of the record, unless the value is a number or stands somewhere already."""
        if not isinstance(x, Traced):
            return x
        if x not in standing:
            self._used[kind] += 1
            return Place("record", self._used[kind] - 1)
        return standing[x]

    def _triangle(self, pairs: Triangle | Pairs | Blocks) -> TriangleWalk:
        starts = self._traces(pairs.start)
        handed = starts[0][1][-1]
        pattern = _with_slots(handed, range(len(tuple(leaves(handed)))))
        steps = self._traces(pairs.step, pattern)

        def complete(traces: list[tuple[list[tuple[Traced, Place]], Any]]) -> list[Step]:
            return [
                Step(sources, [*_numbered(found), *_to_places(handed, pattern)]).needed()
                for sources, (*found, handed) in traces
            ]

        return TriangleWalk(complete(starts), complete(steps))


def _with_slots(tree: Tree, numbers: Container[int]) -> Tree:
    """The tree with places in what is handed on for the leaves of these numbers."""
    count = itertools.count()

    def place(x: Scalar) -> Scalar | Place:
        i = next(count)
        return Place("handed", i) if i in numbers else x

    return map_tree(place, tree)


def _to_places(tree: Tree, pattern: Tree) -> list[tuple[Scalar, Place]]:
    """Each leaf with its place, where it has one."""
    pairs = zip(leaves(tree), leaves(pattern), strict=True)
    return [(x, place) for x, place in pairs if isinstance(place, Place)]


def _numbered(entry: Tree) -> list[tuple[Scalar, Place]]:
    return [(x, Place("entry", i)) for i, x in enumerate(leaves(entry))]


def _ends(point: Point, wrench: bool) -> Ends:
    def vector(where: str, first: int) -> Vec3:
        return Vec3(*(Place(where, first + i) for i in range(3)))

    gravity, tip, centre = (vector("ends", first) for first in (0, 3, 6))
    acting = Vec6(vector("wrench", 0), vector("wrench", 3)) if wrench else ()
    frames = [Frame(*(vector("ends", first + 3 * i) for i in range(4))) for first in (9, 21, 33)]
    if point == "centres":
        return Ends(gravity, tip, centre, NULL66, acting, *frames)
    return Ends(gravity, tip, NULL, NO_BODY, acting, *frames)


@functools.cache
def link_pattern(kind: Kind, point: Point) -> Link:
    """A link of this kind, with a column of the table for each number that it may need; those of the drive come last,
    so that steps without them are the same for all drives."""
    turn = (ANY, ZERO, ZERO) if kind.revolute else (ZERO, ANY, ANY)
    joint = Joint(
        kind.revolute, *[ANY] * 4, *turn, **{name: ANY if kind.drive in used else ZERO for name, used in DRIVES.items()}
    )
    vector, tensor = Vec3(ANY, ANY, ANY), Sym3(*[ANY] * 6)
    link: Link = bodies.Link(joint, RigidBody(ANY, vector, tensor), ANY)
    if point == "table":
        link = TableLink(joint, ANY, ANY, ANY)
    elif point == "centres":
        link = ChainLink(joint, ANY, vector, tensor, vector)
    elif point == "regrouped" and kind.revolute:
        link = bodies.Link(joint, RigidBody(ZERO, Vec3(ANY, ANY, ZERO), Sym3(ANY, ZERO, ANY, ANY, ANY, ANY)), ANY)
    elif point == "regrouped":
        link = bodies.Link(joint, RigidBody(ANY, vector, NULL_SYM), ANY)
    found = list(leaves(link))
    order = sorted((i for i, x in enumerate(found) if x is ANY), key=lambda i: (i in _DRIVE_LEAVES, i))
    columns, count = {i: column for column, i in enumerate(order)}, itertools.count()
    return map_tree(lambda x: Place("link", columns[i]) if (i := next(count)) in columns else x, link)


@functools.cache
def link_columns(kind: Kind, point: Point) -> list[int]:
    """Which of a link's scalars stand in the table, in the order of its columns."""
    places = {place.number: i for i, place in enumerate(leaves(link_pattern(kind, point))) if isinstance(place, Place)}
    return [places[column] for column in sorted(places)]


def table_columns(point: Point) -> int:
    """Of the longest row."""
    return max(len(link_columns(kind, point)) for kind in KINDS)
