"""A table of joint torques from a CSV file: a column of times and one of torques for each joint.

Names are `t` or `time` and `tau1`, `tau2` and so on, with their unit or none: `t [s]`, `tau1 [N m]`, `tau2 [N]` for a
prismatic joint; see `csv_header` for the others. Other columns are named in the notes and not read, so the torques of a
recording's own CSV are read back.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from dynamics.errors import DynamicsError, ProjectError
from dynamics.io.csv_header import TIME, Units, column_numbers, find_columns, rising_times
from dynamics.io.csv_table import Decimal, read_table
from dynamics.io.motion_csv import TIME_UNITS
from dynamics.io.urdf_tree import shorten
from dynamics.robot import Robot
from dynamics.torque_laws import TableTorque, check_law

TORQUE_UNITS = {"N m": 1.0, "mN m": 1e-3, "kN m": 1e3}
FORCE_UNITS = {"N": 1.0, "mN": 1e-3, "kN": 1e3}


class CsvTorques(NamedTuple):
    law: TableTorque
    assumed: bool  # some column of a joint has no unit in the header
    notes: tuple[str, ...] = ()  # how the file was read, where its header does not say it


def read_torque_csv(
    path: Path | str, robot: Robot, *, hold: bool = False, decimal: Decimal | None = None
) -> TableTorque:
    """The torques in the file; every refusal names the file, and the line or column where there is one.

    `decimal` is the decimal mark, see `motion_csv.read_motion_csv`.
    """
    return torques_from_csv(path, robot, hold=hold, decimal=decimal).law


def torques_from_csv(
    path: Path | str, robot: Robot, *, hold: bool = False, decimal: Decimal | None = None
) -> CsvTorques:
    """The same, with whether units had to be assumed and which columns were not read."""
    table = read_table(Path(path), decimal)
    columns, dropped = find_columns(table, robot, lambda symbol, joint: _units(robot, symbol, joint))
    names = [f"tau{joint}" for joint in range(1, robot.n + 1)]
    for name in names:
        if name not in columns:
            raise ProjectError(table.path, f"column {name!r} is missing", field=name)
    times = rising_times(table, columns)
    torques = (column_numbers(table, columns[name]) for name in names)
    law = TableTorque(tuple(times), tuple(zip(*torques, strict=True)), hold)
    try:
        check_law(robot, law)
    except DynamicsError as error:
        raise ProjectError(table.path, str(error), link=error.link, field=error.field, value=error.value) from None
    notes = (f"not read: {shorten(dropped)}",) if dropped else ()
    return CsvTorques(law, any(columns[name].unit is None for name in names), notes)


def _units(robot: Robot, symbol: str, joint: int) -> Units | None:
    if symbol == TIME:
        return TIME_UNITS
    if symbol != "tau":
        return None
    return TORQUE_UNITS if robot.links[joint - 1].revolute else FORCE_UNITS
