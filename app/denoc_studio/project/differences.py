"""What differs between two projects, entry by entry: for somebody who has to choose one of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple

import msgspec

from denoc.arm.robot import Link
from denoc.files.projects.project import Project
from denoc.studies.edits import place as place_words
from denoc.torques.pushes import Push
from denoc_studio.project.pushes import span_words

MOST = 200  # rows
LONGEST = 60  # characters of a value
BEFORE = 15  # characters of a text before those that differ
DRAWING = "what the arm looks like"
NOTHING = "–"
UNITS = {
    **dict.fromkeys(("a", "b", "com"), "m"),
    **dict.fromkeys(("alpha", "theta"), "rad"),
    "mass": "kg",
    **dict.fromkeys(("inertia", "rotor inertia"), "kg m²"),
    "gravity": "m/s²",
    **dict.fromkeys(("duration", "step"), "s"),
}


class Difference(NamedTuple):
    """One entry; both values as they are shown, `NOTHING` where a project does not have it."""

    place: str
    theirs: str
    mine: str


def differences(theirs: Project, mine: Project) -> list[Difference]:
    """The entries that differ, in the order of the panels; the last row counts those beyond `MOST`."""
    both = min(theirs.robot.n, mine.robot.n)
    left, right = dict(_entries(theirs, both)), dict(_entries(mine, both))
    places = [*left, *(place for place in right if place not in left)]
    differing = [place for place in places if left.get(place) != right.get(place)]
    shown = (Difference(place, *_shown(place, left.get(place), right.get(place))) for place in differing)
    found = [each for each in shown if each.theirs != each.mine]  # an empty entry, and none at all
    more = len(found) - MOST
    return [*found[:MOST], Difference(f"and {more} more", "", "")] if more > 0 else found


def _entries(project: Project, links: int) -> Iterator[tuple[str, Any]]:
    """(place in words, value) of everything that a project file holds; links beyond so many in one entry each."""
    for name in ("name", "description", "source"):
        yield name, getattr(project, name)
    robot = project.robot
    yield "robot, name", robot.name
    yield "robot, number of links", robot.n
    for name in ("convention", "gravity", "payload", "base", "tool", "end_row"):
        yield from _flat(f"robot, {name.replace('_', ' ')}", getattr(robot, name))
    for number, link in enumerate(robot.links[:links], 1):
        for field in fields(Link):
            yield f"link {number}, {field.name.replace('_', ' ')}", getattr(link, field.name)
    for number, link in enumerate(robot.links[links:], links + 1):
        yield f"link {number}", f"{link.joint}, a {link.a} m, b {link.b} m, mass {link.mass} kg"
    yield "start, joint variables", project.q0
    yield "start, joint rates", project.qd0
    yield from _flat("run", msgspec.to_builtins(msgspec.structs.replace(project.run, pushes=())))
    for number, push in enumerate(project.run.pushes, 1):
        yield f"run, push {number}", push
    for known in project.tolerances:
        yield f"tolerance of {place_words(known.path)}", f"± {known.spread}, {known.kind}"
    for number, actuator in enumerate(project.actuators, 1):
        yield from _flat(f"joint {number}, actuator", msgspec.to_builtins(actuator))
    for number, count in sorted(Counter(visual.link for visual in project.visuals).items()):
        yield f"link {number}, shapes that are drawn" if number else "base, shapes that are drawn", count
    yield DRAWING, tuple(replace(visual, mesh=None) for visual in project.visuals)  # a copy's path is another


def _flat(place: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The entries of groups and of tables' rows, each with its own place."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _flat(f"{place}, {str(key).replace('_', ' ')}", item)
    elif isinstance(value, tuple | list) and any(isinstance(item, tuple | list) for item in value):
        for number, item in enumerate(value, 1):
            yield from _flat(f"{place}, {number}", item)
    else:
        yield place, value


def _shown(place: str, theirs: Any, mine: Any) -> tuple[str, str]:
    """Both values in words; long ones, which begin alike, from where they differ on."""
    if place == DRAWING:
        return "one drawing", "another one"
    if isinstance(theirs, Push) and isinstance(mine, Push) and _words(theirs) == _words(mine):
        return f"{_words(theirs)}, one way", "another way"
    unit = UNITS.get(place.rpartition(", ")[2], "")
    left, right = _words(theirs, 0, unit), _words(mine, 0, unit)
    if left == right and isinstance(theirs, str | tuple | list) and isinstance(mine, str | tuple | list):
        start = _first_difference(theirs, mine)
        start -= min(start, BEFORE if isinstance(theirs, str) else 0)
        left, right = _words(theirs, start, unit), _words(mine, start, unit)
    if left == right != NOTHING:  # they differ in blanks alone
        left, right = repr(theirs)[:LONGEST], repr(mine)[:LONGEST]
    return left, right


def _first_difference(theirs: Any, mine: Any) -> int:
    """Where two texts or two lists begin to differ."""
    pairs = enumerate(zip(theirs, mine, strict=False))
    return next((index for index, (one, other) in pairs if one != other), min(len(theirs), len(mine)))


def _words(value: Any, start: int = 0, unit: str = "") -> str:
    """Numbers with every digit that they have: two that differ are shown differently."""
    if value is None or value in ((), [], "") or (isinstance(value, float) and math.isinf(value)):
        return NOTHING
    if isinstance(value, Push):
        return f"link {value.link}, {span_words(value)}, {value.stiffness:g} N/m"
    before = "…" if start else ""
    if isinstance(value, str):
        text = before + value[start : start + LONGEST]
    elif isinstance(value, tuple | list):
        text = before + ", ".join(map(str, value[start : start + LONGEST]))
    else:
        text = str(value)
    text = " ".join(text.split())
    text = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return f"{text} {unit}".rstrip()
