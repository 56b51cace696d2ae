"""Scalars that record the operations made on them: the recursion's text as a graph.

The graph is then counted (`counting`) or written out as machine code (`kernels`). Equal
operations are recorded once, unless asked otherwise. A node is `constant` when it depends on constant
inputs alone: link parameters, known before any state is.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from denoc.algebra.scalars import ZERO, Exact, Scalar

COMMUTATIVE = "+*"


class Graph:
    """Makes the nodes; where it is `merging`, equal ones only once."""

    def __init__(self, merging: bool = True) -> None:
        self._merging = merging
        self._known: dict[tuple[Any, ...], Traced] = {}
        self._size = 0

    def __enter__(self) -> Graph:
        return self

    def __exit__(self, *_: object) -> None:
        """No more operations: it lets go of its nodes, which hold it, or only Python's collector could free them."""
        self._known.clear()

    def input(self, name: str = "", constant: bool = False) -> Traced:
        self._size += 1
        return Traced(self, "input", (), self._size, constant, name)

    def operation(self, op: str, *operands: Traced | float) -> Traced:
        if not self._merging:
            return self._made(op, operands)
        keys = [x.number if isinstance(x, Traced) else (x,) for x in operands]
        if op in COMMUTATIVE:
            keys.sort(key=repr)
        key = (op, *keys)
        node = self._known.get(key)
        if node is None:
            node = self._known[key] = self._made(op, operands)
        return node

    def _made(self, op: str, operands: tuple[Traced | float, ...]) -> Traced:
        self._size += 1
        constant = all(x.constant for x in operands if isinstance(x, Traced))
        return Traced(self, op, operands, self._size, constant)


class Traced:
    """One node: an input, or an operation on nodes and floats. Nodes are numbered in the order they were made."""

    __slots__ = ("constant", "graph", "name", "number", "op", "operands")

    def __init__(
        self,
        graph: Graph,
        op: str,
        operands: tuple[Traced | float, ...],
        number: int,
        constant: bool,
        name: str = "",
    ) -> None:
        self.graph = graph
        self.op = op
        self.operands = operands
        self.number = number
        self.constant = constant
        self.name = name

    def __mul__(self, other: Scalar) -> Scalar:
        if isinstance(other, Exact):
            return NotImplemented
        if not isinstance(other, Traced):
            if other in (0.0, 1.0, -1.0):
                return ZERO if other == 0.0 else self if other == 1.0 else -self
        elif other.op == "neg":
            return -(self * other.operands[0])
        if self.op == "neg":
            return -(self.operands[0] * other)
        return self.graph.operation("*", self, other)

    __rmul__ = __mul__

    def __add__(self, other: Scalar) -> Scalar:
        if isinstance(other, Exact):
            return NotImplemented
        if isinstance(other, Traced):
            if other.op == "neg":
                return self - other.operands[0]
            if self.op == "neg":
                return other - self.operands[0]
        elif other == 0.0:
            return self
        return self.graph.operation("+", self, other)

    __radd__ = __add__

    def __sub__(self, other: Scalar) -> Scalar:
        if isinstance(other, Exact):
            return NotImplemented
        if isinstance(other, Traced):
            if other is self:
                return ZERO
            if other.op == "neg":
                return self + other.operands[0]
            if self.op == "neg":
                return -(self.operands[0] + other)
        elif other == 0.0:
            return self
        return self.graph.operation("-", self, other)

    def __rsub__(self, other: float) -> Scalar:
        if other == 0.0:
            return -self
        return self.graph.operation("-", other, self)

    def __truediv__(self, other: Scalar) -> Scalar:
        if isinstance(other, Exact):
            return NotImplemented
        return self.graph.operation("/", self, other) if isinstance(other, Traced) else self * (1.0 / other)

    def __rtruediv__(self, other: float) -> Traced:
        return self.graph.operation("/", other, self)

    def __neg__(self) -> Scalar:
        return self.operands[0] if self.op == "neg" else self.graph.operation("neg", self)

    def apply(self, name: str) -> Traced:
        """sin, cos, sqrt or sign of this node."""
        return self.graph.operation(name, self)


def live_nodes(results: Iterable[Scalar], known: Container[int] = ()) -> list[Traced]:
    """The nodes that the results depend on, operands before what uses them; not those behind the `known` numbers."""
    waiting = [item for item in results if isinstance(item, Traced)]
    found: dict[int, Traced] = {}
    while waiting:
        node = waiting.pop()
        if node.number not in found:
            found[node.number] = node
            if node.number not in known:
                waiting.extend(x for x in node.operands if isinstance(x, Traced))
    return [found[number] for number in sorted(found)]
