"""What a lesson may ask for, by name: `ridim gamma 2 force x`, `run kinetic`, `inertia 1 2`, `count kane-inverse`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

import denoc as dn
from denoc.playing.play import RECURSIONS, Played, Step
from denoc.recursions.counting import ALGORITHMS
from denoc_studio.plots.moment import Moment

PARTS = {"omega": 0, "moment": 0, "angular": 0, "v": 1, "force": 1, "linear": 1}
AXES = {"x": 0, "y": 1, "z": 2}
RUN = {"q": ("rad", "m"), "qd": ("rad/s", "m/s"), "qdd": ("rad/s^2", "m/s^2"), "tau": ("N m", "N")}
ENERGIES = ("kinetic", "potential")
COUNTED = ("multiplications", "additions")


class BadQuantity(ValueError):
    """A text that names nothing that can be asked for, with the reason in words."""


def played_at(moment: Moment, recursion: str, *, as_printed: bool = False) -> Played:
    """The recursion at this state."""
    third = moment.qdd if RECURSIONS[recursion].third == "qdd" else moment.tau
    wrench = moment.wrench if RECURSIONS[recursion].third else None
    state = moment.q, moment.qd, third
    return dn.play(moment.robot, recursion, *state, tip_wrench=wrench, as_printed=as_printed)


class Quantity(NamedTuple):
    """A number that is asked for: its unit, what it is in words, and what it may be mistaken for, by words."""

    value: float
    unit: str
    words: str
    size: float  # of the numbers that stand beside it: what is much smaller is zero
    mistaken: Mapping[str, float] = {}


def find(text: str, moment: Moment) -> Quantity:
    """The number that a text names, at this moment; BadQuantity where it names none."""
    source, *rest = text.split() or [""]
    if source in RECURSIONS:
        return _of_played(source, rest, moment)
    finders = {"run": _of_run, "inertia": _of_inertia, "count": _of_count}
    return finders[source](rest, moment) if source in finders else _number(text)


def _number(text: str) -> Quantity:
    number, _, unit = text.strip().partition(" ")
    try:
        value = float(number)
    except ValueError:
        possible = ", ".join((*RECURSIONS, "run", "inertia", "count"))
        raise BadQuantity(f"“{text}” begins with none of {possible}, and is no number") from None
    return Quantity(value, unit.strip(), text, abs(value))


def _of_run(words: list[str], moment: Moment) -> Quantity:
    if len(words) == 1 and words[0] in ENERGIES:
        kinetic = float(dn.kinetic_energy(moment.robot, moment.q, moment.qd))
        potential = float(dn.potential_energy(moment.robot, moment.q))
        both = {"the kinetic energy": kinetic, "the potential energy": potential}
        own = f"the {words[0]} energy"
        value = both.pop(own)
        return Quantity(value, "J", own, abs(value), both)
    if len(words) != 2 or words[0] not in RUN:
        raise BadQuantity(f"“run {' '.join(words)}”: run is followed by {', '.join(RUN)} and a joint, or by an energy")
    name, joint = words[0], _index(words[1], moment.robot.n, "joint")
    values = getattr(moment, name)
    unit = RUN[name][0 if moment.robot.links[joint].revolute else 1]
    mistaken = {f"that of joint {k + 1}": float(x) for k, x in enumerate(values) if k != joint}
    return Quantity(float(values[joint]), unit, f"{name} of joint {joint + 1}", float(np.abs(values).max()), mistaken)


def _of_inertia(words: list[str], moment: Moment) -> Quantity:
    if len(words) != 2:
        raise BadQuantity("inertia is followed by a row and a column")
    row, column = (_index(word, moment.robot.n, "joint") for word in words)
    matrix = dn.mass_matrix(moment.robot, moment.q)
    turning = [moment.robot.links[k].revolute for k in (row, column)]
    unit = {2: "kg m^2", 1: "kg m", 0: "kg"}[sum(turning)]
    mistaken = {
        f"entry {i + 1}, {j + 1}": float(matrix[i, j])
        for i in range(moment.robot.n)
        for j in range(i + 1)
        if {i, j} != {row, column}
    }
    return Quantity(float(matrix[row, column]), unit, f"I{row + 1}{column + 1}", float(np.abs(matrix).max()), mistaken)


def _of_count(words: list[str], moment: Moment) -> Quantity:
    if len(words) not in (1, 2) or words[0] not in ALGORITHMS or (len(words) == 2 and words[1] not in COUNTED):
        raise BadQuantity(f"count is followed by one of {', '.join(ALGORITHMS)}, and by {' or '.join(COUNTED)}")
    count = dn.operation_count(moment.robot, words[0])
    numbers = {name: float(getattr(count, name)) for name in COUNTED}
    own = words[1] if len(words) == 2 else "multiplications"
    value = numbers.pop(own)
    return Quantity(value, "", own, value, {f"the {name}": x for name, x in numbers.items()})


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
    own, unit = _component(step, place)
    value, size = own(step.value), float(np.abs(step.value).max())
    mistaken = {f"that of link {each}": own(steps[each].value) for each in steps if each != link}
    mistaken |= _other_places(step, place)
    if step.axes:
        mistaken["in world axes"] = own(next(x for x in played.in_world().of(name) if x.link == link).value)
    words_ = " ".join((step.meaning, *place))
    return Quantity(value, unit, words_, size, mistaken)


def _entry(played: Played, row: int, place: list[str]) -> Quantity:
    if len(place) != 1:
        raise BadQuantity("udu U is followed by a row and a column")
    column = _index(place[0], len(played.result), "joint") + 1
    value = float(played.result[row - 1, column - 1])
    return Quantity(value, "1", f"U{row}{column}", 1.0, {"the entry across": float(played.result[column - 1, row - 1])})


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
    names = [f"along {axis}" for axis in AXES]
    if len(step.value) == 6:
        halves = ("moment", "force") if step.symbol.kind == "wrench" else ("angular part", "linear part")
        names = [f"the {half} {name}" for half in halves for name in names]
    return {name: float(x) for k, (name, x) in enumerate(zip(names, step.value, strict=True)) if k != at}


def _index(word: str, n: int, kind: str) -> int:
    if not word.isdigit() or not 1 <= int(word) <= n:
        raise BadQuantity(f"“{word}” is no {kind} of this arm: 1 to {n}")
    return int(word) - 1
