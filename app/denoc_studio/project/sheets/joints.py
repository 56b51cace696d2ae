"""The joints of all links as one table: names, friction, rotor and gear, and what the joint and its drive may do."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from denoc.arm.robot import Link
from denoc.files.projects.documents import Keys
from denoc.files.projects.project import Project
from denoc_studio.project import edits
from denoc_studio.project.entry.joint_units import PURE, damping_unit, position_unit, rate_unit, torque_unit
from denoc_studio.project.entry.numbers import KILOGRAM_METRE2, Unit
from denoc_studio.project.sheets.per_link import PerLinkSheet
from denoc_studio.project.sheets.sheet import Cells, Column, UnitOf, of_row


class JointField(NamedTuple):
    """An entry of the joint. One that is `optional` may be left out: the link has `none` then, and `empty` says what
    that means."""

    heading: str
    title: str
    meaning: str
    unit: UnitOf
    minimum: float = -math.inf
    optional: bool = False
    none: float | None = None
    empty: str = "none"


def _gear_unit(link: Link, _degrees: bool) -> Unit:
    return PURE._replace(step="1") if link.revolute else Unit("rad/m", step="1")


FIELDS = {
    "viscous": JointField(
        "viscous", "viscous friction", "Torque or force for each unit of speed", damping_unit, minimum=0.0
    ),
    "coulomb": JointField(
        "Coulomb",
        "Coulomb friction",
        "Torque or force against the motion, whatever its speed",
        torque_unit,
        minimum=0.0,
    ),
    "rotor_inertia": JointField(
        "rotor", "rotor inertia", "Of the motor, before the gear", lambda *_: KILOGRAM_METRE2, minimum=0.0
    ),
    "gear_ratio": JointField(
        "gear", "gear ratio", "Turns of the motor for one of the joint; the rotor counts with its square", _gear_unit
    ),
    "lower": JointField("from", "lower limit", "Of q; empty means none", position_unit, optional=True, none=-math.inf),
    "upper": JointField("to", "upper limit", "Of q; empty means none", position_unit, optional=True, none=math.inf),
    "max_torque": JointField(
        "max torque",
        "largest torque",
        "What the drive can give at the joint, either way; empty means none. Runs are held against it, "
        "and a controller's limits begin with it",
        torque_unit,
        0.0,
        optional=True,
        none=math.inf,
    ),
    "max_speed": JointField(
        "max speed",
        "largest speed",
        "What the drive can do at the joint, either way; empty means none. Runs are held against it, "
        "and a controller's limits begin with it",
        rate_unit,
        0.0,
        optional=True,
        none=math.inf,
    ),
    "breakaway": JointField(
        "breakaway",
        "breakaway friction",
        "What it takes to set the joint off from rest, no less than Coulomb friction; empty means as much",
        torque_unit,
        0.0,
        optional=True,
        empty="as Coulomb",
    ),
    "stribeck_speed": JointField(
        "Stribeck",
        "Stribeck speed",
        "Rate at which half of what breakaway friction has above Coulomb friction is gone; 0 means all of it is, as "
        "soon as the joint slides",
        rate_unit,
        minimum=0.0,
    ),
    **{
        f"{name}_negative": JointField(
            f"{heading} −",
            f"{title} backwards",
            "For negative rates and torques; empty means as for positive ones",
            unit,
            0.0,
            optional=True,
            empty="=",
        )
        for name, heading, title, unit in (
            ("viscous", "viscous", "viscous friction", damping_unit),
            ("coulomb", "Coulomb", "Coulomb friction", torque_unit),
            ("breakaway", "break.", "breakaway friction", torque_unit),
        )
    },
}
NAMES = {"name": ("link", "name of the link"), "joint_name": ("joint", "name of the joint")}
KEYS = (*FIELDS, *NAMES)
COLUMNS = (
    *(
        Column(
            field.heading,
            field.title,
            field.meaning,
            of_row(field.unit),
            optional=field.optional,
            none_words=field.empty,
        )
        for field in FIELDS.values()
    ),
    *(Column(heading, title, "Empty for no name", wide=True) for heading, title in NAMES.values()),
)


class JointsSheet(PerLinkSheet):
    """One row a joint. The entries of a row are put in together, for two limits are refused or taken as a pair."""

    row = "joint"
    entries = COLUMNS

    def get(self, project: Project, row: int, column: int) -> Any:
        value = getattr(project.robot.links[row], KEYS[column])
        return math.inf if value is None else value

    def keys(self, project: Project, row: int, column: int) -> Keys | None:
        return ("robot", "links", row, KEYS[column]) if KEYS[column] in FIELDS else None

    def put(self, project: Project, cells: Cells) -> Project:
        changes: dict[int, dict[str, Any]] = {}
        for (row, column), value in cells.items():
            key = KEYS[column]
            left_out = key in FIELDS and FIELDS[key].optional and value == math.inf
            changes.setdefault(row, {})[key] = FIELDS[key].none if left_out else value
        return edits.change_links(project, changes)
