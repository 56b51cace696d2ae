"""A sampled motion from a CSV file: a column of times, one of q for each joint, and of qd and qdd where there are.

Names are `t` or `time` and `q1`, `qd1`, `qdd1` and so on, with a unit where it is not SI: `q1 [deg]`, `qd1 [°/s]`,
`t [ms]`; see `csv_header` for the others. Other columns are named in the notes and not read, so a recording's own CSV
is read back.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from dynamics.errors import DynamicsError, ProjectError
from dynamics.io.csv_header import TIME, Column, Units, column_numbers, find_columns, rising_times
from dynamics.io.csv_table import Decimal, Table, read_table
from dynamics.io.urdf_tree import shorten
from dynamics.motion_checks import check_motion
from dynamics.motions import Row, SampledMotion
from dynamics.rate_checks import rate_doubts
from dynamics.robot import Robot
from dynamics.smoothing import PositionNoise, position_noise

Angle = Literal["rad", "deg"]
_PER_SECOND = {"q": ("",), "qd": ("/s",), "qdd": ("/s^2", "/s²", "/s2", "/s**2")}

TIME_UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "sec": 1.0, "min": 60.0}
ANGLE_UNITS = {"rad": 1.0, "deg": math.pi / 180, "°": math.pi / 180}
LENGTH_UNITS = {"m": 1.0, "cm": 1e-2, "mm": 1e-3}

log = logging.getLogger("dynamics")


class CsvMotion(NamedTuple):
    motion: SampledMotion
    assumed: bool  # some column of a joint has no unit in the header, and no other column of the joint has one
    notes: tuple[str, ...] = ()  # how the file was read, where its header does not say it
    doubts: tuple[str, ...] = ()  # what looks wrong in it: columns that contradict each other, noise
    noise: PositionNoise | None = None


def read_motion_csv(
    path: Path | str, robot: Robot, angle: Angle = "rad", *, decimal: Decimal | None = None
) -> SampledMotion:
    """The motion in the file, its times shifted to begin at 0; every refusal names the file, and the line and column
    where there is one. Angles are in `angle` where the header does not say.

    `decimal` is the decimal mark, "." or ",". Without it the numbers tell, and where they do not, as 1,000 and 2,500
    alone, DecimalInDoubt is raised. What looks wrong is logged; `motion_from_csv` gives it as data.
    """
    found = motion_from_csv(path, robot, angle, decimal=decimal)
    for words in found.notes:
        log.info("%s: %s", path, words)
    for words in found.doubts:
        log.warning("%s: %s", path, words)
    return found.motion


def motion_from_csv(
    path: Path | str, robot: Robot, angle: Angle = "rad", *, decimal: Decimal | None = None
) -> CsvMotion:
    """The same, with how it was read and what looks wrong in it."""
    table = read_table(Path(path), decimal)
    columns, dropped = find_columns(table, robot, lambda symbol, joint: _units(robot, symbol, joint, angle))
    columns, notes = _with_units_of_positions(columns)
    if dropped:
        notes.append(f"not read: {shorten(dropped)}")
    times = rising_times(table, columns)
    rows = {name: _rows(table, columns, name, robot.n) for name in _PER_SECOND}
    if rows["q"] is None:
        raise ProjectError(table.path, "column 'q1' is missing", field="q1")
    motion = SampledMotion(tuple(time - times[0] for time in times), rows["q"], rows["qd"], rows["qdd"])
    try:
        check_motion(robot, motion)
    except DynamicsError as error:
        raise ProjectError(table.path, str(error), link=error.link, field=error.field, value=error.value) from None
    assumed = any(column.unit is None for name, column in columns.items() if name != TIME)
    noise = position_noise(motion)
    doubts = (*rate_doubts(motion), *([] if noise is None else [noise_words(robot, noise)]))
    return CsvMotion(motion, assumed, tuple(notes), doubts, noise)


def noise_words(robot: Robot, noise: PositionNoise) -> str:
    """That a curve through all positions is mostly noise, in numbers, and how to mend it."""
    unit = "rad" if robot.links[noise.joint - 1].revolute else "m"
    size, through, smooth = (f"{float(f'{x:.2g}'):g} {unit}" for x in noise[1:4])
    return (
        f"q{noise.joint} has noise or rounding errors of about {size}: through all its points the acceleration reaches "
        f"{through}/s², and {smooth}/s² when smoothed with a cut-off of {noise.cutoff:g} Hz"
    )


def _with_units_of_positions(columns: Mapping[str, Column]) -> tuple[dict[str, Column], list[str]]:
    """Rates and accelerations without a unit in the unit of their position, and a note of it for each unit."""
    found, taken = dict(columns), dict[str, list[str]]()
    for name, column in columns.items():
        symbol, joint = name.rstrip("0123456789"), name.lstrip("qd")
        position = columns.get(f"q{joint}")
        if symbol in ("qd", "qdd") and column.unit is None and position is not None and position.unit is not None:
            found[name] = Column(column.place, position.factor, position.unit + _PER_SECOND[symbol][0])
            taken.setdefault(f"{position.unit}{_PER_SECOND[symbol][0]}", []).append(name)
    return found, [f"{shorten(names)} read in {unit}, as the positions are" for unit, names in taken.items()]


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
