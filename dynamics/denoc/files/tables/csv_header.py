"""What the columns of a CSV file are called: `t [s]`, `q1 (deg)`, `theta_2 [rad]`, `Zeit [s]`, `tau3 / N m`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from denoc.arm.robot import Robot
from denoc.basics.errors import ProjectError
from denoc.files.tables.csv_table import Table

TIME = "t"
_POSITIONS = ("q", "theta", "θ", "joint")
SYMBOLS = {
    **dict.fromkeys(("t", "time", "zeit", "temps", "tiempo", "tempo"), TIME),
    **dict.fromkeys(_POSITIONS, "q"),
    **{form.format(name): "qd" for name in _POSITIONS for form in ("{}d", "d{}", "{}dot", "{}\u0307")},
    **{form.format(name): "qdd" for name in _POSITIONS for form in ("{}dd", "dd{}", "{}ddot", "{}dotdot", "{}\u0308")},
    **dict.fromkeys(("tau", "τ", "torque"), "tau"),
}
_DOT = "ddot|dotdot|dot"  # behind the name or behind the number: q_dot_1, q1dot; q_d1 may well be what is desired
_COLUMN = re.compile(
    rf"([a-zθτ\u0307\u0308]+(?:[ _](?:{_DOT}))?)[ _]?([0-9]{{1,5}})?(?:[ _]?({_DOT}))?"
    r"\s*(?:\[(.*)\]|\((.*)\)|(?:/|\bin\b)\s*(.*))?",
    re.IGNORECASE,
)

Units = Mapping[str, float]  # by name, how much of SI each of them is; the first one is that of a column without


class Column(NamedTuple):
    place: int  # from 0
    factor: float  # how much of SI its unit is
    unit: str | None  # as the header has it; None where it says nothing


class Heading(NamedTuple):
    """What a heading says: `t`, `q`, `qd`, `qdd` or `tau`, the joint from 1 on (0 of a time), and its unit if any."""

    symbol: str
    joint: int
    unit: str | None


class Columns(NamedTuple):
    known: dict[str, Column]  # by name: `t`, `q1`, `tau2`
    dropped: list[str]  # the headings of the others


def find_columns(table: Table, robot: Robot, units: Callable[[str, int], Units | None]) -> Columns:
    """The columns that are understood, and those that are not.

    `units` gives those that are possible for a symbol and a joint, None for a symbol that is not wanted.
    """
    found: dict[str, Column] = {}
    dropped: list[str] = []
    for place, text in enumerate(table.header):
        heading = read_heading(text)
        if heading is None or units(heading.symbol, 1) is None:
            dropped.append(text or f"column {place + 1}, without a name")
            continue
        symbol, joint, unit = heading
        if symbol != TIME and not 1 <= joint <= robot.n:
            raise ProjectError(table.path, f"column {text!r}: the arm has joints 1 to {robot.n}", field=text)
        name = f"{symbol}{joint}" if joint else symbol
        if name in found:
            raise ProjectError(table.path, f"gives the column {name!r} twice", field=name)
        found[name] = Column(place, _factor(table, text, unit, units(symbol, joint) or {}), unit)
    if TIME not in found:
        raise ProjectError(table.path, f"column {TIME!r} is missing", field=TIME)
    return Columns(found, dropped)


def read_heading(text: str) -> Heading | None:
    """What a column is called; None where it is not understood."""
    match = _COLUMN.fullmatch(text)
    symbol = _symbol(match) if match else None
    if match is None or symbol is None:
        return None
    return Heading(symbol, int(match[2] or 0), match[4] or match[5] or match[6])


def _symbol(match: re.Match[str]) -> str | None:
    """What a heading names, and how often it is differentiated; None for what is not known."""
    symbol = SYMBOLS.get(re.sub("[ _]", "", match[1].lower()) + (match[3] or "").lower() * bool(match[2]))
    return None if symbol is None or (symbol == TIME) == bool(match[2]) else symbol


def _factor(table: Table, text: str, unit: str | None, possible: Units) -> float:
    if unit is None:
        return next(iter(possible.values()))
    plain = re.sub(r"[\s*·]", "", unit)
    for name, factor in possible.items():
        if plain == re.sub(r"[\s*]", "", name):
            return factor
    raise ProjectError(table.path, f"column {text!r}: the unit can be {', '.join(possible)}", field=text, value=unit)


def column_numbers(table: Table, column: Column) -> list[float]:
    """The column in SI units."""
    values = table.numbers(column.place)
    return values if column.factor == 1.0 else [value * column.factor for value in values]


def rising_times(table: Table, columns: Mapping[str, Column]) -> list[float]:
    """The column of times; refused where one does not come after the one before."""
    times = column_numbers(table, columns[TIME])
    for before, after, line in zip(times, times[1:], table.lines[1:], strict=False):
        if after <= before:
            how = "is there twice" if after == before else f"does not come after {before:g} s"
            reason = (
                f"line {line}, column {table.header[columns[TIME].place]!r}: the times must rise, and {after:g} s {how}"
            )
            raise ProjectError(table.path, reason, field=TIME, value=after)
    return times
