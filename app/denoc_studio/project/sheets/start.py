"""The joints at t = 0 as columns of a table: position and rate."""

from __future__ import annotations

from denoc_studio.project import edits
from denoc_studio.project.entry.joint_units import position_unit, rate_unit
from denoc_studio.project.sheets.sheet import Entry

POSITION = Entry(
    "q",
    "initial position",
    "Where the joint starts",
    position_unit,
    lambda project: project.q0,
    lambda project, values: edits.set_start(project, q0=values),
)
RATE = Entry(
    "rate",
    "initial rate",
    "How fast it starts",
    rate_unit,
    lambda project: project.qd0,
    lambda project, values: edits.set_start(project, qd0=values),
)
