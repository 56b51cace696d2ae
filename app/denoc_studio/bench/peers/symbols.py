"""The recursions' own text on the expressions of another library, to be compiled or integrated there."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import denoc
from denoc.algebra.scalars import Exact
from denoc.recursions.reference import FUNCTIONS, arm_of
from denoc.recursions.sweeps import run

Expression = Any  # of that library
Functions = Mapping[str, Callable[[Expression], Expression]]  # its sin, cos, sqrt and sign


@dataclass(frozen=True)
class Symbol:
    """A scalar of the recursions: an expression of a library that has these functions."""

    value: Expression
    functions: Functions

    __array_ufunc__ = None

    def apply(self, name: str) -> Symbol:
        return replace(self, value=self.functions[name](self.value))

    def __neg__(self) -> Symbol:
        return replace(self, value=-self.value)


def _operator(name: str, reflected: bool) -> Callable[[Symbol, Any], Any]:
    work = getattr(operator, name)

    def apply(self: Symbol, other: Any) -> Any:
        if isinstance(other, Exact):
            return NotImplemented  # a number that is known from the structure knows best what it makes of this one
        value = other.value if isinstance(other, Symbol) else other
        return replace(self, value=work(value, self.value) if reflected else work(self.value, value))

    return apply


for _name in ("add", "sub", "mul", "truediv"):
    setattr(Symbol, f"__{_name}__", _operator(_name, False))
    setattr(Symbol, f"__r{_name}__", _operator(_name, True))


def results(
    robot: denoc.Robot, name: str, states: Sequence[Sequence[Expression]], functions: Functions
) -> list[Expression]:
    """What the text of this function makes of the states, as our own compiler is given it; numbers stay floats."""
    function = FUNCTIONS[name]
    arm = arm_of(robot, function.compiled)
    inputs = [[Symbol(value, functions) for value in state] for state in states]
    made = function.written_out(arm, inputs) if function.written_out else run(function.recursion, arm, inputs)
    return [each.value if isinstance(each, Symbol) else float(each) for each in made]
