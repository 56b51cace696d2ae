"""Robots as Python code for Peter Corke's Robotics Toolbox.

The toolbox refers friction to the motor's side of the gear, and has no payload with an inertia of its own: that is
part of the last link here. Its compiled `rne`, on which its other functions of dynamics stand, errs for arms whose
first joint is prismatic (release 1.5.0: mostly by 2 % and more, `rne_python` by 6e-15); the code says so then.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from textwrap import fill

from denoc.arm.conventions import as_matrix
from denoc.arm.rigid_body import Body
from denoc.arm.robot import Link, Robot, Transform
from denoc.basics.checks import check_kind
from denoc.files.disk.files import file_path, save_bytes
from denoc.files.writers.friction_words import left_out

CLASSES = {
    ("standard", True): "RevoluteDH",
    ("standard", False): "PrismaticDH",
    ("modified", True): "RevoluteMDH",
    ("modified", False): "PrismaticMDH",
}


WIDTH = 100  # characters of a comment
PRISMATIC_FIRST = (
    "the toolbox's rne() and what stands on it (accel, inertia, gravload, coriolis) are wrong for an arm whose first "
    "joint is prismatic, measured with release 1.5.0; rne_python() is right"
)
NO_DRIVE_LIMITS = "the toolbox has no limits of torque and speed; they are left out"


def save_toolbox(robot: Robot, path: object) -> tuple[str, ...]:
    """Write the code as a Python file; returns what the toolbox will not take from it, or will get wrong."""
    save_bytes(file_path(path), toolbox_snippet(robot).encode())
    return _warnings(robot)


def _warnings(robot: Robot) -> tuple[str, ...]:
    limited = any(math.isfinite(limit) for link in robot.links for limit in (link.max_torque, link.max_speed))
    first = () if robot.links[0].revolute else (PRISMATIC_FIRST,)
    friction = left_out(robot, "the toolbox", coulomb_both_ways=True)
    return (*first, *((NO_DRIVE_LIMITS,) if limited else ()), *friction)


def toolbox_snippet(robot: Robot) -> str:
    """Python code that makes the same arm in Peter Corke's Robotics Toolbox: `robot`, a DHRobot; SI units and radians.

    Friction is referred to the motor's side, as the toolbox has it, and a payload is part of the last link. A comment
    warns where the toolbox's own rne() is wrong. DynamicsError for what is no Robot.

    >>> print(dn.toolbox_snippet(dn.rod_chain(1).robot).splitlines()[0])
    # A standard Denavit-Hartenberg table from DeNOC Studio, in SI units and radians.
    """
    return "\n".join([*_lines(_with_payload(robot)), ""])


def _with_payload(robot: Robot) -> Robot:
    check_kind(robot, Robot, "robot")
    if robot.payload is None:
        return robot
    last = robot.links[-1]
    mass, com, inertia = Body.of(last).joined(Body.of(robot.payload).moved(as_matrix(robot.tool))).entries
    heavier = replace(last, mass=mass, com=com, inertia=inertia)
    return replace(robot, links=(*robot.links[:-1], heavier), payload=None)


def _lines(robot: Robot) -> Iterator[str]:
    used = sorted({CLASSES[robot.convention, link.revolute] for link in robot.links})
    fixed = [(name, matrix) for name, matrix in (("base", robot.base), ("tool", robot.tool)) if matrix is not None]
    yield f"# A {robot.convention} Denavit-Hartenberg table from DeNOC Studio, in SI units and radians."
    for warning in _warnings(robot):
        yield from fill(f"Beware: {warning}.", WIDTH, initial_indent="# ", subsequent_indent="# ").splitlines()
    yield f"from roboticstoolbox import DHRobot, {', '.join(used)}"
    if fixed:
        yield "from spatialmath import SE3"
    yield ""
    yield "links = ["
    for number, link in enumerate(robot.links, 1):
        yield f"    # {number}: {link.own_name!a}" if link.own_name else f"    # {number}"
        yield f"    {CLASSES[robot.convention, link.revolute]}("
        yield from (f"        {name}={value}," for name, value in _arguments(link))
        yield "    ),"
    yield "]"
    yield f"robot = DHRobot(links, name={robot.name!a}, gravity={list(robot.gravity)!r})"
    for name, matrix in fixed:
        yield f"robot.{name} = SE3({_nested(matrix)}, check=False)"


def _arguments(link: Link) -> Iterator[tuple[str, str]]:
    if link.revolute:
        yield from (("d", repr(link.b)), ("offset", repr(link.theta)))
    else:
        yield from (("theta", repr(link.theta)), ("offset", repr(link.b)))
    yield from (("a", repr(link.a)), ("alpha", repr(link.alpha)))
    yield from (("m", repr(link.mass)), ("r", repr(list(link.com))))
    yield "I", f"{list(link.inertia)!r}"  # xx, yy, zz, xy, yz, xz, as here
    gear = link.gear_ratio or 1.0  # none: the toolbox would leave friction out as well
    yield from (("Jm", repr(link.rotor_inertia if link.gear_ratio else 0.0)), ("G", repr(gear)))
    forth, back = link.both_ways[1]
    yield "B", repr(link.friction.viscous / gear**2)
    yield "Tc", repr([forth / abs(gear), -back / abs(gear)])
    if math.isfinite(link.lower) and math.isfinite(link.upper):
        yield "qlim", repr([link.lower, link.upper])


def _nested(matrix: Transform) -> str:
    return repr([list(row) for row in matrix])
