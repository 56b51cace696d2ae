"""LLVM text for traced operations on vectors of doubles. Knows values, lanes and loops; nothing of robots.

Every value holds `lanes` states side by side, so one instruction works on that many rows of a batch. Which products are
fused with a sum is written down (`sums`), where the processor can fuse at all: left to the compiler, it would depend on
the number of lanes, and a state would give other last bits alone than in a batch.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from denoc.algebra.scalars import Scalar
from denoc.algebra.tracing import Traced, live_nodes
from denoc.kernels.emitter import trigonometry
from denoc.kernels.emitter.sums import Chains, fused

_BINARY = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}


class Text:
    """One function's lines as they are written."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.rooms: list[str] = []  # what the stack must hold
        self.declarations: set[str] = set()
        self.block = "entry"
        self._names = 0

    def name(self, stem: str) -> str:
        self._names += 1
        return f"{stem}{self._names}"

    def function(self, name: str, arguments: str) -> str:
        """The whole module."""
        body = "\n".join(["entry:", *self.rooms, *self.lines])
        return (
            f"define i64 @{name}({arguments}) #0 {{\n{body}\n}}\n"
            + "\n".join(sorted(self.declarations))
            + '\nattributes #0 = { nounwind "min-legal-vector-width"="512" "prefer-vector-width"="512" }\n'
            + '!0 = !{!"branch_weights", i32 1, i32 1000000}\n'
        )


class Merged(NamedTuple):
    """Operations of a trace that are written as parts of others, or by means of them: by the others' numbers."""

    products: dict[int, Traced]  # in a sum
    reciprocals: dict[int, Traced]  # in place of a division


