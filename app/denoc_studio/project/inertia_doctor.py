"""The inertia doctor: what is wrong, or looks wrong, with a link's mass and inertia. It advises and blocks nothing."""

from __future__ import annotations

import math
from statistics import median
from typing import Literal, NamedTuple

import numpy as np

from denoc.arm.conventions import as_matrix
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Link, Robot, inertia_matrix, inertia_warnings
from denoc.arm.solids import AXES
from denoc.basics.errors import DynamicsError

Severity = Literal["error", "warning", "good"]
TOO_WIDE = 3.0  # radius of gyration, in sizes of the arm
TOO_NARROW = 1e-3  # in sizes of the link
TOO_FAR = 10.0  # distance of the mass centre, in sizes of the arm
FACTOR = 1000.0  # between a mass and those of the other links


class Finding(NamedTuple):
    severity: Severity
    text: str


def examine(robot: Robot, index: int) -> list[Finding]:
    """Warnings about link `index` (counted from 0) and about joints that nothing gives any inertia."""
    link, place = robot.links[index], f"Link {index + 1}"
    found = inertia_warnings(link)
    if link.mass == 0:
        found = found[-1:]  # tables that give but the moment about the joint are common: one word is enough
    elif found and sum(map(bool, link.inertia)) == 1:
        axis = AXES[[bool(entry) for entry in link.inertia].index(True)]
        found = [f"only the moment about {axis} is given, as tables often do; no real body has it alone"]
    found += _about_size(robot, link)
    found += _about_mass(robot, index)
    idle = joints_without_inertia(robot)
    warnings = [Finding("warning", f"{place}: {text}") for text in found]
    if idle:
        joints = f"joint {idle[0] + 1}" if len(idle) == 1 else f"joints {idle[0] + 1} to {idle[-1] + 1}"
        warnings.append(
            Finding("warning", f"Nothing that {joints} moves has mass or inertia: the arm cannot be run forward")
        )
    return warnings


def refusal(error: DynamicsError) -> Finding:
    """What was refused, and where."""
    place = f"Link {error.link}: " if error.link else ""
    return Finding("error", f"{place}{error.reason}")


@PerRobot
def arm_size(robot: Robot) -> float:
    """The length of the stretched arm, in metres."""
    reach = sum(math.hypot(link.a, link.b) for link in robot.links)
    return reach + float(np.linalg.norm(as_matrix(robot.tool)[:3, 3]))


def joints_without_inertia(robot: Robot) -> list[int]:
    """The joints at the end of the chain whose motion has no inertia at all, so that the mass matrix is singular."""
    idle: list[int] = []
    if robot.payload is not None and (robot.payload.mass > 0 or any(robot.payload.inertia)):
        return idle
    for index in range(robot.n - 1, -1, -1):
        link = robot.links[index]
        if link.mass > 0 or any(link.inertia):
            break
        if link.armature == 0:
            idle.insert(0, index)
    return idle


def _about_size(robot: Robot, link: Link) -> list[str]:
    """Slipped decimals in the inertia or the mass centre."""
    size = arm_size(robot)
    if not (link.mass > 0 and size > 0):
        return []
    found = []
    largest = float(np.linalg.eigvalsh(inertia_matrix(link.inertia))[2])
    radius = math.sqrt(max(largest, 0.0) / link.mass)
    if radius > TOO_WIDE * size:
        found.append(
            f"this inertia needs mass {radius:.3g} m from its centre, but the arm measures {size:.3g} m: "
            "has a decimal slipped?"
        )
    length = math.hypot(link.a, link.b)
    if 0 < radius < TOO_NARROW * length:
        found.append(
            f"this inertia is that of a body {radius:.3g} m in radius on a link of {length:.3g} m: "
            "has a decimal slipped?"
        )
    distance = math.hypot(*link.com)
    if distance > TOO_FAR * size:
        found.append(f"the mass centre lies {distance:.3g} m away, but the arm measures {size:.3g} m")
    return found


def _about_mass(robot: Robot, index: int) -> list[str]:
    mass = robot.links[index].mass
    others = [link.mass for i, link in enumerate(robot.links) if i != index and link.mass > 0]
    if not others or mass == 0:
        return []
    usual = median(others)
    if mass > FACTOR * max(others):
        return [f"a mass of {mass:.6g} kg is {mass / usual:.3g} times that of the other links: has a decimal slipped?"]
    if mass * FACTOR < min(others):
        return [f"a mass of {mass:.6g} kg is {usual / mass:.3g} times below the other links': has a decimal slipped?"]
    return []
