"""A robot's tables as it shows itself: HTML for notebooks, plain text for `print`. Angles are in degrees."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from denoc.arm.friction_columns import FrictionColumn, friction_columns
from denoc.arm.robot import Link, Robot, Transform
from denoc.arm.rotations import rotation_vector
from denoc.notebook import html, plain_text

MOST = 50  # rows of an HTML table
SCREEN, FIRST, LAST = 8, 5, 2  # rows that are printed; of a longer arm the first and the last ones


class Style(NamedTuple):
    """How numbers and units are written."""

    number: Callable[[object], str]
    alpha: str
    theta: str
    degree: str  # behind a number
    square: str


HTML = Style(html.text, "α [°]", "θ [°]", "°", "²")
PLAIN = Style(plain_text.shown, "alpha [deg]", "theta [deg]", " deg", "^2")

Numbered = tuple[int, Link]
Table = tuple[list[str], list[list[object]]]  # header, rows


def robot_html(robot: Robot) -> str:
    links = list(enumerate(robot.links[:MOST], 1))
    parts = [
        html.table(_title(robot), *_geometry(robot, links, HTML)),
        html.table("Mass, mass centre, inertia about it", *_beside(_bodies(links, HTML), _drives(links, HTML))),
    ]
    if robot.n > MOST:
        parts.append(f"<div>and {robot.n - MOST} more</div>")
    return "".join([*parts, f"<div>{html.text(_rest(robot))}</div>"])


def robot_text(robot: Robot) -> str:
    """The table with its units and convention, the masses, gravity, base, tool and payload: at most a screen."""
    links = list(enumerate(robot.links, 1))
    if robot.n > SCREEN:
        links = [*links[:FIRST], *links[-LAST:]]
    lines = [_title(robot)]
    for table in (_beside(_geometry(robot, links, PLAIN), _drives(links, PLAIN)), _bodies(links, PLAIN)):
        found = plain_text.columns(*table)
        if robot.n > SCREEN:
            found.insert(1 + FIRST, f"... {robot.n - FIRST - LAST} more")
        lines += [*found, ""]
    rest = [("gravity", f"{plain_text.vector(robot.gravity)} m/s^2, world axes")]
    rest += [("base", _placed(robot.base)), ("tool", _placed(robot.tool)), ("payload", _payload(robot))]
    return "\n".join([*lines, *plain_text.named(rest)])


def _title(robot: Robot) -> str:
    joints = "1 joint" if robot.n == 1 else f"{robot.n} joints"
    return f"{robot.name or 'Robot'}: {joints}, Denavit-Hartenberg table in the {robot.convention} convention"


def _geometry(robot: Robot, links: Sequence[Numbered], style: Style) -> Table:
    """The Denavit-Hartenberg table, with the joints' limits where there are any."""
    offset = "b" if robot.convention == "standard" else "b = d"
    limited = any(math.isfinite(limit) for _, link in links for limit in (link.lower, link.upper))
    header = ["joint", "", "a [m]", f"{offset} [m]", style.alpha, style.theta, *(["from", "to"] if limited else [])]
    return header, [
        [*_entries(number, link, style), *(_limits(link, style) if limited else [])] for number, link in links
    ]


def _entries(number: int, link: Link, style: Style) -> list[object]:
    """The variable is shown as what it adds to."""

    def plus_variable(value: float) -> str:
        return f"q{number}" if value == 0 else f"{style.number(value)} + q{number}"

    theta: object = math.degrees(link.theta)
    b: object = link.b
    if link.revolute:
        theta = plus_variable(math.degrees(link.theta))
    else:
        b = plus_variable(link.b)
    name = f"{number}  {link.own_name}" if link.own_name else str(number)
    return [name, "revolute" if link.revolute else "prismatic", link.a, b, math.degrees(link.alpha), theta]


def _limits(link: Link, style: Style) -> list[object]:
    unit, factor = (style.degree, 180 / math.pi) if link.revolute else (" m", 1.0)
    return [style.number(limit * factor) + unit if math.isfinite(limit) else "" for limit in (link.lower, link.upper)]


def _bodies(links: Sequence[Numbered], style: Style) -> Table:
    """Mass, mass centre and inertia about it, in the link's own frame."""
    moment = f"Ixx [kg m{style.square}]"
    header = ["link", "mass [kg]", "com x [m]", "y", "z", moment, "Iyy", "Izz", "Ixy", "Iyz", "Ixz"]
    return header, [[str(number), link.mass, *link.com, *link.inertia] for number, link in links]


def _drives(links: Sequence[Numbered], style: Style) -> Table:
    """Friction, rotors, gears and what the drives can do, those that some joint has."""
    friction = [column for column in friction_columns([link for _, link in links]) if any(map(any, column.entries))]
    extra = {
        "rotor_inertia": f"rotor [kg m{style.square}]",
        "gear_ratio": "gear",
        "max_torque": "max torque",
        "max_speed": "max speed",
    }
    plain = Link()
    used = [name for name in extra if any(getattr(link, name) != getattr(plain, name) for _, link in links)]
    rows: list[list[object]] = [
        [
            *(_friction(link, column, column.entries[i], style) for column in friction),
            *(_drive(link, name, style) for name in used),
        ]
        for i, (_, link) in enumerate(links)
    ]
    return [*(column.heading for column in friction), *(extra[name] for name in used)], rows


def _friction(link: Link, column: FrictionColumn, entry: tuple[float, ...], style: Style) -> object:
    """An entry, of both directions where they differ; rates with their units."""
    if column.quantity == "rate":
        return _rate(link, entry[0], style)
    return entry[0] if len(entry) == 1 else " / ".join(map(style.number, entry))


def _rate(link: Link, value: float, style: Style) -> str:
    return style.number(math.degrees(value)) + f"{style.degree}/s" if link.revolute else style.number(value) + " m/s"


def _drive(link: Link, name: str, style: Style) -> object:
    """An entry; the limits with their units, which are not the same for every joint."""
    value: float = getattr(link, name)
    if name not in ("max_torque", "max_speed"):
        return value
    if math.isinf(value):
        return ""
    if name == "max_torque":
        return style.number(value) + (" N m" if link.revolute else " N")
    return _rate(link, value, style)


def _beside(one: Table, other: Table) -> Table:
    """The columns of both."""
    return [*one[0], *other[0]], [[*left, *right] for left, right in zip(one[1], other[1], strict=True)]


def _rest(robot: Robot) -> str:
    parts = ["gravity (" + ", ".join(f"{value:.6g}" for value in robot.gravity) + ") m/s²"]
    if robot.payload is not None:
        parts.append(f"payload of {robot.payload.mass:.6g} kg")
    parts += [f"a {name} transform" for name in ("base", "tool") if getattr(robot, name) is not None]
    return ", ".join(parts)


def _placed(transform: Transform | None) -> str:
    """Where a fixed transform puts its frame, and how it turns it."""
    if transform is None:
        return "identity"
    matrix = np.array(transform)
    turn = rotation_vector(matrix[:3, :3])
    angle = float(np.linalg.norm(turn))
    position = f"at {plain_text.vector(matrix[:3, 3])} m"
    if angle < 1e-12:
        return f"{position}, not turned"
    return f"{position}, turned by {plain_text.shown(math.degrees(angle))} deg about {plain_text.vector(turn / angle)}"


def _payload(robot: Robot) -> str:
    if robot.payload is None:
        return "none"
    mass, com, inertia = robot.payload
    parts = f"{mass:.6g} kg", f"com {plain_text.vector(com)} m", f"inertia {plain_text.vector(inertia)} kg m^2"
    return f"{', '.join(parts)}, tip axes"