class Code:
    """Writes operations on values of `lanes` doubles. Methods return the names of the values they make."""

    def __init__(self, lanes: int, text: Text | None = None) -> None:
        self.lanes = lanes
        self.text = text or Text()
        self.type = f"<{lanes} x double>" if lanes > 1 else "double"
        self.bytes = 8 * lanes

    @property
    def single(self) -> Code:
        """Writes into the same text, with values of one double."""
        return self if self.lanes == 1 else Code(1, self.text)

    def line(self, text: str) -> None:
        self.text.lines.append(f"  {text}")

    def value(self, text: str) -> str:
        name = "%" + self.text.name("v")
        self.line(f"{name} = {text}")
        return name

    def block(self, name: str) -> None:
        self.text.lines.append(f"{name}:")
        self.text.block = name

    def call(self, kind: str, function: str, *arguments: tuple[str, str]) -> str:
        """`function(...)`, declared on the way."""
        types = ", ".join(t for t, _ in arguments)
        self.text.declarations.add(f"declare {kind} @{function}({types})")
        return self.value(f"call {kind} @{function}({', '.join(f'{t} {v}' for t, v in arguments)})")

    # Control.

    @contextmanager
    def counting(self, first: str, past: str, step: int = 1) -> Iterator[str]:
        """The body runs with the index at first, first + step, ... and no more at `past`."""
        name, before = self.text.name, self.text.block
        head, body, end, index, following = name("head"), name("body"), name("end"), name("i"), name("next")
        self.line(f"br label %{head}")
        self.block(head)
        mark = len(self.text.lines)  # the way back is known only after the body
        again = self.value(f"icmp ne i64 %{index}, {past}")
        self.line(f"br i1 {again}, label %{body}, label %{end}")
        self.block(body)
        yield f"%{index}"
        self.line(f"%{following} = add i64 %{index}, {step}")
        self.line(f"br label %{head}")
        back = self.text.block
        self.text.lines.insert(mark, f"  %{index} = phi i64 [ {first}, %{before} ], [ %{following}, %{back} ]")
        self.block(end)

    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        """The body runs where the condition holds."""
        inside, after = self.text.name("then"), self.text.name("after")
        self.line(f"br i1 {condition}, label %{inside}, label %{after}")
        self.block(inside)
        yield
        if self.text.block:
            self.line(f"br label %{after}")
        self.block(after)

    def leave(self, result: str) -> None:
        """Returns from the function; a new block must follow."""
        self.line(f"ret i64 {result}")
        self.text.block = ""

    def choice(self, selector: str, bodies: Sequence[Callable[[], object]], same: Sequence[int] | None = None) -> None:
        """Runs the body that the integer selects; of bodies that do the `same`, the first in place of each."""
        labels, end = [self.text.name("case") for _ in bodies], self.text.name("chosen")
        taken = range(len(bodies)) if same is None else same
        cases = " ".join(f"i64 {i}, label %{labels[first]}" for i, first in enumerate(taken))
        self.line(f"switch i64 {selector}, label %{labels[0]} [ {cases} ]")
        for i, body in enumerate(bodies):
            if i in taken:
                self.block(labels[i])
                body()
                self.line(f"br label %{end}")
        self.block(end)

    # Memory.

    def address(self, base: str, *terms: str | int) -> str:
        """base + the sum of the terms, counted in doubles."""
        for term in terms:
            if term != 0:
                base = self.value(f"getelementptr double, ptr {base}, i64 {term}")
        return base

    def load(self, address: str, *, kind: str = "", align: int = 0) -> str:
        return self.value(f"load {kind or self.type}, ptr {address}, align {align or self.bytes}")

    def store(self, value: str, address: str, *, kind: str = "", align: int = 0) -> None:
        self.line(f"store {kind or self.type} {value}, ptr {address}, align {align or self.bytes}")

    def prefetch(self, address: str) -> None:
        """Asks for memory that will be read soon; any address will do."""
        self.text.declarations.add("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
        self.line(f"call void @llvm.prefetch.p0(ptr {address}, i32 0, i32 3, i32 1)")

    def room(self, count: int) -> str:
        """Space on the stack for `count` values."""
        name = "%" + self.text.name("room")
        self.text.rooms.append(f"  {name} = alloca {self.type}, i64 {max(count, 1)}, align 64")
        return name

    # Values.

    def splat(self, scalar: str) -> str:
        """A double in every lane."""
        if self.lanes == 1:
            return scalar
        first = self.value(f"insertelement {self.type} poison, double {scalar}, i64 0")
        return self.value(f"shufflevector {self.type} {first}, {self.type} poison, {mask([0] * self.lanes)}")

    def number(self, x: float) -> str:
        """A constant in every lane."""
        bits = f"0x{struct.unpack('<Q', struct.pack('<d', x))[0]:016X}"
        return bits if self.lanes == 1 else "<" + ", ".join([f"double {bits}"] * self.lanes) + ">"

    def integer(self, x: int) -> str:
        return str(x) if self.lanes == 1 else "<" + ", ".join([f"i64 {x}"] * self.lanes) + ">"

    def like(self, element: str) -> str:
        """The type of as many elements: i64, i1."""
        return element if self.lanes == 1 else f"<{self.lanes} x {element}>"

    def binary(self, op: str, x: str, y: str) -> str:
        return self.value(f"{_BINARY[op]} {self.type} {x}, {y}")

    def fused(self, x: str, y: str, z: str) -> str:
        """x y + z, rounded once where the processor does that in one instruction."""
        return self.intrinsic("fmuladd", x, y, z)

    def negative(self, x: str) -> str:
        return self.value(f"fneg {self.type} {x}")

    def intrinsic(self, name: str, *arguments: str) -> str:
        suffix = "f64" if self.lanes == 1 else f"v{self.lanes}f64"
        return self.call(self.type, f"llvm.{name}.{suffix}", *((self.type, x) for x in arguments))

    def any(self, condition: str) -> str:
        """Whether a condition holds in some lane."""
        if self.lanes == 1:
            return condition
        bits = self.value(f"bitcast <{self.lanes} x i1> {condition} to i{self.lanes}")
        return self.value(f"icmp ne i{self.lanes} {bits}, 0")

    # Traced operations.

    def operations(self, results: Sequence[Scalar], known: dict[int, str]) -> list[str]:
        """The results' values; `known` holds those of the inputs, by node number, and gains the others.

        Constant nodes are doubles, the same in all lanes, until a vector needs them.
        """
        merged = Merged(fused(results, known, once=True), _reciprocals(results, known))
        self._turn(results, known, merged)
        self._write(live_nodes(results, known), known, merged)
        return [self._operand(x, known) for x in results]

    def in_parts(self, parts: Sequence[Sequence[Scalar]], known: dict[int, str]) -> Iterator[list[str]]:
        """The same for parts of the results, with their sums as chains: what a part needs is written when it is its
        turn. So a value need not wait in memory until all others are there, and it has the same bits however the
        results are parted. (In the loops of generic kernels chains gain nothing.)"""
        chains = Chains([x for part in parts for x in part], known)
        merged = Merged(fused(chains.results, known), _reciprocals(chains.results, known))
        self._turn(chains.results, known, merged)
        remaining = iter(chains.results)
        for part in parts:
            results = [next(remaining) for _ in part]
            self._write(chains.ordered(live_nodes(results, known)), known, merged)
            yield [self._operand(x, known) for x in results]

    def _turn(self, results: Sequence[Scalar], known: dict[int, str], merged: Merged) -> None:
        """Sines and cosines, all at once."""
        angles = _angles(results, known)
        self._write(live_nodes(angles, known), known, merged)
        pairs = trigonometry.sines_and_cosines(self, [self._operand(x, known) for x in angles])
        for angle, pair in zip(angles, pairs, strict=True):
            for op, value in zip(("sin", "cos"), pair, strict=True):
                known[angle.apply(op).number] = value

    def _write(self, nodes: Iterable[Traced], known: dict[int, str], merged: Merged) -> None:
        """A fused product has no value of its own."""
        inside = {product.number for product in merged.products.values()}
        for node in nodes:
            if node.number in known or node.number in inside:
                continue
            code, op, operands = self.single if node.constant else self, node.op, node.operands
            product, reciprocal = merged.products.get(node.number), merged.reciprocals.get(node.number)
            if product is not None:
                known[node.number] = code._fused_sum(node, product, known)
                continue
            if reciprocal is not None:
                self._write([reciprocal], known, merged)
                op, operands = "*", (operands[0], reciprocal)
            known[node.number] = code.operation(op, [code._operand(x, known) for x in operands])

    def _fused_sum(self, node: Traced, product: Traced, known: dict[int, str]) -> str:
        first, second = node.operands
        x, y = (self._operand(factor, known) for factor in product.operands)
        if first is product:
            z = self._operand(second, known)
            return self.fused(x, y, self.negative(z) if node.op == "-" else z)
        return self.fused(self.negative(x) if node.op == "-" else x, y, self._operand(first, known))

    def _operand(self, x: Scalar, known: dict[int, str]) -> str:
        if not isinstance(x, Traced):
            return self.number(float(x))
        return self.splat(known[x.number]) if x.constant else known[x.number]

    def operation(self, op: str, operands: list[str]) -> str:
        """What a traced operation gives, but for sine and cosine."""
        if op in _BINARY:
            return self.binary(op, *operands)
        (x,) = operands
        if op == "neg":
            return self.negative(x)
        if op == "sqrt":
            return self.intrinsic("sqrt", x)
        if op == "sign":
            return self._sign(x)
        raise ValueError(f"no code for {op!r}")

    def _sign(self, x: str) -> str:
        """-1 or 1 with the sign of x; x itself where it is zero or not a number."""
        one = self.intrinsic("copysign", self.number(1.0), x)
        plain = self.value(f"fcmp one {self.type} {x}, {self.number(0.0)}")
        return self.value(f"select {self.like('i1')} {plain}, {self.type} {one}, {self.type} {x}")


def _angles(results: Sequence[Scalar], known: Container[int]) -> list[Traced]:
    """What sines and cosines are taken of; it depends on no other sine."""
    operands = (node.operands[0] for node in live_nodes(results, known) if node.op in ("sin", "cos"))
    return list({angle.number: angle for angle in operands if isinstance(angle, Traced)}.values())


def _reciprocals(results: Sequence[Scalar], known: Container[int]) -> dict[int, Traced]:
    """For the number of a quotient the reciprocal of its divisor, where that was traced before and is there anyway."""
    first: dict[Scalar, Traced] = {}
    found: dict[int, Traced] = {}
    for node in live_nodes(results, known):
        if node.op == "/" and node.number not in known:
            dividend, divisor = node.operands
            if divisor in first:
                found[node.number] = first[divisor]
            elif not isinstance(dividend, Traced) and dividend == 1.0:
                first[divisor] = node
    return found


def mask(lanes: Sequence[int]) -> str:
    """The last operand of a shuffle."""
    return f"<{len(lanes)} x i32> <" + ", ".join(f"i32 {lane}" for lane in lanes) + ">"
