"""A recording as CSV: one header line with units, one line a sample, numbers that read back exactly.

Before the header, a comment says from when the samples cannot be reproduced, where that is so.
"""

from __future__ import annotations

import io

from dynamics.recording import Recording, Simulation
from dynamics.robot import Robot


def column_names(robot: Robot) -> list[str]:
    """`t [s],q1 [rad],...`; metres and newtons for prismatic joints."""
    names = ["t [s]"]
    for symbol, revolute_unit, prismatic_unit in (
        ("q", "rad", "m"),
        ("qd", "rad/s", "m/s"),
        ("qdd", "rad/s^2", "m/s^2"),
        ("tau", "N m", "N"),
    ):
        for i, link in enumerate(robot.links, 1):
            names.append(f"{symbol}{i} [{revolute_unit if link.revolute else prismatic_unit}]")
    return [*names, "kinetic [J]", "potential [J]"]


def doubts(recording: Recording) -> str:
    """A line of comment where the recording cannot be reproduced to its end; else nothing."""
    if not isinstance(recording, Simulation) or recording.horizon is None or not len(recording.t):
        return ""
    return f"# {recording.horizon.line}\n" if recording.t[-1] > recording.doubtful_from else ""


def csv_text(robot: Robot, recording: Recording) -> str:
    out = io.StringIO()
    out.write(doubts(recording))
    out.write(",".join(column_names(robot)) + "\n")
    columns = [recording.t[:, None], recording.q, recording.qd, recording.qdd, recording.tau]
    columns += [recording.kinetic[:, None], recording.potential[:, None]]
    for row in zip(*(column.tolist() for column in columns), strict=True):
        out.write(",".join(repr(value) for part in row for value in part) + "\n")
    return out.getvalue()
