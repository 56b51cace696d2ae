"""Sums of a trace as chains of fused products.

Sums within a sum that nothing else needs are one sum of many terms. Added up in the order in which they come to be
known, they keep nobody waiting but for the last one. And a chain that begins with a term that is no product takes in
each product by one instruction: (a b + c d) + e needs three, (e + a b) + c d two.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Container, Sequence
from typing import Any

from denoc.algebra.scalars import Scalar
from denoc.algebra.tracing import Traced, live_nodes

LATENCIES = {"+": 4, "-": 4, "*": 4, "/": 24, "sqrt": 24}  # in cycles, about; the others' does not matter
_OPERATORS: dict[str, Any] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "neg": operator.neg,
}  # fmt: skip


class Chains:
    """Results with their sums as chains."""

    def __init__(self, results: Sequence[Scalar], known: Container[int]) -> None:
        nodes = [node for node in live_nodes(results, known) if node.number not in known]
        users = _users(nodes, results)
        self._inner = {x.number for x in nodes if _is_sum(x) and len(users[x.number]) == 1 and _in_sums(x, users)}
        self._products = {x.number for x in nodes if x.op == "*" and _in_sums(x, users)}
        self._made: dict[int, Scalar] = {}  # by the numbers of the given trace
        self._time: dict[int, int] = {}  # when a new node is known, in cycles
        self._place: dict[int, int] = {}  # what has to be written before it, by a number of the given trace
        for node in nodes:
            if node.number not in self._inner:
                self._made[node.number] = self._add_up(node) if _is_sum(node) else self._copy(node)
        self.results = [self._new(x) for x in results]

    def ordered(self, nodes: list[Traced]) -> list[Traced]:
        """What the results depend on in the order of the given trace: a part of a sum as soon as its terms are there,
        or they would be kept until the sum is wanted."""
        return sorted(nodes, key=lambda node: self._place.get(node.number, 0))

    def _copy(self, node: Traced) -> Scalar:
        operands = [self._new(x) for x in node.operands]
        made = _OPERATORS[node.op](*operands) if node.op in _OPERATORS else operands[0].apply(node.op)
        return self._note(made, max(map(self._when, node.operands)) + LATENCIES.get(node.op, 0), node.number)

    def _add_up(self, node: Traced) -> Scalar:
        terms = sorted(self._terms(node), key=lambda term: self._when(term[1]))
        start = next((i for i, (_, x) in enumerate(terms) if _number(x) not in self._products), 0)
        terms.insert(0, terms.pop(start))
        turned = all(negative for negative, _ in terms)  # its value is found with the other sign
        if not turned and terms[0][0]:  # from something else
            terms.insert(0, terms.pop(next(i for i, (negative, _) in enumerate(terms) if not negative)))
        (_, first), *others = terms
        total, time, place = self._new(first), self._when(first), self._place_of(first)
        for negative, x in others:
            time = max(time, self._when(x)) + LATENCIES["+"]
            place = max(place, self._place_of(x))
            add = operator.sub if negative and not turned else operator.add
            total = self._note(add(total, self._new(x)), time, place)
        return self._note(-total, time, place) if turned else total

    def _terms(self, node: Traced) -> list[tuple[bool, Scalar]]:
        """(whether it is taken away, term) of a sum and of those within it."""
        found: list[tuple[bool, Scalar]] = []
        waiting: list[tuple[bool, Scalar]] = [(False, node)]
        while waiting:
            negative, x = waiting.pop()
            if x is node or _number(x) in self._inner:
                first, second = x.operands
                waiting += [(negative != (x.op == "-"), second), (negative, first)]
            else:
                found.append((negative, x))
        return found

    def _new(self, x: Scalar) -> Scalar:
        return self._made.get(_number(x), x)

    def _when(self, x: Scalar) -> int:
        """The time at which a term is known; of a product, which is fused, that of its factors."""
        if _number(x) in self._products:
            return max(map(self._when, x.operands))
        return self._time.get(_number(self._new(x)), 0)

    def _place_of(self, x: Scalar) -> int:
        return self._place.get(_number(self._new(x)), 0)

    def _note(self, made: Scalar, time: int, place: int) -> Scalar:
        """`made`, which may be a number, or something new with the other sign."""
        x = made
        while isinstance(x, Traced):
            self._time.setdefault(x.number, time)
            self._place.setdefault(x.number, place)
            x = x.operands[0] if x.op == "neg" else None
        return made


def fused(results: Sequence[Scalar], known: Container[int], *, once: bool = False) -> dict[int, Traced]:
    """For the number of a sum or difference the product in it that has no value of its own: only sums need it, and each
    of them takes it in; `once`: there is one. Those of one sum come before those of several, then those that were
    traced first.

    A product of constants is one number for all lanes and stays by itself.
    """
    nodes = live_nodes(results, known)
    users = _users(nodes, results)
    found: dict[int, Traced] = {}
    products = [node for node in nodes if node.op == "*" and node.number not in known and _in_sums(node, users)]
    for product in sorted(products, key=lambda node: len(users[node.number])):
        sums = [node.number for node in users[product.number] if node]
        if len(sums) == (1 if once else len(set(sums))) and not found.keys() & sums:
            found.update(dict.fromkeys(sums, product))
    return found


def _users(nodes: Sequence[Traced], results: Sequence[Scalar]) -> dict[int, list[Traced | None]]:
    """By a node's number those that it is an operand of; None for a result."""
    users: dict[int, list[Traced | None]] = defaultdict(list)
    for node in nodes:
        for x in node.operands:
            users[_number(x)].append(node)
    for x in results:
        users[_number(x)].append(None)
    return users


def _in_sums(node: Traced, users: dict[int, list[Traced | None]]) -> bool:
    """Whether it is a term of sums and nothing else."""
    return not node.constant and all(user is not None and _is_sum(user) for user in users[node.number])


def _is_sum(node: Traced) -> bool:
    return node.op in ("+", "-") and not node.constant


def _number(x: Scalar) -> int:
    return x.number if isinstance(x, Traced) else 0
