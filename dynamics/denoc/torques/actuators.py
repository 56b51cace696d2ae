"""The motors and gears that were chosen for an arm's joints: plain data, checked against the arm."""

from __future__ import annotations

import msgspec

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.basics.plain_data import check_data
from denoc.torques.motors import Gear, Motor, check_gear, check_motor


class Actuator(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The motor and the gear that were chosen for a joint: data, so that a project needs no catalogue."""

    motor: Motor
    gear: Gear


Actuators = tuple[Actuator | None, ...]


def check_actuators(robot: Robot, actuators: Actuators) -> Actuators:
    """One entry a joint, or () where no joint has one; a refusal names the joint and the field."""
    found = check_data(actuators, Actuators, "actuators")
    if found and len(found) != robot.n:
        raise DynamicsError(f"{robot.n} entries are needed, one a joint", field="actuators", value=len(found))
    for number, actuator in enumerate(found, 1):
        if actuator is not None:
            _check_one(actuator, number)
    return found if any(found) else ()


def _check_one(actuator: Actuator, number: int) -> None:
    for part, check in (("motor", lambda: check_motor(actuator.motor)), ("gear", lambda: check_gear(actuator.gear))):
        try:
            check()
        except DynamicsError as error:
            field = f"actuators, joint {number}, {part}.{error.field}"
            raise DynamicsError(error.reason, field=field, value=error.value) from None
