"""What a layout is made of while it grows, and the picture that comes of it: glyphs, rules and regions in their places.

Lengths are in the unit of the size that was asked for (pixels, points); x to the right, y down from the baseline.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple


class Glyphs(NamedTuple):
    """Characters of one font on one baseline: their numbers in the font, and the x of each."""

    x: tuple[float, ...]
    y: float
    indices: tuple[int, ...]
    font: str
    size: float
    colour: str | None


class Rule(NamedTuple):
    """A filled rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float
    colour: str | None


class Region(NamedTuple):
    """Where a part with a key stands; `depth` counts the parts with keys around it."""

    x: float
    y: float
    width: float
    height: float
    key: Hashable
    depth: int

    def holds(self, x: float, y: float, margin: float = 0.0) -> bool:
        across = self.x - margin <= x <= self.x + self.width + margin
        return across and self.y - margin <= y <= self.y + self.height + margin


@dataclass(slots=True)
class Box:
    """Something with a baseline: its width, its ink above and below, and what it holds, each moved by (dx, dy)."""

    width: float = 0.0
    up: float = 0.0
    down: float = 0.0
    parts: list[tuple[float, float, Box | Glyphs | Rule]] = field(default_factory=list)
    key: Hashable = None
    colour: str | None = None
    slant: float = 0.0  # how far the ink of the last letter leans over the box's right side
    point: float | None = None  # x of the decimal point

    def put(self, dx: float, dy: float, part: Box) -> None:
        self.parts.append((dx, dy, part))
        self.up = max(self.up, part.up - dy)
        self.down = max(self.down, part.down + dy)


@dataclass(frozen=True, slots=True)
class Picture:
    """An equation in its places, over one baseline or several lines: the first baseline is y = 0."""

    width: float
    up: float
    down: float
    glyphs: tuple[Glyphs, ...]
    rules: tuple[Rule, ...]
    regions: tuple[Region, ...]

    @property
    def height(self) -> float:
        return self.up + self.down

    def at(self, x: float, y: float, margin: float = 0.0) -> Hashable:
        """The key of the innermost part at a point, or None; those that miss it by the margin count where none hits."""
        for reach in (0.0, margin):
            hit = [region for region in self.regions if region.holds(x, y, reach)]
            if hit:
                return max(hit, key=lambda region: region.depth).key
        return None

    def places(self, key: Hashable) -> list[Region]:
        """Every part with that key."""
        return [region for region in self.regions if region.key == key]


def flatten(lines: list[tuple[float, float, Box]]) -> Picture:
    """Boxes, each moved to (x, y), as one picture."""
    glyphs: list[Glyphs] = []
    rules: list[Rule] = []
    regions: list[Region] = []
    for x, y, box in lines:
        _spread(x, y, box, None, 0, (glyphs, rules, regions))
    return Picture(
        width=max((x + box.width + box.slant for x, _, box in lines), default=0.0),
        up=max((box.up - y for _, y, box in lines), default=0.0),
        down=max((box.down + y for _, y, box in lines), default=0.0),
        glyphs=tuple(glyphs),
        rules=tuple(rules),
        regions=tuple(regions),
    )


def _spread(
    x: float,
    y: float,
    box: Box,
    colour: str | None,
    depth: int,
    into: tuple[list[Glyphs], list[Rule], list[Region]],
) -> None:
    """What a box at (x, y) holds, into the lists."""
    glyphs, rules, regions = into
    colour = box.colour or colour
    if box.key is not None:
        regions.append(Region(x, y - box.up, box.width + box.slant, box.up + box.down, box.key, depth))
        depth += 1
    for dx, dy, part in box.parts:
        left, at = x + dx, y + dy
        if isinstance(part, Box):
            _spread(left, at, part, colour, depth, into)
        elif isinstance(part, Rule):
            rules.append(Rule(left, at, part.width, part.height, colour))
        else:
            places = tuple([left + each for each in part.x])
            glyphs.append(Glyphs(places, at, part.indices, part.font, part.size, colour))
