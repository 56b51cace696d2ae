"""The units of what belongs to a joint: it turns or slides, and angles are shown in degrees or radians."""

from __future__ import annotations

from decimal import Decimal

from denoc.arm.robot import Link, Robot
from denoc.basics.errors import DynamicsError
from denoc_studio.project.entry.numbers import DEGREE, METRE, RADIAN, Unit, reason_in

SECOND, HERTZ, PURE = Unit("s"), Unit("Hz", step="0.1"), Unit("")
COUNT = Unit("", step="1", whole=True)
PERCENT = Unit("%", 0.01, "1", Decimal("0.01"))
NEWTON_METRE, NEWTON = Unit("N m", step="0.1"), Unit("N", step="0.1")
PER_SECOND = {unit: unit._replace(label=f"{unit.label}/s") for unit in (METRE, RADIAN, DEGREE)}


def angle_unit(degrees: bool) -> Unit:
    return DEGREE if degrees else RADIAN


def position_unit(link: Link, degrees: bool) -> Unit:
    return angle_unit(degrees) if link.revolute else METRE


def reason_of(error: DynamicsError, robot: Robot, degrees: bool) -> str:
    """Why something was refused, a joint's bounds as its angles are shown."""
    return reason_in(error, position_unit(robot.links[error.link - 1], degrees)) if error.link else error.reason


def rate_unit(link: Link, degrees: bool) -> Unit:
    return PER_SECOND[position_unit(link, degrees)]


def torque_unit(link: Link, _degrees: bool) -> Unit:
    return NEWTON_METRE if link.revolute else NEWTON


def stiffness_unit(link: Link, _degrees: bool) -> Unit:
    return Unit("N m/rad", step="1") if link.revolute else Unit("N/m", step="1")


def integral_unit(link: Link, _degrees: bool) -> Unit:
    return Unit("N m/(rad s)", step="1") if link.revolute else Unit("N/(m s)", step="1")


def damping_unit(link: Link, _degrees: bool) -> Unit:
    return Unit("N m s/rad", step="0.1") if link.revolute else Unit("N s/m", step="0.1")


def measured_unit(link: Link, quantity: str, degrees: bool) -> Unit:
    """Of `q`, `qd`, `qdd` or `tau` of this joint."""
    if quantity == "qdd":
        unit = position_unit(link, degrees)
        return unit._replace(label=f"{unit.label}/s²")
    return {"q": position_unit, "qd": rate_unit, "tau": torque_unit}[quantity](link, degrees)
