"""The link that "add" puts into the table: of the arm's own size and mass, so that it can be run at once."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

from denoc.arm.robot import Link, Robot
from denoc.arm.solids import rod
from denoc.basics.errors import DynamicsError

LENGTH, MASS = 0.3, 1.0  # where the arm gives no example


def new_link(robot: Robot) -> Link:
    """A thin rod on a revolute joint."""
    return with_rod(Link(a=_usual_length(robot)), robot)


def with_rod(link: Link, robot: Robot) -> Link:
    """The link with a rod for a body: as long as it is where it lies along x, else of the arm's usual length."""
    masses = [each.mass for each in robot.links if each.mass]
    mass = _rounded(median(masses)) if masses else MASS
    standard = robot.convention == "standard"
    length = (standard and link.a) or _usual_length(robot)
    middle = -length / 2 if standard else length / 2
    try:
        return replace(link, mass=mass, com=(middle, 0.0, 0.0), inertia=rod(mass, length))
    except DynamicsError:  # longer than any rod may be
        return link


def _usual_length(robot: Robot) -> float:
    lengths = [abs(size) for link in robot.links for size in (link.a, link.b) if size]
    return _rounded(median(lengths)) if lengths else LENGTH


def _rounded(value: float) -> float:
    return float(f"{value:.2g}")
