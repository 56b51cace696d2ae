"""What drives a run, number by number: rows of the report's tables, long ones cut."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from denoc.arm.robot import Robot
from denoc.files.projects.project import RunSettings
from denoc.motions.motion_data import (
    ArcMotion,
    JointMotion,
    LineMotion,
    Motion,
    PoseMotion,
    SampledMotion,
    SineMotion,
    ViaMotion,
)
from denoc.torques.torque_laws import ComputedTorque, ConstantTorque, PdTorque, TableTorque, TorqueLaw
from denoc_studio.paper.report.tables import DIGITS, Table
from denoc_studio.project.entry.joint_units import (
    PERCENT,
    damping_unit,
    integral_unit,
    position_unit,
    rate_unit,
    stiffness_unit,
    torque_unit,
)
from denoc_studio.project.entry.numbers import DEGREE, Unit, shown
from denoc_studio.project.law_kinds import model_of
from denoc_studio.project.motion_kinds import PROFILES

LISTED = 12  # joints beside each other, and joints told in a sentence
ROWS = 24  # of a table over time


class Listing(NamedTuple):
    """A table with its title, and what of it is left out, in words."""

    title: str
    table: Table
    note: str = ""


def motion_listing(robot: Robot, motion: Motion) -> Listing | None:
    """The numbers of a motion; None where a sentence tells them all."""
    match motion:
        case JointMotion():
            profiles = (motion.profile,) * robot.n if isinstance(motion.profile, str) else motion.profile
            if robot.n <= LISTED and len(set(profiles)) == 1:
                return None
            columns = [("start", position_unit, motion.start), ("end", position_unit, motion.end)]
            table = _per_joint(robot, columns)
            rows = [[*row, PROFILES[name]] for row, name in zip(table.rows, profiles, strict=True)]
            return Listing("Motion", Table([*table.headings, "profile"], rows, frozenset({3})))
        case ViaMotion():
            return _over_time(robot, "Via points", "point", motion.times, motion.points, position_unit)
        case SampledMotion():
            return _over_time(robot, "Samples of the motion", "row", motion.times, motion.q, position_unit)
        case SineMotion():
            return _sines(robot, motion)
        case PoseMotion():
            return _poses(motion)
    return None


def start_listing(robot: Robot, motion: Motion) -> Listing | None:
    """The joints where a motion of the tip sets off."""
    if not isinstance(motion, LineMotion | ArcMotion | PoseMotion):
        return None
    return _if_needed(robot, "Joints at the start", [("position", position_unit, motion.start)])


def law_listing(robot: Robot, law: TorqueLaw) -> Listing | None:
    """The numbers of a torque law; None where a sentence tells them all."""
    if isinstance(law, TableTorque):
        return _over_time(robot, "Torques over time", "row", law.times, law.values, torque_unit)
    columns: list[tuple[str, Any, Sequence[float] | None]] = []
    if isinstance(law, ConstantTorque):
        columns = [("torque", torque_unit, law.values)]
    elif isinstance(law, PdTorque):
        columns = [("kp", stiffness_unit, law.kp), ("kd", damping_unit, law.kd)]
        columns += [("ki", integral_unit, law.ki), ("target", position_unit, law.target)]
    elif isinstance(law, ComputedTorque):
        columns = [("kp", lambda *_: Unit("1/s²"), law.kp), ("kd", lambda *_: Unit("1/s"), law.kd)]
    columns.append(("believed mass", lambda *_: PERCENT, model_of(law).masses))
    return _if_needed(robot, "Torque law", columns)


def limits_listing(robot: Robot, run: RunSettings) -> Listing | None:
    """The torque and speed limits of the motors; None where a sentence tells them all."""
    columns = [("torque", torque_unit, run.torque_limit), ("rate", rate_unit, run.speed_limit)]
    return _if_needed(robot, "Limits of the motors", columns)


def _if_needed(robot: Robot, title: str, columns: Sequence[tuple[str, Any, Sequence[float] | None]]) -> Listing | None:
    """For arms of more joints than a sentence lists, unless they are all alike."""
    given = [(name, unit, values) for name, unit, values in columns if values is not None]
    if robot.n <= LISTED or all(len(set(values)) == 1 for _, _, values in given):
        return None
    return Listing(title, _per_joint(robot, given))


def _per_joint(robot: Robot, columns: Sequence[tuple[str, Any, Sequence[float]]]) -> Table:
    """A row for each joint; units stand in the heading where all joints share them."""
    heads, cells = ["joint"], [[str(number)] for number in range(1, robot.n + 1)]
    for name, unit_of, values in columns:
        units = [unit_of(link, True) for link in robot.links]
        shared = len({unit.label for unit in units}) == 1
        heads.append(f"{name} [{units[0].label}]" if shared else name)
        for row, value, unit in zip(cells, values, units, strict=True):
            row.append(shown(value, unit, DIGITS) + ("" if shared else f" {unit.label}"))
    return Table(heads, cells)


def _over_time(
    robot: Robot, title: str, what: str, times: Sequence[float], values: Sequence[Sequence[float]], unit_of: Any
) -> Listing:
    """A row for each time, a column for each joint; the first of very many."""
    units = [unit_of(link, True) for link in robot.links[:LISTED]]
    heads = ["t [s]", *(f"joint {number} [{unit.label}]" for number, unit in enumerate(units, 1))]
    rows = []
    for t, row in list(zip(times, values, strict=True))[:ROWS]:
        rows.append([shown(t, digits=DIGITS), *(shown(x, u, DIGITS) for x, u in zip(row, units, strict=False))])
    return Listing(title, Table(heads, rows), left_out((len(times) - ROWS, what), (robot.n - LISTED, "joint")))


def _sines(robot: Robot, motion: SineMotion) -> Listing:
    """A row for each term; a joint without any keeps its offset."""
    rows = []
    for number, (link, offset, terms) in enumerate(zip(robot.links, motion.offset, motion.terms, strict=True), 1):
        unit = position_unit(link, True)
        for k, term in enumerate(terms or [None]):
            start = [str(number), _with_unit(offset, unit)] if k == 0 else ["", ""]
            if term is None:
                rows.append([*start, "", "", ""])
                continue
            amplitude, frequency, phase = term
            rows.append(
                [*start, _with_unit(amplitude, unit), shown(frequency, digits=DIGITS), shown(phase, DEGREE, DIGITS)]
            )
    heads = ["joint", "offset", "amplitude", "frequency [Hz]", "phase [°]"]
    most = 2 * ROWS
    return Listing("Sines", Table(heads, rows[:most]), left_out((len(rows) - most, "row")))


def _poses(motion: PoseMotion) -> Listing:
    shares = motion.shares or (1 / len(motion.poses),) * len(motion.poses)
    rows = []
    for number, (pose, share) in enumerate(zip(motion.poses, shares, strict=True), 1):
        place = [shown(x, digits=DIGITS) for x in pose.position]
        turn = ["as before", "", ""] if pose.rotation is None else [shown(x, DEGREE, DIGITS) for x in pose.rotation]
        rows.append([str(number), *place, *turn, shown(share / math.fsum(shares), digits=4)])
    heads = ["pose", "x [m]", "y [m]", "z [m]", *(f"turned, {axis} [°]" for axis in "xyz"), "share of the time"]
    turned = any(pose.rotation is not None for pose in motion.poses)
    note = "Each turn is a rotation vector, axis times angle, world axes." if turned else ""
    cut = left_out((len(rows) - ROWS, "pose"))
    return Listing("Poses of the tip", Table(heads, rows[:ROWS]), f"{note} {cut}".strip())


def left_out(*parts: tuple[int, str]) -> str:
    """Words for the rows that a listing has no room for; empty where it has them all."""
    words = " and ".join(counted(count, f"more {what}") for count, what in parts if count > 0)
    return f"... ({words}, in the project file)" if words else ""


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _with_unit(value: float, unit: Unit) -> str:
    return shown(value, unit, DIGITS) + ("°" if unit is DEGREE else f" {unit.label}")
