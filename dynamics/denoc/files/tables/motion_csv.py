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

from denoc.arm.robot import Robot
from denoc.basics.checks import check_choice, check_kind
from denoc.basics.errors import DynamicsError, ProjectError, shorten
from denoc.files.disk.files import file_path
from denoc.files.tables.csv_header import TIME, Column, Units, column_numbers, find_columns, rising_times
from denoc.files.tables.csv_table import Decimal, Table, read_table
from denoc.files.tables.rate_checks import rate_doubts
from denoc.motions.motion_checks import check_motion
from denoc.motions.motion_data import Row, SampledMotion
from denoc.motions.smoothing import PositionNoise, position_noise

Angle = Literal["rad", "deg"]
_PER_SECOND = {"q": ("",), "qd": ("/s",), "qdd": ("/s^2", "/s²", "/s2", "/s**2")}

TIME_UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "sec": 1.0, "min": 60.0}
ANGLE_UNITS = {"rad": 1.0, "deg": math.pi / 180, "°": math.pi / 180}
LENGTH_UNITS = {"m": 1.0, "cm": 1e-2, "mm": 1e-3}

log = logging.getLogger("denoc")


class CsvMotion(NamedTuple):
    motion: SampledMotion
    assumed: bool  # some column of a joint has no unit in the header, and no other column of the joint has one
    notes: tuple[str, ...] = ()  # how the file was read, where its header does not say it
    doubts: tuple[str, ...] = ()  # what looks wrong in it: columns that contradict each other, noise
    noise: PositionNoise | None = None


def read_motion_csv(
    path: Path | str, robot: Robot, angle: Angle = "rad", *, decimal: Decimal | None = None
) -> SampledMotion:
    """A measured motion from a CSV file, as `RunSettings.motion` takes it, its times shifted to begin at 0.

    A column `t` (or `time`) and `q1` to `qn`, and `qd1`, `qdd1`, ... where there are; units may stand in the header:
    `t [ms]`, `q1 (deg)`. Angles without one are in `angle`, "rad" or "deg", lengths in m, times in s; the result is in
    s, rad and m. Cells are separated by comma, semicolon, tab or blanks. `decimal` is the decimal mark, "." or ",";
    without it the numbers tell.

    What looks wrong is logged as a warning: rates that contradict the positions, positions that are mostly noise
    (`position_noise`); `denoc.files.tables.motion_csv.motion_from_csv` gives it as data. Raises ProjectError, which
    names the file, the line and the column, for what cannot be read, and its kind DecimalInDoubt where nobody can know
    whether 1,000 is 1 or 1000.

    >>> with open("swing.csv", "w") as file:
    ...     _ = file.write("t [ms]; q1 [deg]; q2 [deg]\\n0; 0; 0\\n500; 45; -30\\n1000; 90; -60\\n")
    >>> motion = dn.read_motion_csv("swing.csv", dn.rod_chain(2).robot)
    >>> motion.times, round(motion.q[-1][0], 4)
    ((0.0, 0.5, 1.0), 1.5708)
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
    check_kind(robot, Robot, "robot")
    check_choice(angle, ("rad", "deg"), "angle")
    table = read_table(file_path(path), decimal)
    columns, dropped = find_columns(table, robot, lambda symbol, joint: motion_units(robot, symbol, joint, angle))
    columns, notes = with_units_of_positions(columns)
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


def with_units_of_positions(columns: Mapping[str, Column]) -> tuple[dict[str, Column], list[str]]:
    """Rates and accelerations without a unit in the unit of their position, and a note of it for each unit."""
    found, taken = dict(columns), dict[str, list[str]]()
    for name, column in columns.items():
        symbol, joint = name.rstrip("0123456789"), name.lstrip("qd")
        position = columns.get(f"q{joint}")
        if symbol in ("qd", "qdd") and column.unit is None and position is not None and position.unit is not None:
            found[name] = Column(column.place, position.factor, position.unit + _PER_SECOND[symbol][0])
            taken.setdefault(f"{position.unit}{_PER_SECOND[symbol][0]}", []).append(name)
    return found, [f"{shorten(names)} read in {unit}, as the positions are" for unit, names in taken.items()]


def motion_units(robot: Robot, symbol: str, joint: int, angle: Angle) -> Units | None:
    """The units that a column of times, positions, rates or accelerations may have; None for another symbol."""
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
