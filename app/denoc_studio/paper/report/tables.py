"""The report's tables as plain text: headings and rows."""

from __future__ import annotations

import math
from typing import NamedTuple, get_args

import numpy as np

from denoc.arm.friction_columns import FrictionColumn, Quantity, friction_columns
from denoc.arm.robot import Link, Robot
from denoc.arm.rotations import rotation_vector
from denoc.files.projects.project import Project
from denoc.studies.loads import RunLoads, peaks
from denoc.studies.sampled_integrals import mean
from denoc_studio.plots.measured import LINEAR, PLAIN, WORDS, Overlay
from denoc_studio.plots.motion import Motion
from denoc_studio.plots.tables.actuator_study import Study
from denoc_studio.plots.tables.actuator_table import COLUMNS as ACTUATOR_COLUMNS
from denoc_studio.plots.tables.actuator_table import MOTOR, VERDICT, cell, heading, is_mixed, verdict
from denoc_studio.project.entry.joint_units import (
    PER_SECOND,
    PURE,
    measured_unit,
    position_unit,
    rate_unit,
    torque_unit,
)
from denoc_studio.project.entry.numbers import DEGREE, METRE, shown, with_unit
from denoc_studio.project.sheets.dh_columns import COLUMNS

DIGITS = 5
LONGEST = 24  # characters of a name


class Table(NamedTuple):
    """`left` counts the columns, from the first, whose text begins at the left."""

    headings: list[str]
    rows: list[list[str]]
    left: frozenset[int] = frozenset()


def geometry(robot: Robot) -> Table:
    """The Denavit-Hartenberg table, in degrees."""
    heads = [column.heading(robot.convention, degrees=True) for column in COLUMNS]
    named = any(_own_name(link) for link in robot.links)
    rows = []
    for number, link in enumerate(robot.links, 1):
        cells = [_entry(link, column.field, column.angle) for column in COLUMNS]
        rows.append([str(number), *cells, *([_own_name(link)] if named else [])])
    left = {1, len(heads) + 1} if named else {1}
    return Table(["joint", *heads, *(["name"] if named else [])], rows, frozenset(left))


def inertia(robot: Robot) -> Table:
    tensor = [f"I{axes} [kg m²]" for axes in ("xx", "yy", "zz", "xy", "yz", "xz")]
    rows = []
    for number, link in enumerate(robot.links, 1):
        values = (link.mass, *link.com, *link.inertia)
        rows.append([str(number), *(shown(value, digits=4) for value in values)])
    return Table(["link", "mass [kg]", "x [m]", "y [m]", "z [m]", *tensor], rows)


def joints(robot: Robot) -> Table | None:
    """Friction, rotors and limits; None where there are none."""
    plain = Link()
    entries = ("rotor_inertia", "gear_ratio", "lower", "upper", "max_torque", "max_speed")
    same = all(getattr(link, name) == getattr(plain, name) for link in robot.links for name in entries)
    if same and all(link.frictionless for link in robot.links):
        return None
    turning = not is_mixed(robot) and robot.links[0].revolute
    friction = friction_columns(robot.links)
    units = (
        {"damping": "N m s/rad", "torque": "N m", "rate": "°/s"} if turning else dict.fromkeys(get_args(Quantity), "SI")
    )
    heads = ["joint", *(f"{column.heading} [{units[column.quantity]}]" for column in friction), "rotor [kg m²]", "gear"]
    heads += ["from [°]", "to [°]"] if turning else ["from [°, m]", "to [°, m]"]
    drives = any(math.isfinite(bound) for link in robot.links for bound in (link.max_torque, link.max_speed))
    heads += ["torque at most", "rate at most"] if drives else []
    rows = []
    for number, link in enumerate(robot.links, 1):
        unit = position_unit(link, degrees=True)
        limits = [shown(bound, unit, DIGITS) for bound in (link.lower, link.upper)]
        numbers = [shown(getattr(link, name), digits=DIGITS) for name in entries[:2]]
        taken = [_both_ways(column, number - 1, turning) for column in friction]
        rows.append([str(number), *taken, *numbers, *limits, *(_drive_limits(link) if drives else [])])
    return Table(heads, rows)


def _both_ways(column: FrictionColumn, joint: int, turning: bool) -> str:
    """A joint's entry, of both directions where they differ."""
    unit = PER_SECOND[DEGREE] if turning and column.quantity == "rate" else PURE
    return " / ".join(shown(value, unit, DIGITS) for value in column.entries[joint])


