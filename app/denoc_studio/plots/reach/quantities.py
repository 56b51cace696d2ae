"""What can be mapped over the reach, and the numbers of a map as they are shown."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.studies.reach import Measure, ReachMap
from denoc_studio.look.plain_text import capitalised, in_signs
from denoc_studio.plots.many.grids import middle_of
from denoc_studio.plots.series import joint_name
from denoc_studio.project.entry.numbers import shown

DIGITS = 4
CAPPED_FROM = 0.85  # of the cells: a few beside an axis carry almost anything, and would make the others look alike
NICE = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


class Quantity(NamedTuple):
    """`measure` is what `reach_maps` is asked for, `meaning` a clause that says what the numbers are."""

    title: str
    measure: Measure
    meaning: str

    @property
    def needs_limits(self) -> bool:
        """Whether it is known only of an arm whose joints have torque limits."""
        return self.measure != "manipulability"


_POINT = "a point mass at the tip, held still, in the place of the arm's own payload"
QUANTITIES = {
    "payload": Quantity("Largest payload", "payload", _POINT),
    "joint": Quantity(
        "Limiting joint",
        "payload",
        "which reaches its torque limit first under a growing payload; where joints are to spare, the best posture "
        "brings several there almost together, and colours mix",
    ),
    "margin": Quantity(
        "Torque margin",
        "used",
        "what the arm alone, held still, leaves of the torque limit of its most loaded joint",
    ),
    "manipulability": Quantity(
        "Manipulability",
        "manipulability",
        "Yoshikawa's measure, the volume of the tip velocities that joint rates of size 1 give; 0 where singular",
    ),
}


class Scale(NamedTuple):
    """Numbers from `low` to `high` in `unit`; `capped` where some are above it."""

    low: float
    high: float
    unit: str
    capped: bool

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Places from 0 to 1 along the scale, and what stands there."""
        values = np.linspace(self.low, self.high, 5)
        texts = [shown(float(value), digits=3) for value in values]
        texts[-1] = f"{'≥ ' if self.capped else ''}{texts[-1]}{f' {self.unit}' if self.unit else ''}"
        return list(zip(np.linspace(0, 1, 5).tolist(), texts, strict=True))


def unit_of(key: str, found: ReachMap) -> str:
    """The unit of the values of a map; empty for the numbers of joints."""
    unit = {"payload": "kg", "margin": "%", "joint": ""}.get(key, found.unit)
    return in_signs(unit).replace("^1", "")


def numbers(key: str, found: ReachMap) -> np.ndarray:
    """Of every cell, in its unit; nan where there is none: not reached, or the arm cannot hold itself there."""
    if key == "margin":
        return np.where(found.values > 1, np.nan, 100 * (1 - found.values))
    return found.values


def beyond(key: str, found: ReachMap) -> np.ndarray:
    """The cells that are reached, but where the arm cannot hold even itself."""
    return found.reached & np.isnan(numbers(key, found))


def scale_of(key: str, found: ReachMap) -> Scale:
    """From nothing to a round number that most cells stay below; a margin always from 0 to 100 %."""
    unit = unit_of(key, found)
    if key == "margin":
        return Scale(0.0, 100.0, unit, False)
    values = numbers(key, found)
    values = values[~np.isnan(values)]
    finite = values[np.isfinite(values)]
    if not len(finite):
        return Scale(0.0, 1.0, unit, bool(len(values)))
    most = float(np.quantile(finite, CAPPED_FROM)) if key == "payload" else float(finite.max())
    high = rounded_up(most)
    return Scale(0.0, high, unit, bool((values > high).any()))


def rounded_up(value: float) -> float:
    """To a number that reads well; 1 for nothing at all."""
    if not value > 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step for step in NICE if step * power >= value * (1 - 1e-9)) * power


def reading(key: str, robot: Robot, found: ReachMap, cell: tuple[int, int]) -> str:
    """One cell in words: where, how much, and which joint it is that limits."""
    where = ", ".join(
        f"{name} {shown(value, digits=3)} m" for name, value in zip(found.axes, middle_of(found, cell), strict=True)
    )
    return f"{where}: {_value_words(key, robot, found, cell)}"


def _value_words(key: str, robot: Robot, found: ReachMap, cell: tuple[int, int]) -> str:
    if not found.reached[cell]:
        return "no pose was found that leads here"
    value, number = float(numbers(key, found)[cell]), int(found.joints[cell])
    who = joint_name(robot, number) if 0 <= number < robot.n else ""
    if math.isnan(value):
        return f"the arm cannot hold itself, {who} is beyond its torque limit"
    told = f"{shown(value, digits=DIGITS)} {unit_of(key, found)}".rstrip()
    if key == "manipulability":
        return f"manipulability {told}"
    if key == "margin":
        return f"margin {told}, {who} is the most loaded"
    if not who or math.isinf(value):
        return "no payload takes a joint to its torque limit"
    return f"{who} limits, at {told}" if key == "joint" else f"at most {told}, limited by {who}"


def grounds(key: str, found: ReachMap) -> str:
    """What stands behind a map: what its numbers mean, where it lies, and how many poses were tried."""
    poses = f"{found.poses:,}".replace(",", "\u202f")
    note = f"{capitalised(found.note)}. " if found.note and QUANTITIES[key].needs_limits else ""
    return (
        f"{note}{QUANTITIES[key].title}: {QUANTITIES[key].meaning}. Section: {found.section}. "
        f"{poses} poses looked at; a cell shows the best posture found, one without colour has none."
    )
