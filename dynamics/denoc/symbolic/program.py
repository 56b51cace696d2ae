"""The equations as a program: which values it needs, in which order; how they are written is its language's matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from denoc.arm.robot import Robot
from denoc.symbolic.formula import Definition, Formula
from denoc.symbolic.notation import Notation, code_argument, harmonic_name
from denoc.symbolic.sums import collected_text, sum_text
from denoc.symbolic.symbols import WRENCH, Symbol, in_order, state
from denoc.symbolic.terms import Term

Lines = Iterator[str]
STATES = {"coordinate": "q", "rate": "qd", "acceleration": "qdd", "wrench": "wrench"}


class Language(NamedTuple):
    """What differs between programming languages."""

    notation: Notation
    write: Callable[[Program, Language], Lines]
    name: Callable[[str, str], str]  # (name, expression) -> a statement that names a number
    element: Callable[[str, int], str]  # (array, index from 0)
    sine: str
    cosine: str
    sign: str  # of {}


class Routine(NamedTuple):
    """A function of the program: its inputs, and the entries of its result, each with its place counted from 0."""

    name: str
    inputs: tuple[str, ...]
    result: str
    words: str
    entries: Sequence[tuple[tuple[int, ...], Formula]]

    @property
    def formulas(self) -> list[Formula]:
        return [formula for _, formula in self.entries]

    @property
    def square(self) -> bool:
        """Whether the result is a matrix."""
        return len(self.entries[0][0]) == 2


class Program:
    """The equations of one robot, ready to be written in a language."""

    def __init__(
        self,
        robot: Robot,
        torques: Sequence[Formula],
        mass_matrix: Sequence[Sequence[Formula]],
        coriolis: Sequence[Formula],
        gravity: Sequence[Formula],
        symbols: Sequence[Symbol],
        legend: Sequence[Definition],
        *,
        wrench: bool,
    ) -> None:
        self.robot = robot
        self.inputs = ("q", "qd", "qdd", "wrench") if wrench else ("q", "qd", "qdd")
        held = ", against a moment and force on the tip in the axes of the first frame" if wrench else ""
        self.routines = (
            Routine("torque", self.inputs, "tau", f"joint torques of a motion{held}", _vector(torques)),
            Routine("mass_matrix", ("q",), "M", "the generalized inertia matrix", _matrix(mass_matrix)),
            Routine("coriolis", ("q", "qd"), "h", "C qd: Coriolis and centrifugal torques", _vector(coriolis)),
            Routine("gravity", ("q",), "G", "torques that hold the arm still", _vector(gravity)),
        )
        self.parameters = [symbol for symbol in symbols if symbol.role == "parameter"]
        self.legend = legend

    def text(self, language: Language) -> str:
        return "\n".join([*language.write(self, language), ""])

    @property
    def regrouped(self) -> list[Definition]:
        return [definition for definition in self.legend if definition.symbol.role == "regrouped"]

    def used(self, formulas: Iterable[Formula]) -> tuple[Symbol, ...]:
        """What formulas need, and what the symbols in them that change with the state are short for."""
        found = dict.fromkeys(symbol for formula in formulas for term in formula.terms for symbol in term.symbols)
        inside = [
            symbol
            for definition in self.legend
            if definition.symbol in found and not definition.symbol.constant
            for term in definition.terms
            for symbol in term.symbols
        ]
        rates = [self._rate(symbol) for symbol in found if symbol.role in ("direction", "factor")]
        return in_order({*found, *inside, *rates})

    def prepared(self, formulas: Sequence[Formula], language: Language) -> Lines:
        """Statements that come before the formulas: the state by its names, what is short for something, harmonics."""
        used = self.used(formulas)
        for symbol in used:
            if symbol.role in STATES and not symbol.offset:
                place = WRENCH.index(symbol.name) if symbol.role == "wrench" else (symbol.link or 1) - 1
                yield language.name(symbol.name, language.element(STATES[symbol.role], place))
        for symbol in used:
            if symbol.role == "direction":
                yield language.name(symbol.name, language.sign.format(f"qd{symbol.link}"))
        for definition in self.legend:
            if definition.symbol in used and not definition.symbol.constant:
                total = sum_text(definition.terms, language.notation)
                yield language.name(definition.symbol.name, f"1/({total})" if definition.reciprocal else total)
        yield from self.harmonics((term for formula in formulas for term in formula.terms), language)

    def harmonics(self, terms: Iterable[Term], language: Language) -> Lines:
        """A statement for every sine and cosine in the terms."""
        for harmonic in dict.fromkeys(each for term in terms for each in term.harmonics):
            function = language.sine if harmonic.function == "sin" else language.cosine
            yield language.name(harmonic_name(harmonic), f"{function}({code_argument(harmonic)})")

    def expression(self, formula: Formula, language: Language) -> str:
        return collected_text(formula.terms, "kind", language.notation)

    def _rate(self, symbol: Symbol) -> Symbol:
        """The rate that a direction or a factor depends on."""
        number = symbol.link or 1
        return state(number, revolute=self.robot.links[number - 1].revolute)[1]


def _vector(entries: Sequence[Formula]) -> list[tuple[tuple[int, ...], Formula]]:
    return [((i,), entry) for i, entry in enumerate(entries)]


def _matrix(rows: Sequence[Sequence[Formula]]) -> list[tuple[tuple[int, ...], Formula]]:
    return [((i, j), entry) for i, row in enumerate(rows) for j, entry in enumerate(row)]
