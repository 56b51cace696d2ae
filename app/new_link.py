"""The link that "add" puts into the table: of the arm's own size and mass, so that it can be run at once."""

from __future__ import annotations

from statistics import median

from dynamics.robot import Link, Robot
from dynamics.solids import rod

LENGTH, MASS = 0.3, 1.0  # where the arm gives no example


def new_link(robot: Robot) -> Link:
    """A thin rod on a revolute joint."""
    lengths = [abs(size) for link in robot.links for size in (link.a, link.b) if size]
    masses = [link.mass for link in robot.links if link.mass]
    length = _rounded(median(lengths)) if lengths else LENGTH
    mass = _rounded(median(masses)) if masses else MASS
    middle = -length / 2 if robot.convention == "standard" else length / 2
    return Link(a=length, mass=mass, com=(middle, 0.0, 0.0), inertia=rod(mass, length))


def _rounded(value: float) -> float:
    return float(f"{value:.2g}")
