"""What a controller believes of the arm that it drives: data, and the robot that follows from it."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from denoc.arm.friction import NO_FRICTION
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Inertia, Link, Payload, Robot
from denoc.basics.errors import DynamicsError


class ControllerModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a controller believes of the arm that it drives; as it is made, the arm as it is, but no wrench at the tip.

    `masses`, one factor a link, are what it believes the links' masses and inertia tensors to be, over what they are:
    1.2 is 20 % too heavy. None is the truth. `payload` is such a factor for the payload: 0.0 is a controller that does
    not know of it. Lengths, mass centres and rotors are known. `friction` says whether it knows the joints' friction,
    which only `ComputedTorque` compensates; `tip_wrench` whether it knows what acts at the tip. Factors are 0 or more;
    DynamicsError from `Project` where they are not.

    >>> blind = dn.ComputedTorque((100.0,), (20.0,), model=dn.ControllerModel(payload=0.0, friction=False))
    """

    masses: tuple[float, ...] | None = None
    payload: float = 1.0
    friction: bool = True
    tip_wrench: bool = False


EXACT = ControllerModel()
KNOWING = ControllerModel(tip_wrench=True)  # all there is to know


def believed(robot: Robot, model: ControllerModel | None) -> Robot:
    """The arm that the controller computes with; the very same object where it knows all of it.

    The last one is kept with the robot: its kernels take longer to make than a short run lasts.
    """
    arm = msgspec.structs.replace(model or EXACT, tip_wrench=False)
    if arm == EXACT:
        return robot
    last = _last_belief(robot)
    found = last.get(arm)
    if found is None:
        found = _made(robot, arm)
        last.clear()
        last[arm] = found
    return found


@PerRobot
def _last_belief(robot: Robot) -> dict[ControllerModel, Robot]:
    """The model that was asked for last with the arm that it makes of this one; nothing before."""
    return {}


def _made(robot: Robot, model: ControllerModel) -> Robot:
    factors = model.masses or (1.0,) * robot.n
    links = tuple(_link(robot, number, factor, model.friction) for number, factor in enumerate(factors, 1))
    payload = robot.payload
    if payload is not None and model.payload != 1:
        mass, inertia = _scaled(payload.mass, payload.inertia, model.payload)
        payload = Payload(mass, payload.com, inertia) if model.payload else None
    return replace(robot, links=links, payload=payload)


def _link(robot: Robot, number: int, factor: float, friction: bool) -> Link:
    link = robot.links[number - 1]
    mass, inertia = _scaled(link.mass, link.inertia, factor)
    try:
        return replace(link, mass=mass, inertia=inertia, **({} if friction else NO_FRICTION))
    except DynamicsError as error:
        raise error.in_link(number) from None


def _scaled(mass: float, inertia: Inertia, factor: float) -> tuple[float, Inertia]:
    return mass * factor, tuple(entry * factor for entry in inertia)  # type: ignore[return-value]
