"""Sums of terms as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from denoc.symbolic.notation import Notation
from denoc.symbolic.terms import Order, Term, common

WIDE = 110  # characters of a line
Part = tuple[bool, str]  # whether it is subtracted, and its text


def sum_text(terms: Iterable[Term], notation: Notation) -> str:
    """Terms with the signs between them."""
    return _joined(_part(term, notation) for term in terms)


def collected_text(terms: Sequence[Term], order: Order, notation: Notation) -> str:
    """Terms in their order, with what neighbours share written once."""
    return _joined(_collected(terms, order, notation))


def _collected(terms: Sequence[Term], order: Order, notation: Notation) -> Iterator[Part]:
    for (shared, _), group in groupby(terms, key=lambda term: (common(term, order), order == "kind" and term.kind)):
        alike = list(group)
        if len(alike) == 1 or not shared:
            yield from (_part(term, notation) for term in alike)
            continue
        inner = [term.without(shared) for term in alike]
        negative = all(term.coefficient < 0 for term in inner)
        if negative:
            inner = [term._replace(coefficient=-term.coefficient) for term in inner]
        outer, bracket = notation.times.join(notation.powers(shared)), f"({sum_text(inner, notation)})"
        first = order == "parameter" or alike[0].kind == "gravity"
        yield negative, notation.times.join((outer, bracket) if first else (bracket, outer))


def _part(term: Term, notation: Notation) -> Part:
    return term.coefficient < 0, term.size(notation)


def _joined(parts: Iterable[Part]) -> str:
    text = "".join(f" {'-' if negative else '+'} {part}" for negative, part in parts)
    if not text:
        return "0"
    return text[3:] if text.startswith(" + ") else f"-{text[3:]}"


def fold(text: str, end: str = "") -> Iterator[str]:
    """A sum in lines that are broken before its signs; `end` closes all lines but the last."""
    line = ""
    for piece in re.split(r"(?= [-+] )", text):
        if line and len(line) + len(piece) > WIDE:
            yield line + end
            line = "    " + piece.lstrip()
        else:
            line += piece
    yield line
