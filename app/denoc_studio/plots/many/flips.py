"""A map of when an arm that is let go first turns over, as it is shown: its cells, their colours, and one in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from denoc_studio.look.colours import components, mixed
from denoc_studio.look.palettes import DARK, LIGHT
from denoc_studio.plots.many.grids import Cell
from denoc_studio.plots.many.scales import shade

if TYPE_CHECKING:
    from denoc.arm.robot import Robot
    from denoc.studies.chaos.flips import FlipMap

Spans = tuple[tuple[float, float], tuple[float, float]]


class FlipGrid(NamedTuple):
    """A map of a robot's, over the angles `spans` (rad) of two joints, shown in units of `unit` rad; `q0` (n,) is where
    the other joints begin."""

    robot: Robot
    q0: tuple[float, ...]
    found: FlipMap
    spans: Spans
    unit: float = 1.0

    @property
    def x_edges(self) -> np.ndarray:
        return self._edges(0, self.found.times.shape[1])

    @property
    def y_edges(self) -> np.ndarray:
        return self._edges(1, self.found.times.shape[0])

    def _edges(self, axis: int, count: int) -> np.ndarray:
        low, high = self.spans[axis]
        return np.linspace(low, high, count + 1) / self.unit

    def start(self, cell: Cell) -> tuple[float, ...]:
        """The pose (n,) that a cell's run began in."""
        q = list(self.q0)
        for joint, angle in zip(self.found.joints, self.angles(cell), strict=True):
            q[joint - 1] = angle
        return tuple(q)

    def angles(self, cell: Cell) -> tuple[float, float]:
        """Of the two joints there, in rad: where the run began, which in a coarse cell is not its middle."""
        row, column = cell
        return float(self.found.x[column]), float(self.found.y[row])

    def stands_for(self, robot: Robot, q0: tuple[float, ...]) -> bool:
        """Whether it still is the map of an arm, whose other joints begin there."""
        others = [i for i in range(len(self.q0)) if i + 1 not in self.found.joints]
        return self.robot == robot and all(self.q0[i] == q0[i] for i in others)


class Seconds(NamedTuple):
    """Times from `least` to `most` in s, evenly by their logarithm: flips come early or late, by factors; `capped`
    where some are earlier."""

    least: float
    most: float
    capped: bool = False

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Places from 0 to 1 along the scale, and what stands there."""
        shares = (0.0, 0.25, 0.5, 0.75, 1.0)
        texts = [f"{self.least * (self.most / self.least) ** share:.2g}" for share in shares]
        texts[0], texts[-1] = f"{'≤ ' * self.capped}{texts[0]}", f"{texts[-1]} s"
        return list(zip(shares, texts, strict=True))

    def places(self, times: np.ndarray) -> np.ndarray:
        """Where they are along the scale, from 0 to 1; what is beyond its ends, at them."""
        known = np.clip(np.where(np.isfinite(times), times, self.most), self.least, self.most)
        return np.log(known / self.least) / math.log(self.most / self.least)


def scale_of(found: FlipMap) -> Seconds:
    """From the earliest time to the latest, two decades at most; of the time that was looked at where there is none."""
    known = found.times[np.isfinite(found.times) & (found.times > 0)]
    most = float(known.max()) if len(known) else found.duration
    least = float(known.min()) if len(known) else most / 10
    begin = max(min(least, most / 1.1), most / 100)
    return Seconds(begin, most, least < begin or bool((found.times == 0).any()))


def other_colours(dark: bool) -> tuple[str, str]:
    """Of starts that never can, and of those that did not in time: no hue, since they have no time."""
    theme = DARK if dark else LIGHT
    return theme.line, mixed(theme.line, theme.muted, 0.6)


def pixels(found: FlipMap, dark: bool) -> np.ndarray:
    """One pixel a cell, (rows, columns, 4) of 0 to 255, the first row lowest."""
    colours = shade(scale_of(found).places(found.times), dark)
    never, late = (np.array(components(colour)) for colour in other_colours(dark))
    colours = np.where(np.isinf(found.times)[..., None], never, colours)
    colours = np.where(np.isnan(found.times)[..., None], late, colours)
    return np.rint(255 * np.concatenate([colours, np.ones((*found.times.shape, 1))], axis=-1)).astype(np.uint8)


def entries(found: FlipMap, dark: bool) -> list[tuple[str, str]]:
    """Name and colour of what is drawn in colours of its own."""
    never, late = other_colours(dark)
    listed = []
    if np.isinf(found.times).any():
        listed.append(("never: not enough energy", never))
    if np.isnan(found.times).any():
        broken = f", or broke off ({found.failed})" if found.failed else ""
        listed.append((f"not within {found.duration:g} s{broken}", late))
    return listed


def reading(grid: FlipGrid, cell: Cell, degrees: bool) -> str:
    """One cell in words: the two angles, and when the arm first turns over."""
    unit = "°" if degrees else " rad"
    angles = [math.degrees(angle) if degrees else angle for angle in grid.angles(cell)]
    digits = 1 if degrees else 3
    where = ", ".join(
        f"joint {joint} at {angle:.{digits}f}{unit}" for joint, angle in zip(grid.found.joints, angles, strict=True)
    )
    return f"{where}: {time_words(float(grid.found.times[cell]), grid.found.duration)}"


def time_words(time: float, duration: float) -> str:
    if math.isinf(time):
        return "never turns over, it has not the energy"
    if math.isnan(time):
        return f"does not turn over within {duration:g} s"
    return "begins turned over" if time == 0 else f"first turns over after {time:.4g} s"
