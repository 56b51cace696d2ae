"""The grammar of typed formulas, read by hand: no text is ever run as a program.

    sum      = product { (+ | -) product }
    product  = signed { (* | /) signed }
    signed   = (+ | -) signed | power
    power    = atom [ (^ | **) signed ]
    atom     = number | name | function ( sum { , sum } ) | ( sum )

Limits on characters, parts and nesting come before everything that grows with them.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from denoc.basics.checks import check_count
from denoc.basics.errors import DynamicsError
from denoc.torques.formula_functions import CONSTANTS, FUNCTIONS, OPERATORS, Function

MAX_CHARACTERS = 500
MAX_NODES = 200
MAX_DEPTH = 40
MAX_JOINTS = 10_000


class ExpressionError(DynamicsError):
    """A formula that cannot be read; a DynamicsError. `column` counts the characters of the formula from 1.

    >>> try:
    ...     dn.Expression("2 * (q1 + 3", joints=1)
    ... except dn.ExpressionError as error:
    ...     print(error.column)
    5
    """

    __module__ = "denoc"

    def __init__(
        self,
        reason: str,
        *,
        column: int = 1,
        link: int | None = None,
        field: str | None = None,
        value: object = None,
    ) -> None:
        super().__init__(reason, link=link, field=field, value=value)
        self.column = column

    def in_link(self, number: int) -> ExpressionError:
        """The same error with its link, counted from 1."""
        return ExpressionError(self.reason, column=self.column, link=number, field=self.field, value=self.value)


class Node(NamedTuple):
    """A number, an entry of the values, or a function of other nodes; the column is where it stands."""

    column: int
    number: float | None = None
    slot: int = -1
    function: Function | None = None
    arguments: tuple[Node, ...] = ()


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


_TOKEN = re.compile(
    r"[ \t]*(?:(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<sign>\*\*|[-+*/^(),])|(?P<end>$))"
)


def parse(text: str, joints: int) -> Node:
    """The formula of t, q1 to qn, qd1 to qdn as a tree, with parts that are numbers alone already worked out."""
    n = check_count(joints, "joints", 0, MAX_JOINTS)
    return _Parser(text, _names(n), "t, q1, qd1" if n == 1 else f"t, q1 to q{n}, qd1 to qd{n}").whole()


def parse_of(text: str, names: Sequence[str]) -> Node:
    """A formula of these names instead, each of which has its place among them as slot."""
    return _Parser(text, {name: slot for slot, name in enumerate(names)}, ", ".join(names)).whole()


class _Parser:
    def __init__(self, text: str, names: Mapping[str, int], possible: str) -> None:
        if not isinstance(text, str):
            raise ExpressionError("a formula is a text", field="text", value=text)
        if len(text) > MAX_CHARACTERS:
            raise ExpressionError(
                f"a formula has at most {MAX_CHARACTERS} characters, not {len(text)}", column=MAX_CHARACTERS + 1
            )
        self._names, self._possible = names, possible
        self._tokens = _tokens(text)
        self._place = 0
        self._nodes = 0
        self._depth = 0

    def whole(self) -> Node:
        if self._token.kind == "end":
            raise ExpressionError("the formula is empty")
        node = self._sum()
        token = self._token
        if token.text == ",":
            raise _refusal("a comma separates the arguments of a function; the decimal mark is a point", token)
        if token.text == ")":
            raise _refusal("this bracket was never opened", token)
        if token.kind != "end":
            raise _refusal(f"an operator is missing before '{token.text}'", token)
        return node

    @property
    def _token(self) -> _Token:
        return self._tokens[self._place]

    def _take(self, *texts: str) -> _Token | None:
        token = self._token
        if token.kind != "sign" or token.text not in texts:
            return None
        self._place += 1
        return token

    def _sum(self) -> Node:
        return self._chain(self._product, "+", "-")

    def _product(self) -> Node:
        return self._chain(self._signed, "*", "/")

    def _chain(self, operand: Callable[[], Node], *signs: str) -> Node:
        node = operand()
        while sign := self._take(*signs):
            node = self._node(sign.column, OPERATORS[sign.text], node, operand())
        return node

    def _signed(self) -> Node:
        self._enter()
        if sign := self._take("+", "-"):
            node = self._signed()
            if sign.text == "-":
                node = self._node(sign.column, OPERATORS["negative"], node)
        else:
            node = self._power()
        self._depth -= 1
        return node

    def _power(self) -> Node:
        node = self._atom()
        if sign := self._take("^", "**"):
            return self._node(sign.column, OPERATORS["^"], node, self._signed())
        return node

    def _atom(self) -> Node:
        token = self._token
        self._place += 1
        if token.kind == "number":
            return self._number(token)
        if token.kind == "name":
            return self._call(token) if token.text in FUNCTIONS else self._name(token)
        if token.text == "(":
            node = self._sum()
            self._close(token)
            return node
        self._place -= 1
        found = "the formula ends" if token.kind == "end" else f"'{token.text}' stands"
        raise _refusal(f"{found} where a number, a name or a bracket is needed", token)

    def _number(self, token: _Token) -> Node:
        value = float(token.text)
        if not math.isfinite(value):
            raise _refusal("this number is too large", token)
        return self._leaf(Node(token.column, number=value))

    def _name(self, token: _Token) -> Node:
        if token.text in CONSTANTS:
            return self._leaf(Node(token.column, number=CONSTANTS[token.text]))
        slot = self._names.get(token.text)
        if slot is None:
            possible = f"{self._possible}, pi, e, {', '.join(FUNCTIONS)}"
            raise _refusal(f"unknown name '{token.text}'; possible: {possible}", token)
        return self._leaf(Node(token.column, slot=slot))

    def _call(self, token: _Token) -> Node:
        function = FUNCTIONS[token.text]
        opening = self._take("(")
        if opening is None:
            raise _refusal(f"'{token.text}' is a function: write {function.usage}", token)
        arguments = [self._sum()]
        while self._take(","):
            arguments.append(self._sum())
        self._close(opening)
        if not function.fewest <= len(arguments) <= function.most:
            count = "one argument" if len(arguments) == 1 else f"{len(arguments)} arguments"
            hint = "; the decimal mark is a point" if len(arguments) > function.most else ""
            raise _refusal(f"{function.usage} was given {count}{hint}", token)
        return self._node(token.column, function, *arguments)

    def _close(self, opening: _Token) -> None:
        if self._take(")"):
            return
        token = self._token
        if token.kind == "end":
            raise _refusal("this bracket is never closed", opening)
        if token.text == ",":
            raise _refusal("a comma separates the arguments of a function; the decimal mark is a point", token)
        raise _refusal(f"an operator is missing before '{token.text}'", token)

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise _refusal(f"the formula is nested more than {MAX_DEPTH} levels deep", self._token)

    def _leaf(self, node: Node) -> Node:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise ExpressionError(f"a formula has at most {MAX_NODES} parts", column=node.column)
        return node

    def _node(self, column: int, function: Function, *arguments: Node) -> Node:
        """The function of its arguments; of numbers alone, the number it is."""
        node = self._leaf(Node(column, function=function, arguments=arguments))
        numbers = [argument.number for argument in arguments]
        if None in numbers:
            return node
        value = float(function.quick(*numbers))
        if not math.isfinite(value):
            raise ExpressionError(f"the value at column {column} is not a finite number: {value}", column=column)
        return Node(column, number=value)


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    place = 0
    while not found or found[-1].kind != "end":
        match = _TOKEN.match(text, place)
        if match is None:
            column = place + len(text[place:]) - len(text[place:].lstrip(" \t")) + 1
            shown = ascii(text[column - 1])
            raise ExpressionError(f"{shown} at column {column} has no meaning in a formula", column=column)
        kind = match.lastgroup or "end"
        found.append(_Token(kind, match[kind], match.start(kind) + 1))
        place = match.end()
    return found


def _refusal(reason: str, token: _Token) -> ExpressionError:
    return ExpressionError(f"{reason} (column {token.column})", column=token.column)


@functools.lru_cache(maxsize=8)
def _names(joints: int) -> dict[str, int]:
    names = ["t", *(f"q{i}" for i in range(1, joints + 1)), *(f"qd{i}" for i in range(1, joints + 1))]
    return {name: index for index, name in enumerate(names)}