def _drive_limits(link: Link) -> list[str]:
    limits = (link.max_torque, torque_unit(link, True)), (link.max_speed, rate_unit(link, True))
    return [with_unit(value, unit) if math.isfinite(value) else "none" for value, unit in limits]


def bearings(robot: Robot, loads: RunLoads) -> Table:
    """What every joint and link bears at most, and when."""
    heads = ["joint", "radial [N]", "axial [N]", "tilting [N m]", "link: axial [N]", "shear [N]", "bending [N m]"]
    links = (np.moveaxis(part, 2, 0) for part in loads.links[:3])
    larger = [np.where(np.abs(near) >= np.abs(far), near, far) for near, far in links]
    columns = [peaks(loads.t, values) for values in (loads.radial, loads.axial, loads.tilting, *larger)]
    rows = []
    for i in range(robot.n):
        cells = [f"{shown(found[i].value, digits=4)} at {found[i].time:.4g} s" for found in columns]
        rows.append([str(i + 1), *cells])
    return Table(heads, rows)


def start(project: Project) -> Table | None:
    """The initial state of a forward run; None where words are enough."""
    if project.run.mode != "forward" or not any(project.q0 + project.qd0):
        return None
    mixed = is_mixed(project.robot)
    units = [(position_unit(link, True), rate_unit(link, True)) for link in project.robot.links]
    heads = ["joint", "position" if mixed else f"position [{units[0][0].label}]"]
    heads.append("rate" if mixed else f"rate [{units[0][1].label}]")
    rows = []
    for number, (q, qd, pair) in enumerate(zip(project.q0, project.qd0, units, strict=True), 1):
        texts = [shown(value, unit, DIGITS) for value, unit in zip((q, qd), pair, strict=True)]
        labels = [f" {unit.label}" if mixed else "" for unit in pair]
        rows.append([str(number), *(text + label for text, label in zip(texts, labels, strict=True))])
    return Table(heads, rows)


def following(project: Project, motion: Motion) -> Table | None:
    """How far each joint is off what it follows, and for how long it has all the torque that there is.

    None where a run follows nothing and nothing limits its torques.
    """
    robot, r = project.robot, motion.recording
    limits = project.run.torque_limit if project.run.mode == "forward" else None
    if motion.reference is None and limits is None:
        return None
    units = [position_unit(link, degrees=True) for link in robot.links]
    mixed = is_mixed(robot)
    unit = "" if mixed else f" [{units[0].label}]"
    heads, rows = ["joint"], [[str(number)] for number in range(1, robot.n + 1)]
    if motion.reference is not None:
        heads += [f"peak error{unit}", "at [s]", f"RMS error{unit}"]
        error = np.abs(motion.reference[:, 0] - r.q)
        for row, values, shown_in in zip(rows, error.T, units, strict=True):
            label = f" {shown_in.label}" if mixed else ""
            peak, rms = float(values.max()), math.sqrt(time_mean(r.t, values**2))
            at = shown(float(r.t[int(values.argmax())]), digits=4)
            row += [shown(peak, shown_in, 4) + label, at, shown(rms, shown_in, 4) + label]
    if limits is not None:
        force = {link.revolute for link in robot.links}
        heads += [f"torque limit [{'N m' if force == {True} else 'N' if force == {False} else 'N m, N'}]"]
        heads += ["time at the limit [%]"]
        for row, limit, tau in zip(rows, limits, r.tau.T, strict=True):
            share = time_mean(r.t, (np.abs(tau) >= limit * (1 - 1e-9)).astype(float))
            row += [shown(limit, digits=DIGITS), shown(100 * share, digits=3)]
    return Table(heads, rows)


def residuals(robot: Robot, log: Overlay) -> Table:
    """Measured minus modelled, of every joint and quantity that was measured."""
    heads = ["joint", "quantity", "unit", "scale", "offset", "RMS residual", "largest", "at [s]", "correlation"]
    rows = []
    for found in log.figures():
        link = robot.links[found.joint]
        name = (WORDS if link.revolute else LINEAR)[found.quantity] + (", filtered" if found.filtered else "")
        unit = measured_unit(link, found.quantity, degrees=True)
        scale, offset = PLAIN if found.filtered else log.alignment.correction((found.quantity, found.joint))
        removed = ["", ""] if found.filtered else [shown(scale, PURE, DIGITS), shown(offset, unit, 4)]
        sizes = [shown(x, unit, 4) if x == x else "" for x in (found.rms, found.largest)]
        others = [f"{x:.4g}" if x == x else "" for x in (found.time, found.correlation)]
        rows.append([str(found.joint + 1), name, unit.label, *removed, *sizes, *others])
    return Table(heads, rows, frozenset({1, 2}))


