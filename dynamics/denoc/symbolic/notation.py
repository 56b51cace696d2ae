"""How a formula is written: on paper, as plain text, in a programming language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from denoc.symbolic.symbols import Harmonic, Symbol


class Notation(NamedTuple):
    """The pieces of a term as text."""

    symbol: Callable[[Symbol], str]
    harmonic: Callable[[Harmonic], str]
    number: Callable[[float], str]  # above zero
    power: Callable[[str, int], str]
    times: str

    def product(
        self, number: float, parameters: Iterable[Symbol], motion: Iterable[Symbol], harmonics: Iterable[Harmonic]
    ) -> str:
        """All factors of a term; 1 is not written."""
        factors = [*self.powers(parameters), *self.powers(motion), *map(self.harmonic, harmonics)]
        return self.times.join(factors if number == 1 and factors else [self.number(number), *factors])

    def powers(self, symbols: Iterable[Symbol]) -> list[str]:
        """Symbols that come as often as their power says."""
        texts = ((self.symbol(each), power) for each, power in Counter(symbols).items())
        return [text if power == 1 else self.power(text, power) for text, power in texts]


def _latex_number(value: float) -> str:
    above, below = value.as_integer_ratio()  # a whole number over a power of two
    return str(above) if below == 1 else rf"\frac{{{above}}}{{{below}}}"


def _argument(harmonic: Harmonic, symbol: Callable[[Symbol], str]) -> str:
    text = ""
    for multiple, angle in harmonic.angles:
        text += "-" if multiple < 0 else "+" if text else ""
        text += (f"{abs(multiple)} " if abs(multiple) != 1 else "") + symbol(angle)
    return text


def _latex_harmonic(harmonic: Harmonic) -> str:
    argument = _argument(harmonic, lambda symbol: symbol.latex)
    simple = len(harmonic.angles) == 1 and harmonic.angles[0][0] == 1
    return rf"\{harmonic.function} {argument}" if simple else rf"\{harmonic.function}({argument})"


def _latex_power(text: str, power: int) -> str:
    return f"({text})^{{{power}}}" if "^" in text or "operatorname" in text else f"{text}^{{{power}}}"


LATEX = Notation(
    symbol=lambda symbol: symbol.latex,
    harmonic=_latex_harmonic,
    number=_latex_number,
    power=_latex_power,
    times=r" \, ",
)
PLAIN = Notation(
    symbol=lambda symbol: symbol.name,
    harmonic=lambda each: f"{each.function}({_argument(each, lambda symbol: symbol.name)})",
    number=lambda value: f"{value:.15g}",
    power=lambda text, power: f"{text}^{power}",
    times=" ",
)


def harmonic_name(harmonic: Harmonic) -> str:
    """As a variable of a program: cos(q1 + 2 q2 - q3) is cos_q1_2q2_mq3."""
    parts = (
        f"{'m' if multiple < 0 else ''}{abs(multiple) if abs(multiple) != 1 else ''}{angle.name}"
        for multiple, angle in harmonic.angles
    )
    return "_".join([harmonic.function, *parts])


def code_notation(number: Callable[[float], str]) -> Notation:
    """Of a programming language, with harmonics computed before and powers as products."""
    return Notation(
        symbol=lambda symbol: symbol.name,
        harmonic=harmonic_name,
        number=number,
        power=lambda text, power: "*".join([text] * power),
        times="*",
    )


def code_argument(harmonic: Harmonic) -> str:
    """What the harmonic is taken of, in any programming language."""
    text = ""
    for multiple, angle in harmonic.angles:
        text += (" - " if text else "-") if multiple < 0 else (" + " if text else "")
        text += (f"{abs(multiple)}*" if abs(multiple) != 1 else "") + angle.name
    return text


def latex_value(value: float, unit: str) -> str:
    """Six digits and a unit such as "kg m^2", for LaTeX's mathematics."""
    digits, _, power = f"{value:.6g}".partition("e")
    number = rf"{digits} \times 10^{{{int(power)}}}" if power else digits
    words = re.sub(r"\^(\d)", r"^{\1}", unit.replace(" ", r"\,"))
    return number if unit in ("", "1") else rf"{number} \, \mathrm{{{words}}}"
