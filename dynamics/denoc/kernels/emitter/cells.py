"""Loops and numbers of a kernel for texts that have loops of their own: what they do becomes machine code at once."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

from denoc.kernels.emitter.code import Code


class Value:
    """A value of the text that is being written."""

    def __init__(self, code: Code, name: str) -> None:
        self.code = code
        self.name = name

    def __add__(self, other: Value | float) -> Value:
        return self._with("+", other)

    def __sub__(self, other: Value) -> Value:
        return self._with("-", other)

    def __mul__(self, other: Value) -> Value:
        return self._with("*", other)

    def __truediv__(self, other: Value) -> Value:
        return self._with("/", other)

    def _with(self, op: str, other: Value | float) -> Value:
        if isinstance(other, float):
            other = Value(self.code, self.code.number(other))
        if not isinstance(other, Value):  # a number that is known: it does without code
            return NotImplemented
        return Value(self.code, self.code.binary(op, self.name, other.name))

    def __rtruediv__(self, other: float) -> Value:
        return Value(self.code, self.code.binary("/", self.code.number(other), self.name))

    def apply(self, name: str) -> Value:
        """sqrt or sign of this value."""
        return Value(self.code, self.code.operation(name, [self.name]))


class Cells:
    """b[i] or A[i, j], read and written at `address(index)`."""

    def __init__(self, code: Code, address: Callable[[Any], str]) -> None:
        self._code = code
        self.address = address

    def __getitem__(self, index: Any) -> Value:
        return Value(self._code, self._code.load(self.address(index)))

    def __setitem__(self, index: Any, value: Value) -> None:
        self._code.store(value.name, self.address(index))


class Variable:
    """A value on the stack; LLVM keeps it in a register."""

    def __init__(self, x: Value) -> None:
        self._code = x.code
        self._address = x.code.room(1)
        self.value = x

    @property
    def value(self) -> Value:
        return Value(self._code, self._code.load(self._address))

    @value.setter
    def value(self, x: Value) -> None:
        self._code.store(x.name, self._address)


class CompiledLoops:
    """The body of a loop is written once, with the name of its index."""

    def __init__(self, code: Code) -> None:
        self._code = code

    def up(self, n: str) -> Iterator[str]:
        with self._code.counting("0", n) as i:
            yield i

    def down(self, n: str) -> Iterator[str]:
        with self._code.counting(self._code.value(f"sub i64 {n}, 1"), "-1", -1) as i:
            yield i

    def after(self, i: str, n: str) -> Iterator[str]:
        with self._code.counting(self._code.value(f"add i64 {i}, 1"), n) as k:
            yield k

    def more(self, x: Value, y: Value, z: Value) -> Value:
        return Value(self._code, self._code.fused(y.name, z.name, x.name))

    def less(self, x: Value, y: Value, z: Value) -> Value:
        return Value(self._code, self._code.fused(self._code.negative(y.name), z.name, x.name))

    @property
    def zero(self) -> Value:
        return Value(self._code, self._code.number(0.0))

    variable = Variable


class OverEntries:
    """Writes the text of a function over entries of eight bytes at %data: integers, and addresses that may be 0."""

    def __init__(self, entries: Sequence[str], integers: Container[str], lanes: int = 1) -> None:
        self.code = code = Code(lanes)
        self.loops = CompiledLoops(code)
        self.entries = {
            name: code.load(code.address("%data", i), kind="i64" if name in integers else "ptr", align=8)
            for i, name in enumerate(entries)
        }

    def given(self, name: str) -> AbstractContextManager[None]:
        """There is something at this address."""
        return self.code.when(self.code.value(f"icmp ne ptr {self.entries[name]}, null"))

    def cells_at(self, address: str) -> Cells:
        return Cells(self.code, lambda i: self.code.address(address, i))
