"""The table of the actuators: its columns, and its text for the screen, for a spreadsheet and for a file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import attrgetter
from typing import Literal, NamedTuple

from denoc.arm.robot import Link, Robot
from denoc.files.text.cell_text import csv_cell, tabbed_cell
from denoc_studio.plots.tables.actuator_study import DIGITS, Row
from denoc_studio.project.entry.joint_units import NEWTON_METRE, PER_SECOND, SECOND, rate_unit, torque_unit
from denoc_studio.project.entry.numbers import RADIAN, Unit, shown
from denoc_studio.project.entry.unit_names import PI

TIGHT = 1.2  # margins below have less than a fifth in hand
AMPLE = 100.0  # a larger margin is as good

PLAIN, WATT, JOULE, PER_METRE = Unit("", step="1"), Unit("W"), Unit("J"), Unit("rad/m", step="1")
RADIAN_PER_SECOND, RPM = PER_SECOND[RADIAN], Unit("rpm", math.pi / 30, "1", PI / 30)

Quantity = Literal["torque", "speed", "time", "power", "energy", "ratio", "margin", "number", "words"]
Value = float | str | None


class Column(NamedTuple):
    """`part` of a row, and the entry in it that the column shows."""

    heading: str
    quantity: Quantity
    part: Literal["load", "actuator", "drive", ""]
    entry: str
    tip: str


COLUMNS = (
    Column("peak torque", "torque", "load", "peak_torque", "Largest torque or force"),
    Column("at", "time", "load", "peak_torque_time", "When the torque is largest"),
    Column("RMS torque", "torque", "load", "rms_torque", "What must be borne continuously when the run repeats"),
    Column("peak speed", "speed", "load", "peak_speed", "Largest speed"),
    Column("peak power", "power", "load", "peak_power", "Largest mechanical power"),
    Column("energy", "energy", "load", "positive_work", "Put in over one cycle, the run; nothing is recovered"),
    Column("motor", "words", "actuator", "motor.name", "Double-click or Enter to choose"),
    Column("ratio", "ratio", "actuator", "gear.ratio", "Motor speed over joint speed (a screw: 2π over its lead)"),
    Column("efficiency", "number", "actuator", "gear.efficiency", "Of the gear, above 0 and up to 1"),
    Column("continuous", "margin", "drive", "continuous_margin", "The motor's continuous torque over the RMS needed"),
    Column("peak", "margin", "drive", "peak_margin", "Torque at each speed over the one needed, at its least"),
    Column("speed", "margin", "drive", "speed_margin", "The motor's top speed over the one needed"),
    Column("verdict", "words", "", "", "Does the actuator fit?"),
)
MOTOR, RATIO, EFFICIENCY, VERDICT = (
    next(k for k, column in enumerate(COLUMNS) if column.heading == heading)
    for heading in ("motor", "ratio", "efficiency", "verdict")
)
PEAK, RMS, PEAK_MARGIN = (
    next(k for k, column in enumerate(COLUMNS) if column.entry == entry)
    for entry in ("peak_torque", "rms_torque", "peak_margin")
)
MARGINS = tuple(k for k, column in enumerate(COLUMNS) if column.quantity == "margin")


def value(column: int, row: Row) -> Value:
    """In SI units; None where it is not known."""
    if column == VERDICT:
        return verdict(row)
    part = getattr(row, COLUMNS[column].part)
    return None if part is None else attrgetter(COLUMNS[column].entry)(part)


def verdict(row: Row) -> str:
    if row.actuator is None:
        return "no motor chosen"
    return row.drive.verdict if row.drive is not None else ""


def judged(margin: float) -> Literal["short", "tight", "ok"]:
    """A margin in a word."""
    return "short" if margin < 1 else "tight" if margin < TIGHT else "ok"


def unit(column: int, link: Link, degrees: bool = False) -> Unit:
    """The unit of a cell; an angle's speed in degrees where they are asked for."""
    quantity = COLUMNS[column].quantity
    if quantity == "torque":
        return torque_unit(link, degrees)
    if quantity == "speed":
        return rate_unit(link, degrees)
    if quantity == "ratio":
        return PLAIN if link.revolute else PER_METRE
    return {"time": SECOND, "power": WATT, "energy": JOULE}.get(quantity, PLAIN)


def cloud_units(link: Link, shaft: bool, degrees: bool) -> tuple[Unit, Unit]:
    """Of speed and torque where a joint's cloud is drawn: at the motor's shaft or at the joint."""
    if shaft:
        return (RPM if degrees else RADIAN_PER_SECOND), NEWTON_METRE
    return rate_unit(link, degrees), torque_unit(link, degrees)


def heading(column: int, robot: Robot, degrees: bool = False) -> str:
    """With the unit; where revolute and prismatic joints meet, with both."""
    kinds = {link.revolute: link for link in robot.links}.values()
    units = dict.fromkeys(unit(column, link, degrees).label or "1" for link in kinds)
    named = " or ".join(units)
    words = COLUMNS[column].heading
    if COLUMNS[column].quantity == "margin":
        words += " margin"
    return words if named == "1" else f"{words} [{named}]"


def cell(column: int, row: Row, link: Link, mixed: bool, degrees: bool) -> str:
    """For reading. In an arm of both kinds of joints (`mixed`) a number that needs it carries its unit."""
    found = value(column, row)
    if found is None or isinstance(found, str):
        return found or ""
    if COLUMNS[column].quantity == "margin":
        return f"{_margin(found)} {judged(found)}"
    measure = unit(column, link, degrees)
    own = mixed and COLUMNS[column].quantity in ("torque", "speed", "ratio")
    return f"{shown(found, measure, DIGITS)} {measure.label if own else ''}".rstrip()


def _margin(margin: float) -> str:
    if margin >= AMPLE:
        return f"> {AMPLE:g}" if math.isfinite(margin) else "∞"
    return f"{margin:.2f}" if margin < 10 else f"{margin:.1f}"


def is_mixed(robot: Robot) -> bool:
    return len(set(robot.kinds)) > 1


def tabular(robot: Robot, rows: Sequence[Row], degrees: bool) -> str:
    """The table as it is shown, separated by tabs, for a spreadsheet."""
    mixed = is_mixed(robot)
    lines = [["joint", *(heading(k, robot, degrees) for k in range(len(COLUMNS)))]]
    for number, (link, row) in enumerate(zip(robot.links, rows, strict=True), 1):
        shown_cells = (cell(k, row, link, mixed, degrees) for k in range(len(COLUMNS)))
        lines.append([str(number), *(tabbed_cell(text) if k == MOTOR else text for k, text in enumerate(shown_cells))])
    return "".join("\t".join(line) + "\n" for line in lines)


def csv_text(robot: Robot, rows: Sequence[Row]) -> str:
    """One header line, one line a joint; SI units, radians, numbers that read back exactly."""
    lines = [["joint", "type", *(csv_cell(heading(k, robot)) for k in range(len(COLUMNS)))]]
    for number, (link, row) in enumerate(zip(robot.links, rows, strict=True), 1):
        lines.append([str(number), link.joint, *(_exact(value(k, row)) for k in range(len(COLUMNS)))])
    return "".join(",".join(line) + "\n" for line in lines)


def _exact(entry: Value) -> str:
    return "" if entry is None else csv_cell(entry) if isinstance(entry, str) else repr(float(entry))
