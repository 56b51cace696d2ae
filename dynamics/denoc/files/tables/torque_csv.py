"""A table of joint torques from a CSV file: a column of times and one of torques for each joint.

Names are `t` or `time` and `tau1`, `tau2` and so on, with their unit or none: `t [s]`, `tau1 [N m]`, `tau2 [N]` for a
prismatic joint; see `csv_header` for the others. Other columns are named in the notes and not read, so the torques of a
recording's own CSV are read back.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import NamedTuple

from denoc.arm.robot import Robot
from denoc.basics.checks import check_flag, check_kind
from denoc.basics.errors import DynamicsError, ProjectError, shorten
from denoc.files.disk.files import file_path
from denoc.files.tables.csv_header import TIME, Units, column_numbers, find_columns, rising_times
from denoc.files.tables.csv_table import Decimal, read_table
from denoc.files.tables.motion_csv import TIME_UNITS
from denoc.torques.torque_laws import TableTorque, check_law

TORQUE_UNITS = {"N m": 1.0, "mN m": 1e-3, "kN m": 1e3}
FORCE_UNITS = {"N": 1.0, "mN": 1e-3, "kN": 1e3}


log = logging.getLogger("denoc")


class CsvTorques(NamedTuple):
    law: TableTorque
    assumed: bool  # some column of a joint has no unit in the header
    notes: tuple[str, ...] = ()  # how the file was read, where its header does not say it


def read_torque_csv(
    path: Path | str, robot: Robot, *, hold: bool = False, decimal: Decimal | None = None
) -> TableTorque:
    """Joint torques from a CSV file, as `RunSettings.torque` takes them, their times shifted to begin at 0.

    A column `t` (or `time`) and `tau1` to `taun`; units may stand in the header, as `t [ms]` and `tau1 [mN m]`, else
    they are s, N m, and N for prismatic joints. The result is a `TableTorque`. A file that begins at another time than
    0 is shifted as that of a motion is, and this is logged. Between two rows the torque is linear, or with `hold` that
    of the earlier row. Separators and `decimal` as for `read_motion_csv`. ProjectError names the file, line and column.

    >>> with open("push.csv", "w") as file:
    ...     _ = file.write("t [s],tau1 [N m],tau2 [mN m]\\n0,0,0\\n1,2.5,300\\n")
    >>> dn.read_torque_csv("push.csv", dn.rod_chain(2).robot).values
    ((0.0, 0.0), (2.5, 0.3))
    """
    found = torques_from_csv(path, robot, hold=hold, decimal=decimal)
    for words in found.notes:
        log.info("%s: %s", path, words)
    return found.law


def torques_from_csv(
    path: Path | str, robot: Robot, *, hold: bool = False, decimal: Decimal | None = None
) -> CsvTorques:
    """The same, with whether units had to be assumed and which columns were not read."""
    check_kind(robot, Robot, "robot")
    check_flag(hold, "hold")
    table = read_table(file_path(path), decimal)
    columns, dropped = find_columns(table, robot, lambda symbol, joint: _units(robot, symbol, joint))
    names = [f"tau{joint}" for joint in range(1, robot.n + 1)]
    for name in names:
        if name not in columns:
            raise ProjectError(table.path, f"column {name!r} is missing", field=name)
    times = rising_times(table, columns)
    torques = (column_numbers(table, columns[name]) for name in names)
    law = TableTorque(tuple(time - times[0] for time in times), tuple(zip(*torques, strict=True)), hold)
    try:
        check_law(robot, law)
    except DynamicsError as error:
        raise ProjectError(table.path, str(error), link=error.link, field=error.field, value=error.value) from None
    notes = [f"not read: {shorten(dropped)}"] if dropped else []
    if times[0]:
        notes.append(f"shifted to begin at 0 s instead of {times[0]:g} s")
    return CsvTorques(law, any(columns[name].unit is None for name in names), tuple(notes))


def _units(robot: Robot, symbol: str, joint: int) -> Units | None:
    if symbol == TIME:
        return TIME_UNITS
    if symbol != "tau":
        return None
    return TORQUE_UNITS if robot.links[joint - 1].revolute else FORCE_UNITS
