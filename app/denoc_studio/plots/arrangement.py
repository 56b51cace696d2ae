"""How plots share the room there is: one, two, or two rows of two, and never smaller than can be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

LEAST_WIDTH, LEAST_HEIGHT = 240, 130  # pixels
SHAPE = 1.7  # width over height of a pleasant plot


class Grid(NamedTuple):
    rows: int
    columns: int


def grid(count: int, width: float, height: float) -> Grid:
    """Of so many plots, at most two beside each other, as large as they get; of fewer where they would be too small."""

    def size(shape: Grid) -> float:
        return min(width / shape.columns / SHAPE, height / shape.rows)

    shapes = (Grid(rows, columns) for columns in (1, 2) for rows in range(1, -(-count // columns) + 1))
    fitting = [
        shape
        for shape in shapes
        if width >= shape.columns * LEAST_WIDTH and height >= shape.rows * LEAST_HEIGHT and shape.columns <= count
    ]
    return max(fitting, key=lambda s: (min(s.rows * s.columns, count), size(s)), default=Grid(1, 1))


def with_room(keys: Sequence[str], current: str, places: int) -> list[str]:
    """The first plots, as many as there are places, with the one in front among them."""
    others = [key for key in keys if key != current][: max(places - 1, 0)]
    return [key for key in keys if key == current or key in others]
