"""An arm with identified bodies, friction and rotors in the place of the model's, and what that changes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, NamedTuple

from denoc.arm.robot import Link, Payload, Robot
from denoc.files.projects.project import Project
from denoc_studio.project import edits
from denoc_studio.project.differences import NOTHING
from denoc_studio.project.entry.joint_units import damping_unit, torque_unit
from denoc_studio.project.entry.numbers import shown

PARTS = {"com": ("x", "y", "z"), "inertia": ("xx", "yy", "zz", "xy", "yz", "xz")}
WORDS = {"com": "mass centre", "inertia": "inertia", "viscous": "viscous friction", "coulomb": "Coulomb friction"}
UNITS = {"mass centre": "m", "mass": "kg", "inertia": "kg m²", "rotor inertia": "kg m²"}  # longer names first
FRICTION = {"viscous friction": damping_unit, "Coulomb friction": torque_unit}
SAME = 1e-9  # relative: rounding, not an estimate
DIGITS = 5


class Change(NamedTuple):
    """One entry of the arm in words, before and after."""

    place: str
    before: str
    after: str


def put_identified(project: Project, robot: Robot) -> Project:
    """The project's arm with the bodies, friction and rotors of `robot`, which has the same joints."""
    return edits.change_robot(project, links=robot.links, payload=robot.payload)


def settled(before: Robot, after: Robot) -> Robot:
    """`after`, with the numbers of `before` where they differ by rounding alone."""
    links = tuple(_settled(*pair) for pair in zip(before.links, after.links, strict=True))
    payload = after.payload
    if before.payload is not None and payload is not None:
        payload = Payload(*(_nearest(*pair) for pair in zip(before.payload, payload, strict=True)))
    return replace(after, links=links, payload=payload)


def changes(before: Robot, after: Robot) -> list[Change]:
    """The entries of links and payload that differ, in the order of the Robot panel."""
    left, right = dict(_entries(before)), dict(_entries(after))
    return [
        Change(place, *(_words(entries[place], _unit(place, before)) for entries in (left, right)))
        for place in left
        if left[place] != right[place]
    ]


def _entries(robot: Robot) -> Iterator[tuple[str, Any]]:
    for number, link in enumerate(robot.links, 1):
        for field in fields(Link):
            yield from _numbers(f"link {number}", field.name, getattr(link, field.name))
    for name in ("mass", "com", "inertia") if robot.payload is not None else ():
        yield from _numbers("payload", name, getattr(robot.payload, name))


def _numbers(body: str, name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Each entry of a mass centre or a tensor by itself."""
    if name in PARTS:
        for part, number in zip(PARTS[name], value, strict=True):
            yield f"{body}, {WORDS[name]} {part}", number
    else:
        yield f"{body}, {WORDS.get(name, name.replace('_', ' '))}", value


def _settled(before: Link, after: Link) -> Link:
    kept = {field.name: _nearest(getattr(before, field.name), getattr(after, field.name)) for field in fields(Link)}
    return replace(after, **kept)


def _nearest(before: Any, after: Any) -> Any:
    """Number by number, beside the largest of them."""
    if isinstance(after, tuple) and isinstance(before, tuple) and len(after) == len(before):
        size = max(map(abs, after), default=0.0)
        return tuple(_kept(*pair, SAME * size) for pair in zip(before, after, strict=True))
    return _kept(before, after, 0.0) if isinstance(after, float) and isinstance(before, float) else after


def _kept(before: float, after: float, rounding: float) -> float:
    return before if math.isclose(before, after, rel_tol=SAME, abs_tol=rounding) else after


def _unit(place: str, robot: Robot) -> str:
    body, what = place.split(", ", 1)
    if what in FRICTION:
        return FRICTION[what](robot.links[int(body.removeprefix("link ")) - 1], False).label
    return next((unit for name, unit in UNITS.items() if what.startswith(name)), "")


def _words(value: Any, unit: str) -> str:
    if value is None:
        return NOTHING
    if not isinstance(value, float | int):
        return str(value)
    return f"{shown(float(value), digits=DIGITS)} {unit}".rstrip()
