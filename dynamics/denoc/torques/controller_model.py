"""What a controller believes of the arm that it drives: data, and the robot that follows from it."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from dynamics.errors import DynamicsError
from dynamics.robot import Inertia, Link, Payload, Robot


class ControllerModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a controller knows; as it is made, the arm as it is, but nothing of the wrench at the tip.

    `masses`, one a link, are what it believes the links' masses and inertia tensors to be, over what they are: 1.2 is
    20 % too heavy. None is the truth. Mass centres, lengths and rotors are known. `payload` is the same of the payload:
    0.0 is a controller that does not know of it. `friction` says whether it knows the joints' friction, which only
    computed torque compensates; `tip_wrench` whether it knows what acts at the tip.
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
    kept = robot._cache.get("believed")
    if kept is None or kept[0] != arm:
        kept = robot._cache["believed"] = (arm, _made(robot, arm))
    found: Robot = kept[1]
    return found


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
    viscous, coulomb = (link.viscous, link.coulomb) if friction else (0.0, 0.0)
    try:
        return replace(link, mass=mass, inertia=inertia, viscous=viscous, coulomb=coulomb)
    except DynamicsError as error:
        raise error.in_link(number) from None


def _scaled(mass: float, inertia: Inertia, factor: float) -> tuple[float, Inertia]:
    return mass * factor, tuple(entry * factor for entry in inertia)  # type: ignore[return-value]
