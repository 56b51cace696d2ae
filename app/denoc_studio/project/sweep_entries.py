"""The entries of a project that a sweep can vary: their names in words, their units, and a project that takes them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from denoc.arm.robot import Link, Robot
from denoc.basics.errors import DynamicsError
from denoc.files.projects.documents import Keys, document_of, keys_of, path_of
from denoc.files.projects.project import Project
from denoc.motions.motion_data import JointMotion
from denoc.studies.sweeps.entries import Template
from denoc_studio.project.entry.joint_units import (
    PURE,
    SECOND,
    angle_unit,
    damping_unit,
    position_unit,
    rate_unit,
    torque_unit,
)
from denoc_studio.project.entry.numbers import ACCELERATION, KILOGRAM, KILOGRAM_METRE2, METRE, Unit

AXES = ("x", "y", "z")
INERTIA = ("xx", "yy", "zz", "xy", "yz", "xz")
PARTS = {"com": AXES, "gravity": AXES, "inertia": INERTIA}  # how the numbers of a list are called
BODY = {"a": METRE, "b": METRE, "mass": KILOGRAM, "com": METRE, "inertia": KILOGRAM_METRE2}
JOINT = {
    **dict.fromkeys(("viscous", "viscous_negative"), damping_unit),
    **dict.fromkeys(("coulomb", "coulomb_negative", "breakaway", "breakaway_negative", "max_torque"), torque_unit),
    **dict.fromkeys(("lower", "upper"), position_unit),
    **dict.fromkeys(("max_speed", "stribeck_speed"), rate_unit),
}
LONGEST = 50  # numbers or rows of a list whose entries are listed
SPREAD = 0.5  # of an entry's size, to either side: a range to begin with


class Entry(NamedTuple):
    """A number of the project, in SI units and radians: its path in the file, and its name in words."""

    path: str
    words: str
    value: float

    @property
    def text(self) -> str:
        return f"{self.words}   {self.path}"

    @property
    def range(self) -> tuple[float, float]:
        """From where to where it may be varied, as long as nobody says otherwise."""
        if not math.isfinite(self.value) or self.value == 0:
            return 0.0, 1.0
        low, high = sorted((self.value * (1 - SPREAD), self.value * (1 + SPREAD)))
        return float(f"{low:.6g}"), float(f"{high:.6g}")


def entries_of(project: Project) -> list[Entry]:
    """In the order of the file, but for the numbers of long tables, as of a sampled motion: their paths name them."""
    return [Entry(path_of(keys), _words(keys), value) for keys, value in _numbers(document_of(project), ())]


def found_entry(project: Project, entries: Sequence[Entry], text: str) -> Entry:
    """The entry that a typed text means: its path, its words, or a part of them that no other has.

    DynamicsError says why there is none.
    """
    typed = " ".join(text.split()).casefold()
    for entry in entries:
        if typed in (" ".join(entry.text.split()).casefold(), entry.words.casefold(), entry.path.casefold()):
            return entry
    parts = [entry for entry in entries if typed and typed in entry.text.casefold()]
    if len(parts) == 1:
        return parts[0]
    if parts:
        raise DynamicsError(f"{len(parts)} entries have this in their names, as {parts[0].words} and {parts[1].words}")
    if not typed:
        raise DynamicsError("the name of an entry is needed")
    if not any(sign in typed for sign in ".["):
        raise DynamicsError("no entry has this in its name")
    return _entry(text.strip(), Template(project))


def words_of(path: str) -> str:
    """The name of an entry, as "link 2, mass"."""
    return _words(keys_of(path))


def last_mass(entries: Sequence[Entry]) -> Entry:
    """What is varied first: the mass of the last link."""
    return [entry for entry in entries if entry.path.startswith("robot.links") and entry.path.endswith(".mass")][-1]


def unit_of(project: Project, path: str, degrees: bool) -> Unit:
    """The unit that an entry is shown in; none where it has none, or one that is not known here."""
    match keys_of(path):
        case ("robot", "links", int(number), str(name), *_) if number < project.robot.n:
            return _link_unit(project.robot.links[number], name, degrees)
        case ("robot", "gravity", *_):
            return ACCELERATION
        case ("robot", "payload", str(name), *_) if name in BODY:
            return BODY[name]
        case ("initial", str(name), int(joint)) if joint < project.robot.n:
            return _state_unit(project.robot, joint, name, degrees)
        case ("run", "motion", "start" | "end", int(joint)) if isinstance(project.run.motion, JointMotion):
            return _state_unit(project.robot, joint, "q", degrees)
        case ("run", "duration" | "step"):
            return SECOND
    return PURE


def with_run(project: Project, values: Mapping[str, float]) -> Project:
    """The project with the entries of a run, in SI units and radians; all else stays, motors and drawings too.

    DynamicsError names what cannot be.
    """
    made = Template(project).project(values)
    return replace(made, actuators=project.actuators, visuals=project.visuals)


def _numbers(node: Any, keys: Keys) -> Iterator[tuple[Keys, float]]:
    if isinstance(node, dict):
        for key, inside in node.items():
            yield from _numbers(inside, (*keys, key))
    elif isinstance(node, list) and len(node) <= LONGEST:
        for place, inside in enumerate(node):
            yield from _numbers(inside, (*keys, place))
    elif isinstance(node, int | float) and not isinstance(node, bool):
        yield keys, float(node)


def _entry(path: str, template: Template) -> Entry:
    value = template.value(path)
    return Entry(path, _words(keys_of(path)), math.nan if value is None else float(value))


def _words(keys: Keys) -> str:
    """As "link 2, com x", "start, q1" or "run, duration"; links, joints and places are counted from 1."""
    match keys:
        case ("initial", "q", int(joint)):
            return f"start, q{joint + 1}"
        case ("initial", "qd", int(joint)):
            return f"start, rate of q{joint + 1}"
        case ("robot", "links", int(number), *rest):
            return f"link {number + 1}, {_plain(rest)}"
        case ("robot", *rest):
            return _plain(rest)
        case ("run", "motion" | "torque", *rest) if rest:
            return f"{keys[1]}, {_plain(rest)}"
        case (first, *rest):
            return f"{first}, {_plain(rest)}" if rest else str(first)
    return ""


def _plain(keys: Sequence[str | int]) -> str:
    """Names with blanks, numbers from 1 or as the parts of what stands before them are called."""
    words = []
    for before, key in zip((None, *keys), keys, strict=False):
        if isinstance(key, int):
            parts = PARTS.get(str(before), ())
            words.append(parts[key] if key < len(parts) else str(key + 1))
        else:
            words.append(key.replace("_", " "))
    return " ".join(words)


def _link_unit(link: Link, name: str, degrees: bool) -> Unit:
    if name in ("alpha", "theta"):
        return angle_unit(degrees)
    return JOINT[name](link, degrees) if name in JOINT else BODY.get(name, PURE)


def _state_unit(robot: Robot, joint: int, name: str, degrees: bool) -> Unit:
    unit = {"q": position_unit, "qd": rate_unit}.get(name)
    return unit(robot.links[joint], degrees) if unit is not None and joint < robot.n else PURE
