"""A sampled motion from a CSV file: a column of times, one of q for each joint, and of qd and qdd where there are.

Names are `t` or `time` and `q1`, `qd1`, `qdd1` and so on, with a unit in brackets where it is not SI: `q1 [deg]`,
`qd1 [°/s]`, `t [ms]`. Other columns are ignored, so a recording's own CSV is read back.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

from dynamics.errors import DynamicsError, ProjectError
from dynamics.io.csv_table import Table, read_table
from dynamics.motion_checks import check_motion
from dynamics.motions import Row, SampledMotion
from dynamics.robot import Robot

_COLUMN = re.compile(r"(t|time|(qd{0,2})(\d{1,5}))\s*(?:[\[(]\s*(.*?)\s*[\])])?", re.ASCII | re.IGNORECASE)
_PER_SECOND = {"q": ("",), "qd": ("/s",), "qdd": ("/s^2", "/s²", "/s2", "/s**2")}

TIME_UNITS = {"s": 1.0, "ms": 1e-3}
ANGLE_UNITS = {"rad": 1.0, "deg": math.pi / 180, "°": math.pi / 180}
LENGTH_UNITS = {"m": 1.0, "cm": 1e-2, "mm": 1e-3}

Columns = dict[str, tuple[int, float]]  # by name in lower case: where it stands, and how much of SI its unit is


def read_motion_csv(path: Path | str, robot: Robot) -> SampledMotion:
    """The motion in the file, its times shifted to begin at 0; every refusal names the file, and the line and column
    where there is one."""
    table = read_table(Path(path))
    columns = _columns(table, robot)
    times = _numbers(table, columns, "t")
    for before, after, line in zip(times, times[1:], table.lines[1:], strict=False):
        if after <= before:
            reason = f"line {line}, column 't': the times must rise, and {after:g} s does not come after {before:g} s"
            raise ProjectError(table.path, reason, field="t", value=after)
    rows = {name: _rows(table, columns, name, robot.n) for name in _PER_SECOND}
    if rows["q"] is None:
        raise ProjectError(table.path, "column 'q1' is missing", field="q1")
    motion = SampledMotion(tuple(time - times[0] for time in times), rows["q"], rows["qd"], rows["qdd"])
    try:
        check_motion(robot, motion)
    except DynamicsError as error:
        raise ProjectError(table.path, str(error), link=error.link, field=error.field, value=error.value) from None
    return motion


def _columns(table: Table, robot: Robot) -> Columns:
    """The columns that a motion is made of."""
    found: Columns = {}
    for place, text in enumerate(table.header):
        match = _COLUMN.fullmatch(text)
        if match is None:
            continue
        symbol, number = (match[2] or "t").lower(), int(match[3] or 0)
        name = f"{symbol}{number}" if number else symbol
        if symbol != "t" and not 1 <= number <= robot.n:
            raise ProjectError(table.path, f"column {text!r}: the arm has joints 1 to {robot.n}", field=text)
        if name in found:
            raise ProjectError(table.path, f"gives the column {name!r} twice", field=name)
        units = _units(robot, symbol, number)
        unit = match[4] if match[4] is not None else next(iter(units))
        if unit.replace(" ", "") not in units:
            reason = f"column {text!r}: the unit can be {', '.join(units)}"
            raise ProjectError(table.path, reason, field=text, value=unit)
        found[name] = (place, units[unit.replace(" ", "")])
    if "t" not in found:
        raise ProjectError(table.path, "column 't' is missing", field="t")
    return found


def _units(robot: Robot, symbol: str, number: int) -> dict[str, float]:
    """Units by name, the first one SI."""
    if symbol == "t":
        return TIME_UNITS
    basic = ANGLE_UNITS if robot.links[number - 1].revolute else LENGTH_UNITS
    return {f"{unit}{suffix}": factor for suffix in _PER_SECOND[symbol] for unit, factor in basic.items()}


def _rows(table: Table, columns: Columns, symbol: str, n: int) -> tuple[Row, ...] | None:
    """One row a sample of this symbol's columns; None when there is none of them."""
    names = [f"{symbol}{number}" for number in range(1, n + 1)]
    missing = [name for name in names if name not in columns]
    if len(missing) == n:
        return None
    if missing:
        raise ProjectError(table.path, f"column {missing[0]!r} is missing", field=missing[0])
    return tuple(zip(*(_numbers(table, columns, name) for name in names), strict=True))


def _numbers(table: Table, columns: Columns, name: str) -> list[float]:
    place, factor = columns[name]
    values = table.numbers(place)
    return values if factor == 1.0 else [value * factor for value in values]
