"""What steps need not make: what the step before has made already, and what nobody reads.

So the text may save whatever is worth a look, and may leave it to the operators what neighbouring links share.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Mapping
from typing import Any

from denoc.algebra.scalars import Scalar
from denoc.algebra.tracing import Traced, live_nodes
from denoc.kernels.steps import Place, Step, TriangleWalk, Walk

_APPLY: dict[str, Callable[..., Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul, "neg": operator.neg}


def hand_on(walk: Walk) -> Walk:
    """What a step makes of nothing but handed values is handed on too, where every step before has made it anyway."""
    made = [{node.number for node in live_nodes(x for x, _ in step.results)} for step in walk.steps]
    slots = itertools.count(1 + max((place.number for _, place in walk.start.results), default=0))
    places: dict[Any, Place] = {}  # by formula
    start, steps = walk.start, list(walk.steps)
    for kind, step in enumerate(walk.steps):
        handed = {node.number: place.number for node, place in step.sources if place.where == "handed"}
        for node in _made_of(step, handed):
            values = [_next(node, handed, before) for before in walk.steps]
            if not all(isinstance(x, Traced) and x.number in known for x, known in zip(values, made, strict=True)):
                continue
            formula = _replay(node, handed, lambda slot: slot, lambda op, *x: (op, *x))
            if formula not in places:
                places[formula] = place = Place("handed", next(slots))
                start = start.giving(_next(node, handed, start), place)
                steps = [each.giving(x, place) for each, x in zip(steps, values, strict=True)]
            steps[kind] = steps[kind].taking(node, places[formula])
    return Walk(start, [step.needed() for step in steps], walk.inward)


def _made_of(step: Step, handed: Mapping[int, int]) -> list[Traced]:
    """The largest formulas of handed values alone: whatever uses them needs something else as well."""
    nodes = live_nodes(x for x, _ in step.results)
    pure: set[int] = set()
    for node in nodes:
        operands = [x for x in node.operands if isinstance(x, Traced)]
        if node.number in handed or (node.op in _APPLY and operands and all(x.number in pure for x in operands)):
            pure.add(node.number)
    used = {x.number for node in nodes if node.number not in pure for x in node.operands if isinstance(x, Traced)}
    return [node for node in nodes if node.number in pure & used and node.number not in handed]


def _next(node: Traced, handed: Mapping[int, int], before: Step) -> Scalar:
    """The node's formula of what `before` hands on, in the graph of `before`, where equal operations are one node."""
    values = {place.number: x for x, place in before.results if place.where == "handed"}
    return _replay(node, handed, values.__getitem__, lambda op, *x: _APPLY[op](*x))


def _replay(node: Any, handed: Mapping[int, int], leaf: Callable[[int], Any], apply: Callable[..., Any]) -> Any:
    if not isinstance(node, Traced):
        return node
    if node.number in handed:
        return leaf(handed[node.number])
    return apply(node.op, *(_replay(x, handed, leaf, apply) for x in node.operands))


def leave_out(walks: list[Walk], triangle: TriangleWalk | None, last: Step) -> list[Walk]:
    """The walks without what their steps save or hand on and nobody reads."""
    handed = last.reads("handed")
    records: list[set[int]] = [set() for _ in walks[0].steps]
    for late in (triangle.starts, triangle.steps) if triangle else ():
        records = [found | step.reads() for found, step in zip(records, late, strict=True)]
    out = []
    for walk in reversed(walks):
        while True:  # what is handed on is needed where something needed is made of it
            steps = [step.only(handed, read) for step, read in zip(walk.steps, records, strict=True)]
            needed = handed.union(*(step.reads("handed") for step in steps))
            if needed == handed:
                break
            handed = needed
        start = walk.start.only(handed, ())
        out.append(Walk(start, steps, walk.inward))
        handed = start.reads("handed")
        records = [found | step.reads() for found, step in zip(records, steps, strict=True)]
    return out[::-1]
