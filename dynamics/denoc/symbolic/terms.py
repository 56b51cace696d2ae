"""The terms of a formula: sums of a ring taken apart into what their factors stand for, in the order they are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, get_args

from denoc.symbolic.model import Model
from denoc.symbolic.notation import LATEX, PLAIN, Notation
from denoc.symbolic.ring import Sum
from denoc.symbolic.symbols import LETTERS, NO_LINK, Harmonic, Symbol

Kind = Literal["inertia", "rate product", "gravity", "friction", "tip wrench"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Order = Literal["kind", "parameter"]
ORDERS: tuple[Order, ...] = get_args(Order)


class Term(NamedTuple):
    """coefficient * parameters * harmonics * motion: one summand of a torque.

    `parameters` are constants, each as often as its power says; `harmonics` sines and cosines of angles; `motion` what
    else changes with the state: the coordinates of slides, rates, accelerations, directions, the tip wrench. `kind` is
    what the term comes from, `joint` whose torque it belongs to, counted from 1.
    """

    joint: int
    kind: Kind
    coefficient: float
    parameters: tuple[Symbol, ...]
    harmonics: tuple[Harmonic, ...]
    motion: tuple[Symbol, ...]

    @property
    def inertial(self) -> tuple[Symbol, ...]:
        """The parameters of a body, a rotor or friction in which the torque is linear."""
        return tuple(each for each in self.parameters if each.purpose in ("inertial", "friction"))

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """Everything that it depends on, each once."""
        angles = (symbol for harmonic in self.harmonics for _, symbol in harmonic.angles)
        return tuple(dict.fromkeys((*self.parameters, *angles, *self.motion)))

    def latex(self) -> str:
        """The term for LaTeX's mathematics, with its sign."""
        return self.text(LATEX)

    def __str__(self) -> str:
        return self.text(PLAIN)

    def text(self, notation: Notation) -> str:
        """The term in a notation, with a minus sign where it has one."""
        return f"-{self.size(notation)}" if self.coefficient < 0 else self.size(notation)

    def size(self, notation: Notation) -> str:
        """The term without its sign."""
        return notation.product(abs(self.coefficient), self.parameters, self.motion, self.harmonics)

    def without(self, factors: Iterable[Symbol]) -> Term:
        """The term divided by these of its parameters and of its motion."""
        divided = Counter(factors)
        return self._replace(parameters=_less(self.parameters, divided), motion=_less(self.motion, divided))


def terms_of(model: Model, joint: int, scalar: object) -> tuple[Term, ...]:
    """The terms of joint's torque, or of another sum that belongs to it, in the order of their kinds."""
    if not isinstance(scalar, Sum):
        return ()
    found = []
    waves: dict[int, tuple[Harmonic, ...]] = {}
    for (monomial, wave), coefficient in scalar.terms.items():
        factors = [model.symbols[number] for number in monomial]
        parameters = tuple(sorted((symbol for symbol in factors if symbol.constant), key=_reading))
        motion = tuple(symbol for symbol in factors if not symbol.constant)
        harmonics = waves[wave] if wave in waves else waves.setdefault(wave, tuple(_harmonics(model, wave)))
        found.append(Term(joint, _kind(factors), coefficient, parameters, harmonics, motion))
    return ordered(found, "kind")


def _harmonics(model: Model, wave: int) -> Iterator[Harmonic]:
    for each, angles in zip(model.ring.waves[wave], model.angles, strict=True):
        if each is not None:
            pairs = zip(each.multiples, angles, strict=True)
            yield Harmonic("sin" if each.sine else "cos", tuple((k, angle) for k, angle in pairs if k))


def ordered(terms: Iterable[Term], order: Order) -> tuple[Term, ...]:
    """By what they come from and the accelerations and rates, or by the inertial parameters first."""
    return tuple(sorted(terms, key=_by_kind if order == "kind" else _by_parameter))


def common(term: Term, order: Order) -> tuple[Symbol, ...]:
    """What is written once in front of, or behind, all terms that share it."""
    if order == "parameter":
        return term.inertial
    if term.kind == "gravity":
        return tuple(each for each in term.parameters if each.purpose == "gravity")
    return tuple(each for each in term.motion if each.role in ("rate", "acceleration", "wrench"))


def _reading(parameter: Symbol) -> tuple[object, ...]:
    """As one reads a product: gravity, lengths, then what belongs to a body."""
    first = ("gravity", "length").index(parameter.purpose) if parameter.purpose in ("gravity", "length") else 2
    return first, parameter.link or NO_LINK, LETTERS.find(parameter.name[0]), parameter.name


def _kind(factors: list[Symbol]) -> Kind:
    roles, purposes = {each.role for each in factors}, {each.purpose for each in factors}
    if "friction" in purposes:
        return "friction"
    if "gravity" in purposes:
        return "gravity"
    if "wrench" in roles:
        return "tip wrench"
    return "rate product" if "rate" in roles else "inertia"


def _by_kind(term: Term) -> tuple[object, ...]:
    shared = [(each.link or 0, each.name) for each in common(term, "kind")]
    return KINDS.index(term.kind), shared, len(term.harmonics), _places(term.inertial), _rest(term)


def _by_parameter(term: Term) -> tuple[object, ...]:
    return not term.inertial, _places(term.inertial), KINDS.index(term.kind), _rest(term)


def _places(parameters: Iterable[Symbol]) -> list[tuple[int, str]]:
    return sorted((each.link or NO_LINK, each.name) for each in parameters)


def _rest(term: Term) -> tuple[object, ...]:
    angles = [[(symbol.name, k) for k, symbol in each.angles] for each in term.harmonics]
    return angles, [each.function for each in term.harmonics], _places(term.parameters), _places(term.motion)


def _less(symbols: tuple[Symbol, ...], divided: Counter[Symbol]) -> tuple[Symbol, ...]:
    return tuple((Counter(symbols) - divided).elements())
