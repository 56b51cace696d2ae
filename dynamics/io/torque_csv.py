"""A table of joint torques from a CSV file: a column of times and one of torques for each joint.

Names are `t` or `time` and `tau1`, `tau2` and so on, with their SI unit in brackets or none: `t [s]`, `tau1 [N m]`,
`tau2 [N]` for a prismatic joint. Other columns are ignored, so the torques of a recording's own CSV are read back.
"""

from __future__ import annotations

import re
from pathlib import Path

from dynamics.errors import DynamicsError, ProjectError
from dynamics.io.csv_table import Table, read_table
from dynamics.robot import Robot
from dynamics.torque_laws import TableTorque, check_law

_COLUMN = re.compile(r"(t|time|tau([1-9]\d{0,4}))\s*(?:[\[(]\s*(.*?)\s*[\])])?", re.ASCII | re.IGNORECASE)


def read_torque_csv(path: Path | str, robot: Robot, *, hold: bool = False) -> TableTorque:
    """The torques in the file; every refusal names the file, and the line or column where there is one."""
    table = read_table(Path(path))
    columns = _columns(table, robot)
    for joint in range(robot.n + 1):
        if joint not in columns:
            name = f"tau{joint}" if joint else "t"
            raise ProjectError(table.path, f"column {name!r} is missing", field=name)
    times, *torques = (table.numbers(columns[joint]) for joint in range(robot.n + 1))
    for before, after, line in zip(times, times[1:], table.lines[1:], strict=False):
        if after <= before:
            raise ProjectError(table.path, f"line {line}, column 't': the times must rise", field="t", value=after)
    law = TableTorque(tuple(times), tuple(zip(*torques, strict=True)), hold)
    try:
        check_law(robot, law)
    except DynamicsError as error:
        raise ProjectError(table.path, str(error), link=error.link, field=error.field, value=error.value) from None
    return law


def _columns(table: Table, robot: Robot) -> dict[int, int]:
    """Where each joint's torque stands, by the joint's number; the times' by 0."""
    found: dict[int, int] = {}
    for place, text in enumerate(table.header):
        match = _COLUMN.fullmatch(text.strip())
        if match is None:
            continue
        joint = int(match[2] or 0)
        if joint > robot.n:
            raise ProjectError(table.path, f"column {text!r}: the arm has joints 1 to {robot.n}", field=text)
        if joint in found:
            raise ProjectError(table.path, f"gives the column {text!r} twice", field=text)
        unit = "s" if joint == 0 else "Nm" if robot.links[joint - 1].revolute else "N"
        if match[3] is not None and match[3].replace(" ", "") != unit:
            reason = f"column {text!r}: the unit must be {'N m' if unit == 'Nm' else unit}"
            raise ProjectError(table.path, reason, field=text, value=match[3])
        found[joint] = place
    return found
