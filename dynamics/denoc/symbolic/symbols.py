"""What the letters of the equations stand for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

Role = Literal["parameter", "regrouped", "coordinate", "rate", "acceleration", "direction", "factor", "wrench"]
Purpose = Literal["length", "angle", "inertial", "gravity", "friction", "motion"]

CONSTANT: tuple[Role, ...] = ("parameter", "regrouped")


class Symbol(NamedTuple):
    """One letter of the equations.

    `name` is what it is called in code ("Izz2"), `latex` on paper ("I_{zz2}"). A `parameter` is an entry of the robot's
    tables, `regrouped` a sum of such that the torques cannot tell apart; both have a `value` (SI units, radians). The
    others change with the state: a `coordinate` (q, or q and the `offset` that the table adds to it), `rate`,
    `acceleration`, the `direction` of a rate (-1, 0, 1), a `factor` that depends on a rate, a component of the tip
    `wrench`. `link` counts links and joints from 1; it is None for gravity, payload, tool and wrench. `field` is the
    entry of that `Link`, or of the `Robot`, that a parameter comes from.
    """

    name: str
    latex: str
    role: Role
    purpose: Purpose
    words: str
    link: int | None = None
    value: float | None = None
    unit: str = ""
    offset: float = 0.0
    field: str = ""

    @property
    def constant(self) -> bool:
        """Whether it is known before any state is."""
        return self.role in CONSTANT


class Harmonic(NamedTuple):
    """The sine or cosine of a sum of angles, each with its whole multiple."""

    function: Literal["sin", "cos"]
    angles: tuple[tuple[int, Symbol], ...]


def in_order(symbols: Iterable[Symbol]) -> tuple[Symbol, ...]:
    """As in the robot's tables: lengths and angles, bodies, gravity, friction, regrouped parameters, the motion."""
    purposes = get_args(Purpose)

    def place(symbol: Symbol) -> tuple[object, ...]:
        kind = (not symbol.constant, symbol.role == "regrouped", purposes.index(symbol.purpose))
        return *kind, symbol.link or NO_LINK, LETTERS.find(symbol.name[0]), symbol.name

    return tuple(sorted(symbols, key=place))


NO_LINK = 10**6  # behind all links
LETTERS = "abdqkmcIhJ"  # a row of the tables; other letters come first
AXES = ("x", "y", "z")
PAIRS = ("xx", "yy", "zz", "xy", "yz", "xz")
PAYLOAD = "p"  # in the place of a link's number

# Letters on paper, where they are not as in code.
_LATEX = {"alpha": r"\alpha", "theta": r"\theta", "phi": r"\varphi"}
_TABLE = {"a": ("length", "m"), "b": ("offset", "m"), "alpha": ("twist", "rad"), "theta": ("angle", "rad")}


def table_entry(field: str, number: int, value: float, *, modified: bool) -> Symbol:
    """An entry of row `number` of the Denavit-Hartenberg table."""
    quantity, unit = _TABLE[field]
    letter = "d" if field == "b" and modified else field
    words = f"{quantity} {letter} of link {number}"
    purpose: Purpose = "angle" if unit == "rad" else "length"
    return _parameter(*_indexed(letter, number), purpose, words, number, value, unit, field)


_BODY = {"m": ("mass", "kg", "mass"), "c": ("mass centre", "m", "com"), "I": ("inertia", "kg m^2", "inertia")}


def inertial(letter: str, axes: str, number: int | None, value: float) -> Symbol:
    """Mass (m), mass centre (c) or inertia about it (I) of a link, or of the payload where the number is None."""
    quantity, unit, field = _BODY[letter]
    whose = f"link {number}" if number else "the payload, in the axes of the last link" if axes else "the payload"
    words = f"{quantity} {axes} of {whose}" if axes else f"{quantity} of {whose}"
    index = number or PAYLOAD
    return _parameter(
        *_indexed(letter, index, axes), "inertial", words, number, value, unit, field if number else "payload"
    )


def regrouped(letter: str, axes: str, number: int, value: float) -> Symbol:
    """What link `number` is left with about its joint's origin: mass (m), first moment (h) or inertia (J)."""
    quantity, unit = {"m": ("mass", "kg"), "h": ("first moment", "kg m"), "J": ("inertia", "kg m^2")}[letter]
    words = f"regrouped {quantity}{f' {axes}' if axes else ''} of link {number} about its joint"
    latex = f"{letter}^{{r}}_{{{axes}{number}}}"
    return Symbol(f"{letter}{axes}{number}r", latex, "regrouped", "inertial", words, number, value, unit)


def rotor(number: int, value: float, *, revolute: bool) -> Symbol:
    """The inertia of a joint's rotor, on the motor's side of the gear."""
    words, unit = f"rotor inertia of joint {number}", "kg m^2" if revolute else "kg"
    return _parameter(f"Im{number}", f"I_{{m{number}}}", "inertial", words, number, value, unit, "rotor_inertia")


def gear(number: int, value: float) -> Symbol:
    """How often a joint's rotor turns while the joint turns once."""
    return _parameter(
        *_indexed("k", number), "inertial", f"gear ratio of joint {number}", number, value, "1", "gear_ratio"
    )


