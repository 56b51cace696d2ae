"""The equations in symbols as mathematics to be set, and their letters in words. A letter's name is its key."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from denoc.arm.robot import Robot
from denoc.symbolic.equations import MOST_JOINTS, MOST_TERMS
from denoc.symbolic.formula import Definition
from denoc.symbolic.model import quarters
from denoc.symbolic.notation import LATEX
from denoc.symbolic.symbols import Harmonic, Symbol
from denoc.symbolic.terms import Term
from denoc_studio.look.plain_text import in_signs
from denoc_studio.plots.moment import Moment
from denoc_studio.typesetting.nodes import EQUALS, MINUS, PLUS, Fraction, Node, Number, Row, Script, Text
from denoc_studio.typesetting.notation import parse
from denoc_studio.typesetting.numbers import number


def term_node(term: Term) -> Node:
    """A term with its sign."""
    return _squares(parse(_keyed(term).latex()))


def product_node(symbols: Iterable[Symbol]) -> Node:
    """Letters beside each other."""
    return _squares(parse(LATEX.times.join(LATEX.powers(map(_with_key, symbols)))))


def definition_node(definition: Definition) -> Node:
    """What a letter is short for, with its value where it is a constant."""
    items: list[Node] = []
    for term in definition.terms:
        if items or term.coefficient < 0:
            items.append(MINUS if term.coefficient < 0 else PLUS)
        items.append(_squares(parse(_keyed(term).size(LATEX))))
    total: Node = Row(tuple(items))
    if definition.reciprocal:
        total = Fraction(Number("1"), total)
    value, unit = definition.symbol.value, definition.symbol.unit
    known = () if value is None else (EQUALS, number(value), Text(f" {shown_unit(unit)}", colour="muted"))
    return Row((product_node([definition.symbol]), EQUALS, total, *known))


def symbol_words(symbol: Symbol, moment: Moment | None) -> str:
    """What a letter stands for, with its value: a constant's, or that of the moment."""
    value = symbol.value if symbol.constant else None if moment is None else _value_now(symbol, moment)
    words = f"{symbol.name}: {symbol.words}"
    if value is None:
        return words
    unit, digits = shown_unit(symbol.unit), f"{value + 0.0:.5g}".replace("-", MINUS.text)  # no negative zero
    return f"{words}, {digits}{f' {unit}' if unit else ''}{'' if symbol.constant else ' now'}"


def shown_unit(unit: str) -> str:
    return "" if unit == "1" else in_signs(unit)


def refusal(robot: Robot) -> str:
    """Why the equations of this robot are not written out, and what can be had of it."""
    if robot.n > MOST_JOINTS:
        reason = f"The equations of {robot.n} joints are not written out, at most those of {MOST_JOINTS}."
    else:
        oblique = [
            f"{math.degrees(link.alpha):.4g}° in link {number}"
            for number, link in enumerate(robot.links, 1)
            if quarters(link.alpha) is None
        ]
        because = f", with alpha {', '.join(oblique)}, which is no right angle" if oblique else ""
        reason = f"The equations of this arm have more than {MOST_TERMS:,} terms{because}: too many to be read."
    return f"{reason} Its steps and runs are computed all the same, and Copy, C code gives its dynamics as a program."


def _value_now(symbol: Symbol, moment: Moment) -> float | None:
    joint = (symbol.link or 1) - 1
    rate = float(moment.qd[joint])
    if symbol.role == "factor":
        return 1.0 / (1.0 + (moment.robot.links[joint].friction.sharpness * rate) ** 2)
    found = {
        "coordinate": float(moment.q[joint]) + symbol.offset,
        "rate": rate,
        "acceleration": float(moment.qdd[joint]),
        "direction": math.copysign(1.0, rate) if rate else 0.0,
    }
    return found.get(symbol.role)


def _keyed(term: Term) -> Term:
    """The term with letters that are written with their keys."""
    harmonics = (
        Harmonic(each.function, tuple((multiple, _with_key(angle)) for multiple, angle in each.angles))
        for each in term.harmonics
    )
    return term._replace(
        parameters=tuple(map(_with_key, term.parameters)),
        harmonics=tuple(harmonics),
        motion=tuple(map(_with_key, term.motion)),
    )


def _with_key(symbol: Symbol) -> Symbol:
    return symbol._replace(latex=rf"\term{{{symbol.name}}}{{{symbol.latex}}}")


def _squares(node: Node) -> Node:
    """Powers above the indices of their letters, not behind them."""
    if isinstance(node, Row):
        return replace(node, items=tuple(map(_squares, node.items)))
    if isinstance(node, Script) and isinstance(node.base, Script) and node.sub is None and node.base.sup is None:
        return replace(node.base, sup=node.sup)
    return node
