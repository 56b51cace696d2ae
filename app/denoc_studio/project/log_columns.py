"""Which column of a measured log is what: guessed from its header, chosen by a person, told to the reader."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError, shorten
from denoc.files.tables.csv_header import TIME, read_heading
from denoc.studies.identification.measurement_csv import CURRENT_UNITS, MeasuredColumn, column_units

KINDS = {
    "": "not read",
    TIME: "time",
    "q": "position",
    "qd": "rate",
    "qdd": "acceleration",
    "tau": "torque or force",
    "current": "motor current",
}
CURRENT = "current"
_OTHER_NAMES = ("°", "sec", "µs", "/s²", "/s2", "/s**2")  # of units that are offered under another one
_SPELT = {"nm": "N m", "°": "deg", "degrees": "deg", "degree": "deg", "radians": "rad", "amp": "A", "amps": "A"}
_BRACKETS = re.compile(r"[\[(]([^\])]*)[\])]")
_WORDS = (
    (TIME, r"\btime|stamp|\bt\b|^clock"),
    (CURRENT, r"curr|\bamp|\bi\b|\bi\d"),
    ("tau", r"torq|effort|moment|force|\btau"),
    ("qdd", r"acc|ddot"),
    ("qd", r"vel|speed|rate|\bqd|dot"),
    ("q", r"pos|ang|axis|joint|theta|\bq|encoder"),
)


class Choice(NamedTuple):
    """What a column is: a key of KINDS, its joint from 1 on, its unit, and what a current is worth (N m/A, gear)."""

    kind: str = ""
    joint: int = 1
    unit: str = ""
    torque_constant: float | None = None
    gear: float | None = None


class Guess(NamedTuple):
    choices: list[Choice]
    beyond: str  # the columns of joints that the arm does not have, in words; empty where there are none


def units(robot: Robot, kind: str, joint: int) -> list[str]:
    """The units to choose from, the usual one first."""
    if kind == CURRENT:
        return list(CURRENT_UNITS)
    found = column_units(robot, kind, joint) or {}
    return [name for name in found if not name.endswith(_OTHER_NAMES) and not name.startswith("°")]


def guessed(header: Sequence[str], robot: Robot) -> Guess:
    """What the columns seem to be; what is not understood is not read."""
    choices, beyond, taken = [], [], set[tuple[str, int]]()
    found = [_guess(text) for text in header]
    first = 1 - min((joint for kind, joint, _ in found if kind not in ("", TIME)), default=1)
    for text, (kind, number, unit) in zip(header, found, strict=True):
        joint = number + max(first, 0) if kind not in ("", TIME) else 1
        if kind and joint > robot.n:
            beyond.append(text)
            kind = ""
        elif (kind, joint) in taken:
            kind = ""
        taken.add((kind, joint))
        choices.append(Choice(kind, min(joint, robot.n), _known(robot, kind, joint, unit)) if kind else Choice())
    return Guess(choices, shorten(beyond) if beyond else "")


def columns_of(header: Sequence[str], choices: Sequence[Choice]) -> dict[str, MeasuredColumn]:
    """The reader's columns; DynamicsError names what is chosen twice or is missing."""
    found: dict[str, MeasuredColumn] = {}
    for heading, choice in zip(header, choices, strict=True):
        if not choice.kind:
            continue
        symbol = "tau" if choice.kind == CURRENT else choice.kind
        name = symbol if symbol == TIME else f"{symbol}{choice.joint}"
        if name in found:
            reason = f"columns {found[name].heading!r} and {heading!r} are both chosen to be {spoken(name)}"
            raise DynamicsError(reason, field=heading)
        current = choice.kind == CURRENT
        if current and choice.torque_constant is None:
            raise DynamicsError(f"column {heading!r}: a current needs a torque constant, in N m/A", field=heading)
        found[name] = MeasuredColumn(
            heading,
            choice.unit or None,
            torque_constant=choice.torque_constant if current else None,
            gear=choice.gear if current else None,
        )
    if TIME not in found:
        raise DynamicsError("no column is chosen to be the time", field=TIME)
    if len(found) == 1:
        raise DynamicsError("a column of positions, rates, accelerations or torques is needed beside the time")
    return found


def spoken(name: str) -> str:
    """A column's name in words: "torque of joint 2"."""
    symbol = name.rstrip("0123456789")
    return f"the {KINDS[symbol]}" if symbol == TIME else f"the {KINDS[symbol]} of joint {name[len(symbol) :]}"


def distinct(header: Sequence[str]) -> list[str]:
    """Names that tell the columns apart: a second one of the same name is numbered."""
    seen: dict[str, int] = {}
    found = []
    for place, text in enumerate(header, 1):
        name = text or f"column {place}"
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found


def _guess(text: str) -> tuple[str, int, str]:
    """Kind, joint as it is numbered there, and unit; an empty kind for what is not understood."""
    heading = read_heading(text)
    if heading is not None:
        return heading.symbol, heading.joint, heading.unit or ""
    bracket = _BRACKETS.search(text)
    unit = bracket[1].strip() if bracket else ""
    name = re.sub("[_.-]", " ", _BRACKETS.sub("", text).strip().lower())
    number = re.search(r"\d+", name)
    words = re.sub(r"\d+", " ", name)
    kind = _kind_by_unit(unit) or next((kind for kind, pattern in _WORDS if re.search(pattern, words)), "")
    if kind == TIME:
        return TIME, 1, unit
    return (kind, int(number[0][:5]), unit) if kind and number is not None else ("", 1, "")


def _kind_by_unit(unit: str) -> str:
    plain = unit.lower().replace(" ", "").replace("*", "").replace("·", "")
    if plain in ("a", "ma", "amp", "amps"):
        return CURRENT
    if plain in ("nm", "mnm", "knm", "n", "kn"):
        return "tau"
    if plain.startswith(("deg", "rad", "°")):
        return "qdd" if re.search(r"/s(\^|²|\*\*)?2?$", plain) and plain[-1] in "2²" else "qd" if "/s" in plain else "q"
    return ""


def _known(robot: Robot, kind: str, joint: int, unit: str) -> str:
    """The offered unit that this one is; the usual one where it is none."""
    offered = units(robot, kind, joint)

    def plain(name: str) -> str:
        name = _SPELT.get(name.strip().lower(), name)
        return re.sub(r"[\s*·]", "", name.replace("°", "deg").replace("²", "^2").replace("/s2", "/s^2")).lower()

    exact = re.sub(r"[\s*·]", "", unit)
    same = [name for name in offered if name.replace(" ", "") == exact]
    alike = [name for name in offered if plain(name) == plain(unit)]
    return (same or alike or offered)[0]
