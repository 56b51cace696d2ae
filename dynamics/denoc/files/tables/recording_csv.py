"""A recording as CSV: one header line with units, one line a sample, numbers that read back exactly.

Where not all samples can be reproduced, a last column tells them apart.
"""

from __future__ import annotations

import io

import numpy as np

from denoc.arm.robot import Robot
from denoc.runs.recording import Recording, Simulation


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


def doubts(recording: Recording, t: np.ndarray) -> list[tuple[str, np.ndarray]]:
    """A column that is 1 at the times that can be reproduced and 0 at those after, by a name that says when.

    None where all of them can be, or where that is not known.
    """
    if not isinstance(recording, Simulation) or recording.horizon is None or not (t > recording.doubtful_from).any():
        return []
    return [(recording.horizon.words, (t <= recording.doubtful_from).astype(int))]


def csv_text(robot: Robot, recording: Recording) -> str:
    named = doubts(recording, recording.t)
    out = io.StringIO()
    out.write(",".join([*column_names(robot), *(name for name, _ in named)]) + "\n")
    columns = [recording.t[:, None], recording.q, recording.qd, recording.qdd, recording.tau]
    columns += [recording.kinetic[:, None], recording.potential[:, None], *(flags[:, None] for _, flags in named)]
    for row in zip(*(column.tolist() for column in columns), strict=True):
        out.write(",".join(repr(value) for part in row for value in part) + "\n")
    return out.getvalue()
