"""Torques as typed formulas of t, q1 to qn, qd1 to qdn, pi and e; `formula_parser` has the grammar.

All arithmetic is in floats: what has no value, as 1/q1 at zero or log(-1), comes out as inf or not a number, and
whoever asked for the torque reports it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from denoc.basics.checks import as_numbers
from denoc.basics.errors import DynamicsError
from denoc.torques.formula_parser import ExpressionError, Node, parse, parse_of

__all__ = ["Expression", "ExpressionError", "Formula"]

Values = Sequence[Any]  # t, q1 .. qn, qd1 .. qdn: floats, or arrays of one length
Evaluator = Callable[[Values], Any]


class Expression:
    """A typed formula of t, q1 to qn and qd1 to qdn, read and checked: a torque (N m, N), or any other number.

    `text` may hold + - * / ^ and brackets, pi and e, and sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp,
    log, sqrt, abs, sign, step (1 from zero on, else 0), min, max, clip; `joints` is n. Called with t (s), q and qd
    (rad, m, per s) it gives a float for one state (n,), (k,) for t (k,) and q, qd (k, n). What has no value, as 1/q1 at
    zero, is inf or nan. No text is ever run as a program. ExpressionError says at which column a formula cannot be
    read.

    >>> spring = dn.Expression("-3*q1 + step(t - 1)", joints=2)
    >>> spring(2.0, [0.5, 0.0], [0.0, 0.0])
    -0.5
    """

    def __init__(self, text: str, joints: int) -> None:
        self.text = text
        self.joints = joints
        tree = parse(text, joints)
        self.at: Evaluator = _evaluator(tree, "quick")  # for floats; what has no value is nan or inf
        self._of_arrays = _evaluator(tree, "ufunc")

    def __call__(self, t: Any, q: np.ndarray, qd: np.ndarray) -> Any:
        times, *states = as_numbers(t, "t"), as_numbers(q, "q"), as_numbers(qd, "qd")
        shapes = [state.shape for state in states]
        if states[0].ndim not in (1, 2) or shapes[0] != shapes[1] or shapes[0][-1] != self.joints:
            needed = f"({self.joints},) or (k, {self.joints})"
            raise DynamicsError(f"one shape is needed for both, {needed}", field="q, qd", value=shapes)
        if times.shape not in ((), states[0].shape[:-1]):
            raise DynamicsError("a time for each state is needed", field="t", value=times.shape)
        if states[0].ndim == 1:
            return self.at([float(times), *states[0].tolist(), *states[1].tolist()])
        with np.errstate(all="ignore"):
            value = self._of_arrays([times, *states[0].T, *states[1].T])
        return np.broadcast_to(np.asarray(value, dtype=float), (len(states[0]),)).copy()

    def __repr__(self) -> str:
        return f"Expression({self.text!r}, {self.joints})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Expression, (self.text, self.joints)


class Formula:
    """A typed formula of these names: `at(values)` is its number for one value a name."""

    def __init__(self, text: str, names: Sequence[str]) -> None:
        self.at: Evaluator = _evaluator(parse_of(text, names), "quick")


def _evaluator(node: Node, kind: str) -> Evaluator:
    """The tree as nested functions of the values; `kind` says which form of each function."""
    if node.function is None:
        number, slot = node.number, node.slot
        return (lambda values: values[slot]) if number is None else (lambda values: number)
    function = getattr(node.function, kind)
    arguments = [_evaluator(argument, kind) for argument in node.arguments]
    if len(arguments) == 1:
        (only,) = arguments
        return lambda values: function(only(values))
    if len(arguments) == 2:
        first, second = arguments
        return lambda values: function(first(values), second(values))
    return lambda values: function(*[argument(values) for argument in arguments])
