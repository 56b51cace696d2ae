"""What a lesson may ask for, by name: `ridim gamma 2 force x`, `run kinetic`, `inertia 1 2`, `arm mass 3`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

import denoc as dn
from denoc.arm.robot import Convention
from denoc.kernels.dispatch import READY
from denoc.playing.play import RECURSIONS, Played, Step
from denoc.recursions.counting import ALGORITHMS
from denoc_studio.plots.moment import Moment, played_at

PARTS = {"omega": 0, "moment": 0, "angular": 0, "v": 1, "force": 1, "linear": 1}
AXES = {"x": 0, "y": 1, "z": 2}
RUN = {"q": ("rad", "m"), "qd": ("rad/s", "m/s"), "qdd": ("rad/s^2", "m/s^2"), "tau": ("N m", "N")}
RUN_WORDS = {"q": "position", "qd": "rate", "qdd": "acceleration", "tau": "torque or force"}
ARM = {"mass": "kg", "length": "m", "offset": "m"}
ENERGIES = ("kinetic", "potential")
COUNTED = ("multiplications", "additions")
MOST_COUNTED = 24  # joints


class BadQuantity(ValueError):
    """A text that names nothing that can be asked for, with the reason in words."""


class Quantity(NamedTuple):
    """A number that is asked for: its unit, what it is in words, and what it may be mistaken for, by words."""

    value: float
    unit: str
    words: str  # empty for a number that the lesson itself tells
    size: float  # of the numbers that stand beside it: what is much smaller is zero
    mistaken: Mapping[str, float] = {}
    step: str = ""  # where the player shows it, as "ridim gamma 2"
    whole: bool = False  # a count: every digit matters


def takes_long(text: str) -> bool:
    """Whether `find` may take longer than a frame when it is asked for the first time: counts do."""
    return text.startswith("count ")


def find(text: str, moment: Moment) -> Quantity:
    """The number that a text names, at this moment; BadQuantity where it names none."""
    source, *rest = text.split() or [""]
    if source in RECURSIONS:
        return _of_played(source, rest, moment)
    finders = {"run": _of_run, "inertia": _of_inertia, "count": _of_count, "arm": _of_arm}
    return finders[source](rest, moment) if source in finders else _number(text)


def _number(text: str) -> Quantity:
    number, _, unit = text.strip().partition(" ")
    try:
        value = float(number)
    except ValueError:
        possible = ", ".join((*RECURSIONS, "run", "inertia", "count", "arm"))
        raise BadQuantity(f"“{text}” begins with none of {possible}, and is no number") from None
    whole = not unit and number.isdigit()
    return Quantity(value, unit.strip(), "", abs(value), whole=whole)


def _of_arm(words: list[str], moment: Moment) -> Quantity:
    """Of the table: mass, length a or offset b of a link."""
    if len(words) != 2 or words[0] not in ARM:
        raise BadQuantity(f"“arm {' '.join(words)}”: arm is followed by {', '.join(ARM)} and a link")
    link = _index(words[1], moment.robot.n, "link")
    field = {"mass": "mass", "length": "a", "offset": "b"}[words[0]]
    values = [float(getattr(each, field)) for each in moment.robot.links]
    mistaken = {f"the {words[0]} of link {k + 1}": x for k, x in enumerate(values) if k != link}
    size = max(abs(x) for x in values)
    return Quantity(values[link], ARM[words[0]], f"the {words[0]} of link {link + 1}", size, mistaken)


def _of_run(words: list[str], moment: Moment) -> Quantity:
    if len(words) == 1 and words[0] in ENERGIES:
        kinetic = float(dn.kinetic_energy(moment.robot, moment.q, moment.qd, kernels=READY))
        potential = float(dn.potential_energy(moment.robot, moment.q, kernels=READY))
        both = {"the kinetic energy": kinetic, "the potential energy": potential}
        own = f"the {words[0]} energy"
        value = both.pop(own)
        return Quantity(value, "J", own, abs(value), both)
    if len(words) != 2 or words[0] not in RUN:
        raise BadQuantity(f"“run {' '.join(words)}”: run is followed by {', '.join(RUN)} and a joint, or by an energy")
    name, joint = words[0], _index(words[1], moment.robot.n, "joint")
    values = getattr(moment, name)
    unit = RUN[name][0 if moment.robot.links[joint].revolute else 1]
    mistaken = {f"the number of joint {k + 1}": float(x) for k, x in enumerate(values) if k != joint}
    what = f"the {RUN_WORDS[name]} of joint {joint + 1}"
    return Quantity(float(values[joint]), unit, what, float(np.abs(values).max()), mistaken)


def _of_inertia(words: list[str], moment: Moment) -> Quantity:
    if len(words) != 2:
        raise BadQuantity("inertia is followed by a row and a column")
    row, column = (_index(word, moment.robot.n, "joint") for word in words)
    matrix = dn.mass_matrix(moment.robot, moment.q, kernels=READY)
    turning = [moment.robot.links[k].revolute for k in (row, column)]
    unit = {2: "kg m^2", 1: "kg m", 0: "kg"}[sum(turning)]
    mistaken = {
        f"entry {i + 1},{j + 1}": float(matrix[i, j])
        for i in range(moment.robot.n)
        for j in range(i + 1)
        if {i, j} != {row, column}
    }
    value, size = float(matrix[row, column]), float(np.abs(matrix).max())
    what = f"entry {row + 1},{column + 1} of the inertia matrix"
    step = f"gim entry {min(row, column) + 1} {max(row, column) + 1}"
    return Quantity(value, unit, what, size, mistaken, step)


def _of_count(words: list[str], moment: Moment) -> Quantity:
    """For this arm, or for one of so many revolute joints."""
    known = words and words[0] in ALGORITHMS and (len(words) == 1 or words[1] in COUNTED)
    long = len(words) == 3 and words[2].isdigit() and 1 <= int(words[2]) <= MOST_COUNTED
    if not known or len(words) > 3 or (len(words) == 3 and not long):
        possible = f"one of {', '.join(ALGORITHMS)}, by {' or '.join(COUNTED)}"
        raise BadQuantity(f"count is followed by {possible}, and perhaps by a number of joints up to {MOST_COUNTED}")
    joints = "R" * int(words[2]) if long else "".join(link.joint for link in moment.robot.links)
    numbers = _counted(joints, moment.robot.convention, words[0])
    own = words[1] if len(words) > 1 else COUNTED[0]
    mistaken = {f"the number of {name}": x for name, x in numbers.items() if name != own}
    return Quantity(numbers[own], "", f"the {own} of this recursion", numbers[own], mistaken, whole=True)


@cache
def _counted(joints: str, convention: Convention, algorithm: str) -> dict[str, float]:
    """Only the kinds of the joints matter: every other entry counts as a general number."""
    robot = dn.Robot("", tuple(dn.Link(joint="P" if kind == "P" else "R") for kind in joints), convention=convention)
    count = dn.operation_count(robot, algorithm)
    return {name: float(getattr(count, name)) for name in COUNTED}


def _of_played(recursion: str, words: list[str], moment: Moment) -> Quantity:
    if len(words) < 2:
        raise BadQuantity(f"{recursion} is followed by a symbol and a link")
    name, number, *place = words
    link = _index(number, moment.robot.n, "link") + 1
    played = played_at(moment, recursion)
    steps = {step.link: step for step in played.of(name) if not step.place.column}
    if name == "U" and recursion == "udu":
        return _entry(played, link, place)
    if link not in steps:
        known = ", ".join(dict.fromkeys(step.name for step in played.steps))
        raise BadQuantity(f"{recursion} has no {name} of link {link}; it has {known}")
    step = steps[link]
    if place[:1] == ["term"]:
        return _of_term(step, place[1:], f"{recursion} {name} {link}")
    own, unit = _component(step, place)
    value, size = own(step.value), float(np.abs(step.value).max())
    mistaken = {f"the number of link {each}": own(steps[each].value) for each in steps if each != link}
    mistaken |= _other_places(step, place)
    if step.axes:
        mistaken["in world axes"] = own(next(x for x in played.in_world().of(name) if x.link == link).value)
    part = _places(step)[at] if (at := _place(step, place)) is not None else ""
    what = f"{part} of the {step.meaning}" if part else f"the {step.meaning}"
    return Quantity(value, unit, what, size, mistaken, f"{recursion} {name} {link}")


def _of_term(step: Step, place: list[str], shown_at: str) -> Quantity:
    """One of the terms that add up to a step, with its sign."""
    count = len(step.terms)
    if not place or not place[0].isdigit() or not 1 <= int(place[0]) <= count:
        raise BadQuantity(f"“{' '.join(place)}”: term is followed by a number from 1 to {count}")
    own, unit = _component(step, place[1:])
    values = [-own(term.value) if term.sign < 0 else own(term.value) for term in step.terms]
    chosen = int(place[0]) - 1
    mistaken = {f"term {k + 1}": x for k, x in enumerate(values) if k != chosen}
    mistaken["the sum of all terms"] = own(step.value)
    what = f"term {place[0]} of the {step.meaning}"
    return Quantity(values[chosen], unit, what, float(np.abs(values).max()), mistaken, shown_at)


def _entry(played: Played, row: int, place: list[str]) -> Quantity:
    if len(place) != 1:
        raise BadQuantity("udu U is followed by a row and a column")
    column = _index(place[0], len(played.result), "joint") + 1
    value = float(played.result[row - 1, column - 1])
    others = {
        f"entry {i + 1},{k + 1}": float(x)
        for (i, k), x in np.ndenumerate(played.result)
        if (i + 1, k + 1) != (row, column)
    }
    step = f"udu entry {row} {column}" if row < column else ""
    return Quantity(value, "1", f"entry {row},{column} of U", 1.0, others, step)


def _component(step: Step, place: list[str]) -> tuple[Callable[[Any], float], str]:
    """Takes the asked number out of a value like the step's, and its unit."""
    units = step.units.split("; ")
    if isinstance(step.value, float):
        if place:
            raise BadQuantity(f"{step.name} is one number: nothing may follow its link")
        return float, units[0]
    at, unit = _place(step, place), units[min(PARTS.get(place[0], 0), len(units) - 1)] if place else units[0]
    if at is None:
        halves = "moment or force (omega or v), then " if len(step.value) == 6 else ""
        raise BadQuantity(f"{step.name} is followed by {halves}x, y or z")
    return lambda value: float(value[at]), unit


def _place(step: Step, place: list[str]) -> int | None:
    if np.ndim(step.value) == 1 and len(step.value) == 3 and len(place) == 1 and place[0] in AXES:
        return AXES[place[0]]
    if len(place) == 2 and place[0] in PARTS and place[1] in AXES and np.shape(step.value) == (6,):
        return 3 * PARTS[place[0]] + AXES[place[1]]
    return None


def _other_places(step: Step, place: list[str]) -> dict[str, float]:
    """The other components of the same vector."""
    if isinstance(step.value, float):
        return {}
    at = _place(step, place)
    return {name: float(x) for k, (name, x) in enumerate(zip(_places(step), step.value, strict=True)) if k != at}


def _places(step: Step) -> list[str]:
    """The components of its value in words."""
    if len(step.value) != 6:
        return [f"the part along {axis}" for axis in AXES]
    halves = ("moment", "force") if step.symbol.kind == "wrench" else ("angular part", "linear part")
    return [f"the {half} along {axis}" for half in halves for axis in AXES]


def _index(word: str, n: int, kind: str) -> int:
    if not word.isdigit() or not 1 <= int(word) <= n:
        raise BadQuantity(f"“{word}” is no {kind} of this arm: 1 to {n}")
    return int(word) - 1
