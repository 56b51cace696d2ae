"""A measurement from a CSV file: which column is what, in which unit, and what a motor's current is worth."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.checks import check_choice, check_kind, check_name, check_number
from denoc.basics.errors import DynamicsError, ProjectError, shorten
from denoc.files.disk.files import file_path
from denoc.files.tables.csv_header import TIME, Units, find_columns
from denoc.files.tables.csv_table import MAX_COLUMNS, MAX_NAME, Decimal, Table, read_table
from denoc.files.tables.motion_csv import Angle, motion_units, with_units_of_positions
from denoc.files.tables.torque_csv import FORCE_UNITS, TORQUE_UNITS
from denoc.studies.identification.measurement import QUANTITIES, Measurement, bad_step

CURRENT_UNITS = {"A": 1.0, "mA": 1e-3}
_NAME = re.compile(r"(qdd|qd|q|tau)([1-9][0-9]{0,4})")
_UNIT = re.compile(r"[\[(]([^\])]*)[\])]\s*$")


class MeasuredColumn(NamedTuple):
    """Which column of a file a quantity is, and how its numbers become SI units: see `read_measurement_csv`.

    A number x of the column under `heading` is scale x + offset in `unit`: rad, deg, m, mm, N m, ... or A, mA of a
    motor. None is the unit in the heading's brackets, else SI. A current is worth torque_constant (N m/A) * gear of
    torque at the joint; without a `gear` it is the gear ratio of the joint's link.

    >>> dn.MeasuredColumn("motor 2 [A]", torque_constant=0.06, gear=100.0).heading
    'motor 2 [A]'
    """

    heading: str
    unit: str | None = None
    scale: float = 1.0
    offset: float = 0.0
    torque_constant: float | None = None
    gear: float | None = None


def read_measurement_csv(
    path: Path | str,
    robot: Robot,
    columns: Mapping[str, str | MeasuredColumn] | None = None,
    *,
    angle: Angle = "rad",
    decimal: Decimal | None = None,
) -> Measurement:
    """What was measured on an arm, from a CSV file: a `Measurement`, in s, rad, m, N m and N, at even times.

    Without `columns` they are known by their headings, `t`, `q1`, `qd1`, `qdd1`, `tau1` and so on, with units as in
    `read_motion_csv` and `read_torque_csv`. Else `columns` says of each which heading it has, by text or as a
    `MeasuredColumn` with unit, scale, offset or torque constant; "t" is needed, others of the file are not read. Angles
    without a unit are in `angle`, "rad" or "deg". Times are shifted to begin at 0; uneven ones are resampled, and the
    result's `notes` say so. `decimal` as for `read_motion_csv`. ProjectError names the file, the line and the column of
    an empty cell or one that is no finite number, of times that do not rise and of gaps; DynamicsError names the entry
    of `columns` that cannot be.

    >>> with open("swing.csv", "w") as file:
    ...     _ = file.write("time,axis 1 [deg],motor 1 [A]\\n0,0,1.0\\n0.01,1,2.0\\n0.02,2,4.0\\n")
    >>> motor = dn.MeasuredColumn("motor 1 [A]", torque_constant=0.05, gear=100.0)
    >>> arm = dn.rod_chain(1).robot
    >>> found = dn.read_measurement_csv("swing.csv", arm, {"t": "time", "q1": "axis 1 [deg]", "tau1": motor})
    >>> found.q[:, 0].round(4).tolist(), found.tau[:, 0].tolist()
    ([0.0, 0.0175, 0.0349], [5.0, 10.0, 20.0])
    """
    check_kind(robot, Robot, "robot")
    check_choice(angle, ("rad", "deg"), "angle")
    chosen = None if columns is None else _check_columns(robot, columns)
    return _measurement(read_table(file_path(path), decimal), robot, chosen, angle)


def measurement_from_table(table: Table, robot: Robot, columns: Mapping[str, MeasuredColumn]) -> Measurement:
    """The same of a table that was read before, with its columns told: a file is read once, its columns tried often."""
    return _measurement(table, robot, _check_columns(robot, columns), "rad")


def _measurement(table: Table, robot: Robot, chosen: Mapping[str, MeasuredColumn] | None, angle: Angle) -> Measurement:
    notes: list[str] = []
    if chosen is None:
        known, dropped = find_columns(table, robot, lambda symbol, joint: column_units(robot, symbol, joint, angle))
        known, notes = with_units_of_positions(known)
        if dropped:
            notes.append(f"not read: {shorten(dropped)}")
        series = {name: np.array(table.numbers(column.place)) * column.factor for name, column in known.items()}
        places = known[TIME].place
    else:
        series = {name: _chosen_series(table, robot, name, column, angle) for name, column in chosen.items()}
        places = _place(table, TIME, chosen[TIME].heading)
    wrong = bad_step(series[TIME]) if len(series[TIME]) > 1 else None
    if wrong is not None:
        row, why = wrong
        reason = f"line {table.lines[row]}, column {table.header[places]!r}: {why}"
        raise ProjectError(table.path, reason, field=TIME, value=float(series[TIME][row]))
    tables = {symbol: _joined(robot, symbol, series) for symbol in QUANTITIES}
    try:
        found = Measurement(series[TIME] - series[TIME][0], **tables, notes=tuple(notes))
        return found.even()
    except DynamicsError as error:
        raise ProjectError(table.path, str(error), field=error.field, value=error.value) from None


def _check_columns(robot: Robot, columns: object) -> dict[str, MeasuredColumn]:
    if not isinstance(columns, Mapping) or len(columns) > MAX_COLUMNS:
        raise DynamicsError("a mapping from names such as t, q1, tau1 to headings is needed", field="columns")
    found = {}
    for name, given in columns.items():
        match = _NAME.fullmatch(name) if isinstance(name, str) else None
        if name != TIME and (match is None or int(match[2]) > robot.n):
            reason = f"the names are t and q, qd, qdd, tau with a joint from 1 to {robot.n}"
            raise DynamicsError(reason, field="columns", value=name)
        column = given if isinstance(given, MeasuredColumn) else MeasuredColumn(given)
        where = f"columns, {name}"
        check_name(column.heading, f"{where}, heading", MAX_NAME)
        if column.unit is not None:
            check_name(column.unit, f"{where}, unit")
        for part in ("scale", "offset", "torque_constant", "gear"):
            if getattr(column, part) is not None:
                check_number(getattr(column, part), f"{where}, {part}")
        found[name] = column
    if TIME not in found:
        raise DynamicsError("the column of times, 't', is missing", field="columns")
    if len(found) == 1:
        raise DynamicsError("a column of q, qd, qdd or tau is needed beside the times", field="columns")
    return found


def _chosen_series(table: Table, robot: Robot, name: str, column: MeasuredColumn, angle: Angle) -> np.ndarray:
    place = _place(table, name, column.heading)
    values = np.array(table.numbers(place)) * float(column.scale) + float(column.offset)
    return values * _factor(robot, name, column, angle)


def _place(table: Table, name: str, heading: str) -> int:
    found = [place for place, text in enumerate(table.header) if text == heading.strip()]
    if len(found) != 1:
        how = "is missing" if not found else "is there twice"
        raise ProjectError(table.path, f"column {heading!r}, for {name}, {how}", field=name, value=heading)
    return found[0]


def _factor(robot: Robot, name: str, column: MeasuredColumn, angle: Angle) -> float:
    """How much of SI the column's unit is."""
    symbol = name.rstrip("0123456789")
    joint = int(name[len(symbol) :] or 1)
    bracket = _UNIT.search(column.heading)
    unit = column.unit if column.unit is not None else bracket[1] if bracket else None
    possible = {**(column_units(robot, symbol, joint, angle) or {})}
    if symbol == "tau":
        possible |= CURRENT_UNITS
    if unit is None and column.torque_constant is None:
        return next(iter(possible.values()))
    plain = "A" if unit is None else re.sub(r"[\s*·]", "", unit)
    match = next((known for known in possible if re.sub(r"[\s*]", "", known) == plain), None)
    if match is None:
        reason = f"the unit can be {', '.join(possible)}"
        raise DynamicsError(reason, field=f"columns, {name}, unit", value=unit)
    if match not in CURRENT_UNITS or symbol != "tau":
        if column.torque_constant is not None:
            reason = f"a torque constant is for a current, and {match} is none"
            raise DynamicsError(reason, field=f"columns, {name}, torque_constant", value=column.torque_constant)
        return possible[match]
    if column.torque_constant is None:
        reason = f"a current in {match} needs a torque constant, in N m/A"
        raise DynamicsError(reason, field=f"columns, {name}, torque_constant")
    gear = robot.links[joint - 1].gear_ratio if column.gear is None else float(column.gear)
    return possible[match] * float(column.torque_constant) * gear


def column_units(robot: Robot, symbol: str, joint: int, angle: Angle = "rad") -> Units | None:
    """The units that a column may have, by name how much of SI each is; None for a symbol that is not known."""
    if symbol == "tau":
        return TORQUE_UNITS if robot.links[joint - 1].revolute else FORCE_UNITS
    return motion_units(robot, symbol, joint, angle)


def _joined(robot: Robot, symbol: str, series: Mapping[str, np.ndarray]) -> np.ndarray | None:
    """The columns of all joints beside each other, NaN for those that there are not; None where there is none."""
    names = [f"{symbol}{joint}" for joint in range(1, robot.n + 1)]
    if not any(name in series for name in names):
        return None
    nothing = np.full(len(series[TIME]), np.nan)
    return np.column_stack([series.get(name, nothing) for name in names])
