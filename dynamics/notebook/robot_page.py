"""A robot as two tables: Denavit-Hartenberg entries in degrees, and masses."""

from __future__ import annotations

import math

from dynamics.notebook.html import table, text
from dynamics.robot import Link, Robot

MOST = 50  # rows


def robot_html(robot: Robot) -> str:
    links = list(enumerate(robot.links[:MOST], 1))
    offset = "b" if robot.convention == "standard" else "b = d"
    limited = any(math.isfinite(limit) for _, link in links for limit in (link.lower, link.upper))
    header = ["joint", "", "a [m]", f"{offset} [m]", "α [°]", "θ [°]", *(["from", "to"] if limited else [])]
    caption = (
        f"{robot.name or 'Robot'}: {robot.n} joints, Denavit-Hartenberg table in the {robot.convention} convention"
    )
    parts = [
        table(
            caption, header, ([*_entries(number, link), *(_limits(link) if limited else [])] for number, link in links)
        ),
        _masses(links),
    ]
    if robot.n > MOST:
        parts.append(f"<div>and {robot.n - MOST} more</div>")
    return "".join([*parts, f"<div>{text(_rest(robot))}</div>"])


def _entries(number: int, link: Link) -> list[object]:
    """The variable is shown as what it adds to."""
    theta: object = math.degrees(link.theta)
    b: object = link.b
    if link.revolute:
        theta = _sum(theta, f"q{number}")
    else:
        b = _sum(b, f"q{number}")
    name = f"{number}  {link.name}" if link.name else str(number)
    return [name, "revolute" if link.revolute else "prismatic", link.a, b, math.degrees(link.alpha), theta]


def _sum(value: object, variable: str) -> str:
    return variable if value == 0 else f"{text(value)} + {variable}"


def _limits(link: Link) -> list[str]:
    unit, factor = ("°", 180 / math.pi) if link.revolute else (" m", 1.0)
    return [text(limit * factor) + unit if math.isfinite(limit) else "" for limit in (link.lower, link.upper)]


def _masses(links: list[tuple[int, Link]]) -> str:
    header = ["link", "mass [kg]", "com x [m]", "y", "z", "Ixx [kg m²]", "Iyy", "Izz", "Ixy", "Iyz", "Ixz"]
    extra = {
        "viscous": "viscous",
        "coulomb": "Coulomb",
        "rotor_inertia": "rotor [kg m²]",
        "gear_ratio": "gear",
    }
    plain = Link()
    used = [name for name in extra if any(getattr(link, name) != getattr(plain, name) for _, link in links)]
    rows = (
        [str(number), link.mass, *link.com, *link.inertia, *(getattr(link, name) for name in used)]
        for number, link in links
    )
    return table("Mass, mass centre, inertia about it", [*header, *(extra[name] for name in used)], rows)


def _rest(robot: Robot) -> str:
    parts = ["gravity (" + ", ".join(f"{value:.6g}" for value in robot.gravity) + ") m/s²"]
    if robot.payload is not None:
        parts.append(f"payload of {robot.payload.mass:.6g} kg")
    parts += [f"a {name} transform" for name in ("base", "tool") if getattr(robot, name) is not None]
    return ", ".join(parts)