def alignment_words(log: Overlay) -> str:
    """How the log was laid over the run."""
    late = f"{log.alignment.shift:.4g} s late, which is taken out" if log.alignment.shift else "not shifted in time"
    out = "; so are scale and offset" if log.alignment.shift and log.alignment.corrections else ""
    out = out or ("; scale and offset are taken out" if log.alignment.corrections else "")
    return f"It is {late}{out}. Residuals are measured minus modelled."


def time_mean(t: np.ndarray, values: np.ndarray) -> float:
    """Over the time of the samples (k,), by straight lines between them."""
    return float(mean(t, values) if len(t) > 1 and t[-1] > t[0] else values.mean())


def loads(study: Study) -> Table:
    """What the run asks of every joint."""
    columns = [k for k, column in enumerate(ACTUATOR_COLUMNS) if column.part == "load"]
    mixed = is_mixed(study.robot)
    rows = []
    for number, (row, link) in enumerate(zip(study.rows, study.robot.links, strict=True), 1):
        rows.append([str(number), *(cell(k, row, link, mixed, degrees=True) for k in columns)])
    return Table(["joint", *(heading(k, study.robot, degrees=True) for k in columns)], rows)


def motors(study: Study) -> Table | None:
    """The chosen motors and whether they fit; None without any."""
    if not any(row.actuator for row in study.rows):
        return None
    rows = []
    for number, row in enumerate(study.rows, 1):
        if row.actuator is not None:
            gear = row.actuator.gear
            name = shortened(row.actuator.motor.name)
            rows.append([str(number), name, f"{gear.ratio:.4g}", f"{gear.efficiency:.3g}", verdict(row)])
    names = [ACTUATOR_COLUMNS[k].heading for k in (MOTOR, MOTOR + 1, MOTOR + 2, VERDICT)]
    return Table(["joint", *names], rows, frozenset({1, 4}))


def shortened(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 3].rstrip()}..."


def _entry(link: Link, field: str, angle: bool) -> str:
    """A cell of the table; where q is added, it says so."""
    value = getattr(link, field)
    if isinstance(value, str):
        return value
    text = shown(value, DEGREE if angle else METRE, DIGITS)
    variable = field == ("theta" if link.revolute else "b")
    if not variable:
        return text
    return "q" if value == 0 else f"q {'-' if value < 0 else '+'} {text.lstrip('-')}"


def _own_name(link: Link) -> str:
    return "" if link.own_name.startswith("link ") else shortened(link.own_name)


def carried(robot: Robot) -> list[tuple[str, str]]:
    """What the arm carries, stands on and ends with, each with its name, in words."""
    fixed = [(name, transform(matrix)) for name, matrix in (("Base", robot.base), ("Tool", robot.tool)) if matrix]
    return [("Payload", payload(robot)), *fixed]


def payload(robot: Robot) -> str:
    if robot.payload is None:
        return "none"
    mass, com, tensor = robot.payload
    place = ", ".join(shown(x, digits=DIGITS) for x in com)
    about = ", ".join(shown(x, digits=DIGITS) for x in tensor)
    body = f"; inertia about it {about} kg m² (xx, yy, zz, xy, yz, xz)" if any(tensor) else ""
    return f"{mass:g} kg, mass centre at ({place}) m of the tip's frame{body}"


def transform(matrix: tuple[tuple[float, ...], ...]) -> str:
    """A fixed transform in words: a shift, and a turn about an axis."""
    x, y, z = (row[3] for row in matrix[:3])
    words = [f"shifted by ({', '.join(shown(value, digits=DIGITS) for value in (x, y, z))}) m"]
    angle = math.degrees(np.linalg.norm(rotation_vector(np.array(matrix)[:3, :3])))
    if angle > 1e-9:
        rows = "; ".join(" ".join(shown(value, digits=4) for value in row[:3]) for row in matrix[:3])
        words.append(f"turned by {angle:.5g}° (rows {rows})")
    return ", ".join(words)
