"""A played step as mathematics to be set: its equation, part by part, and the numbers below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from denoc.playing.play import Step
from denoc_studio.plots.tables.inspector.components import cell_units, row_names
from denoc_studio.typesetting import numbers
from denoc_studio.typesetting.nodes import EQUALS, MINUS, PLUS, Fraction, Node, Root, Row, Script, Symbol
from denoc_studio.typesetting.notation import parse


class Part(NamedTuple):
    """Of an equation: a symbol of the notation in a term; term -1 is the left side."""

    term: int
    name: str


def equation(step: Step) -> Node:
    """Left side and terms; each symbol has a `Part` for its key."""
    writer = step.place.writer(_Nodes(-1))
    items: list[Node] = [writer.name(step.name), EQUALS]
    for index, term in enumerate(step.terms):
        if index or term.sign < 0:
            items.append(MINUS if term.sign < 0 else PLUS)
        items.append(step.place.writer(_Nodes(index)).expression(term.expression))
    return Row(tuple(items))


def symbol(step: Step) -> Node:
    """The left side alone."""
    return step.place.writer(_Nodes(-1)).name(step.name)


def values(step: Step, *, fold: bool = True) -> Node:
    """The terms' numbers and their sum. Rows and columns that are zero everywhere are folded away in matrices."""
    largest = max((float(np.abs(term.value).max()) for term in step.terms), default=0.0)
    kept = _kept([step.value, *(term.value for term in step.terms)], largest) if fold else None
    names = row_names(step)
    items: list[Node] = [_value(step.value, kept, largest, names, _units(step)), EQUALS]
    for index, term in enumerate(step.terms):
        if index or term.sign < 0:
            items.append(MINUS if term.sign < 0 else PLUS)
        items.append(_value(term.value, kept, largest, (), (), index))
    return Row(tuple(items))


class _Nodes:
    """Builds nodes; symbols have keys."""

    def __init__(self, term: int) -> None:
        self._term = term

    def symbol(self, name: str, tex: str) -> Node:
        return Row((parse(tex),), key=Part(self._term, name))

    def tex(self, text: str) -> Node:
        return parse(text) if text not in "()" else Symbol(text, "upright")

    def row(self, parts: list[Node]) -> Node:
        return Row(tuple(parts))

    def fraction(self, above: Node, below: Node) -> Node:
        return Fraction(above, below)

    def root(self, inside: Node) -> Node:
        return Root(inside)

    def raised(self, base: Node, sign: str) -> Node:
        """The sign stands above the index, not behind it."""
        above = Symbol(sign, "upright")
        match base:
            case Row(items=(Script(base=letter, sub=below, sup=None),), key=key):
                return Row((Script(letter, below, above),), key=key)
        return Script(base, sup=above)


def _units(step: Step) -> tuple[str, ...]:
    """Of the components of a vector or of a number; that of a pure one is left out."""
    if np.ndim(step.value) == 2:
        return ()
    return tuple("" if unit == "1" else str(unit) for unit in np.atleast_1d(cell_units(step)))


def _kept(found: list[Any], largest: float) -> np.ndarray | None:
    """Which rows, and columns of matrices, hold a number; all where none does. Vectors are not folded."""
    if np.ndim(found[0]) != 2:
        return None
    rows = np.any([np.abs(each).max(axis=1) > numbers.NOISE * largest for each in found], axis=0)
    return rows if rows.any() else np.ones(len(rows), bool)


def _value(
    value: Any, kept: np.ndarray | None, largest: float, names: Sequence[str], units: Sequence[str], term: int = -1
) -> Node:
    key = Part(term, "")
    if np.ndim(value) == 0:
        made = numbers.number(float(value), largest, key=key)
        return Row((made, Symbol(f" {units[0]}", "upright", colour="muted"))) if units and units[0] else made
    shown = [Symbol(name, "upright", colour="muted") for name in names]
    if np.ndim(value) == 1:
        return numbers.column(value.tolist(), units, shown, largest=largest, key=key)
    kept = np.ones(len(value), bool) if kept is None else kept
    rows = [name for name, keep in zip(shown, kept, strict=True) if keep] if shown else []
    return numbers.matrix(value[np.ix_(kept, kept)].tolist(), (), rows, largest=largest, key=key)
