"""Triangles to pixels without OpenGL: the nearest one wins.

In numpy, where every triangle is cut into rows and every row into pixels, or by the compiled loops of `raster_loops`,
which are faster and round differently: for the screen, once `prepare` has loaded them, and never for files.
"""

from __future__ import annotations

import threading
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from denoc_studio.picture.image.line_loops import LineMemory

MOST_PIXELS = 700_000  # candidates; a picture with more is drawn more coarsely
MOST_COMPILED = 12_000_000  # the same for compiled loops

FLAT = 1e-6  # pixels: edges that rise less are level, triangles with a smaller area have none


_loaded = threading.Event()


def prepare() -> None:
    """Loads the compiled loops. On a new machine this takes some seconds: not for a window."""
    from denoc_studio.picture.image import line_loops, lit_loops, raster_loops, thin_loops

    lit_loops.load()
    raster_loops.load()
    line_loops.load()
    thin_loops.load()
    _loaded.set()


def is_prepared() -> bool:
    """Whether a compiled canvas draws at once."""
    return _loaded.is_set()


class Anew(Exception):
    """The picture before cannot be carried on: all of the next one must be drawn."""


class TooManyPixels(Exception):
    """The triangles cover more than can be drawn in good time."""


class Corners(NamedTuple):
    """Triangles on the screen, those that face the eye."""

    xy: np.ndarray  # (t, 3, 2), pixels from the top left
    values: np.ndarray  # (t, 3, 5): nearness (1 / depth), red, green, blue, opacity


class Rows(NamedTuple):
    """Pixels in one row of one triangle."""

    triangle: np.ndarray  # (r,)
    y: np.ndarray
    x: np.ndarray  # of the first pixel
    length: np.ndarray


