"""What a plot is made of: axes, curves, and panels of curves over one pair of axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from denoc.basics.caching import cached_property
from denoc_studio.look.colours import QUANTITIES, contrast, joint_colours, mixed
from denoc_studio.look.palettes import DARK, LIGHT
from denoc_studio.plots.many.bands import Band

VISIBLE = 3.0  # to 1: with less contrast to its ground a line has to be wider
SHADE = 0.22  # of black, in the areas of a dark plot


class Axis(NamedTuple):
    name: str
    unit: str

    @property
    def label(self) -> str:
        return f"{self.name} [{self.unit}]"


TIME = Axis("time", "s")


@dataclass(frozen=True, eq=False)
class Curve:
    """`joint` counts from 0 and is -1 for what belongs to no joint; such curves have the colour of a `quantity`.

    A curve with an `area`, its colour, is a layer of the panel's stack. A `measured` one is of a log, not of a run.
    """

    name: str  # for people: "joint 2"
    symbol: str  # for files: "q2"
    x: np.ndarray
    y: np.ndarray
    joint: int = -1
    quantity: str = "ink"  # of look.colours.QUANTITIES
    x_symbol: str = "t"
    area: str = ""
    measured: bool = False

    @cached_property
    def key(self) -> str:
        """Under which it is shown and hidden, the same in every plot."""
        if self.joint < 0:
            return self.name
        return f"joint {self.joint + 1} measured" if self.measured else f"joint {self.joint + 1}"

    def colour(self, joints: int, dark: bool) -> str:
        if self.area:
            return mixed(self.area, "#000000", SHADE) if dark else self.area
        return joint_colours(joints, dark)[self.joint] if self.joint >= 0 else QUANTITIES[self.quantity][dark]

    def wide(self, joints: int, dark: bool) -> bool:
        """Is a line of usual width too pale to be seen well?"""
        return not self.area and contrast(self.colour(joints, dark), (DARK if dark else LIGHT).base) < VISIBLE


class Limit(NamedTuple):
    """How large a joint's value can be, either way, in the unit of the axis.

    It is reached in the stretches of time `spans` (k, 2), on the side of their `signs` (k,), which `words` tell.
    """

    joint: int
    value: float
    spans: np.ndarray
    signs: np.ndarray
    words: str = ""

    @property
    def key(self) -> str:
        """That of the joint's curve."""
        return f"joint {self.joint + 1}"

    def colour(self, joints: int, dark: bool) -> str:
        return joint_colours(joints, dark)[self.joint]


@dataclass(frozen=True, eq=False)
class Panel:
    """Curves over one pair of axes; `references` are what some of them should have been, `limits` how large they can
    be, `measured` what a log has of them, at times of its own, `unsure` its ends that a filter has spoilt, `bands`
    where many runs have them."""

    x: Axis
    y: Axis
    t: np.ndarray  # times of the samples
    curves: tuple[Curve, ...]
    equal: bool = False  # one scale for both axes
    references: tuple[Curve, ...] = ()
    limits: tuple[Limit, ...] = ()
    measured: tuple[Curve, ...] = ()
    unsure: tuple[Curve, ...] = ()
    bands: tuple[Band, ...] = ()

    @property
    def listed(self) -> tuple[Curve, ...]:
        """What a legend lists."""
        return (*self.curves, *self.measured)

    @property
    def over_time(self) -> bool:
        return self.x is TIME

    @property
    def lines(self) -> list[Curve]:
        return [curve for curve in self.curves if not curve.area]

    @property
    def layers(self) -> list[Curve]:
        """Of the stack, from the axis outwards."""
        return [curve for curve in self.curves if curve.area]
