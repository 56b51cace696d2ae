"""A sampled motion from a CSV file: a column of times, one of q for each joint, and of qd and qdd where there are.

Names are `t` or `time` and `q1`, `qd1`, `qdd1` and so on, with a unit where it is not SI: `q1 [deg]`, `qd1 [°/s]`,
`t [ms]`; see `csv_header` for the others. Other columns are ignored, so a recording's own CSV is read back.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Literal, NamedTuple

from dynamics.errors import DynamicsError, ProjectError
from dynamics.io.csv_header import TIME, Column, Units, column_numbers, find_columns, rising_times
from dynamics.io.csv_table import Table, read_table
from dynamics.motion_checks import check_motion
from dynamics.motions import Row, SampledMotion
from dynamics.robot import Robot

Angle = Literal["rad", "deg"]
_PER_SECOND = {"q": ("",), "qd": ("/s",), "qdd": ("/s^2", "/s²", "/s2", "/s**2")}

TIME_UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "sec": 1.0, "min": 60.0}
ANGLE_UNITS = {"rad": 1.0, "deg": math.pi / 180, "°": math.pi / 180}
LENGTH_UNITS = {"m": 1.0, "cm": 1e-2, "mm": 1e-3}


class CsvMotion(NamedTuple):
    motion: SampledMotion
    assumed: bool  # some column of a joint has no unit in the header


def read_motion_csv(path: Path | str, robot: Robot, angle: Angle = "rad") -> SampledMotion:
    """The motion in the file, its times shifted to begin at 0; every refusal names the file, and the line and column
    where there is one. Angles are in `angle` where the header does not say."""
    return motion_from_csv(path, robot, angle).motion


def motion_from_csv(path: Path | str, robot: Robot, angle: Angle = "rad") -> CsvMotion:
    """The same, and whether units had to be assumed."""
    table = read_table(Path(path))
    columns = find_columns(table, robot, lambda symbol, joint: _units(robot, symbol, joint, angle))
    times = rising_times(table, columns)
    rows = {name: _rows(table, columns, name, robot.n) for name in _PER_SECOND}
    if rows["q"] is None:
        raise ProjectError(table.path, "column 'q1' is missing", field="q1")
    motion = SampledMotion(tuple(time - times[0] for time in times), rows["q"], rows["qd"], rows["qdd"])
    try:
        check_motion(robot, motion)
    except DynamicsError as error:
        raise ProjectError(table.path, str(error), link=error.link, field=error.field, value=error.value) from None
    return CsvMotion(motion, any(not column.named for name, column in columns.items() if name != TIME))


def _units(robot: Robot, symbol: str, joint: int, angle: Angle) -> Units | None:
    if symbol == TIME:
        return TIME_UNITS
    if symbol not in _PER_SECOND:
        return None
    angles = {angle: ANGLE_UNITS[angle], **ANGLE_UNITS}  # the first one is that of a column without
    basic = angles if robot.links[joint - 1].revolute else LENGTH_UNITS
    return {f"{unit}{suffix}": factor for suffix in _PER_SECOND[symbol] for unit, factor in basic.items()}


def _rows(table: Table, columns: dict[str, Column], symbol: str, n: int) -> tuple[Row, ...] | None:
    """One row a sample of this symbol's columns; None when there is none of them."""
    names = [f"{symbol}{number}" for number in range(1, n + 1)]
    missing = [name for name in names if name not in columns]
    if len(missing) == n:
        return None
    if missing:
        raise ProjectError(table.path, f"column {missing[0]!r} is missing", field=missing[0])
    return tuple(zip(*(column_numbers(table, columns[name]) for name in names), strict=True))