_SKEW = "half of what positive rates have more of"
_FRICTION = {
    "viscous": ("fv", "f_{v%}", "viscous friction", "damping", "viscous"),
    "coulomb": ("fc", "f_{c%}", "Coulomb friction", "torque", "coulomb"),
    "extra": ("fs", "f_{s%}", "breakaway friction above Coulomb's", "torque", "breakaway"),
    "viscous_skew": ("dfv", r"\Delta f_{v%}", f"{_SKEW} viscous friction", "damping", "viscous_negative"),
    "coulomb_skew": ("dfc", r"\Delta f_{c%}", f"{_SKEW} Coulomb friction", "torque", "coulomb_negative"),
    "extra_skew": ("dfs", r"\Delta f_{s%}", f"{_SKEW} breakaway friction", "torque", "breakaway_negative"),
    "sharpness": ("nu", r"\nu_{%}", "1 over the Stribeck speed", "slowness", "stribeck_speed"),
}
_FRICTION_UNITS = {"damping": ("N m s/rad", "N s/m"), "torque": ("N m", "N"), "slowness": ("s/rad", "s/m")}


def friction(entry: str, number: int, value: float, *, revolute: bool) -> Symbol:
    """One number of a joint's `Friction`: the mean of both directions where they differ."""
    letter, latex, words, quantity, field = _FRICTION[entry]
    unit = _FRICTION_UNITS[quantity][0 if revolute else 1]
    words = f"{words} of joint {number}"
    paper = latex.replace("%", str(number))
    return _parameter(f"{letter}{number}", paper, "friction", words, number, value, unit, field)


def gravity(axis: str, value: float) -> Symbol:
    """Its size, or a component along an axis of the first frame."""
    words = f"gravity along {axis} of the first frame" if axis else "gravity"
    paper = f"g_{{{axis}}}" if axis else "g"
    return _parameter(f"g{axis}", paper, "gravity", words, None, value, "m/s^2", "gravity")


def state(number: int, *, revolute: bool) -> tuple[Symbol, Symbol, Symbol]:
    """q, qd and qdd of a joint."""
    quantity, unit = ("angle", "rad") if revolute else ("displacement", "m")
    made: list[tuple[str, str, Role, str, str]] = [
        ("q", f"q_{{{number}}}", "coordinate", quantity, unit),
        ("qd", rf"\dot{{q}}_{{{number}}}", "rate", "rate", f"{unit}/s"),
        ("qdd", rf"\ddot{{q}}_{{{number}}}", "acceleration", "acceleration", f"{unit}/s^2"),
    ]
    q, qd, qdd = (
        Symbol(f"{name}{number}", latex, role, "motion", f"{words} of joint {number}", number, None, unit)
        for name, latex, role, words, unit in made
    )
    return q, qd, qdd


def shifted(constant: Symbol, number: int) -> Symbol:
    """A coordinate together with the table's constant that it is added to."""
    letter = "phi" if constant.unit == "rad" else "s"
    words = f"q{number} + {constant.name}"
    offset = constant.value or 0.0
    return Symbol(*_indexed(letter, number), "coordinate", "motion", words, number, None, constant.unit, offset)


def direction(number: int) -> Symbol:
    """Which way a joint moves: -1, 0 or 1."""
    latex = rf"\operatorname{{sgn}}\dot{{q}}_{{{number}}}"
    return Symbol(f"sgn{number}", latex, "direction", "motion", f"sign of qd{number}", number, None, "1")


def stribeck(number: int) -> Symbol:
    """What is left of the Stribeck effect at a joint's rate."""
    words = f"1 / (1 + (nu{number} qd{number})^2)"
    return Symbol(f"w{number}", f"w_{{{number}}}", "factor", "motion", words, number, None, "1")


def tool(axis: str, value: float) -> Symbol:
    """Where the tip stands in the last link's frame."""
    return _parameter(f"p{axis}", f"p_{{{axis}}}", "length", f"{axis} of the tool", None, value, "m", "tool")


WRENCH = ("nx", "ny", "nz", "fx", "fy", "fz")


def wrench() -> list[Symbol]:
    """Moment and force on the tip, in the axes of the first frame."""
    made = []
    for name in WRENCH:
        quantity, unit = ("moment", "N m") if name[0] == "n" else ("force", "N")
        words = f"{quantity} on the tip along {name[1]} of the first frame"
        made.append(Symbol(name, f"{name[0]}_{{{name[1]}}}", "wrench", "motion", words, None, None, unit))
    return made


def _parameter(
    name: str, latex: str, purpose: Purpose, words: str, link: int | None, value: float, unit: str, field: str
) -> Symbol:
    return Symbol(name, latex, "parameter", purpose, words, link, value, unit, field=field)


def _indexed(letter: str, number: object, axes: str = "") -> tuple[str, str]:
    """(in code, on paper)"""
    return f"{letter}{axes}{number}", f"{_LATEX.get(letter, letter)}_{{{axes}{number}}}"