class Canvas:
    """Red, green, blue and opacity (h, w, 4), premultiplied, and how near the nearest solid is, (h, w)."""

    def __init__(self, width: int, height: int, *, compiled: bool = False) -> None:
        """`compiled` is drawn by the compiled loops, which are made at first use unless `is_prepared`."""
        self.width, self.height = width, height
        self.compiled = compiled
        self._loops = _compiled_loops() if compiled else None
        self._words = np.zeros((height, width), dtype=np.uint32)
        self.pixels = self._words.view(np.uint8).reshape(height, width, 4)
        self.nearness = np.zeros((height, width), dtype=np.float32)
        self._owner = np.zeros((height, width), dtype=np.int32)
        self._rows = np.empty((height, 4), dtype=np.int32)  # see `raster_loops.draw`
        self._rows[:] = width, 0, width, 0
        self._lines: LineMemory | None = None
        self._again = False
        if self._loops is not None:
            self._blocks = np.zeros((height, -(-width // self._loops.BLOCK)), dtype=np.uint8)

    def clear(self) -> None:
        """Nothing is on it again; what was never drawn on costs nothing."""
        self._again = False
        if self._loops is not None:
            self._loops.clear(self._words, self.nearness, self._rows, self._blocks)
            return
        left, top, right, bottom = self._box()
        self.pixels[top:bottom, left:right] = 0
        self.nearness[top:bottom, left:right] = 0
        self._rows[:] = self.width, 0, self.width, 0

    def clear_solids(self) -> None:
        """Another picture from the same place is to come: what lines have in common with those before stays, and is not
        drawn or laid again. It takes loops."""
        assert self._loops is not None
        self._again = True
        self._loops.clear_solids(self._words, self.nearness, self._rows, self._blocks)

    def _box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of what was drawn."""
        drawn = np.flatnonzero(self._rows[:, 1])
        if not len(drawn):
            return self.width, self.height, 0, 0
        left, right = self._rows[drawn, 0].min(), self._rows[drawn, 1].max()
        return int(left), int(drawn[0]), int(right), int(drawn[-1]) + 1

    def changed(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of what may have changed since `clear_solids`; empty where nothing has."""
        assert self._loops is not None
        drawn, block = np.flatnonzero(self._rows[:, 3]), self._loops.BLOCK
        if not len(drawn):
            return 0, 0, 0, 0
        left, right = self._rows[drawn, 2].min() // block * block, -(-self._rows[drawn, 3].max() // block) * block
        return int(left), int(drawn[0]), int(right), int(drawn[-1]) + 1

    def draw(self, points: np.ndarray, colours: np.ndarray, faces: np.ndarray, near: float) -> None:
        """Faces with corners at `points` (pixels and depth) over what is there; solid ones hide what is behind."""
        if self._loops is not None:
            arrays = [np.ascontiguousarray(a, t) for a, t in ((points, float), (colours, float), (faces, np.int64))]
            if not self._loops.draw(*arrays, float(near), *self._memory(), MOST_COMPILED):
                self._owner[:] = 0
                raise TooManyPixels
            return
        corners = _facing(points, colours, faces, near)
        rows = _rows(corners.xy, self.width, self.height)
        total = int(rows.length.sum())
        if total > MOST_PIXELS:
            raise TooManyPixels
        if total:
            self._fill(corners, rows, total)

    def _fill(self, corners: Corners, rows: Rows, total: int) -> None:
        start, slope = _gradients(corners, rows)
        row = np.repeat(np.arange(len(rows.y)), rows.length)
        step = (np.arange(total) - np.repeat(np.cumsum(rows.length) - rows.length, rows.length)).astype(np.float32)
        pixel = (rows.y * self.width + rows.x)[row] + step.astype(np.int64)
        nearness = start[row, 0] + slope[row, 0] * step
        seen, colours = self.nearness.reshape(-1), self.pixels.reshape(-1, 4)
        before = seen.copy()
        np.maximum.at(seen, pixel, nearness)
        won = np.flatnonzero((nearness >= seen[pixel]) & (nearness > before[pixel]))
        row, step, pixel = row[won], step[won], pixel[won]
        colour = np.clip(start[row, 1:] + slope[row, 1:] * step[:, None], 0.0, 1.0)
        opacity = colour[:, 3:]
        colour[:, :3] *= opacity
        colours[pixel] = (255 * colour + (1 - opacity) * colours[pixel] + 0.5).astype(np.uint8)
        np.minimum.at(self._rows[:, 0], rows.y, rows.x)
        np.maximum.at(self._rows[:, 1], rows.y, rows.x + rows.length)

    def stroke(self, ends: np.ndarray, colours: np.ndarray, width: float, near: float) -> bool:
        """Lines (k, 2, 3) in pixels and depth, so wide, each of one colour (k, 4); False where it takes loops. After
        `clear_solids` these must be all lines there are, and `Anew` may be raised."""
        if self._loops is None:
            return False
        if self._lines is None:
            from denoc_studio.picture.image.line_loops import LineMemory

            self._lines = LineMemory()
        lines = np.ascontiguousarray(ends, float), np.ascontiguousarray(colours, float)
        if not self._lines.stroke(*lines, float(width), float(near), self._again, *self._memory()):
            raise Anew
        return True

    def _memory(self) -> tuple[np.ndarray, ...]:
        """What compiled loops draw on."""
        return self._words, self.nearness, self._owner, self._rows, self._blocks

    def covered(self, halved: bool = False) -> tuple[int, int, np.ndarray]:
        """Left, top and bytes (h, w, 4) of the part that was drawn on; of half the size, edges are smooth."""
        left, top, right, bottom = self._box()
        if not halved:
            return left, top, np.ascontiguousarray(self.pixels[top:bottom, left:right])
        left, top = left // 2, top // 2
        right, bottom = min((right + 1) // 2, self.width // 2), min((bottom + 1) // 2, self.height // 2)
        return left, top, self._halved(left, top, right, bottom)

    def _halved(self, left: int, top: int, right: int, bottom: int) -> np.ndarray:
        """A part of the picture of half the size, each pixel the mean of four."""
        if right <= left or bottom <= top:
            return np.zeros((0, 0, 4), dtype=np.uint8)
        if self._loops is not None:
            words = self._loops.halved(self._words, left, top, right, bottom)
            return words.view(np.uint8).reshape(bottom - top, right - left, 4)
        part = self.pixels[2 * top : 2 * bottom, 2 * left : 2 * right].astype(np.uint16)
        squares = part.reshape(bottom - top, 2, right - left, 2, 4)
        return ((squares.sum(axis=(1, 3)) + 2) // 4).astype(np.uint8)

    def lay_on(self, image: np.ndarray, ground: np.ndarray | None = None) -> bool:
        """Over an image (h, w) of 0xffrrggbb that is as large, or half as large: then edges are smooth.

        `ground` is what is seen beneath, where that is another image; where nothing has changed after `clear_solids`,
        the image is left as it is. False, and nothing done, where it has another size or it takes loops."""
        for shrunk in (1, 2):
            if self._loops is not None and (self.height, self.width) == (
                shrunk * image.shape[0],
                shrunk * image.shape[1],
            ):
                self._loops.lay(
                    self._words, self._rows, self._blocks, image if ground is None else ground, image, shrunk
                )
                return True
        return False

    def bytes(self, halved: bool = False) -> np.ndarray:
        """The whole picture, (h, w, 4)."""
        size = (self.height // 2, self.width // 2) if halved else (self.height, self.width)
        out = np.zeros((*size, 4), dtype=np.uint8)
        left, top, part = self.covered(halved)
        out[top : top + part.shape[0], left : left + part.shape[1]] = part
        return out

    def visible(self, points: np.ndarray, slack: float) -> np.ndarray:
        """Which of the points (pixels and depth) no solid hides by more than `slack` of their depth."""
        x, y = points[:, 0], points[:, 1]
        inside = (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height) & (points[:, 2] > 0)
        out = np.zeros(len(points), dtype=bool)
        found = points[inside]
        out[inside] = self.nearness[found[:, 1].astype(int), found[:, 0].astype(int)] * found[:, 2] <= 1 + slack
        return out


def _compiled_loops() -> ModuleType:
    from denoc_studio.picture.image import raster_loops  # imported late: numba takes its time

    return raster_loops


def _facing(points: np.ndarray, colours: np.ndarray, faces: np.ndarray, near: float) -> Corners:
    corners = points[faces]
    before_eye = (corners[:, :, 2] > near).all(axis=1)
    (ax, ay), (bx, by), (cx, cy) = (corners[:, k, :2].T for k in range(3))
    facing = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < -FLAT  # y grows downwards
    kept = np.flatnonzero(before_eye & facing)
    corners = corners[kept]
    values = np.concatenate([1 / corners[:, :, 2:], colours[faces[kept]]], axis=2)
    return Corners(corners[:, :, :2], values)


def _rows(xy: np.ndarray, width: int, height: int) -> Rows:
    """Pixel centres are at halves."""
    y = xy[:, :, 1]
    first = np.clip(np.ceil(y.min(axis=1) - 0.5), 0, height).astype(np.int64)
    last = np.clip(np.ceil(y.max(axis=1) - 0.5), 0, height).astype(np.int64)
    heights = np.maximum(last - first, 0)
    triangle = np.repeat(np.arange(len(xy)), heights)
    row = np.arange(len(triangle)) - np.repeat(np.cumsum(heights) - heights, heights) + first[triangle]
    left, right = _edges(xy, triangle, row + 0.5)
    x = np.clip(np.ceil(left - 0.5), 0, width)
    count = np.clip(np.ceil(right - 0.5), 0, width) - x
    kept = count > 0
    return Rows(triangle[kept], row[kept], x[kept].astype(np.int64), count[kept].astype(np.int64))


def _edges(xy: np.ndarray, triangle: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where the triangles begin and end at height y."""
    left, right = np.full(len(y), np.inf), np.full(len(y), -np.inf)
    for k in range(3):
        one, other = xy[:, k], xy[:, (k + 1) % 3]
        rise = other[:, 1] - one[:, 1]
        slope = np.divide(other[:, 0] - one[:, 0], rise, out=np.zeros(len(xy)), where=np.abs(rise) > FLAT)
        low, high = np.minimum(one[:, 1], other[:, 1]), np.maximum(one[:, 1], other[:, 1])
        crossed = (low[triangle] <= y) & (y < high[triangle])
        x = one[triangle, 0] + slope[triangle] * (y - one[triangle, 1])
        left = np.where(crossed, np.minimum(left, x), left)
        right = np.where(crossed, np.maximum(right, x), right)
    empty = left > right
    return np.where(empty, 0.0, left), np.where(empty, 0.0, right)


def _gradients(corners: Corners, rows: Rows) -> tuple[np.ndarray, np.ndarray]:
    """Values at the first pixel of each row, and their change from pixel to pixel, each (r, 5)."""
    xy, values = corners.xy, corners.values
    edges, changes = xy[:, 1:] - xy[:, :1], values[:, 1:] - values[:, :1]
    determinant = edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0]
    per_x = (edges[:, 1, 1, None] * changes[:, 0] - edges[:, 0, 1, None] * changes[:, 1]) / determinant[:, None]
    per_y = (edges[:, 0, 0, None] * changes[:, 1] - edges[:, 1, 0, None] * changes[:, 0]) / determinant[:, None]
    t = rows.triangle
    dx, dy = rows.x + 0.5 - xy[t, 0, 0], rows.y + 0.5 - xy[t, 0, 1]
    start = values[t, 0] + per_x[t] * dx[:, None] + per_y[t] * dy[:, None]
    return start.astype(np.float32), per_x[t].astype(np.float32)
