"""The legend of the equations: what regrouped parameters, shifted coordinates and factors are short for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from denoc.symbolic.formula import Definition
from denoc.symbolic.model import Model
from denoc.symbolic.symbols import Symbol, in_order
from denoc.symbolic.terms import Term, terms_of


def legend(model: Model, used: Iterable[Symbol]) -> Iterator[Definition]:
    """Those of the used symbols that stand for others."""
    numbers = {symbol: number for number, symbol in model.symbols.items()}
    for symbol in in_order(used):
        if symbol.role == "regrouped":
            yield Definition(symbol, terms_of(model, symbol.link or 0, model.definitions[numbers[symbol]]))
        elif symbol.role == "factor":
            function = model.ring.functions[numbers[symbol]]
            yield Definition(symbol, terms_of(model, symbol.link or 0, function.of), reciprocal=True)
        elif symbol.role == "coordinate" and symbol.offset:
            yield Definition(symbol, _shifted(model, symbol.link or 0))


def _shifted(model: Model, joint: int) -> tuple[Term, ...]:
    """q and the table's constant."""
    revolute = model.robot.links[joint - 1].revolute
    constant = model.constants[joint - 1]["theta" if revolute else "b"]
    q = Term(joint, "inertia", 1.0, (), (), (model.states[joint - 1][0],))
    return q, q._replace(parameters=(constant,), motion=())
