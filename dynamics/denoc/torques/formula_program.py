"""Formulas as programs for the machine of `kernels.formulas`: the same values as `Expression` gives for floats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial, reduce
from typing import NamedTuple

import numpy as np

from denoc.kernels.formulas import OPERATIONS, ROW, library_address
from denoc.torques.expressions import Expression
from denoc.torques.formula_functions import FUNCTIONS, OPERATORS
from denoc.torques.formula_parser import Node, parse

_CHAINS = {"min": "least", "max": "greatest"}
_NOTHING = Node(1, number=0.0)
_LIBRARY = {"^": "pow"}
_NAMES = {id(function): name for name, function in {**OPERATORS, **FUNCTIONS}.items()}


class FormulaProgram(NamedTuple):
    """`values` has room for t, q and qd, then constants, as many as are `given` in all, and for the results of the
    rows; `results` are the numbers of the formulas' values."""

    formulas: Sequence[Expression | None]
    rows: np.ndarray
    values: np.ndarray
    given: int
    results: np.ndarray


def program_of(formulas: Sequence[Expression | None], joints: int) -> FormulaProgram:
    """The program of all joints' torques, from one formula a joint; None is no torque."""
    trees = [_NOTHING if each is None else parse(each.text, joints) for each in formulas]
    constants = sorted({0.0, *(x for tree in trees for x in _constants(tree))})
    writer = _Writer(1 + 2 * joints, constants)
    results = [writer.number_of(tree) for tree in trees]
    values = np.zeros(writer.given + len(writer.rows))
    values[1 + 2 * joints : writer.given] = constants
    rows = np.array(writer.rows, dtype=np.int64).reshape(-1, ROW)
    return FormulaProgram(formulas, rows, values, writer.given, np.array(results, dtype=np.int64))


def _constants(node: Node) -> Iterator[float]:
    if node.number is not None:
        yield node.number
    for each in node.arguments:
        yield from _constants(each)


class _Writer:
    def __init__(self, variables: int, constants: Sequence[float]) -> None:
        self._constants = {x: number for number, x in enumerate(constants, variables)}
        self.given = variables + len(constants)
        self.rows: list[tuple[int, int, int, int]] = []

    def number_of(self, node: Node) -> int:
        """Writes what computes a node; returns the index that its value will have."""
        if node.function is None:
            return node.slot if node.number is None else self._constants[node.number]
        name, numbers = _NAMES[id(node.function)], [self.number_of(each) for each in node.arguments]
        if name in OPERATIONS:
            return self._put(name, *numbers)
        if name in _CHAINS:
            return reduce(partial(self._put, _CHAINS[name]), numbers)
        if name == "clip":
            x, lower, upper = numbers
            return self._put("least", self._put("greatest", x, lower), upper)
        if name == "atan2":  # of zeros without a sign
            numbers = [self._put("+", each, self._constants[0.0]) for each in numbers]
        a, b = numbers if len(numbers) == 2 else (*numbers, 0)
        return self._put("of one" if len(numbers) == 1 else "of two", a, b, library_address(_LIBRARY.get(name, name)))

    def _put(self, operation: str, a: int, b: int = 0, address: int = 0) -> int:
        self.rows.append((OPERATIONS.index(operation), a, b, address))
        return self.given + len(self.rows) - 1
