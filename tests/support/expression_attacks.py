"""Texts that try to get out of a formula, to hang it or to fill the memory: made at random of what attackers use."""

from __future__ import annotations

import builtins
import keyword
import string

import numpy as np

from denoc.torques.formula_functions import FUNCTIONS

Rng = np.random.Generator

NAMES = ("t", "q1", "q2", "qd1", "pi", "e", *FUNCTIONS)
STRANGERS = (
    *(name for name in dir(builtins) if name.isidentifier()),
    *keyword.kwlist,
    *("os", "sys", "np", "numpy", "self", "cls", "__import__", "__builtins__", "__class__", "__globals__", "_", "q0"),
)
DUNDERS = ("__class__", "__mro__", "__bases__", "__subclasses__()", "__globals__", "__init__", "__dict__", "__code__")
LOOKALIKES = {
    **{plain: chr(0x1D41A + ord(plain) - ord("a")) for plain in string.ascii_lowercase},  # bold: NFKC makes it plain
    **{digit: chr(0xFF10 + int(digit)) for digit in string.digits},
    "(": "\uff08",
    ")": "\uff09",
    "*": "\u2217",
    "-": "\u2212",
    "/": "\u2215",
    "^": "\u02c6",
    ".": "\uff0e",
}
CYRILLIC = str.maketrans("aeopcxi", "\u0430\u0435\u043e\u0440\u0441\u0445\u0456")
ARABIC = str.maketrans("0123456789", "".join(chr(0x0660 + digit) for digit in range(10)))
INVISIBLE = ("\x00", "\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\ud800", "\r", "\n", "\x0b", "\x1a")


def attack(rng: Rng) -> str:
    """One text; few of them are formulas after all."""
    text = str(MAKERS[int(rng.integers(len(MAKERS)))](rng))
    for _ in range(int(rng.integers(3))):
        text = FRAMES[int(rng.integers(len(FRAMES)))].replace("{}", text)
    return text


def _pick(rng: Rng, choices: tuple[str, ...]) -> str:
    return choices[int(rng.integers(len(choices)))]


def _formula(rng: Rng, depth: int = 3) -> str:
    if depth == 0 or rng.random() < 0.2:
        return _pick(rng, ("t", "q1", "qd2", "pi", "2", "1e300", "0.5", "-3"))
    if rng.random() < 0.4:
        name = _pick(rng, tuple(FUNCTIONS))
        return f"{name}({', '.join(_formula(rng, depth - 1) for _ in range(FUNCTIONS[name].fewest))})"
    return f"({_formula(rng, depth - 1)} {_pick(rng, ('+', '-', '*', '/', '^', '**'))} {_formula(rng, depth - 1)})"


def _attributes(rng: Rng) -> str:
    return ".".join([_pick(rng, ("t", "q1", "()", "1", "sin", "''")), *(_pick(rng, DUNDERS) for _ in range(3))])


def _call(rng: Rng) -> str:
    given = _pick(rng, ("", "'os'", "t", "*q1", "**t", "x=1", "open('/etc/passwd')", "lambda: 0", "1,2,3,4"))
    return f"{_pick(rng, STRANGERS)}({given})"


def _syntax(rng: Rng) -> str:
    shapes = (
        *("lambda: {}", "(lambda t: {})(1)", "[{} for t in (1, 2)]", "{{x for x in {}}}", "(y := {})", "{}[0]", "q[1]"),
        *("f'{{{}}}'", "b'{}'", "'{}'", "{} if t else 1", "{} and 1", "not {}", "{} < 1", "{} == 1", "{} // 1"),
        *("{} % 1", "{} @ 1", "~{}", "{} << 9", "yield {}", "await {}", "import {}", "{};1", "{}\n1", "{} # 1"),
        *("exec({})", "{}()", "({},)", "*{}", "{}!", "{}j", "0x{}", "{} ? 1 : 2", "${{{}}}", "%({})s", "`{}`", "@{}"),
    )
    return _pick(rng, shapes).format(_formula(rng, 1))


def _power(rng: Rng) -> str:
    sign = _pick(rng, ("^", "**"))
    return sign.join(
        _pick(rng, ("9", "99", "1e300", "-9", "(9)", "0", "t", "10")) for _ in range(int(rng.integers(3, 60)))
    )


def _deep(rng: Rng) -> str:
    depth = int(10 ** rng.uniform(1, 5))
    opening, closing = _pick(rng, ("( )", "sin( )", "- ", "-( )", "max(1, )", "t^ ", "t*( )")).split(" ")
    return opening * depth + "t" + closing * depth


def _long(rng: Rng) -> str:
    count = int(10 ** rng.uniform(1, 6))
    return _pick(rng, ("t+", "1", " ", "a", "1e", "(", "\t", "q1*", "1_", ".", "sin ")) * count + "t"


def _disguised(rng: Rng) -> str:
    text = _formula(rng, 2) if rng.random() < 0.5 else _call(rng)
    kind = int(rng.integers(4))
    if kind == 0:
        return "".join(LOOKALIKES.get(each, each) if rng.random() < 0.5 else each for each in text)
    if kind == 1:
        return text.translate(CYRILLIC)
    if kind == 2:
        return text.translate(ARABIC)
    place = int(rng.integers(len(text) + 1))
    return text[:place] + _pick(rng, INVISIBLE) + text[place:]


def _number(rng: Rng) -> str:
    numbers = ("1_000", "0x1F", "0b11", "0o7", "1e", "1e999", "9" * 400, "1.2.3", "1e5e5", "nan", "inf", "1j", "0e0")
    return _pick(rng, (*numbers, "1" + "0" * 300, ".", "1e-400", "١", "²", "Ⅷ", "½", "1'000", "1 000", "infinity"))


def _noise(rng: Rng) -> str:
    letters = string.printable + "".join(LOOKALIKES.values())
    return "".join(letters[int(rng.integers(len(letters)))] for _ in range(int(rng.integers(1, 60))))


MAKERS = (_attributes, _call, _syntax, _power, _deep, _long, _disguised, _number, _noise, _formula)
FRAMES = ("{}", "1 + {}", "sin({})", "({}) * t", "{} + {}", "max(t, {})", "-{}", "t^({})", " {} ", "atan2({}, t)")
