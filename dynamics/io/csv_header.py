"""What the columns of a CSV file are called: `t [s]`, `q1 (deg)`, `theta_2 [rad]`, `Zeit [s]`, `tau3 / N m`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from dynamics.errors import ProjectError
from dynamics.io.csv_table import Table
from dynamics.robot import Robot

TIME = "t"
SYMBOLS = {
    **dict.fromkeys(("t", "time", "zeit", "temps", "tiempo", "tempo"), TIME),
    **dict.fromkeys(("q", "theta", "θ", "joint"), "q"),
    **dict.fromkeys(("qd", "dq", "qdot"), "qd"),
    **dict.fromkeys(("qdd", "ddq", "qddot"), "qdd"),
    **dict.fromkeys(("tau", "τ", "torque"), "tau"),
}
_COLUMN = re.compile(r"([a-zθτ]+)[ _]?([0-9]{1,5})?\s*(?:\[(.*)\]|\((.*)\)|(?:/|\bin\b)\s*(.*))?", re.IGNORECASE)

Units = Mapping[str, float]  # by name, how much of SI each of them is; the first one is that of a column without


class Column(NamedTuple):
    place: int  # from 0
    factor: float  # how much of SI its unit is
    named: bool  # whether the header says so


def find_columns(table: Table, robot: Robot, units: Callable[[str, int], Units | None]) -> dict[str, Column]:
    """The columns that are understood, by name: `t`, `q1`, `tau2`; the others are ignored.

    `units` gives those that are possible for a symbol and a joint, None for a symbol that is not wanted.
    """
    found: dict[str, Column] = {}
    for place, text in enumerate(table.header):
        match = _COLUMN.fullmatch(text)
        symbol = SYMBOLS.get(match[1].lower()) if match else None
        if match is None or symbol is None or (symbol == TIME) == bool(match[2]):
            continue
        joint = int(match[2] or 0)
        if symbol != TIME and not 1 <= joint <= robot.n:
            if units(symbol, 1) is None:
                continue
            raise ProjectError(table.path, f"column {text!r}: the arm has joints 1 to {robot.n}", field=text)
        possible = units(symbol, joint)
        if possible is None:
            continue
        name = f"{symbol}{joint}" if joint else symbol
        if name in found:
            raise ProjectError(table.path, f"gives the column {name!r} twice", field=name)
        unit = match[3] or match[4] or match[5]
        found[name] = Column(place, _factor(table, text, unit, possible), unit is not None)
    if TIME not in found:
        raise ProjectError(table.path, f"column {TIME!r} is missing", field=TIME)
    return found


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
